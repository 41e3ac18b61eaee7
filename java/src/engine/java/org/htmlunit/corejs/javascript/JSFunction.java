package org.htmlunit.corejs.javascript;

import java.lang.reflect.Field;
import java.util.EnumSet;
import org.htmlunit.corejs.javascript.debug.DebuggableScript;

/**
 * A function, in place of the class of this name in HtmlUnit's engine: {@code this} of strict ones may be a primitive
 * value, what {@code prototype} holds is made when something asks for it, and scripts may catch that the stack is at its
 * end.
 */
public class JSFunction extends BaseFunction implements ScriptOrFn<JSFunction> {

    private static final long serialVersionUID = 1L;

    /** The name and length that functions begin with; Rhino's have an {@code arity} too, which no browser has. */
    static final SlotMapDescriptor<BaseFunction> PROPERTIES = properties();

    private static final int FIXED = ScriptableObject.DONTENUM | ScriptableObject.READONLY;

    /** The function that called this one last, while it runs. */
    Object callerObj;

    private final JSDescriptor<JSFunction> descriptor;
    private final Object lexicalThis;
    private final Object lexicalNewTarget;
    private final Scriptable homeObject;
    private boolean isPrototypeDue;
    private boolean isNoConstructor;

    public JSFunction(final Context context, final VarScope scope, final JSDescriptor<JSFunction> descriptor,
            final Object lexicalThis, final Object lexicalNewTarget, final Scriptable homeObject) {
        super(scope);
        this.descriptor = descriptor;
        this.lexicalThis = lexicalThis;
        this.lexicalNewTarget = lexicalNewTarget;
        this.homeObject = homeObject;
        setParentScope(scope);
        setPrototype(descriptor.isES6Generator() ? ScriptableObject.getGeneratorFunctionPrototype(scope)
                : ScriptableObject.getFunctionPrototype(scope));
        if (descriptor.hasPrototype() && (!descriptor.isShorthand() || descriptor.isES6Generator())) {
            createPrototypeProperty();
            isPrototypeDue = true;
        }
    }

    /** One of the engine's own. */
    public JSFunction(final VarScope scope, final JSDescriptor<JSFunction> descriptor, final Scriptable lexicalThis,
            final Object lexicalNewTarget, final Scriptable homeObject) {
        super(scope);
        this.descriptor = descriptor;
        this.lexicalThis = lexicalThis;
        this.lexicalNewTarget = lexicalNewTarget;
        this.homeObject = homeObject;
        setParentScope(scope);
        setPrototype(ScriptableObject.getFunctionPrototype(scope));
    }

    public static JSScript createScript(final JSDescriptor<JSScript> descriptor, final Scriptable homeObject,
            final Object securityDomain) {
        return new JSScript(descriptor, homeObject);
    }

    public static JSFunction createFunction(final Context context, final VarScope scope,
            final JSDescriptor<JSFunction> descriptor, final Scriptable homeObject, final Object securityDomain) {
        return new JSFunction(context, scope, descriptor, null, Undefined.instance, homeObject);
    }

    static JSFunction createFunction(final Context context, final VarScope scope, final JSDescriptor<?> parent,
            final int index, final Scriptable homeObject) {
        return new JSFunction(context, scope, parent.getFunction(index), null, Undefined.instance, homeObject);
    }

