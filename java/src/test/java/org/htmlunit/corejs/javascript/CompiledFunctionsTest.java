package org.htmlunit.corejs.javascript;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** Functions that are called often have other code than at first. */
public class CompiledFunctionsTest {

    /** Calls functions that are made anew of the same source each time, and gives what they gave, each result once. */
    private static final String MANY_TIMES = """
            var results = [], sort
            for (var time = 0; time < 600; time++) {
              var made = (function () { return %s })()
              var result
              try { result = String(made.call({name: 'self'}, 3, 'x')) } catch (error) { result = 'thrown: ' + error }
              if (results.indexOf(result) < 0) results.push(result)
            }
            results.join(' | ')
            """;

    private static Object inEngine(final String source, final String result) {
        return new ContextFactory().call(context -> {
            context.setInterpretedMode(true);
            context.setMaximumInterpreterStackDepth(5000);
            context.setLanguageVersion(Context.VERSION_ES6);
            final TopLevel scope = context.initStandardObjects();
            final Object value = context.evaluateString(scope, source, "test.js", 1, null);
            return result == null ? value : ScriptableObject.getProperty(scope.getGlobalThis(), result);
        });
    }

    private static void always(final String expected, final String function) {
        final String source = String.format(MANY_TIMES, function);
        assertEquals(expected, Context.toString(inEngine(source, null)));
        final JSFunction latest = (JSFunction) inEngine(source, "made");
        assertEquals(function, "JvmCode", latest.getDescriptor().getCode().getClass().getSimpleName());
    }

    @Test
    public void theyCountAndCompareAsBefore() {
        always("8|-1|2|1|3.5|NaN|-0|6|-4|1073741823|9|0", "function (a) { var i = a; i++; --i; return [i + 5, 2 - a, a & 6,"
                + " a % 2, 7 / 2, +'x', 1 / -0 < 0 ? '-0' : 0, a * '2', ~a, -1 >>> 2, a ** 2, a ^ 3].join('|') }");
        always("true,false,true,true,false,true,false", "function (a, b) { return [a < 4, a > 3, a >= 3, b == 'x', b === 3,"
                + " a != b, NaN === NaN].join() }");
        always("3x,x3,3true", "function (a, b) { return [a + b, b + a, a + (b && 'true')].join() }");
    }

    @Test
    public void theyKeepVariablesForClosures() {
        always("1,2,3|7", "function (a) { var n = 0; function next() { return ++n } var all = [next(), next(), next()];"
                + " return all + '|' + (function () { a += 4; return a })() }");
        always("012", "function () { var all = []; for (var i = 0; i < 3; i++) (function (i) { all.push(function () {"
                + " return i }) })(i); return all.map(function (f) { return f() }).join('') }");
        always("2:x", "function () { return arguments.length + ':' + arguments[1] }");
        always("x,self", "function () { var self = this; return (function () { return arguments[0] + ',' + self.name })"
                + ".apply(null, ['x']) }");
    }

    @Test
    public void theyThrowAndCatchAsBefore() {
        always("inner TypeError|outer 5|end", "function () { var log = []; try { try { undefined.x } catch (e) {"
                + " log.push('inner ' + e.name); throw 5 } finally { log.push } } catch (e) { log.push('outer ' + e) }"
                + " finally { log.push('end') } return log.join('|') }");
        always("thrown: TypeError: missing is not a function",
                "function () { var missing; return missing(1) }");
        always("finally", "function () { try { return 'try' } finally { return 'finally' } }");
        always("tff", "function () { var s = ''; for (var i = 0; i < 2; i++) { try { if (i) continue; s += 't' } finally {"
                + " s += 'f' } } return s }");
        always("thrown: ReferenceError: nowhere is not defined", "function () { return nowhere + 1 }");
    }

    @Test
    public void theyMakeObjectsAsBefore() {
        always("{\"a\":3,\"b\":[1,null,\"x\"],\"c\":9}", "function (a, b) { return JSON.stringify({a: a, b: [1, , b],"
                + " get c() { return 9 }}) }");
        always("a,b;b", "function () { var o = {a: 1, b: 2}, keys = []; for (var k in o) keys.push(k); delete o.a;"
                + " return keys + ';' + Object.keys(o) }");
        always("4 true", "function () { function Point(x) { this.x = x } Point.prototype.more = function () { return this.x"
                + " + 1 }; var p = new Point(3); return p.more() + ' ' + (p instanceof Point && 'x' in p) }");
        always("two,none", "function (a) { function name(n) { switch (n) { case 1: return 'one'; case 2: return 'two';"
                + " default: return 'none' } } return [name(2), name(a)].join() }");
        always("1-2-y", "function () { return 'a1b2y'.replace(/([a-z])(\\\\d)/g, '$2-') }".replace("\\\\", "\\"));
    }

    @Test
    public void theyTellTheLinesOfErrors() {
        always("5", "function () {\n try {\n null.x } catch (e) { return e.lineNumber } }");
    }

    @Test
    public void deepRecursionEndsWithAnErrorThatScriptsCatch() throws Exception {
        final String source = """
                function make() { return function down(n) { return n ? 1 + down(n - 1) : 0 } }
                make()(600)
                try { make()(Infinity) } catch (error) { var name = error.name }
                name + ' ' + make()(2500)
                """;
        final Object[] result = new Object[1];
        final Thread thread = new Thread(null, () -> result[0] = inEngine(source, null), "deep", 16L << 20);
        thread.start();
        thread.join();
        assertEquals("RangeError 2500", Context.toString(result[0]));
    }
}
