package ajaxcrawl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.htmlunit.Page;
import org.htmlunit.SgmlPage;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Callable;
import org.htmlunit.corejs.javascript.Constructable;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.FunctionObject;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.html.DomChangeEvent;
import org.htmlunit.html.DomChangeListener;
import org.htmlunit.html.DomDocumentFragment;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlAttributeChangeEvent;
import org.htmlunit.html.HtmlAttributeChangeListener;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.dom.Document;

/**
 * Custom elements of one document (HTML Standard, 4.13): elements become what the page defined, and hear when they come
 * into the document, leave it, and when their attributes change. The registry that scripts see is in
 * {@code CustomElementRegistry.js}.
 */
final class CustomElements implements DomChangeListener, HtmlAttributeChangeListener {

    private static final long serialVersionUID = 1L;

    private static final String KEY = "ajaxcrawl.customElements";

    private final transient TopLevel scope;
    private final transient WebWindow window;
    private final transient PageCalls calls;
    private final transient Map<String, ElementDefinition> byName = new HashMap<>();
    private final transient Map<Object, ElementDefinition> byConstructor = new IdentityHashMap<>();
    private final transient List<DomNode> held = new ArrayList<>();
    private transient SgmlPage document;
    private transient int holds;
    private transient boolean constructsBuiltIns;
    private transient boolean associates;

    CustomElements(final TopLevel scope, final WebWindow window) {
        this.scope = scope;
        this.window = window;
        calls = new PageCalls(scope, window);
    }

    /** Those of a document; null where it defined none. */
    static CustomElements of(final Page page) {
        return page instanceof SgmlPage document ? (CustomElements) document.getUserData(KEY) : null;
    }

    /** Adds what the registry's script needs: {@code defineElement} and {@code upgradeElements}. */
    void addTo(final ScriptableObject host) {
        if (scope.getGlobalThis() instanceof Window global) {
            new HostFunctions(scope, global).standIn("HTMLElement",
                    real -> new HtmlElementConstructor(scope, real, this::construct));
        }
        host.defineProperty("defineElement", new LambdaFunction(scope, "defineElement", 3, (context, s, self, args) -> {
            define(args[0].toString(), (Function) args[1], (Scriptable) args[2]);
            return Undefined.instance;
        }, false), 0);
        host.defineProperty("upgradeElements", new LambdaFunction(scope, "upgradeElements", 1,
                (context, s, self, args) -> {
                    if (args[0] instanceof HtmlUnitScriptable node && node.getDomNodeOrNull() != null) {
                        added(node.getDomNodeOrNull(), true);
                    }
                    return Undefined.instance;
                }, false), 0);
    }

    private void define(final String name, final Function constructor, final Scriptable callbacks) {
        if (document == null) {
            begin();
        }
        final ElementDefinition definition = ElementDefinition.of(name, constructor, callbacks);
        byName.put(name, definition);
        byConstructor.put(constructor, definition);
        associates |= definition.formAssociated();
        if (definition.isBuiltIn() && !constructsBuiltIns) {
            constructBuiltIns((ScriptableObject) ScriptableObject.getProperty(scope.getGlobalThis(), "Reflect"));
        }
        added(document, false);
    }

    /** {@code super()} of a class that extends the constructor of an element that browsers have. */
    private void constructBuiltIns(final ScriptableObject reflect) {
        constructsBuiltIns = true;
        final Callable real = (Callable) ScriptableObject.getProperty(reflect, "construct");
        reflect.defineBuiltinProperty(scope, "construct", 2, (context, s, self, args) ->
                args.length > 2 && args[0] instanceof FunctionObject && byConstructor.containsKey(args[2])
                && ScriptableObject.getProperty((Scriptable) args[2], "prototype") instanceof Scriptable prototype
                        ? construct(args[2], prototype) : real.call(context, s, self, args));
    }

    /** The first definition: from now on the document is looked after. */
    private void begin() {
        document = (SgmlPage) window.getEnclosedPage();
        document.setUserData(KEY, this, null);
        document.addDomChangeListener(this);
        if (document instanceof HtmlPage page) {
            page.addHtmlAttributeChangeListener(this);
            final ShadowTrees trees = ShadowTrees.of(page);
            if (trees != null) {
                trees.all().forEach(tree -> tree.addDomChangeListener(this));
            }
        }
        final ScriptableObject global = scope.getGlobalThis();
        if (global instanceof Window host && host.getPrototype(Document.class) instanceof ScriptableObject prototype) {
            makeElementsOf(prototype, "createElement");
            makeElementsOf(prototype, "createElementNS");
            makeElementsOf(prototype, "importNode");
        }
    }

