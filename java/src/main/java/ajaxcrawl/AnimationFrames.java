package ajaxcrawl;

import java.util.LinkedHashMap;
import java.util.Map;
import org.htmlunit.Page;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.background.BackgroundJavaScriptFactory;
import org.htmlunit.javascript.background.JavaScriptJob;

/**
 * {@code requestAnimationFrame} and {@code requestIdleCallback}. HtmlUnit's own frames come only when a test asks for
 * them; here there is one every 16 ms.
 */
final class AnimationFrames implements PageGlobal {

    private static final int FRAME_MILLIS = 16;
    private static final double IDLE_MILLIS = 50;

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow window) {
        if (!(window.getWebClient() instanceof PageClient client)) {
            return;
        }
        final ScriptableObject global = scope.getGlobalThis();
        final Queue frames = new Queue(client, window, scope, global);
        define(global, scope, "requestAnimationFrame", args -> frames.request(function("requestAnimationFrame", args)));
        define(global, scope, "cancelAnimationFrame", frames::cancel);
        final Queue idle = new Queue(client, window, scope, global) {
            @Override
            int delay() {
                return 1;
            }

            @Override
            Object argument() {
                return deadline(scope);
            }
        };
        define(global, scope, "requestIdleCallback", args -> idle.request(function("requestIdleCallback", args)));
        define(global, scope, "cancelIdleCallback", idle::cancel);
    }

    private interface Action {
        Object apply(Object[] args);
    }

    private static void define(final ScriptableObject global, final TopLevel scope, final String name,
            final Action action) {
        global.defineBuiltinProperty(scope, name, 1, (cx, s, thisObject, args) -> action.apply(args), 0, 3);
    }

    private static Function function(final String name, final Object[] args) {
        if (args.length > 0 && args[0] instanceof Function function) {
            return function;
        }
        throw JavaScriptEngine.typeError("Failed to execute '" + name + "' on 'Window': parameter 1 is not of type"
                + " 'Function'.");
    }

    private static Object deadline(final TopLevel scope) {
        final ScriptableObject deadline = (ScriptableObject) JavaScriptEngine.newObject(scope);
        deadline.defineProperty("didTimeout", false, 0);
        deadline.defineBuiltinProperty(scope, "timeRemaining", 0, (cx, s, thisObject, args) -> IDLE_MILLIS, 0, 3);
        return deadline;
    }

    /** Callbacks that wait for the next frame. */
    private static class Queue {

        private final PageClient client;
        private final WebWindow window;
        private final TopLevel scope;
        private final Scriptable global;
        private Map<Integer, Function> waiting = new LinkedHashMap<>();
        private Map<Integer, Function> running = Map.of();
        private Page document;
        private int lastId;

        Queue(final PageClient client, final WebWindow window, final TopLevel scope, final Scriptable global) {
            this.client = client;
            this.window = window;
            this.scope = scope;
            this.global = global;
        }

        int delay() {
            final long now = client.pageClock() == null ? 0 : client.pageClock().now();
            return (int) (FRAME_MILLIS - now % FRAME_MILLIS);
        }

        Object argument() {
            return client.time().read();
        }

        synchronized int request(final Function callback) {
            final Page page = window.getEnclosedPage();
            if (page != document) {
                waiting.clear(); // document.open: their job went with the document
                document = page;
            }
            if (waiting.isEmpty()) {
                final JavaScriptJob job = BackgroundJavaScriptFactory.theFactory()
                        .createJavaScriptJob(delay(), null, this::run);
                window.getJobManager().addJob(job, page);
            }
            waiting.put(++lastId, callback);
            return lastId;
        }

        synchronized Object cancel(final Object[] args) {
            final int id = args.length == 0 ? 0 : JavaScriptEngine.toInt32(args[0]);
            waiting.remove(id);
            if (running.containsKey(id)) {
                running.put(id, null);
            }
            return JavaScriptEngine.UNDEFINED;
        }

        private synchronized Map<Integer, Function> next() {
            running = waiting;
            waiting = new LinkedHashMap<>();
            return running;
        }

        private void run() {
            if (window.getScriptableObject() != global || !(window.getEnclosedPage() instanceof HtmlPage page)) {
                return; // the window shows another document by now
            }
            final Object argument = argument();
            final JavaScriptEngine engine = (JavaScriptEngine) client.getJavaScriptEngine();
            for (final Map.Entry<Integer, Function> entry : next().entrySet()) {
                if (entry.getValue() != null) {
                    engine.callFunction(page, entry.getValue(), scope, global, new Object[] {argument});
                }
            }
        }
    }
}
