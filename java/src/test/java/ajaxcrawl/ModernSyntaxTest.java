package ajaxcrawl;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class ModernSyntaxTest {

    private static void modern(final String... sources) {
        for (final String source : sources) {
            assertEquals(source, true, ModernSyntax.isIn(source));
        }
    }

    private static void older(final String... sources) {
        for (final String source : sources) {
            assertEquals(source, false, ModernSyntax.isIn(source));
        }
    }

    @Test
    public void modernSyntaxIsSeen() {
        modern("class A {}", "x = class {}", "let a", "const a = 1", "async function f() {}", "async x => x", "async () => 1",
                "({ async m() {} })", "(a) => a", "f(...a)", "[...a]", "({ ...a })", "function f(...a) {}", "a?.b", "a?.[0]",
                "a ??= 1", "a ||= 1", "a &&= 1", "`a`", "var [a] = b", "var { a } = b", "[a, b] = [b, a]", "({ a } = b)",
                "function f({ a }) {}", "function f([a]) {}", "function f(a = 1) {}", "function* g() { yield 1 }",
                "for (var a of b) c()", "import('a')", "with (a) b", "f(a,)", "function f(a,) {}", "/a/d", "/[a--b]/v",
                "/\\p{L}/u", "#!/usr/bin/env node", "({ m() { return super.m() } })", "x = { get [a]() {} , ...b }");
    }

    @Test
    public void olderScriptsAreLeftAlone() {
        older("", "var a = 1; function f(b, c) { return b + c }", "a.class = 1; a.let = a.async", "({ class: 1, async: true, await: 2 })",
                "$.ajax({ url: '/a', async: false })", "a['class'] = 'let const => ...'", "// let a\n/* const b */ a",
                "a = b[c] = 1", "a[0] = b", "a.b[c].d = 1", "a ? .5 : 1", "a ? b : c", "x = /[`]let=>/.test(a)",
                "return /a[/]`/g", "if (a) { b } c = 1", "var of = 1; of = 2; a.of(b)", "a = b / c / `".replace("`", "d"),
                "x = a++ / 2; y = b / 2", "(a) / 2 + '`' / 3", "'it\\'s `'", "a == b; a === c; a >= b; a <= c", "a || b && c",
                "for (var a in b) c()", "switch (a) { case /b/: c }", "var a = { b: function () {} }; a = b");
    }

    @Test
    public void textWithoutEndEnds() {
        older("'a", "/* a", "a /b", "// a", "\\", "a.", "'a\\");
    }
}
