package org.htmlunit.corejs.javascript;

import static org.junit.Assert.assertEquals;

import java.util.Random;
import org.junit.Test;

/** Texts that are put together of pieces. */
public class ConsStringTest {

    @Test
    public void pieceByPieceTheyAreAsTheJavaOnesAre() {
        final Random random = new Random(4);
        final CharSequence[] texts = new CharSequence[20];
        final String[] expected = new String[texts.length];
        for (int i = 0; i < texts.length; i++) {
            expected[i] = i % 5 == 0 ? "" : i % 3 == 0 ? "\u00e9" + i : "\u4e2d" + i;
            texts[i] = expected[i];
        }
        for (int step = 0; step < 2000; step++) {
            final int into = random.nextInt(texts.length);
            final int first = random.nextInt(texts.length);
            final int second = random.nextInt(texts.length);
            if (expected[first].length() + expected[second].length() < 5000) {
                texts[into] = new ConsString(texts[first], texts[second]);
                expected[into] = expected[first] + expected[second];
            }
            if (step % 3 == 0) {
                assertEquals(expected[first], texts[first].toString());
            }
        }
        for (int i = 0; i < texts.length; i++) {
            assertEquals(expected[i].length(), texts[i].length());
            assertEquals(expected[i], texts[i].toString());
        }
    }

    @Test
    public void depthTakesNoStack() {
        CharSequence left = "";
        CharSequence right = "";
        for (int i = 0; i < 200_000; i++) {
            left = new ConsString(left, "a");
            right = new ConsString("b", right);
        }
        assertEquals("a".repeat(200_000) + "b".repeat(200_000), new ConsString(left, right).toString());
        assertEquals('b', right.charAt(7));
        assertEquals("aa", left.subSequence(3, 5));
    }
}
