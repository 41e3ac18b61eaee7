package org.htmlunit.corejs.javascript;

/** What a compiled function does: each is a class that {@link JvmCompiler} writes. */
abstract class JvmBody {

    /** What is in the code as it is, by its place there: numbers, and texts that are too long for a class file. */
    Object[] constants;
    /** The variables that are looked up in scopes, by their place in the code. */
    NamePlace[] places;
    /** The code that this was made of, with its tables of literals. */
    InterpreterData<?> source;

    abstract Object run(Context context, JvmFrame frame, VarScope scope, Object self, Object[] args);
}
