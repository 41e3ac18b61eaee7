package ajaxcrawl;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.RhinoException;
import org.htmlunit.corejs.javascript.Script;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;

/**
 * One module of a document: what it imports and exports, and how far it has come. Its code is a function that takes
 * {@code (export, context)} and gives the setters of what it imports and the function that runs it.
 */
final class ModuleRecord {

    /** How far a module has come (ECMAScript, Cyclic Module Records). */
    enum Status { UNLINKED, LINKED, EVALUATING, EVALUATING_ASYNC, EVALUATED }

    /** A module that imports this one, and which of its imports that is. */
    private record Importer(ModuleRecord module, int request) { }

    private final WebUrl url;
    private final List<ModuleRequest> requests;
    private final Script script;
    private final ModuleNamespace namespace = new ModuleNamespace();
    private final List<ModuleRecord> dependencies = new ArrayList<>();
    private final List<Importer> importers = new ArrayList<>();
    /** Exports that have a value of the module's own, which is none that {@code export *} brings. */
    private final Set<String> own = new HashSet<>();
    /** Imports that have changed since they were last handed over. */
    private final BitSet stale = new BitSet();
    private Function[] setters = {};
    private Function body;
    private boolean declared;
    private boolean started;
    private boolean cyclic;

    private Status status = Status.UNLINKED;
    private final ModuleEvaluation evaluation = new ModuleEvaluation(this);

    ModuleRecord(final WebUrl url, final List<ModuleRequest> requests, final Script script) {
        this.url = url;
        this.requests = requests;
        this.script = script;
    }

    /** A module that is a value, its default export: JSON or a style sheet. */
    static ModuleRecord of(final WebUrl url, final Object value) {
        final ModuleRecord module = new ModuleRecord(url, List.of(), null);
        module.namespace.export("default", value);
        module.declared = true;
        return module;
    }

    WebUrl url() {
        return url;
    }

    List<ModuleRequest> requests() {
        return requests;
    }

    /** The modules of {@link #requests()}, in that order, once they are loaded. */
    List<ModuleRecord> dependencies() {
        return dependencies;
    }

    ModuleNamespace namespace() {
        return namespace;
    }

    Status status() {
        return status;
    }

    void setStatus(final Status reached) {
        status = reached;
    }

    ModuleEvaluation evaluation() {
        return evaluation;
    }

    /** Other modules can call this one's functions before it has run. */
    void setCyclic() {
        cyclic = true;
    }

    /** Runs what precedes the module's own code: its functions are there, its exports have names. */
    void declare(final Context context, final TopLevel scope, final Scriptable importContext) {
        if (declared) {
            return;
        }
        final Function declaration = (Function) script.exec(context, scope, scope.getGlobalThis());
        final LambdaFunction export = new LambdaFunction(scope, "", 2,
                (cx, s, self, args) -> export(cx, scope, args[0], args.length > 1 ? args[1] : Undefined.instance));
        final Scriptable parts = (Scriptable) declaration.call(context, scope, Undefined.SCRIPTABLE_UNDEFINED,
                new Object[] {export, importContext});
        final List<Function> list = new ArrayList<>();
        if (ScriptableObject.getProperty(parts, "setters") instanceof Scriptable array) {
            for (int i = 0; i < requests.size(); i++) {
                list.add(ScriptableObject.getProperty(array, i) instanceof Function setter ? setter : null);
            }
        }
        setters = list.toArray(new Function[0]);
        body = ScriptableObject.getProperty(parts, "execute") instanceof Function function ? function : null;
        declared = true;
    }

    /** What the module's code calls: with a name and a value, or with an object of both. */
    private Object export(final Context context, final TopLevel scope, final Object name, final Object value) {
        boolean changed = false;
        if (name instanceof Scriptable several && !(name instanceof CharSequence)) {
            final boolean star = several.getPrototype() == null; // the compiler makes it so
            for (final Object id : several.getIds()) {
                changed |= export(String.valueOf(id), ScriptableObject.getProperty(several, String.valueOf(id)), star);
            }
        } else {
            changed = export(name.toString(), value, false);
        }
        if (changed) {
            tellImporters(context, scope);
        }
        return name instanceof CharSequence ? value : name;
    }

    private boolean export(final String name, final Object value, final boolean star) {
        if (star && own.contains(name)) {
            return false;
        }
        if (!star && !Undefined.isUndefined(value)) {
            own.add(name);
        }
        return namespace.export(name, value);
    }

    private void tellImporters(final Context context, final TopLevel scope) {
        for (final Importer importer : importers) {
            if (importer.module.started || importer.module.cyclic) {
                importer.module.handOver(importer.request, context, scope);
            } else {
                importer.module.stale.set(importer.request); // nobody looks before it runs
            }
        }
    }

    /** Gives the module what it imports by one of its requests. */
    void handOver(final int request, final Context context, final TopLevel scope) {
        if (request < setters.length && setters[request] != null) {
            setters[request].call(context, scope, Undefined.SCRIPTABLE_UNDEFINED,
                    new Object[] {dependencies.get(request).namespace});
        }
    }

    /** The module fits to what it imports: from now on it is told of changes. */
    void link() {
        for (int i = 0; i < dependencies.size(); i++) {
            dependencies.get(i).importers.add(new Importer(this, i));
        }
        namespace.seal();
        status = Status.LINKED;
    }

    /** Runs the module's own code. What it gives is a promise where it awaits at its top level. */
    Object execute(final Context context, final TopLevel scope) throws ModuleFailure {
        try {
            for (int i = stale.nextSetBit(0); i >= 0; i = stale.nextSetBit(i + 1)) {
                handOver(i, context, scope);
            }
            stale.clear();
            started = true;
            final Function code = body;
            body = null;
            return code == null ? Undefined.instance
                    : code.call(context, scope, Undefined.SCRIPTABLE_UNDEFINED, ScriptRuntime.emptyArgs);
        } catch (final RhinoException e) {
            throw ModuleFailure.of(e, context, scope);
        }
    }
}
