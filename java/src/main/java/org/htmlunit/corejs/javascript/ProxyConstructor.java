package org.htmlunit.corejs.javascript;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** {@code Proxy}: makes proxies as the standard has them, see {@link SpecProxy}. */
public final class ProxyConstructor extends StandInConstructor {

    private static final long serialVersionUID = 1L;

    /** Methods of Rhino's that ask for {@code in}, for {@code Reflect.has} and for names in {@code with}. */
    private static final Set<String> IN = Set.of("in", "has");
    private static final Set<String> ASSIGNMENT = Set.of("putProperty", "putConstProperty", "putSuperProperty",
            "setObjectProp", "setObjectElem", "setObjectIndex");
    private static final int FRAMES = 12; // between a trap and who has asked
    private static final List<String> OTHERS = List.of("org.htmlunit.corejs.javascript.", "ajaxcrawl.ProxyScope");
    private static final List<String> OWN = Stream.of(ProxyConstructor.class, SpecProxy.class, KeyedObject.class)
            .map(Class::getName).toList();

    private ProxyConstructor(final TopLevel scope, final BaseFunction real) {
        super(scope, real, "Proxy", 2);
    }

    /** Who asks whether a proxy has a property. */
    enum Question { IN, ASSIGNMENT, OWN }

    /** Puts it in place of Rhino's. */
    public static void install(final TopLevel scope) {
        final ScriptableObject global = scope.getGlobalThis();
        if (!(ScriptableObject.getProperty(global, "Proxy") instanceof BaseFunction real)) {
            return;
        }
        final ProxyConstructor constructor = new ProxyConstructor(scope, real);
        constructor.defineProperty("revocable", new LambdaFunction(scope, "revocable", 2, (context, s, self, args) -> {
            final SpecProxy proxy = make(scope, args);
            final Scriptable result = context.newObject(scope);
            result.put("proxy", result, proxy);
            result.put("revoke", result, new LambdaFunction(scope, "", 0, (cx, sc, it, none) -> {
                proxy.revoke();
                return Undefined.instance;
            }, false));
            return result;
        }, false), ScriptableObject.DONTENUM);
        scope.defineProperty("Proxy", constructor, ScriptableObject.DONTENUM);
    }

    private static SpecProxy make(final VarScope scope, final Object[] args) {
        if (args.length > 1 && object(args[0]) instanceof ScriptableObject target
                && object(args[1]) instanceof ScriptableObject handler) {
            return SpecProxy.of(scope, target, handler);
        }
        throw ScriptRuntime.typeError("Cannot create proxy with a non-object as target or handler");
    }

    /** Windows and documents come in a wrapper. */
    private static Object object(final Object value) {
        return value instanceof Delegator wrapper ? wrapper.getDelegee()
                : ScriptRuntime.isSymbol(value) ? null : value;
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
        return make(scope, args);
    }

    static Question question() {
        return StackWalker.getInstance().walk(frames -> frames.limit(FRAMES)
                .filter(frame -> OTHERS.stream().anyMatch(frame.getClassName()::startsWith)
                        && OWN.stream().noneMatch(frame.getClassName()::startsWith))
                .map(frame -> IN.contains(frame.getMethodName()) ? Question.IN
                        : ASSIGNMENT.contains(frame.getMethodName()) ? Question.ASSIGNMENT : Question.OWN)
                .filter(question -> question != Question.OWN).findFirst().orElse(Question.OWN));
    }
}
