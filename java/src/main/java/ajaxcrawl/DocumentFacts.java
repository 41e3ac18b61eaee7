package ajaxcrawl;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;

/** What must be known of a document before its first tag is written. One walk through the tree. */
final class DocumentFacts {

    private DomElement base;
    private DomElement charset;
    private DomElement canonical;
    private DomElement head;
    private String nonce;
    private final List<DomElement> instructions = new ArrayList<>();
    private final Charset encoding;

    private DocumentFacts(final Charset encoding) {
        this.encoding = encoding;
    }

    static DocumentFacts of(final HtmlPage page) {
        final DocumentFacts facts = new DocumentFacts(page.getCharset() == null
                ? StandardCharsets.UTF_8 : page.getCharset());
        facts.head = page.getHead();
        final DomElement root = page.getDocumentElement();
        if (root != null) {
            for (final DomElement element : root.getDomElementDescendants()) {
                facts.see(element);
            }
        }
        return facts;
    }

    private void see(final DomElement element) {
        if (nonce == null && element.hasAttribute("nonce") && !element.getAttribute("nonce").isEmpty()) {
            nonce = element.getAttribute("nonce");
        }
        switch (element.getLowercaseName()) {
            case "base":
                if (base == null && element.hasAttribute("href") && !Elements.isForeign(element)) {
                    base = element;
                }
                break;
            case "meta":
                if (charset == null && (element.hasAttribute("charset") || Metas.isContentType(element))) {
                    charset = element;
                }
                if (Metas.isInstruction(element)) {
                    instructions.add(element);
                }
                break;
            case "link":
                if (canonical == null && Ascii.words(element.getAttribute("rel")).contains("canonical")
                        && !Ascii.strip(element.getAttribute("href")).isEmpty()) {
                    canonical = element;
                }
                break;
            default:
                break;
        }
    }

    /** The {@code base} element that counts: the first with an href; null where there is none. */
    DomElement base() {
        return base;
    }

    /** Whether an element says the character encoding. */
    boolean saysCharset() {
        return charset != null;
    }

    /** Whether the page names a canonical URL itself, in an element. */
    boolean hasCanonical() {
        return canonical != null;
    }

    /** The {@code meta} elements that speak to renderers. */
    List<DomElement> instructions() {
        return instructions;
    }

    /** Null where a script took it away. */
    DomElement head() {
        return head;
    }

    /** The nonce that a content security policy may ask of our style elements; null where none is used. */
    String nonce() {
        return nonce;
    }

    /** The character encoding that the document came in. */
    Charset encoding() {
        return encoding;
    }
}
