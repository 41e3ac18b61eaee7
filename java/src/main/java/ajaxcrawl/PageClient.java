package ajaxcrawl;

import java.io.IOException;
import java.net.URL;
import java.util.Deque;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.htmlunit.BrowserVersion;
import org.htmlunit.FailingHttpStatusCodeException;
import org.htmlunit.HttpMethod;
import org.htmlunit.Page;
import org.htmlunit.SilentCssErrorHandler;
import org.htmlunit.SilentIncorrectnessListener;
import org.htmlunit.WebClient;
import org.htmlunit.WebClientOptions;
import org.htmlunit.WebConsole;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.WebWindow;
import org.htmlunit.html.FrameWindow;
import org.htmlunit.http.Cookie;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.background.BackgroundJavaScriptFactory;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.util.MimeType;
import org.htmlunit.util.UrlUtils;

/** The browser of one render: a fresh one for each, that never leaves the document it was made for. */
final class PageClient extends WebClient {

    /** HtmlUnit's word for a navigation that a script asks for. */
    static final String SET_LOCATION = "JS set location";

    private static final long serialVersionUID = 1L;

    /** The first window is made inside WebClient's constructor, before our fields exist. */
    private static final ThreadLocal<PageClock> CLOCK_DURING_CONSTRUCTION = new ThreadLocal<>();

    static {
        BackgroundJavaScriptFactory.setFactory(new Clocks());
    }

    private final transient PageClock pageClock;
    private final transient PageTime time;
    private final transient Budget budget;
    private final transient PageLog log;
    private final transient LoweredScripts lowering;
    private final transient Navigation navigation;
    private final transient Flights flights;
    private final transient WebConsole console;
    private final transient RequestPolicies policies;
    private final transient Thread pageThread = Thread.currentThread();
    private final transient WebWindow top;
    private final boolean resynchronize;
    private final boolean constructed;
    private final transient Deque<CssReader> cssReaders = new ConcurrentLinkedDeque<>();
    private final transient Queue<WebResponse> styleSheets = new ConcurrentLinkedQueue<>();
    private transient volatile boolean closing;
    private transient boolean missesLowering;

    /**
     * @param clock the page clock; null: the wall clock
     * @param lowering for modern scripts; null: they stay as they are
     */
    PageClient(final RenderOptions options, final PageClock clock, final PageLog log, final Budget budget,
            final LoweredScripts lowering) {
        super(remember(clock, Browsers.of(options)));
        CLOCK_DURING_CONSTRUCTION.remove();
        pageClock = clock;
        time = clock == null ? new WallTime() : clock;
        this.budget = budget;
        this.log = log;
        this.lowering = lowering;
        navigation = new Navigation(log);
        flights = new Flights(budget);
        console = new PageConsole(log);
        policies = new RequestPolicies(this);
        resynchronize = options.resynchronizeAjax();
        top = getCurrentWindow();
        constructed = true;
        setJavaScriptEngine(new PageEngine(this));
        configure(options);
    }

    private static BrowserVersion remember(final PageClock clock, final BrowserVersion version) {
        CLOCK_DURING_CONSTRUCTION.set(clock);
        return version;
    }

    private void configure(final RenderOptions settings) {
        final WebClientOptions options = getOptions();
        options.setThrowExceptionOnScriptError(false);
        options.setThrowExceptionOnFailingStatusCode(false);
        options.setPrintContentOnFailingStatusCode(false);
        options.setCssEnabled(settings.css());
        options.setDownloadImages(false);
        options.setFetchPolyfillEnabled(false); // ours: fetch.js
        options.setWebSocketEnabled(false);
        options.setGeolocationEnabled(false);
        options.setPopupBlockerEnabled(true);
        options.setMaxInMemory(0); // no temporary files
        setPageCreator(new SitePageCreator());
        setAjaxController(new PageAjaxController());
        setRefreshHandler(new PageRefresh(this));
        setCssErrorHandler(new SilentCssErrorHandler());
        setIncorrectnessListener(new SilentIncorrectnessListener());
        setJavaScriptErrorListener(new ScriptLog(log));
        // as in a browser that nobody sits at: alert is read, confirm and prompt are dismissed
        setAlertHandler((page, message) -> log.add("info", "alert", message, page.getUrl().toExternalForm(), 0));
        setConfirmHandler((page, message) -> false);
        setPromptHandler((page, message, defaultValue) -> null);
        setPrintHandler(page -> { });
    }

