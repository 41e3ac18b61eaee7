package org.htmlunit.corejs.javascript;

import java.util.Iterator;

/**
 * The variables of one call of a function that has closures, in place of the class of this name in HtmlUnit's engine: a
 * call takes one array, where there it takes a hash table, an entry for each variable, and an {@code arguments} object,
 * asked for or not. A call becomes such a table here too once something is done that only tables can do, such as a
 * variable made by {@code eval}.
 */
public final class NativeCall extends DeclarationScope implements SlotMap<VarScope> {

    private static final long serialVersionUID = -7471457301304454454L;

    final JSFunction function;
    final Object[] originalArgs;
    transient NativeCall parentActivationCall;

    private final transient Variables variables;
    /** By place; null: they are in a table. While they are here this stands in for the table. */
    private transient Object[] values;

    /** The last three say what the function's descriptor says too. */
    NativeCall(final JSFunction function, final Context context, final VarScope scope, final Object[] args,
            final boolean isArrow, final boolean argsHasRest, final boolean requiresArgumentObject) {
        super(scope);
        this.function = function;
        originalArgs = args == null ? ScriptRuntime.emptyArgs : args;
        variables = function.getDescriptor().variables();
        values = variables.initial(originalArgs);
        if (argsHasRest) {
            values[variables.rest()] = context.newArray(scope, variables.rest(originalArgs));
        }
        setMap(this);
        if (variables.haveConstants()) {
            table();
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

    /** The call's variables, while they are in their places; null: they are in a table. */
    Variables inPlaces() {
        return values == null ? null : variables;
    }

    /** A variable's value while they are in their places; {@code NOT_FOUND} where it is not made yet. */
    Object inPlace(final int place) {
        final Object value = values[place];
        return value == Variables.ARGUMENTS ? valueAt(place) : value;
    }

    boolean isInPlace(final int place) {
        return values[place] != Scriptable.NOT_FOUND;
    }

    void putInPlace(final int place, final Object value) {
        values[place] = value;
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

    // whatever is not done above is done to a table

    private SlotMap<VarScope> table() {
        if (values != null) {
            setMap(new EmbeddedSlotMap<>()); // which puts another one in its place when there are very many
            for (int place = 0; place < values.length; place++) {
                if (isThere(place)) {
                    getMap().modify(this, variables.name(place), 0, variables.attributes(place)).value = valueAt(place);
                }
            }
            values = null;
        }
        return getMap();
    }

    @Override
    public int size() {
        return table().size();
    }

    @Override
    public boolean isEmpty() {
        return table().isEmpty();
    }

    @Override
    public Slot<VarScope> modify(final SlotMapOwner<VarScope> owner, final Object key, final int index,
            final int attributes) {
        return table().modify(owner, key, index, attributes);
    }

    @Override
    public Slot<VarScope> query(final Object key, final int index) {
        return table().query(key, index);
    }

    @Override
    public <S extends Slot<VarScope>> S compute(final SlotMapOwner<VarScope> owner,
            final CompoundOperationMap<VarScope> operation, final Object key, final int index,
            final SlotComputer<S, VarScope> computer) {
        return table().compute(owner, operation, key, index, computer);
    }

    @Override
    public void add(final SlotMapOwner<VarScope> owner, final Slot<VarScope> slot) {
        table().add(owner, slot);
    }

    @Override
    public Iterator<Slot<VarScope>> iterator() {
        return table().iterator();
    }
}