    /** Makes a function of the document give what the page defined. */
    private void makeElementsOf(final ScriptableObject prototype, final String name) {
        if (!(ScriptableObject.getProperty(prototype, name) instanceof Function real)) {
            return;
        }
        prototype.defineBuiltinProperty(scope, name, 2, (context, s, self, args) -> {
            final Object made = real.call(context, s, self, args);
            if (made instanceof HtmlUnitScriptable object && object.getDomNodeOrNull() != null
                    && object.getDomNodeOrNull().getPage() == document) {
                if (args.length > 1 && args[args.length - 1] instanceof Scriptable options
                        && ScriptableObject.getProperty(options, "is") instanceof CharSequence is
                        && object.getDomNodeOrNull() instanceof DomElement element) {
                    element.setAttribute("is", is.toString());
                }
                upgradeAll(object.getDomNodeOrNull());
            }
            return made;
        }, 0, ScriptableObject.READONLY);
    }

    /** {@code new} of a class that the page defined. */
    private Scriptable construct(final Object newTarget, final Scriptable prototype) {
        final ElementDefinition definition = byConstructor.get(newTarget);
        if (definition == null) {
            throw ScriptRuntime.typeError("Illegal constructor");
        }
        final HtmlUnitScriptable waiting = definition.underConstruction().peek();
        if (waiting != null && !state(waiting.getDomNodeOrDie()).constructed) {
            state(waiting.getDomNodeOrDie()).constructed = true;
            waiting.setPrototype(prototype);
            return waiting;
        }
        final DomElement element = (DomElement) document.createElement(definition.localName());
        if (definition.isBuiltIn()) {
            element.setAttribute("is", definition.name());
        }
        final HtmlUnitScriptable made = element.getScriptableObject();
        final CustomElementState state = new CustomElementState(definition);
        state.constructed = true;
        element.setUserData(KEY, state, null);
        made.setPrototype(prototype);
        return made;
    }

    private static CustomElementState state(final DomNode node) {
        return (CustomElementState) node.getUserData(KEY);
    }

    private ElementDefinition definitionOf(final DomNode node) {
        if (!(node instanceof HtmlElement element)) {
            return null;
        }
        final String tag = Elements.tagName(element);
        final ElementDefinition found = tag.indexOf('-') > 0 ? byName.get(tag)
                : constructsBuiltIns ? byName.get(element.getAttribute("is")) : null;
        return found != null && found.localName().equals(tag) ? found : null;
    }

    /** Whether an element is one of the browser's own, or one that its page has defined (DOM Standard, 4.9). */
    static boolean isDefined(final DomElement element) {
        final CustomElementState state = state(element);
        return state != null ? state.constructed : Elements.isForeign(element) || Elements.tagName(element).indexOf('-') < 0;
    }

    /** Makes an element what the page defined; false where it is none of the page's, or not yet: its constructor runs. */
    private boolean upgrade(final DomNode node) {
        if (state(node) != null) {
            return state(node).upgraded;
        }
        final ElementDefinition definition = definitionOf(node);
        if (definition == null) {
            return false;
        }
        final CustomElementState state = new CustomElementState(definition);
        state.upgraded = false;
        node.setUserData(KEY, state, null);
        final HtmlUnitScriptable element = node.getScriptableObject();
        if (ScriptableObject.getProperty(definition.constructor(), "prototype") instanceof Scriptable prototype) {
            element.setPrototype(prototype);
        }
        definition.underConstruction().push(element);
        try {
            state.upgraded = calls.call(new LambdaFunction(scope, "", 0, (context, s, self, args) ->
                    ((Constructable) definition.constructor()).construct(context, definition.constructor(), s,
                            new Object[0]), false), element) != null;
        } finally {
            definition.underConstruction().pop();
        }
        if (state.upgraded) { // nothing is told to an element whose constructor has failed
            tellAttributes((DomElement) node, definition);
        }
        return state.upgraded;
    }

