package ajaxcrawl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.BaseFunction;
import org.htmlunit.corejs.javascript.ClassFunctions;
import org.htmlunit.corejs.javascript.ClassFields;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.GeneratorReturns;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.ListPatterns;
import org.htmlunit.corejs.javascript.PrivateName;
import org.htmlunit.corejs.javascript.Script;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.SpecProxy;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;

/** What lowered code calls: the hidden global object {@code __ajaxcrawl__}. It is made when a script first asks for it. */
final class ModernRuntime implements PageGlobal {

    /** The object's name; see the files in javascript/source. */
    static final String NAME = "__ajaxcrawl__";

    private static final List<String> FILES = List.of("loops", "names", "async", "disposal");
    private static volatile List<Script> scripts;

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow window) {
        if (!(window.getWebClient() instanceof PageClient client) || client.lowering() == null) {
            return;
        }
        ListPatterns.install(context, scope);
        final ScriptableObject global = scope.getGlobalThis();
        global.defineProperty(context, scope, NAME, self -> {
            final Scriptable made = make(Context.getCurrentContext(), scope, Modules.importFunction(scope, window));
            global.delete(NAME);
            global.defineProperty(NAME, made, ScriptableObject.DONTENUM); // lowered code reads it often
            return made;
        }, ScriptableObject.DONTENUM);
    }

    /** One for a worker. */
    static Scriptable forWorker(final Context context, final TopLevel scope, final Object importFunction) {
        ListPatterns.install(context, scope);
        return make(context, scope, importFunction);
    }

    private static Scriptable make(final Context context, final TopLevel scope, final Object importFunction) {
        final ScriptableObject runtime = (ScriptableObject) context.newObject(scope);
        runtime.put("scope", runtime, new LambdaFunction(scope, "scope", 1,
                (cx, s, thisObject, arguments) -> scopeOf(arguments.length > 0 ? arguments[0] : Undefined.instance)));
        runtime.put("noConstructor", runtime, new LambdaFunction(scope, "noConstructor", 1, (cx, s, thisObject, arguments) -> {
            ((BaseFunction) arguments[0]).setImmunePrototypeProperty(Undefined.instance);
            return arguments[0];
        }));
        runtime.put("define", runtime, ClassFields.define(scope));
        runtime.put("resumed", runtime, GeneratorReturns.resumed(scope));
        runtime.put("regExp", runtime, RegularExpressions.literal(scope));
        runtime.put("import", runtime, importFunction);
        ClassFunctions.install(scope, runtime);
        PrivateName.install(scope, runtime);
        ListPatterns.name(runtime);
        for (final Script script : scripts(context)) {
            ((Function) script.exec(context, scope, scope.getGlobalThis())).call(context, scope, Undefined.SCRIPTABLE_UNDEFINED,
                    new Object[] {runtime});
        }
        return runtime;
    }

    private static Object scopeOf(final Object value) {
        return value instanceof SpecProxy proxy ? new ProxyScope(proxy) : value;
    }

    private static List<Script> scripts(final Context context) {
        if (scripts == null) {
            scripts = FILES.stream().map(name -> compile("lowered/" + name + ".js", (PageContext) context)).toList();
        }
        return scripts;
    }

    private static Script compile(final String resource, final PageContext context) {
        try (InputStream in = ModernRuntime.class.getResourceAsStream(resource)) {
            return context.compileOwn(new String(in.readAllBytes(), StandardCharsets.UTF_8), "ajaxcrawl:" + resource);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
