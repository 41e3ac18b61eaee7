package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;

import org.htmlunit.corejs.javascript.Script;
import org.junit.Test;

/** Which scripts are compiled again. */
public class ScriptCacheTest {

    private final ScriptCache cache = new ScriptCache(4 * (25 + ScriptCache.OVERHEAD));

    private Script get(final String source, final String name, final int line) {
        return cache.get(source, name, line, false, () -> {
            final Object each = new Object();
            return (context, scope, self) -> each;
        });
    }

    @Test
    public void theSameSourceOfTheSameNameAndLineIsCompiledOnce() {
        final Script script = get("x", "a.js", 1);
        assertSame(script, get("x", "a.js", 1));
        assertNotSame(script, get("y", "a.js", 1));
        assertNotSame(script, get("x", "b.js", 1));
        assertNotSame(script, get("x", "a.js", 2));
    }

    @Test
    public void theLeastRecentlyUsedGoFirst() {
        final Script first = get("1".repeat(25), "a", 1);
        final Script second = get("2".repeat(25), "a", 1);
        get("3".repeat(25), "a", 1);
        get("4".repeat(25), "a", 1);
        assertSame(first, get("1".repeat(25), "a", 1));
        get("5".repeat(25), "a", 1);
        assertSame(first, get("1".repeat(25), "a", 1));
        assertNotSame(second, get("2".repeat(25), "a", 1));
        assertEquals(4, cache.size());
    }

    @Test
    public void aPagesInlineScriptIsTheSameInEachOfItsStates() {
        assertEquals("script in http://h/a?b from (1, 2) to (3, 4)",
                PageEngine.withoutFragment("script in http://h/a?b#!/c from (x) from (1, 2) to (3, 4)"));
        assertEquals("http://h/a.js", PageEngine.withoutFragment("http://h/a.js#b"));
        assertEquals("http://h/a.js", PageEngine.withoutFragment("http://h/a.js"));
    }

    @Test
    public void whatIsTooLongOrDoesNotCompileIsNotKept() {
        get("x".repeat(26), "a", 1);
        assertNull(cache.get("x", "a", 1, false, () -> null));
        assertEquals(0, cache.size());
    }
}
