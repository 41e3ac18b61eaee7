package ajaxcrawl;

import javax.xml.transform.TransformerFactory;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.TopLevel;

/**
 * Takes {@code XSLTProcessor} away unless style sheets are run by the JDK's own transformer. HtmlUnit asks for secure
 * processing and no access to files and hosts; other transformers on the class path may not know what that is, and then
 * style sheets can call Java.
 */
final class XsltGuard implements PageGlobal {

    private static final boolean SAFE = isTheJdks();

    private static boolean isTheJdks() {
        try {
            return "java.xml".equals(TransformerFactory.newInstance().getClass().getModule().getName());
        } catch (final RuntimeException | Error e) {
            return false; // a transformer that does not load is none
        }
    }

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow window) {
        if (!SAFE) {
            scope.getGlobalThis().delete("XSLTProcessor");
        }
    }
}
