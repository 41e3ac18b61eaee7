package org.htmlunit.corejs.javascript.regexp;

import org.htmlunit.corejs.javascript.Context;

/** The engine's regular expressions, with patterns that its compiler reads wrong, or that are too long for it. */
public final class SiteRegExpImpl extends RegExpImpl {

    /** Characters: each takes less than ten bytes of a program, so what is shorter the engine can compile. */
    static final int LONG = 6000;

    /** Whether a pattern is nothing for the engine's compiler. */
    public static boolean isOurs(final String pattern) {
        return pattern.length() >= LONG || EmptyAssertions.mayBeIn(pattern);
    }

    @Override
    public Object compileRegExp(final Context context, final String pattern, final String flags) {
        if (!EmptyAssertions.mayBeIn(pattern)) {
            return compile(context, pattern, flags);
        }
        final RECompiled compiled = (RECompiled) compile(context, EmptyAssertions.written(pattern), flags);
        pattern.getChars(0, pattern.length(), compiled.source, 0); // which scripts see
        return compiled;
    }

    private Object compile(final Context context, final String pattern, final String flags) {
        return pattern.length() < LONG ? super.compileRegExp(context, pattern, flags)
                : LargePattern.compile(context, pattern, flags);
    }
}
