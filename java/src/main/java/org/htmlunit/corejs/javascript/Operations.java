package org.htmlunit.corejs.javascript;

/**
 * Tells apart what scripts do: the number is another one whenever a script has called something or gone on otherwise. In
 * Rhino's package because its count of instructions is its own.
 */
public final class Operations {

    private Operations() { }

    /** Implemented by contexts that count how often they were told of instructions, as Rhino's count begins anew then. */
    public interface Counting {

        /** How often. */
        long observations();

        /** Sets it back. */
        void observations(long number);
    }

    /** Calls a function of ours, after which what this thread's script does is the same as before. */
    public static void aside(final Runnable call) {
        if (!(Context.getCurrentContext() instanceof Counting counting)) {
            call.run();
            return;
        }
        final Context context = Context.getCurrentContext();
        final int instructions = context.instructionCount;
        final long observations = counting.observations();
        call.run();
        context.instructionCount = instructions;
        counting.observations(observations);
    }

    /** The number of what this thread's script is doing; 0 where none runs. */
    public static long current() {
        final Context context = Context.getCurrentContext();
        return context instanceof Counting counting ? counting.observations() * 1_000_000 + context.instructionCount : 0;
    }
}
