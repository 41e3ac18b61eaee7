package ajaxcrawl;

import org.htmlunit.Page;
import org.htmlunit.WebWindow;
import org.htmlunit.javascript.background.BasicJavaScriptJob;
import org.htmlunit.javascript.background.JavaScriptJob;
import org.htmlunit.javascript.background.JavaScriptJobManager;

/** The job manager of one window under the page clock. Waiting runs jobs on the calling thread. */
final class PageJobs implements JavaScriptJobManager {

    private static final long serialVersionUID = 1L;

    private final transient PageClock clock;
    private final transient WebWindow window;

    PageJobs(final PageClock clock, final WebWindow window) {
        this.clock = clock;
        this.window = window;
    }

    @Override
    public int getJobCount() {
        return getJobCount(null);
    }

    @Override
    public int getJobCount(final JavaScriptJobFilter filter) {
        return (int) clock.queue().stream()
                .filter(entry -> entry.owner() == this && (filter == null || filter.passes(entry.job())))
                .count();
    }

    @Override
    public int addJob(final JavaScriptJob job, final Page page) {
        if (window.getEnclosedPage() != page) {
            return 0; // as HtmlUnit does: the page that wants it is gone
        }
        final int id = clock.nextId();
        job.setId(id);
        final int delay = job instanceof BasicJavaScriptJob basic ? basic.getInitialDelay() : 0;
        clock.add(Math.max(0, delay), job.isExecuteAsap(), job, this);
        return id;
    }

    @Override
    public void removeJob(final int id) {
        clock.remove(entry -> entry.owner() == this && entry.job().getId() == id);
    }

    @Override
    public void stopJob(final int id) {
        removeJob(id);
    }

    @Override
    public void removeAllJobs() {
        clock.remove(entry -> entry.owner() == this);
    }

    @Override
    public void shutdown() {
        removeAllJobs();
    }

    @Override
    public JavaScriptJob getEarliestJob() {
        return getEarliestJob(null);
    }

    @Override
    public JavaScriptJob getEarliestJob(final JavaScriptJobFilter filter) {
        return clock.queue().stream()
                .filter(entry -> entry.owner() == this && (filter == null || filter.passes(entry.job())))
                .sorted(clock.queue().comparator())
                .map(PageClock.Entry::job)
                .findFirst().orElse(null);
    }

    @Override
    public boolean runSingleJob(final JavaScriptJob job) {
        return false; // the Settler runs jobs, in the order of all windows
    }

    @Override
    public String jobStatusDump(final JavaScriptJobFilter filter) {
        return clock.queue().toString();
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