    /** The page clock; null: this client runs on the wall clock. */
    PageClock pageClock() {
        return constructed ? pageClock : CLOCK_DURING_CONSTRUCTION.get();
    }

    /** The time that scripts see. */
    PageTime time() {
        return time;
    }

    Budget budget() {
        return budget;
    }

    PageLog log() {
        return log;
    }

    /** The style sheets that were loaded. */
    Iterable<WebResponse> styleSheets() {
        return styleSheets;
    }

    /** Lowers modern scripts; null: they stay as they are. */
    LoweredScripts lowering() {
        return lowering;
    }

    /** A script did not compile that might have after lowering: the page's log says why there is none, once. */
    void missesLowering(final String reason) {
        if (!missesLowering) {
            missesLowering = true;
            log.add("error", "lowering", "Modern scripts are not translated: " + reason, "", 0);
        }
    }

    Navigation navigation() {
        return navigation;
    }

    /** The page's own window. */
    WebWindow top() {
        return top;
    }

    boolean isClosing() {
        return closing;
    }

    /** Whether a call sent now is to be done before the page goes on. */
    boolean resynchronizesCalls() {
        // as NicelyResynchronizingAjaxController: only calls of the thread that loads the page
        return resynchronize && Thread.currentThread() == pageThread;
    }

    @Override
    public PooledCSS3Parser getCSS3Parser() {
        final CssReader reader = cssReaders.pollLast();
        return reader == null ? new CssReader(cssReaders) : reader;
    }

    @Override
    public WebConsole getWebConsole() {
        return console;
    }

    @Override
    public synchronized Set<Cookie> getCookies(final URL url) {
        return PageCookies.matching(this, url);
    }

    @Override
    public void addCookie(final String text, final URL pageUrl, final Object origin) {
        PageCookies.store(this, pageUrl, text, true);
    }

    /** Called for each element that leaves the document: a script may take very many out in one go. */
    @Override
    public boolean isJavaScriptEngineEnabled() {
        if (constructed) {
            budget.tick();
        }
        return super.isJavaScriptEngineEnabled();
    }

    /** The page's calls that are under way. */
    Flights flights() {
        return flights;
    }

    /** Sends a call of a document's; one to another site may need a preflight, and is sent when its turn comes. */
    void sendCall(final WebRequest request, final WebUrl document) {
        if (document != null && UrlUtils.isSameOrigin(document.toJavaUrl(), request.getUrl())) {
            request.addHint(WebRequest.HttpHint.DoNotFollowRedirects); // as XMLHttpRequest does, which follows them itself
            try {
                policies.apply(request);
            } catch (final RequestFailure refused) {
                flights.send(request, () -> {
                    throw refused;
                });
                return;
            }
            flights.send(request, () -> load(request));
        }
    }

    @Override
    public WebResponse loadWebResponse(final WebRequest request) throws IOException {
        budget.check();
        final Flight flight = flights.take(request);
        if (flight != null) {
            return flights.land(flight);
        }
        policies.apply(request);
        final long start = System.nanoTime();
        final WebResponse response = load(request);
        if (MimeType.TEXT_CSS.equals(response.getContentType())) {
            styleSheets.add(response);
        }
        final long millis = (System.nanoTime() - start) / 1_000_000;
        if (millis >= Flights.SLOW_MILLIS && !budget.inNestedScript()) {
            runTimersMeanwhile(millis);
        }
        return response;
    }

