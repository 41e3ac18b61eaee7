package ajaxcrawl;

import org.htmlunit.BrowserVersion;
import org.htmlunit.NicelyResynchronizingAjaxController;
import org.htmlunit.SilentCssErrorHandler;
import org.htmlunit.WebClient;
import org.htmlunit.WebClientOptions;
import org.htmlunit.javascript.background.BackgroundJavaScriptFactory;

/** The browser of one render. */
final class PageClient extends WebClient {

    private static final long serialVersionUID = 1L;

    /** The first window is made inside WebClient's constructor, before our fields exist. */
    private static final ThreadLocal<PageClock> CLOCK_DURING_CONSTRUCTION = new ThreadLocal<>();

    static {
        BackgroundJavaScriptFactory.setFactory(new Clocks());
    }

    private final transient PageClock clock;
    private final transient Budget budget;
    private final boolean constructed;

    /**
     * @param clock the page clock; null: the wall clock
     */
    PageClient(final RenderOptions options, final PageClock clock, final PageLog log, final Budget budget) {
        super(remember(clock, Browsers.of(options)));
        CLOCK_DURING_CONSTRUCTION.remove();
        this.clock = clock;
        this.budget = budget;
        constructed = true;
        setJavaScriptEngine(new PageEngine(this));
        configure(options, log);
    }

    private static BrowserVersion remember(final PageClock clock, final BrowserVersion version) {
        CLOCK_DURING_CONSTRUCTION.set(clock);
        return version;
    }

    /** The page clock of a client; null: it runs on the wall clock. */
    static PageClock clockOf(final WebClient client) {
        if (!(client instanceof PageClient ours)) {
            return null;
        }
        return ours.constructed ? ours.clock : CLOCK_DURING_CONSTRUCTION.get();
    }

    PageClock clock() {
        return clock;
    }

    Budget budget() {
        return budget;
    }

    private void configure(final RenderOptions settings, final PageLog log) {
        final WebClientOptions options = getOptions();
        options.setThrowExceptionOnScriptError(false);
        options.setThrowExceptionOnFailingStatusCode(false);
        options.setPrintContentOnFailingStatusCode(false);
        options.setCssEnabled(settings.css());
        options.setDownloadImages(false);
        options.setFetchPolyfillEnabled(true);
        options.setWebSocketEnabled(false);
        options.setGeolocationEnabled(false);
        setCssErrorHandler(new SilentCssErrorHandler());
        setPageCreator(new SitePageCreator());
        if (settings.resynchronizeAjax()) {
            setAjaxController(new NicelyResynchronizingAjaxController());
        }
    }
}
