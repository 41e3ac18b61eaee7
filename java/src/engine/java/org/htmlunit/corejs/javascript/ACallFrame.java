package org.htmlunit.corejs.javascript;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import org.htmlunit.corejs.javascript.debug.DebugFrame;
import org.htmlunit.corejs.javascript.debug.DebuggableScript;

/**
 * A call of a script or function, in place of the class of this name in HtmlUnit's engine: one of compiled code has its
 * operands elsewhere, and takes no arrays for them.
 */
public abstract class ACallFrame<T extends ACallFrame<T, U>, U extends ACompilerData<?, U>> implements Serializable {

    private static final long serialVersionUID = 6100049821156242226L;

    private static final byte[] NO_ATTRIBUTES = {};
    private static final double[] NO_NUMBERS = {};

    public final T parentFrame;
    public final short frameIndex;
    public final ACallFrame<?, ?> previousInterpreterFrame;
    public final int parentPC;
    public boolean frozen;
    public ScriptOrFn<?> fnOrScript;
    public U compilerData;
    /** Variables, locals and operands; numbers are in the third of these arrays. */
    public final Object[] stack;
    public final byte[] stackAttributes;
    public final double[] doubleStack;
    public Object result;
    public double resultDbl;
    public int pc;
    public int stackTop;
    public VarScope scope;
    public Object thisObj;
    public final Object newTarget;
    public final DebugFrame debuggerFrame;
    public final boolean useActivation;
    public ACallFrame<T, U> varSource;
    public final int localShift;
    public final short emptyStackTop;
    public Object throwable;
    final boolean parentStrictness;

    ACallFrame(final Context context, final Object self, final Object newTarget, final ScriptOrFn<?> fnOrScript,
            final U code, final T parentFrame, final ACallFrame<?, ?> previous) {
        final JSDescriptor<?> descriptor = fnOrScript.getDescriptor();
        debuggerFrame = context.debugger == null ? null : context.debugger.getFrame(context, descriptor);
        useActivation = descriptor.requiresActivationFrame();
        compilerData = code;
        localShift = code.maxVars;
        emptyStackTop = (short) (code.maxVars + code.maxLocals - 1);
        stackTop = -1;
        final int size = code.maxFrameSize;
        stack = size == 0 ? ScriptRuntime.emptyArgs : new Object[size];
        stackAttributes = size == 0 ? NO_ATTRIBUTES : new byte[size];
        doubleStack = size == 0 ? NO_NUMBERS : new double[size];
        this.fnOrScript = fnOrScript;
        varSource = this;
        thisObj = self;
        this.newTarget = newTarget;
        this.parentFrame = parentFrame;
        previousInterpreterFrame = previous;
        final ACallFrame<?, ?> caller = parentFrame == null ? previous : parentFrame;
        parentPC = caller == null ? -1 : caller.getPcSourceLineStart();
        frameIndex = (short) (parentFrame == null ? 0 : parentFrame.frameIndex + 1);
        if (frameIndex > context.getMaximumInterpreterStackDepth()) {
            throw ScriptRuntime.rangeError("Maximum call stack size exceeded");
        }
        parentStrictness = descriptor.getFunctionType() != 0
                && ScriptRuntime.enterFunctionStrictness(context, descriptor.isStrict());
        result = Undefined.instance;
    }

    protected ACallFrame(final T original, final T parentFrame, final ACallFrame<?, ?> previous) {
        this(original, parentFrame, previous, true, false);
    }

    /** A copy of a frame that is frozen. */
    protected ACallFrame(final T original, final T parentFrame, final ACallFrame<?, ?> previous, final boolean copyStack,
            final boolean keepFrozen) {
        if (!original.frozen) {
            Kit.codeBug();
        }
        stack = copyStack ? original.stack.clone() : original.stack;
        stackAttributes = copyStack ? original.stackAttributes.clone() : original.stackAttributes;
        doubleStack = copyStack ? original.doubleStack.clone() : original.doubleStack;
        frozen = keepFrozen;
        this.parentFrame = parentFrame;
        previousInterpreterFrame = previous;
        final boolean isFirst = parentFrame == null;
        frameIndex = isFirst ? 0 : original.frameIndex;
        final ACallFrame<?, ?> caller = isFirst ? previous : parentFrame;
        parentPC = caller == null ? -1 : caller.getPcSourceLineStart();
        fnOrScript = original.fnOrScript;
        compilerData = original.compilerData;
        varSource = original.varSource == original ? this : original.varSource;
        localShift = original.localShift;
        emptyStackTop = original.emptyStackTop;
        debuggerFrame = original.debuggerFrame;
        useActivation = original.useActivation;
        thisObj = original.thisObj;
        newTarget = original.newTarget;
        result = original.result;
        resultDbl = original.resultDbl;
        pc = original.pc;
        stackTop = original.stackTop;
        scope = original.scope;
        parentStrictness = original.parentStrictness;
        throwable = null;
    }

    private void writeObject(final ObjectOutputStream out) throws IOException {
        Context.checkSerializationEnabled();
        out.defaultWriteObject();
    }

    private void readObject(final ObjectInputStream in) throws IOException, ClassNotFoundException {
        Context.checkDeserializationEnabled();
        in.defaultReadObject();
    }

    public abstract int getFrameIndex();

    public abstract ACallFrame<T, U> getParentFrame();

    public abstract int getPcSourceLineStart();

    public abstract DebuggableScript getData();

    public int getParentPC() {
        return -1;
    }

    public ACallFrame<?, ?> getPreviousInterpreterFrame() {
        return null;
    }

    public ScriptOrFn<?> getFnOrScript() {
        return null;
    }

    /** A variable, or an operand. */
    Object getFromVars(final int place) {
        return stack[place] == UniqueTag.DOUBLE_MARK ? (Object) doubleStack[place] : stack[place];
    }

    void setInVars(final int place, final Object value) {
        if (value instanceof Double number && Double.isFinite(number)) {
            stack[place] = UniqueTag.DOUBLE_MARK;
            doubleStack[place] = number;
        } else {
            stack[place] = value;
        }
    }

    abstract T cloneFrozen();
}
