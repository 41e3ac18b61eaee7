package ajaxcrawl;

import org.htmlunit.corejs.javascript.Callable;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Script;
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

    private final PageClient client;
    private final Budget budget;

    PageContextFactory(final PageClient client) {
        super(client);
        this.client = client;
        budget = client.budget();
    }

    PageClient client() {
        return client;
    }

    @Override
    protected Context makeContext() {
        final Context context = super.makeContext();
        context.setInstructionObserverThreshold(INSTRUCTIONS);
        return context;
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
        return super.doTopCall(callable, context, scope, thisObject, args);
    }

    @Override
    protected Object doTopCall(final Script script, final Context context, final VarScope scope,
            final Object thisObject) {
        budget.check();
        return super.doTopCall(script, context, scope, thisObject);
    }
}
