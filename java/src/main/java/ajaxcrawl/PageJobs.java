package ajaxcrawl;

import org.htmlunit.Page;
import org.htmlunit.WebWindow;
import org.htmlunit.javascript.background.BasicJavaScriptJob;
import org.htmlunit.javascript.background.JavaScriptJob;
import org.htmlunit.javascript.background.JavaScriptJobManager;

/**
 * The jobs of one window under the page clock. The {@link PageSettler} runs them; nothing is to be waited for, so the
 * waiting methods only count.
 */
final class PageJobs implements JavaScriptJobManager {

    private static final long serialVersionUID = 1L;

    private final transient PageClock clock;
    private final transient WebWindow window;

    PageJobs(final PageClock clock, final WebWindow window) {
        this.clock = clock;
        this.window = window;
    }

    @Override
    public int addJob(final JavaScriptJob job, final Page page) {
        return addJob(job, page, job instanceof BasicJavaScriptJob basic ? Math.max(0, basic.getInitialDelay()) : 0);
    }

    /** Adds a job that is due after {@code delay} milliseconds, whatever the job itself says. */
    int addJob(final JavaScriptJob job, final Page page, final long delay) {
        if (window.getEnclosedPage() != page) {
            return 0; // as HtmlUnit does: the document that asks for it is gone
        }
        final int id = clock.nextId();
        job.setId(id);
        clock.add(delay, job instanceof AjaxJob ajax && ajax.isResynchronized(), job, this);
        return id;
    }

    @Override
    public void removeJob(final int id) {
        clock.remove(id);
    }

    @Override
    public void stopJob(final int id) {
        removeJob(id);
    }

    @Override
    public void removeAllJobs() {
        clock.removeAll(this);
    }

    @Override
    public void shutdown() {
        removeAllJobs();
    }

    @Override
    public int getJobCount() {
        return getJobCount(null);
    }

    @Override
    public int getJobCount(final JavaScriptJobFilter filter) {
        int count = 0;
        for (final PageClock.Entry entry : clock.entries()) {
            count += isMine(entry, filter) ? 1 : 0;
        }
        return count;
    }

    @Override
    public JavaScriptJob getEarliestJob() {
        return getEarliestJob(null);
    }

    @Override
    public JavaScriptJob getEarliestJob(final JavaScriptJobFilter filter) {
        for (final PageClock.Entry entry : clock.entries()) {
            if (isMine(entry, filter)) {
                return entry.job();
            }
        }
        return null;
    }

    private boolean isMine(final PageClock.Entry entry, final JavaScriptJobFilter filter) {
        return entry.owner() == this && (filter == null || filter.passes(entry.job()));
    }

    @Override
    public boolean runSingleJob(final JavaScriptJob job) {
        for (final PageClock.Entry entry : clock.entries()) {
            if (entry.job() == job && entry.owner() == this) {
                clock.run(entry);
                return true;
            }
        }
        return false;
    }

    @Override
    public String jobStatusDump(final JavaScriptJobFilter filter) {
        final StringBuilder dump = new StringBuilder();
        for (final PageClock.Entry entry : clock.entries()) {
            if (isMine(entry, filter)) {
                dump.append(entry.due() - clock.now()).append(" ms: ").append(entry.job()).append('\n');
            }
        }
        return dump.toString();
    }

    @Override
    public int waitForJobs(final long timeoutMillis) {
        return getJobCount();
    }

    @Override
    public int waitForJobsStartingBefore(final long delayMillis) {
        return getJobCount();
    }

    @Override
    public int waitForJobsStartingBefore(final long delayMillis, final long timeoutMillis) {
        return getJobCount();
    }

    @Override
    public int waitForJobsStartingBefore(final long delayMillis, final JavaScriptJobFilter filter) {
        return getJobCount(filter);
    }

    @Override
    public int waitForJobsStartingBefore(final long delayMillis, final long timeoutMillis,
            final JavaScriptJobFilter filter) {
        return getJobCount(filter);
    }
}
