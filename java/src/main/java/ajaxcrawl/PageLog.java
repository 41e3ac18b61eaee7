package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;

/** What a page said and what failed in it, in order; bounded, safe to use from several threads. */
public final class PageLog {

    private static final int MAX_ENTRIES = 200;
    private static final int MAX_MESSAGE = 2000;

    /**
     * A line of the log.
     *
     * @param level {@code error}, {@code warning} or {@code info}
     * @param kind what it is about: {@code script}, {@code console}, {@code request}, {@code blocked}, {@code limit} …
     * @param message what happened
     * @param url of the script or request; empty where there is none
     * @param line of the script, from 1; 0 where there is none
     */
    public record Entry(String level, String kind, String message, String url, int line) { }

    private final List<Entry> entries = new ArrayList<>();

    /** Adds a line; past the bound lines are dropped. */
    public synchronized void add(final String level, final String kind, final String message, final String url,
            final int line) {
        if (entries.size() < MAX_ENTRIES) {
            final String text = String.valueOf(message);
            entries.add(new Entry(level, kind, text.substring(0, Math.min(MAX_MESSAGE, text.length())),
                    url == null ? "" : url, line));
        }
    }

    /** Begins anew, for a page that goes on to its next state. */
    synchronized void renew() {
        entries.clear();
    }

    /** Whether further lines are dropped. */
    public synchronized boolean isFull() {
        return entries.size() >= MAX_ENTRIES;
    }

    /** The lines so far. */
    public synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }
}
