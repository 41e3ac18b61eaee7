package ajaxcrawl;

import nu.validator.htmlparser.common.DocumentMode;
import nu.validator.htmlparser.common.XmlViolationPolicy;
import nu.validator.htmlparser.impl.CoalescingTreeBuilder;
import nu.validator.htmlparser.impl.HtmlAttributes;
import org.htmlunit.html.DomComment;
import org.htmlunit.html.DomDocumentType;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.DomText;
import org.htmlunit.html.ElementFactory;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlTemplate;
import org.htmlunit.html.ScriptElement;
import org.htmlunit.html.SiteElements;
import org.htmlunit.html.SubmittableElement;
import org.htmlunit.html.parser.HTMLParser;
import org.htmlunit.javascript.host.html.HTMLBodyElement;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.AttributesImpl;

/** Makes HtmlUnit's nodes of what the parser reads (HTML Standard, tree construction). */
final class HtmlTreeBuilder extends CoalescingTreeBuilder<DomNode> {

    /** Elements that are nested more deeply are written beside each other, as Chromium does. */
    private static final int MAX_DEPTH = 512;

    private static final String QUIRKS = "ajaxcrawl.quirks";

    private final HtmlParse parse;
    private final HTMLParser elements;
    private final HtmlPage page;
    /** What a fragment is parsed into, whatever is in it already; null: a document is. */
    private final DomNode target;
    /** Scripts never run, for a script has the document made. */
    private final boolean madeByScript;
    private DomNode lastInTarget;
    private int depth;
    private int templates;

    HtmlTreeBuilder(final HtmlParse parse, final HTMLParser elements, final HtmlPage page, final DomNode target,
            final boolean madeByScript) {
        this.parse = parse;
        this.elements = elements;
        this.page = page;
        this.target = target;
        this.madeByScript = madeByScript;
        setNamePolicy(XmlViolationPolicy.ALLOW);
        setIgnoringComments(false);
    }

    /** Whether a document is in quirks mode. */
    static boolean isQuirky(final HtmlPage page) {
        return Boolean.TRUE.equals(page.getUserData(QUIRKS));
    }

    @Override
    protected DomNode createElement(final String namespace, final String name, final HtmlAttributes attributes,
            final DomNode parent) {
        SiteDocument.tick(page);
        final boolean isSvg = HtmlNames.SVG.equals(namespace) && "svg".equals(name);
        final DomElement element = factory(namespace, name).createElementNS(page,
                HtmlNames.HTML.equals(namespace) ? null : namespace, name, isSvg ? inLowerCase(attributes) : attributes);
        parse.mark(element::setStartLocation);
        if (madeByScript && templates == 0 && element instanceof ScriptElement script) {
            script.markAsCreatedByDomParser();
        }
        return element;
    }

    /** HtmlUnit's svg element is one of HTML's, whose attributes have no upper case. */
    private static Attributes inLowerCase(final Attributes attributes) {
        final AttributesImpl lower = new AttributesImpl(attributes);
        for (int i = 0; i < lower.getLength(); i++) {
            lower.setQName(i, Ascii.lower(lower.getQName(i)));
        }
        return lower;
    }

    private ElementFactory factory(final String namespace, final String name) {
        return switch (namespace) {
            case HtmlNames.MATHML -> SiteElements.MATHML;
            case HtmlNames.SVG -> "svg".equals(name) ? elements.getFactory(name) : elements.getSvgFactory();
            default -> elements.getElementFactory(page, null, name, false, false);
        };
    }

    @Override
    protected DomNode createElement(final String namespace, final String name, final HtmlAttributes attributes,
            final DomNode form, final DomNode parent) {
        final DomNode element = createElement(namespace, name, attributes, parent);
        if (form instanceof HtmlForm owner && element instanceof SubmittableElement
                && parent != owner && !owner.isAncestorOf(parent)) {
            ((HtmlElement) element).setOwningForm(owner);
        }
        return element;
    }

    @Override
    protected DomNode createHtmlElementSetAsRoot(final HtmlAttributes attributes) {
        final DomNode element = createElement(HtmlNames.HTML, "html", attributes, page);
        page.appendChild(element);
        return element;
    }

    @Override
    protected DomNode createAndInsertFosterParentedElement(final String namespace, final String name,
            final HtmlAttributes attributes, final DomNode table, final DomNode stackParent) {
        final DomNode element = createElement(namespace, name, attributes,
                table.getParentNode() == null ? stackParent : table.getParentNode());
        insertFosterParentedChild(element, table, stackParent);
        return element;
    }

