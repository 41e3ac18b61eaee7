package org.htmlunit.corejs.javascript;

/**
 * The trees that scripts were compiled from. An object literal keeps the nodes of its computed keys, and each node leads to
 * the whole tree, which takes more memory than the script. In Rhino's package because what it compiles is its own.
 */
public final class SyntaxTrees {

    private SyntaxTrees() { }

    /** Frees the tree of a script that is kept. The keys' places are overwritten, in a copy, each time the literal runs. */
    public static void free(final Script script) {
        if (script instanceof JSScript compiled) {
            free(compiled.getDescriptor());
        }
    }

    private static void free(final JSDescriptor<?> function) {
        if (function.getCode() instanceof InterpreterData<?> data && data.literalIds != null) {
            for (final Object ids : data.literalIds) {
                if (ids instanceof Object[] keys) {
                    free(keys);
                }
            }
        }
        for (int i = 0; i < function.getFunctionCount(); i++) {
            free(function.getFunction(i));
        }
    }

    private static void free(final Object[] keys) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] instanceof Node) {
                keys[i] = null;
            }
        }
    }
}
