package ajaxcrawl;

import org.htmlunit.WebClient;
import org.htmlunit.javascript.background.DefaultJavaScriptExecutor;
import org.htmlunit.javascript.background.JavaScriptJob;
import org.htmlunit.javascript.background.JavaScriptJobManager;

/** HtmlUnit's own background thread, with a stack for deep recursion, that ends when the page does. */
final class WallExecutor extends DefaultJavaScriptExecutor {

    private Thread thread;

    WallExecutor(final WebClient client) {
        super(client);
    }

    @Override
    protected synchronized void startThreadIfNeeded() {
        if (thread == null) {
            thread = new PageThread(this);
            thread.start();
        }
    }

    @Override
    public void run() {
        while (true) {
            try {
                super.run();
                return;
            } catch (final ScriptTimeout timeout) {
                continue; // this job is over, the next one may run
            } catch (final PageStopped stopped) {
                return;
            }
        }
    }

    /** Runs the timers that came due while the calling job, a call, waited for its response. */
    void runDueTimers() {
        while (true) {
            final JavaScriptJobManager manager = getJobManagerWithEarliestJob();
            final JavaScriptJob job = manager == null ? null : manager.getEarliestJob();
            if (job == null || job.isExecuteAsap() || job.getTargetExecutionTime() > System.currentTimeMillis()
                    || !manager.runSingleJob(job)) {
                return;
            }
        }
    }

    // HtmlUnit's shutdown waits up to 10 s for its own thread; ours is a daemon that ends at its next check
}
