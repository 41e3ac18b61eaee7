package org.htmlunit.corejs.javascript;

import org.htmlunit.corejs.javascript.debug.DebugFrame;
import org.htmlunit.corejs.javascript.debug.DebuggableScript;
import org.htmlunit.corejs.javascript.debug.Debugger;

/**
 * Looks at the calls of scripts: what neither loops nor branches is not seen by Rhino's count of instructions. Ends a
 * recursion that goes through Java: a script that Java calls for a script, be it a getter, a callback or an eval, takes
 * kilobytes of the thread's stack. A debugger, as that is what Rhino tells of each call; in Rhino's package because its
 * frames are its own.
 */
public final class CallGuard implements Debugger {

    /** Calls between two looks. */
    private static final int CALLS = 16;
    /** Calls among compiled functions that take as much of the stack as one from Java. */
    private static final int COMPILED = 5;

    private final int most;
    private final Runnable check;
    private int calls;

    /**
     * @param most calls from Java that a script may be within
     * @param check called every few calls; throws what ends the script
     */
    public CallGuard(final int most, final Runnable check) {
        this.most = most;
        this.check = check;
    }

    @Override
    public DebugFrame getFrame(final Context context, final DebuggableScript script) {
        if (++calls % CALLS == 0) {
            check.run();
            if (isTooDeep(context)) {
                throw ScriptRuntime.rangeError("Maximum call stack size exceeded");
            }
        }
        return null;
    }

    /** Frames of compiled functions (ajaxcrawl-engine.jar), which limit their depth themselves, know how deep they are. */
    private boolean isTooDeep(final Context context) {
        int depth = 0;
        ACallFrame<?, ?> frame = context.lastInterpreterFrame;
        while (frame != null && depth <= most) {
            if (frame.getParentFrame() == null && frame.getFrameIndex() > 0) {
                return depth + frame.getFrameIndex() / COMPILED > most;
            }
            depth++;
            frame = frame.previousInterpreterFrame;
        }
        return frame != null;
    }
}