    private WebResponse load(final WebRequest request) throws IOException {
        try {
            return super.loadWebResponse(request);
        } catch (final FailingHttpStatusCodeException e) { // redirects in circles; it would end the whole page
            log.add("error", "request", e.getMessage(), request.getUrl().toExternalForm(), 0);
            throw new RequestFailure(e.getMessage(), e);
        }
    }

    /** A call's request took so long: what the page would have done meanwhile is done before the call's events fire. */
    private void runTimersMeanwhile(final long millis) {
        final Budget.Aside call = budget.putAside();
        try {
            if (pageClock != null && pageClock.inCall()) {
                pageClock.pass(millis, entry -> PageSettler.run(this, entry));
            } else if (pageClock == null && Thread.currentThread() != pageThread
                    && ((JavaScriptEngine) getJavaScriptEngine()).getJavaScriptExecutor() instanceof WallExecutor wall) {
                wall.runDueTimers();
            }
        } finally {
            budget.resume(call);
        }
    }

    @Override
    public Page loadWebResponseInto(final WebResponse response, final WebWindow window,
            final String forceAttachmentWithFilename) throws IOException {
        return super.loadWebResponseInto(GuardedResponse.of(response, budget), window, forceAttachmentWithFilename);
    }

    /** Shows another document in a window, for links, forms and scripts. */
    @Override
    public void download(final WebWindow requestingWindow, final String target, final WebRequest request,
            final boolean checkHash, final String forceAttachmentWithFilename, final String description) {
        final WebWindow window = Navigation.window(requestingWindow, target);
        if ("JS form.submit()".equals(description)) {
            Navigation.addQuery(request);
        }
        final String url = request.getUrl().toExternalForm();
        if (window == null || forceAttachmentWithFilename != null) {
            log.add("info", "navigation", window == null ? "No new window is opened" : "Nothing is downloaded", url, 0);
            return;
        }
        if (!SET_LOCATION.equals(description) && window.getScriptableObject() instanceof Window shown
                && request.getHttpMethod() == HttpMethod.GET && WebUrl.of(request.getUrl()) != null
                && !mayGo(shown, WebUrl.of(request.getUrl()),
                        checkHash && isFragmentOf(request, window.getEnclosedPage()))) {
            return;
        }
        if (window == top && !(checkHash && isFragmentOf(request, top.getEnclosedPage()))
                && !navigation.mayLoad(request, DocumentUrls.url(top.getEnclosedPage()))) {
            return;
        }
        try {
            super.download(requestingWindow, target, request, checkHash, null, description);
        } catch (final RuntimeException e) {
            if (!(e.getCause() instanceof IOException)) {
                throw e;
            }
            log.add("warning", "navigation", "Not loaded: " + e.getCause().getMessage(), url, 0);
        }
    }

    private static boolean mayGo(final Window window, final WebUrl url, final boolean isFragment) {
        return NavigationEvents.mayGo(window, "push", url, isFragment, -1, isFragment);
    }

    @Override
    @SuppressWarnings("unchecked") // the caller chooses P, as in WebClient
    public <P extends Page> P getPage(final WebWindow window, final WebRequest request) throws IOException {
        final boolean elsewhere = constructed && window == top && Urls.isHttp(request.getUrl())
                && !isFragmentOf(request, top.getEnclosedPage());
        if (elsewhere && !navigation.mayLoad(request, DocumentUrls.url(top.getEnclosedPage()))) {
            return (P) top.getEnclosedPage();
        }
        if (window instanceof FrameWindow frame && !policies.allowFrame(frame, request)) {
            return (P) frame.getEnclosedPage();
        }
        final String outer = policies.enter(window);
        try {
            return super.getPage(window, request);
        } finally {
            policies.leave(outer);
        }
    }

    private static boolean isFragmentOf(final WebRequest request, final Page page) {
        return page != null && request.getUrl().getRef() != null && UrlUtils.sameFile(request.getUrl(), page.getUrl());
    }

    @Override
    public void close() {
        closing = true;
        super.close();
    }
}
