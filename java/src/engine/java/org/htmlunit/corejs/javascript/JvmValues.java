package org.htmlunit.corejs.javascript;

import java.math.BigInteger;

/** What the code that {@link JvmCompiler} writes calls for what scripts do with values: the most frequent cases first. */
final class JvmValues {

    private JvmValues() { }

    static boolean isTrue(final Object value) {
        if (value instanceof Boolean truth) {
            return truth;
        }
        if (value == null || value == Undefined.instance) {
            return false;
        }
        if (value instanceof Number number) {
            if (value instanceof BigInteger) {
                return !value.equals(BigInteger.ZERO);
            }
            final double real = number.doubleValue();
            return !Double.isNaN(real) && real != 0;
        }
        if (value instanceof ScriptableObject object) {
            return !object.avoidObjectDetection();
        }
        return ScriptRuntime.toBoolean(value);
    }

    static Object truth(final boolean value) {
        return value;
    }

    static boolean isNothing(final Object value) {
        return value == null || Undefined.isUndefined(value);
    }

    static Object add(final Object a, final Object b, final Context context) {
        if (isReal(a) && isReal(b)) {
            return real(a) + real(b);
        }
        if (a instanceof CharSequence text && b instanceof CharSequence more) {
            return new ConsString(text, more);
        }
        if (a instanceof CharSequence text && isReal(b)) {
            return new ConsString(text, ScriptRuntime.toCharSequence(b));
        }
        return ScriptRuntime.add(a, b, context);
    }

    private static boolean isReal(final Object value) {
        return value instanceof Double || value instanceof Integer;
    }

    private static double real(final Object value) {
        return ((Number) value).doubleValue();
    }

    /** Results are real numbers, as the interpreter's are, or big integers. */
    private static Object number(final Number value) {
        return value instanceof BigInteger || value instanceof Double ? value : (Object) value.doubleValue();
    }

    static Object subtract(final Object a, final Object b) {
        if (isReal(a) && isReal(b)) {
            return real(a) - real(b);
        }
        final Number left = ScriptRuntime.toNumeric(a);
        return number(ScriptRuntime.subtract(left, ScriptRuntime.toNumeric(b)));
    }

    static Object multiply(final Object a, final Object b) {
        if (isReal(a) && isReal(b)) {
            return real(a) * real(b);
        }
        final Number left = ScriptRuntime.toNumeric(a);
        return number(ScriptRuntime.multiply(left, ScriptRuntime.toNumeric(b)));
    }

    static Object divide(final Object a, final Object b) {
        if (isReal(a) && isReal(b)) {
            return real(a) / real(b);
        }
        final Number left = ScriptRuntime.toNumeric(a);
        return number(ScriptRuntime.divide(left, ScriptRuntime.toNumeric(b)));
    }

    static Object remainder(final Object a, final Object b) {
        final Number left = ScriptRuntime.toNumeric(a);
        return number(ScriptRuntime.remainder(left, ScriptRuntime.toNumeric(b)));
    }

    static Object power(final Object a, final Object b) {
        final Number left = ScriptRuntime.toNumeric(a);
        return number(ScriptRuntime.exponentiate(left, ScriptRuntime.toNumeric(b)));
    }

    /** The interpreter's codes of the operations are Rhino's tokens. */
    static Object bits(final Object a, final Object b, final int operation) {
        if (isReal(a) && isReal(b)) {
            final int left = ScriptRuntime.toInt32(real(a));
            final int right = ScriptRuntime.toInt32(real(b));
            return (double) switch (operation) {
                case Token.BITOR -> left | right;
                case Token.BITXOR -> left ^ right;
                case Token.BITAND -> left & right;
                case Token.LSH -> left << right;
                default -> left >> right;
            };
        }
        final Number left = ScriptRuntime.toNumeric(a);
        final Number right = ScriptRuntime.toNumeric(b);
        return number(switch (operation) {
            case Token.BITOR -> ScriptRuntime.bitwiseOR(left, right);
            case Token.BITXOR -> ScriptRuntime.bitwiseXOR(left, right);
            case Token.BITAND -> ScriptRuntime.bitwiseAND(left, right);
            case Token.LSH -> ScriptRuntime.leftShift(left, right);
            default -> ScriptRuntime.signedRightShift(left, right);
        });
    }

    static Object unsignedShift(final Object a, final Object b) {
        final double left = ScriptRuntime.toNumber(a);
        return (double) (ScriptRuntime.toUint32(left) >>> (ScriptRuntime.toInt32(b) & 31));
    }

    static Object not(final Object value) {
        return number(ScriptRuntime.bitwiseNOT(ScriptRuntime.toNumeric(value)));
    }

    static Object positive(final Object value) {
        return value instanceof Double ? value : (Object) ScriptRuntime.toNumber(value);
    }

    static Object negative(final Object value) {
        return number(ScriptRuntime.negate(ScriptRuntime.toNumeric(value)));
    }

    static Object numeric(final Object value) {
        return value instanceof Double ? value : number(ScriptRuntime.toNumeric(value));
    }

    static Object plusOne(final Object number) {
        return number instanceof BigInteger big ? (Object) big.add(BigInteger.ONE) : real(number) + 1;
    }

    static Object minusOne(final Object number) {
        return number instanceof BigInteger big ? (Object) big.subtract(BigInteger.ONE) : real(number) - 1;
    }

    static boolean isLess(final Object a, final Object b) {
        return isReal(a) && isReal(b) ? real(a) < real(b) : ScriptRuntime.compare(a, b, Token.LT);
    }

    static boolean compares(final Object a, final Object b, final int operation) {
        if (isReal(a) && isReal(b)) {
            return ScriptRuntime.compareTo(real(a), real(b), operation);
        }
        return ScriptRuntime.compare(a, b, operation);
    }

    static boolean equal(final Object a, final Object b) {
        return a == b && !(a instanceof Number) || ScriptRuntime.eq(a, b);
    }

    static boolean same(final Object a, final Object b) {
        return a == b && !(a instanceof Number) || ScriptRuntime.shallowEq(a, b);
    }
}
