package ajaxcrawl;

import java.util.ArrayDeque;
import java.util.Deque;
import org.htmlunit.javascript.PostponedAction;

/** What waits for the end of the running script, on each thread. */
final class PostponedActions {

    private static final class Queue {
        private final Deque<PostponedAction> actions = new ArrayDeque<>();
        private boolean held;
        private int scripts;
        private boolean running;
    }

    private final ThreadLocal<Queue> queues = ThreadLocal.withInitial(Queue::new);

    void add(final PostponedAction action) {
        queues.get().actions.add(action);
    }

    /** While held, actions wait for more than the script: for all that a click brings about. */
    void hold(final boolean held) {
        queues.get().held = held;
    }

    boolean areHeld() {
        return queues.get().held;
    }

    /** A script begins, perhaps called by another. */
    void beginScript() {
        queues.get().scripts++;
    }

    void endScript() {
        queues.get().scripts--;
    }

    boolean inNestedScript() {
        return queues.get().scripts > 1;
    }

    boolean areDue() {
        final Queue queue = queues.get();
        return queue.scripts == 0 && !queue.running && !queue.actions.isEmpty();
    }

    /** What still waits will not come. */
    void drop() {
        queues.get().actions.clear();
    }

    /** Runs them in order, each to its end, those too that they add. One that fails takes no other with it. */
    void run(final PageLog log) {
        final Queue queue = queues.get();
        queue.running = true;
        try {
            for (PostponedAction action = queue.actions.poll(); action != null; action = queue.actions.poll()) {
                if (action.isStillAlive()) {
                    execute(action, log);
                }
            }
        } finally {
            queue.running = false;
        }
    }

    private static void execute(final PostponedAction action, final PageLog log) {
        try {
            action.execute();
        } catch (final Exception e) {
            log.add("error", "script", String.valueOf(e.getMessage()), "", 0);
        }
    }
}
