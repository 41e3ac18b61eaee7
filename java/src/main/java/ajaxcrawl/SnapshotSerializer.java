package ajaxcrawl;

import java.net.URL;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.htmlunit.html.DomAttr;
import org.htmlunit.html.DomComment;
import org.htmlunit.html.DomDocumentType;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.DomText;
import org.htmlunit.html.HtmlInlineFrame;
import org.htmlunit.html.HtmlLink;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlStyle;

/**
 * Writes a page as the HTML that a client without scripts is to read: the HTML Standard's fragment serialisation
 * algorithm over the live DOM, without what only scripts or renderers need, with links that lead where the live
 * page's do. Walks without recursion, so that depth costs no stack.
 */
public final class SnapshotSerializer {

    /** Of documents in attributes in attributes. */
    private static final int MAX_DEPTH = 5;

    private final RenderOptions options;

    /**
     * @param options {@code comments} and {@code max_snapshot_bytes} count
     */
    public SnapshotSerializer(final RenderOptions options) {
        this.options = options;
    }

    /**
     * Writes {@code page}.
     *
     * @param page the live page
     * @param askedFor the pretty URL that was asked for
     * @param servedAt the ugly URL that the snapshot is served at
     * @return a whole HTML document, in UTF-8
     * @throws SnapshotTooLargeException if it passes {@code max_snapshot_bytes}
     */
    public byte[] serialize(final HtmlPage page, final URL askedFor, final URL servedAt) {
        return new Run(page, askedFor, servedAt).write().bytes();
    }

    /** An element whose end tag is still to come. */
    private record Open(Iterator<DomNode> rest, DomElement element, String name) { }

    private final class Run {

        private final HtmlPage page;
        private final FlatTree tree;
        private final DocumentFacts facts;
        private final LinkResolver links;
        private final String canonical;
        private final int depth;
        private final HtmlWriter out = new HtmlWriter(options.maxSnapshotBytes());
        private final Deque<Open> open = new ArrayDeque<>();

        Run(final HtmlPage page, final URL askedFor, final URL servedAt) {
            this.page = page;
            tree = new FlatTree(page);
            facts = DocumentFacts.of(page);
            links = new LinkResolver(page, facts, askedFor, servedAt);
            canonical = PageDirectives.read(page, facts, askedFor, new PageLog()).canonical();
            depth = 0;
        }

        /** For the page that a frame shows of its {@code srcdoc}. */
        Run(final HtmlPage inner, final Run outer) {
            page = inner;
            tree = new FlatTree(inner);
            facts = DocumentFacts.of(inner);
            links = new LinkResolver(facts, outer.links);
            canonical = null;
            depth = outer.depth + 1;
        }

        HtmlWriter write() {
            open.push(new Open(page.getChildren().iterator(), null, null));
            while (!open.isEmpty()) {
                final Open parent = open.peek();
                if (parent.rest().hasNext()) {
                    node(parent.rest().next());
                } else {
                    open.pop();
                    close(parent);
                }
            }
            return out;
        }

        private void node(final DomNode node) {
            if (node instanceof DomElement element) {
                element(element);
            } else if (node instanceof DomText text) {
                if (open.size() > 1) {
                    out.text(text.getData());
                }
            } else if (node instanceof DomComment comment) {
                if (options.comments()) {
                    out.comment(comment.getData());
                }
            } else if (node instanceof DomDocumentType type) {
                out.doctype(Ascii.lower(type.getName()), type.getPublicId(), type.getSystemId());
            }
        }

        private void element(final DomElement element) {
            if (LeftOut.element(element, links)) {
                return;
            }
            if (element instanceof HtmlLink link && link.isStyleSheetLink()) {
                final String scoped = tree.scopedText(link);
                if (scoped != null && !scoped.isEmpty()) {
                    style(scoped, Elements.attribute(link, "media"));
                    return;
                }
            }
            final String dom = Elements.tagName(element);
            final boolean html = !Elements.isForeign(element);
            final String text = html && HtmlNames.RAW_TEXT.contains(dom) ? rawText(element, dom) : null;
            final boolean raw = text != null && RawText.survives(dom, text);
            final String name = text != null && !raw || "plaintext".equals(dom) ? readable(dom) : dom;
            if (tree.isTransparent(element) || !Elements.isReadable(name, true)) {
                open.push(new Open(tree.children(element).iterator(), element, null));
                return;
            }
            out.startTag(name);
            attributes(element, name);
            out.endStartTag(html && HtmlNames.DROPS_NEWLINE.contains(name));
            if (html && HtmlNames.VOID.contains(name)) {
                if (element instanceof HtmlLink link) {
                    style(StyleSources.additions(link), Elements.attribute(link, "media"));
                }
                return;
            }
            if (text != null) {
                if (raw) {
                    out.rawText(text);
                } else if ("pre".equals(name)) {
                    out.text(text);
                }
                out.endTag(name);
                return;
            }
            afterStartTag(element, name);
            open.push(new Open(tree.children(element).iterator(), element, name));
        }

