package ajaxcrawl;

/** Puts modern JavaScript in words that Rhino understands. Python implements it; a failure is a value. */
public interface Lowering {

    /**
     * Lowers a source. May take as long as a compiler takes; safe to be called from several threads.
     *
     * @param kind {@code script}, {@code function} (one function and nothing else) or {@code module}
     * @param source the source, as UTF-8
     * @return a line of JSON (see lower.js) and, below it, the lowered source; as UTF-8
     */
    byte[] lower(String kind, byte[] source);
}
