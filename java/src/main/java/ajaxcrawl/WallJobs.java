package ajaxcrawl;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.htmlunit.Page;
import org.htmlunit.javascript.background.JavaScriptJob;
import org.htmlunit.javascript.background.JavaScriptJobManager;

/** HtmlUnit's own job manager, that also tells which of its jobs runs and which calls are still to be waited for. */
final class WallJobs implements JavaScriptJobManager {

    private static final long serialVersionUID = 1L;

    private final JavaScriptJobManager jobs;
    private final transient Set<JavaScriptJob> calls = ConcurrentHashMap.newKeySet();
    private transient volatile JavaScriptJob running;

    WallJobs(final JavaScriptJobManager jobs) {
        this.jobs = jobs;
    }

    /** The job that runs; null: none. */
    JavaScriptJob running() {
        return running;
    }

    /** Whether a job runs, or is due by {@code time} (milliseconds since the epoch). */
    boolean isBusy(final long time) {
        final JavaScriptJob current = running;
        final JavaScriptJob next = jobs.getEarliestJob(null);
        return current != null && current.getTargetExecutionTime() <= time
                || next != null && (next.isExecuteAsap() || next.getTargetExecutionTime() <= time);
    }

    /** Whether calls are still under way that the page must not go on without. */
    boolean hasResynchronizedCalls() {
        return !calls.isEmpty();
    }

    @Override
    public int addJob(final JavaScriptJob job, final Page page) {
        if (job instanceof AjaxJob ajax && ajax.isResynchronized()) {
            calls.add(job); // before it can run
        }
        final int id = jobs.addJob(job, page);
        if (id == 0) {
            calls.remove(job);
        }
        return id;
    }

    @Override
    public boolean runSingleJob(final JavaScriptJob job) {
        final JavaScriptJob outer = running;
        running = job;
        boolean done = true;
        try {
            done = jobs.runSingleJob(job);
        } finally {
            running = outer;
            if (done) {
                calls.remove(job);
            }
        }
        return done;
    }

    @Override
    public void removeAllJobs() {
        jobs.removeAllJobs();
        calls.removeIf(job -> job != running);
    }

    @Override
    public void shutdown() {
        jobs.shutdown();
        calls.clear();
    }

    @Override
    public void removeJob(final int id) {
        jobs.removeJob(id);
        calls.removeIf(job -> job != running && Objects.equals(job.getId(), id));
    }

    @Override
    public void stopJob(final int id) {
        removeJob(id);
    }

    @Override
    public int getJobCount() {
        return jobs.getJobCount();
    }

    @Override
    public int getJobCount(final JavaScriptJobFilter filter) {
        return jobs.getJobCount(filter);
    }

    @Override
    public JavaScriptJob getEarliestJob() {
        return jobs.getEarliestJob();
    }

    @Override
    public JavaScriptJob getEarliestJob(final JavaScriptJobFilter filter) {
        return jobs.getEarliestJob(filter);
    }

    @Override
    public String jobStatusDump(final JavaScriptJobFilter filter) {
        return jobs.jobStatusDump(filter);
    }

    @Override
    public int waitForJobs(final long timeoutMillis) {
        return jobs.waitForJobs(timeoutMillis);
    }

    @Override
    public int waitForJobsStartingBefore(final long delayMillis) {
        return jobs.waitForJobsStartingBefore(delayMillis);
    }

    @Override
    public int waitForJobsStartingBefore(final long delayMillis, final long timeoutMillis) {
        return jobs.waitForJobsStartingBefore(delayMillis, timeoutMillis);
    }

    @Override
    public int waitForJobsStartingBefore(final long delayMillis, final JavaScriptJobFilter filter) {
        return jobs.waitForJobsStartingBefore(delayMillis, filter);
    }

    @Override
    public int waitForJobsStartingBefore(final long delayMillis, final long timeoutMillis,
            final JavaScriptJobFilter filter) {
        return jobs.waitForJobsStartingBefore(delayMillis, timeoutMillis, filter);
    }
}
