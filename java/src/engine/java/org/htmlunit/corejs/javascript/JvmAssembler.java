package org.htmlunit.corejs.javascript;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes a class file with one method, besides the constructor (Java Virtual Machine Specification, chapter 4). The class
 * is of version 49, for which the JVM itself finds out what is on the stack where jumps meet.
 */
final class JvmAssembler {

    static final int ACONST_NULL = 1;
    static final int ICONST_0 = 3;
    static final int ILOAD = 21;
    static final int ALOAD = 25;
    static final int ALOAD_0 = 42;
    static final int AALOAD = 50;
    static final int ISTORE = 54;
    static final int ASTORE = 58;
    static final int ASTORE_0 = 75;
    static final int AASTORE = 83;
    static final int POP = 87;
    static final int DUP = 89;
    static final int DUP2 = 92;
    static final int SWAP = 95;
    static final int IXOR = 130;
    static final int IFEQ = 153;
    static final int IFNE = 154;
    static final int IF_ICMPEQ = 159;
    static final int GOTO = 167;
    static final int ARETURN = 176;
    static final int GETSTATIC = 178;
    static final int GETFIELD = 180;
    static final int PUTFIELD = 181;
    static final int INVOKEVIRTUAL = 182;
    static final int INVOKESTATIC = 184;
    static final int ANEWARRAY = 189;
    static final int ATHROW = 191;
    static final int CHECKCAST = 192;
    static final int IFNULL = 198;
    static final int IFNONNULL = 199;

    private static final int BIPUSH = 16;
    private static final int SIPUSH = 17;
    private static final int LDC_W = 19;
    private static final int INVOKESPECIAL = 183;
    private static final int RETURN = 177;
    private static final int WIDE = 196;
    private static final int FINAL_SUPER = 0x30;
    private static final int VERSION = 49;

    /** A place in the code that is jumped to. */
    static final class Label {
        private int at = -1;
        private final List<Integer> jumps = new ArrayList<>();
    }

    private record Handler(Label start, Label end, Label target) { }

    private final ByteArrayOutputStream pool = new ByteArrayOutputStream();
    private final DataOutputStream constants = new DataOutputStream(pool);
    private final Map<String, Integer> known = new HashMap<>();
    private final List<Handler> handlers = new ArrayList<>();
    private final Set<Label> labels = new LinkedHashSet<>();
    private byte[] code = new byte[512];
    private int size;

    int size() {
        return size;
    }

    private void add(final int value) {
        if (size == code.length) {
            code = Arrays.copyOf(code, 2 * size);
        }
        code[size++] = (byte) value;
    }

    private void add2(final int value) {
        add(value >> 8);
        add(value);
    }

    /** An instruction without operands. */
    void op(final int opcode) {
        add(opcode);
    }

    /** A load from, or a store into, a local variable. */
    void local(final int opcode, final int index) {
        final boolean isLoad = opcode == ALOAD;
        if (index < 4 && (isLoad || opcode == ASTORE)) {
            add((isLoad ? ALOAD_0 : ASTORE_0) + index);
        } else if (index < 256) {
            add(opcode);
            add(index);
        } else {
            add(WIDE);
            add(opcode);
            add2(index);
        }
    }

    /** Puts a number of 16 bits on the stack. */
    void push(final int value) {
        if (value >= -1 && value <= 5) {
            add(ICONST_0 + value);
        } else if (value >= Byte.MIN_VALUE && value <= Byte.MAX_VALUE) {
            add(BIPUSH);
            add(value);
        } else {
            add(SIPUSH);
            add2(value);
        }
    }

    void push(final String text) {
        add(LDC_W);
        add2(constant(8, utf8(text), 0));
    }

    void jump(final int opcode, final Label target) {
        labels.add(target);
        target.jumps.add(size);
        add(opcode);
        add2(0);
    }

    void mark(final Label label) {
        label.at = size;
    }

    /** What is thrown between two labels goes to {@code target}; the first that fits counts. */
    void handler(final Label start, final Label end, final Label target) {
        handlers.add(new Handler(start, end, target));
    }

