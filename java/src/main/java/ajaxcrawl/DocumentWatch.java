package ajaxcrawl;

import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.Operations;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.html.CharacterDataChangeEvent;
import org.htmlunit.html.CharacterDataChangeListener;
import org.htmlunit.html.DomChangeEvent;
import org.htmlunit.html.DomChangeListener;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlAttributeChangeEvent;
import org.htmlunit.html.HtmlAttributeChangeListener;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.HtmlUnitScriptableProxy;
import org.htmlunit.javascript.JavaScriptEngine;

/**
 * Tells a function of the page's MutationObserver what happens to a node and, if asked, to what is below it:
 * {@code (type, target, added, removed, previousSibling, nextSibling, attributeName, oldValue, operation)}; what one call or
 * assignment of a script does has the same operation.
 */
final class DocumentWatch implements DomChangeListener, HtmlAttributeChangeListener, CharacterDataChangeListener {

    private static final long serialVersionUID = 1L;

    private final transient DomNode root;
    private final boolean subtree;
    private final transient PageCalls calls;
    private final transient Function notify;

    private DocumentWatch(final DomNode root, final boolean subtree, final PageCalls calls, final Function notify) {
        this.root = root;
        this.subtree = subtree;
        this.calls = calls;
        this.notify = notify;
    }

    /** {@code watchNode(node, options, notify)}, which gives a function that ends it. */
    static Function function(final TopLevel scope, final WebWindow window) {
        final PageCalls calls = new PageCalls(scope, window);
        return new LambdaFunction(scope, "watchNode", 3, (context, s, self, args) -> {
            // scripts hold HtmlUnit's stand-in for the window's current document
            final Object target = args[0] instanceof HtmlUnitScriptableProxy<?> proxy ? proxy.getDelegee() : args[0];
            if (!(target instanceof HtmlUnitScriptable node) || node.getDomNodeOrNull() == null) {
                throw JavaScriptEngine.typeError("Failed to execute 'observe' on 'MutationObserver': parameter 1 is not of"
                        + " type 'Node'.");
            }
            final Scriptable options = (Scriptable) args[1];
            final DocumentWatch watch = new DocumentWatch(node.getDomNodeOrNull(), is(options, "subtree"), calls,
                    (Function) args[2]);
            watch.begin(options);
            return new LambdaFunction(scope, "", 0, (cx, sc, me, none) -> {
                watch.end();
                return Undefined.instance;
            }, false);
        }, false);
    }

    private static boolean is(final Scriptable options, final String name) {
        return Boolean.TRUE.equals(ScriptableObject.getProperty(options, name));
    }

    private void begin(final Scriptable options) {
        if (is(options, "childList")) {
            root.addDomChangeListener(this);
        }
        if (is(options, "characterData")) {
            root.addCharacterDataChangeListener(this);
        }
        if (is(options, "attributes") && root.getHtmlPageOrNull() != null) {
            root.getHtmlPageOrNull().addHtmlAttributeChangeListener(this);
        }
    }

    private void end() {
        root.removeDomChangeListener(this);
        root.removeCharacterDataChangeListener(this);
        final HtmlPage page = root.getHtmlPageOrNull();
        if (page != null) {
            page.removeHtmlAttributeChangeListener(this);
        }
    }

    private boolean concerns(final DomNode node) {
        return node == root || subtree && root.isAncestorOf(node);
    }

    private void tell(final String type, final DomNode target, final DomNode added, final DomNode removed,
            final String attribute, final Object oldValue) {
        final boolean inserted = added != null;
        final Object[] values = {type, script(target), script(added), script(removed),
            script(inserted ? added.getPreviousSibling() : null), script(inserted ? added.getNextSibling() : null),
            attribute, oldValue, (double) Operations.current()};
        Operations.aside(() -> calls.call(notify, notify, values));
    }

    private static Object script(final DomNode node) {
        return node == null ? null : node.getScriptableObject();
    }

    @Override
    public void nodeAdded(final DomChangeEvent event) {
        final DomNode parent = event.getChangedNode().getParentNode(); // the event has the next sibling instead, if any
        if (parent != null && concerns(parent)) {
            tell("childList", parent, event.getChangedNode(), null, null, null);
        }
    }

    @Override
    public void nodeDeleted(final DomChangeEvent event) {
        if (event.getChangedNode() != root && concerns(event.getParentNode())) {
            tell("childList", event.getParentNode(), null, event.getChangedNode(), null, null);
        }
    }

    @Override
    public void characterDataChanged(final CharacterDataChangeEvent event) {
        if (concerns(event.getCharacterData())) {
            tell("characterData", event.getCharacterData(), null, null, null, event.getOldValue());
        }
    }

    private void attribute(final HtmlAttributeChangeEvent event, final Object oldValue) {
        if (concerns(event.getHtmlElement())) {
            tell("attributes", event.getHtmlElement(), null, null, event.getName(), oldValue);
        }
    }

    @Override
    public void attributeAdded(final HtmlAttributeChangeEvent event) {
        attribute(event, null);
    }

    @Override
    public void attributeRemoved(final HtmlAttributeChangeEvent event) {
        attribute(event, event.getValue());
    }

    @Override
    public void attributeReplaced(final HtmlAttributeChangeEvent event) {
        attribute(event, event.getValue());
    }
}
