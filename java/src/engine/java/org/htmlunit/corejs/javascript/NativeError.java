package org.htmlunit.corejs.javascript;

import static org.htmlunit.corejs.javascript.ClassDescriptor.Destination.CTOR;
import static org.htmlunit.corejs.javascript.ClassDescriptor.Destination.PROTO;

import java.util.ArrayList;
import java.util.List;

/**
 * An error, in place of the class of this name in HtmlUnit's engine: {@code stack} is written as V8 writes it, begins with
 * the message and holds the latest {@code Error.stackTraceLimit} calls.
 */
final class NativeError extends ScriptableObject {

    /** Of stacks that Java asks for: all calls. */
    public static final int DEFAULT_STACK_LIMIT = -1;

    private static final long serialVersionUID = 1L;

    private static final String LIMIT = "stackTraceLimit";
    private static final String PREPARE = "prepareStackTrace";

    private static final ClassDescriptor DESCRIPTOR =
            new ClassDescriptor.Builder("Error", 1, NativeError::js_constructor, NativeError::js_constructor)
                    .withMethod(CTOR, "captureStackTrace", 2, NativeError::capture)
                    .withMethod(CTOR, "isError", 1, (context, f, target, scope, self, args) ->
                            args.length > 0 && args[0] instanceof NativeError)
                    .withMethod(PROTO, "toString", 0, (context, f, target, scope, self, args) -> inWords(self))
                    .withProp(PROTO, "name", ClassDescriptor.Builder.value("Error", DONTENUM))
                    .withProp(PROTO, "message", ClassDescriptor.Builder.value("", DONTENUM))
                    .build();

    /** Knows the calls; null where {@code stack} is what a script has set. */
    private RhinoException place;
    /** How many calls {@code stack} tells of. */
    private int limit;
    /** What {@code message} was when the error was made. */
    private Object message;
    /** Null until something asks for it. */
    private Object stack;

    static void init(final Context context, final VarScope scope, final boolean sealed) {
        final JSFunction constructor = DESCRIPTOR.buildConstructor(context, scope, new NativeObject(), sealed);
        constructor.defineProperty(LIMIT, 10, EMPTY);
        NativeCallSite.init(context, scope, sealed);
    }

    static NativeError makeProto(final VarScope scope, final Function constructor) {
        final NativeError prototype = new NativeError();
        prototype.setPrototype((Scriptable) constructor.get("prototype", constructor));
        prototype.setParentScope(scope);
        return prototype;
    }

    static Object js_constructor(final Context context, final JSFunction function, final Object newTarget,
            final VarScope scope, final Object self, final Object[] args) {
        return make(context, function, newTarget, scope, self, args, TopLevel.NativeErrors.Error);
    }

    public static NativeError make(final Context context, final JSFunction function, final Object newTarget,
            final VarScope scope, final Object self, final Object[] args, final TopLevel.NativeErrors type) {
        final NativeError error = new NativeError();
        ScriptRuntime.setBuiltinProtoAndParent(error, function, newTarget, scope, type);
        error.fill(args, 0);
        error.setStackProvider(new EvaluatorException(""));
        return error;
    }

    static NativeError makeAggregate(final Context context, final JSFunction function, final Object newTarget,
            final VarScope scope, final Object self, final Object[] args) {
        final NativeError error = new NativeError();
        ScriptRuntime.setBuiltinProtoAndParent(error, function, newTarget, scope, TopLevel.NativeErrors.AggregateError);
        if (args.length == 0) {
            throw ScriptRuntime.typeErrorById("msg.iterable.expected");
        }
        error.fill(args, 1);
        final List<Object> errors = new ArrayList<>();
        final Object iterator = ScriptRuntime.callIterator(args[0], context, scope);
        try (IteratorLikeIterable values = new IteratorLikeIterable(context, scope, iterator)) {
            values.forEach(errors::add);
        }
        error.defineProperty("errors", context.newArray(scope, errors.toArray()), DONTENUM);
        error.setStackProvider(new EvaluatorException(""));
        return error;
    }

