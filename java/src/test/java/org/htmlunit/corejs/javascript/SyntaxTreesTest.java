package org.htmlunit.corejs.javascript;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.util.Arrays;
import org.junit.Test;

/** What compiled scripts keep of the trees they were made from. */
public class SyntaxTreesTest {

    private static final String SOURCE = "function f(k) { return ({ a: 1, [k]: 2, get [k + 1]() { return 3; } }); }"
            + "JSON.stringify([f('x'), f('y')])";

    @Test
    public void computedKeysWorkWithoutThem() {
        new ContextFactory().call(context -> {
            context.setInterpretedMode(true);
            context.setLanguageVersion(Context.VERSION_ES6);
            final JSScript script = (JSScript) context.compileScript(ScriptCompileSpec.fromSource(SOURCE).build());
            SyntaxTrees.free(script);
            final InterpreterData<?> data = (InterpreterData<?>) script.getDescriptor().getFunction(0).getCode();
            assertFalse(Arrays.stream((Object[]) data.literalIds[0]).anyMatch(Node.class::isInstance));
            final TopLevel scope = context.initStandardObjects();
            for (int i = 0; i < 2; i++) {
                assertEquals("[{\"a\":1,\"x\":2,\"x1\":3},{\"a\":1,\"y\":2,\"y1\":3}]",
                        script.exec(context, scope, scope.getGlobalThis()));
            }
            return null;
        });
    }
}
