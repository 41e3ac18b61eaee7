package ajaxcrawl;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.htmlunit.Page;
import org.htmlunit.corejs.javascript.CompilerEnvirons;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.ErrorReporter;
import org.htmlunit.corejs.javascript.Evaluator;
import org.htmlunit.corejs.javascript.EvaluatorException;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.FunctionCompileSpec;
import org.htmlunit.corejs.javascript.Operations;
import org.htmlunit.corejs.javascript.RhinoException;
import org.htmlunit.corejs.javascript.Script;
import org.htmlunit.corejs.javascript.ScriptCompileSpec;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.VarScope;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.regexp.SiteRegExpImpl;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Window;

/**
 * A context in which all code can be modern: whatever Rhino compiles passes here, be it a script, an attribute's handler,
 * or text given to {@code eval}, {@code Function} or a timer.
 */
final class PageContext extends Context implements Operations.Counting {

    /** What Rhino calls code given to an indirect {@code eval}. */
    private static final String INDIRECT_EVAL = "eval code#1(eval)";

    private static final Lowered SWITCHED_OFF = Lowered.unavailable("modern_javascript is off");

    /** In the names that HtmlUnit gives to event handlers of attributes. */
    private static final String HANDLER = " event for ";

    private final PageContextFactory factory;
    private final Deque<Runnable> microtasks = new ArrayDeque<>();
    private boolean inMicrotasks;
    private long observations;

    PageContext(final PageContextFactory factory) {
        super(factory);
        this.factory = factory;
        ScriptRuntime.setRegExpProxy(this, new SiteRegExpImpl());
    }

    @Override
    protected void observeInstructionCount(final int instructions) {
        observations++;
        super.observeInstructionCount(instructions);
    }

    @Override
    public long observations() {
        return observations;
    }

    @Override
    public void observations(final long number) {
        observations = number;
    }

    @Override
    public void enqueueMicrotask(final Runnable task) {
        microtasks.add(task);
    }

    /** At the end of the outermost script. A microtask that fails is told of, and takes no other with it. */
    @Override
    public void processMicrotasks() {
        if (inMicrotasks || factory.engine().inNestedScript()) {
            return;
        }
        inMicrotasks = true;
        try {
            for (Runnable task = microtasks.poll(); task != null; task = microtasks.poll()) {
                run(task);
            }
        } finally {
            microtasks.clear();
            inMicrotasks = false;
        }
        super.processMicrotasks(); // finalization registries
    }

    private void run(final Runnable task) {
        try {
            task.run();
        } catch (final RuntimeException e) {
            factory.engine().report(null, e);
        }
    }

    @Override
    protected Script compileString(final String source, final Evaluator compiler, final ErrorReporter reporter,
            final String name, final int line, final Object securityDomain,
            final Consumer<CompilerEnvirons> environment) {
        final boolean isEval = compiler != null;
        final HtmlPage page = (HtmlPage) getThreadLocal(JavaScriptEngine.KEY_STARTING_PAGE);
        if (isEval) {
            allowEval();
        }
        final String text = factory.prepare(page, isEval ? source : withoutHtmlComment(source), name, line);
        return super.compileString(text, compiler, reporter, name, line, securityDomain, INDIRECT_EVAL.equals(name)
                ? environment.andThen(env -> env.setStrictMode(false)) : environment); // not strict as its caller is
    }

    /** The document that a scope is of; null: none. */
    private static Page page(final TopLevel scope) {
        return scope.getGlobalThis() instanceof Window window ? window.getDocument().getPage() : null;
    }

    private FunctionCompileSpec allowed(final FunctionCompileSpec spec) {
        if (spec.getCompiler() != null) { // new Function
            allowEval();
            return spec;
        }
        final Page page = page(ScriptableObject.getTopLevelScope(spec.getScope()));
        if (page != null && spec.getSourceName().contains(HANDLER)
                && BlockedScripts.isBlockedHandler(page, snippet(spec.getSource()))) {
            return FunctionCompileSpec.fromSource("function blocked() {}", spec.getScope())
                    .sourceName(spec.getSourceName()).build();
        }
        return spec;
    }

    private void allowEval() {
        final Page page = ScriptRuntime.hasTopCall(this) ? page(JavaScriptEngine.getTopCallScope()) : null;
        if (page != null && BlockedScripts.isBlockedEval(page)) {
            throw ScriptRuntime.constructError("EvalError", "Evaluating a string as JavaScript violates the Content"
                    + " Security Policy of the document because 'unsafe-eval' is not an allowed source of script.");
        }
    }

