package org.htmlunit.corejs.javascript;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.function.Supplier;
import org.htmlunit.javascript.configuration.ClassConfiguration;

/** Gives objects the members that HtmlUnit's configuration of a class names; each function when it is first asked for. */
final class HostMembers {

    private HostMembers() { }

    /** What all objects of a class have. */
    static void define(final ClassConfiguration configuration, final TopLevel scope, final ScriptableObject owner) {
        constants(configuration, owner);
        properties(configuration.getPropertyMap(), scope, owner);
        functions(configuration.getFunctionMap(), scope, owner);
        if (configuration.getSymbolConstantMap() != null) {
            configuration.getSymbolConstantMap().forEach((symbol, value) -> owner.defineProperty(symbol, value,
                    ScriptableObject.READONLY | ScriptableObject.DONTENUM));
        }
        if (configuration.getSymbolMap() != null) {
            configuration.getSymbolMap().forEach((symbol, method) -> symbol(symbol, method, scope, owner));
        }
    }

    /** What the class itself has. */
    static void defineStatic(final ClassConfiguration configuration, final TopLevel scope, final ScriptableObject owner) {
        constants(configuration, owner);
        properties(configuration.getStaticPropertyMap(), scope, owner);
        functions(configuration.getStaticFunctionMap(), scope, owner);
    }

    /** Defines a property that nobody has yet; its value is made when it is asked for. */
    static void late(final ScriptableObject owner, final String name, final int attributes,
            final Supplier<?> value) {
        final LazyLoadSlot<Scriptable> slot = new LazyLoadSlot<>(name, 0);
        slot.setAttributes(attributes);
        slot.value = value;
        owner.getMap().add(owner, slot);
    }

    static boolean has(final ScriptableObject owner, final String name) {
        return owner.getMap().query(name, 0) != null;
    }

    private static void constants(final ClassConfiguration configuration, final ScriptableObject owner) {
        if (configuration.getConstants() != null) {
            for (final ClassConfiguration.ConstantInfo constant : configuration.getConstants()) {
                owner.defineProperty(constant.getName(), constant.getValue(), constant.getFlag());
            }
        }
    }

    private static void properties(final Map<String, ClassConfiguration.PropertyInfo> properties, final TopLevel scope,
            final ScriptableObject owner) {
        if (properties != null) {
            properties.forEach((name, property) -> owner.defineProperty(scope, name, null, property.getReadMethod(),
                    property.getWriteMethod(), 0));
        }
    }

    private static void functions(final Map<String, Method> functions, final TopLevel scope,
            final ScriptableObject owner) {
        if (functions != null) {
            functions.forEach((name, method) -> {
                if (has(owner, name)) {
                    owner.defineProperty(name, new FunctionObject(name, method, scope), 0);
                } else {
                    late(owner, name, 0, () -> HostClasses.inContext(scope, () -> new FunctionObject(name, method, scope)));
                }
            });
        }
    }

    /** A function by name and by symbol is one function. */
    private static void symbol(final Symbol symbol, final Method method, final TopLevel scope,
            final ScriptableObject owner) {
        final Object named = owner.get(method.getName(), owner);
        owner.defineProperty(symbol, named == Scriptable.NOT_FOUND ? new FunctionObject(method.getName(), method, scope)
                : named, ScriptableObject.DONTENUM);
    }
}
