package ajaxcrawl;

import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.FunctionText;
import org.htmlunit.corejs.javascript.GeneratorReturns;
import org.htmlunit.corejs.javascript.ProxyConstructor;
import org.htmlunit.corejs.javascript.SpecObjects;
import org.htmlunit.corejs.javascript.TopLevel;

/** Built-ins of ECMAScript as the standard has them, where Rhino's differ. */
final class SpecGlobals implements PageGlobal {

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow window) {
        FunctionText.install(scope, LazyScripts.OWN);
        SpecObjects.install(scope);
        GeneratorReturns.install(scope);
        ProxyConstructor.install(scope);
    }
}
