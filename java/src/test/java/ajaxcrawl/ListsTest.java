package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.net.MalformedURLException;
import java.net.URL;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.Test;

/** The settings that say where requests may go: hosts, patterns, servers of the site. */
public final class ListsTest {

    private static boolean lists(final String entry, final String url) throws MalformedURLException {
        return new HostList(List.of(entry)).contains(new URL(url));
    }

    private static boolean blocks(final String pattern, final String url) throws MalformedURLException {
        return BlockList.of(List.of(pattern)).blocks(new URL(url), new URL(url).getHost().equals("own.example"));
    }

    private static String server(final String path, final String... prefixesAndServers) throws MalformedURLException {
        final Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < prefixesAndServers.length; i += 2) {
            map.put(prefixesAndServers[i], prefixesAndServers[i + 1]);
        }
        return new SiteOrigins(map).serverFor(new URL("http://own.example" + path));
    }

    private static String mapBack(final String location, final String server) throws MalformedURLException {
        return SiteOrigins.mapBack(location, new URL("https://own.example/static/a"), server);
    }

    @Test
    public void aHostIsItselfOnEveryPort() throws MalformedURLException {
        assertTrue(lists("cdn.example", "https://CDN.example:8443/x"));
        assertFalse(lists("cdn.example", "https://www.cdn.example/"));
        assertFalse(lists("cdn.example", "https://cdn.example.org/"));
        assertFalse(lists("cdn.example", "https://notcdn.example/"));
    }

    @Test
    public void aStarIsAnySubdomainButNotTheDomain() throws MalformedURLException {
        assertTrue(lists("*.cdn.example", "https://a.b.cdn.example/"));
        assertFalse(lists("*.cdn.example", "https://cdn.example/"));
        assertFalse(lists("*.cdn.example", "https://acdn.example/"));
        assertTrue(lists("*", "https://any.example/"));
    }

    @Test
    public void aPortMayBeNamed() throws MalformedURLException {
        assertTrue(lists("cdn.example:443", "https://cdn.example/"));
        assertFalse(lists("cdn.example:443", "http://cdn.example/"));
        assertTrue(lists("*.example:8080", "http://cdn.example:8080/"));
        assertTrue(lists("[::1]:80", "http://[::1]/"));
    }

    @Test
    public void aPatternWithoutASlashBlocksAHost() throws MalformedURLException {
        assertTrue(blocks("ads.example", "https://ads.example/a.js"));
        assertTrue(blocks("ads.example", "https://ADS.example:8443/"));
        assertFalse(blocks("ads.example", "https://www.ads.example/"));
        assertFalse(blocks("ads.example", "https://ads.example.org/"));
        assertFalse(blocks("ads.example", "https://site.example/ads.example/"));
        assertTrue(blocks("mc.ads.*", "https://mc.ads.ru/x"));
        assertFalse(blocks("*.ads", "https://site.example/www.ads/x"));
    }

    @Test
    public void aLeadingStarIsTheDomainAndItsSubdomains() throws MalformedURLException {
        assertTrue(blocks("*.ads.example", "https://ads.example/"));
        assertTrue(blocks("*.ads.example", "https://a.b.ads.example/"));
        assertFalse(blocks("*.ads.example", "https://bads.example/"));
    }

    @Test
    public void aPathMatchesFromItsStart() throws MalformedURLException {
        assertTrue(blocks("www.example/tr", "https://www.example/tr?id=1"));
        assertTrue(blocks("www.example/tr", "https://www.example/track"));
        assertFalse(blocks("www.example/tr", "https://www.example/a/tr"));
        assertTrue(blocks("www.example/*/pixel", "https://www.example/a/b/pixel.gif"));
        assertTrue(blocks("*/pixel.gif", "https://any.example/a/pixel.gif"));
        assertTrue(blocks("www.example/*?id=", "https://www.example/a?id=1"));
        assertFalse(blocks("www.example/a.b", "https://www.example/aXb"));
    }

    @Test
    public void aPathAloneIsOneOfThePagesOwnSite() throws MalformedURLException {
        assertTrue(blocks("/track", "https://own.example/track/1"));
        assertFalse(blocks("/track", "https://other.example/track/1"));
        assertFalse(blocks("google.example", "https://own.example/google.example/analytics.js"));
    }

    @Test
    public void aSchemeIsOfNoAccount() throws MalformedURLException {
        assertTrue(blocks("https://ads.example/a", "http://ads.example/a"));
        assertTrue(blocks("*://ads.example/a", "http://ads.example/a"));
        assertTrue(blocks("//ads.example", "http://ads.example/a"));
    }

    @Test
    public void patternsAreCompiledOnce() {
        assertSame(BlockList.of(List.of("a.example")), BlockList.of(List.of("a.example")));
        for (int i = 0; i < 100; i++) {
            BlockList.of(List.of("a.example", "b" + i + ".example"));
        }
    }

    @Test
    public void theLongestPrefixNamesTheServerOnWholeSegments() throws MalformedURLException {
        assertEquals("http://b:1", server("/static/js/a", "/static", "http://a:1", "/static/js/", "http://b:1/"));
        assertEquals("http://a:1", server("/static", "/static", "http://a:1"));
        assertNull(server("/statics/a", "/static", "http://a:1"));
        assertNull(server("/", "/static", "http://a:1"));
    }

    @Test
    public void theRestIsForTheSlash() throws MalformedURLException {
        assertNull(server("/a", "/", "http://a:1"));
        assertEquals("http://a:1", new SiteOrigins(Map.of("/", "http://a:1/")).serverForTheRest());
        assertNull(new SiteOrigins(Map.of("/x", "http://a:1/")).serverForTheRest());
    }

    @Test
    public void theWholePathGoesBehindTheServersOwn() throws MalformedURLException {
        assertEquals("http://a:1/base/static/x%20y?q=1", SiteOrigins.rewrite(
                new URL("http://own.example/static/x y?q=1#f"), "http://a:1/base").toExternalForm());
    }

    @Test
    public void locationsOfTheServerBecomePublic() throws MalformedURLException {
        assertEquals("https://own.example/b?c#d", mapBack("http://a:1/b?c#d", "http://a:1"));
        assertEquals("/b", mapBack("/b", "http://a:1"));
        assertEquals("b", mapBack("b", "http://a:1"));
        assertEquals("/b", mapBack("/base/b", "http://a:1/base"));
        assertEquals("https://own.example/b", mapBack("http://a:1/base/b", "http://a:1/base"));
        assertEquals("https://other.example/b", mapBack("https://other.example/b", "http://a:1"));
        assertEquals("//other.example/b", mapBack("//other.example/b", "http://a:1"));
        assertEquals("weird:x", mapBack("weird:x", "http://a:1"));
    }
}
