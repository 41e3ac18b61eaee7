package ajaxcrawl;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** The URL in the content of a refresh. */
public class PageRefreshTest {

    private static void assertTarget(final String expected, final String content) {
        assertEquals(content, expected, PageRefresh.target(content));
    }

    @Test
    public void theUrlIsWhatBrowsersTakeForIt() {
        assertTarget("/B", "0; url=/B");
        assertTarget("/b", "0;URL = '/b' and more");
        assertTarget("/b'c", "1.5, url=\"/b'c\"x");
        assertTarget("/b", "0 /b ");
        assertTarget("urls", "0;urls");
        assertTarget("/unclosed", "0;url='/unclosed");
    }

    @Test
    public void withoutAUrlItIsTheDocumentItself() {
        assertTarget("", "0");
        assertTarget("", "0;");
        assertTarget("", "0;url=");
        assertTarget("", "abc");
    }
}
