package ajaxcrawl;

import org.htmlunit.html.DomAttr;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.DomText;
import org.htmlunit.html.XHtmlPage;

/** What the serialiser asks of HtmlUnit's elements. */
final class Elements {

    private Elements() { }

    /** The name to write: that of the standard's fragment serialisation algorithm, in the case a parser gives it. */
    static String tagName(final DomElement element) {
        final String namespace = element.getNamespaceURI();
        if (HtmlNames.SVG.equals(namespace)) {
            final String local = element.getLocalName();
            return HtmlNames.SVG_ELEMENTS.getOrDefault(Ascii.lower(local), local);
        }
        if (HtmlNames.MATHML.equals(namespace)) {
            return element.getLocalName();
        }
        if (!HtmlNames.HTML.equals(namespace)) {
            return element.getQualifiedName();
        }
        // To the HTML parser a colon is a letter as any other.
        final boolean prefixIsAPrefix = element.getPage() instanceof XHtmlPage;
        return Ascii.lower(prefixIsAPrefix ? element.getLocalName() : element.getQualifiedName());
    }

    static boolean isForeign(final DomElement element) {
        final String namespace = element.getNamespaceURI();
        return HtmlNames.SVG.equals(namespace) || HtmlNames.MATHML.equals(namespace);
    }

    /** Whether this is an HTML element of that name. */
    static boolean is(final DomElement element, final String name) {
        return name.equals(element.getLowercaseName()) && !isForeign(element);
    }

    /** An attribute's value; null where there is none. */
    static String attribute(final DomElement element, final String name) {
        return element.hasAttribute(name) ? element.getAttribute(name) : null;
    }

    /** An attribute's value, in lower case and without space around it; empty where there is none. */
    static String keyword(final DomElement element, final String name) {
        return element.hasAttribute(name) ? Ascii.lower(Ascii.strip(element.getAttribute(name))) : "";
    }

    /** The name to write of an attribute. */
    static String attributeName(final DomElement element, final DomAttr attribute) {
        final String namespace = attribute.getNamespaceURI();
        if (HtmlNames.XLINK.equals(namespace)) {
            return "xlink:" + attribute.getLocalName();
        }
        if (HtmlNames.XML.equals(namespace)) {
            return "xml:" + attribute.getLocalName();
        }
        final String name = attribute.getName();
        return HtmlNames.SVG.equals(element.getNamespaceURI())
                ? HtmlNames.SVG_ATTRIBUTES.getOrDefault(name, name) : name;
    }

    /** Whether a parser would read back that attribute's name, or that of an element. */
    static boolean isReadable(final String name, final boolean ofElement) {
        if (name.isEmpty() || ofElement && !isLetter(name.charAt(0))) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            final char c = name.charAt(i);
            if (Ascii.isSpace(c) || c == '/' || c == '>' || c == '\0' || c == '=' && !ofElement && i > 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetter(final char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    /** The element's own text: "child text content" of the DOM Standard. */
    static String ownText(final DomElement element) {
        final DomNode first = element.getFirstChild();
        if (first instanceof DomText only && only.getNextSibling() == null) {
            return only.getData();
        }
        final StringBuilder text = new StringBuilder();
        for (DomNode child = first; child != null; child = child.getNextSibling()) {
            if (child instanceof DomText part) {
                text.append(part.getData());
            }
        }
        return text.toString();
    }
}
