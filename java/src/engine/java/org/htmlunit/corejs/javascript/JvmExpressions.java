package org.htmlunit.corejs.javascript;

import static org.htmlunit.corejs.javascript.JvmAssembler.*;

/** Translates instructions that have to do with names, objects and values: they take operands from the stack. */
class JvmExpressions extends JvmWriter {

    JvmExpressions(final JSDescriptor<JSFunction> function, final InterpreterData<?> data) {
        super(function, data);
    }

    void ofNames(final int instruction) throws Unknown {
        switch (instruction) {
            case Token.NAME -> {
                place(new NamePlace(data.itsStringTable[text]));
                placed("get", SC + CX, O, SCOPE, CONTEXT);
            }
            case Icode.NAME_AND_THIS -> {
                code.op(ACONST_NULL);
                place(new NamePlace(data.itsStringTable[text]));
                placed("callee", SC + CX, O, SCOPE, CONTEXT);
            }
            case Token.BINDNAME -> {
                place(new NamePlace(data.itsStringTable[text]));
                placed("bind", SC + CX, SC, SCOPE, CONTEXT);
            }
            case Token.SETNAME, Token.STRICT_SETNAME -> {
                place(new NamePlace(data.itsStringTable[text]));
                operation(instruction == Token.SETNAME ? "setName" : "setNameStrictly",
                        O + O + "L" + PLACE + ";" + CX + SC, O, CONTEXT, SCOPE);
            }
            case Icode.NAME_INC_DEC -> {
                place(new NamePlace(data.itsStringTable[text]));
                code.local(ALOAD, SCOPE);
                code.local(ALOAD, CONTEXT);
                code.push(source[at++]);
                placed("increment", SC + CX + "I", O);
            }
            case Icode.TYPEOFNAME -> {
                place(new NamePlace(data.itsStringTable[text]));
                placed("typeOf", SC + CX, S, SCOPE, CONTEXT);
            }
            case Icode.PROP_AND_THIS -> {
                string();
                operation("self", O + S + CX + SC, O, CONTEXT, SCOPE);
                code.op(DUP);
                string();
                operation("method", O + S + CX + SC, O, CONTEXT, SCOPE);
            }
            case Icode.ELEM_AND_THIS -> {
                runtime("getElemAndThis", O + O + CX + SC, "L" + PACKAGE + "ScriptRuntime$LookupResult;", CONTEXT, SCOPE);
                code.op(DUP);
            }
            case Icode.VALUE_AND_THIS -> {
                runtime("getValueAndThis", O + CX, "L" + PACKAGE + "ScriptRuntime$LookupResult;", CONTEXT);
                code.op(DUP);
            }
            case Token.CALL, Icode.TAIL_CALL -> callWith(index);
            case Token.NEW -> {
                array(index);
                operation("construct", O + "[" + O + CX + SC + FR, O, CONTEXT, SCOPE, FRAME_AT);
            }
            case Icode.CLOSURE_EXPR -> {
                code.push(index);
                operation("closure", "I" + CX + SC + FR, O, CONTEXT, SCOPE, FRAME_AT);
            }
            case Icode.CLOSURE_STMT -> {
                code.push(index);
                code.push(source[at++]);
                operation("declare", "II" + CX + SC + FR, "V", CONTEXT, SCOPE, FRAME_AT);
            }
            case Token.GETPROP -> {
                string();
                operation("property", O + S + CX + SC, O, CONTEXT, SCOPE);
            }
            case Token.GETPROPNOWARN -> {
                string();
                runtime("getObjectPropNoWarn", O + S + CX + SC, O, CONTEXT, SCOPE);
            }
            case Token.SETPROP -> {
                string();
                operation("setProperty", O + O + S + CX + SC, O, CONTEXT, SCOPE);
            }
            case Icode.PROP_INC_DEC -> {
                string();
                code.local(ALOAD, CONTEXT);
                code.local(ALOAD, SCOPE);
                code.push(source[at++]);
                runtime("propIncrDecr", O + S + CX + SC + "I", O);
            }
            case Token.GETELEM -> operation("element", O + O + CX + SC, O, CONTEXT, SCOPE);
            case Token.SETELEM -> operation("setElement", O + O + O + CX + SC, O, CONTEXT, SCOPE);
            case Icode.ELEM_INC_DEC -> {
                code.local(ALOAD, CONTEXT);
                code.local(ALOAD, SCOPE);
                code.push(source[at++]);
                runtime("elemIncrDecr", O + O + CX + SC + "I", O);
            }
            case Token.DELPROP, Icode.DELNAME -> {
                code.push(instruction == Icode.DELNAME ? 1 : 0);
                operation("delete", O + O + "I" + CX + SC, O, CONTEXT, SCOPE);
            }
            default -> ofValues(instruction);
        }
    }

