package org.htmlunit.corejs.javascript;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Proxies whose {@code has} trap is called for {@code in} alone. Rhino calls it before every assignment and for own
 * properties too, and pages that track what is read are told of reads that did not happen.
 */
public final class ProxyHandlers {

    /** Methods of Rhino's that ask for {@code in}, for {@code Reflect.has} and for names in {@code with}. */
    private static final Set<String> IN = Set.of("in", "has");
    private static final Set<String> ASSIGNMENT = Set.of("putProperty", "putConstProperty", "setObjectProp",
            "setObjectElem", "setObjectIndex");
    private static final int FRAMES = 12; // between a trap and who has asked
    private static final String PACKAGE = ProxyHandlers.class.getPackageName();

    private ProxyHandlers() { }

    /** Who asks whether a proxy has a property. */
    private enum Question { IN, ASSIGNMENT, OWN }

    /** Puts a constructor in place of Rhino's that gives it handlers of ours. */
    public static void install(final TopLevel scope) {
        final ScriptableObject global = scope.getGlobalThis();
        if (!(ScriptableObject.getProperty(global, "Proxy") instanceof BaseFunction real)
                || !(real.get("revocable", real) instanceof Callable revocable)) {
            return;
        }
        final Constructor constructor = new Constructor(scope, real);
        constructor.defineProperty("revocable", new LambdaFunction(scope, "revocable", 2, (context, s, self, args) ->
                revocable.call(context, s, real, adapted(scope, args)), false), ScriptableObject.DONTENUM);
        scope.defineProperty("Proxy", constructor, ScriptableObject.DONTENUM);
    }

    private static Object[] adapted(final TopLevel scope, final Object[] args) {
        return args.length > 1 && args[0] instanceof ScriptableObject target
                && args[1] instanceof ScriptableObject handler
                && ScriptableObject.getProperty(handler, "has") instanceof Function
                ? new Object[] {target, new Handler(scope, target, handler)} : args;
    }

    /** As Rhino's, which has no prototype either. */
    private static final class Constructor extends StandInConstructor {

        private static final long serialVersionUID = 1L;

        private final transient TopLevel top;
        private final transient BaseFunction real;

        Constructor(final TopLevel scope, final BaseFunction real) {
            super(scope, real, "Proxy", 2);
            top = scope;
            this.real = real;
        }

        @Override
        protected boolean hasPrototypeProperty() {
            return false;
        }

        @Override
        public Object call(final Context context, final Object newTarget, final VarScope scope, final Object thisObject,
                final Object[] args) {
            throw ScriptRuntime.typeError("Constructor Proxy requires 'new'");
        }

        @Override
        public Scriptable construct(final Context context, final Object newTarget, final VarScope scope,
                final Object[] args) {
            return real.construct(context, real, scope, adapted(top, args));
        }
    }

    /** Stands for a page's handler, whose traps it calls. */
    private static final class Handler extends NativeObject {

        private static final long serialVersionUID = 1L;

        private final transient TopLevel scope;
        private final transient ScriptableObject target;
        private final transient ScriptableObject handler;
        private final transient Map<Function, LambdaFunction> traps = new IdentityHashMap<>();

        Handler(final TopLevel scope, final ScriptableObject target, final ScriptableObject handler) {
            this.scope = scope;
            this.target = target;
            this.handler = handler;
        }

        @Override
        public boolean has(final String name, final Scriptable start) {
            return ScriptableObject.hasProperty(handler, name);
        }

        @Override
        public Object get(final String name, final Scriptable start) {
            final Object trap = ScriptableObject.getProperty(handler, name);
            if (!(trap instanceof Function function)) {
                return trap;
            }
            return traps.computeIfAbsent(function, key -> new LambdaFunction(scope, name, 0, (context, s, self, args) ->
                    "has".equals(name) ? has(context, s, key, args) : key.call(context, s, handler, args), false));
        }

        private Object has(final Context context, final VarScope s, final Function trap, final Object[] args) {
            return switch (question()) {
                case IN -> trap.call(context, s, handler, args);
                case ASSIGNMENT -> true; // it is the proxy that is to be assigned to
                case OWN -> hasOwn(context, s, args[1]);
            };
        }

        private boolean hasOwn(final Context context, final VarScope s, final Object key) {
            if (ScriptableObject.getProperty(handler, "getOwnPropertyDescriptor") instanceof Function trap) {
                return !Undefined.isUndefined(trap.call(context, s, handler, new Object[] {target, key}));
            }
            if (ScriptRuntime.isSymbol(key)) {
                return target.has((Symbol) key, target);
            }
            final ScriptRuntime.StringIdOrIndex id = ScriptRuntime.toStringIdOrIndex(key);
            return id.stringId == null ? target.has(id.index, target) : target.has(id.stringId, target);
        }
    }

    private static Question question() {
        return StackWalker.getInstance().walk(frames -> frames.limit(FRAMES)
                .filter(frame -> frame.getClassName().startsWith(PACKAGE) || frame.getClassName().startsWith("ajaxcrawl.ProxyScope"))
                .filter(frame -> !frame.getClassName().startsWith(PACKAGE + ".ProxyHandlers")
                        && !frame.getClassName().equals(PACKAGE + ".NativeProxy"))
                .map(frame -> IN.contains(frame.getMethodName()) ? Question.IN
                        : ASSIGNMENT.contains(frame.getMethodName()) ? Question.ASSIGNMENT : Question.OWN)
                .filter(question -> question != Question.OWN).findFirst().orElse(Question.OWN));
    }
}
