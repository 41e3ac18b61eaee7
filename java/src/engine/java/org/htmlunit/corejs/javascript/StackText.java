package org.htmlunit.corejs.javascript;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The calls that an error tells of, as V8 writes them: libraries read them. Columns are not known, and always 1. */
final class StackText {

    /** The engine's name of code that a script had evaluated: where it did, and how. */
    private static final Pattern EVALUATED = Pattern.compile("(.*?)#(\\d+)\\((?:eval|Function)\\).*");

    /** Scripts of the platform. */
    private static final Pattern OWN = Pattern.compile("ajaxcrawl:");

    private StackText() { }

    /**
     * @param most calls at most
     * @param hidden the function whose call, and those after it, are left out; null if none is
     */
    static List<ScriptStackElement> calls(final RhinoException exception, final int most, final String hidden) {
        final List<ScriptStackElement> calls = new ArrayList<>();
        boolean isShown = hidden == null;
        for (final ScriptStackElement call : exception.getScriptStack()) {
            if (calls.size() >= most) {
                break;
            }
            if (isShown && call.fileName != null && !OWN.matcher(call.fileName).lookingAt()) {
                calls.add(call);
            }
            isShown |= hidden != null && hidden.equals(call.functionName);
        }
        return calls;
    }

    static String of(final String header, final List<ScriptStackElement> calls) {
        final StringBuilder text = new StringBuilder(header);
        for (final ScriptStackElement call : calls) {
            text.append("\n    at ");
            final Matcher evaluated = EVALUATED.matcher(call.fileName);
            final int line = Math.max(1, call.lineNumber);
            final String name = call.functionName;
            if (evaluated.matches()) {
                text.append(name == null ? "eval" : name).append(" (eval at <anonymous> (").append(evaluated.group(1))
                        .append(':').append(evaluated.group(2)).append(":1), <anonymous>:").append(line).append(":1)");
            } else if (name == null || name.isEmpty()) {
                text.append(call.fileName).append(':').append(line).append(":1");
            } else {
                text.append(name).append(" (").append(call.fileName).append(':').append(line).append(":1)");
            }
        }
        return text.toString();
    }
}
