package org.htmlunit.corejs.javascript;

/** A proxy of what can be called. */
final class SpecProxyFunction extends SpecProxy implements Function {

    private static final long serialVersionUID = 1L;

    SpecProxyFunction(final ScriptableObject target, final ScriptableObject handler) {
        super(target, handler);
    }

    @Override
    public Object call(final Context context, final VarScope scope, final Object self, final Object[] args) {
        final Callable trap = trap("apply");
        final Scriptable list = context.newArray(scope, args);
        return trap == null ? ScriptRuntime.applyOrCall(true, context, scope, target(), new Object[] {self, list})
                : call(trap, target(), self, list);
    }

    @Override
    public Scriptable construct(final Context context, final Object newTarget, final VarScope scope,
            final Object[] args) {
        final Callable trap = trap("construct");
        if (trap == null) {
            return ((Constructable) target()).construct(context, newTarget, scope, args);
        }
        if (call(trap, target(), context.newArray(scope, args), newTarget) instanceof Scriptable made
                && !(made instanceof Symbol)) {
            return made;
        }
        throw ScriptRuntime.typeError("proxy [[Construct]] must return an object");
    }

    @Override
    public VarScope getDeclarationScope() {
        return target() instanceof Function function ? function.getDeclarationScope() : getParentScope();
    }

    @Override
    public boolean isConstructor() {
        return target() instanceof Function function && function.isConstructor();
    }
}
