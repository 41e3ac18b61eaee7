package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertSame;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.htmlunit.cssparser.dom.AbstractCSSRuleImpl;
import org.htmlunit.cssparser.dom.CSSStyleRuleImpl;
import org.htmlunit.cssparser.dom.CSSStyleSheetImpl;
import org.htmlunit.cssparser.parser.CSSErrorHandler;
import org.htmlunit.cssparser.parser.CSSOMParser;
import org.htmlunit.cssparser.parser.CSSParseException;
import org.htmlunit.cssparser.parser.InputSource;
import org.htmlunit.cssparser.parser.javacc.CSS3Parser;
import org.junit.Test;

public class CssReaderTest {

    private static final String SHEET = """
            @charset "utf-8"; @import url(a.css) print; @namespace x;
            a > b.c[d="e"]:not(.f), ::before { color: red !important; margin: 0 auto; *zoom: 1; w: rgb(1, 2, 3) }
            @media print and (min-width: 10px) { i { top: calc(1px + 2%) } b { color: } }
            @font-face { font-family: "F"; src: url(f.woff) }
            @page :first { margin: 1in }
            @counter-style x { system: cyclic }
            p[ { color: green } q { color: rgb(1, 2 } s { }
            """;

    private final ArrayDeque<CssReader> idle = new ArrayDeque<>();
    private final List<String> faults = new ArrayList<>();

    private CSSOMParser parser(final CSS3Parser reader) {
        final CSSOMParser parser = new CSSOMParser(reader);
        faults.clear();
        parser.setErrorHandler(new CSSErrorHandler() {
            @Override
            public void warning(final CSSParseException fault) {
                faults.add("warning " + fault.getMessage());
            }

            @Override
            public void error(final CSSParseException fault) {
                faults.add("error " + fault.getMessage() + fault.getLineNumber());
            }

            @Override
            public void fatalError(final CSSParseException fault) {
                faults.add("fatal " + fault.getMessage());
            }
        });
        return parser;
    }

    private CSSStyleSheetImpl sheet(final CSS3Parser reader) throws IOException {
        return parser(reader).parseStyleSheet(new InputSource(new StringReader(SHEET)), "sheet.css");
    }

    @Test
    public void aSheetIsTheSameEachTimeAndSoIsWhatIsSaidAboutIt() throws IOException {
        final String expected = sheet(new CSS3Parser()) + "\n" + faults;
        for (int i = 0; i < 3; i++) {
            assertEquals(expected, sheet(new CssReader(idle)) + "\n" + faults);
        }
    }

    private String lowered(final String css) throws IOException {
        final CSSStyleSheetImpl read = parser(new CssReader(idle)).parseStyleSheet(new InputSource(new StringReader(css)), "");
        return read.toString().replaceAll("\\s+", " ").strip();
    }

    @Test
    public void rulesOfLaterSpecificationsBecomeWhatTheyComeTo() throws IOException {
        assertEquals("u { display: grid; }", lowered("@supports (display: grid) and (not (foo: bar)) { u { display: grid } }"
                + "@supports selector(:foo) { u { display: none } }"));
        assertEquals(".a { color: red; } .a:hover { top: 0; } .b .a { top: 1; } .a > i { top: 2; } "
                + "@media print { .a { top: 3; } } .a { top: 4; }".replace("> i", "> i"),
                lowered(".a { color: red; &:hover { top: 0 } .b & { top: 1 } > i { top: 2 } @media print { top: 3 } top: 4 }")
                        .replace("*", ""));
        assertEquals("@-ajaxcrawl-layer a; @-ajaxcrawl-layer b; u { top: 1; } @-ajaxcrawl-layer ; i { top: 2; }",
                lowered("@layer a, b; @layer b { u { top: 1 } } i { top: 2 }").replace("*", ""));
        assertEquals("b:where(.c, .c *) { top: 0; }", lowered("@scope (.c) { b { top: 0 } }").replaceAll("\\*(?=\\.)", ""));
    }

    @Test
    public void mediaQueriesAreJudgedOrWrittenWithoutOr() throws IOException {
        assertEquals("(min-width: 1px), all", MediaQueries.inList("(min-width: 1px) or (hover)"));
        assertEquals("(max-width: 0.998px)", MediaQueries.inList("not (width >= 1px)"));
        assertEquals("screen and (min-width: 2px) and (max-width: 9px)",
                MediaQueries.inList("screen and ((2px <= width <= 9px) or (prefers-color-scheme: dark))"));
        assertEquals("not all", MediaQueries.inList("not all and (hover)"));
        assertEquals("all", MediaQueries.inList("not print and (min-width: 1px)"));
    }

    @Test
    public void rulesThatAreChangedAreNoOneElses() throws IOException {
        final CSSStyleSheetImpl changed = sheet(new CssReader(idle));
        final String before = changed.toString();
        changed.insertRule("u { color: blue }", changed.getCssRules().getLength());
        for (final AbstractCSSRuleImpl rule : changed.getCssRules().getRules()) {
            if (rule instanceof CSSStyleRuleImpl style) {
                style.getStyle().setProperty("color", "blue", "");
                style.setSelectorText("i");
            }
        }
        assertNotEquals(before, changed.toString());
        assertEquals(before, sheet(new CssReader(idle)).toString());
    }

    @Test
    public void selectorsAreReadOnceAndTheirFaultsToldEachTime() throws IOException {
        for (final String text : List.of("a > b.c[d='e']:not(.f), ::before", "p[", "a:nth-child(2n+1)", "")) {
            final String expected = parser(new CSS3Parser()).parseSelectors(text) + "\n" + faults;
            final Object first = parser(new CssReader(idle)).parseSelectors(text);
            assertEquals(expected, first + "\n" + faults);
            final Object second = parser(new CssReader(idle)).parseSelectors(text);
            assertEquals(expected, second + "\n" + faults);
            assertSame(first, second);
        }
    }

    @Test
    public void whatWasNotReadForLongIsForgotten() {
        final KeptTexts<Integer> kept = new KeptTexts<>(1000);
        for (int i = 0; i < 20; i++) {
            kept.put("text " + i, i);
            kept.get("text 0");
        }
        kept.put("x".repeat(600), 1);
        assertEquals(List.of(0, 19), List.of(kept.get("text 0"), kept.get("text 19")));
        assertEquals(null, kept.get("text 1"));
        assertEquals(null, kept.get("x".repeat(600)));
    }
}
