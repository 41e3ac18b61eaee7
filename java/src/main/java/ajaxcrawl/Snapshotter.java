package ajaxcrawl;

import java.nio.charset.StandardCharsets;
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
     * @param maxLostThreads threads held by scripts that do not end, from which on no more pages are rendered
     * @param lowering for modern scripts; null: they stay as they are
     * @param ender ends pages that meet no limit by themselves
     */
    public Snapshotter(final int maxLostThreads, final Lowering lowering, final ThreadEnder ender) {
        this.maxLostThreads = maxLostThreads;
        this.lowering = lowering == null ? null : new LoweredScripts(lowering);
        this.ender = ender;
    }

    /**
     * Starts to render a page on a thread of its own.
     *
     * @param options the settings that hold for the page
     * @param prettyUrl the absolute URL, as UTF-8
     * @param origin answers the page's requests to its own site
     */
    public RenderTask start(final RenderOptions options, final byte[] prettyUrl, final Origin origin) {
        ReferenceKeeper.keep();
        lost.forEach(RenderTask::endOverdue);
        final PageLog log = new PageLog();
        final Budget budget = new Budget(options, log);
        final RenderTask task = new RenderTask(this, budget, log);
        final String text = new String(prettyUrl, StandardCharsets.UTF_8);
        final WebUrl url = WebUrl.parse(text, null);
        if (url == null || !"http".equals(url.scheme()) && !"https".equals(url.scheme())) {
            task.finish(ResultHead.failed("url", "not an HTTP URL").result());
        } else if (lostThreads() >= maxLostThreads) {
            task.finish(ResultHead.failed("unavailable", lostThreads() + " threads are held by scripts that do not end "
                    + "(max_lost_threads): restart the process").result());
        } else {
            running.add(task);
            threads.run(() -> {
                render(task, options, url, origin, log, budget);
                OldGarbage.collect(); // once nothing on the stack holds the page any more
            });
        }
        return task;
    }

    private void render(final RenderTask task, final RenderOptions options, final WebUrl url, final Origin origin,
            final PageLog log, final Budget budget) {
        RenderJob job = null;
        task.begin();
        try {
            job = new RenderJob(options, url, origin, log, budget,
                    options.modernJavaScript() ? lowering : null, configurer(options));
            task.finish(job.run());
        } catch (final PageStopped | ScriptTimeout e) {
            task.finish(ResultHead.failed("timeout", "the page did not end in time").log(log).result());
        } catch (final Throwable e) { // whatever it is, somebody waits for the result
            task.finish(ResultHead.failed("internal", e.toString()).log(log).result());
        } finally {
            running.remove(task);
            lost.remove(task);
            close(job);
        }
    }

    /** After the result is out: it may take its time. */
    private static void close(final RenderJob job) {
        try {
            if (job != null) {
                job.close();
            }
        } catch (final RuntimeException | Error e) {
            HTMLUNIT.log(Level.FINE, "a client did not close", e);
        }
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

    /** Pages whose threads have not come back. */
    public int lostThreads() {
        return (int) lost.stream().filter(RenderTask::isStuck).count();
    }
}
