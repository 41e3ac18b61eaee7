package org.htmlunit.corejs.javascript;

import static org.htmlunit.corejs.javascript.JvmAssembler.*;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.htmlunit.corejs.javascript.JvmAssembler.Label;

/**
 * Translates the code of a function, which the engine's interpreter runs instruction by instruction, to a method of the
 * Java virtual machine: the operands of both are on a stack, and the function's variables become the method's. Functions
 * with instructions that are not known here stay as they are.
 */
final class JvmCompiler extends JvmInstructions {

    /** HotSpot compiles no longer methods (HugeMethodLimit), and those that it does not are slow. */
    private static final int MOST_BYTES = 7900;

    private JvmCompiler(final JSDescriptor<JSFunction> function, final InterpreterData<?> data) {
        super(function, data);
    }

    /** Better code for a function; null: it cannot be made. */
    static JSCode<JSFunction> compile(final JSDescriptor<JSFunction> function) {
        if (!(function.getCode() instanceof InterpreterData<?> data) || function.isES6Generator()
                || !function.isFunction() || data.itsICode.length > MOST_BYTES) {
            return null;
        }
        for (int i = 0; i < function.getParamAndVarCount(); i++) {
            if (function.getParamOrVarConst(i)) {
                return null;
            }
        }
        try {
            return new JvmCode(function, new JvmCompiler(function, data).body());
        } catch (final Unknown | ReflectiveOperationException | LinkageError e) {
            return null; // the interpreter goes on with it
        }
    }

    private JvmBody body() throws Unknown, ReflectiveOperationException {
        findLabels();
        begin();
        for (at = 0; at < source.length;) {
            final Label label = labels.get(at);
            if (label != null) {
                asObject();
                code.mark(label);
            }
            instruction();
            if (code.size() > MOST_BYTES) {
                throw new Unknown(0);
            }
        }
        final Label end = labels.get(at);
        if (end != null) {
            code.mark(end);
        }
        code.op(ACONST_NULL);
        code.op(ARETURN);
        handlers();
        final byte[] bytes = code.toBytes(PACKAGE + "JvmFunction", BODY, "run", "(" + CX + FR + SC + O + "[" + O + ")" + O,
                2 * data.maxStack + 12, mostLocals);
        final JvmBody body = (JvmBody) MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass()
                .getDeclaredConstructor().newInstance();
        body.constants = constants.toArray();
        body.places = places.toArray(new NamePlace[0]);
        body.source = data;
        return body;
    }

    private void findLabels() throws Unknown {
        for (int i = 0; i < source.length; i += length(source[i])) {
            switch (source[i]) {
                case Icode.GOSUB -> {
                    label(target(i + 1));
                    label(i + 3);
                    returns.add(i + 3);
                }
                case Token.GOTO, Token.IFEQ, Token.IFNE, Icode.IFEQ_POP, Icode.IF_NULL_UNDEF, Icode.IF_NOT_NULL_UNDEF ->
                    label(target(i + 1));
                default -> { }
            }
        }
        for (int i = 0; data.exceptionTable != null && i < data.exceptionTable.length; i += 6) {
            for (int j = 0; j < 3; j++) {
                label(data.exceptionTable[i + j]);
            }
        }
    }

    /** An instruction's length; those that are not listed have no operands. */
    private static int length(final int instruction) {
        return switch (instruction) {
            case Icode.OBJECT_REST, Icode.LITERAL_NEW_OBJECT, Icode.CLOSURE_STMT, Icode.REG_BIGINT1, Icode.REG_STR1,
                    Icode.REG_IND1, Icode.SETCONSTVAR1, Icode.SETVAR1, Icode.GETVAR1, Icode.REF_INC_DEC,
                    Icode.ELEM_INC_DEC, Icode.PROP_INC_DEC, Icode.NAME_INC_DEC, Icode.VAR_INC_DEC, Token.CATCH_SCOPE -> 2;
            case Icode.SPREAD, Icode.IF_NOT_NULL_UNDEF, Icode.IF_NULL_UNDEF, Icode.LEAVEDQ, Icode.GOSUB, Icode.IFEQ_POP,
                    Token.GOTO, Token.IFEQ, Token.IFNE, Icode.REG_BIGINT2, Icode.YIELD_STAR, Icode.GENERATOR_RETURN,
                    Icode.GENERATOR_END, Icode.GENERATOR, Token.THROW, Token.YIELD, Icode.REG_STR2, Icode.REG_IND2,
                    Icode.LITERAL_NEW_ARRAY, Icode.SHORTNUMBER, Icode.LINE -> 3;
            case Icode.REG_BIGINT4, Icode.REG_STR4, Icode.REG_IND4, Icode.INTNUMBER, Icode.CALLSPECIAL,
                    Icode.CALLSPECIAL_OPTIONAL -> 5;
            default -> 1;
        };
    }

    // parts of the method

    private void begin() {
        code.op(ACONST_NULL);
        code.local(ASTORE, COMES_FROM);
        undefined();
        code.local(ASTORE, RESULT);
        for (int i = 0; i < data.maxLocals; i++) {
            code.op(ACONST_NULL);
            code.local(ASTORE, firstLocal + i);
        }
        if (function.requiresActivationFrame()) {
            return;
        }
        final int count = function.getParamCount();
        for (int i = 0; i < data.maxVars; i++) {
            if (i < count) {
                code.local(ALOAD, ARGS);
                code.push(i);
                if (function.hasRestArg() && i == count - 1) {
                    operation("rest", "[" + O + "I" + CX + SC, O, CONTEXT, SCOPE);
                } else {
                    operation("argument", "[" + O + "I", O);
                }
            } else {
                undefined();
            }
            code.local(ASTORE, VARIABLES + i);
        }
    }

    /** The innermost of the handlers that an exception meets comes first; what it does not take meets the next one. */
    private void handlers() {
        final int[] table = data.exceptionTable;
        if (table == null) {
            return;
        }
        final List<Integer> entries = new ArrayList<>();
        for (int i = 0; i < table.length; i += 6) {
            entries.add(i);
        }
        entries.sort((a, b) -> table[a + 1] - table[a] - table[b + 1] + table[b]);
        final Label[] starts = new Label[entries.size()];
        final Label[] ends = new Label[entries.size()];
        for (int i = 0; i < entries.size(); i++) {
            final int entry = entries.get(i);
            starts[i] = new Label();
            ends[i] = new Label();
            code.handler(label(table[entry]), label(table[entry + 1]), starts[i]);
            code.mark(starts[i]);
            code.push(table[entry + 3]);
            operation("caught", T + "I" + CX + FR, T, CONTEXT, FRAME_AT);
            code.local(ASTORE, firstLocal + table[entry + 4]);
            code.local(ALOAD, firstLocal + table[entry + 5]);
            code.type(CHECKCAST, PACKAGE + "VarScope");
            code.local(ASTORE, SCOPE);
            keepScope();
            code.op(ACONST_NULL);
            code.local(ASTORE, COMES_FROM);
            code.mark(ends[i]);
            code.jump(GOTO, label(table[entry + 2]));
        }
        for (int i = 0; i < entries.size(); i++) {
            for (int j = i + 1; j < entries.size(); j++) {
                if (table[entries.get(j)] <= table[entries.get(i)]
                        && table[entries.get(i) + 1] <= table[entries.get(j) + 1]) {
                    code.handler(starts[i], ends[i], starts[j]);
                    break;
                }
            }
        }
    }
}
