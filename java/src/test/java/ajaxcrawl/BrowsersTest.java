package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import org.htmlunit.BrowserVersion;
import org.junit.Test;

/** What the settings make of HtmlUnit's browsers. */
public class BrowsersTest {

    private static BrowserVersion browser(final String... settings) {
        return Browsers.of(new RenderOptions(settings));
    }

    @Test
    public void languageAndZoneAreTheSettings() {
        final BrowserVersion browser = browser("locale", "de-AT", "time_zone", "Europe/Vienna");
        assertEquals("de-AT,de;q=0.9", browser.getAcceptLanguageHeader());
        assertEquals("de-AT", browser.getBrowserLocale().toLanguageTag());
        assertEquals("Europe/Vienna", browser.getSystemTimezone().getID());
        assertTrue(browser.getUserAgent(), browser.isChrome());
        assertEquals("fr", browser("locale", "fr").getAcceptLanguageHeader());
        assertEquals("fr-FR,fr;q=0.5", browser("browser", "firefox", "locale", "fr-FR").getAcceptLanguageHeader());
    }

    @Test
    public void eachIsBuiltOnce() {
        assertSame(browser("browser", "edge"), browser("browser", "edge"));
        assertTrue(browser("browser", "edge").isEdge());
        assertTrue(browser("browser", "firefox").isFirefox());
    }
}
