package ajaxcrawl;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.lang.reflect.Field;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.htmlunit.SgmlPage;
import org.htmlunit.WebClient;
import org.htmlunit.WebResponse;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.ElementFactory;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.SiteElements;
import org.htmlunit.html.UnknownElementFactory;
import org.htmlunit.html.XHtmlPage;
import org.htmlunit.html.parser.HTMLParser;
import org.htmlunit.html.parser.neko.HtmlUnitNekoHtmlParser;
import org.htmlunit.util.EncodingSniffer;
import org.xml.sax.SAXException;

/** The parser of the HTML Standard, which makes elements of ours; HtmlUnit's own for XHTML. */
final class SiteHtmlParser implements HTMLParser {

    private static final Field FACTORIES = HtmlUnitFields.of(HtmlUnitNekoHtmlParser.class, "ELEMENT_FACTORIES");
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    /** What ISO-8859-1 is on the web (Encoding Standard). */
    private static final Charset WESTERN = Charset.forName("windows-1252");
    private static final int MOST_HEAD = 128 * 1024;
    /** A meta, or where the head ends. */
    private static final Pattern HEAD_TAGS = Pattern.compile("(?i)<(meta)\\s[^>]*>|</head\\b|<body\\b");

    static {
        registerElements();
    }

    private final HTMLParser parser = new HtmlUnitNekoHtmlParser();

    /** HtmlUnit has one table of element factories, for all clients. */
    @SuppressWarnings("unchecked") // read by reflection
    private static void registerElements() {
        ((Map<String, ElementFactory>) HtmlUnitFields.get(FACTORIES, null)).putAll(SiteElements.factories());
    }

    @Override
    public ElementFactory getFactory(final String tagName) {
        return known(parser.getFactory(tagName), tagName);
    }

    @Override
    public ElementFactory getSvgFactory() {
        return parser.getSvgFactory();
    }

    @Override
    public ElementFactory getElementFactory(final SgmlPage page, final String namespace, final String name,
            final boolean insideSvg, final boolean svgSupport) {
        final ElementFactory factory = parser.getElementFactory(page, namespace, name, insideSvg, svgSupport);
        return namespace == null || namespace.isEmpty() || HtmlNames.HTML.equals(namespace) ? known(factory, name)
                : factory;
    }

    /** Names with a hyphen may become elements of the page's own (HTML Standard, "element interface"). */
    private static ElementFactory known(final ElementFactory factory, final String name) {
        return factory == UnknownElementFactory.INSTANCE && name.indexOf('-') > 0 && Character.isLowerCase(name.charAt(0))
                ? SiteElements.UNDEFINED : factory;
    }

    @Override
    public void parseFragment(final WebClient client, final DomNode parent, final DomNode context, final String source,
            final boolean createdByJavaScript) throws SAXException, IOException {
        final CustomElements elements = CustomElements.of(parent.getPage());
        if (elements == null) {
            parseFragment(parent, context, source);
            return;
        }
        elements.hold(); // custom elements see the whole fragment, not their start tag alone
        try {
            parseFragment(parent, context, source);
        } finally {
            elements.release();
        }
    }

    private void parseFragment(final DomNode parent, final DomNode context, final String source)
            throws SAXException, IOException {
        if (!(parent.getPage() instanceof HtmlPage page) || page instanceof XHtmlPage) {
            parser.parseFragment(parent.getPage().getWebClient(), parent, context, source, false);
            return;
        }
        // ranges name another node as the context than the one that they fill, and make scripts that run
        if (parent != context || !(page instanceof PageScripts.Owner owner)) {
            HtmlParse.fragment(this, parent, context, source);
            return;
        }
        owner.scripts().beginInert();
        try {
            HtmlParse.fragment(this, parent, context, source);
        } finally {
            owner.scripts().endInert();
        }
    }

    @Override
    public void parse(final WebClient client, final WebResponse response, final HtmlPage page, final boolean xhtml,
            final boolean createdByJavaScript) throws IOException {
        if (xhtml) {
            parser.parse(client, response, page, true, createdByJavaScript);
            return;
        }
        Charset charset = response.getContentCharset();
        if (response.wasContentCharsetTentative() && lateCharset(response) != null) {
            charset = lateCharset(response);
            response.getWebRequest().setDefaultResponseContentCharset(charset);
        }
        try (Reader text = new BufferedReader(new InputStreamReader(response.getContentAsStream(),
                StandardCharsets.ISO_8859_1.equals(charset) ? WESTERN : charset))) {
            text.mark(1);
            if (text.read() != BYTE_ORDER_MARK) {
                text.reset();
            }
            HtmlParse.document(this, page, text, createdByJavaScript);
        }
    }

    /** What a {@code meta} of the head says that HtmlUnit did not look for, behind the first kilobyte; null: nothing. */
    private static Charset lateCharset(final WebResponse response) throws IOException {
        try (InputStream content = response.getContentAsStream()) {
            if (EncodingSniffer.sniffEncodingFromMetaTag(content) != null) {
                return null;
            }
        }
        try (InputStream content = response.getContentAsStream()) {
            final byte[] head = content.readNBytes(MOST_HEAD);
            final Matcher tags = HEAD_TAGS.matcher(new String(head, StandardCharsets.ISO_8859_1));
            Charset found = null;
            while (found == null && tags.find() && tags.group(1) != null) {
                found = EncodingSniffer.sniffEncodingFromMetaTag(
                        new ByteArrayInputStream(head, tags.start(), tags.end() - tags.start()));
            }
            return found;
        }
    }
}
