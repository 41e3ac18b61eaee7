package ajaxcrawl;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.htmlunit.WebClient;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.VarScope;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSlot;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.HtmlUnitScriptableProxy;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Element;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.dom.Node;
import org.htmlunit.javascript.host.dom.ShadowRoot;
import org.htmlunit.javascript.host.dom.Text;
import org.htmlunit.javascript.host.html.HTMLSlotElement;
import org.xml.sax.SAXException;

/** Shadow DOM for scripts: {@code attachShadow}, shadow roots and slots. */
final class ShadowRoots implements PageGlobal {

    private static final int NOT_SUPPORTED = 9;

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        final HtmlUnitScriptable global = webWindow.getScriptableObject();
        if (!(global instanceof Window window)) {
            return;
        }
        final HostFunctions host = new HostFunctions(scope, window);
        host.function(Element.class, "attachShadow", 1, (cx, s, self, args) -> attachShadow(self, args));
        host.getter(Element.class, "shadowRoot", self -> shadowRoot(element(self)));
        host.accessor(Element.class, "slot", self -> element(self).getAttribute("slot"),
                (self, value) -> element(self).setAttribute("slot", JavaScriptEngine.toString(value)));
        host.getter(Element.class, "assignedSlot", self -> assignedSlot(node(self)));
        host.getter(Text.class, "assignedSlot", self -> assignedSlot(node(self)));
        host.function(Node.class, "getRootNode", 0, (cx, s, self, args) -> getRootNode(self, args));
        host.getter(Node.class, "isConnected", self -> isConnected(node(self)));
        host.accessor(HTMLSlotElement.class, "name", self -> element(self).getAttribute("name"),
                (self, value) -> element(self).setAttribute("name", JavaScriptEngine.toString(value)));
        host.function(HTMLSlotElement.class, "assignedNodes", 0, (cx, s, self, args) -> assigned(s, self, args, false));
        host.function(HTMLSlotElement.class, "assignedElements", 0,
                (cx, s, self, args) -> assigned(s, self, args, true));
        host.function(HTMLSlotElement.class, "assign", 0, (cx, s, self, args) -> assign(self, args));
        root(host);
        StyleSheets.adopting(host, ShadowRoot.class);
    }

    private static void root(final HostFunctions host) {
        host.getter(ShadowRoot.class, "host", self -> tree(self).host().getScriptableObject());
        host.getter(ShadowRoot.class, "mode", self -> tree(self).isOpen() ? "open" : "closed");
        host.getter(ShadowRoot.class, "delegatesFocus", self -> tree(self).delegatesFocus());
        host.getter(ShadowRoot.class, "slotAssignment", self -> tree(self).isManual() ? "manual" : "named");
        host.getter(ShadowRoot.class, "activeElement", self -> null);
        host.accessor(ShadowRoot.class, "innerHTML", self -> InnerHtml.of(tree(self)),
                (self, value) -> setInnerHtml(tree(self), value));
        host.function(ShadowRoot.class, "setHTMLUnsafe", 1, (cx, s, self, args) -> {
            setInnerHtml(tree(self), args.length > 0 ? args[0] : null);
            return JavaScriptEngine.UNDEFINED;
        });
        host.function(ShadowRoot.class, "getHTML", 0, (cx, s, self, args) -> InnerHtml.of(tree(self)));
        host.function(ShadowRoot.class, "getElementById", 1, (cx, s, self, args) -> getElementById(tree(self), args));
    }

    private static DomNode node(final Object self) {
        final Object object = self instanceof HtmlUnitScriptableProxy<?> proxy ? proxy.getDelegee() : self;
        if (object instanceof HtmlUnitScriptable scriptable && scriptable.getDomNodeOrNull() != null) {
            return scriptable.getDomNodeOrNull();
        }
        throw JavaScriptEngine.typeError("Illegal invocation");
    }

    private static DomElement element(final Object self) {
        if (node(self) instanceof DomElement element) {
            return element;
        }
        throw JavaScriptEngine.typeError("Illegal invocation");
    }

    private static ShadowTree tree(final Object self) {
        if (node(self) instanceof ShadowTree tree) {
            return tree;
        }
        throw JavaScriptEngine.typeError("Illegal invocation");
    }

    private static Object attachShadow(final Object self, final Object[] args) {
        final DomElement host = element(self);
        final Scriptable options = args.length > 0 && args[0] instanceof Scriptable given ? given : null;
        final String mode = option(options, "mode");
        if (!"open".equals(mode) && !"closed".equals(mode)) {
            throw JavaScriptEngine.typeError("Failed to execute 'attachShadow' on 'Element': The provided value '"
                    + mode + "' is not a valid enum value of type ShadowRootMode.");
        }
        if (!ShadowTrees.canHost(host) || !(host.getPage() instanceof HtmlPage)) {
            throw unsupported(self, "This element does not support attachShadow");
        }
        final ShadowTree declared = declared(host);
        if (declared != null && declared.isDeclarative() && declared.isOpen() == "open".equals(mode)) {
            declared.removeAllChildren();
            return root(declared);
        }
        if (ShadowTrees.of(host) != null) {
            throw unsupported(self, "Shadow root cannot be created on a host which already hosts a shadow tree.");
        }
        final ShadowTree tree = new ShadowTree(host, "open".equals(mode),
                "manual".equals(option(options, "slotAssignment")),
                "true".equals(option(options, "delegatesFocus")), false);
        ShadowTrees.attach(tree);
        return root(tree);
    }

    private static String option(final Scriptable options, final String name) {
        final Object value = options == null ? Scriptable.NOT_FOUND : ScriptableObject.getProperty(options, name);
        return value == Scriptable.NOT_FOUND ? "undefined" : JavaScriptEngine.toString(value);
    }

    private static RuntimeException unsupported(final Object self, final String message) {
        return JavaScriptEngine.asJavaScriptException((HtmlUnitScriptable) self,
                "Failed to execute 'attachShadow' on 'Element': " + message, NOT_SUPPORTED);
    }

    /** The tree of a host, also one that the page's HTML declares; null where there is none. */
    private static ShadowTree declared(final DomElement host) {
        final ShadowTree tree = ShadowTrees.of(host);
        if (tree != null || !DeclaredShadows.inMarkup(host.getPage())) {
            return tree;
        }
        final ShadowTree declared = ShadowTrees.declared(host);
        if (declared != null) {
            root(declared);
        }
        return declared;
    }

    private static Object shadowRoot(final DomElement host) {
        final ShadowTree tree = declared(host);
        return tree == null || !tree.isOpen() ? null : root(tree);
    }

    /** The script object of a tree. */
    private static ShadowRoot root(final ShadowTree tree) {
        final ShadowRoot known = known(tree);
        if (known != null) {
            return known;
        }
        final HtmlUnitScriptable host = tree.host().getScriptableObject();
        final ShadowRoot root = new ShadowRoot();
        root.setParentScope(ScriptableObject.getTopLevelScope(host.getParentScope()));
        root.setPrototype(host.getWindow().getPrototype(ShadowRoot.class));
        root.setDomNode(tree);
        ShadowListeners.install(root, tree.host());
        tree.setUserData(ScriptHolder.KEY, new ScriptHolder(root), null);
        return root;
    }

    /** The script object of a tree; null where no script has seen it. */
    static ShadowRoot known(final ShadowTree tree) {
        final ScriptHolder holder = (ScriptHolder) tree.getUserData(ScriptHolder.KEY);
        return holder == null ? null : holder.root;
    }

    /** Keeps the script object beside the tree, for HtmlUnit would make a plain fragment's. */
    private record ScriptHolder(ShadowRoot root) {
        private static final String KEY = "ajaxcrawl.shadowRoot";
    }

    private static Object assignedSlot(final DomNode node) {
        final ShadowTree tree = node.getParentNode() instanceof DomElement host ? declared(host) : null;
        final HtmlSlot slot = tree == null || !tree.isOpen() ? null : ShadowTree.slotOf(node, tree);
        return slot == null ? null : slot.getScriptableObject();
    }

    private static Object assigned(final VarScope scope, final Object self, final Object[] args,
            final boolean elementsOnly) {
        final HtmlSlot slot = (HtmlSlot) element(self);
        final boolean flatten = args.length > 0 && args[0] instanceof Scriptable given
                && "true".equals(option(given, "flatten"));
        final List<DomNode> nodes = flatten ? ShadowTree.flattened(slot) : ShadowTree.assigned(slot);
        return JavaScriptEngine.newArray(scope, nodes.stream()
                .filter(node -> !elementsOnly || node instanceof DomElement)
                .map(node -> (Object) node.getScriptableObject()).toArray());
    }

    private static Object assign(final Object self, final Object[] args) {
        final HtmlSlot slot = (HtmlSlot) element(self);
        final ShadowTree tree = ShadowTree.around(slot);
        if (tree != null) {
            tree.assign(slot, Arrays.stream(args).map(ShadowRoots::node).toList());
            ShadowTrees.of((HtmlPage) slot.getPage()).signal(tree);
        }
        return JavaScriptEngine.UNDEFINED;
    }

    private static Object getRootNode(final Object self, final Object[] args) {
        final boolean composed = args.length > 0 && args[0] instanceof Scriptable given
                && "true".equals(option(given, "composed"));
        DomNode at = node(self);
        while (at.getParentNode() != null || composed && at instanceof ShadowTree) {
            at = at.getParentNode() != null ? at.getParentNode() : ((ShadowTree) at).host();
        }
        return at instanceof ShadowTree tree ? root(tree) : at.getScriptableObject();
    }

    private static boolean isConnected(final DomNode node) {
        DomNode at = node;
        while (at.getParentNode() != null || at instanceof ShadowTree) {
            at = at.getParentNode() != null ? at.getParentNode() : ((ShadowTree) at).host();
        }
        return at == node.getPage();
    }

    private static void setInnerHtml(final ShadowTree tree, final Object value) {
        tree.removeAllChildren();
        final String html = value == null ? "" : JavaScriptEngine.toString(value);
        final WebClient client = tree.getPage().getWebClient();
        try {
            client.getPageCreator().getHtmlParser().parseFragment(client, tree, tree.host(), html, false);
        } catch (final IOException | SAXException e) {
            throw JavaScriptEngine.reportRuntimeError("Failed to parse HTML: " + e.getMessage());
        }
    }

    private static Object getElementById(final ShadowTree tree, final Object[] args) {
        final String id = args.length > 0 ? JavaScriptEngine.toString(args[0]) : "undefined";
        for (final DomElement element : tree.getDomElementDescendants()) {
            if (!id.isEmpty() && id.equals(element.getId())) {
                return element.getScriptableObject();
            }
        }
        return null;
    }
}
