package org.htmlunit.corejs.javascript.regexp;

import org.htmlunit.corejs.javascript.Context;

/** The engine's regular expressions, with patterns that are too long for its compiler. */
public final class SiteRegExpImpl extends RegExpImpl {

    /** Characters: each takes less than ten bytes of a program, so what is shorter the engine can compile. */
    public static final int LONG = 6000;

    @Override
    public Object compileRegExp(final Context context, final String pattern, final String flags) {
        return pattern.length() < LONG ? super.compileRegExp(context, pattern, flags)
                : LargePattern.compile(context, pattern, flags);
    }
}
