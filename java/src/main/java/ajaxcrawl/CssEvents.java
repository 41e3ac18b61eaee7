package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;
import org.htmlunit.cssparser.parser.CSSErrorHandler;
import org.htmlunit.cssparser.parser.CSSParseException;
import org.htmlunit.cssparser.parser.DocumentHandler;
import org.htmlunit.cssparser.parser.InputSource;
import org.htmlunit.cssparser.parser.LexicalUnit;
import org.htmlunit.cssparser.parser.Locator;
import org.htmlunit.cssparser.parser.media.MediaQueryList;
import org.htmlunit.cssparser.parser.selector.SelectorList;

/** What a parser of CSS tells, handed on, and noted to be told again. What it is told with nobody changes afterwards. */
final class CssEvents implements DocumentHandler, CSSErrorHandler {

    private interface Event {

        void tell(DocumentHandler handler, CSSErrorHandler errors, InputSource source);
    }

    private final List<Event> events = new ArrayList<>();
    private DocumentHandler handler;
    private CSSErrorHandler errors;
    private boolean telling;

    CssEvents(final DocumentHandler handler, final CSSErrorHandler errors) {
        this.handler = handler;
        this.errors = errors;
    }

    /** That was all: lets go of the handlers, which are the page's. */
    void end() {
        handler = null;
        errors = null;
    }

    /** Tells all of it again. */
    void tell(final DocumentHandler toHandler, final CSSErrorHandler toErrors, final InputSource source) {
        for (final Event event : events) {
            event.tell(toHandler, toErrors, source);
        }
    }

    private void happens(final InputSource source, final Event event) {
        if (telling) { // an error that the handler finds, as it will each time
            event.tell(handler, errors, source);
            return;
        }
        events.add(event);
        telling = true;
        try {
            event.tell(handler, errors, source);
        } finally {
            telling = false;
        }
    }

    private void happens(final Event event) {
        happens(null, event);
    }

    @Override
    public void startDocument(final InputSource source) {
        happens(source, (to, faults, now) -> to.startDocument(now));
    }

    @Override
    public void endDocument(final InputSource source) {
        happens(source, (to, faults, now) -> to.endDocument(now));
    }

    @Override
    public void ignorableAtRule(final String rule, final Locator place) {
        happens((to, faults, now) -> to.ignorableAtRule(rule, place));
    }

    @Override
    public void charset(final String name, final Locator place) {
        happens((to, faults, now) -> to.charset(name, place));
    }

    @Override
    public void importStyle(final String uri, final MediaQueryList media, final String namespace, final Locator place) {
        happens((to, faults, now) -> to.importStyle(uri, media, namespace, place));
    }

    @Override
    public void startMedia(final MediaQueryList media, final Locator place) {
        happens((to, faults, now) -> to.startMedia(media, place));
    }

    @Override
    public void endMedia(final MediaQueryList media) {
        happens((to, faults, now) -> to.endMedia(media));
    }

    @Override
    public void startPage(final String name, final String pseudo, final Locator place) {
        happens((to, faults, now) -> to.startPage(name, pseudo, place));
    }

    @Override
    public void endPage(final String name, final String pseudo) {
        happens((to, faults, now) -> to.endPage(name, pseudo));
    }

    @Override
    public void startFontFace(final Locator place) {
        happens((to, faults, now) -> to.startFontFace(place));
    }

    @Override
    public void endFontFace() {
        happens((to, faults, now) -> to.endFontFace());
    }

    @Override
    public void startSelector(final SelectorList selectors, final Locator place) {
        happens((to, faults, now) -> to.startSelector(selectors, place));
    }

    @Override
    public void endSelector(final SelectorList selectors) {
        happens((to, faults, now) -> to.endSelector(selectors));
    }

    @Override
    public void property(final String name, final LexicalUnit value, final boolean important, final Locator place) {
        happens((to, faults, now) -> to.property(name, value, important, place));
    }

    @Override
    public void warning(final CSSParseException fault) {
        happens((to, faults, now) -> faults.warning(fault));
    }

    @Override
    public void error(final CSSParseException fault) {
        happens((to, faults, now) -> faults.error(fault));
    }

    @Override
    public void fatalError(final CSSParseException fault) {
        happens((to, faults, now) -> faults.fatalError(fault));
    }
}
