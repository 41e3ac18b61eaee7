package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** Import maps: the standard's rules one by one. */
public class ImportMapTest {

    private static final WebUrl DOCUMENT = WebUrl.parse("https://shop.example/app/index.html", null);

    private final ImportMap map = new ImportMap();
    private final List<String> warnings = new ArrayList<>();

    private void add(final Object json) throws ImportMap.InvalidException {
        map.add(json, DOCUMENT, warnings::add);
    }

    private void addImports(final Map<String, ?> imports) throws ImportMap.InvalidException {
        add(Map.of("imports", imports));
    }

    private String resolve(final String specifier) throws ImportMap.InvalidException {
        return map.resolve(specifier, DOCUMENT).href();
    }

    private String resolve(final String specifier, final String base) throws ImportMap.InvalidException {
        return map.resolve(specifier, WebUrl.parse(base, DOCUMENT)).href();
    }

    private void assertUnresolved(final String specifier) {
        assertThrows(ImportMap.InvalidException.class, () -> resolve(specifier));
    }

    @Test
    public void specifiersThatAreUrlsNeedNoMap() throws Exception {
        assertEquals("https://shop.example/app/a.js", resolve("./a.js"));
        assertEquals("https://shop.example/a.js", resolve("../a.js"));
        assertEquals("https://shop.example/a.js?b#c", resolve("/a.js?b#c"));
        assertEquals("https://cdn.example/a.js", resolve("https://cdn.example/a.js"));
        assertEquals("data:text/javascript,1", resolve("data:text/javascript,1"));
    }

    @Test
    public void bareSpecifiersNeedOne() {
        assertUnresolved("shop");
        assertUnresolved("shop/a.js");
        assertUnresolved("");
        assertUnresolved("https://[");
    }

    @Test
    public void addressesAreRelativeToTheDocument() throws Exception {
        addImports(Map.of("shop", "./shop.js", "root", "/root.js", "cdn", "https://cdn.example/x.js"));
        assertEquals("https://shop.example/app/shop.js", resolve("shop", "https://shop.example/deep/er/x.js"));
        assertEquals("https://shop.example/root.js", resolve("root"));
        assertEquals("https://cdn.example/x.js", resolve("cdn"));
    }

    @Test
    public void theLongestPrefixWins() throws Exception {
        addImports(Map.of("shop/", "./s/", "shop/cart/", "./c/", "shop/cart/sum.js", "./sum.js"));
        assertEquals("https://shop.example/app/s/a.js", resolve("shop/a.js"));
        assertEquals("https://shop.example/app/c/a.js", resolve("shop/cart/a.js"));
        assertEquals("https://shop.example/app/sum.js", resolve("shop/cart/sum.js"));
        assertUnresolved("shop");
    }

    @Test
    public void aPrefixDoesNotLeadOut() throws Exception {
        addImports(Map.of("shop/", "./s/"));
        assertEquals("https://shop.example/app/s/b.js", resolve("shop/a/../b.js"));
        assertUnresolved("shop/../b.js");
        assertUnresolved("shop//elsewhere.example/b.js");
    }

    @Test
    public void urlsMayBeMappedToo() throws Exception {
        addImports(Map.of("./a.js", "./b.js", "https://cdn.example/lib/", "./lib/", "data:text/", "./data/"));
        assertEquals("https://shop.example/app/b.js", resolve("./a.js"));
        assertEquals("https://shop.example/app/b.js", resolve("/app/a.js", "https://shop.example/x/y.js"));
        assertEquals("https://shop.example/app/lib/c.js", resolve("https://cdn.example/lib/c.js"));
        assertEquals("data:text/javascript,1", resolve("data:text/javascript,1")); // a prefix of no special URL
    }

    @Test
    public void addressesThatAreNoUrlsBlock() throws Exception {
        final Map<String, Object> imports = new HashMap<>();
        imports.put("nothing", null);
        imports.put("bare", "other");
        imports.put("number", 5);
        imports.put("folder/", "./file.js");
        addImports(imports);
        assertUnresolved("nothing");
        assertUnresolved("bare");
        assertUnresolved("number");
        assertUnresolved("folder/x.js");
        assertEquals(4, warnings.size());
    }

    @Test
    public void scopesComeFirstAndTheClosestOfThem() throws Exception {
        add(Map.of("imports", Map.of("tea", "./tea.js", "cup", "./cup.js"), "scopes", Map.of(
                "/lib/", Map.of("tea", "./lib-tea.js"),
                "/lib/inner/", Map.of("tea", "./inner-tea.js"),
                "/lib/one.js", Map.of("tea", "./one-tea.js"))));
        assertEquals("https://shop.example/app/tea.js", resolve("tea"));
        assertEquals("https://shop.example/app/lib-tea.js", resolve("tea", "/lib/x.js"));
        assertEquals("https://shop.example/app/inner-tea.js", resolve("tea", "/lib/inner/x.js"));
        assertEquals("https://shop.example/app/one-tea.js", resolve("tea", "/lib/one.js"));
        assertEquals("https://shop.example/app/cup.js", resolve("cup", "/lib/inner/x.js"));
        assertEquals("https://shop.example/app/tea.js", resolve("tea", "/library.js"));
    }

    @Test
    public void laterMapsAddAndDoNotReplace() throws Exception {
        addImports(Map.of("tea", "./tea.js"));
        addImports(Map.of("tea", "./other.js", "cup", "./cup.js"));
        assertEquals("https://shop.example/app/tea.js", resolve("tea"));
        assertEquals("https://shop.example/app/cup.js", resolve("cup"));
    }

    @Test
    public void laterMapsChangeNothingThatWasResolved() throws Exception {
        assertEquals("https://shop.example/app/a.js", resolve("./a.js"));
        addImports(Map.of("./a.js", "./b.js", "./", "./moved/", "./c.js", "./d.js"));
        assertEquals("https://shop.example/app/a.js", resolve("./a.js"));
        assertEquals("https://shop.example/app/x.js", resolve("./x.js"));
        assertEquals("https://shop.example/app/d.js", resolve("./c.js"));
        add(Map.of("scopes", Map.of("./", Map.of("./a.js", "./b.js", "./c.js", "./e.js", "./f.js", "./g.js"))));
        assertEquals("https://shop.example/app/a.js", resolve("./a.js"));
        assertEquals("https://shop.example/app/d.js", resolve("./c.js"));
        assertEquals("https://shop.example/app/g.js", resolve("./f.js"));
    }

    @Test
    public void whatIsNoMapIsRefusedAsAWhole() throws Exception {
        for (final Object json : List.of(List.of(), "text", Map.of("imports", List.of()), Map.of("scopes", "x"),
                Map.of("scopes", Map.of("/x/", 1)), Map.of("integrity", 1),
                Map.of("imports", Map.of("good", "./good.js"), "scopes", 1))) {
            assertThrows(json.toString(), ImportMap.InvalidException.class, () -> add(json));
        }
        assertUnresolved("good");
    }

    @Test
    public void whatIsUnknownIsLeftOut() throws Exception {
        add(Map.of("new", 1, "integrity", Map.of("./a.js", "sha384-x"), "imports", Map.of("", "./x.js"), "scopes",
                Map.of("https://[", Map.of())));
        assertTrue(warnings.toString(), warnings.size() == 2);
    }
}
