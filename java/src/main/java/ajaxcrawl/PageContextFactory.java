package ajaxcrawl;

import java.util.Locale;
import org.htmlunit.corejs.javascript.CallGuard;
import org.htmlunit.corejs.javascript.Callable;
import org.htmlunit.corejs.javascript.ConsString;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Rejections;
import org.htmlunit.corejs.javascript.Script;
import org.htmlunit.corejs.javascript.TopLevelNames;
import org.htmlunit.corejs.javascript.VarScope;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.HtmlUnitContextFactory;

/** Checks the render's limits while scripts run, and whenever one is called from Java. */
final class PageContextFactory extends HtmlUnitContextFactory {

    /** HtmlUnit's 10,000 lets loops of slow built-ins run for seconds between two checks; 100 costs nothing measurable. */
    private static final int INSTRUCTIONS = 100;

    /** Bytes that the compiler holds for each character of a script, as measured. */
    private static final double SOURCE_CHARACTER = 40;

    /** HtmlUnit's. */
    private static final int MAX_DEPTH = 5000;

    /**
     * Scripts that Java has called for scripts, by getters, callbacks, evals. At 16 kilobytes of the stack each, twice as
     * much as was measured, they leave room: at a stack's end Java may fail to load a class, for good.
     */
    private static final int MAX_NESTING = 1000;

    private final PageClient client;
    private final PageEngine engine;
    private final Budget budget;
    private final Rejections rejections = new Rejections();

    PageContextFactory(final PageClient client, final PageEngine engine) {
        super(client);
        this.client = client;
        this.engine = engine;
        budget = client.budget();
    }

    PageClient client() {
        return client;
    }

    PageEngine engine() {
        return engine;
    }

    /** Promises that were rejected and that nobody handles. */
    Rejections rejections() {
        return rejections;
    }

    /** As HtmlUnit's, but for the class of the context, which HtmlUnit's code keeps to itself. */
    @Override
    protected Context makeContext() {
        final PageContext context = new PageContext(this);
        context.setLanguageVersion(Context.VERSION_ES6);
        context.setLocale(Locale.ROOT); // of Rhino's messages, which are English in all browsers
        context.setTimeZone(client.getBrowserVersion().getSystemTimezone());
        context.setClassShutter(name -> false);
        context.setInterpretedMode(true);
        context.setInstructionObserverThreshold(INSTRUCTIONS);
        context.setErrorReporter(new CompileErrors(client));
        context.getWrapFactory().setJavaPrimitiveWrap(false);
        context.setMaximumInterpreterStackDepth(MAX_DEPTH);
        context.setDebugger(new CallGuard(MAX_NESTING, budget::check), null);
        rejections.track(context);
        return context;
    }

    /** The source as the client's {@code ScriptPreProcessor} wants it. */
    String prepare(final HtmlPage page, final String source, final String name, final int line) {
        return preProcess(page, source, name, line, null);
    }

    @Override
    protected void observeInstructionCount(final Context context, final int instructions) {
        budget.check();
    }

    /** Called for every source that is compiled, the page's own evals too. */
    @Override
    protected String preProcess(final HtmlPage page, final String source, final String name, final int line,
            final HtmlElement element) {
        budget.claim(SOURCE_CHARACTER * source.length());
        return super.preProcess(page, source, name, line, element);
    }

    // microtasks and listeners are called from Java: a storm of short ones never reaches the instruction threshold

    @Override
    protected Object doTopCall(final Callable callable, final Context context, final VarScope scope,
            final Object thisObject, final Object[] args) {
        budget.check();
        return flat(callable.call(context, scope, thisObject, args));
    }

    @Override
    protected Object doTopCall(final Script script, final Context context, final VarScope scope,
            final Object thisObject) {
        budget.check();
        TopLevelNames.makeRoom(script, scope);
        return flat(script.exec(context, scope, thisObject));
    }

    /** What leaves the engine is text, not a concatenation that is still to be done. */
    private static Object flat(final Object value) {
        return value instanceof ConsString ? value.toString() : value;
    }
}
