package ajaxcrawl;

import java.util.Set;
import javax.xml.transform.TransformerFactory;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Callable;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.html.DomNode;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.dom.Node;
import org.htmlunit.javascript.host.xml.XSLTProcessor;

/**
 * Takes {@code XSLTProcessor} away unless style sheets are run by the JDK's own transformer. HtmlUnit asks for secure
 * processing and no access to files and hosts; other transformers on the class path may not know what that is, and then
 * style sheets can call Java.
 */
final class XsltGuard implements PageGlobal {

    private static final String XSLT = "http://www.w3.org/1999/XSL/Transform";
    private static final Set<String> LOADING = Set.of("import", "include");
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
        } else if (window.getScriptableObject() instanceof Window global) {
            new HostFunctions(scope, global).extend(XSLTProcessor.class, prototype -> guard(scope, prototype));
        }
    }

    private static void guard(final TopLevel scope, final ScriptableObject prototype) {
        if (prototype.get("importStylesheet", prototype) instanceof Callable real) {
            prototype.defineBuiltinProperty(scope, "importStylesheet", 1, (cx, s, self, args) -> {
                if (args.length > 0 && args[0] instanceof Node sheet && asksForOthers(sheet.getDomNodeOrDie())) {
                    throw JavaScriptEngine.typeError("Style sheets that need others are not supported");
                }
                return real.call(cx, s, self, args);
            });
        }
    }

    /** The transformer refuses to load them, with a stack trace on the process's standard error. */
    private static boolean asksForOthers(final DomNode sheet) {
        for (final DomNode node : sheet.getDescendants()) {
            if (XSLT.equals(node.getNamespaceURI()) && LOADING.contains(node.getLocalName())) {
                return true;
            }
        }
        return false;
    }
}
