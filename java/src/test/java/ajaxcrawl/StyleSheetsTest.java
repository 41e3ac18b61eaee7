package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.htmlunit.html.HtmlPage;
import org.junit.After;
import org.junit.Test;

public final class StyleSheetsTest {

    private final Pages pages = Pages.with(new StyleSheets());

    @After
    public void close() {
        pages.close();
    }

    /** The head's styles after {@code script} ran on a page whose head holds {@code head}. */
    private String styles(final String head, final String script) throws Exception {
        final String snapshot = pages.snapshot("<head><meta charset=utf-8>" + head + "<script>" + script
                + "</script><link rel=canonical href=/></head><body>");
        return snapshot.replaceAll("(?s)^.*<meta charset=\"utf-8\">|<link rel=\"canonical\"[^>]*>|</head>.*$", "");
    }

    private String log(final String head, final String script) throws Exception {
        final HtmlPage page = pages.load("<head>" + head + "</head><body><script>var log=[];" + script
                + ";document.title=log.join('|')</script>");
        return page.getTitleText();
    }

    private static final String FIRST = "var s=document.querySelector('style').sheet;";

    @Test
    public void anUntouchedStyleElementKeepsItsText() throws Exception {
        final String style = "<style media=\"screen\">\n a>b { color : RED } /* c */ @layer x{ y{z:w} } :host(.x) "
                + "q{}</style>";
        assertEquals(style, styles(style, ""));
        assertEquals(style, styles(style, "document.styleSheets[0].cssRules.length"));
    }

    @Test
    public void insertedRulesAreWrittenOut() throws Exception {
        assertEquals("<style id=\"x\">b{color:oklch(50% 1 2)}\na { x: y }\n@supports (a:b){c{d:e}}</style>",
                styles("<style id=x>a { x: y }</style>", FIRST + "s.insertRule('b{color:oklch(50% 1 2)}');"
                        + "s.insertRule('@supports (a:b){c{d:e}}', s.cssRules.length)"));
    }

    @Test
    public void rulesAreWrittenInTheirOrderAndDeletedOnesGo() throws Exception {
        assertEquals("<style>b{}\nd{}</style>", styles("<style></style>", FIRST
                + "['a{}','b{}','c{}','d{}'].forEach(function(r,i){s.insertRule(r,i)});s.deleteRule(0);"
                + "s.removeRule(1)"));
        assertEquals("<style>p { color: red }</style>", styles("<style></style>",
                FIRST + "s.addRule('p','color: red')"));
    }

    @Test
    public void elementsOfTheSameTextDoNotShareRules() throws Exception {
        assertEquals("<style>a{b:c}</style><style></style>", styles("<style></style><style></style>",
                FIRST + "s.insertRule('a{b:c}')"));
    }

    @Test
    public void linkedSheetsAreNotSharedWithOtherPages() throws Exception {
        pages.file("http://example.com/a.css", "text/css", "p{color:red}");
        final String link = "<link rel=\"stylesheet\" href=\"/a.css\">";
        assertEquals(link + "<style>b{c:d}</style>", styles(link, "document.styleSheets[0].insertRule('b{c:d}',0)"));
        assertEquals("1", log(link, "log.push(document.styleSheets[0].cssRules.length)"));
        assertEquals(link, styles(link, "document.styleSheets[0].cssRules.length"));
    }

    @Test
    public void changedRulesAreWrittenOut() throws Exception {
        assertEquals("<style>a{b:c}\nd { color: blue; }</style>", styles("<style>a{b:c} d{color:red}</style>",
                FIRST + "s.cssRules[1].style.color='blue'"));
    }

    @Test
    public void textThatReplacesChangedRulesWins() throws Exception {
        assertEquals("<style>x{y:z}</style>", styles("<style>a{b:c}</style>", FIRST
                + "s.insertRule('d{}');document.querySelector('style').textContent='x{y:z}'"));
    }

    @Test
    public void disabledSheetsStayWithoutEffect() throws Exception {
        assertEquals("<style media=\"not all\">a{}</style>", styles("<style media=print>a{}</style>",
                FIRST + "s.disabled=true"));
        assertEquals("<style media=\"print\">a{}</style>",
                styles("<style media=print>a{}</style>", FIRST + "s.disabled=true;s.disabled=false"));
    }

    @Test
    public void constructedSheetsAreWrittenAtTheEndOfTheHead() throws Exception {
        assertEquals("<title>t</title><style>a{b:c}\nd{e:f}</style>", styles("<title>t</title>",
                "var s=new CSSStyleSheet();s.replaceSync('@import \"x\"; a{b:c}');"
                + "document.adoptedStyleSheets=[s];s.insertRule('d{e:f}',1);"
                + "var off=new CSSStyleSheet({disabled:true});off.replaceSync('x{}');"
                + "document.adoptedStyleSheets.push(off)"));
        assertEquals("<style>@media print {\na{b:c}\n}</style>", styles("",
                "var s=new CSSStyleSheet({media:'print'});s.replaceSync('a{b:c}');"
                + "document.adoptedStyleSheets.push(s)"));
    }

    @Test
    public void replaceGivesAPromiseOfTheSheet() throws Exception {
        final HtmlPage page = pages.load("<script>var s=new CSSStyleSheet();s.replace('a{b:c}').then(function(r){"
                + "document.title=(r===s)+' '+r.cssRules[0].selectorText})</script>");
        assertEquals("true a", page.getTitleText());
    }

    @Test
    public void adoptedSheetsTakePartInTheCascade() throws Exception {
        final HtmlPage page = pages.creatingSitePages().load("<body><p id=p>x</p><script>var s=new CSSStyleSheet();"
                + "s.replaceSync('p{display:none}');document.adoptedStyleSheets=[s];"
                + "document.title=getComputedStyle(document.getElementById('p')).display</script>");
        assertEquals("none", page.getTitleText());
    }

    @Test
    public void insertedRulesTakePartInTheCascadeAtOnce() throws Exception {
        assertEquals("block|none|block", log("<style></style>", "var p=document.body,g=function(){"
                + "log.push(getComputedStyle(p).display)};g();" + FIRST
                + "s.insertRule('body{display:none;color:oklch(1 2 3)}');g();s.disabled=true;g()"));
    }

    @Test
    public void objectsAreWhatScriptsExpect() throws Exception {
        assertEquals("true|true|function|0|3|12|1", log("<style>@layer a;@supports (x:y){} b{}</style>",
                "var c=new CSSStyleSheet();log.push(c instanceof CSSStyleSheet, c.constructor===CSSStyleSheet,"
                + "typeof c.replaceSync, document.adoptedStyleSheets.length);" + FIRST + "log.push(s.cssRules.length);"
                + "try{s.insertRule('}{')}catch(e){log.push(e.code)}try{s.insertRule('a{}',9)}catch(e){log.push(e."
                + "code)}"));
    }

    @Test
    public void onlyConstructedSheetsCanBeReplacedOrAdopted() throws Exception {
        assertEquals("error|TypeError", log("<style></style>", FIRST + "try{s.replaceSync('')}"
                + "catch(e){log.push('error')}try{document.adoptedStyleSheets=[s]}catch(e){log.push(e.name)}"));
    }

    @Test
    public void stylesOfScriptsCarryTheNonceOfThePage() throws Exception {
        assertTrue(styles("<style nonce=abc></style>", "var s=new CSSStyleSheet();s.replaceSync('a{}');"
                + "document.adoptedStyleSheets=[s]").endsWith("<style nonce=\"abc\">a{}</style>"));
    }
}
