package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.After;
import org.junit.Test;

public final class LinkResolverTest {

    private static final String SHOP = "http://example.com/shop?lang=en";

    private final Pages pages = new Pages();

    @After
    public void close() {
        pages.close();
    }

    private void link(final String written, final String expected) throws Exception {
        assertEquals("<a href=\"" + expected + "\">x</a>", pages.body("<a href=\"" + written + "\">x</a>"));
    }

    @Test
    public void linksThatOnlyNameAFragmentLeadToThePrettyPage() throws Exception {
        link("#!/b", SHOP + "#!/b");
        link("#top", SHOP + "#top");
        link("#", SHOP + "#");
    }

    @Test
    public void linksToThePageItselfLeadToThePrettyPage() throws Exception {
        link("", SHOP);
        link(" #a b", SHOP + "#a%20b");
    }

    @Test
    public void linksThatMeanTheSameAreLeftAsWritten() throws Exception {
        for (final String same : new String[] {"/b", "b", "./b#c", "../x", "shop", "shop#!/b", "?x=1", "?",
                "http://example.com/shop",
            "//evil.example/x", "https://other.example/a b", "mailto:a@example.com", "tel:1", "\\\\x",
                    "/\u00fc?\u00fc"}) {
            link(same, same);
        }
    }

    @Test
    public void linksAreResolvedAfterPushState() throws Exception {
        assertEquals("<a href=\"http://example.com/products/b\">x</a><a href=\"http://example.com/products/2#t\">y</a>"
                + "<a href=\"/c\">z</a>", pages.body("<script>history.pushState(null,'','/products/2')</script>"
                + "<a href=b>x</a><a href='#t'>y</a><a href=/c>z</a>"));
    }

    @Test
    public void styleSheetsAreLoadedFromWhereTheyWereBeforePushState() throws Exception {
        final String snapshot = pages.file("http://example.com/a.css", "text/css", "").snapshot("<head>"
                + "<link rel=stylesheet href=a.css><link rel=next href=n>"
                + "<script>history.replaceState(null,'','/products/2')</script></head>");
        assertTrue(snapshot, snapshot.contains("<link rel=\"stylesheet\" href=\"a.css\">"));
        assertTrue(snapshot, snapshot.contains("<link rel=\"next\" href=\"http://example.com/products/n\">"));
    }

    @Test
    public void aBaseOfTheAuthorsWins() throws Exception {
        final String snapshot = pages.snapshot("<head><base href=\"/app/\"><base href=\"/other/\"></head><body>"
                + "<a href=\"#!/b\">x</a><a href=\"\">y</a><a href=\"?q\">z</a><form action=\"\"></form></body>");
        assertTrue(snapshot, snapshot.contains("<base href=\"/app/\">"));
        assertEquals("<a href=\"#!/b\">x</a><a href=\"\">y</a><a href=\"?q\">z</a><form action=\"" + Pages.URL
                + "\"></form>", Pages.bodyOf(snapshot));
    }

    @Test
    public void aBaseThatFollowsThePagesUrlIsWrittenOut() throws Exception {
        final String snapshot = pages.snapshot("<head><base target=_top><base href=\"\"></head><body>"
                + "<a href='#t'>x</a>");
        assertTrue(snapshot, snapshot.contains("<base href=\"" + SHOP + "\">"));
        assertEquals("<a href=\"#t\">x</a>", Pages.bodyOf(snapshot));
    }

    @Test
    public void aBaseIsFrozenBeforePushState() throws Exception {
        final String snapshot = pages.snapshot("<head><base href=\"./sub/\">"
                + "<script>history.replaceState(null,'','/deep/er/x')</script></head><body><a href='b'>x</a>");
        assertTrue(snapshot, snapshot.contains("<base href=\"./sub/\">"));
        assertEquals("<a href=\"b\">x</a>", Pages.bodyOf(snapshot));
    }

    @Test
    public void aBaseThatIsNoUrlIsNone() throws Exception {
        assertEquals("<a href=\"" + SHOP + "#t\">x</a>", Pages.bodyOf(pages.snapshot(
                "<head><base href=\"data:text/html,x\"></head><body><a href='#t'>x</a>")));
    }

    @Test
    public void formsAreSentToThePrettyPage() throws Exception {
        assertEquals("<form action=\"" + Pages.URL + "\"></form>", pages.body("<form></form>"));
        assertEquals("<form action=\"" + Pages.URL + "\"></form>", pages.body("<form action=''></form>"));
        assertEquals("<form action=\"" + SHOP + "#x\"></form>", pages.body("<form action='#x'></form>"));
        assertEquals("<form action=\"/s\"><button formaction=\"" + Pages.URL + "\">a</button><button>b</button></form>",
                pages.body("<form action=/s><button formaction=''>a</button><button>b</button></form>"));
        assertEquals("<form method=\"dialog\"></form>", pages.body("<form method=dialog></form>"));
    }

