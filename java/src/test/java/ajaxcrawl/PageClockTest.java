package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.htmlunit.javascript.background.BackgroundJavaScriptFactory;
import org.htmlunit.javascript.background.JavaScriptJob;
import org.junit.Test;

/** The order in which jobs run, and the time that passes with them. */
public class PageClockTest {

    private final PageClock clock = new PageClock();
    private final List<String> ran = new ArrayList<>();

    private JavaScriptJob job(final String name, final Integer period, final Runnable more) {
        final JavaScriptJob job = BackgroundJavaScriptFactory.theFactory().createJavaScriptJob(1, period, () -> {
            ran.add(name + "@" + clock.now());
            more.run();
        });
        job.setId(clock.nextId());
        return job;
    }

    private JavaScriptJob job(final String name) {
        return job(name, null, () -> { });
    }

    private JavaScriptJob call(final String name, final boolean resynchronized) {
        final AjaxJob job = new AjaxJob(new org.htmlunit.corejs.javascript.ContextFactory(), context -> {
            ran.add(name + "@" + clock.now());
            return null;
        }, resynchronized, null);
        job.setId(clock.nextId());
        return job;
    }

    private void runAll() {
        for (int i = 0; i < 1000 && clock.next() != null; i++) {
            clock.run(clock.next());
        }
    }

    @Test
    public void jobsRunInTheOrderOfTheirTimesThenOfTheirComing() {
        clock.add(20, false, job("late"), null);
        clock.add(10, false, job("first"), null);
        clock.add(10, false, job("second"), null);
        runAll();
        assertEquals(List.of("first@10", "second@10", "late@20"), ran);
    }

    @Test
    public void resynchronizedCallsGoBeforeAllElseThatIsDue() {
        clock.add(0, false, job("timer"), null);
        clock.add(0, true, call("call", true), null);
        clock.add(0, false, call("async", false), null);
        runAll();
        assertEquals(List.of("call@0", "timer@0", "async@0"), ran);
    }

    @Test
    public void aJobThatIsRemovedNeverRuns() {
        final JavaScriptJob job = job("no");
        clock.add(5, false, job, null);
        clock.remove(job.getId());
        clock.remove(12345);
        assertNull(clock.next());
    }

    @Test
    public void aJobThatRepeatsMayRemoveItself() {
        final int[] times = new int[1];
        final JavaScriptJob[] self = new JavaScriptJob[1];
        self[0] = job("tick", 10, () -> {
            if (++times[0] == 3) {
                clock.remove(self[0].getId());
            }
        });
        clock.add(10, false, self[0], null);
        runAll();
        assertEquals(List.of("tick@10", "tick@20", "tick@30"), ran);
    }

    @Test
    public void timersOfTimersTakeFourMillisecondsFromTheSixthOn() {
        final int[] left = {9};
        final Runnable[] again = new Runnable[1];
        again[0] = () -> {
            if (left[0]-- > 0) {
                clock.add(0, false, job("timer", null, again[0]), null);
            }
        };
        clock.add(0, false, job("timer", null, again[0]), null);
        runAll();
        assertEquals(List.of("timer@0", "timer@0", "timer@0", "timer@0", "timer@0", "timer@0", "timer@4", "timer@8",
                "timer@12", "timer@16"), ran);
    }

    @Test
    public void whileTimePassesTimersRunButNoCalls() {
        clock.add(10, false, job("before"), null);
        clock.add(0, true, call("call", true), null);
        clock.add(200, false, job("after"), null);
        clock.pass(100, clock::run);
        assertEquals(List.of("before@10"), ran);
        assertEquals(100, clock.now());
        runAll();
        assertEquals(List.of("before@10", "call@100", "after@200"), ran);
    }

    @Test
    public void aJobThatFailsLeavesTheClockInOrder() {
        clock.add(5, false, job("fails", null, () -> {
            throw new IllegalStateException("x");
        }), null);
        clock.add(6, false, job("next"), null);
        try {
            clock.run(clock.next());
        } catch (final IllegalStateException e) {
            assertEquals("x", e.getMessage());
        }
        runAll();
        assertEquals(List.of("fails@5", "next@6"), ran);
        assertFalse(clock.inCall());
    }

    @Test
    public void readingTheClockInALoopMakesTimePass() {
        for (int i = 0; i < 1000; i++) {
            assertEquals(0, clock.read(), 0);
        }
        for (int i = 0; i < 100; i++) {
            clock.read();
        }
        assertEquals(10, clock.now());
        clock.beginTask();
        assertEquals(10, clock.read(), 0);
    }

    @Test
    public void timeBeginsNow() {
        assertTrue(Math.abs(clock.origin() - System.currentTimeMillis()) < 10_000);
    }
}
