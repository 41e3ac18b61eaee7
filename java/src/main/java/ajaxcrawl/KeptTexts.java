package ajaxcrawl;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What texts came to, by text. Bounded by the texts' length; the least recently used go first. Safe to use from several
 * threads.
 */
final class KeptTexts<V> {

    /** What even an empty text takes, in characters. */
    private static final int OVERHEAD = 100;

    private final long maxCharacters;
    private final Map<String, V> values = new LinkedHashMap<>(16, 0.75f, true);
    private long characters;

    KeptTexts(final long maxCharacters) {
        this.maxCharacters = maxCharacters;
    }

    /** Null where nothing is known of the text. */
    synchronized V get(final String text) {
        return values.get(text);
    }

    /** Keeps a value, unless its text takes more than half of the bound. */
    synchronized void put(final String text, final V value) {
        if (text.length() > maxCharacters / 2) {
            return;
        }
        if (values.put(text, value) == null) {
            characters += text.length() + OVERHEAD;
        }
        final Iterator<String> oldest = values.keySet().iterator();
        while (characters > maxCharacters) {
            characters -= oldest.next().length() + OVERHEAD;
            oldest.remove();
        }
    }
}
