package org.htmlunit.corejs.javascript;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.htmlunit.corejs.javascript.ast.FunctionNode;

/** The names of a function's variables, their places in each of its calls, and what they are when a call begins. */
final class Variables {

    /** Stands for a call's {@code arguments} until something looks at them. */
    static final Object ARGUMENTS = new Object();

    private final String[] names;
    private final Object[] initial;
    private final boolean[] constant;
    private final boolean haveConstants;
    /** By number of the parameter, without the one that takes the rest: two may have the same name. */
    private final int[] parameters;
    private final int rest;
    /** A hash table with open addressing, never more than half full. */
    private final String[] keys;
    private final int[] places;

    Variables(final JSDescriptor<JSFunction> function) {
        final Map<String, Object> values = new LinkedHashMap<>();
        final int count = function.getParamCount();
        for (int i = 0; i < count; i++) {
            values.put(function.getParamOrVarName(i), Undefined.instance);
        }
        if (function.getFunctionType() != FunctionNode.ARROW_FUNCTION) {
            values.putIfAbsent("arguments", ARGUMENTS);
        }
        final int others = values.size();
        for (int i = count; i < function.getParamAndVarCount(); i++) {
            final String name = function.getParamOrVarName(i);
            final boolean isThere = function.getParamOrVarConst(i) || function.hasNoFunctionStatementNamed(name);
            values.putIfAbsent(name, isThere ? Undefined.instance : Scriptable.NOT_FOUND);
        }
        names = values.keySet().toArray(new String[0]);
        initial = values.values().toArray();
        final int size = Integer.highestOneBit(names.length) * 4;
        keys = new String[Math.max(size, 1)];
        places = new int[keys.length];
        for (int place = 0; place < names.length; place++) {
            final int at = entry(names[place]);
            keys[at] = names[place];
            places[at] = place;
        }
        constant = new boolean[names.length];
        for (int i = count; i < function.getParamAndVarCount(); i++) {
            final int place = place(function.getParamOrVarName(i));
            constant[place] = place >= others && function.getParamOrVarConst(i);
        }
        haveConstants = contains(constant);
        rest = function.hasRestArg() ? place(function.getParamOrVarName(count - 1)) : -1;
        parameters = new int[function.hasRestArg() ? count - 1 : count];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = place(function.getParamOrVarName(i));
        }
    }

    private static boolean contains(final boolean[] flags) {
        for (final boolean flag : flags) {
            if (flag) {
                return true;
            }
        }
        return false;
    }

    /** The values of a call that begins with these arguments, but for the parameter that takes the rest. */
    Object[] initial(final Object[] args) {
        final Object[] values = initial.clone();
        for (int i = 0; i < parameters.length; i++) {
            values[parameters[i]] = i < args.length ? args[i] : Undefined.instance;
        }
        return values;
    }

    /** The place of the parameter that takes the arguments that no other takes. */
    int rest() {
        return rest;
    }

    Object[] rest(final Object[] args) {
        return args.length <= parameters.length ? ScriptRuntime.emptyArgs
                : Arrays.copyOfRange(args, parameters.length, args.length);
    }

    /** Where the variable's value is; negative: there is none of that name. */
    int place(final String name) {
        final int at = entry(name);
        return keys[at] == null ? -1 : places[at];
    }

    /** Where the table has the name, or would have it. */
    private int entry(final String name) {
        final int mask = keys.length - 1;
        final int hash = name.hashCode();
        for (int at = hash & mask; ; at = at + 1 & mask) {
            final String key = keys[at];
            if (key == null || key == name) {
                return at;
            }
            if (key.hashCode() == hash && key.equals(name)) {
                keys[at] = name; // which is the same object each time for the code that asks most
                return at;
            }
        }
    }

    String name(final int place) {
        return names[place];
    }

    int attributes(final int place) {
        return constant[place] ? ScriptableObject.CONST : ScriptableObject.PERMANENT;
    }

    boolean haveConstants() {
        return haveConstants;
    }
}
