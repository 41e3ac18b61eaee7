package ajaxcrawl;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.htmlunit.Page;
import org.htmlunit.WebWindow;
import org.htmlunit.javascript.background.JavaScriptJob;
import org.htmlunit.javascript.background.JavaScriptJobManager;

/** HtmlUnit's own job manager, that also tells which of its jobs runs and which calls are still to be waited for. */
final class WallJobs implements JavaScriptJobManager {

    private static final long serialVersionUID = 1L;

    private final JavaScriptJobManager jobs;
    private final transient WebWindow window;
    private final transient Set<JavaScriptJob> calls = ConcurrentHashMap.newKeySet();
    /** Calls that take long, by their ids: other jobs run until the response is there. */
    private final transient Map<Integer, AjaxJob> slow = new ConcurrentHashMap<>();
    private transient volatile JavaScriptJob running;

    WallJobs(final JavaScriptJobManager jobs, final WebWindow window) {
        this.jobs = jobs;
        this.window = window;
    }

    /** The job that runs; null: none. */
    JavaScriptJob running() {
        return running;
    }

    /** Whether a job runs, or is due by {@code time} (milliseconds since the epoch). */
    boolean isBusy(final long time) {
        final JavaScriptJob current = running;
        final JavaScriptJob next = jobs.getEarliestJob(null);
        return hasSlowCalls() || current != null && current.getTargetExecutionTime() <= time
                || next != null && (next.isExecuteAsap() || next.getTargetExecutionTime() <= time);
    }

    /** Whether calls are still under way that the page must not go on without. */
    boolean hasResynchronizedCalls() {
        return !calls.isEmpty();
    }

    /** Whether calls that take long are under way. */
    boolean hasSlowCalls() {
        return !slow.isEmpty();
    }

    @Override
    public int addJob(final JavaScriptJob job, final Page page) {
        if (job instanceof AjaxJob ajax && ajax.isResynchronized()) {
            calls.add(job); // before it can run
        }
        if (!job.isExecuteAsap()) {
            // counted from the start of the millisecond it was set in: it would come up to one too early
            job.setTargetExecutionTime(job.getTargetExecutionTime() + 1);
        }
        final int id = jobs.addJob(job, page);
        if (id == 0) {
            calls.remove(job);
        }
        return id;
    }

    @Override
    public boolean runSingleJob(final JavaScriptJob job) {
        if (job instanceof AjaxJob call && call.flight() != null
                && !call.flight().await(Flights.SLOW_MILLIS - call.flight().millis())) {
            setAside(call);
            return true;
        }
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

    private void setAside(final AjaxJob call) {
        final Integer id = call.getId();
        final Page page = window.getEnclosedPage();
        slow.put(id, call);
        jobs.removeJob(id);
        call.flight().whenDone(() -> {
            if (slow.containsKey(id)) {
                jobs.addJob(call, page);
                slow.remove(id);
            }
        });
    }

    @Override
    public void removeAllJobs() {
        jobs.removeAllJobs();
        slow.clear();
        calls.removeIf(job -> job != running);
    }

    @Override
    public void shutdown() {
        jobs.shutdown();
        slow.clear();
        calls.clear();
    }

    @Override
    public void removeJob(final int id) {
        jobs.removeJob(id);
        slow.remove(id);
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
