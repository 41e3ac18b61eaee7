package ajaxcrawl;

import com.dylibso.chicory.runtime.ConstantEvaluators;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.TrapException;
import com.dylibso.chicory.wasm.UninstantiableException;
import com.dylibso.chicory.wasm.types.ActiveDataSegment;
import com.dylibso.chicory.wasm.types.DataSegment;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import com.dylibso.chicory.wasm.types.PassiveDataSegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.typedarrays.NativeArrayBuffer;
import org.htmlunit.corejs.javascript.typedarrays.SharedBytes;

/** A memory of WebAssembly, whose bytes scripts read and write as its {@code buffer}. */
final class WasmMemory implements Memory {

    /** What browsers have is 64 Ki; so much no page needs to show its text, and one heap serves many pages. */
    static final int MAX_PAGES = 4096;

    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);
    /** Memories grow page by page, and each time the bytes would be copied. */
    private static final int MOST_AHEAD = 256 * PAGE_SIZE;

    private final MemoryLimits limits;
    private final TopLevel scope;
    private final Budget budget;
    private byte[] bytes;
    private int size;
    private NativeArrayBuffer buffer;
    private DataSegment[] segments = {};

    WasmMemory(final MemoryLimits limits, final TopLevel scope, final Budget budget) {
        this.limits = limits;
        this.scope = scope;
        this.budget = budget;
        if (limits.initialPages() > MAX_PAGES) {
            throw new UninstantiableException("could not allocate memory");
        }
        size = limits.initialPages() * PAGE_SIZE;
        budget.claim(size);
        bytes = new byte[size];
    }

    private static VarHandle view(final Class<?> type) {
        return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
    }

    /** The bytes as scripts see them, until the memory grows. */
    NativeArrayBuffer buffer() {
        if (buffer == null || buffer.isDetached()) {
            buffer = SharedBytes.buffer(scope, bytes, size);
        }
        return buffer;
    }

    @Override
    public int grow(final int pages) {
        final int before = pages();
        if (pages < 0 || pages > maximumPages() - before) {
            return -1;
        }
        if (buffer != null) {
            buffer.detach();
        }
        final int wanted = (before + pages) * PAGE_SIZE;
        if (wanted > bytes.length) {
            final int capacity = Math.min(Math.max(wanted, Math.min(2 * size, size + MOST_AHEAD)),
                    maximumPages() * PAGE_SIZE);
            budget.claim(capacity);
            bytes = Arrays.copyOf(bytes, capacity);
        }
        size = wanted;
        return before;
    }

    @Override
    public int pages() {
        return size / PAGE_SIZE;
    }

    @Override
    public int initialPages() {
        return limits.initialPages();
    }

    @Override
    public int maximumPages() {
        return Math.min(limits.maximumPages(), MAX_PAGES);
    }

    @Override
    public boolean shared() {
        return limits.shared();
    }

    @Override
    @SuppressWarnings("removal")
    public Object lock(final int address) {
        throw new UnsupportedOperationException();
    }

    @Override
    @SuppressWarnings("removal")
    public int waitOn(final int address, final int expected, final long timeout) {
        throw new TrapException("Atomics.wait cannot be called in this context");
    }

    @Override
    @SuppressWarnings("removal")
    public int waitOn(final int address, final long expected, final long timeout) {
        throw new TrapException("Atomics.wait cannot be called in this context");
    }

    @Override
    @SuppressWarnings("removal")
    public int notify(final int address, final int most) {
        return 0;
    }

    @Override
    public void initialize(final Instance instance, final DataSegment[] data) {
        initialize(instance, data, 0);
    }

    @Override
    public void initialize(final Instance instance, final DataSegment[] data, final int index) {
        segments = data;
        for (final DataSegment segment : data) {
            if (segment instanceof ActiveDataSegment active && active.index() == index) {
                final int offset = (int) ConstantEvaluators.computeConstantValue(instance, active.offsetInstructions())[0];
                if (offset < 0 || offset > size - active.data().length) {
                    throw new UninstantiableException("data segment is out of bounds");
                }
                write(offset, active.data(), 0, active.data().length);
            }
        }
    }

    @Override
    public void initPassiveSegment(final int segment, final int target, final int offset, final int length) {
        write(target, segments[segment].data(), offset, length);
    }

    @Override
    public void drop(final int segment) {
        segments[segment] = PassiveDataSegment.EMPTY;
    }

    private int check(final int address, final int length) {
        if (address < 0 || length < 0 || address > size - length) {
            throw new TrapException("memory access out of bounds");
        }
        return address;
    }

    @Override
    public void write(final int address, final byte[] data, final int offset, final int length) {
        if (offset < 0 || length < 0 || offset > data.length - length) {
            throw new TrapException("memory access out of bounds");
        }
        System.arraycopy(data, offset, bytes, check(address, length), length);
    }

    @Override
    public byte[] readBytes(final int address, final int length) {
        check(address, length);
        return Arrays.copyOfRange(bytes, address, address + length);
    }

    @Override
    public void copy(final int target, final int source, final int length) {
        System.arraycopy(bytes, check(source, length), bytes, check(target, length), length);
    }

    @Override
    public void zero() {
        Arrays.fill(bytes, 0, size, (byte) 0);
    }

    @Override
    public void fill(final byte value, final int from, final int to) {
        check(from, to - from);
        Arrays.fill(bytes, from, to, value);
    }

    @Override
    public byte read(final int address) {
        return bytes[check(address, 1)];
    }

    @Override
    public void writeByte(final int address, final byte value) {
        bytes[check(address, 1)] = value;
    }

    @Override
    public short readShort(final int address) {
        return (short) SHORT.get(bytes, check(address, 2));
    }

    @Override
    public long readU16(final int address) {
        return readShort(address) & 0xFFFFL;
    }

    @Override
    public void writeShort(final int address, final short value) {
        SHORT.set(bytes, check(address, 2), value);
    }

    @Override
    public int readInt(final int address) {
        return (int) INT.get(bytes, check(address, 4));
    }

    @Override
    public void writeI32(final int address, final int value) {
        INT.set(bytes, check(address, 4), value);
    }

    @Override
    public long readLong(final int address) {
        return (long) LONG.get(bytes, check(address, 8));
    }

    @Override
    public void writeLong(final int address, final long value) {
        LONG.set(bytes, check(address, 8), value);
    }

    @Override
    public long readF32(final int address) {
        return readInt(address);
    }

    @Override
    public float readFloat(final int address) {
        return Float.intBitsToFloat(readInt(address));
    }

    @Override
    public void writeF32(final int address, final float value) {
        writeI32(address, Float.floatToRawIntBits(value));
    }

    @Override
    public long readF64(final int address) {
        return readLong(address);
    }

    @Override
    public double readDouble(final int address) {
        return Double.longBitsToDouble(readLong(address));
    }

    @Override
    public void writeF64(final int address, final double value) {
        writeLong(address, Double.doubleToRawLongBits(value));
    }
}
