package ajaxcrawl;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.javascript.HtmlUnitScriptable;

/**
 * What a page defined for the name of a custom element (HTML Standard, 4.13.3); callbacks are null where there are none.
 *
 * @param formAssociated whether forms know of the elements
 * @param localName of the elements: the name itself, or that of a browser's element which {@code is=} extends
 */
record ElementDefinition(String name, String localName, Function constructor, Function connected, Function disconnected,
        Function attributeChanged, Set<String> observed, boolean formAssociated,
        Deque<HtmlUnitScriptable> underConstruction) {

    /** @param callbacks what {@code CustomElementRegistry.js} has found */
    static ElementDefinition of(final String name, final Function constructor, final Scriptable callbacks) {
        final Set<String> observed = new LinkedHashSet<>();
        if (ScriptableObject.getProperty(callbacks, "observedAttributes") instanceof Scriptable list) {
            final int length = ScriptRuntime.toInt32(ScriptableObject.getProperty(list, "length"));
            for (int i = 0; i < length; i++) {
                observed.add(ScriptRuntime.toString(ScriptableObject.getProperty(list, i)));
            }
        }
        final Object extended = ScriptableObject.getProperty(callbacks, "extends");
        return new ElementDefinition(name, extended instanceof CharSequence ? extended.toString() : name, constructor,
                callback(callbacks, "connectedCallback"), callback(callbacks, "disconnectedCallback"),
                callback(callbacks, "attributeChangedCallback"), observed,
                ScriptableObject.getProperty(callbacks, "formAssociated") == Boolean.TRUE, new ArrayDeque<>());
    }

    private static Function callback(final Scriptable callbacks, final String name) {
        return ScriptableObject.getProperty(callbacks, name) instanceof Function function ? function : null;
    }

    boolean isBuiltIn() {
        return !localName.equals(name);
    }
}
