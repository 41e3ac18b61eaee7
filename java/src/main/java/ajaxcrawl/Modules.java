package ajaxcrawl;

import java.util.Set;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.dom.DOMTokenList;
import org.htmlunit.javascript.host.html.HTMLScriptElement;

/** {@code import()} as lowered scripts call it, and how scripts ask whether a browser knows modules. */
final class Modules implements PageGlobal {

    private static final String NO_MODULE = "nomodule";

    /** What {@code link.relList} supports. */
    private static final Set<String> LINK_TYPES = Set.of("alternate", "canonical", "dns-prefetch", "icon", "manifest",
            "modulepreload", "next", "preconnect", "prefetch", "preload", "stylesheet");

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (!(webWindow.getWebClient() instanceof PageClient client) || client.lowering() == null
                || !(webWindow.getScriptableObject() instanceof Window window)) {
            return;
        }
        final HostFunctions host = new HostFunctions(scope, window);
        host.accessor(HTMLScriptElement.class, "noModule", self -> element(self).hasAttribute(NO_MODULE),
                (self, value) -> {
                    if (JavaScriptEngine.toBoolean(value)) {
                        element(self).setAttribute(NO_MODULE, "");
                    } else {
                        element(self).removeAttribute(NO_MODULE);
                    }
                });
        // pages of bundlers ask this, and load modules one more time where they are told no
        host.function(DOMTokenList.class, "supports", 1,
                (cx, s, self, args) -> LINK_TYPES.contains(Ascii.lower(JavaScriptEngine.toString(argument(args, 0)))));
        host.extend("HTMLScriptElement", (prototype, constructor) ->
                constructor.defineBuiltinProperty(scope, "supports", 1, (cx, s, self, args) ->
                        switch (JavaScriptEngine.toString(argument(args, 0))) {
                            case "classic", "module", "importmap" -> true;
                            default -> false;
                        }, 0, 3));
    }

    /** What lowered scripts that are no modules call for {@code import()}. */
    static LambdaFunction importFunction(final TopLevel scope, final WebWindow window) {
        return new LambdaFunction(scope, "import", 1, (context, s, self, args) -> {
            final PageScripts scripts = PageScripts.of(window);
            if (scripts == null) {
                throw JavaScriptEngine.typeError("This document has no modules");
            }
            return scripts.loader().importModule(argument(args, 0), argument(args, 1), context);
        });
    }

    private static Object argument(final Object[] args, final int index) {
        return args.length > index ? args[index] : JavaScriptEngine.UNDEFINED;
    }

    private static HtmlElement element(final Scriptable self) {
        return (HtmlElement) ((HtmlUnitScriptable) self).getDomNodeOrDie();
    }
}
