package org.htmlunit.corejs.javascript.resources;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.PropertyResourceBundle;
import java.util.ResourceBundle;

/**
 * Rhino's messages, those that pages show or search for in V8's words. It has the name of Rhino's bundle because a class
 * is preferred to a file of that name.
 */
public final class Messages extends ResourceBundle {

    private static final Map<String, String> IN_V8 = Map.ofEntries(
            Map.entry("msg.is.not.defined", "{0} is not defined"),
            Map.entry("msg.undef.prop.read", "Cannot read properties of {0} (reading ''{1}'')"),
            Map.entry("msg.undef.method.call", "Cannot read properties of {0} (reading ''{1}'')"),
            Map.entry("msg.undef.prop.write", "Cannot set properties of {0} (setting ''{1}'')"),
            Map.entry("msg.undef.prop.delete", "Cannot convert undefined or null to object"),
            Map.entry("msg.null.to.object", "Cannot convert undefined or null to object"),
            Map.entry("msg.undef.to.object", "Cannot convert undefined or null to object"),
            Map.entry("msg.isnt.function", "{0} is not a function"),
            Map.entry("msg.isnt.function.in", "{0} is not a function"),
            Map.entry("msg.function.not.found", "{0} is not a function"),
            Map.entry("msg.function.not.found.in", "{0} is not a function"),
            Map.entry("msg.not.ctor", "{0} is not a constructor"),
            Map.entry("msg.cyclic.value", "Converting circular structure to JSON"),
            Map.entry("msg.bad.uri", "URI malformed"),
            Map.entry("msg.arraylength.bad", "Invalid array length"),
            Map.entry("msg.bigint.bad.form", "Cannot convert value to a BigInt"),
            Map.entry("msg.not.extensible", "Cannot add property, object is not extensible"),
            Map.entry("msg.modify.readonly", "Cannot assign to read only property ''{0}'' of object"),
            Map.entry("msg.set.prop.no.setter", "Cannot set property {0} of object which has only a getter"),
            Map.entry("msg.instanceof.not.object", "Right-hand side of ''instanceof'' is not an object"),
            Map.entry("msg.instanceof.bad.target", "Right-hand side of ''instanceof'' is not callable"),
            Map.entry("msg.cant.convert.to.primitive", "Cannot convert object to primitive value"));

    private final PropertyResourceBundle rhinos;

    /** Reads Rhino's file. */
    public Messages() throws IOException {
        try (InputStream in = Messages.class.getResourceAsStream("Messages.properties")) {
            rhinos = new PropertyResourceBundle(in);
        }
    }

    @Override
    protected Object handleGetObject(final String key) {
        final String text = IN_V8.get(key);
        return text == null ? rhinos.handleGetObject(key) : text;
    }

    @Override
    public Enumeration<String> getKeys() {
        return Collections.enumeration(rhinos.keySet());
    }
}
