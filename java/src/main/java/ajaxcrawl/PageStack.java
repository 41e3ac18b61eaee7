package ajaxcrawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How large the stacks of pages' threads are: so large that none of them was, or becomes, that of a thread of Python's. */
final class PageStack {

    /**
     * Scripts recurse through several Java frames a call; the default stack ends at a few hundred calls.
     *
     * More than four times the stack of Python's threads, which is 8 MiB on most systems: glibc gives no thread the stack
     * of one that has ended and is so much larger, or any smaller. A thread of Python's that Java was called from leaves
     * its stack with a page that none may touch, and Java, which does not know of it, would end the process where a
     * recursion comes to that page.
     */
    private static final long LEAST = 33L << 20;

    /** Some systems grant stacks without measure; a page could then fill the memory with its recursion. */
    private static final long MOST = 257L << 20;

    /** The limit that is in force, of Linux; where there is none glibc makes stacks of 2 MiB. */
    private static final Pattern LIMIT = Pattern.compile("(?m)^Max stack size +(\\d{1,12}) ");

    private PageStack() { }

    /** In bytes, for this process. */
    static long size() {
        try {
            return sizeUnder(Files.readString(Path.of("/proc/self/limits")));
        } catch (final IOException | RuntimeException e) { // a system without glibc, or one that hides it
            return LEAST;
        }
    }

    /** In bytes, where {@code limits} is what Linux has in {@code /proc/self/limits}. */
    static long sizeUnder(final String limits) {
        final Matcher limit = LIMIT.matcher(limits);
        return limit.find() ? Math.min(MOST, Math.max(LEAST, 4 * Long.parseLong(limit.group(1)) + (1L << 20))) : LEAST;
    }
}
