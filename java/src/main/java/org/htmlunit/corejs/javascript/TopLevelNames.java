package org.htmlunit.corejs.javascript;

/**
 * Makes room for the names that a script declares at its top by {@code const}. In browsers they hide properties of the
 * window ({@code const open = …}); in Rhino they are properties of the window, and one that is there makes it give up.
 */
public final class TopLevelNames {

    private TopLevelNames() { }

    /** To be called before {@code script} is run. */
    public static void makeRoom(final Script script, final VarScope scope) {
        if (!(script instanceof JSScript known) || !(scope instanceof TopLevel top)) {
            return;
        }
        final JSDescriptor<JSScript> names = known.getDescriptor();
        final ScriptableObject window = top.getGlobalThis();
        for (int i = names.getParamAndVarCount() - 1; i >= 0; i--) {
            if (names.getParamOrVarConst(i)) {
                final String name = names.getParamOrVarName(i);
                remove(window, name);
                remove(window.getPrototype(), name); // no further up: other objects inherit from there
            }
        }
    }

    private static void remove(final Scriptable owner, final String name) {
        if (owner instanceof ScriptableObject object) {
            final var slot = object.getMap().query(name, 0); // elements that a window knows by id have none
            if (slot != null && (slot.getAttributes() & ScriptableObject.PERMANENT) == 0) {
                object.delete(name);
            }
        }
    }
}
