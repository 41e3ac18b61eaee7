package org.htmlunit.corejs.javascript.regexp;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.htmlunit.corejs.javascript.Context;

/**
 * Compiles regular expressions whose programs are longer than the engine's compiler can write: a jump has two bytes for its
 * distance. Here those that go further go by others on their way, which normal flow passes over. What is short in itself
 * the engine's compiler writes.
 */
final class LargePattern {

    // the engine's numbers
    private static final int FLAT = 14;
    private static final int QUANTIFIER = 27;
    private static final int MINIMAL_QUANTIFIER = 42;
    private static final int GROUP = 31;
    private static final int GROUP_END = 32;
    private static final int ALTERNATIVES = 33;
    private static final int JUMP = 34;
    private static final int ASSERT = 35;
    private static final int ASSERT_NOT = 36;
    private static final int CHILD_END = 43;
    private static final int ALTERNATIVES_OF_CHARACTERS = 46;
    private static final int ALTERNATIVES_OF_CLASS = 48;
    private static final int ASSERT_BACK = 49;
    private static final int ASSERT_BACK_NOT = 50;
    private static final int END = 53;

    private static final int MOST = 0xFFFF;
    /** Bytes that the engine's compiler writes at once. */
    private static final int PIECE = 16_000;
    /** A jump of this length gets another on its way. */
    private static final int FAR = 30_000;

    private static final MethodHandle PARSE = handle("parseDisjunction", MethodType.methodType(boolean.class,
            CompilerState.class, NativeRegExp.ParserParameters.class));
    private static final MethodHandle NAMES = handle("extractNamedCaptureGroups", MethodType.methodType(void.class,
            char[].class, RENode.class, Map.class));
    private static final MethodHandle WRITE = handle("emitREBytecode", MethodType.methodType(int.class,
            CompilerState.class, RECompiled.class, int.class, RENode.class));

    private final CompilerState state;
    private final RECompiled result;
    /** Of each place that is not reached yet: where the jumps to it have their distances. */
    private final List<List<Integer>> open = new ArrayList<>();
    private final byte[] piece = new byte[2 * PIECE];
    private byte[] program = new byte[1 << 17];
    private int length;

    private LargePattern(final CompilerState state, final RECompiled result) {
        this.state = state;
        this.result = result;
    }

