package ajaxcrawl;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.lang.reflect.Field;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.htmlunit.SgmlPage;
import org.htmlunit.WebClient;
import org.htmlunit.WebResponse;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.ElementFactory;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlTable;
import org.htmlunit.html.HtmlTemplate;
import org.htmlunit.html.SiteElements;
import org.htmlunit.html.parser.HTMLParser;
import org.htmlunit.html.parser.neko.DecodedDocuments;
import org.htmlunit.html.parser.neko.HtmlUnitNekoHtmlParser;
import org.xml.sax.SAXException;

/** HtmlUnit's parser with elements of ours, and with templates that may begin with a part of a table. */
final class SiteHtmlParser implements HTMLParser {

    private static final Field FACTORIES = HtmlUnitFields.of(HtmlUnitNekoHtmlParser.class, "ELEMENT_FACTORIES");
    private static final Pattern FIRST_TAG = Pattern.compile(
            "(?is)(?:\\s|<!--.*?-->)*+<(td|th|tr|tbody|thead|tfoot|caption|colgroup|col)[\\s/>].*");
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final Map<String, String> PARENTS = Map.of("td", "tr", "th", "tr", "tr", "tbody", "tbody", "table",
            "thead", "table", "tfoot", "table", "caption", "table", "colgroup", "table", "col", "colgroup");

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
        return parser.getFactory(tagName);
    }

    @Override
    public ElementFactory getSvgFactory() {
        return parser.getSvgFactory();
    }

    @Override
    public ElementFactory getElementFactory(final SgmlPage page, final String namespace, final String name,
            final boolean insideSvg, final boolean svgSupport) {
        return parser.getElementFactory(page, namespace, name, insideSvg, svgSupport);
    }

    @Override
    public void parseFragment(final WebClient client, final DomNode parent, final DomNode context, final String source,
            final boolean createdByJavaScript) throws SAXException, IOException {
        final CustomElements elements = CustomElements.of(parent.getPage());
        if (elements == null) {
            parse(client, parent, context, source, createdByJavaScript);
            return;
        }
        elements.hold(); // custom elements see the whole fragment, not their start tag alone
        try {
            parse(client, parent, context, source, createdByJavaScript);
        } finally {
            elements.release();
        }
    }

    private void parse(final WebClient client, final DomNode parent, final DomNode context, final String source,
            final boolean createdByJavaScript) throws SAXException, IOException {
        final DomNode stack = contextOf(context, source);
        final String html = BogusComments.write(source);
        // ranges name another node as the context than the one that they fill, and make scripts that run
        if (parent != context || !(parent.getPage() instanceof PageScripts.Owner owner)) {
            parser.parseFragment(client, parent, stack, html, createdByJavaScript);
            return;
        }
        owner.scripts().beginInert();
        try {
            if (parent instanceof HtmlTable && parent.getParentNode() == null) {
                parseInDetachedTable(client, parent, html, createdByJavaScript);
            } else {
                parser.parseFragment(client, parent, stack, html, createdByJavaScript);
            }
        } finally {
            owner.scripts().endInert();
        }
    }

    /** Stray text goes before a table, which HtmlUnit cannot do where there is no parent: it ends the script then. */
    private void parseInDetachedTable(final WebClient client, final DomNode table, final String html,
            final boolean createdByJavaScript) throws SAXException, IOException {
        final DomNode holder = (DomNode) table.getPage().createElement("div");
        holder.appendChild(table);
        parser.parseFragment(client, table, table, html, createdByJavaScript);
        while (table.getPreviousSibling() != null) {
            final DomNode stray = table.getPreviousSibling();
            if (table.getFirstChild() == null) {
                table.appendChild(stray);
            } else {
                table.getFirstChild().insertBefore(stray);
            }
        }
        table.remove();
    }

    /** What may stand first in a template decides what the rest is read as. */
    private static DomNode contextOf(final DomNode context, final String source) {
        if (context instanceof HtmlTemplate) {
            final Matcher first = FIRST_TAG.matcher(source);
            if (first.matches()) {
                return (DomNode) context.getPage().createElement(PARENTS.get(first.group(1).toLowerCase(Locale.ROOT)));
            }
        }
        return context;
    }

    @Override
    public void parse(final WebClient client, final WebResponse response, final HtmlPage page, final boolean xhtml,
            final boolean createdByJavaScript) throws IOException {
        final Charset charset = response.getContentCharset();
        if (xhtml) {
            parser.parse(client, response, page, true, createdByJavaScript);
            return;
        }
        if (response.wasContentCharsetTentative()) { // a meta of the document may name another
            try (InputStream bytes = response.getContentAsStream()) {
                DecodedDocuments.parse(this, client, page, bytes, charset.name(), createdByJavaScript);
            }
            return;
        }
        try (Reader text = new BufferedReader(new InputStreamReader(response.getContentAsStream(), charset))) {
            text.mark(1);
            if (text.read() != BYTE_ORDER_MARK) {
                text.reset();
            }
            DecodedDocuments.parse(this, client, page, text, createdByJavaScript);
        }
    }
}
