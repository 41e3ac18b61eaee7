package org.htmlunit.corejs.javascript;

/**
 * CreateDataPropertyOrThrow (ECMAScript 7.3.7) for the fields of classes and for computed keys: whatever is inherited is
 * hidden, a proxy is asked to define, and an object that takes no property throws. In Rhino's package because keys are its own.
 */
public final class ClassFields {

    private ClassFields() { }

    /** {@code define(object, key, value)}, which gives the object. */
    public static LambdaFunction define(final TopLevel scope) {
        return new LambdaFunction(scope, "define", 3, ClassFields::define, false);
    }

    private static Object define(final Context context, final VarScope scope, final Object self, final Object[] args) {
        final ScriptableObject object = (ScriptableObject) args[0];
        final Object key = ScriptRuntime.isSymbol(args[1]) ? args[1] : ScriptRuntime.toString(args[1]);
        if (!(object instanceof SpecProxy) && object.isExtensible() && !Keys.inherits(object, key)) {
            Keys.put(object, key, args[2]);
            return object;
        }
        if (object instanceof BaseFunction && ("length".equals(key) || "name".equals(key))) {
            Keys.delete(object, key); // Rhino keeps what it has of functions
        }
        final ScriptableObject objects = (ScriptableObject) ScriptableObject.getProperty(
                ScriptableObject.getTopLevelScope(scope).getGlobalThis(), "Object");
        final NativeObject descriptor = new NativeObject();
        descriptor.put("value", descriptor, args[2]);
        for (final String attribute : new String[] {"writable", "enumerable", "configurable"}) {
            descriptor.put(attribute, descriptor, Boolean.TRUE);
        }
        ((Callable) ScriptableObject.getProperty(objects, "defineProperty")).call(context, scope, objects,
                new Object[] {object, key, descriptor});
        return object;
    }
}
