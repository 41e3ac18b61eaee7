package ajaxcrawl;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** Stacks of pages are never those of threads of Python's. */
public class PageStackTest {

    private static final long MIB = 1L << 20;

    private static long sizeUnder(final String soft) {
        return PageStack.sizeUnder("Limit                     Soft Limit           Hard Limit           Units     \n"
                + "Max data size             unlimited            unlimited            bytes     \n"
                + "Max stack size            " + soft + "             9999999999           bytes     \n") / MIB;
    }

    @Test
    public void stacksAreMoreThanFourTimesThoseOfPythonsThreads() {
        assertEquals(33, sizeUnder("8388608"));
        assertEquals(41, sizeUnder("10485760"));
        assertEquals(33, sizeUnder("65536"));
    }

    @Test
    public void stacksHaveALimitWhereTheSystemHasNone() {
        assertEquals(33, sizeUnder("unlimited"));
        assertEquals(257, sizeUnder("999999999999"));
    }

    @Test
    public void withoutLimitsTheyAreAsLargeAsIsUsual() {
        assertEquals(33, PageStack.sizeUnder("") / MIB);
    }
}
