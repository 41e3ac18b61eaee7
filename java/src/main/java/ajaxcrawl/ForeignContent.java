package ajaxcrawl;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.htmlunit.SgmlPage;
import org.htmlunit.WebClient;
import org.htmlunit.WebResponse;
import org.htmlunit.cyberneko.HTMLConfiguration;
import org.htmlunit.cyberneko.HTMLElements;
import org.htmlunit.cyberneko.HTMLTagBalancer;
import org.htmlunit.cyberneko.xerces.parsers.AbstractXMLDocumentParser;
import org.htmlunit.html.DomDocumentFragment;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.ElementFactory;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.SiteElements;
import org.htmlunit.html.parser.HTMLParser;
import org.htmlunit.html.parser.HTMLParserDOMBuilder;
import org.xml.sax.SAXException;
import org.xml.sax.SAXNotRecognizedException;
import org.xml.sax.SAXNotSupportedException;

/**
 * Which elements of a document are SVG, MathML or HTML (HTML Standard, "tree construction dispatcher"), and where
 * {@code <![CDATA[} begins a text. HtmlUnit takes all in an {@code svg} for SVG, has paragraphs end it, and knows no
 * MathML. One for each run of the parser.
 */
final class ForeignContent implements HTMLParser {

    private static final String CDATA = "http://cyberneko.org/html/features/scanner/cdata-sections";
    private static final String CDATA_EARLY_CLOSING = "http://cyberneko.org/html/features/scanner/cdata-early-closing";
    private static final Set<String> SVG_POINTS = Set.of("foreignobject", "desc", "title");
    private static final Set<String> MATHML_POINTS = Set.of("mi", "mo", "mn", "ms", "mtext");
    private static final Set<String> HTML_ENCODINGS = Set.of("text/html", "application/xhtml+xml");
    private static final Class<?> BUILDER = builder();
    private static final Field PARSER = HtmlUnitFields.of(BUILDER, "htmlParser_");
    private static final Field CURRENT = HtmlUnitFields.of(BUILDER, "currentNode_");
    private static final Field CONFIGURATION =
            HtmlUnitFields.of(AbstractXMLDocumentParser.class, "parserConfiguration_");
    private static final Field OPENED_SVG = HtmlUnitFields.of(HTMLTagBalancer.class, "fOpenedSvg");

    static {
        // known as blocks, for what is in them does not end what is around them
        final HTMLElements known = (HTMLElements) HtmlUnitFields.get(HtmlUnitFields.of(BUILDER, "HTMLELEMENTS"), null);
        short code = HTMLElements.UNKNOWN;
        for (final String name : new String[] {"FOREIGNOBJECT", "DESC", "ANNOTATION-XML"}) {
            known.setElement(new HTMLElements.Element(++code, name, HTMLElements.Element.BLOCK, HTMLElements.BODY, null));
        }
    }

    private final HTMLParserDOMBuilder builder;
    private final HTMLParser parser;
    private final HTMLTagBalancer balancer;
    private boolean knowsCdata;

    private ForeignContent(final HTMLParserDOMBuilder builder, final HTMLParser parser) {
        this.builder = builder;
        this.parser = parser;
        balancer = ((HTMLConfiguration) HtmlUnitFields.get(CONFIGURATION, builder)).getTagBalancer();
    }

    private static Class<?> builder() {
        try {
            return Class.forName("org.htmlunit.html.parser.neko.HtmlUnitNekoDOMBuilder");
        } catch (final ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Has the builder ask us for its elements. */
    static void attachTo(final HTMLParserDOMBuilder builder) {
        if (BUILDER.isInstance(builder)) {
            final HTMLParser own = (HTMLParser) HtmlUnitFields.get(PARSER, builder);
            if (!(own instanceof ForeignContent)) {
                HtmlUnitFields.set(PARSER, builder, new ForeignContent(builder, own));
            }
        }
    }

    @Override
    public ElementFactory getElementFactory(final SgmlPage page, final String namespace, final String name,
            final boolean insideSvg, final boolean svgSupport) {
        final String kind = namespace((DomNode) HtmlUnitFields.get(CURRENT, builder), Ascii.lower(name), insideSvg);
        readCdata(!HtmlNames.HTML.equals(kind) || "svg".equalsIgnoreCase(name));
        HtmlUnitFields.set(OPENED_SVG, balancer, "svg".equalsIgnoreCase(name)
                || HtmlNames.SVG.equals(kind) && !SVG_POINTS.contains(Ascii.lower(name)));
        return switch (kind) {
            case HtmlNames.SVG -> parser.getSvgFactory();
            case HtmlNames.MATHML -> SiteElements.MATHML;
            default -> parser.getElementFactory(page, namespace, name, false, svgSupport);
        };
    }

    /** The namespace of an element that begins in {@code parent}; HtmlUnit has a factory of HTML's for {@code svg}. */
    private static String namespace(final DomNode parent, final String name, final boolean insideSvg) {
        final String around = parent instanceof DomElement element ? element.getNamespaceURI()
                : parent instanceof DomDocumentFragment && insideSvg ? HtmlNames.SVG : HtmlNames.HTML;
        final String inside = parent == null || parent.getLocalName() == null ? "" : Ascii.lower(parent.getLocalName());
        if (HtmlNames.SVG.equals(around) && !SVG_POINTS.contains(inside)) {
            return HtmlNames.SVG;
        }
        if (HtmlNames.MATHML.equals(around)) {
            final boolean isHtml = MATHML_POINTS.contains(inside) && !"mglyph".equals(name)
                    && !"malignmark".equals(name) || "annotation-xml".equals(inside) && ("svg".equals(name)
                    || HTML_ENCODINGS.contains(Elements.keyword((DomElement) parent, "encoding")));
            return isHtml ? name.equals("math") ? HtmlNames.MATHML : HtmlNames.HTML : HtmlNames.MATHML;
        }
        return "math".equals(name) ? HtmlNames.MATHML : HtmlNames.HTML;
    }

    private void readCdata(final boolean isForeign) {
        if (isForeign != knowsCdata && builder instanceof org.xml.sax.XMLReader reader) {
            knowsCdata = isForeign;
            try {
                reader.setFeature(CDATA, isForeign);
                reader.setFeature(CDATA_EARLY_CLOSING, !isForeign);
            } catch (final SAXNotRecognizedException | SAXNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public ElementFactory getFactory(final String tagName) {
        return parser.getFactory(tagName);
    }

    @Override
    public ElementFactory getSvgFactory() {
        return parser.getSvgFactory();
    }

    @Override
    public void parseFragment(final WebClient client, final DomNode parent, final DomNode context, final String source,
            final boolean createdByJavaScript) throws SAXException, IOException {
        parser.parseFragment(client, parent, context, source, createdByJavaScript);
    }

    @Override
    public void parse(final WebClient client, final WebResponse response, final HtmlPage page, final boolean xhtml,
            final boolean createdByJavaScript) throws IOException {
        parser.parse(client, response, page, xhtml, createdByJavaScript);
    }
}
