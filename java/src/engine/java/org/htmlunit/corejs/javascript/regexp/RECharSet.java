package org.htmlunit.corejs.javascript.regexp;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The characters in one pair of brackets of a regular expression, in place of the class of this name in HtmlUnit's engine:
 * for {@code \s} and {@code \S} all of 65,536 characters are asked there whether they are spaces, as often as a page makes
 * such an expression.
 */
final class RECharSet implements Serializable {

    private static final long serialVersionUID = 7931787979395898394L;

    // the engine's numbers
    private static final byte NO_DIGIT = 8;
    private static final byte NO_WORD = 10;
    private static final byte SPACE = 11;
    private static final byte NO_SPACE = 12;

    /** A bit for each character: those that ECMAScript calls WhiteSpace and LineTerminator. */
    private static final byte[] SPACES = new byte[1 << 13];

    static {
        final String spaces = "\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
                + "\u2028\u2029\u202f\u205f\u3000\ufeff";
        for (final char space : spaces.toCharArray()) {
            SPACES[space >> 3] |= 1 << (space & 7);
        }
    }

    // used by the engine as fields
    ArrayList<Integer> unicodeProps = new ArrayList<>();
    ArrayList<Integer> negUnicodeProps = new ArrayList<>();
    final int length;
    final NativeRegExp.ClassContents classContents = new NativeRegExp.ClassContents();
    transient volatile boolean converted;
    /** One for each character, of all where there is an escape; made when the engine begins to fill them. */
    transient volatile byte[] bits;

    RECharSet(final NativeRegExp.ClassContents contents, final int length) {
        this.length = length;
        classContents.sense = contents.sense;
        classContents.chars = contents.chars;
        classContents.bmpRanges = contents.bmpRanges;
        classContents.escapeNodes = new Escapes(contents.escapeNodes);
        classContents.nonBMPRanges = new ArrayList<>(contents.nonBMPRanges);
        classContents.nonBMPCodepoints = contents.nonBMPCodepoints;
        for (final RENode node : contents.escapeNodes) {
            if (node.op == NO_DIGIT || node.op == NO_WORD || node.op == NO_SPACE) { // forgotten by the engine
                classContents.nonBMPRanges.addAll(List.of(Character.MIN_SUPPLEMENTARY_CODE_POINT, Character.MAX_CODE_POINT));
            }
        }
    }

    /** Fills in the spaces itself when the engine comes to go through the escapes, and gives it the others only. */
    private final class Escapes extends ArrayList<RENode> {

        private static final long serialVersionUID = 1L;

        Escapes(final List<RENode> nodes) {
            super(nodes);
        }

        @Override
        public Iterator<RENode> iterator() {
            final List<RENode> others = new ArrayList<>();
            for (int i = 0; i < size(); i++) {
                final RENode node = get(i);
                if (node.op == SPACE || node.op == NO_SPACE) {
                    fill(node.op == SPACE);
                } else {
                    others.add(node);
                }
            }
            return others.iterator();
        }

        private void fill(final boolean withSpaces) {
            final byte[] all = bits;
            for (int i = 0; i < all.length; i++) {
                all[i] |= withSpaces ? SPACES[i] : ~SPACES[i];
            }
        }
    }
}