    @Override
    protected DomNode createAndInsertFosterParentedElement(final String namespace, final String name,
            final HtmlAttributes attributes, final DomNode form, final DomNode table, final DomNode stackParent) {
        final DomNode element = createElement(namespace, name, attributes, form,
                table.getParentNode() == null ? stackParent : table.getParentNode());
        insertFosterParentedChild(element, table, stackParent);
        return element;
    }

    @Override
    protected void insertFosterParentedChild(final DomNode child, final DomNode table, final DomNode stackParent) {
        if (table.getParentNode() == null) {
            appendElement(child, stackParent);
        } else {
            table.insertBefore(child);
        }
    }

    @Override
    protected void insertFosterParentedCharacters(final String text, final DomNode table, final DomNode stackParent) {
        if (table.getParentNode() == null) {
            appendCharacters(stackParent, text);
        } else if (table.getPreviousSibling() instanceof DomText before) {
            before.appendData(text);
        } else {
            table.insertBefore(new DomText(page, text));
        }
    }

    @Override
    protected void appendElement(final DomNode child, final DomNode parent) {
        append(isTooDeep() && parent.getParentNode() != null ? parent.getParentNode() : parent, child);
    }

    @Override
    protected void appendChildrenToNewParent(final DomNode from, final DomNode to) {
        while (from.getFirstChild() != null) {
            append(to, from.getFirstChild());
        }
    }

    @Override
    protected void appendCharacters(final DomNode parent, final String text) {
        final DomNode last = parent == target ? lastInTarget : inside(parent).getLastChild();
        if (last instanceof DomText before && before.getParentNode() != null) {
            before.appendData(text);
        } else {
            append(parent, new DomText(page, text));
        }
    }

    @Override
    protected void appendComment(final DomNode parent, final String comment) {
        append(parent, new DomComment(page, comment));
    }

    @Override
    protected void appendCommentToDocument(final String comment) {
        page.appendChild(new DomComment(page, comment));
    }

    @Override
    protected void appendDoctypeToDocument(final String name, final String publicId, final String systemId) {
        final DomDocumentType type = new DomDocumentType(page, name, publicId, systemId);
        page.setDocumentType(type);
        page.appendChild(type);
    }

    @Override
    protected void documentMode(final DocumentMode mode, final String publicId, final String systemId) {
        page.setUserData(QUIRKS, mode == DocumentMode.QUIRKS_MODE, null);
    }

    private void append(final DomNode parent, final DomNode child) {
        if (parent == target) {
            lastInTarget = child;
        }
        inside(parent).appendChild(child);
    }

    private static DomNode inside(final DomNode parent) {
        return parent instanceof HtmlTemplate template ? template.getContent() : parent;
    }

    @Override
    protected boolean hasChildren(final DomNode element) {
        return inside(element).hasChildNodes();
    }

    @Override
    protected void detachFromParent(final DomNode element) {
        if (element.getParentNode() != null) {
            element.remove();
        }
    }

    /** A second {@code html} or {@code body} tag adds what the first one has not. */
    @Override
    protected void addAttributesToElement(final DomNode node, final HtmlAttributes attributes) {
        final DomElement element = (DomElement) node;
        for (int i = 0; i < attributes.getLength(); i++) {
            final String name = attributes.getLocalName(i);
            if (!element.hasAttribute(name)) {
                element.setAttribute(name, attributes.getValue(i));
                if (name.startsWith("on") && page.getWebClient().isJavaScriptEngineEnabled()
                        && element.getScriptableObject() instanceof HTMLBodyElement body) {
                    body.createEventHandlerFromAttribute(name, attributes.getValue(i));
                }
            }
        }
    }

    @Override
    protected void elementPushed(final String namespace, final String name, final DomNode node) {
        depth++;
        templates += node instanceof HtmlTemplate ? 1 : 0;
    }

    @Override
    protected void elementPopped(final String namespace, final String name, final DomNode node) {
        depth--;
        templates -= node instanceof HtmlTemplate ? 1 : 0;
        parse.mark(node::setEndLocation);
        if (node instanceof ScriptElement) {
            parse.runSoon(node);
            requestSuspension();
        } else {
            node.onAllChildrenAddedToPage(page.isParsingInlineHtmlSnippet());
        }
    }

    /** A script whose end tag is missing never runs. */
    @Override
    protected void markMalformedIfScript(final DomNode node) {
        if (node instanceof ScriptElement script) {
            script.setExecuted(true);
        }
    }

    /** Some elements leave the parser's stack without being told of: then it is counted anew. */
    private boolean isTooDeep() {
        if (depth > MAX_DEPTH) {
            depth = 0;
            for (DomNode node = currentNode(); node != null; node = node.getParentNode()) {
                depth++;
            }
        }
        return depth > MAX_DEPTH;
    }
}
