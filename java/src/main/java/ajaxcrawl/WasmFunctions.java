package ajaxcrawl;

import com.dylibso.chicory.runtime.ExecutionListener;
import com.dylibso.chicory.runtime.GlobalInstance;
import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.ImportGlobal;
import com.dylibso.chicory.runtime.ImportMemory;
import com.dylibso.chicory.runtime.ImportTable;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.UninstantiableException;
import com.dylibso.chicory.wasm.UnlinkableException;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.CustomSection;
import com.dylibso.chicory.wasm.types.Export;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.FunctionImport;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.GlobalImport;
import com.dylibso.chicory.wasm.types.Import;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import com.dylibso.chicory.wasm.types.MutabilityType;
import com.dylibso.chicory.wasm.types.Table;
import com.dylibso.chicory.wasm.types.TableLimits;
import com.dylibso.chicory.wasm.types.UnknownCustomSection;
import com.dylibso.chicory.wasm.types.ValType;
import com.dylibso.chicory.wasm.types.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.NativeObject;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.corejs.javascript.typedarrays.NativeArrayBuffer;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.JavaScriptEngine;

/**
 * What WebAssembly.js needs of Java: modules that are read and run by Chicory's interpreter, within the page's time and
 * memory. Modules, memories, tables and globals are handles there.
 */
final class WasmFunctions {

    /** What is read in one go, without a look at the clock: a larger module takes longer than pages have. */
    private static final int MAX_BYTES = 8 * 1024 * 1024;
    /** Each is sought among all. */
    private static final int MAX_IMPORTS = 4000;
    /** What a module takes once it is read, for each of its bytes. */
    private static final double BYTES_A_BYTE = 60;
    private static final int VECTOR_PREFIX = 0xFD;
    private static final int INSTRUCTIONS_A_CHECK = 16 * 1024;
    /** What the interpreter allocates for an instruction, and leaves at once: it is not the page's. */
    private static final long GARBAGE_A_CHECK = 20L * INSTRUCTIONS_A_CHECK;

    private final TopLevel scope;
    private final PageClient client;
    private final WasmValues values;
    private final NativeObject functions = new NativeObject();
    private final Map<Object, Handle> handles = new IdentityHashMap<>();

    /** Something of Java's that scripts hand on. */
    private static final class Handle extends NativeObject {

        private final transient Object value;

        Handle(final Object value) {
            this.value = value;
        }
    }

    private interface Body {
        Object run(Object[] args);
    }

    private WasmFunctions(final TopLevel scope, final PageClient client, final Function fail) {
        this.scope = scope;
        this.client = client;
        values = new WasmValues(scope, fail);
    }

    /**
     * The functions, by name.
     *
     * @param fail throws an error of WebAssembly's, given its name and message
     */
    static Scriptable make(final TopLevel scope, final PageClient client, final Function fail) {
        final WasmFunctions wasm = new WasmFunctions(scope, client, fail);
        wasm.addModules();
        wasm.addMemories();
        wasm.addTables();
        wasm.addGlobals();
        return wasm.functions;
    }

    private void add(final String name, final Body body) {
        functions.defineProperty(name, new LambdaFunction(scope, name, 0, (context, s, self, args) -> body.run(args), false), 0);
    }

    private static <T> T of(final Object handle, final Class<T> type) {
        return type.cast(((Handle) handle).value);
    }

    private Handle handle(final Object value) {
        return handles.computeIfAbsent(value, Handle::new);
    }

    private static int number(final Object value) {
        return (int) JavaScriptEngine.toNumber(value);
    }

    private Scriptable array(final List<?> items) {
        return JavaScriptEngine.newArray(scope, items.toArray());
    }

