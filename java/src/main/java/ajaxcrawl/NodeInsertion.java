package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.SerializableCallable;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.DomText;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.HtmlUnitScriptableProxy;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Element;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.dom.CharacterData;
import org.htmlunit.javascript.host.dom.DOMException;
import org.htmlunit.javascript.host.dom.Document;
import org.htmlunit.javascript.host.dom.DocumentFragment;
import org.htmlunit.javascript.host.dom.DocumentType;
import org.htmlunit.javascript.host.dom.Node;

/**
 * The methods of ParentNode and ChildNode that take nodes and texts (DOM Standard, 4.2.6 and 4.2.8). HtmlUnit's fail for
 * a node without a parent and for one that is given to itself, and documents have none.
 */
final class NodeInsertion implements PageGlobal {

    private interface Method {

        void call(DomNode self, List<DomNode> given);
    }

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (!(webWindow.getScriptableObject() instanceof Window window)) {
            return;
        }
        final HostFunctions host = new HostFunctions(scope, window);
        for (final Class<? extends HtmlUnitScriptable> type
                : List.of(Element.class, Document.class, DocumentFragment.class)) {
            host.function(type, "append", 0, method((self, given) -> insert(self, given, null)));
            host.function(type, "prepend", 0,
                    method((self, given) -> insert(self, given, except(self.getFirstChild(), given))));
            host.function(type, "replaceChildren", 0, method((self, given) -> {
                self.removeAllChildren();
                insert(self, given, null);
            }));
        }
        for (final Class<? extends HtmlUnitScriptable> type
                : List.of(Element.class, CharacterData.class, DocumentType.class)) {
            host.function(type, "before", 0,
                    method((self, given) -> insert(self.getParentNode(), given, except(self, given))));
            host.function(type, "after", 0,
                    method((self, given) -> insert(self.getParentNode(), given, except(self.getNextSibling(), given))));
            host.function(type, "replaceWith", 0, method(NodeInsertion::replace));
        }
    }

    private static SerializableCallable method(final Method method) {
        return (context, scope, self, args) -> {
            if (!(unwrap(self) instanceof Node node)) {
                throw JavaScriptEngine.typeError("Illegal invocation");
            }
            final DomNode own = node.getDomNodeOrDie();
            final List<DomNode> given = new ArrayList<>();
            for (final Object argument : args) {
                given.add(unwrap(argument) instanceof Node other ? other.getDomNodeOrDie()
                        : new DomText(own.getPage(), JavaScriptEngine.toString(argument)));
            }
            method.call(own, given);
            return Undefined.instance;
        };
    }

    /** Scripts hold HtmlUnit's stand-in for the window's current document. */
    private static Object unwrap(final Object value) {
        return value instanceof HtmlUnitScriptableProxy<?> proxy ? proxy.getDelegee() : value;
    }

    private static void replace(final DomNode self, final List<DomNode> given) {
        final DomNode parent = self.getParentNode();
        if (parent != null) {
            final DomNode next = except(self.getNextSibling(), given);
            self.remove();
            insert(parent, given, next);
        }
    }

    /** The first of a node and its following siblings that is not given itself; null: none. */
    private static DomNode except(final DomNode first, final List<DomNode> given) {
        DomNode node = first;
        while (node != null && given.contains(node)) {
            node = node.getNextSibling();
        }
        return node;
    }

    private static void insert(final DomNode parent, final List<DomNode> given, final DomNode before) {
        if (parent != null) {
            for (final DomNode node : given) {
                if (node == parent || node.isAncestorOf(parent)) {
                    throw JavaScriptEngine.asJavaScriptException(parent.getScriptableObject(),
                            "The new child element contains the parent.", DOMException.HIERARCHY_REQUEST_ERR);
                }
                Node.insertBefore(null, null, parent.getScriptableObject(), new Object[] {
                    node.getScriptableObject(), before == null ? null : before.getScriptableObject()}, null);
            }
        }
    }
}
