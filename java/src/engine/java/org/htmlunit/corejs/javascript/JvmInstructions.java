package org.htmlunit.corejs.javascript;

import static org.htmlunit.corejs.javascript.JvmAssembler.*;

import org.htmlunit.corejs.javascript.JvmAssembler.Label;

/** Translates instructions: here those that have to do with variables and with the way through the code. */
class JvmInstructions extends JvmExpressions {

    JvmInstructions(final JSDescriptor<JSFunction> function, final InterpreterData<?> data) {
        super(function, data);
    }

    void instruction() throws Unknown {
        final int instruction = source[at++];
        if (isBoolean && instruction != Token.IFEQ && instruction != Token.IFNE && instruction != Token.NOT
                && instruction != Icode.IFEQ_POP) {
            asObject();
        }
        switch (instruction) {
            case Icode.REG_IND_C0, Icode.REG_IND_C1, Icode.REG_IND_C2, Icode.REG_IND_C3, Icode.REG_IND_C4,
                    Icode.REG_IND_C5 -> index = Icode.REG_IND_C0 - instruction;
            case Icode.REG_IND1 -> index = source[at++] & 255;
            case Icode.REG_IND2 -> {
                index = unsigned2(at);
                at += 2;
            }
            case Icode.REG_IND4 -> {
                index = four(at);
                at += 4;
            }
            case Icode.REG_STR_C0, Icode.REG_STR_C1, Icode.REG_STR_C2, Icode.REG_STR_C3 ->
                text = Icode.REG_STR_C0 - instruction;
            case Icode.REG_STR1 -> text = source[at++] & 255;
            case Icode.REG_STR2 -> {
                text = unsigned2(at);
                at += 2;
            }
            case Icode.LINE -> {
                code.local(ALOAD, FRAME_AT);
                code.push(signed2(at));
                code.field(PUTFIELD, FRAME, "line", "I");
                at += 2;
            }
            case Icode.DUP -> code.op(DUP);
            case Icode.DUP2 -> code.op(DUP2);
            case Icode.SWAP -> code.op(SWAP);
            case Icode.POP -> code.op(POP);
            case Icode.POP_RESULT -> code.local(ASTORE, RESULT);
            case Icode.GETVAR1 -> variable(ALOAD, source[at++]);
            case Icode.SETVAR1 -> {
                code.op(DUP);
                variable(ASTORE, source[at++]);
            }
            case Token.GETVAR -> variable(ALOAD, index);
            case Token.SETVAR -> {
                code.op(DUP);
                variable(ASTORE, index);
            }
            case Icode.VAR_INC_DEC -> incrementVariable();
            case Icode.UNDEF -> undefined();
            case Icode.ZERO -> constant(0);
            case Icode.ONE -> constant(1);
            case Icode.SHORTNUMBER -> {
                constant((double) signed2(at));
                at += 2;
            }
            case Icode.INTNUMBER -> {
                constant((double) four(at));
                at += 4;
            }
            case Token.NUMBER -> constant(data.itsDoubleTable[index]);
            case Token.STRING -> string();
            case Token.NULL -> code.op(ACONST_NULL);
            case Token.TRUE, Token.FALSE -> constant(instruction == Token.TRUE);
            case Token.THIS -> code.local(ALOAD, SELF);
            case Token.THISFN -> {
                code.local(ALOAD, FRAME_AT);
                code.field(GETFIELD, FRAME, "fnOrScript", "L" + PACKAGE + "ScriptOrFn;");
            }
            case Token.REGEXP -> {
                code.local(ALOAD, BODY_AT);
                code.push(index);
                operation("regularExpression", BO + "I" + CX + SC, O, CONTEXT, SCOPE);
            }
            default -> control(instruction);
        }
    }