    private void addModules() {
        add("isAllowed", args -> !(client.top().getEnclosedPage() instanceof HtmlPage page)
                || ContentPolicy.of(page).allowsWasm());
        add("parse", args -> {
            try {
                return handle(parse(((NativeArrayBuffer) args[0]).getBuffer()));
            } catch (final ChicoryException | IndexOutOfBoundsException | NegativeArraySizeException e) {
                return String.valueOf(e.getMessage());
            }
        });
        add("exports", args -> array(exports(of(args[0], WasmModule.class)).stream()
                .map(one -> array(List.of(one.name(), kind(one.exportType())))).toList()));
        add("imports", args -> array(of(args[0], WasmModule.class).importSection().stream()
                .map(one -> array(List.of(one.module(), one.name(), kind(one.importType())))).toList()));
        add("customSections", args -> {
            final List<Object> found = new ArrayList<>();
            for (final CustomSection section : of(args[0], WasmModule.class).customSections()) {
                if (section instanceof UnknownCustomSection unknown && unknown.name().equals(args[1].toString())) {
                    found.add(CryptoFunctions.buffer(scope, unknown.bytes()));
                }
            }
            return array(found);
        });
        add("instantiate", args -> instantiate(of(args[0], WasmModule.class), (Scriptable) args[1]));
    }

