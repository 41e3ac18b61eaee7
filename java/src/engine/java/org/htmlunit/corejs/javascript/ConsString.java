package org.htmlunit.corejs.javascript;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What {@code +} makes of two texts, in place of the class of this name in HtmlUnit's engine: most of them are of two
 * pieces that are compared or used as a key next, and are joined at once, without a stack and an array of characters.
 */
public class ConsString implements CharSequence, Serializable {

    private static final long serialVersionUID = -8432806714471372570L;

    /** All of the text, once it is joined. */
    private CharSequence left;
    /** Null once the text is joined. */
    private CharSequence right;
    private final int length;

    /** Neither is looked at before the text is asked for. */
    public ConsString(final CharSequence left, final CharSequence right) {
        this.left = left instanceof ConsString ? left : left.toString();
        this.right = right instanceof ConsString ? right : right.toString();
        length = left.length() + right.length();
    }

    private Object writeReplace() {
        return toString();
    }

    @Override
    public String toString() {
        return right == null ? (String) left : whole();
    }

    private synchronized String whole() {
        if (right != null) {
            final String first = joined(left);
            final String second = joined(right);
            left = first != null && second != null ? first.concat(second) : join();
            right = null;
        }
        return (String) left;
    }

    /** A piece's text; null where it has yet to be joined. */
    private static String joined(final CharSequence piece) {
        return piece instanceof ConsString cons ? cons.right == null ? (String) cons.left : null : (String) piece;
    }

    /** From the end, as texts mostly grow there. */
    private String join() {
        final char[] all = new char[length];
        final Deque<CharSequence> before = new ArrayDeque<>();
        before.push(left);
        int at = length;
        for (CharSequence piece = right; piece != null; piece = before.poll()) {
            CharSequence last = piece;
            while (joined(last) == null) {
                before.push(((ConsString) last).left);
                last = ((ConsString) last).right;
            }
            final String text = joined(last);
            at -= text.length();
            text.getChars(0, text.length(), all, at);
        }
        return new String(all);
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(final int index) {
        return toString().charAt(index);
    }

    @Override
    public CharSequence subSequence(final int start, final int end) {
        return toString().substring(start, end);
    }
}