    /** Each step of an iterator makes one: so what goes through something endless in Java, {@code new Set(x)}, ends. */
    @Override
    public Scriptable newObject(final VarScope scope) {
        factory.client().budget().tick();
        return super.newObject(scope);
    }

    /** Compiles a script of ours, which is written in what Rhino understands. */
    Script compileOwn(final String source, final String name) {
        return super.compileScriptImpl(ScriptCompileSpec.fromSource(source).sourceName(name).lineno(1).build());
    }

    /** A script may begin with {@code <!--}, and then the rest of that line is a comment. */
    private static String withoutHtmlComment(final String source) {
        int start = 0;
        while (start < source.length() && source.charAt(start) <= ' ') {
            start++;
        }
        return source.startsWith("<!--", start) ? source.substring(0, start) + "// " + source.substring(start) : source;
    }

    @Override
    protected Script compileScriptImpl(final ScriptCompileSpec spec) {
        final Lowered lowered = spec.getSourceMapper() == null ? lower("script", spec.getSource()) : null;
        if (lowered == null) {
            return super.compileScriptImpl(spec);
        }
        if (lowered.unavailable() != null) {
            return compiledAsIs(() -> super.compileScriptImpl(spec), lowered);
        }
        report(lowered, spec.getCompilationErrorReporter(), spec.getSourceName(), spec.getLineno());
        return super.compileScriptImpl(ScriptCompileSpec.fromSource(lowered.code()).sourceName(spec.getSourceName())
                .lineno(spec.getLineno()).securityDomain(spec.getSecurityDomain()).compiler(spec.getCompiler())
                .compilationErrorReporter(spec.getCompilationErrorReporter())
                .compilerEnvironsProcessor(spec.getCompilerEnvironsProcessor())
                .sourceMapper(SameLines.INSTANCE).build());
    }

    @Override
    protected Function compileFunctionImpl(final FunctionCompileSpec given) {
        final FunctionCompileSpec spec = allowed(given);
        final Lowered lowered = spec.getSourceMapper() == null ? lower("function", spec.getSource()) : null;
        if (lowered == null) {
            return super.compileFunctionImpl(spec);
        }
        if (lowered.unavailable() != null) {
            return compiledAsIs(() -> super.compileFunctionImpl(spec), lowered);
        }
        report(lowered, spec.getCompilationErrorReporter(), spec.getSourceName(), spec.getLineno());
        return super.compileFunctionImpl(FunctionCompileSpec.fromSource(lowered.code(), spec.getScope())
                .sourceName(spec.getSourceName()).lineno(spec.getLineno()).securityDomain(spec.getSecurityDomain())
                .compiler(spec.getCompiler()).compilationErrorReporter(spec.getCompilationErrorReporter())
                .compilerEnvironsProcessor(spec.getCompilerEnvironsProcessor())
                .sourceMapper(SameLines.INSTANCE).build());
    }

    /** The lowered source; null where there is nothing to lower. */
    private Lowered lower(final String kind, final String source) {
        final PageClient client = factory.client();
        if (!ModernSyntax.isIn(source)) {
            return null;
        }
        return client.lowering() == null ? SWITCHED_OFF : client.lowering().lower(kind, source, client.budget());
    }

    /** The attribute's value in HtmlUnit's {@code function onclick(event) { value \n}}. */
    private static String snippet(final String source) {
        final int end = source.length() - " \n}".length();
        return source.substring(Math.min(source.indexOf("{ ") + 2, end), end);
    }

    private interface Compilation<T> {

        T compile();
    }

    private <T> T compiledAsIs(final Compilation<T> compilation, final Lowered lowered) {
        try {
            return compilation.compile();
        } catch (final RhinoException e) {
            factory.client().missesLowering(lowered.unavailable());
            throw e;
        }
    }

    private void report(final Lowered lowered, final ErrorReporter reporter, final String name, final int firstLine) {
        final Lowered.Fault fault = lowered.error();
        if (fault != null) {
            final int line = firstLine + fault.line() - 1;
            (reporter == null ? getErrorReporter() : reporter).error(fault.message(), name, line, null, fault.column());
            throw new EvaluatorException(fault.message(), name, line, null, fault.column());
        }
    }
}
