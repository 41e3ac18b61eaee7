package ajaxcrawl;

import java.lang.reflect.Field;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.BaseFunction;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.html.DomNamespaceNode;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.dom.Document;

/** {@code importNode} and {@code adoptNode} that leave HTML elements in the namespace of HTML; HtmlUnit's do not. */
final class ImportedNodes implements PageGlobal {

    private static final Field NAMESPACE = HtmlUnitFields.of(DomNamespaceNode.class, "namespaceURI_");

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (webWindow.getScriptableObject() instanceof Window window) {
            new HostFunctions(scope, window).extend(Document.class, prototype -> define(scope, prototype));
        }
    }

    private static void define(final TopLevel scope, final ScriptableObject prototype) {
        for (final String name : new String[] {"importNode", "adoptNode"}) {
            if (prototype.get(name, prototype) instanceof BaseFunction function) {
                prototype.defineBuiltinProperty(scope, name, 1, (cx, s, self, args) -> {
                    final Object node = function.call(cx, s, self, args);
                    if (node instanceof HtmlUnitScriptable imported && imported.getDomNodeOrNull() != null) {
                        keepNamespace(imported.getDomNodeOrNull());
                    }
                    return node;
                }, 0, ScriptableObject.DONTENUM | ScriptableObject.READONLY);
            }
        }
    }

    private static void keepNamespace(final DomNode node) {
        if (node instanceof HtmlElement && node.getNamespaceURI() == null) {
            HtmlUnitFields.set(NAMESPACE, node, HtmlNames.HTML);
        }
        for (final DomNode descendant : node.getDescendants()) {
            if (descendant instanceof HtmlElement && descendant.getNamespaceURI() == null) {
                HtmlUnitFields.set(NAMESPACE, descendant, HtmlNames.HTML);
            }
        }
    }
}
