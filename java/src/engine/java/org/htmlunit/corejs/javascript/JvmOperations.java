package org.htmlunit.corejs.javascript;

import java.util.Arrays;

/** What the code that {@link JvmCompiler} writes calls: scripts' operations, the most frequent cases first. */
final class JvmOperations {

    /** What the engine's interpreter counts for a call. */
    private static final int CALL = 100;
    private static final int JUMP = 10;

    private JvmOperations() { }

    // of calls

    static void tick(final Context context) {
        count(context, JUMP);
    }

    private static void count(final Context context, final int instructions) {
        if (context.instructionThreshold != 0) {
            context.instructionCount += instructions;
            if (context.instructionCount > context.instructionThreshold) {
                context.observeInstructionCount(context.instructionCount);
                context.instructionCount = 0;
            }
        }
    }

    static Object call(final Object self, final Object callee, final Object[] args, final Context context,
            final VarScope scope, final JvmFrame frame) {
        count(context, CALL);
        final boolean wasFound = callee instanceof ScriptRuntime.LookupResult;
        Callable callable = wasFound ? ((ScriptRuntime.LookupResult) callee).getCallable() : (Callable) callee;
        Object object = wasFound ? ((ScriptRuntime.LookupResult) callee).getThis() : self;
        Object[] values = args;
        while (BaseFunction.isApplyOrCall(callable)) { // without a call of Java, which takes more of the stack
            final Function target = (Function) ScriptRuntime.getCallable(object);
            object = ScriptRuntime.getApplyOrCallThis(context, target.getDeclarationScope(),
                    values.length == 0 ? null : values[0], values.length, target);
            if (BaseFunction.isApply(callable)) {
                values = values.length < 2 ? ScriptRuntime.emptyArgs
                        : ScriptRuntime.getApplyArguments(context, values[1]);
            } else if (values.length > 0) {
                values = Arrays.copyOfRange(values, 1, values.length);
            }
            callable = target;
        }
        frame.called = callable;
        final Object result;
        if (callable instanceof JSFunction function && object instanceof Scriptable given
                && given != Undefined.SCRIPTABLE_UNDEFINED) { // an object: no other stands in for it
            result = function.getDescriptor().getCode().execute(context, function, function.getLexicalNewTarget(), scope,
                    function.getFunctionThis(given), values);
        } else {
            result = callable.call(context, scope, object, values);
        }
        frame.called = null;
        return result;
    }

    static Object call(final Object self, final Object callee, final Context context, final VarScope scope,
            final JvmFrame frame) {
        return call(self, callee, ScriptRuntime.emptyArgs, context, scope, frame);
    }

    static Object call(final Object self, final Object callee, final Object a, final Context context,
            final VarScope scope, final JvmFrame frame) {
        return call(self, callee, new Object[] {a}, context, scope, frame);
    }

    static Object call(final Object self, final Object callee, final Object a, final Object b, final Context context,
            final VarScope scope, final JvmFrame frame) {
        return call(self, callee, new Object[] {a, b}, context, scope, frame);
    }

    static Object call(final Object self, final Object callee, final Object a, final Object b, final Object c,
            final Context context, final VarScope scope, final JvmFrame frame) {
        return call(self, callee, new Object[] {a, b, c}, context, scope, frame);
    }

    static Object construct(final Object constructor, final Object[] args, final Context context, final VarScope scope,
            final JvmFrame frame) {
        count(context, CALL);
        if (!(constructor instanceof Constructable constructable)) {
            throw ScriptRuntime.notFunctionError(constructor);
        }
        frame.called = constructor;
        final Object result = constructable.construct(context, scope, args);
        frame.called = null;
        return result;
    }

    static Object argument(final Object[] args, final int index) {
        return index < args.length ? args[index] : Undefined.instance;
    }

    static Object rest(final Object[] args, final int from, final Context context, final VarScope scope) {
        return context.newArray(scope, args.length <= from ? ScriptRuntime.emptyArgs
                : Arrays.copyOfRange(args, from, args.length));
    }

    /** The object whose method is called. */
    static Object self(final Object value, final String name, final Context context, final VarScope scope) {
        if (value instanceof Scriptable) {
            return value;
        }
        final Scriptable object = ScriptRuntime.toObjectOrNull(context, value, scope);
        return object == null ? ScriptRuntime.getPropAndThis(value, name, context, scope) : object; // which throws
    }

