package ajaxcrawl;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.htmlunit.html.DomAttr;
import org.htmlunit.html.DomComment;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.DomText;
import org.htmlunit.html.HtmlTemplate;

/** What {@code innerHTML} gives scripts: the standard's fragment serialisation algorithm, nothing left out. */
final class InnerHtml {

    private record Open(Iterator<DomNode> rest, String name) { }

    private final HtmlWriter out = new HtmlWriter(Integer.MAX_VALUE);
    private final Deque<Open> open = new ArrayDeque<>();

    private InnerHtml() { }

    static String of(final DomNode parent) {
        final InnerHtml html = new InnerHtml();
        html.open.push(new Open(parent.getChildren().iterator(), null));
        html.write();
        return html.out.toString();
    }

    private void write() {
        while (!open.isEmpty()) {
            final Open parent = open.peek();
            if (!parent.rest().hasNext()) {
                open.pop();
                if (parent.name() != null) {
                    out.endTag(parent.name());
                }
                continue;
            }
            final DomNode node = parent.rest().next();
            if (node instanceof DomElement element) {
                element(element);
            } else if (node instanceof DomText text) {
                out.text(text.getData());
            } else if (node instanceof DomComment comment) {
                out.comment(comment.getData());
            }
        }
    }

    private void element(final DomElement element) {
        final String name = Elements.tagName(element);
        out.startTag(name);
        for (final DomAttr attribute : element.getAttributesMap().values()) {
            out.attribute(Elements.attributeName(element, attribute), attribute.getValue());
        }
        out.endStartTag(false);
        if (Elements.isForeign(element) || !HtmlNames.VOID.contains(name)) {
            if (!Elements.isForeign(element) && HtmlNames.RAW_TEXT.contains(name)) {
                out.rawText(Elements.ownText(element));
                out.endTag(name);
            } else {
                final DomNode parent = element instanceof HtmlTemplate template ? template.getContent() : element;
                open.push(new Open(parent.getChildren().iterator(), name));
            }
        }
    }
}