    private static MethodHandle handle(final String name, final MethodType type) {
        try {
            return MethodHandles.privateLookupIn(NativeRegExp.class, MethodHandles.lookup())
                    .findStatic(NativeRegExp.class, name, type);
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As the engine's compiler does. */
    static RECompiled compile(final Context context, final String pattern, final String flags) {
        final RECompiled made = new RECompiled(pattern);
        made.flags = NativeRegExp.compileRE(context, "", flags, false).flags;
        try {
            final CompilerState state = parse(context, made);
            made.namedCaptureGroups = new HashMap<>();
            if (state.namedCaptureGroupsFound) {
                NAMES.invoke(made.source, state.result, made.namedCaptureGroups);
                made.namedBackRefs = state.namedCaptureBackRefs;
            }
            made.classList = new RECharSet[state.classCount];
            made.classCount = state.classCount;
            made.parenCount = state.parenCount;
            final LargePattern writer = new LargePattern(state, made);
            writer.separate(state.result);
            writer.write(state.result);
            writer.put(END);
            made.program = Arrays.copyOf(writer.program, writer.length);
            return made;
        } catch (final RuntimeException | Error e) {
            throw e;
        } catch (final Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static CompilerState parse(final Context context, final RECompiled result) throws Throwable {
        final boolean isUnicode = (result.flags & NativeRegExp.JSREG_UNICODE) != 0;
        final NativeRegExp.ParserParameters parameters = new NativeRegExp.ParserParameters(isUnicode, isUnicode);
        final CompilerState first = new CompilerState(context, result.source, result.source.length, result.flags);
        PARSE.invoke(first, parameters);
        final boolean hasBackReferences = first.maxBackReference > first.parenCount;
        if (!hasBackReferences && (!first.namedCaptureGroupsFound || parameters.namedCaptureGroups)) {
            return first;
        }
        parameters.namedCaptureGroups |= first.namedCaptureGroupsFound;
        final CompilerState second = new CompilerState(context, result.source, result.source.length, result.flags);
        if (hasBackReferences) {
            second.backReferenceLimit = first.parenCount;
        }
        PARSE.invoke(second, parameters);
        return second;
    }

    private void put(final int value) {
        if (length == program.length) {
            program = Arrays.copyOf(program, 2 * length);
        }
        program[length++] = (byte) value;
    }

    private void putIndex(final int value) {
        put(value >> 8);
        put(value);
    }

    // jumps

    private List<Integer> newTarget() {
        final List<Integer> jumps = new ArrayList<>();
        open.add(jumps);
        return jumps;
    }

    private List<Integer> putJump(final List<Integer> target) {
        target.add(length);
        putIndex(0);
        return target;
    }

    /** The target is here. */
    private void reach(final List<Integer> target) {
        open.removeIf(one -> one == target);
        target.forEach(this::setDistance);
    }

    private void setDistance(final int at) {
        final int distance = length - at;
        if (distance > MOST) {
            throw Context.reportRuntimeError("Too complex regexp");
        }
        program[at] = (byte) (distance >> 8);
        program[at + 1] = (byte) distance;
    }

    private boolean isFar(final int at) {
        return length - at > FAR;
    }

    /** Lets jumps that have gone far begin anew here, at the start of an instruction. */
    private void relay() {
        final List<List<Integer>> far = open.stream().filter(target -> !target.isEmpty() && isFar(target.get(0))).toList();
        if (far.isEmpty()) {
            return;
        }
        put(JUMP);
        final int around = length;
        putIndex(0);
        for (final List<Integer> target : far) {
            target.forEach(this::setDistance);
            target.clear();
            put(JUMP);
            putJump(target);
        }
        setDistance(around);
    }

    // nodes

    /** Makes characters single: the instruction for several says in two bytes where in the pattern they are. */
    private void separate(final RENode first) {
        for (RENode node = first; node != null; node = node.next) {
            if (node.op == FLAT && node.flatIndex + node.length > MOST) {
                final RENode rest = new RENode((byte) FLAT);
                rest.length = node.length - 1;
                rest.flatIndex = node.flatIndex + 1;
                if (rest.length > 0) {
                    rest.chr = result.source[rest.flatIndex];
                    rest.next = node.next;
                    node.next = rest;
                }
                node.length = 1;
                node.flatIndex = -1;
            }
            for (RENode other = node; other != null; other = other.kid2) { // of which there may be thousands
                separate(other.kid);
                if (other.kid2 != null && !isAlternatives(other.kid2)) {
                    separate(other.kid2);
                    break;
                }
            }
        }
    }

    private static boolean isAlternatives(final RENode node) {
        return node.next == null && (node.op == ALTERNATIVES || node.op >= ALTERNATIVES_OF_CHARACTERS
                && node.op <= ALTERNATIVES_OF_CLASS);
    }

    private void write(final RENode first) throws Throwable {
        for (RENode node = first; node != null; node = node.next) {
            relay();
            if (size(node, PIECE) > PIECE) {
                writeLarge(node);
            } else {
                writeSmall(node);
            }
        }
    }

    /** By the engine's compiler. */
    private void writeSmall(final RENode node) throws Throwable {
        final RENode next = node.next;
        node.next = null;
        result.program = piece;
        final int end = (int) WRITE.invoke(state, result, 0, node);
        node.next = next;
        for (int i = 0; i < end; i++) {
            put(piece[i]);
        }
    }

    private void writeLarge(final RENode node) throws Throwable {
        switch (node.op) {
            case ALTERNATIVES, ALTERNATIVES_OF_CHARACTERS, ALTERNATIVES_OF_CHARACTERS + 1, ALTERNATIVES_OF_CLASS ->
                writeAlternatives(node);
            case GROUP -> {
                put(GROUP);
                putIndex(node.parenIndex);
                write(node.kid);
                put(GROUP_END);
                putIndex(node.parenIndex);
            }
            case QUANTIFIER -> writeQuantifier(node);
            case ASSERT, ASSERT_NOT, ASSERT_BACK, ASSERT_BACK_NOT -> {
                put(node.op);
                final List<Integer> behind = putJump(newTarget());
                write(node.kid);
                put(node.op + 2); // its test
                reach(behind);
            }
            default -> throw Context.reportRuntimeError("Too complex regexp");
        }
    }

    private void writeAlternatives(final RENode first) throws Throwable {
        final List<Integer> end = newTarget();
        RENode node = first;
        while (true) {
            put(node.op);
            if (node.op != ALTERNATIVES) { // what they begin with
                final boolean ignoresCase = node.op == ALTERNATIVES_OF_CHARACTERS + 1;
                putIndex(ignoresCase ? upperCase(node.chr) : node.chr);
                putIndex(ignoresCase ? upperCase((char) node.index) : node.index);
            }
            final List<Integer> other = putJump(newTarget());
            write(node.kid);
            put(JUMP);
            putJump(end);
            reach(other);
            final RENode rest = node.kid2;
            if (!isAlternatives(rest)) {
                write(rest);
                break;
            }
            relay();
            node = rest;
        }
        reach(end);
    }

    private void writeQuantifier(final RENode node) throws Throwable {
        put(node.greedy ? QUANTIFIER : MINIMAL_QUANTIFIER);
        putIndex(node.min);
        putIndex(node.max + 1);
        putIndex(node.parenCount);
        putIndex(node.parenIndex);
        put(node.atomic ? 1 : 0);
        final List<Integer> behind = putJump(newTarget());
        write(node.kid);
        put(CHILD_END);
        reach(behind);
    }

    /** As NativeRegExp's. */
    private static char upperCase(final char character) {
        final char upper = Character.toUpperCase(character);
        return character >= 128 && upper < 128 ? character : upper;
    }

    /** At least as many bytes as its code has; beyond {@code most} no one counts. */
    private static int size(final RENode node, final int most) {
        int size = 13;
        for (RENode kid = node.kid; kid != null && size <= most; kid = kid.next) {
            size += size(kid, most - size);
        }
        for (RENode kid = node.kid2; kid != null && size <= most; kid = kid.next) {
            size += size(kid, most - size);
        }
        return size;
    }
}
