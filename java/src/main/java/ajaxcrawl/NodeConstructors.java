package ajaxcrawl;

import java.util.function.BiFunction;
import org.htmlunit.SgmlPage;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.LambdaConstructor;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.html.DomComment;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.DomText;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Window;

/** {@code new Text(data)} and {@code new Comment(data)} (DOM Standard): HtmlUnit makes objects that are no nodes. */
final class NodeConstructors implements PageGlobal {

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (webWindow.getScriptableObject() instanceof Window window) {
            final HostFunctions host = new HostFunctions(scope, window);
            host.standIn("Text", real -> constructor("Text", real, DomText::new, scope, window));
            host.standIn("Comment", real -> constructor("Comment", real, DomComment::new, scope, window));
        }
    }

    private static LambdaConstructor constructor(final String name, final ScriptableObject real,
            final BiFunction<SgmlPage, String, DomNode> make, final TopLevel scope, final Window window) {
        final ScriptableObject prototype = (ScriptableObject) real.get("prototype", real);
        final LambdaConstructor constructor = new LambdaConstructor(scope, name, 0, prototype, null,
                (context, newTarget, s, args) -> {
                    final boolean empty = args.length == 0 || JavaScriptEngine.isUndefined(args[0]);
                    final SgmlPage page = (SgmlPage) window.getWebWindow().getEnclosedPage();
                    return (Scriptable) make.apply(page, empty ? "" : JavaScriptEngine.toString(args[0]))
                            .getScriptableObject();
                });
        constructor.setPrototype(real.getPrototype());
        prototype.defineProperty("constructor", constructor, ScriptableObject.DONTENUM);
        return constructor;
    }
}
