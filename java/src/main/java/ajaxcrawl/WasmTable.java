package ajaxcrawl;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.wasm.types.Table;
import com.dylibso.chicory.wasm.types.TableLimits;
import com.dylibso.chicory.wasm.types.ValType;

/** A table of WebAssembly; modules are shared, so that a table has limits of its own. */
final class WasmTable extends TableInstance {

    static final int MAX_ENTRIES = 1_000_000;

    WasmTable(final ValType type, final long least, final long most, final int first) {
        super(new Table(type, new TableLimits(least, Math.min(most, MAX_ENTRIES))), first);
    }

    @Override
    public int grow(final int entries, final int value, final Instance instance) {
        return entries < 0 || entries > limits().max() - size() ? -1 : super.grow(entries, value, instance);
    }
}
