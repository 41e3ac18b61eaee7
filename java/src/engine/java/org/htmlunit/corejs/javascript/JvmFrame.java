package org.htmlunit.corejs.javascript;

import org.htmlunit.corejs.javascript.debug.DebuggableScript;

/** A call of compiled code: what others may ask about it. Its variables are those of a Java method. */
final class JvmFrame extends ACallFrame<JvmFrame, JvmCode> {

    private static final long serialVersionUID = 1L;

    /** As many calls by scripts as HtmlUnit allows. */
    private static final int MOST = 5000;
    /** What a call through Java counts: it takes more of the thread's stack than one by a script does. */
    static final int THROUGH_JAVA = 5;

    /** The line of the source that is being run, modulo 65536. */
    int line;
    /** The function that is being called without anything of Java's in between. */
    Object called;
    /** How deep in the stack this is. */
    final int depth;

    JvmFrame(final Context context, final Object self, final Object newTarget, final JSFunction function,
            final JvmCode code) {
        super(context, self, newTarget, function, code, null, context.lastInterpreterFrame);
        final ACallFrame<?, ?> caller = previousInterpreterFrame;
        if (caller instanceof JvmFrame frame && frame.called == function) {
            frame.called = null;
            depth = frame.depth + 1;
            if (frame.fnOrScript instanceof JSFunction script && !script.isStrict()) {
                function.setCallerObj(script);
            }
        } else {
            depth = depth(caller) + THROUGH_JAVA;
        }
        if (depth > MOST) {
            ScriptRuntime.exitFunctionStrictness(context, parentStrictness);
            throw ScriptRuntime.rangeError("Maximum call stack size exceeded");
        }
    }

    /** How deep in the stack the latest call is. */
    static int depth(final ACallFrame<?, ?> latest) {
        int depth = 0;
        ACallFrame<?, ?> frame = latest;
        while (frame != null && depth <= MOST) {
            if (frame instanceof JvmFrame compiled) {
                return depth + compiled.depth;
            }
            depth += THROUGH_JAVA;
            frame = frame.previousInterpreterFrame;
        }
        return depth;
    }

    @Override
    public int getFrameIndex() {
        return depth;
    }

    @Override
    public JvmFrame getParentFrame() {
        return null;
    }

    @Override
    public int getPcSourceLineStart() {
        return line & 0xFFFF;
    }

    @Override
    public DebuggableScript getData() {
        return fnOrScript.getDescriptor();
    }

    @Override
    public int getParentPC() {
        return parentPC;
    }

    @Override
    public ACallFrame<?, ?> getPreviousInterpreterFrame() {
        return previousInterpreterFrame;
    }

    @Override
    public ScriptOrFn<?> getFnOrScript() {
        return fnOrScript;
    }

    @Override
    JvmFrame cloneFrozen() {
        throw new IllegalStateException();
    }
}