        /** Where a parser would not find the end again, an element that looks the same. */
        private String readable(final String name) {
            return "xmp".equals(name) || "plaintext".equals(name) ? "pre" : name;
        }

        private String rawText(final DomElement element, final String name) {
            final String text = Elements.ownText(element);
            if ("script".equals(name)) {
                return RawText.dataBlock(text, Elements.keyword(element, "type"));
            }
            if (element instanceof HtmlStyle style) {
                final String scoped = tree.scopedText(style);
                return RawText.styleSheet(scoped == null ? StyleSources.text(style) : scoped);
            }
            return text;
        }

        private void attributes(final DomElement element, final String name) {
            for (final DomAttr attribute : element.getAttributesMap().values()) {
                final String attributeName = Elements.attributeName(element, attribute);
                if (LeftOut.attribute(element, attributeName) || !Elements.isReadable(attributeName, false)) {
                    continue;
                }
                final String value = value(element, attributeName, attribute.getValue());
                if (value != null) {
                    out.attribute(attributeName, value);
                }
            }
            for (final String[] mark : tree.marks(element)) {
                out.attribute(mark[0], mark[1]);
            }
            if ("form".equals(name)) {
                formDefaults(element);
            } else if (element instanceof HtmlStyle style && StyleSources.isDisabled(style)) {
                out.attribute("media", "not all");
            }
        }

        private String value(final DomElement element, final String name, final String value) {
            if ("srcdoc".equals(name) && Elements.is(element, "iframe")) {
                return sourceDocument(element);
            }
            if ("media".equals(name) && element instanceof HtmlStyle style && StyleSources.isDisabled(style)) {
                return null;
            }
            if (Elements.is(element, "meta")) {
                if ("charset".equals(name)) {
                    return Metas.charset(value);
                }
                if ("content".equals(name)) {
                    return metaContent(element, value);
                }
                return value;
            }
            return links.attribute(element, name, value);
        }

        /** What a frame shows of its {@code srcdoc}, as any page's snapshot; null where it shows nothing. */
        private String sourceDocument(final DomElement frame) {
            return depth < MAX_DEPTH && frame instanceof HtmlInlineFrame inline
                    && inline.getEnclosedPage() instanceof HtmlPage inner
                    && "about".equals(inner.getUrl().getProtocol()) ? new Run(inner, this).write().toString() : null;
        }

        private String metaContent(final DomElement meta, final String content) {
            switch (Elements.keyword(meta, "http-equiv")) {
                case "content-type":
                    return Metas.contentType(content);
                case "refresh":
                    return links.refresh(content);
                default:
                    return content;
            }
        }

        /** What a form does by default depends on the document's URL and encoding. */
        private void formDefaults(final DomElement form) {
            final String action = Elements.attribute(form, "action");
            final boolean sent = !"dialog".equals(Elements.keyword(form, "method"));
            if (sent && depth == 0 && (action == null || links.attribute(form, "action", action) == null)) {
                out.attribute("action", links.documentUrl());
            }
            final String encoding = facts.encoding().name();
            if (!form.hasAttribute("accept-charset") && !encoding.startsWith("UTF-")) {
                out.attribute("accept-charset", encoding);
            }
        }

        private void afterStartTag(final DomElement element, final String name) {
            if (element == facts.head()) {
                headStart();
            } else if ("html".equals(name) && facts.head() == null && element == page.getDocumentElement()) {
                out.startTag("head");
                out.endStartTag(false);
                headStart();
                headEnd();
                out.endTag("head");
            }
        }

        private void headStart() {
            if (!facts.saysCharset() && depth == 0) {
                out.startTag("meta");
                out.attribute("charset", "utf-8");
                out.endStartTag(false);
            }
        }

        private void headEnd() {
            if (canonical != null) {
                out.startTag("link");
                out.attribute("rel", "canonical");
                out.attribute("href", canonical);
                out.endStartTag(false);
            }
            style(StyleSources.adopted(page.getScriptableObject()), null);
            style(tree.sheets(), null);
        }

        /** Writes what scripts added to the page's styles, with the nonce by which a policy knows the page's own. */
        private void style(final String css, final String media) {
            if (css.isEmpty()) {
                return;
            }
            out.startTag("style");
            if (media != null) {
                out.attribute("media", media);
            }
            if (facts.nonce() != null) {
                out.attribute("nonce", facts.nonce());
            }
            out.endStartTag(false);
            out.rawText(RawText.styleSheet(css));
            out.endTag("style");
        }

        private void close(final Open closed) {
            if (closed.element() != null && closed.element() == facts.head()) {
                headEnd();
            }
            if (closed.name() != null) {
                out.endTag(closed.name());
            }
        }
    }
}