    /** The method; what looking it up gives, where that is no function. */
    static Object method(final Object self, final String name, final Context context, final VarScope scope) {
        final Object value = ScriptableObject.getProperty((Scriptable) self, name);
        if (value instanceof Callable) {
            return value;
        }
        return value == Scriptable.NOT_FOUND ? ScriptRuntime.getPropAndThis(self, name, context, scope)
                : new ScriptRuntime.LookupResult(value, (Scriptable) self, name);
    }

    static Object closure(final int index, final Context context, final VarScope scope, final JvmFrame frame) {
        return closure(index, context, scope, frame, null);
    }

    static Object method(final Object home, final int index, final Context context, final VarScope scope,
            final JvmFrame frame) {
        return closure(index, context, scope, frame, (Scriptable) home);
    }

    private static JSFunction closure(final int index, final Context context, final VarScope scope,
            final JvmFrame frame, final Scriptable home) {
        final JSDescriptor<JSFunction> function = frame.fnOrScript.getDescriptor().getFunction(index);
        final boolean isArrow = function.getFunctionType() == 4;
        return new JSFunction(context, scope, function, frame.thisObj,
                isArrow ? frame.newTarget : Undefined.instance,
                home == null && isArrow ? frame.fnOrScript.getHomeObject() : home);
    }

    static void declare(final int index, final int hoists, final Context context, final VarScope scope,
            final JvmFrame frame) {
        Interpreter.initFunction(context, scope, frame.fnOrScript.getDescriptor(), index, hoists != 0);
    }

    // of exceptions

    /** The exception that a script may catch; any other goes on. */
    static Throwable caught(final Throwable thrown, final int onlyFinally, final Context context, final JvmFrame frame)
            throws Throwable {
        context.lastInterpreterFrame = frame;
        frame.called = null;
        final boolean isScripts = thrown instanceof JavaScriptException || thrown instanceof EcmaError
                || thrown instanceof EvaluatorException;
        if (thrown instanceof Error || thrown instanceof ContinuationPending || onlyFinally == 0 && !isScripts) {
            throw thrown;
        }
        count(context, CALL);
        return thrown;
    }

    static Throwable thrown(final Object value, final int line, final JvmFrame frame) {
        return new JavaScriptException(value, frame.fnOrScript.getDescriptor().getSourceName(), line & 0xFFFF);
    }

    static VarScope catchScope(final Object thrown, final Object last, final String name, final Context context,
            final VarScope scope) {
        return ScriptRuntime.newCatchScope((Throwable) thrown, (VarScope) last, name, context, scope);
    }

    /** Where the end of a {@code finally} goes on: an exception goes on as such. */
    static int comesFrom(final Object place) throws Throwable {
        if (place instanceof Throwable thrown) {
            throw thrown;
        }
        return (Integer) place;
    }

    static VarScope scope(final VarScope outer) {
        return new LocalScope(outer);
    }

    static Object enumeration(final Object object, final int instruction, final Context context, final VarScope scope) {
        return ScriptRuntime.enumInit(object, context, scope, switch (instruction) {
            case Token.ENUM_INIT_KEYS -> ScriptRuntime.ENUMERATE_KEYS_NO_ITERATOR;
            case Token.ENUM_INIT_VALUES -> ScriptRuntime.ENUMERATE_VALUES;
            case Token.ENUM_INIT_VALUES_IN_ORDER -> ScriptRuntime.ENUMERATE_VALUES_IN_ORDER;
            default -> ScriptRuntime.ENUMERATE_ARRAY;
        });
    }

    static Object setName(final Object bound, final Object value, final NamePlace place, final Context context,
            final VarScope scope) {
        return place.set((VarScope) bound, value, context, scope);
    }

    static Object setNameStrictly(final Object bound, final Object value, final NamePlace place, final Context context,
            final VarScope scope) {
        return place.setStrictly((VarScope) bound, value, context, scope);
    }

    // of objects

    static Object property(final Object object, final String name, final Context context, final VarScope scope) {
        if (object instanceof Scriptable self) {
            final Object value = ScriptableObject.getProperty(self, name);
            return value == Scriptable.NOT_FOUND ? Undefined.instance : value;
        }
        return ScriptRuntime.getObjectProp(object, name, context, scope);
    }

