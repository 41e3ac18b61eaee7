package ajaxcrawl;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.function.BiConsumer;
import nu.validator.htmlparser.common.XmlViolationPolicy;
import nu.validator.htmlparser.impl.Tokenizer;
import nu.validator.htmlparser.impl.UTF16Buffer;
import org.htmlunit.html.DomDocumentFragment;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlHtml;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.parser.HTMLParser;
import org.htmlunit.html.parser.HTMLParserDOMBuilder;
import org.htmlunit.javascript.host.html.HTMLElement.ProxyDomNode;
import org.xml.sax.SAXException;

/**
 * One run of the HTML parser, over a document or a fragment. It stops behind each script, which may write more text that
 * goes before the rest (HTML Standard, "the end of a script element").
 */
final class HtmlParse implements HTMLParserDOMBuilder {

    /** Characters that are read at once, at first and at most: the parser makes room for as many more each time. */
    private static final int FIRST_CHUNK = 16 * 1024;
    private static final int LAST_CHUNK = 1024 * 1024;

    private final HtmlPage page;
    private final HtmlTreeBuilder builder;
    private final PositionedTokenizer tokenizer;
    private final StringBuilder written = new StringBuilder();
    private DomNode script;
    private boolean isReading;

    private HtmlParse(final HTMLParser elements, final HtmlPage page, final DomNode target, final boolean madeByScript) {
        this.page = page;
        builder = new HtmlTreeBuilder(this, elements, page, target, madeByScript);
        builder.setScriptingEnabled(page.getWebClient().isJavaScriptEnabled() && !madeByScript
                && page.getEnclosingWindow() != null && page.getEnclosingWindow().getEnclosedPage() == page);
        tokenizer = new PositionedTokenizer(builder, page);
    }

    /**
     * Parses a document into {@code page}.
     *
     * @param madeByScript whether a script has it made, for itself
     */
    static void document(final HTMLParser elements, final HtmlPage page, final Reader text, final boolean madeByScript)
            throws IOException {
        try {
            new HtmlParse(elements, page, null, madeByScript).parse(text, FIRST_CHUNK);
        } catch (final SAXException e) {
            throw new IllegalStateException(e); // nothing here throws one
        }
    }

    /**
     * Parses a fragment into {@code target}, behind what is in it.
     *
     * @param context what it would stand in
     */
    static void fragment(final HTMLParser elements, final DomNode target, final DomNode context, final String html)
            throws IOException, SAXException {
        final HtmlParse parse = new HtmlParse(elements, (HtmlPage) target.getPage(), target, false);
        final DomElement around = around(target, context);
        final String namespace = around == null ? HtmlNames.HTML : namespace(around);
        parse.builder.setFragmentContext(around == null ? "body" : around.getLocalName().intern(), namespace, target,
                HtmlTreeBuilder.isQuirky(parse.page));
        parse.page.registerSnippetParsingStart();
        try {
            parse.parse(new StringReader(html), Math.min(html.length() + 1, LAST_CHUNK));
        } finally {
            parse.page.registerSnippetParsingEnd();
        }
    }

    /** The element that a fragment stands in; null: none is known, or a range begins right in the root. */
    private static DomElement around(final DomNode target, final DomNode context) {
        DomNode node = context;
        if (node instanceof ProxyDomNode place) {
            node = place.isAppend() ? place.getDomNode() : place.getDomNode().getParentNode();
        }
        while (node != null && !(node instanceof DomElement)) {
            node = node.getParentNode();
        }
        return node instanceof HtmlHtml && target instanceof DomDocumentFragment ? null : (DomElement) node;
    }

    /** As the parser's own constant. */
    private static String namespace(final DomElement element) {
        final String namespace = element.getNamespaceURI();
        return HtmlNames.SVG.equals(namespace) ? HtmlNames.SVG
                : HtmlNames.MATHML.equals(namespace) ? HtmlNames.MATHML : HtmlNames.HTML;
    }

    private void parse(final Reader text, final int firstChunk) throws IOException, SAXException {
        final HTMLParserDOMBuilder before = page.getDOMBuilder();
        page.setDOMBuilder(this);
        page.registerParsingStart();
        try {
            tokenizer.start();
            boolean endedInReturn = false;
            char[] chunk = new char[firstChunk];
            for (int length = text.read(chunk); length >= 0; length = text.read(chunk)) {
                endedInReturn = read(new UTF16Buffer(chunk, 0, length), endedInReturn);
                if (length == chunk.length && length < LAST_CHUNK) {
                    chunk = new char[length * 2];
                }
            }
            isReading = true;
            tokenizer.eof();
            tokenizer.end();
        } finally {
            page.registerParsingEnd();
            page.setDOMBuilder(before);
        }
    }

