package ajaxcrawl;

import org.htmlunit.WebConsole;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.EcmaError;
import org.htmlunit.corejs.javascript.NativeConsole;
import org.htmlunit.corejs.javascript.NativeConsole.Level;
import org.htmlunit.corejs.javascript.ScriptStackElement;
import org.htmlunit.corejs.javascript.VarScope;
import org.htmlunit.javascript.JavaScriptEngine;

/** Writes what a page says to its console into the {@link PageLog}. */
final class PageConsole extends WebConsole {

    private static final long serialVersionUID = 1L;

    private final transient PageLog log;

    PageConsole(final PageLog log) {
        this.log = log;
    }

    @Override
    public void print(final Context context, final VarScope scope, final Level level, final Object[] args,
            final ScriptStackElement[] stack) {
        if (log.isFull()) {
            return;
        }
        final EcmaError here = JavaScriptEngine.syntaxError(""); // knows where the script is
        final String name = switch (level) {
            case ERROR -> "error";
            case WARN -> "warning";
            default -> "info";
        };
        log.add(name, "console", NativeConsole.format(context, scope, args), ScriptLog.url(here.sourceName()),
                here.lineNumber());
    }
}
