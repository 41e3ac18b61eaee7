package ajaxcrawl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.html.DomAttr;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.javascript.HtmlUnitScriptable;

/**
 * What elements are in that no attribute says, and selectors ask for: popovers that are open, dialogs that are modal,
 * what custom elements say of themselves. HtmlUnit's selectors know attributes only, so while one is looked for, the
 * elements have an attribute for each of their states.
 */
final class ElementStates {

    /** What the names of these attributes begin with. */
    static final String PREFIX = "-ajaxcrawl-state-";
    static final String UNDEFINED = PREFIX + "undefined";

    private static final String KEY = "ajaxcrawl.states";
    private static final String FORMS = "ajaxcrawl.states of forms";

    /** An attribute that an element has for now. */
    private record Mark(DomElement element, String name) { }

    private ElementStates() { }

    /** Gives our scripts {@code setState(element, name, on)} and {@code hasState(element, name)}. */
    static void addTo(final ScriptableObject host, final TopLevel scope) {
        host.defineProperty("setState", new LambdaFunction(scope, "setState", 3, (context, s, self, args) -> {
            set(((HtmlUnitScriptable) args[0]).getDomNodeOrDie(), args[1].toString(), ScriptRuntime.toBoolean(args[2]));
            return Undefined.instance;
        }, false), 0);
        host.defineProperty("hasState", new LambdaFunction(scope, "hasState", 2, (context, s, self, args) ->
                has(((HtmlUnitScriptable) args[0]).getDomNodeOrDie(), args[1].toString()), false), 0);
    }

    static boolean has(final DomNode node, final String name) {
        return node.getUserData(KEY) instanceof Set<?> states && states.contains(name);
    }

    @SuppressWarnings("unchecked")
    private static void set(final DomNode node, final String name, final boolean on) {
        Set<String> states = (Set<String>) node.getUserData(KEY);
        if (states == null) {
            states = new HashSet<>();
            node.setUserData(KEY, states, null);
        }
        if (on ? states.add(name) : states.remove(name)) {
            if (node.getPage().getUserData(KEY) == null) {
                node.getPage().setUserData(KEY, Collections.newSetFromMap(new IdentityHashMap<>()), null);
            }
            ((Set<DomNode>) node.getPage().getUserData(KEY)).add(node);
            if (name.endsWith("abled") || name.endsWith("valid")) {
                node.getPage().setUserData(FORMS, true, null);
            }
            node.getPage().clearComputedStyles();
        }
    }

    /** Whether custom elements in a document are as fields of forms are: enabled, say, or valid. */
    static boolean areInForms(final DomNode node) {
        return node != null && node.getPage().getUserData(FORMS) != null;
    }

    /** Whether a selector, as {@link Selectors} has written it, asks for states. */
    static boolean areMeant(final String selector) {
        return selector.contains(PREFIX);
    }

    /**
     * What selects elements, done while they have the attributes.
     *
     * @param selector what is looked for; null: anything
     */
    static <T> T marked(final DomNode near, final String selector, final Supplier<T> look) {
        final List<Mark> marks = new ArrayList<>();
        if (selector != null && areMeant(selector)) {
            NthOfSelector.look(root(near), selector, (element, name) -> mark(element, name, marks));
        }
        if (near.getPage().getUserData(KEY) instanceof Set<?> nodes) {
            for (final Object node : nodes) {
                for (final Object state : (Set<?>) ((DomNode) node).getUserData(KEY)) {
                    mark((DomElement) node, PREFIX + state, marks);
                }
            }
        }
        if (selector != null && selector.contains(UNDEFINED)) {
            for (final DomElement element : root(near).getDomElementDescendants()) {
                if (!CustomElements.isDefined(element)) {
                    mark(element, UNDEFINED, marks);
                }
            }
        }
        try {
            return look.get();
        } finally {
            marks.forEach(mark -> mark.element().getAttributesMap().remove(mark.name()));
        }
    }

    private static DomNode root(final DomNode node) {
        DomNode root = node;
        while (root.getParentNode() != null) {
            root = root.getParentNode();
        }
        return root;
    }

    private static void mark(final DomElement element, final String name, final List<Mark> marks) {
        element.getAttributesMap().put(name, new DomAttr(element.getPage(), null, name, "", true));
        marks.add(new Mark(element, name));
    }
}
