package org.htmlunit.corejs.javascript;

/** A constructor in the place of one of the engine's or of HtmlUnit's, whose name and length it has. */
public abstract class StandInConstructor extends BaseFunction {

    private static final long serialVersionUID = 1L;

    private final String name;
    private final int length;

    /**
     * @param real whom it stands for
     * @param length how many arguments it names
     */
    protected StandInConstructor(final VarScope scope, final Scriptable real, final String name, final int length) {
        super(scope, real.getPrototype());
        this.name = name;
        this.length = length;
    }

    @Override
    public final String getFunctionName() {
        return name;
    }

    @Override
    public final int getLength() {
        return length;
    }

    @Override
    public final int getArity() {
        return length;
    }

    /** What was made for {@code new.target}, if that is another constructor, has its prototype. */
    protected final <T extends Scriptable> T withPrototypeOf(final Object newTarget, final T made) {
        if (newTarget != this && newTarget instanceof Scriptable target
                && ScriptableObject.getProperty(target, "prototype") instanceof Scriptable prototype) {
            made.setPrototype(prototype);
        }
        return made;
    }
}
