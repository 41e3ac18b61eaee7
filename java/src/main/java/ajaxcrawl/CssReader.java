package ajaxcrawl;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.Deque;
import org.htmlunit.WebClient;
import org.htmlunit.cssparser.parser.InputSource;
import org.htmlunit.cssparser.parser.LexicalUnit;
import org.htmlunit.cssparser.parser.media.MediaQueryList;
import org.htmlunit.cssparser.parser.selector.SelectorList;

/**
 * HtmlUnit's parser of CSS, which does not parse again what any page had it parse: it keeps what it told of a text, and
 * tells it again. A page's rules are made of that anew each time, so that scripts change none but their own.
 */
final class CssReader extends WebClient.PooledCSS3Parser {

    /** In characters; what is told takes some twenty times its text: 10 MB of the heap at most. */
    private static final KeptTexts<Told<Void>> SHEETS = new KeptTexts<>(512 << 10);
    private static final KeptTexts<Told<SelectorList>> SELECTORS = new KeptTexts<>(64 << 10);

    private static final int MOST_AT_ONCE = 8192;

    /** What a text came to. */
    private record Told<T>(T value, CssEvents events) { }

    private interface Parsing<T> {

        T of(InputSource source) throws IOException;
    }

    private final Deque<CssReader> idle;

    /**
     * @param idle where it goes when it is closed
     */
    CssReader(final Deque<CssReader> idle) {
        super(null);
        this.idle = idle;
    }

    @Override
    public void close() {
        idle.addLast(this);
    }

    @Override
    public void parseStyleSheet(final InputSource source) throws IOException {
        read(SHEETS, source, copy -> {
            super.parseStyleSheet(copy);
            return null;
        });
    }

    @Override
    public SelectorList parseSelectors(final InputSource source) throws IOException {
        return read(SELECTORS, source, super::parseSelectors);
    }

    @Override
    public MediaQueryList parseMedia(final InputSource source) throws IOException {
        return super.parseMedia(new InputSource(new StringReader(MediaQueries.inList(text(source.getReader())))));
    }

    @Override
    protected LexicalUnit functionInternal(final LexicalUnit before, final String name, final LexicalUnit arguments) {
        return super.functionInternal(before, ColorFunctions.named(name, arguments), arguments);
    }

    private <T> T read(final KeptTexts<Told<T>> kept, final InputSource source, final Parsing<T> parsing)
            throws IOException {
        final String text = text(source.getReader());
        final Told<T> known = kept.get(text);
        if (known != null) {
            known.events().tell(getDocumentHandler(), getErrorHandler(), source);
            return known.value();
        }
        final String understood = ColorFunctions.marked(MediaQueries.inSheet(CssLowering.lowered(text)));
        final InputSource copy = new InputSource(new StringReader(understood));
        copy.setURI(source.getURI());
        copy.setMedia(source.getMedia());
        copy.setTitle(source.getTitle());
        final CssEvents events = new CssEvents(getDocumentHandler(), getErrorHandler());
        setDocumentHandler(events);
        setErrorHandler(events);
        final T value = parsing.of(copy);
        events.end();
        kept.put(text, new Told<>(value, events));
        return value;
    }

    /** Most of them are selectors of a few characters, which Java's own way takes buffers of some thousands for. */
    private static String text(final Reader reader) throws IOException {
        final StringBuilder text = new StringBuilder();
        char[] part = new char[64];
        for (int count = reader.read(part); count >= 0; count = reader.read(part)) {
            text.append(part, 0, count);
            if (count == part.length && count < MOST_AT_ONCE) {
                part = new char[2 * count];
            }
        }
        return text.toString();
    }
}