    static Object setProperty(final Object object, final Object value, final String name, final Context context,
            final VarScope scope) {
        if (object instanceof NativeObject self && self.getClass() == NativeObject.class && !self.isSealed()) {
            final Slot<Scriptable> slot = self.getMap().query(name, 0);
            if (slot != null && slot.getClass() == StandardSlot.class) { // its own, and no accessor
                slot.setValue(value, self, self, context.isStrictMode());
                return value;
            }
        }
        return ScriptRuntime.setObjectProp(object, name, value, context, scope);
    }

    static Object element(final Object object, final Object key, final Context context, final VarScope scope) {
        if (key instanceof Double index) {
            return ScriptRuntime.getObjectIndex(object, index, context, scope);
        }
        if (key instanceof String name && object instanceof Scriptable && isNoIndex(name)) {
            return property(object, name, context, scope);
        }
        return ScriptRuntime.getObjectElem(object, key, context, scope);
    }

    static Object setElement(final Object object, final Object key, final Object value, final Context context,
            final VarScope scope) {
        if (key instanceof Double index) {
            return ScriptRuntime.setObjectIndex(object, index, value, context, scope);
        }
        if (key instanceof String name && object instanceof Scriptable && isNoIndex(name)) {
            return setProperty(object, value, name, context, scope);
        }
        return ScriptRuntime.setObjectElem(object, key, value, context, scope);
    }

    /** Whether it is seen at once that a name is that of no element. */
    private static boolean isNoIndex(final String name) {
        return !name.isEmpty() && name.charAt(0) > '9';
    }

    static Object literalKeys(final JvmBody body, final int index, final int copies, final Context context) {
        if (index < 0) {
            return NewLiteralStorage.create(context, -index - 1, true);
        }
        final Object[] keys = (Object[]) body.source.literalIds[index];
        return NewLiteralStorage.create(context, copies == 0 ? keys : Arrays.copyOf(keys, keys.length));
    }

    static Object literalArray(final JvmBody body, final int length, final int skips, final Context context) {
        final NewLiteralStorage storage = NewLiteralStorage.create(context, length, false);
        if (skips > 0) {
            storage.setSkipIndexes((int[]) body.source.literalIds[skips - 1]);
        }
        return storage;
    }

    static Object literalSet(final Object storage, final Object value) {
        ((NewLiteralStorage) storage).pushValue(value);
        return storage;
    }

    static Object literalGetter(final Object storage, final Object value) {
        ((NewLiteralStorage) storage).pushGetter(value);
        return storage;
    }

    static Object literalSetter(final Object storage, final Object value) {
        ((NewLiteralStorage) storage).pushSetter(value);
        return storage;
    }

    static Object literalKey(final Object storage, final Object key) {
        ((NewLiteralStorage) storage).pushKey(key);
        return storage;
    }

    static Object spread(final Object storage, final Object values, final int position, final Context context,
            final VarScope scope) {
        final NewLiteralStorage store = (NewLiteralStorage) storage;
        store.spread(context, scope, values, store.hasSkipIndexes() ? position : 0);
        return store;
    }

    static Object object(final Object object, final Object storage, final Context context, final VarScope scope) {
        final NewLiteralStorage store = (NewLiteralStorage) storage;
        ScriptRuntime.fillObjectLiteral((Scriptable) object, store.getKeys(), store.getValues(),
                store.getGetterSetters(), context, scope);
        return object;
    }

    static Object array(final Object storage, final Context context, final VarScope scope) {
        return ScriptRuntime.newArrayLiteral(((NewLiteralStorage) storage).getValues(), null, context, scope);
    }

    static Object sparseArray(final JvmBody body, final Object storage, final int index, final Context context,
            final VarScope scope) {
        final NewLiteralStorage store = (NewLiteralStorage) storage;
        final int[] adjusted = store.getAdjustedSkipIndexes();
        return ScriptRuntime.newArrayLiteral(store.getValues(),
                adjusted == null ? (int[]) body.source.literalIds[index] : adjusted, context, scope);
    }

    static Object regularExpression(final JvmBody body, final int index, final Context context, final VarScope scope) {
        return ScriptRuntime.wrapRegExp(context, scope, body.source.itsRegExpLiterals[index]);
    }

    static Object delete(final Object object, final Object key, final int isName, final Context context,
            final VarScope scope) {
        return ScriptRuntime.delete(object, key, context, scope, isName != 0);
    }
}
