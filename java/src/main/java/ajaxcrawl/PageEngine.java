package ajaxcrawl;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.htmlunit.Page;
import org.htmlunit.ScriptException;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.HostClasses;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.Script;
import org.htmlunit.corejs.javascript.ScriptCompileSpec;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.VarScope;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.HtmlUnitContextFactory;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.PostponedAction;

/** HtmlUnit's engine with our guards, our globals, and compiled scripts shared by all renders. */
final class PageEngine extends JavaScriptEngine {

    private static final long serialVersionUID = 1L;

    /** A compiled script takes some five times its source: a twelfth of the heap at most. */
    private static final ScriptCache SCRIPTS = new ScriptCache(ScriptCache.charactersFor(8L << 20));

    /**
     * Handlers of events that handlers dispatch, and reactions to what reactions do. Each takes a hundred Java frames,
     * which every garbage collection has to look through: some thousands are slow long before the stack ends.
     */
    private static final int MAX_NESTING = 300;

    /** Among the names of compiled scripts: no classic script is the function of a module. */
    private static final String MODULE = "module:";

    private final transient PageContextFactory contextFactory;
    private final transient PageClient client;
    private final transient PageErrors errors;
    private final transient PostponedActions postponed = new PostponedActions();
    private transient int nesting;

    PageEngine(final PageClient client) {
        super(client);
        this.client = client;
        contextFactory = new PageContextFactory(client, this);
        errors = new PageErrors(client);
    }

    @Override
    public HtmlUnitContextFactory getContextFactory() {
        return contextFactory;
    }

    @Override
    public void initialize(final WebWindow window, final Page page) {
        if (client.isClosing()) {
            return;
        }
        if (!HostClasses.ARE_POSSIBLE) {
            super.initialize(window, page);
        }
        contextFactory.call(context -> {
            if (HostClasses.ARE_POSSIBLE) {
                PageWindow.make(context, client, window, page);
            }
            final TopLevel scope = (TopLevel) window.<HtmlUnitScriptable>getScriptableObject().getParentScope();
            for (final PageGlobal extra : PageGlobals.ALL) {
                extra.install(context, scope, window);
            }
            return null;
        });
    }

    @Override
    public Script compile(final HtmlPage page, final VarScope scope, final String source, final String name,
            final int line) {
        if (client.getScriptPreProcessor() != null) {
            return super.compile(page, scope, source, name, line); // which may give another script each time
        }
        final String shared = withoutFragment(name);
        return SCRIPTS.get(source, shared, line, client.lowering() != null,
                () -> super.compile(page, scope, source, shared, line));
    }

    /** The name of an inline script holds the page's URL: the same script is another one in each state of a page else. */
    static String withoutFragment(final String name) {
        final int hash = name.indexOf('#');
        if (hash < 0) {
            return name;
        }
        final int place = name.lastIndexOf(" from (");
        return name.substring(0, hash) + (place > hash ? name.substring(place) : "");
    }

    @Override
    public Object execute(final HtmlPage page, final VarScope scope, final Script script) {
        return script(() -> super.execute(page, scope, script));
    }

    @Override
    public Object callFunction(final HtmlPage page, final Function function, final VarScope scope,
            final Scriptable thisObject, final Object[] args) {
        return nested(() -> script(() -> super.callFunction(page, function, scope, thisObject, args)));
    }

    /** Makes a call that the page's own doing has brought about; null where there are too many in each other. */
    Object nested(final Supplier<Object> call) {
        if (nesting > MAX_NESTING) {
            client.log().add("error", "script", "RangeError: Maximum call stack size exceeded", "", 0);
            return null;
        }
        nesting++;
        try {
            return call.get();
        } finally {
            nesting--;
        }
    }

    private Object script(final Supplier<Object> run) {
        final Budget budget = begin();
        postponed.beginScript();
        Object result;
        try {
            result = contextFactory.call(context -> {
                final Object value = run.get();
                context.processMicrotasks(); // HtmlUnit does not come to them where the script fails
                return value;
            });
        } catch (final ScriptTimeout timeout) {
            result = ended(budget, timeout);
        } finally {
            postponed.endScript();
            end(budget);
        }
        if (!postponed.areHeld()) {
            runPostponed();
        }
        return result;
    }

    /**
     * Whether a script runs that was called by another one, by {@code dispatchEvent} or {@code click} say: its end is not
     * the time for microtasks, nor for what is postponed.
     */
    boolean inNestedScript() {
        return postponed.inNestedScript();
    }

    @Override
    public void addPostponedAction(final PostponedAction action) {
        postponed.add(action);
    }

    @Override
    public void holdPosponedActions() {
        postponed.hold(true);
    }

    @Override
    public void processPostponedActions() {
        super.processPostponedActions();
        postponed.hold(false);
        runPostponed();
    }

    /** All of it counts as one script: observers that bring about what they observe have no other end. */
    private void runPostponed() {
        if (!postponed.areDue() || client.isClosing()) {
            return;
        }
        final Budget budget = client.budget();
        budget.beginScript();
        try {
            contextFactory.call(context -> {
                postponed.run(client.log());
                return null;
            });
        } catch (final ScriptTimeout timeout) {
            postponed.drop();
        } finally {
            end(budget);
        }
    }

    /** Runs Java code of the page's as one script: what it puts off comes after it. */
    void run(final HtmlPage page, final TopLevel scope, final Consumer<Context> action) {
        contextFactory.call(context -> callFunction(page, new LambdaFunction(scope, "", 0, (cx, s, self, args) -> {
            action.accept(cx);
            return UNDEFINED;
        }), scope, scope.getGlobalThis(), ScriptRuntime.emptyArgs));
    }

    /** Reports an exception that no script catches; it is no page's where {@code page} is null. */
    void report(final HtmlPage page, final RuntimeException exception) {
        handleJavaScriptException(new ScriptException(page, exception), true);
    }

    /** The script whose value is a module's function; see modules.js. */
    static Script compileModule(final Lowered lowered, final String name, final int line, final Context context) {
        return SCRIPTS.get(lowered.code(), MODULE + name, line, true, () -> context.compileScript(ScriptCompileSpec.fromSource(lowered.code())
                .sourceName(name).lineno(line).sourceMapper(SameLines.INSTANCE).build()));
    }

    private Budget begin() {
        final Budget budget = client.budget();
        budget.beginScript();
        if (!budget.inNestedScript()) {
            client.time().beginTask();
        }
        return budget;
    }

    private void end(final Budget budget) {
        budget.endScript();
        endTask();
    }

    /** At the end of a task of the page: what was rejected by then and is handled by nobody is told. */
    void endTask() {
        if (client.budget().nesting() == 0) {
            errors.rejected(contextFactory.rejections().take());
        }
    }

    @Override
    protected void handleJavaScriptException(final ScriptException exception, final boolean tellPage) {
        if (tellPage) {
            errors.uncaught(exception);
        }
        super.handleJavaScriptException(exception, false);
    }

    /** A script called by another script takes that one down with it. */
    private static Object ended(final Budget budget, final ScriptTimeout timeout) {
        if (budget.inNestedScript()) {
            throw timeout;
        }
        return null;
    }
}
