package org.htmlunit.corejs.javascript;

import static org.htmlunit.corejs.javascript.JvmAssembler.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.htmlunit.corejs.javascript.JvmAssembler.Label;

/** The code of a function that is read, and the method that is written of it: what all instructions have in common. */
class JvmWriter {

    static final String PACKAGE = "org/htmlunit/corejs/javascript/";
    static final String OPERATIONS = PACKAGE + "JvmOperations";
    static final String BODY = PACKAGE + "JvmBody";
    static final String FRAME = PACKAGE + "JvmFrame";
    static final String PLACE = PACKAGE + "NamePlace";
    static final String O = "Ljava/lang/Object;";
    static final String S = "Ljava/lang/String;";
    static final String T = "Ljava/lang/Throwable;";
    static final String CX = "L" + PACKAGE + "Context;";
    static final String FR = "L" + FRAME + ";";
    static final String SC = "L" + PACKAGE + "VarScope;";
    static final String BO = "L" + BODY + ";";

    private static final int LONGEST_TEXT = 8000;
    /** A call with more arguments has them in an array. */
    static final int FEW = 3;


    // the method's variables
    static final int BODY_AT = 0;
    static final int CONTEXT = 1;
    static final int FRAME_AT = 2;
    static final int SCOPE = 3;
    static final int SELF = 4;
    static final int ARGS = 5;
    static final int RESULT = 6;
    static final int COMES_FROM = 7;
    static final int VARIABLES = 8;

    /** There is an instruction that is not known here. */
    static final class Unknown extends Exception {
        static final long serialVersionUID = 1L;

        Unknown(final int instruction) {
            super("instruction " + instruction, null, false, false);
        }
    }

    final JSDescriptor<JSFunction> function;
    final InterpreterData<?> data;
    final byte[] source;
    final JvmAssembler code = new JvmAssembler();
    final Map<Integer, Label> labels = new TreeMap<>();
    final List<Integer> returns = new ArrayList<>();
    final List<Object> constants = new ArrayList<>();
    final List<NamePlace> places = new ArrayList<>();
    final int firstLocal;
    final int firstFree;
    int mostLocals;

    int at;
    int index;
    int text;
    /** The last value is a boolean of Java's. */
    boolean isBoolean;

    JvmWriter(final JSDescriptor<JSFunction> function, final InterpreterData<?> data) {
        this.function = function;
        this.data = data;
        source = data.itsICode;
        firstLocal = VARIABLES + (function.requiresActivationFrame() ? 0 : data.maxVars);
        firstFree = firstLocal + data.maxLocals;
        mostLocals = firstFree;
    }

    // places in the code

    int unsigned2(final int from) {
        return (source[from] & 255) << 8 | source[from + 1] & 255;
    }

    int signed2(final int from) {
        return (short) unsigned2(from);
    }

    int four(final int from) {
        return unsigned2(from) << 16 | unsigned2(from + 2);
    }

    /** Where the jump goes whose operand is there. */
    int target(final int operand) {
        final int distance = signed2(operand);
        return distance == 0 ? data.longJumps.get(operand) : operand + distance - 1;
    }

    Label label(final int place) {
        return labels.computeIfAbsent(place, key -> new Label());
    }

    void keepScope() {
        code.local(ALOAD, FRAME_AT);
        code.local(ALOAD, SCOPE);
        code.field(PUTFIELD, FRAME, "scope", SC);
    }

    void undefined() {
        code.field(GETSTATIC, PACKAGE + "Undefined", "instance", O);
    }

    void call(final String owner, final String name, final String parameters, final String result,
            final int... locals) {
        for (final int local : locals) {
            code.local(ALOAD, local);
        }
        code.call(INVOKESTATIC, owner, name, "(" + parameters + ")" + result);
        isBoolean = "Z".equals(result);
    }

    void operation(final String name, final String parameters, final String result, final int... locals) {
        call(OPERATIONS, name, parameters, result, locals);
    }

    void value(final String name, final String parameters, final String result, final int... locals) {
        call(PACKAGE + "JvmValues", name, parameters, result, locals);
    }

    void runtime(final String name, final String parameters, final String result, final int... locals) {
        call(PACKAGE + "ScriptRuntime", name, parameters, result, locals);
    }

    void asObject() {
        if (isBoolean) {
            value("truth", "Z", O);
        }
        isBoolean = false;
    }

    void asBoolean() {
        if (!isBoolean) {
            value("isTrue", O, "Z");
        }
        isBoolean = false;
    }

    void constant(final Object value) {
        code.local(ALOAD, BODY_AT);
        code.field(GETFIELD, BODY, "constants", "[" + O);
        code.push(constants.size());
        code.op(AALOAD);
        constants.add(value);
    }

    void string() {
        final String value = data.itsStringTable[text];
        if (value.length() > LONGEST_TEXT) {
            constant(value);
            code.type(CHECKCAST, "java/lang/String");
        } else {
            code.push(value);
        }
    }

    /** Puts the place of a look-up on the stack. */
    void place(final NamePlace place) {
        code.local(ALOAD, BODY_AT);
        code.field(GETFIELD, BODY, "places", "[L" + PLACE + ";");
        code.push(places.size());
        code.op(AALOAD);
        places.add(place);
    }

    void array(final int count) {
        for (int i = count; i-- > 0;) {
            code.local(ASTORE, firstFree + i);
        }
        mostLocals = Math.max(mostLocals, firstFree + count);
        code.push(count);
        code.type(ANEWARRAY, "java/lang/Object");
        for (int i = 0; i < count; i++) {
            code.op(DUP);
            code.push(i);
            code.local(ALOAD, firstFree + i);
            code.op(AASTORE);
        }
    }

    void callWith(final int count) {
        if (count > FEW) {
            array(count);
            operation("call", O + O + "[" + O + CX + SC + FR, O, CONTEXT, SCOPE, FRAME_AT);
        } else {
            operation("call", O + O + O.repeat(count) + CX + SC + FR, O, CONTEXT, SCOPE, FRAME_AT);
        }
    }

}
