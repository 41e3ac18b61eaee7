package ajaxcrawl;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.WasmException;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import com.dylibso.chicory.wasm.types.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.javascript.JavaScriptEngine;

/** Values and functions of WebAssembly as scripts see them, and theirs as WebAssembly does (its JavaScript interface, 5). */
final class WasmValues {

    /** A function of an instance. */
    record Target(Instance instance, int index) { }

    private final TopLevel scope;
    /** Throws an error of WebAssembly's, given its name and message. */
    private final Function fail;
    private final Map<Instance, Map<Integer, Function>> functions = new IdentityHashMap<>();
    private final Map<Object, Target> targets = new IdentityHashMap<>();
    /** What externref values stand for; none is ever given up. */
    private final List<Object> references = new ArrayList<>();
    private final Map<Object, Integer> numbers = new IdentityHashMap<>();

    WasmValues(final TopLevel scope, final Function fail) {
        this.scope = scope;
        this.fail = fail;
    }

    /** The function with this number, one object however often it is asked for. */
    Function function(final Instance instance, final int index) {
        return functions.computeIfAbsent(instance, any -> new HashMap<>()).computeIfAbsent(index, any -> {
            final FunctionType type = instance.type(instance.functionType(index));
            final LambdaFunction function = new LambdaFunction(scope, String.valueOf(index), type.params().size(),
                    (context, s, self, args) -> call(instance, index, type, args), false);
            targets.put(function, new Target(instance, index));
            return function;
        });
    }

    /** What a script's function is in WebAssembly; null: it is none of ours. */
    Target target(final Object function) {
        return targets.get(function);
    }

    private Object call(final Instance instance, final int index, final FunctionType type, final Object[] args) {
        final List<ValType> params = type.params();
        final long[] values = new long[params.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = toWasm(i < args.length ? args[i] : Undefined.instance, params.get(i), instance);
        }
        final long[] results;
        try {
            results = instance.getMachine().call(index, values);
        } catch (final ChicoryException e) {
            throw failure(e);
        } catch (final WasmException e) {
            throw failure("Exception", "wasm exception");
        }
        final List<ValType> returns = type.returns();
        if (returns.isEmpty()) {
            return Undefined.instance;
        }
        return returns.size() == 1 ? toScript(results[0], returns.get(0), instance)
                : JavaScriptEngine.newArray(scope, toScript(results, returns, instance));
    }

    /** What a script's function gives that WebAssembly calls. */
    long[] call(final Function function, final FunctionType type, final Instance instance, final long[] args) {
        final Object result = function.call(Context.getCurrentContext(), scope, Undefined.SCRIPTABLE_UNDEFINED,
                toScript(args, type.params(), instance));
        final List<ValType> returns = type.returns();
        final long[] values = new long[returns.size()];
        for (int i = 0; i < values.length; i++) {
            final Object value = values.length == 1 ? result
                    : ScriptableObject.getProperty(ScriptRuntime.toObject(scope, result), i);
            values[i] = toWasm(value == Scriptable.NOT_FOUND ? Undefined.instance : value, returns.get(i), instance);
        }
        return values;
    }

    private Object[] toScript(final long[] values, final List<ValType> types, final Instance instance) {
        final Object[] converted = new Object[types.size()];
        for (int i = 0; i < converted.length; i++) {
            converted[i] = toScript(values[i], types.get(i), instance);
        }
        return converted;
    }

    /** ToJSValue. */
    Object toScript(final long value, final ValType type, final Instance instance) {
        if (type.equals(ValType.I32)) {
            return (int) value;
        }
        if (type.equals(ValType.I64)) {
            return BigInteger.valueOf(value);
        }
        if (type.equals(ValType.F32)) {
            return (double) Value.longToFloat(value);
        }
        if (type.equals(ValType.F64)) {
            return Value.longToDouble(value);
        }
        if (value == Value.REF_NULL_VALUE) {
            return null;
        }
        if (type.equals(ValType.ExternRef)) {
            return references.get((int) value);
        }
        if (type.equals(ValType.FuncRef)) {
            return function(instance, (int) value);
        }
        throw JavaScriptEngine.typeError("type incompatibility when transforming from/to JS");
    }

    /** ToWebAssemblyValue; {@code instance} is whose functions a reference may be to. */
    long toWasm(final Object value, final ValType type, final Instance instance) {
        if (type.equals(ValType.I32)) {
            return ScriptRuntime.toInt32(value);
        }
        if (type.equals(ValType.I64)) {
            if (value instanceof Number && !(value instanceof BigInteger)) {
                throw JavaScriptEngine.typeError("Cannot convert " + ScriptRuntime.toString(value) + " to a BigInt");
            }
            return ScriptRuntime.toBigInt(value).longValue();
        }
        if (type.equals(ValType.F32)) {
            return Value.floatToLong((float) ScriptRuntime.toNumber(value));
        }
        if (type.equals(ValType.F64)) {
            return Value.doubleToLong(ScriptRuntime.toNumber(value));
        }
        if (type.equals(ValType.ExternRef)) {
            return value == null ? Value.REF_NULL_VALUE : number(value);
        }
        if (type.equals(ValType.FuncRef)) {
            final Target target = targets.get(value);
            if (value == null) {
                return Value.REF_NULL_VALUE;
            }
            if (target != null && target.instance() == instance) {
                return target.index();
            }
        }
        throw JavaScriptEngine.typeError("type incompatibility when transforming from/to JS");
    }

    private int number(final Object value) {
        return numbers.computeIfAbsent(value, any -> {
            references.add(value);
            return references.size() - 1;
        });
    }

    /** What scripts see of a failure. */
    RuntimeException failure(final ChicoryException failure) {
        if (failure.getCause() instanceof StackOverflowError) {
            return ScriptRuntime.rangeError("Maximum call stack size exceeded");
        }
        return failure("RuntimeError", inWords(failure.getMessage()));
    }

    /** As V8 says it. */
    private static String inWords(final String message) {
        return switch (String.valueOf(message)) {
            case "Trapped on unreachable instruction" -> "unreachable";
            case "integer divide by zero" -> "divide by zero";
            case "integer overflow" -> "float unrepresentable in integer range";
            case "indirect call type mismatch", "undefined element" -> "null function or function signature mismatch";
            default -> message;
        };
    }

    /** An error of WebAssembly's, as the exception that scripts catch. */
    RuntimeException failure(final String name, final String message) {
        fail.call(Context.getCurrentContext(), scope, scope.getGlobalThis(), new Object[] {name, message});
        return JavaScriptEngine.typeError(message); // never: it throws
    }
}
