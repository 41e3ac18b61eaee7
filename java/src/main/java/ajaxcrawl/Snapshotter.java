package ajaxcrawl;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

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
    private final PageThreads threads = new PageThreads();
    private final Set<RenderTask> running = ConcurrentHashMap.newKeySet();
    private final Set<RenderTask> lost = ConcurrentHashMap.newKeySet();

    /**
     * @param maxLostThreads pages whose threads did not come back after which no more are rendered
     */
    public Snapshotter(final int maxLostThreads) {
        this.maxLostThreads = maxLostThreads;
    }

    /**
     * Starts to render a page on a thread of its own.
     *
     * @param options the settings that hold for the page
     * @param prettyUrl the absolute URL, as UTF-8
     * @param origin answers the page's requests to its own site
     */
    public RenderTask start(final RenderOptions options, final byte[] prettyUrl, final Origin origin) {
        final PageLog log = new PageLog();
        final Budget budget = new Budget(options, log);
        final RenderTask task = new RenderTask(this, budget, log);
        if (lost.size() >= maxLostThreads) {
            task.finish(ResultHead.failed("unavailable",
                    "pages hold " + lost.size() + " threads for good: restart the process").result());
            return task;
        }
        final String url = new String(prettyUrl, StandardCharsets.UTF_8);
        running.add(task);
        threads.run(() -> {
            try {
                task.finish(new RenderJob(options, url, origin, log, budget).run());
            } catch (final Throwable e) {
                task.finish(ResultHead.failed("internal", e.toString()).log(log).result());
            } finally {
                running.remove(task);
                lost.remove(task);
            }
        });
        return task;
    }

    void lost(final RenderTask task) {
        lost.add(task);
        running.remove(task);
    }

    /** Ends every running render. */
    public void stopAll(final String reason) {
        running.forEach(task -> task.stop(reason));
    }

    /** Pages whose threads have not come back. */
    public int lostThreads() {
        return lost.size();
    }

    /** Pages being rendered. */
    public int running() {
        return running.size();
    }
}
