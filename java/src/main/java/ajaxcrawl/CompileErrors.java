package ajaxcrawl;

import org.htmlunit.corejs.javascript.ErrorReporter;
import org.htmlunit.corejs.javascript.EvaluatorException;

/** What a script that does not compile comes to: an exception, which ends in the page's log. */
final class CompileErrors implements ErrorReporter {

    private final PageClient client;

    CompileErrors(final PageClient client) {
        this.client = client;
    }

    @Override
    public void warning(final String message, final String name, final int line, final String text, final int column) {
        client.getJavaScriptErrorListener().warn(message, name, line, text, column);
    }

    @Override
    public void error(final String message, final String name, final int line, final String text, final int column) {
        throw runtimeError(message, name, line, text, column);
    }

    @Override
    public EvaluatorException runtimeError(final String message, final String name, final int line, final String text,
            final int column) {
        return new EvaluatorException(message, name, line, text, column);
    }
}
