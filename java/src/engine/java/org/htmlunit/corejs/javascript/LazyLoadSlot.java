package org.htmlunit.corejs.javascript;

import java.util.function.Supplier;

/**
 * A property whose value is made when something first asks for it, in place of the class of this name in HtmlUnit's
 * engine: here a {@link Supplier} may make it, and a property's descriptor has it too. What is assigned before it is asked
 * for takes its place.
 */
public class LazyLoadSlot<T extends PropHolder<T>> extends StandardSlot<T> {

    private static final long serialVersionUID = 1L;

    LazyLoadSlot(final Object name, final int index) {
        super(name, index, 0);
    }

    LazyLoadSlot(final Slot<T> old) {
        super(old);
    }

    @Override
    LazyLoadSlot<T> copySlot() {
        final LazyLoadSlot<T> copy = new LazyLoadSlot<>(this);
        copy.next = null;
        copy.orderedNext = null;
        return copy;
    }

    @Override
    public Object getValue(final T start) {
        final Object now = value;
        if (now instanceof Supplier<?> late) {
            final Object made = late.get();
            if (value == now) {
                value = made;
            }
        } else if (now instanceof LazilyLoadedCtor<?> constructor) {
            try {
                constructor.init();
            } finally {
                value = constructor.getValue();
            }
        }
        return value;
    }

    @Override
    ScriptableObject.DescriptorInfo getPropertyDescriptor(final Context context, final T scope) {
        getValue(scope);
        return super.getPropertyDescriptor(context, scope);
    }
}