    private void tellAttributes(final DomElement element, final ElementDefinition definition) {
        if (definition.attributeChanged() == null) {
            return;
        }
        for (final String name : new ArrayList<>(element.getAttributesMap().keySet())) {
            if (definition.observed().contains(name)) {
                tell(element, definition, name, null, element.getAttribute(name));
            }
        }
    }

    private void tell(final DomElement element, final ElementDefinition definition, final String name, final Object oldValue,
            final Object newValue) {
        calls.call(definition.attributeChanged(), element.getScriptableObject(), name, oldValue, newValue, null);
    }

    private void upgradeAll(final DomNode root) {
        elements(root).forEach(this::upgrade);
    }

    /** The node and what is below it, shadow trees too, in tree order. */
    private static List<DomNode> elements(final DomNode root) {
        final List<DomNode> list = new ArrayList<>();
        collect(root, list);
        return list;
    }

    private static void collect(final DomNode node, final List<DomNode> into) {
        if (node instanceof DomElement element) {
            into.add(element);
            final ShadowTree tree = ShadowTrees.of(element);
            if (tree != null) {
                collect(tree, into);
            }
        }
        for (DomNode child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            collect(child, into);
        }
    }

    /** Upgrades, and tells those in the document that they are. */
    private void added(final DomNode root, final boolean anywhere) {
        if (!isInDocument(root) && !anywhere) {
            return;
        }
        for (final DomNode node : elements(root)) {
            if (!upgrade(node)) {
                continue;
            }
            final CustomElementState state = state(node);
            if (!state.connected && isInDocument(node)) {
                state.connected = true;
                if (state.definition.connected() != null) {
                    calls.call(state.definition.connected(), node.getScriptableObject());
                }
                tellOfForms(node, state);
            }
        }
    }

    private boolean isInDocument(final DomNode node) {
        DomNode at = node;
        while (at.getParentNode() != null || at instanceof ShadowTree) {
            at = at instanceof ShadowTree tree ? tree.host() : at.getParentNode();
        }
        return at == document && !(at instanceof DomDocumentFragment);
    }

    /** A fragment is being parsed: nobody is told anything before its end. */
    void hold() {
        holds++;
    }

    void release() {
        holds--;
        if (holds == 0) {
            final List<DomNode> nodes = new ArrayList<>(held);
            held.clear();
            nodes.forEach(node -> added(node, false));
        }
    }

    @Override
    public void nodeAdded(final DomChangeEvent event) {
        if (holds > 0) {
            held.add(event.getChangedNode());
        } else {
            added(event.getChangedNode(), false);
        }
    }

    @Override
    public void nodeDeleted(final DomChangeEvent event) {
        for (final DomNode node : elements(event.getChangedNode())) {
            final CustomElementState state = state(node);
            if (state != null && state.connected && !isInDocument(node)) {
                state.connected = false;
                if (state.definition.disconnected() != null) {
                    calls.call(state.definition.disconnected(), node.getScriptableObject());
                }
                tellOfForms(node, state);
            }
        }
    }

    private static void tellOfForms(final DomNode node, final CustomElementState state) {
        if (state.definition.formAssociated()) {
            LazyScripts.call(node, "formAssociated.js", "changed", node.getScriptableObject());
        }
    }

    private void changed(final HtmlAttributeChangeEvent event, final Object oldValue, final Object newValue) {
        final CustomElementState state = state(event.getHtmlElement());
        if (associates && ("disabled".equals(event.getName()) || "form".equals(event.getName()))) {
            LazyScripts.call(event.getHtmlElement(), "formAssociated.js", "changed",
                    event.getHtmlElement().getScriptableObject());
        }
        if (state != null && state.constructed && state.definition.attributeChanged() != null
                && state.definition.observed().contains(event.getName())) {
            tell(event.getHtmlElement(), state.definition, event.getName(), oldValue, newValue);
        }
    }

    @Override
    public void attributeAdded(final HtmlAttributeChangeEvent event) {
        changed(event, null, event.getValue());
    }

    @Override
    public void attributeRemoved(final HtmlAttributeChangeEvent event) {
        changed(event, event.getValue(), null);
    }

    @Override
    public void attributeReplaced(final HtmlAttributeChangeEvent event) {
        changed(event, event.getValue(), event.getHtmlElement().getAttribute(event.getName()));
    }
}
