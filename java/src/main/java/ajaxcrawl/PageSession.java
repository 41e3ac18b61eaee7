package ajaxcrawl;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A page that loads once and is shown in one state after the other, each its document with another hash. The limits hold
 * for each state. States share what the page's scripts keep, so some are to be compared with pages of their own; after a
 * result that is not whole the page is not to be shown again. To be used from one thread, and closed.
 */
public final class PageSession {

    private static final Logger HTMLUNIT = Logger.getLogger("org.htmlunit");
    private static final Runnable END = () -> { };

    private final Snapshotter owner;
    private final RenderOptions options;
    private final Origin origin;
    private final PageLog log = new PageLog();
    private final Budget budget;
    private final BlockingQueue<Runnable> steps = new LinkedBlockingQueue<>();
    private boolean begun;
    private RenderJob job;

    PageSession(final Snapshotter owner, final RenderOptions options, final Origin origin) {
        this.owner = owner;
        this.options = options;
        this.origin = origin;
        budget = new Budget(options, log);
    }

    /**
     * Starts to render a state; the one before must have its result.
     *
     * @param prettyUrl the absolute URL, as UTF-8
     */
    public RenderTask show(final byte[] prettyUrl) {
        final RenderTask task = new RenderTask(owner, budget, log);
        final WebUrl url = WebUrl.parse(new String(prettyUrl, StandardCharsets.UTF_8), null);
        if (url == null || !"http".equals(url.scheme()) && !"https".equals(url.scheme())) {
            task.finish(ResultHead.failed("url", "not an HTTP URL").result());
        } else if (!owner.hasThreads()) {
            task.finish(ResultHead.failed("unavailable", owner.lostThreads() + " threads are held by scripts, or "
                    + "requests, that do not end (max_lost_threads): restart the process").result());
        } else {
            owner.begin(task);
            if (begun) {
                budget.renew();
            } else {
                begun = true;
                owner.run(this::work);
            }
            steps.add(() -> render(task, url));
        }
        return task;
    }

    /** The page ends once its state has its result. */
    public void close() {
        steps.add(END);
    }

    /** On the page's own thread. */
    private void work() {
        try {
            for (Runnable step = steps.take(); step != END; step = steps.take()) {
                step.run();
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (final PageStopped | ScriptTimeout late) {
            // thrown into this thread after it had come to its end by itself
        } finally {
            free();
            OldGarbage.collect(); // once nothing holds the page any more
        }
    }

    private void render(final RenderTask task, final WebUrl url) {
        task.begin();
        try {
            if (job == null) {
                job = owner.job(options, url, origin, log, budget);
                task.finish(job.run());
            } else {
                OldGarbage.collect(); // of the states before
                task.finish(job.show(url));
            }
        } catch (final PageStopped | ScriptTimeout e) {
            task.finish(ResultHead.failed("timeout", "the page did not end in time").log(log).result());
        } catch (final LinkageError e) { // a class that once failed to load, for want of memory say, fails for ever
            task.finish(ResultHead.failed("unavailable", e + ": restart the process, and raise jvm_heap if memory was short")
                    .log(log).result());
        } catch (final OutOfMemoryError e) {
            task.finish(ResultHead.failed("unavailable", e + ": raise jvm_heap, or lower max_concurrent_renders")
                    .log(log).result());
        } catch (final Throwable e) { // whatever it is, somebody waits for the result
            task.finish(ResultHead.failed("internal", e.toString()).log(log).result());
        } finally {
            owner.end(task);
        }
    }

    /** After the result is out: it may take its time. */
    private void free() {
        try {
            if (job != null) {
                job.close();
            }
        } catch (final RuntimeException | Error e) {
            HTMLUNIT.log(Level.FINE, "a client did not close", e);
        } finally {
            job = null;
        }
    }
}
