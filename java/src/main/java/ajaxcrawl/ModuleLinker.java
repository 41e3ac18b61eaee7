package ajaxcrawl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.RhinoException;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.TopLevel;

/** Fits a module and what it imports together: each import has its export. */
final class ModuleLinker {

    private final Context context;
    private final TopLevel scope;
    private final Function<ModuleRecord, Scriptable> importContext;

    private final Map<ModuleRecord, Integer> indices = new HashMap<>();
    private final Map<ModuleRecord, Integer> lowest = new HashMap<>();
    private final Deque<ModuleRecord> open = new ArrayDeque<>();
    private final List<ModuleRecord> modules = new ArrayList<>();
    private boolean cycles;

    /**
     * @param importContext what a module's code is given as its context
     */
    ModuleLinker(final Context context, final TopLevel scope, final Function<ModuleRecord, Scriptable> importContext) {
        this.context = context;
        this.scope = scope;
        this.importContext = importContext;
    }

    void link(final ModuleRecord root) throws ModuleFailure {
        if (root.status() != ModuleRecord.Status.UNLINKED) {
            return;
        }
        collect(root);
        try {
            for (final ModuleRecord module : modules) {
                module.declare(context, scope, importContext.apply(module));
            }
            handOver();
        } catch (final RhinoException e) {
            throw ModuleFailure.of(e, context, scope);
        }
        modules.forEach(ModuleRecord::link);
    }

    /** The modules that are still to be linked, dependencies first; marks those in cycles (Tarjan's algorithm). */
    private void collect(final ModuleRecord module) {
        final int index = indices.size();
        indices.put(module, index);
        lowest.put(module, index);
        open.push(module);
        boolean importsItself = false;
        for (final ModuleRecord dependency : module.dependencies()) {
            if (dependency.status() != ModuleRecord.Status.UNLINKED) {
                continue;
            }
            importsItself |= dependency == module;
            if (!indices.containsKey(dependency)) {
                collect(dependency);
                lowest.merge(module, lowest.get(dependency), Math::min);
            } else if (open.contains(dependency)) {
                lowest.merge(module, indices.get(dependency), Math::min);
            }
        }
        modules.add(module);
        if (lowest.get(module) == index) {
            final boolean cycle = importsItself || open.peek() != module;
            cycles |= cycle;
            ModuleRecord member;
            do {
                member = open.pop();
                if (cycle) {
                    member.setCyclic();
                }
            } while (member != module);
        }
    }

    /** Hands all that is known over; where modules import each other, until {@code export *} brings nothing new. */
    private void handOver() throws ModuleFailure {
        int known = -1;
        for (int names = names(); names != known; names = cycles ? names() : names) {
            known = names;
            for (final ModuleRecord module : modules) {
                handOver(module, null);
            }
        }
        for (final ModuleRecord module : modules) {
            handOver(module, new ArrayList<>());
        }
    }

    private int names() {
        return modules.stream().mapToInt(module -> module.namespace().getIds().length).sum();
    }

    private void handOver(final ModuleRecord module, final List<String> missing) throws ModuleFailure {
        for (int i = 0; i < module.dependencies().size(); i++) {
            final ModuleNamespace namespace = module.dependencies().get(i).namespace();
            namespace.note(missing);
            try {
                module.handOver(i, context, scope);
            } finally {
                namespace.note(null);
            }
            if (missing != null && !missing.isEmpty()) {
                throw ModuleFailure.error("SyntaxError", "The requested module '"
                        + module.requests().get(i).specifier() + "' does not provide an export named '" + missing.get(0)
                        + "'", module.url().href(), 0, context, scope);
            }
        }
    }
}
