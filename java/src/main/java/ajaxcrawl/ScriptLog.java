package ajaxcrawl;

import java.net.MalformedURLException;
import java.net.URL;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.htmlunit.ScriptException;
import org.htmlunit.corejs.javascript.EcmaError;
import org.htmlunit.corejs.javascript.JavaScriptException;
import org.htmlunit.corejs.javascript.RhinoException;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.JavaScriptErrorListener;
import org.htmlunit.javascript.host.dom.DOMException;

/** Writes the errors of a page's scripts into the {@link PageLog}. */
final class ScriptLog implements JavaScriptErrorListener {

    /** HtmlUnit's name of an inline script. */
    private static final Pattern INLINE = Pattern.compile("script in (.*) from \\(\\d+, \\d+\\) to \\(\\d+, \\d+\\)",
            Pattern.DOTALL);

    private final PageLog log;

    ScriptLog(final PageLog log) {
        this.log = log;
    }

    /** The URL in the name that HtmlUnit gives a script. */
    static String url(final String sourceName) {
        if (sourceName == null) {
            return "";
        }
        final Matcher inline = INLINE.matcher(sourceName);
        return inline.matches() ? inline.group(1) : sourceName;
    }

    @Override
    public void scriptException(final HtmlPage page, final ScriptException exception) {
        final Throwable cause = exception.getCause();
        if (cause instanceof RhinoException rhino) {
            log.add("error", "script", message(rhino), url(rhino.sourceName()), rhino.lineNumber());
        } else {
            final String where = page == null ? "" : page.getUrl().toExternalForm();
            log.add("error", "script", cause == null ? exception.getMessage() : cause.toString(), where, 0);
        }
    }

    private static String message(final RhinoException exception) {
        if (exception instanceof EcmaError && exception.getCause() != null) { // of what HtmlUnit itself failed
            return exception.details() + " (" + exception.getCause() + ")";
        }
        return exception instanceof JavaScriptException thrown && thrown.getValue() instanceof DOMException error
                ? error.getName() + ": " + error.getMessage() : exception.details();
    }

    @Override
    public void timeoutError(final HtmlPage page, final long allowedTime, final long executionTime) {
        // HtmlUnit's own timeout is off: see Budget
    }

    @Override
    public void malformedScriptURL(final HtmlPage page, final String url, final MalformedURLException exception) {
        log.add("error", "script", "Not a URL of a script: " + exception.getMessage(), url, 0);
    }

    @Override
    public void loadScriptError(final HtmlPage page, final URL url, final Exception exception) {
        if (!(exception instanceof RequestFailure)) { // that is in the log already
            log.add("error", "script", "Not loaded: " + exception.getMessage(), url.toExternalForm(), 0);
        }
    }

    @Override
    public void warn(final String message, final String sourceName, final int line, final String lineSource,
            final int lineOffset) {
        // Rhino's hints at style
    }
}