    @SuppressWarnings("unchecked")
    private static SlotMapDescriptor<BaseFunction> properties() {
        try {
            final Field field = BaseFunction.class.getDeclaredField("BASIC_MAP");
            field.setAccessible(true);
            return (SlotMapDescriptor<BaseFunction>) field.get(null);
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected void createProperties() {
        PROPERTIES.installMap(this);
    }

    @Override
    public void setStandardPropertyAttributes(final int attributes) {
        if (attributes != FIXED) { // which they are from the start
            setAttributes("name", attributes);
            setAttributes("length", attributes);
        }
    }

    /** Undefined: {@code new} does not take this one, which is a method or asynchronous, and it has no {@code prototype}. */
    @Override
    public void setImmunePrototypeProperty(final Object value) {
        if (!Undefined.isUndefined(value)) {
            super.setImmunePrototypeProperty(value);
            return;
        }
        isNoConstructor = true;
        if (descriptor.isES6Generator()) {
            return; // has one for what it makes
        }
        isPrototypeDue = false;
        getMap().compute(this, "prototype", 0, (key, index, slot, map, owner) -> null);
    }

    @Override
    public Object call(final Context context, final Object newTarget, final VarScope scope, final Object self,
            final Object[] args) {
        if (!ScriptRuntime.hasTopCall(context)) {
            return ScriptRuntime.doTopCall(this, context, scope, self, args, isStrict());
        }
        try {
            return descriptor.getCode().execute(context, this, lexicalNewTarget, scope, getThisObj(self), args);
        } catch (final StackOverflowError e) {
            throw tooDeep();
        }
    }

    private static EcmaError tooDeep() {
        return ScriptRuntime.rangeError("Maximum call stack size exceeded");
    }

    /**
     * What {@code this} is in a call. Rhino passes an object in place of a primitive value; objects that pages make of
     * such values themselves, which is rare, are taken for the values, too.
     */
    public final Object getThisObj(final Object given) {
        if (descriptor.hasLexicalThis()) {
            return lexicalThis;
        }
        if (descriptor.isStrict()) {
            return given == null || Undefined.isUndefined(given) ? Undefined.instance
                    : descriptor.isFunction() && given instanceof ScriptableObject object ? Primitives.of(object) : given;
        }
        return given == null || Undefined.isUndefined(given)
                ? ScriptableObject.getTopLevelScope(getDeclarationScope()).getGlobalThis()
                : ScriptRuntime.toObject(getDeclarationScope(), given);
    }

    /** The same where what is given is an object. */
    public Object getFunctionThis(final Scriptable given) {
        if (descriptor.hasLexicalThis()) {
            return lexicalThis;
        }
        return descriptor.isStrict() && descriptor.isFunction() && given instanceof ScriptableObject object
                ? Primitives.of(object) : given;
    }

    @Override
    public Scriptable construct(final Context context, final Object given, final VarScope scope, final Object[] args) {
        if (!ScriptRuntime.hasTopCall(context)) {
            return (Scriptable) ScriptRuntime.doTopCall((cx, s, self, values) -> construct(cx, s, values), context, scope,
                    null, args, isStrict());
        }
        checkConstructor();
        final Object newTarget = given == null || Undefined.isUndefined(given) ? this : given;
        final Scriptable made = homeObject == null ? createObject(context, scope, newTarget) : null;
        try {
            final Object result = descriptor.getConstructor().execute(context, this, newTarget, scope, made, args);
            return result instanceof Scriptable other ? other : made;
        } catch (final StackOverflowError e) {
            throw tooDeep();
        }
    }

    /** What the interpreter calls where it makes an object by itself. */
    @Override
    public Scriptable createObject(final Context context, final VarScope scope) {
        checkConstructor();
        return super.createObject(context, scope);
    }

    private void checkConstructor() {
        if (!isConstructor()) {
            throw ScriptRuntime.typeErrorById("msg.not.ctor", getFunctionName());
        }
    }

    @Override
    public boolean isConstructor() {
        return descriptor.getConstructor() != null && !isNoConstructor && !descriptor.isES6Generator();
    }

    public Object resumeGenerator(final Context context, final VarScope scope, final int operation, final Object state,
            final Object value) {
        return descriptor.getCode().resume(context, this, state, scope, operation, value);
    }

    // properties

    @Override
    protected void createPrototypeProperty() {
        if (descriptor.hasPrototype()) {
            super.createPrototypeProperty();
        }
    }

    @Override
    protected void setPrototypeProperty(final Object prototype) { // for this package
        super.setPrototypeProperty(prototype);
    }

    @Override
    protected boolean hasPrototypeProperty() {
        return true;
    }

    @Override
    public Object getPrototypeProperty() {
        if (isPrototypeDue) {
            isPrototypeDue = false;
            if (!super.hasPrototypeProperty()) {
                setupDefaultPrototype(getParentScope());
            }
        }
        return super.getPrototypeProperty();
    }

    @Override
    public int getLength() {
        return descriptor.expectedCount();
    }

    @Override
    public int getArity() {
        return descriptor.getArity();
    }

    @Override
    public String getFunctionName() {
        return descriptor.getName();
    }

    @Override
    final String decompile(final int indent, final EnumSet<DecompilerFlag> flags) {
        return descriptor.getSource();
    }

    @Override
    Object getCaller() {
        if (isStrict() || descriptor.getFunctionType() == 4) {
            throw ScriptRuntime.typeErrorById("msg.op.not.allowed");
        }
        return callerObj;
    }

    @Override
    void setCaller(final Object caller) {
        if (isStrict()) {
            throw ScriptRuntime.typeErrorById("msg.op.not.allowed");
        }
    }

    void setCallerObj(final Object caller) {
        callerObj = caller;
    }

    // what the engine asks for

    @Override
    public JSDescriptor<JSFunction> getDescriptor() {
        return descriptor;
    }

    @Override
    public VarScope getDeclarationScope() {
        return getParentScope();
    }

    @Override
    public Scriptable getHomeObject() {
        return homeObject;
    }

    @Override
    public void setHomeObject(final Scriptable object) {
        throw new UnsupportedOperationException("a function keeps its home object");
    }

    public Object getLexicalNewTarget() {
        return lexicalNewTarget;
    }

    JSCode<JSFunction> getCode() {
        return descriptor.getCode();
    }

    JSCode<JSFunction> getConstructor() {
        return descriptor.getConstructor();
    }

    public DebuggableScript getDebuggableView() {
        return null;
    }

    public boolean isScript() {
        return descriptor.isScript();
    }

    public boolean isShorthand() {
        return descriptor.isShorthand();
    }

    public boolean isStrict() {
        return descriptor.isStrict();
    }

    @Override
    protected boolean isGeneratorFunction() {
        return descriptor.isES6Generator();
    }

    @Override
    protected boolean hasDefaultParameters() {
        return descriptor.hasDefaultParameters();
    }

    public boolean hasNoFunctionStatementNamed(final String name) {
        return descriptor.hasNoFunctionStatementNamed(name);
    }

    protected int getLanguageVersion() {
        return descriptor.getLanguageVersion();
    }

    protected int getParamAndVarCount() {
        return descriptor.getParamAndVarCount();
    }

    /** Without the one that takes the rest. */
    protected int getParamCount() {
        return descriptor.hasRestArg() ? descriptor.getParamCount() - 1 : descriptor.getParamCount();
    }

    protected boolean getParamOrVarConst(final int index) {
        return descriptor.getParamOrVarConst(index);
    }

    protected String getParamOrVarName(final int index) {
        return descriptor.getParamOrVarName(index);
    }

    public String getRawSource() {
        return descriptor.getSource();
    }
}
