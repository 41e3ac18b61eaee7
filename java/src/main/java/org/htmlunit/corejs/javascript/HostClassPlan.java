package org.htmlunit.corejs.javascript;

import java.lang.reflect.Constructor;
import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.configuration.ClassConfiguration;
import org.htmlunit.javascript.configuration.JavaScriptConfiguration;

/**
 * What is known of a class of the DOM before any window is there.
 *
 * @param maker makes prototypes
 * @param inherits whether it extends a class
 * @param parent whose prototype its own inherits from, where it extends a class; null: none
 * @param parentConstructor whose constructor its own inherits from, where it extends a class; null: none
 */
record HostClassPlan(ClassConfiguration configuration, Constructor<? extends HtmlUnitScriptable> maker, boolean inherits,
        Class<?> parent, Class<?> parentConstructor) {

    private static final Map<JavaScriptConfiguration, List<HostClassPlan>> ALL = new ConcurrentHashMap<>();

    /** Those of a browser, in the order of the window's properties. */
    static List<HostClassPlan> all(final JavaScriptConfiguration browser) {
        return ALL.computeIfAbsent(browser, HostClassPlan::read);
    }

    /** A class extends one that comes before it, or the window's. */
    private static List<HostClassPlan> read(final JavaScriptConfiguration browser) {
        final List<HostClassPlan> all = new ArrayList<>();
        final Map<String, Class<?>> parents = new HashMap<>();
        final Map<String, Class<?>> constructors = new HashMap<>();
        final ClassConfiguration window = browser.getWindowClassConfiguration();
        parents.put(window.getClassName(), window.getHostClass());
        for (final ClassConfiguration configuration : browser.getAll()) {
            final String extended = configuration.getExtendedClassName();
            all.add(new HostClassPlan(configuration, maker(configuration), extended != null && !extended.isEmpty(),
                    parents.get(extended), constructors.get(extended)));
            parents.put(configuration.getClassName(), configuration.getHostClass());
            if (configuration != window && configuration.getJsConstructor() != null) {
                constructors.put(configuration.getClassName(), configuration.getHostClass());
            }
        }
        return List.copyOf(all);
    }

    private static Constructor<? extends HtmlUnitScriptable> maker(final ClassConfiguration configuration) {
        try {
            return configuration.getHostClass().getDeclaredConstructor();
        } catch (final NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    Class<?> type() {
        return configuration.getHostClass();
    }

    String name() {
        return configuration.getClassName();
    }

    /** HtmlUnit's constructor for scripts, by its name; null: an object stands for it. */
    Map.Entry<String, Member> constructor() {
        return configuration.getJsConstructor();
    }

    /** The names that the window has for it. */
    List<String> names() {
        final List<String> names = new ArrayList<>();
        if (configuration.isJsObject()) {
            names.add(name());
        }
        if (constructor() != null && configuration.getJsConstructorAlias() != null) {
            names.add(configuration.getJsConstructorAlias());
        }
        return names;
    }

    /** Whether the window has nothing of its name. */
    boolean isHidden() {
        return constructor() != null && !configuration.isJsObject();
    }

    HtmlUnitScriptable instance(final TopLevel scope) {
        try {
            final HtmlUnitScriptable made = maker.newInstance();
            made.setParentScope(scope);
            made.setClassName(name());
            return made;
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