    /** Reads on; whether the text ended in a carriage return, which a line feed that follows belongs to. */
    private boolean read(final UTF16Buffer text, final boolean afterReturn) throws SAXException {
        final PositionedTokenizer.Text outer = tokenizer.enter(text);
        boolean endedInReturn = afterReturn;
        while (text.hasMore()) {
            text.adjust(endedInReturn);
            endedInReturn = false;
            if (text.hasMore()) {
                isReading = true;
                try {
                    endedInReturn = tokenizer.tokenizeBuffer(text);
                } finally {
                    isReading = false;
                }
                runScript();
            }
        }
        tokenizer.leave(outer);
        return endedInReturn;
    }

    private void runScript() {
        final DomNode next = script;
        script = null;
        if (next != null) {
            next.onAllChildrenAddedToPage(page.isParsingInlineHtmlSnippet());
        }
        if (!written.isEmpty()) {
            final String text = written.toString();
            written.setLength(0);
            pushInputString(text);
        }
    }

    /** A script, which is complete now, runs as soon as the parser has stopped. */
    void runSoon(final DomNode complete) {
        script = complete;
    }

    /** Gives {@code place} line and column of what is read. */
    void mark(final BiConsumer<Integer, Integer> place) {
        tokenizer.mark(place);
    }

    /** What {@code document.write} writes. */
    @Override
    public void pushInputString(final String html) {
        if (isReading) { // what runs is no script element: a custom element's constructor, say
            written.append(html);
            tokenizer.requestSuspension();
            return;
        }
        page.registerParsingStart();
        page.registerInlineSnippetParsingStart();
        try {
            read(new UTF16Buffer(html.toCharArray(), 0, html.length()), false);
        } catch (final SAXException e) {
            throw new IllegalStateException(e); // nothing here throws one
        } finally {
            page.registerParsingEnd();
            page.registerInlineSnippetParsingEnd();
        }
    }

    /** Knows where in its text it is. */
    private static final class PositionedTokenizer extends Tokenizer {

        /** A text that is read, and how far lines and columns in it are counted. */
        private static final class Text {

            private final UTF16Buffer buffer;
            private int at;
            private int counted;

            Text(final UTF16Buffer buffer) {
                this.buffer = buffer;
                at = buffer.getStart() - 1;
                counted = buffer.getStart();
            }
        }

        private static final int CHECKED_EVERY = 1024;

        private final HtmlPage page;
        private Text text = new Text(new UTF16Buffer(new char[0], 0, 0));
        private int line = 1;
        private int column = 1;

        PositionedTokenizer(final HtmlTreeBuilder builder, final HtmlPage page) {
            super(builder, false);
            this.page = page;
            setCommentPolicy(XmlViolationPolicy.ALLOW);
            setContentNonXmlCharPolicy(XmlViolationPolicy.ALLOW);
            setContentSpacePolicy(XmlViolationPolicy.ALLOW);
            setNamePolicy(XmlViolationPolicy.ALLOW);
            setXmlnsPolicy(XmlViolationPolicy.ALLOW);
        }

        Text enter(final UTF16Buffer buffer) {
            final Text outer = text;
            text = new Text(buffer);
            return outer;
        }

        void leave(final Text outer) {
            count(text.buffer.getEnd());
            text = outer;
        }

        @Override
        protected char checkChar(final char[] buffer, final int position) {
            text.at = position;
            if (position % CHECKED_EVERY == 0) {
                SiteDocument.step(page);
            }
            return buffer[position];
        }

        void mark(final BiConsumer<Integer, Integer> place) {
            count(Math.min(text.at + 1, text.buffer.getEnd()));
            place.accept(line, column);
        }

        private void count(final int end) {
            final char[] buffer = text.buffer.getBuffer();
            while (text.counted < end) {
                final char c = buffer[text.counted++];
                column = c == '\n' ? 1 : column + 1;
                line += c == '\n' ? 1 : 0;
            }
        }
    }
}
