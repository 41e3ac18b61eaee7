package ajaxcrawl;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The settings of a render, as Python gives them: names are those of {@code settings.py}, values are text; seconds and
 * bytes are decimal numbers, lists have a line an item, mappings a line {@code key value}. Immutable.
 */
public final class RenderOptions {

    private final Map<String, String> values;

    /**
     * @param namesAndValues name, value, name, value …
     */
    public RenderOptions(final String... namesAndValues) {
        final Map<String, String> map = new HashMap<>();
        for (int i = 0; i + 1 < namesAndValues.length; i += 2) {
            map.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        values = Map.copyOf(map);
    }

    private String text(final String name, final String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    private long millis(final String name, final String otherwise) {
        return Math.round(Double.parseDouble(text(name, otherwise)) * 1000);
    }

    private long number(final String name, final long otherwise) {
        return values.containsKey(name) ? Long.parseLong(values.get(name)) : otherwise;
    }

    private boolean flag(final String name, final boolean otherwise) {
        return values.containsKey(name) ? Boolean.parseBoolean(values.get(name)) : otherwise;
    }

    private List<String> lines(final String name) {
        return text(name, "").lines().filter(line -> !line.isEmpty()).toList();
    }

    /** Page time (wall time under the wall clock) that the page is given after its load event, in milliseconds. */
    public long waitForBackgroundJavaScript() {
        return millis("wait_for_background_javascript", "10");
    }

    /** Only jobs that start within so many milliseconds are waited for; -1: no such bound. */
    public long waitForBackgroundJavaScriptStartingBefore() {
        return millis("wait_for_background_javascript_starting_before", "-0.001");
    }

    /** Whether timers fire in page time rather than wall-clock time. */
    public boolean pageClock() {
        return "page".equals(text("clock", "page"));
    }

    /** Whether AJAX calls are done before the page goes on. */
    public boolean resynchronizeAjax() {
        return "nicely_resynchronizing".equals(text("ajax_controller", "nicely_resynchronizing"));
    }

    /** Wall-clock milliseconds for the whole render. */
    public long deadline() {
        return millis("deadline", "20");
    }

    /** Milliseconds that one script may run. */
    public long javaScriptTimeout() {
        return millis("javascript_timeout", "5");
    }

    /** Names of the global variables by which a page says whether it is ready. */
    public List<String> readyFlag() {
        return lines("ready_flag");
    }

    /** A CSS selector that the page is to show before it is taken; null: none. */
    public String waitForSelector() {
        return values.get("wait_for_selector");
    }

    /** {@code chrome}, {@code firefox} or {@code edge}. */
    public String browser() {
        return text("browser", "chrome");
    }

    /** Whether style sheets are loaded and computed. */
    public boolean css() {
        return flag("css", true);
    }

    /** Whether comments stay in the snapshot. */
    public boolean comments() {
        return flag("comments", true);
    }

    /** BCP 47 language tag. */
    public String locale() {
        return text("locale", "en-US");
    }

    /** IANA time zone name. */
    public String timeZone() {
        return text("time_zone", "UTC");
    }

    /** Whether scripts newer than Rhino understands are lowered. */
    public boolean modernJavaScript() {
        return flag("modern_javascript", true);
    }

    /** Hosts besides the page's own that may be asked; a leading {@code *.} matches any subdomain. Lower case. */
    public Set<String> externalHosts() {
        return new HashSet<>(lines("external_hosts"));
    }

    /** Hosts that may have private addresses. Lower case. */
    public Set<String> privateHosts() {
        return new HashSet<>(lines("private_hosts"));
    }

    /** Path prefix to the base URL of the server that answers it, in the order given. */
    public Map<String, String> origins() {
        final Map<String, String> map = new LinkedHashMap<>();
        for (final String line : lines("origins")) {
            final int space = line.indexOf(' ');
            map.put(line.substring(0, space), line.substring(space + 1));
        }
        return map;
    }

    /** Patterns of URLs that are never asked for. */
    public List<String> blockUrls() {
        return lines("block_urls");
    }

    /** Requests that one page may make. */
    public int maxPageRequests() {
        return (int) number("max_page_requests", 200);
    }

    /** Bytes of one response's decoded body. */
    public long maxResponseBytes() {
        return number("max_response_bytes", 16L << 20);
    }

    /** Bytes of one snapshot. */
    public long maxSnapshotBytes() {
        return number("max_snapshot_bytes", 8L << 20);
    }

    /** Bytes that one render may allocate, in all. */
    public long maxAllocatedBytes() {
        return number("max_allocated_bytes", 1L << 30);
    }

    /** Name of a {@code Consumer<WebClient>} class that sees each client before use; null: none. */
    public String webClientConfigurer() {
        return values.get("web_client_configurer");
    }
}