    /** Takes a message and what comes after it; the engine's own errors say where they were thrown. */
    private void fill(final Object[] args, final int first) {
        if (args.length > first && !Undefined.isUndefined(args[first])) {
            defineProperty("message", ScriptRuntime.toString(args[first]), DONTENUM);
        }
        if (args.length <= first + 1) {
            return;
        }
        if (args[first + 1] instanceof Scriptable options) {
            final Object cause = getProperty(options, "cause");
            if (cause != NOT_FOUND) {
                defineProperty("cause", cause, DONTENUM);
            }
        } else if (args[first + 1] instanceof String file) {
            defineProperty("fileName", file, DONTENUM);
            defineProperty("lineNumber", args.length > first + 2 ? ScriptRuntime.toInt32(args[first + 2]) : 0, DONTENUM);
        }
    }

    /** What has happened, which is where the error was made: errors that are thrown again stay what they are. */
    public void setStackProvider(final RhinoException exception) {
        if (exception instanceof JavaScriptException && place != null) {
            return;
        }
        if (place == null) {
            final Object most = ScriptableObject.getProperty(constructor(), LIMIT);
            if (!(most instanceof Number number)) {
                return;
            }
            limit = Math.max(0, number.intValue());
            message = super.get("message", this);
            defineProperty("stack", this::getStackDelegated, this::setStackDelegated, DONTENUM);
        }
        place = exception;
    }

    private Function constructor() {
        return ScriptableObject.getTopLevelScope(getParentScope()).getNativeErrorCtor(TopLevel.NativeErrors.Error);
    }

    public Object getStackDelegated() {
        if (stack == null) { // what the error is called may have been set since it was made
            stack = place == null ? Undefined.instance : written(this, inWords(getProperty(this, "name"), message),
                    StackText.calls(place, limit, null));
        }
        return stack;
    }

    public void setStackDelegated(final Object value) {
        place = null;
        stack = value;
    }

    /** What {@code stack} is to be: what the page's {@code Error.prepareStackTrace} makes of the calls, if it has one. */
    private Object written(final Scriptable error, final String header, final List<ScriptStackElement> calls) {
        final Function constructor = constructor();
        if (!(ScriptableObject.getProperty(constructor, PREPARE) instanceof Callable prepare)) {
            return StackText.of(header, calls);
        }
        final Context context = Context.getCurrentContext();
        final VarScope scope = constructor.getDeclarationScope();
        final Object[] sites = calls.stream().map(call -> {
            final NativeCallSite site = (NativeCallSite) context.newObject(scope, "CallSite");
            site.setElement(call);
            return site;
        }).toArray();
        return prepare.call(context, scope, constructor, new Object[] {error, context.newArray(scope, sites)});
    }

    /** {@code Error.captureStackTrace}. */
    private static Object capture(final Context context, final JSFunction function, final Object newTarget,
            final VarScope scope, final Object self, final Object[] args) {
        if (args.length == 0 || !(args[0] instanceof ScriptableObject object)) {
            throw ScriptRuntime.typeError("Invalid argument");
        }
        final NativeError here = (NativeError) context.newObject(function.getDeclarationScope(), "Error");
        if (here.place == null) {
            return Undefined.instance;
        }
        final Object hidden = args.length > 1 && args[1] instanceof Scriptable caller ? getProperty(caller, "name") : null;
        final List<ScriptStackElement> calls =
                StackText.calls(here.place, here.limit, hidden instanceof CharSequence name ? name.toString() : null);
        object.defineProperty("stack", here.written(object, inWords(object), calls), DONTENUM);
        return Undefined.instance;
    }

    private static String inWords(final Object error) {
        if (!(error instanceof Scriptable object)) {
            throw ScriptRuntime.typeErrorById("msg.this.not.instance", "Object");
        }
        final Object name = getProperty(object, "name");
        final Object message = getProperty(object, "message");
        return inWords(name, message);
    }

    private static String inWords(final Object name, final Object message) {
        final String kind = name == NOT_FOUND || Undefined.isUndefined(name) ? "Error" : ScriptRuntime.toString(name);
        final String text = message == NOT_FOUND || Undefined.isUndefined(message) ? "" : ScriptRuntime.toString(message);
        return kind.isEmpty() ? text : text.isEmpty() ? kind : kind + ": " + text;
    }

    @Override
    public String getClassName() {
        return "Error";
    }

    @Override
    public String toString() {
        return inWords(this);
    }
}
