package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What {@link ModuleEvaluator} keeps of a module (the fields of ECMAScript's Cyclic Module Records). */
final class ModuleEvaluation {

    static final long NOT_ASYNC = -1;

    /** Who waits for a module. */
    private record Waiting(Runnable done, Consumer<ModuleFailure> failed) { }

    int index;
    int lowestReachable;
    ModuleRecord cycleRoot;
    /** The place in the order of modules that wait; {@link #NOT_ASYNC}: it does not wait. */
    long asyncOrder = NOT_ASYNC;
    int pendingDependencies;
    final List<ModuleRecord> asyncParents = new ArrayList<>();
    ModuleFailure failure;

    private final List<Waiting> waiting = new ArrayList<>();
    private boolean settled;

    ModuleEvaluation(final ModuleRecord module) {
        cycleRoot = module;
    }

    boolean isAsync() {
        return asyncOrder != NOT_ASYNC;
    }

    void await(final Runnable done, final Consumer<ModuleFailure> failed) {
        if (!settled) {
            waiting.add(new Waiting(done, failed));
        } else if (failure == null) {
            done.run();
        } else {
            failed.accept(failure);
        }
    }

    /** Tells those who wait. Later ones need not wait. */
    void settle() {
        settled = true;
        for (final Waiting one : waiting) {
            if (failure == null) {
                one.done.run();
            } else {
                one.failed.accept(failure);
            }
        }
        waiting.clear();
    }
}