    void type(final int opcode, final String name) {
        add(opcode);
        add2(classOf(name));
    }

    void field(final int opcode, final String owner, final String name, final String descriptor) {
        add(opcode);
        add2(member(9, owner, name, descriptor));
    }

    void call(final int opcode, final String owner, final String name, final String descriptor) {
        add(opcode);
        add2(member(10, owner, name, descriptor));
    }

    private int utf8(final String text) {
        final String key = 'u' + text;
        final Integer there = known.get(key);
        if (there != null) {
            return there;
        }
        try {
            constants.writeByte(1);
            constants.writeUTF(text);
        } catch (final IOException e) { // longer than 65,535 bytes
            throw new IllegalArgumentException(e);
        }
        return number(key);
    }

    private int number(final String key) {
        known.put(key, known.size() + 1);
        return known.size();
    }

    /** A constant that is made of one or two (0: one) others. */
    private int constant(final int tag, final int first, final int second) {
        final String key = "\0" + tag + '/' + first + '/' + second;
        final Integer there = known.get(key);
        if (there != null) {
            return there;
        }
        try {
            constants.writeByte(tag);
            constants.writeShort(first);
            if (second > 0) {
                constants.writeShort(second);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return number(key);
    }

    private int classOf(final String name) {
        return constant(7, utf8(name), 0);
    }

    private int member(final int tag, final String owner, final String name, final String descriptor) {
        return constant(tag, classOf(owner), constant(12, utf8(name), utf8(descriptor)));
    }

    /** The finished class, which has a constructor without parameters and this method. */
    byte[] toBytes(final String name, final String parent, final String method, final String descriptor,
            final int maxStack, final int maxLocals) {
        final int self = classOf(name);
        final int above = classOf(parent);
        final int made = member(10, parent, "<init>", "()V");
        final int init = utf8("<init>");
        final int nothing = utf8("()V");
        final int attribute = utf8("Code");
        final int called = utf8(method);
        final int shape = utf8(descriptor);
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream(pool.size() + size + 200);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(0xCAFEBABE);
            out.writeShort(0);
            out.writeShort(VERSION);
            out.writeShort(known.size() + 1);
            pool.writeTo(out);
            out.writeShort(FINAL_SUPER);
            out.writeShort(self);
            out.writeShort(above);
            out.writeInt(0); // neither interfaces nor fields
            out.writeShort(2);
            method(out, init, nothing, attribute, new byte[] {ALOAD_0, (byte) INVOKESPECIAL, (byte) (made >> 8),
                (byte) made, (byte) RETURN}, List.of(), 1, 1);
            handlers.removeIf(handler -> handler.start.at >= handler.end.at); // which a class must not have
            method(out, called, shape, attribute, linked(), handlers, maxStack, maxLocals);
            out.writeShort(0);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void method(final DataOutputStream out, final int name, final int descriptor, final int attribute,
            final byte[] code, final List<Handler> handlers, final int maxStack, final int maxLocals) throws IOException {
        out.writeShort(0);
        out.writeShort(name);
        out.writeShort(descriptor);
        out.writeShort(1);
        out.writeShort(attribute);
        out.writeInt(12 + code.length + 8 * handlers.size());
        out.writeShort(maxStack);
        out.writeShort(maxLocals);
        out.writeInt(code.length);
        out.write(code);
        out.writeShort(handlers.size());
        for (final Handler handler : handlers) {
            out.writeShort(handler.start.at);
            out.writeShort(handler.end.at);
            out.writeShort(handler.target.at);
            out.writeShort(0);
        }
        out.writeShort(0);
    }

    /** The code, its jumps filled in. */
    private byte[] linked() {
        labels.forEach(label -> label.jumps.forEach(from -> {
            final int distance = label.at - from;
            code[from + 1] = (byte) (distance >> 8);
            code[from + 2] = (byte) distance;
        }));
        return Arrays.copyOf(code, size);
    }
}