    private WasmModule parse(final byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            client.log().add("warning", "script", "A WebAssembly module of more than " + MAX_BYTES + " bytes is not run", "", 0);
            throw new ChicoryException("module too large");
        }
        client.budget().claim(bytes.length * BYTES_A_BYTE);
        final WasmModule module = Parser.parse(bytes);
        client.budget().check();
        if (hasVectors(module)) { // which are valid for the parser
            client.log().add("info", "script", "A WebAssembly module with SIMD instructions is not run", "", 0);
            throw new ChicoryException("SIMD is not supported");
        }
        return module;
    }

    private static boolean hasVectors(final WasmModule module) {
        return Arrays.stream(module.codeSection().functionBodies()).flatMap(body -> body.instructions().stream())
                .anyMatch(instruction -> instruction.opcode().opcode() >> 8 == VECTOR_PREFIX);
    }

    private static String kind(final ExternalType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static List<Export> exports(final WasmModule module) {
        final List<Export> list = new ArrayList<>();
        for (int i = 0; i < module.exportSection().exportCount(); i++) {
            list.add(module.exportSection().getExport(i));
        }
        return list;
    }

    /** Gives [name, kind, function or handle] of each export; {@code given} are the imports, in their order. */
    private Scriptable instantiate(final WasmModule module, final Scriptable given) {
        final Instance instance;
        try {
            instance = Instance.builder(module)
                    .withImportValues(importValues(module, given))
                    .withMemoryFactory(limits -> new WasmMemory(limits, scope, client.budget()))
                    .withTableFactory((table, first) -> new WasmTable(table.elementType(), table.limits().min(),
                            table.limits().max(), first))
                    .withUnsafeExecutionListener(meter())
                    .withStart(false)
                    .build();
        } catch (final UninstantiableException e) {
            throw values.failure("RuntimeError", e.getMessage());
        } catch (final UnlinkableException e) {
            throw values.failure("LinkError", e.getMessage());
        } catch (final ChicoryException e) {
            throw values.failure(e);
        }
        final List<Object> exported = new ArrayList<>();
        for (final Export export : exports(module)) {
            final Object value = switch (export.exportType()) {
                case FUNCTION -> values.function(instance, export.index());
                case MEMORY -> handle(instance.memory(export.index()));
                case TABLE -> handle(instance.table(export.index()));
                case GLOBAL -> handle(instance.global(export.index()));
                default -> Undefined.instance;
            };
            exported.add(array(List.of(export.name(), kind(export.exportType()), value)));
        }
        return array(exported);
    }

    /** Looks at the page's limits while WebAssembly runs. */
    private ExecutionListener meter() {
        final Budget budget = client.budget();
        final int[] left = {INSTRUCTIONS_A_CHECK};
        return (instruction, stack) -> {
            if (--left[0] == 0) {
                left[0] = INSTRUCTIONS_A_CHECK;
                budget.allocated(-GARBAGE_A_CHECK);
                budget.check();
            }
        };
    }

    private ImportValues importValues(final WasmModule module, final Scriptable given) {
        final int count = module.importSection().importCount();
        if (count > MAX_IMPORTS) {
            throw new UnlinkableException("more than " + MAX_IMPORTS + " imports");
        }
        final ImportValues.Builder builder = ImportValues.builder();
        for (int i = 0; i < count; i++) {
            final Import one = module.importSection().getImport(i);
            final Object value = given.get(i, given);
            // by its number: names may come twice
            switch (one.importType()) {
                case FUNCTION -> builder.addFunction(function(module, (FunctionImport) one, (Function) value));
                case MEMORY -> builder.addMemory(new ImportMemory(one.module(), one.name(), of(value, WasmMemory.class)));
                case TABLE -> builder.addTable(new ImportTable(one.module(), one.name(), of(value, WasmTable.class)));
                case GLOBAL -> builder.addGlobal(new ImportGlobal(one.module(), one.name(), global((GlobalImport) one, value)));
                default -> throw new UnlinkableException(one.module() + "." + one.name() + ": tags are not known here");
            }
        }
        return builder.build();
    }

    private ImportFunction function(final WasmModule module, final FunctionImport one, final Function value) {
        final FunctionType type = module.typeSection().getType(one.typeIndex());
        final WasmValues.Target target = values.target(value);
        if (target != null) {
            final FunctionType own = target.instance().type(target.instance().functionType(target.index()));
            return new ImportFunction(one.module(), one.name(), own,
                    (instance, args) -> target.instance().getMachine().call(target.index(), args));
        }
        return new ImportFunction(one.module(), one.name(), type,
                (instance, args) -> values.call(value, type, instance, args));
    }

    private GlobalInstance global(final GlobalImport one, final Object value) {
        return value instanceof Handle ? of(value, GlobalInstance.class)
                : new GlobalInstance(values.toWasm(value, one.type(), null), 0, one.type(), MutabilityType.Const);
    }

    private void addMemories() {
        add("memory", args -> handle(new WasmMemory(
                new MemoryLimits(number(args[0]), number(args[1]), JavaScriptEngine.toBoolean(args[2])), scope, client.budget())));
        add("buffer", args -> of(args[0], WasmMemory.class).buffer());
        add("growMemory", args -> of(args[0], WasmMemory.class).grow(number(args[1])));
    }

    private void addTables() {
        add("table", args -> handle(new WasmTable(type(args[0]), number(args[1]), (long) JavaScriptEngine.toNumber(args[2]),
                Value.REF_NULL_VALUE)));
        add("tableLength", args -> of(args[0], WasmTable.class).size());
        add("tableGet", args -> {
            final WasmTable table = of(args[0], WasmTable.class);
            final int index = number(args[1]);
            return values.toScript(table.ref(index), table.elementType(), table.instance(index));
        });
        add("tableSet", args -> {
            set(of(args[0], WasmTable.class), number(args[1]), args[2]);
            return Undefined.instance;
        });
        add("growTable", args -> {
            final WasmTable table = of(args[0], WasmTable.class);
            final int before = table.grow(number(args[1]), Value.REF_NULL_VALUE, null);
            for (int i = before; before >= 0 && i < table.size(); i++) {
                set(table, i, args[2]);
            }
            return before;
        });
    }

    private void set(final WasmTable table, final int index, final Object value) {
        final WasmValues.Target target = values.target(value);
        final Instance instance = target == null ? null : target.instance();
        table.setRef(index, (int) values.toWasm(value, table.elementType(), instance), instance);
    }

    private void addGlobals() {
        add("global", args -> handle(new GlobalInstance(values.toWasm(args[2], type(args[0]), null), 0, type(args[0]),
                JavaScriptEngine.toBoolean(args[1]) ? MutabilityType.Var : MutabilityType.Const)));
        add("isMutable", args -> of(args[0], GlobalInstance.class).getMutabilityType() == MutabilityType.Var);
        add("globalGet", args -> {
            final GlobalInstance global = of(args[0], GlobalInstance.class);
            return values.toScript(global.getValue(), global.getType(), global.getInstance());
        });
        add("globalSet", args -> {
            final GlobalInstance global = of(args[0], GlobalInstance.class);
            global.setValue(values.toWasm(args[1], global.getType(), global.getInstance()));
            return Undefined.instance;
        });
    }

    private static ValType type(final Object name) {
        return switch (name.toString()) {
            case "i32" -> ValType.I32;
            case "i64" -> ValType.I64;
            case "f32" -> ValType.F32;
            case "f64" -> ValType.F64;
            case "externref" -> ValType.ExternRef;
            case "anyfunc", "funcref" -> ValType.FuncRef;
            default -> throw JavaScriptEngine.typeError("'" + name + "' is no type of WebAssembly's");
        };
    }
}
