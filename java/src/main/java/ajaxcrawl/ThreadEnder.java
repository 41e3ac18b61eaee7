package ajaxcrawl;

/**
 * Throws errors into threads. One call of a script into Java may take for ever, and Java has no way to end a thread any
 * more; its tool interface has. Python implements it.
 */
public interface ThreadEnder {

    /**
     * Has the {@link PageThread} of that name throw its {@link PageThread#error}, if any, in the middle of whatever it does.
     *
     * @return whether it will; not every JVM can
     */
    boolean end(String name);
}
