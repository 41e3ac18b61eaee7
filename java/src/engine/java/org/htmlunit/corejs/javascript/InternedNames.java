package org.htmlunit.corejs.javascript;

/** Names of properties are compared all the time: equal ones of a script's code are made the same object. */
final class InternedNames {

    private static final int LONGEST = 40;

    private InternedNames() {
    }

    static void in(final InterpreterData<?> data) {
        intern(data.itsStringTable);
        if (data.literalIds != null) {
            for (final Object literal : data.literalIds) {
                if (literal instanceof Object[] keys) {
                    intern(keys);
                }
            }
        }
    }

    private static void intern(final Object[] texts) {
        for (int i = 0; texts != null && i < texts.length; i++) {
            if (texts[i] instanceof String text && text.length() <= LONGEST) {
                texts[i] = text.intern();
            }
        }
    }
}
