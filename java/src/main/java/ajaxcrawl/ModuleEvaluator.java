package ajaxcrawl;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.htmlunit.corejs.javascript.Callable;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.NativePromise;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;

/**
 * Runs linked modules, each once, after what it imports (ECMAScript, Evaluate). That a module awaits at its top level
 * is seen when it is run: the standard knows before, and runs the same modules in the same order.
 */
final class ModuleEvaluator {

    private final TopLevel scope;
    /** Before pages can put something else in its place. */
    private final Function then;
    private long asyncModules;

    ModuleEvaluator(final TopLevel scope) {
        this.scope = scope;
        then = (Function) ScriptableObject.getProperty(NativePromise.create(scope), "then");
    }

    /** Runs a module and what it imports; tells, at once or later, how that ended. */
    void evaluate(final ModuleRecord module, final Context context, final Runnable done,
            final Consumer<ModuleFailure> failed) {
        final ModuleRecord root = switch (module.status()) {
            case EVALUATING_ASYNC, EVALUATED -> module.evaluation().cycleRoot;
            default -> module;
        };
        final ModuleEvaluation evaluation = root.evaluation();
        evaluation.await(done, failed);
        if (root.status() == ModuleRecord.Status.EVALUATING_ASYNC) {
            return;
        }
        if (root.status() == ModuleRecord.Status.EVALUATED) {
            evaluation.settle();
            return;
        }
        final Deque<ModuleRecord> stack = new ArrayDeque<>();
        try {
            evaluate(root, stack, 0, context);
            if (!evaluation.isAsync()) {
                evaluation.settle();
            }
        } catch (final ModuleFailure failure) {
            for (final ModuleRecord member : stack) {
                member.setStatus(ModuleRecord.Status.EVALUATED);
                member.evaluation().failure = failure;
                member.evaluation().cycleRoot = member;
                member.evaluation().settle();
            }
        }
    }

    private int evaluate(final ModuleRecord module, final Deque<ModuleRecord> stack, final int next,
            final Context context) throws ModuleFailure {
        final ModuleEvaluation evaluation = module.evaluation();
        switch (module.status()) {
            case EVALUATING_ASYNC, EVALUATED:
                if (evaluation.failure != null) {
                    throw evaluation.failure;
                }
                return next;
            case EVALUATING:
                return next;
            default:
        }
        module.setStatus(ModuleRecord.Status.EVALUATING);
        evaluation.index = next;
        evaluation.lowestReachable = next;
        int index = next + 1;
        stack.push(module);
        for (final ModuleRecord required : module.dependencies()) {
            index = evaluate(required, stack, index, context);
            waitFor(required, module);
        }
        if (evaluation.pendingDependencies > 0) {
            evaluation.asyncOrder = asyncModules++;
        } else {
            start(module, context);
        }
        if (evaluation.lowestReachable == evaluation.index) {
            close(module, stack);
        }
        return index;
    }

    private static void waitFor(final ModuleRecord required, final ModuleRecord module) throws ModuleFailure {
        ModuleRecord awaited = required;
        if (required.status() == ModuleRecord.Status.EVALUATING) {
            final ModuleEvaluation evaluation = module.evaluation();
            evaluation.lowestReachable = Math.min(evaluation.lowestReachable, required.evaluation().lowestReachable);
        } else {
            awaited = required.evaluation().cycleRoot;
            if (awaited.evaluation().failure != null) {
                throw awaited.evaluation().failure;
            }
        }
        if (awaited != module && awaited.evaluation().isAsync()
                && awaited.status() != ModuleRecord.Status.EVALUATED) {
            module.evaluation().pendingDependencies++;
            awaited.evaluation().asyncParents.add(module);
        }
    }

    /** The modules of a cycle are done together. */
    private static void close(final ModuleRecord root, final Deque<ModuleRecord> stack) {
        ModuleRecord member;
        do {
            member = stack.pop();
            member.setStatus(member.evaluation().isAsync() ? ModuleRecord.Status.EVALUATING_ASYNC
                    : ModuleRecord.Status.EVALUATED);
            member.evaluation().cycleRoot = root;
        } while (member != root);
    }

    /** Runs the module's own code; where that gives a promise, the module is done when the promise is. */
    private void start(final ModuleRecord module, final Context context) throws ModuleFailure {
        final Object result = module.execute(context, scope);
        if (!(result instanceof Scriptable promise)
                || !(ScriptableObject.getProperty(promise, "then") instanceof Callable)) {
            return;
        }
        if (!module.evaluation().isAsync()) {
            module.evaluation().asyncOrder = asyncModules++;
        }
        final NativePromise awaited = promise instanceof NativePromise ours ? ours : NativePromise.create(scope);
        if (awaited != promise) {
            awaited.resolve(context, scope, promise);
        }
        then.call(context, scope, awaited, new Object[] {
            new LambdaFunction(scope, "", 1, (cx, s, self, args) -> {
                fulfilled(module, cx);
                return Undefined.instance;
            }),
            new LambdaFunction(scope, "", 1, (cx, s, self, args) -> {
                rejected(module, ModuleFailure.of(args.length > 0 ? args[0] : Undefined.instance, module.url().href()));
                return Undefined.instance;
            })});
    }

    /** A module that was waited for is done: those that wait for nothing else run, in the order in which they came. */
    private void fulfilled(final ModuleRecord first, final Context context) {
        if (first.status() == ModuleRecord.Status.EVALUATED) {
            return; // another module of its cycle has failed
        }
        final PriorityQueue<ModuleRecord> ready =
                new PriorityQueue<>(Comparator.comparingLong(module -> module.evaluation().asyncOrder));
        finish(first, ready);
        while (!ready.isEmpty()) {
            final ModuleRecord module = ready.remove();
            if (module.status() == ModuleRecord.Status.EVALUATED) {
                continue;
            }
            try {
                if (!startsAsync(module, context)) {
                    finish(module, ready);
                }
            } catch (final ModuleFailure failure) {
                rejected(module, failure);
            }
        }
    }

    /** Runs a module that had to wait; whether it now waits for itself. */
    private boolean startsAsync(final ModuleRecord module, final Context context) throws ModuleFailure {
        final long order = module.evaluation().asyncOrder;
        module.evaluation().asyncOrder = ModuleEvaluation.NOT_ASYNC;
        try {
            start(module, context);
            return module.evaluation().isAsync();
        } finally {
            module.evaluation().asyncOrder = order;
        }
    }

    private static void finish(final ModuleRecord module, final PriorityQueue<ModuleRecord> ready) {
        module.setStatus(ModuleRecord.Status.EVALUATED);
        module.evaluation().settle();
        for (final ModuleRecord parent : module.evaluation().asyncParents) {
            final ModuleEvaluation waiting = parent.evaluation();
            if (--waiting.pendingDependencies == 0 && waiting.cycleRoot.evaluation().failure == null) {
                ready.add(parent);
            }
        }
    }

    private static void rejected(final ModuleRecord module, final ModuleFailure failure) {
        if (module.status() == ModuleRecord.Status.EVALUATED) {
            return;
        }
        module.evaluation().failure = failure;
        module.setStatus(ModuleRecord.Status.EVALUATED);
        for (final ModuleRecord parent : module.evaluation().asyncParents) {
            rejected(parent, failure);
        }
        module.evaluation().settle();
    }
}
