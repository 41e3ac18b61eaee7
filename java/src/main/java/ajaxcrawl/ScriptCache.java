package ajaxcrawl;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.htmlunit.corejs.javascript.Script;
import org.htmlunit.corejs.javascript.SyntaxTrees;

/**
 * Compiled scripts, shared by all renders: what Rhino makes of a source depends on nothing but the source, its name and
 * its first line. Bounded by the sources' length; the least recently used go first.
 */
final class ScriptCache {

    private record Key(String source, String name, int line, boolean lowered) { }

    /** What even the smallest script takes, in characters of source. */
    static final int OVERHEAD = 500;

    private static final double USUAL_HEAP = 480 << 20; // what of -Xmx512m is for objects

    private final long maxCharacters;
    private final Map<Key, Script> scripts = new LinkedHashMap<>(64, 0.75f, true);
    private long characters;

    ScriptCache(final long maxCharacters) {
        this.maxCharacters = maxCharacters;
    }

    /** How many characters of source to keep, where it is to be so many in the usual heap: as many fewer in a smaller. */
    static long charactersFor(final long usual) {
        return Math.min(usual, (long) (usual * (Runtime.getRuntime().maxMemory() / USUAL_HEAP)));
    }

    /** The script, compiled where it is not there; null where it does not compile. */
    Script get(final String source, final String name, final int line, final boolean lowered,
            final Supplier<Script> compile) {
        final Key key = new Key(source, name, line, lowered);
        synchronized (this) {
            final Script known = scripts.get(key);
            if (known != null) {
                return known;
            }
        }
        final Script script = compile.get();
        if (script != null && weight(key) <= maxCharacters / 4) {
            SyntaxTrees.free(script);
            put(key, script);
        }
        return script;
    }

    private synchronized void put(final Key key, final Script script) {
        if (scripts.put(key, script) == null) {
            characters += weight(key);
        }
        final Iterator<Key> oldest = scripts.keySet().iterator();
        while (characters > maxCharacters) {
            characters -= weight(oldest.next());
            oldest.remove();
        }
    }

    private static long weight(final Key key) {
        return key.source().length() + OVERHEAD;
    }

    synchronized int size() {
        return scripts.size();
    }
}
