package org.htmlunit.corejs.javascript;

/**
 * What {@code bind} makes, in place of the class of this name in HtmlUnit's engine: it has the name, length and prototype
 * that the function has now, and is a constructor if that one is.
 */
public class BoundFunction extends BaseFunction {

    private static final long serialVersionUID = 2118137342826470729L;

    private final Callable target;
    private final Scriptable self;
    private final Object[] first;
    private final int length;
    private final String name;

    public BoundFunction(final Context context, final VarScope scope, final Callable target, final Scriptable self,
            final Object[] first) {
        super(scope);
        this.target = target;
        this.self = self;
        this.first = first;
        setParentScope(scope);
        final Scriptable function = (Scriptable) target;
        setPrototype(function.getPrototype());
        length = hasOwn(function, "length") && function.get("length", function) instanceof Number number
                ? (int) Math.max(0, number.doubleValue() - first.length) : 0;
        name = "bound " + (ScriptableObject.getProperty(function, "name") instanceof CharSequence text ? text : "");
    }

    private static boolean hasOwn(final Scriptable object, final String name) {
        return object.has(name, object);
    }

    @Override
    protected void createProperties() {
        JSFunction.PROPERTIES.installMap(this);
    }

    @Override
    public int getLength() {
        return length;
    }

    @Override
    public String getFunctionName() {
        return name;
    }

    @Override
    Object getArguments() {
        ScriptRuntime.ThrowTypeError.throwNotAllowed();
        return null;
    }

    @Override
    void setArguments(final Object given) {
        ScriptRuntime.ThrowTypeError.throwNotAllowed();
    }

    @Override
    public Object call(final Context context, final Object newTarget, final VarScope scope, final Object given,
            final Object[] args) {
        return target.call(context, scope, self, joined(args));
    }

    @Override
    public Scriptable construct(final Context context, final Object newTarget, final VarScope scope,
            final Object[] args) {
        if (!isConstructor()) {
            throw ScriptRuntime.typeErrorById("msg.not.ctor", name);
        }
        return ((Constructable) target).construct(context, newTarget == this ? target : newTarget, scope, joined(args));
    }

    @Override
    public boolean isConstructor() {
        return target instanceof Function function && function.isConstructor();
    }

    @Override
    public boolean hasInstance(final Scriptable instance) {
        return ((Scriptable) target).hasInstance(instance);
    }

    private Object[] joined(final Object[] args) {
        if (first.length == 0) {
            return args;
        }
        final Object[] all = new Object[first.length + args.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(args, 0, all, first.length, args.length);
        return all;
    }

    // what the engine asks for

    Callable getTargetFunction() {
        return target;
    }

    Object[] getBoundArgs() {
        return first;
    }

    Scriptable getCallThis() {
        return self;
    }

    static boolean equalObjectGraphs(final BoundFunction one, final BoundFunction other, final EqualObjectGraphs graphs) {
        return graphs.equalGraphs(one.self, other.self) && graphs.equalGraphs(one.target, other.target)
                && graphs.equalGraphs(one.first, other.first);
    }
}
