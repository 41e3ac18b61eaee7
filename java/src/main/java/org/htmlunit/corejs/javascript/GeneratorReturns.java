package org.htmlunit.corejs.javascript;

import java.lang.reflect.Field;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * {@code return()} of generators whose {@code finally} yields, returns or goes on: Rhino ends them with an error. They are
 * lowered to ask after each yield whether they are to return (see generator_finally.js). In Rhino's package because a
 * generator's state is its own.
 */
public final class GeneratorReturns {

    /** What the lowered functions call. */
    public static final String RESUMED = "__ajaxcrawl__.resumed(";

    private static final Field STATE = field("state");
    private static final Field FUNCTION = field("function");
    private static final Field SAVED = field("savedState");
    private static final Field DELEGATE = field("delegee");
    private static final Map<Object, Boolean> KNOWN = Collections.synchronizedMap(new WeakHashMap<>());

    private GeneratorReturns() { }

    /** Ends a generator; passes catch clauses, and runs finally blocks. */
    private static final class Closing extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient Object value;

        Closing(final Object value) {
            super(null, null, false, false);
            this.value = value;
        }
    }

    private static Field field(final String name) {
        try {
            final Field field = ES6Generator.class.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (final NoSuchFieldException e) {
            throw new IllegalStateException("this Rhino has no ES6Generator." + name, e);
        }
    }

    private static Object get(final Field field, final Object generator) {
        try {
            return field.get(generator);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Puts it in place of Rhino's. */
    public static void install(final TopLevel scope) {
        if (!(ScriptableObject.getTopScopeValue(scope, ES6Generator.GENERATOR_TAG) instanceof ScriptableObject prototype)
                || !(prototype.get("return", prototype) instanceof Callable real)
                || !(prototype.get("next", prototype) instanceof Callable next)) {
            return;
        }
        for (final String name : new String[] {"next", "throw"}) {
            final Callable step = (Callable) prototype.get(name, prototype);
            prototype.defineBuiltinProperty(scope, name, 1, (context, s, self, args) -> {
                completeIfBroken(self);
                return step.call(context, s, self, args);
            });
        }
        prototype.defineBuiltinProperty(scope, "return", 1, (context, s, self, args) -> {
            completeIfBroken(self);
            if (!(self instanceof ES6Generator generator) || !isResumable(generator)) {
                return real.call(context, s, self, args);
            }
            final Object result = ending(next, context, s, generator,
                    new Object[] {new Closing(args.length > 0 ? args[0] : Undefined.instance)});
            for (final String name : new String[] {"next", "throw"}) { // it may have yielded in `finally`
                final Callable step = (Callable) prototype.get(name, prototype);
                generator.defineProperty(name, new LambdaFunction(scope, name, 1, (cx, sc, owner, given) ->
                        ending(step, cx, sc, generator, given), false), ScriptableObject.DONTENUM);
            }
            return result;
        });
    }

    /** Takes a step, which may be the generator's last. */
    private static Object ending(final Callable step, final Context context, final VarScope scope,
            final ES6Generator generator, final Object[] args) {
        try {
            return step.call(context, scope, generator, args);
        } catch (final Closing end) {
            complete(generator);
            final Scriptable result = ES6Iterator.makeIteratorResult(context, scope, Boolean.TRUE);
            result.put("value", result, end.value);
            return result;
        }
    }

    /** {@code resumed(yield x)}: what the generator was resumed with, unless it is to return. */
    public static LambdaFunction resumed(final TopLevel scope) {
        return new LambdaFunction(scope, "resumed", 1, (context, s, self, args) -> {
            if (args[0] instanceof Closing closing) {
                throw closing;
            }
            return args[0];
        }, false);
    }

    /** Whether a generator waits at a yield that asks. */
    private static boolean isResumable(final ES6Generator generator) {
        return get(STATE, generator) == ES6Generator.State.SUSPENDED_YIELD && get(DELEGATE, generator) == null
                && KNOWN.computeIfAbsent(((JSFunction) get(FUNCTION, generator)).getDescriptor(),
                        key -> ((JSDescriptor<?>) key).getSource().contains(RESUMED));
    }

    /** Where a limit has ended the generator's script while it ran: Rhino would go on with what it can't go on with. */
    private static void completeIfBroken(final Object self) {
        if (self instanceof ES6Generator generator && get(STATE, generator) == ES6Generator.State.SUSPENDED_YIELD
                && get(SAVED, generator) instanceof ACallFrame<?, ?> frame && !frame.frozen) {
            complete(generator);
        }
    }

    private static void complete(final ES6Generator generator) {
        try {
            STATE.set(generator, ES6Generator.State.COMPLETED);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