    void control(final int instruction) throws Unknown {
        switch (instruction) {
            case Token.GOTO -> jump(GOTO);
            case Token.IFEQ -> {
                asBoolean();
                jump(IFNE);
            }
            case Token.IFNE -> {
                asBoolean();
                jump(IFEQ);
            }
            case Icode.IFEQ_POP -> {
                asBoolean();
                final Label past = new Label();
                code.jump(IFEQ, past);
                code.op(POP);
                code.jump(GOTO, label(target(at)));
                code.mark(past);
                at += 2;
            }
            case Icode.IF_NULL_UNDEF -> {
                value("isNothing", O, "Z");
                isBoolean = false;
                jump(IFNE);
            }
            case Icode.IF_NOT_NULL_UNDEF -> {
                value("isNothing", O, "Z");
                isBoolean = false;
                jump(IFEQ);
            }
            case Token.RETURN -> code.op(ARETURN);
            case Icode.RETUNDEF -> {
                undefined();
                code.op(ARETURN);
            }
            case Token.RETURN_RESULT -> {
                code.local(ALOAD, RESULT);
                code.op(ARETURN);
            }
            case Token.THROW -> {
                code.push(signed2(at));
                operation("thrown", O + "I" + FR, T, FRAME_AT);
                code.op(ATHROW);
                at += 2;
            }
            case Token.RETHROW -> {
                code.local(ALOAD, local());
                code.type(CHECKCAST, "java/lang/Throwable");
                code.op(ATHROW);
            }
            case Icode.GOSUB -> {
                constant(returns.indexOf(at + 2));
                code.local(ASTORE, COMES_FROM);
                code.jump(GOTO, label(target(at)));
                at += 2;
            }
            case Icode.STARTSUB -> {
                final Label past = new Label();
                code.local(ALOAD, COMES_FROM);
                code.jump(IFNULL, past);
                code.local(ALOAD, COMES_FROM);
                code.local(ASTORE, local());
                code.mark(past);
            }
            case Icode.RETSUB -> {
                code.local(ALOAD, local());
                operation("comesFrom", O, "I");
                code.local(ISTORE, firstFree);
                mostLocals = Math.max(mostLocals, firstFree + 1);
                for (int i = 0; i < returns.size(); i++) {
                    code.local(ILOAD, firstFree);
                    code.push(i);
                    code.jump(IF_ICMPEQ, label(returns.get(i)));
                }
                code.op(ACONST_NULL);
                code.op(ARETURN);
            }
            case Icode.SCOPE_SAVE -> {
                code.local(ALOAD, SCOPE);
                code.local(ASTORE, local());
            }
            case Icode.SCOPE_LOAD -> {
                code.local(ALOAD, local());
                code.type(CHECKCAST, PACKAGE + "VarScope");
                code.local(ASTORE, SCOPE);
                keepScope();
            }
            case Icode.LOCAL_CLEAR -> {
                code.op(ACONST_NULL);
                code.local(ASTORE, local());
            }
            case Token.LOCAL_LOAD -> code.local(ALOAD, local());
            case Token.CATCH_SCOPE -> {
                if (source[at++] == 0) {
                    code.op(ACONST_NULL);
                } else {
                    code.local(ALOAD, local());
                }
                string();
                operation("catchScope", O + O + S + CX + SC, SC, CONTEXT, SCOPE);
                code.op(DUP);
                code.local(ASTORE, local());
                code.local(ASTORE, SCOPE);
                keepScope();
            }
            case Token.ENTER_SCOPE -> {
                code.local(ALOAD, SCOPE);
                operation("scope", SC, SC);
                code.op(DUP);
                code.local(ASTORE, SCOPE);
                keepScope();
            }
            case Token.LEAVE_SCOPE, Icode.SCOPE_REPLACE -> {
                runtime(instruction == Token.LEAVE_SCOPE ? "leaveScope" : "replaceScope", SC, SC, SCOPE);
                code.local(ASTORE, SCOPE);
                keepScope();
            }
            case Token.ENUM_INIT_KEYS, Token.ENUM_INIT_VALUES, Token.ENUM_INIT_ARRAY, Token.ENUM_INIT_VALUES_IN_ORDER -> {
                code.push(instruction);
                operation("enumeration", O + "I" + CX + SC, O, CONTEXT, SCOPE);
                code.local(ASTORE, local());
            }
            case Token.ENUM_NEXT, Token.ENUM_ID -> {
                code.local(ALOAD, local());
                if (instruction == Token.ENUM_NEXT) {
                    runtime("enumNext", O + CX, "Ljava/lang/Boolean;", CONTEXT);
                } else {
                    runtime("enumId", O + CX, O, CONTEXT);
                }
            }
            default -> ofNames(instruction);
        }
    }

    void variable(final int opcode, final int variable) {
        code.local(opcode, VARIABLES + variable);
    }

    void incrementVariable() {
        final boolean isPostfix = (source[at] & 2) != 0;
        final String change = (source[at] & 1) == 0 ? "plusOne" : "minusOne";
        at++;
        variable(ALOAD, index);
        value("numeric", O, O);
        if (isPostfix) {
            code.op(DUP);
        }
        value(change, O, O);
        if (!isPostfix) {
            code.op(DUP);
        }
        variable(ASTORE, index);
    }

    int local() {
        return firstLocal + index;
    }

    void jump(final int opcode) {
        final int target = target(at);
        final boolean isBackward = target < at;
        final Label past = new Label();
        if (isBackward) {
            if (opcode != GOTO) {
                code.jump(opposite(opcode), past);
            }
            operation("tick", CX, "V", CONTEXT);
            code.jump(GOTO, label(target));
            code.mark(past);
        } else {
            code.jump(opcode, label(target));
        }
        at += 2;
    }

    static int opposite(final int opcode) {
        return opcode == IFEQ ? IFNE : IFEQ;
    }
}