    @Test
    public void formsSendTheEncodingThatTheyWouldOnThePage() throws Exception {
        assertEquals("<form action=\"/s\" accept-charset=\"windows-1251\"></form>",
                pages.in("windows-1251").body("<form action=/s></form>"));
    }

    @Test
    public void queriesAreInTheEncodingOfThePage() throws Exception {
        assertEquals("<a href=\"http://example.com/s?q=%EC\">x</a><a href=\"/\u043c\">y</a>",
                pages.in("windows-1251").body("<a href=\"/s?q=\u043c\">x</a><a href=\"/\u043c\">y</a>"));
    }

    @Test
    public void everyAttributeThatNamesAUrlIsKeptRight() throws Exception {
        final String q = SHOP + "#q";
        assertEquals(("<map><area href='Q'></map><iframe src='Q'></iframe><embed src='Q'><object data='Q'></object>"
                + "<img src='Q' longdesc='Q'><input src='Q'><video src='Q' poster='Q'><source src='Q'>"
                + "<track src='Q'></video>"
                + "<audio src='Q'></audio><q cite='Q'>c</q><div itemid='Q'></div><table background='Q'></table>")
                .replace('\'', '"').replace("Q", q),
                pages.body(("<map><area href='#q'></map><iframe src='#q'></iframe><embed src='#q'>"
                + "<object data='#q'></object>"
                + "<img src='#q' longdesc='#q'><input src='#q'><video src='#q' poster='#q'><source src='#q'>"
                + "<track src='#q'></video>"
                + "<audio src='#q'></audio><q cite='#q'>c</q><div itemid='#q'></div><table background='#q'></table>")
                .replace('\'', '"')));
    }

    @Test
    public void emptySourcesStayEmpty() throws Exception {
        assertEquals("<img src=\"\"><iframe src=\"\"></iframe>", pages.body("<img src=''><iframe src=''></iframe>"));
    }

    @Test
    public void sourceSetsAreKeptRight() throws Exception {
        assertEquals("<img srcset=\"a.png 1x, " + SHOP + "#b,c 2x," + SHOP + "#d, /e 3x\">",
                pages.body("<img srcset=\"a.png 1x, #b,c 2x,#d, /e 3x\">"));
    }

    @Test
    public void referencesWithinTheDocumentStay() throws Exception {
        final String body = "<svg><use href=\"#a\"></use><rect fill=\"url(#g)\"></rect><a href=\"/x\"></a></svg>"
                + "<img usemap=\"#m\" src=\"/a.png\"><label for=\"i\"></label>";
        assertEquals(body, pages.body(body));
        assertEquals("<svg><a xlink:href=\"" + SHOP + "#x\">t</a></svg>", pages.body("<svg><a xlink:href='#x'>t"
                + "</a></svg>"));
    }

    @Test
    public void uglyUrlsBecomePretty() throws Exception {
        link("?_escaped_fragment_=/b%26c%2520d", "http://example.com/shop#!/b&amp;c%20d");
        link("/x?a=1&_escaped_fragment_=&b=2", "http://example.com/x?a=1&amp;b=2");
        link("/?&_escaped_fragment_=", "http://example.com/");
        link("/x?_escaped_fragment_=%zz", "/x?_escaped_fragment_=%zz");
        link("/x?_escaped_fragment_=1&_escaped_fragment_=2",
                "/x?_escaped_fragment_=1&_escaped_fragment_=2".replace("&", "&amp;"));
        link("/x?__escaped_fragment__=1", "/x?__escaped_fragment__=1");
    }

    @Test
    public void ugliesAmongCanonicalLinksBecomePrettyToo() throws Exception {
        assertTrue(pages.snapshot("<link rel=canonical href='/x?_escaped_fragment_=/b'>")
                .contains("<link rel=\"canonical\" href=\"http://example.com/x#!/b\">"));
    }

    @Test
    public void pingsAreLeftOut() throws Exception {
        assertEquals("<a href=\"/b\">x</a>", pages.body("<a href=/b ping='/count'>x</a>"));
    }

    @Test
    public void aRefreshLeadsElsewhereOrGoes() throws Exception {
        assertEquals("<meta http-equiv=\"refresh\" content=\"500; url=http://example.com/d/b\">",
                pages.body("<script>history.replaceState(null,'','/d/')</script>"
                + "<meta http-equiv=refresh content='500; url=b'>"));
        assertEquals("<meta http-equiv=\"refresh\" content=\"500;'/c'\">",
                pages.body("<meta http-equiv=refresh content=\"500;'/c'\">"));
        for (final String itself : new String[] {"500", "500;", "500; url=#x", "500;url=/shop?lang=en", "x"}) {
            assertFalse(itself, pages.body("<meta http-equiv=refresh content='" + itself + "'>").contains("refresh"));
        }
    }
}
