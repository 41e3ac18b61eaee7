package org.htmlunit.corejs.javascript;

/**
 * The variables of one call of a function that has closures, in place of the class of this name in HtmlUnit's engine: a
 * call takes one array, where there it takes a hash table, an entry for each variable, and an {@code arguments} object,
 * asked for or not. A call becomes such a table here too once something is done that only tables can do, such as a
 * variable made by {@code eval}.
 */
public final class NativeCall extends DeclarationScope {

    private static final long serialVersionUID = -7471457301304454454L;

    final JSFunction function;
    final Object[] originalArgs;
    transient NativeCall parentActivationCall;

    private final transient Variables variables;
    /** By place; null: they are in the table. While they are here the table is empty. */
    private transient Object[] values;

    /** The last three say what the function's descriptor says too. */
    NativeCall(final JSFunction function, final Context context, final VarScope scope, final Object[] args,
            final boolean isArrow, final boolean argsHasRest, final boolean requiresArgumentObject) {
        super(scope);
        this.function = function;
        originalArgs = args == null ? ScriptRuntime.emptyArgs : args;
        variables = Variables.of(function.getDescriptor());
        values = variables.initial(originalArgs);
        if (argsHasRest) {
            values[variables.rest()] = context.newArray(scope, variables.rest(originalArgs));
        }
        if (variables.haveConstants()) {
            fillTable();
        }
    }

    public Scriptable getHomeObject() {
        return function.getHomeObject();
    }

    @Override
    public Object get(final String name, final VarScope start) {
        if (values == null) {
            return super.get(name, start);
        }
        final int place = variables.place(name);
        return place < 0 ? Scriptable.NOT_FOUND : valueAt(place);
    }

    private Object valueAt(final int place) {
        if (values[place] == Variables.ARGUMENTS) {
            values[place] = new Arguments(this, Context.getCurrentContext());
        }
        return values[place];
    }

    @Override
    public boolean has(final String name, final VarScope start) {
        return values == null ? super.has(name, start) : isThere(variables.place(name));
    }

    private boolean isThere(final int place) {
        return place >= 0 && values[place] != Scriptable.NOT_FOUND;
    }

    @Override
    public void put(final String name, final VarScope start, final Object value) {
        if (values != null && start == this) {
            final int place = variables.place(name);
            if (isThere(place)) {
                values[place] = value;
                return;
            }
        }
        super.put(name, start, value);
    }

    @Override
    public void defineProperty(final String name, final Object value, final int attributes) {
        if (values != null && attributes == ScriptableObject.PERMANENT) {
            final int place = variables.place(name);
            if (place >= 0) {
                values[place] = value;
                return;
            }
        }
        super.defineProperty(name, value, attributes);
    }

    /** Whatever is not done above is done to the table. */
    @Override
    SlotMap<VarScope> getMap() {
        if (values != null) {
            fillTable();
        }
        return super.getMap();
    }

    private void fillTable() {
        for (int place = 0; place < values.length; place++) {
            if (isThere(place)) {
                super.getMap().modify(this, variables.name(place), 0, variables.attributes(place)).value = valueAt(place);
            }
        }
        values = null;
    }
}