    void placed(final String name, final String parameters, final String result, final int... locals) {
        for (final int local : locals) {
            code.local(ALOAD, local);
        }
        code.call(INVOKEVIRTUAL, PLACE, name, "(" + parameters + ")" + result);
    }

    void ofValues(final int instruction) throws Unknown {
        switch (instruction) {
            case Token.EQ -> value("equal", O + O, "Z");
            case Token.NE -> {
                value("equal", O + O, "Z");
                negate();
            }
            case Token.SHEQ -> value("same", O + O, "Z");
            case Token.SHNE -> {
                value("same", O + O, "Z");
                negate();
            }
            case Token.NOT -> {
                asBoolean();
                negate();
            }
            case Token.LT -> value("isLess", O + O, "Z");
            case Token.LE, Token.GT, Token.GE -> {
                code.push(instruction);
                value("compares", O + O + "I", "Z");
            }
            case Token.IN -> runtime("in", O + O + CX, "Z", CONTEXT);
            case Token.INSTANCEOF -> runtime("instanceOf", O + O + CX, "Z", CONTEXT);
            case Token.ADD -> value("add", O + O + CX, O, CONTEXT);
            case Token.SUB -> value("subtract", O + O, O);
            case Token.MUL -> value("multiply", O + O, O);
            case Token.DIV -> value("divide", O + O, O);
            case Token.MOD -> value("remainder", O + O, O);
            case Token.EXP -> value("power", O + O, O);
            case Token.BITOR, Token.BITXOR, Token.BITAND, Token.LSH, Token.RSH -> {
                code.push(instruction);
                value("bits", O + O + "I", O);
            }
            case Token.URSH -> value("unsignedShift", O + O, O);
            case Token.BITNOT -> value("not", O, O);
            case Token.POS -> value("positive", O, O);
            case Token.NEG -> value("negative", O, O);
            case Token.TYPEOF -> runtime("typeof", O, S);
            default -> ofLiterals(instruction);
        }
    }

    void negate() {
        code.op(ICONST_0 + 1);
        code.op(IXOR);
        isBoolean = true;
    }

    void ofLiterals(final int instruction) throws Unknown {
        switch (instruction) {
            case Icode.LITERAL_NEW_OBJECT -> {
                newObject(source[at++]);
            }
            case Icode.LITERAL_NEW_ARRAY -> {
                code.local(ALOAD, BODY_AT);
                code.push(index);
                code.push(unsigned2(at));
                at += 2;
                operation("literalArray", BO + "II" + CX, O, CONTEXT);
            }
            case Icode.LITERAL_SET -> operation("literalSet", O + O, O);
            case Icode.LITERAL_GETTER -> operation("literalGetter", O + O, O);
            case Icode.LITERAL_SETTER -> operation("literalSetter", O + O, O);
            case Icode.LITERAL_KEY_SET -> operation("literalKey", O + O, O);
            case Icode.METHOD_EXPR -> {
                code.op(DUP2);
                code.op(POP);
                code.push(index);
                operation("method", O + "I" + CX + SC + FR, O, CONTEXT, SCOPE, FRAME_AT);
            }
            case Token.OBJECTLIT -> operation("object", O + O + CX + SC, O, CONTEXT, SCOPE);
            case Token.ARRAYLIT -> operation("array", O + CX + SC, O, CONTEXT, SCOPE);
            case Icode.SPARE_ARRAYLIT -> {
                code.local(ALOAD, BODY_AT);
                code.op(SWAP);
                code.push(index);
                operation("sparseArray", BO + O + "I" + CX + SC, O, CONTEXT, SCOPE);
            }
            default -> throw new Unknown(instruction);
        }
    }

    void newObject(final int copies) {
        code.local(ALOAD, CONTEXT);
        code.local(ALOAD, SCOPE);
        code.call(INVOKEVIRTUAL, PACKAGE + "Context", "newObject", "(" + SC + ")L" + PACKAGE + "Scriptable;");
        code.local(ALOAD, BODY_AT);
        code.push(index);
        code.push(copies);
        operation("literalKeys", BO + "II" + CX, O, CONTEXT);
    }
}
