package ajaxcrawl;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.htmlunit.WebClient;

/** Renders pages: the one facade that Python calls. Safe to use from several threads. */
public final class Snapshotter {

    private static final Logger HTMLUNIT = Logger.getLogger("org.htmlunit");

    static {
        // what a page does wrong is in its own log; a level that the host application has set stays
        if (HTMLUNIT.getLevel() == null) {
            HTMLUNIT.setLevel(Level.OFF);
        }
    }

    private final int maxLostThreads;
    private final LoweredScripts lowering;
    private final ThreadEnder ender;
    private final PageThreads threads = new PageThreads();
    private final Set<RenderTask> running = ConcurrentHashMap.newKeySet();
    private final Set<RenderTask> lost = ConcurrentHashMap.newKeySet();
    private final Map<String, Consumer<WebClient>> configurers = new ConcurrentHashMap<>();

    /**
     * @param maxLostThreads threads held by scripts or requests that do not end, from which on no more pages are rendered
     * @param lowering for modern scripts; null: they stay as they are
     * @param ender ends pages that meet no limit by themselves
     */
    public Snapshotter(final int maxLostThreads, final Lowering lowering, final ThreadEnder ender) {
        this.maxLostThreads = maxLostThreads;
        this.lowering = lowering == null ? null : new LoweredScripts(lowering);
        this.ender = ender;
    }

    /**
     * Says what each thread that will call origins again and again is to do first.
     *
     * @param keep has Python keep what it has made for the thread
     */
    public static void keepThreads(final Runnable keep) {
        OriginCalls.keepThreads(keep);
    }

    /**
     * Starts to render a page on a thread of its own.
     *
     * @param options the settings that hold for the page
     * @param prettyUrl the absolute URL, as UTF-8
     * @param origin answers the page's requests to its own site
     */
    public RenderTask start(final RenderOptions options, final byte[] prettyUrl, final Origin origin) {
        final PageSession session = reuse(options, origin);
        final RenderTask task = session.show(prettyUrl);
        session.close();
        return task;
    }

    /** A page that can be shown in one state after the other, see {@link PageSession}; to be closed. */
    public PageSession reuse(final RenderOptions options, final Origin origin) {
        ReferenceKeeper.keep();
        lost.forEach(RenderTask::endOverdue);
        return new PageSession(this, options, origin);
    }

    RenderJob job(final RenderOptions options, final WebUrl url, final Origin origin, final PageLog log,
            final Budget budget) throws ReflectiveOperationException {
        return new RenderJob(options, url, origin, log, budget, options.modernJavaScript() ? lowering : null,
                configurer(options));
    }

    /** Whether another page may be rendered. */
    boolean hasThreads() {
        return lostThreads() < maxLostThreads;
    }

    void begin(final RenderTask task) {
        running.add(task);
    }

    void end(final RenderTask task) {
        running.remove(task);
        lost.remove(task);
    }

    void run(final Runnable work) {
        threads.run(work);
    }

    @SuppressWarnings("unchecked") // a class of another kind fails in its first render, by name
    private Consumer<WebClient> configurer(final RenderOptions options) throws ReflectiveOperationException {
        final String name = options.webClientConfigurer();
        if (name == null) {
            return null;
        }
        Consumer<WebClient> configurer = configurers.get(name);
        if (configurer == null) {
            configurer = (Consumer<WebClient>) load(name).getDeclaredConstructor().newInstance();
            final Consumer<WebClient> first = configurers.putIfAbsent(name, configurer);
            configurer = first == null ? configurer : first;
        }
        return configurer;
    }

    private static Class<?> load(final String name) throws ClassNotFoundException {
        // beside us: on the class path, or added to a JVM that already ran; or where the application has its classes
        for (final ClassLoader loader : new ClassLoader[] {Snapshotter.class.getClassLoader(),
            Thread.currentThread().getContextClassLoader()}) {
            try {
                return Class.forName(name, true, loader);
            } catch (final ClassNotFoundException e) {
                continue;
            }
        }
        throw new ClassNotFoundException(name + " (web_client_configurer) is not on the class path");
    }

    ThreadEnder ender() {
        return ender;
    }

    void lost(final RenderTask task) {
        lost.add(task);
        if (task.isFinished()) { // just now
            lost.remove(task);
        }
        running.remove(task);
    }

    /** Starts to get the JVM ready for pages, which takes about a second. */
    public RenderTask warmUp() {
        return WarmUp.start(this);
    }

    /** Ends every running render. */
    public void stopAll(final String reason) {
        running.forEach(task -> task.stop(reason));
    }

    /** Threads of pages, and of their requests, that have not come back. */
    public int lostThreads() {
        return (int) lost.stream().filter(RenderTask::isStuck).count() + OriginCalls.lostThreads();
    }
}
