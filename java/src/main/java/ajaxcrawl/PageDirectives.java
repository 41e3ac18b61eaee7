package ajaxcrawl;

import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.htmlunit.WebResponse;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;

/**
 * What a page says of its own answer: the status and headers of its response, and those of {@code meta} elements that
 * scripts set because they can set no other ({@code prerender-status-code}, {@code render:status_code},
 * {@code prerender-header}; {@code ajaxcrawl-status-code}, {@code ajaxcrawl-header}).
 */
final class PageDirectives {

    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final Set<Integer> WITHOUT_CONTENT = Set.of(204, 205, 206, 304);
    private static final Set<String> SETTABLE = Set.of("cache-control", "content-language", "expires", "link",
            "location", "retry-after", "vary", "x-robots-tag");
    /** Headers whose values add up; any other is replaced. */
    private static final Set<String> LISTS = Set.of("link", "vary", "x-robots-tag");
    private static final int MAX_VALUE = 4096;

    private final WebUrl base;
    private final PageLog log;
    private final List<List<String>> headers;
    private int status;
    private WebUrl location;
    private String canonical;

    private PageDirectives(final HtmlPage page, final DocumentFacts facts, final WebUrl asked, final PageLog log) {
        this.log = log;
        final WebResponse response = page.getWebResponse();
        status = response.getStatusCode();
        headers = DocumentHeaders.of(response);
        base = facts.base() == null ? asked : orElse(WebUrl.parse(facts.base().getAttribute("href"), asked), asked);
        for (final DomElement meta : facts.instructions()) {
            if (Metas.HEADER.contains(Metas.name(meta))) {
                header(meta.getAttribute("content"));
            }
        }
        status(facts.instructions());
        if (status == 200 && !facts.hasCanonical() && asked.scheme().startsWith("http")
                && headers.stream().noneMatch(h -> "link".equals(h.get(0)) && LinkHeader.hasCanonical(h.get(1)))) {
            canonical = UglyUrls.toPretty(asked).href();
            headers.add(List.of("link", LinkHeader.canonical(canonical)));
        }
    }

    private static WebUrl orElse(final WebUrl url, final WebUrl otherwise) {
        return url == null ? otherwise : url;
    }

    /**
     * Reads {@code page}.
     *
     * @param askedFor the pretty URL that was asked for
     * @param log is told what can't be obeyed
     */
    static PageDirectives read(final HtmlPage page, final URL askedFor, final PageLog log) {
        return read(page, DocumentFacts.of(page), askedFor, log);
    }

    static PageDirectives read(final HtmlPage page, final DocumentFacts facts, final URL askedFor, final PageLog log) {
        return new PageDirectives(page, facts, WebUrl.of(askedFor), log);
    }

    private void header(final String content) {
        final int colon = content.indexOf(':');
        final String name = colon < 0 ? "" : Ascii.lower(Ascii.strip(content.substring(0, colon)));
        if (!SETTABLE.contains(name)) {
            ignored("header", content, "only " + String.join(", ", SETTABLE.stream().sorted().toList())
                    + " can be set");
            return;
        }
        final String given = Ascii.strip(content.substring(colon + 1));
        if ("location".equals(name)) {
            location = WebUrl.parse(given, base);
            if (location == null || !location.scheme().startsWith("http")) {
                location = null;
                ignored("header", content, "not the URL of a document");
            }
            return;
        }
        final String value = "link".equals(name) ? LinkHeader.served(given, base) : given;
        if (value == null || value.isEmpty() || value.length() > MAX_VALUE || !isPlain(value)) {
            ignored("header", content, "not a header's value");
            return;
        }
        if (!LISTS.contains(name)) {
            headers.removeIf(header -> header.get(0).equals(name));
        }
        headers.add(List.of(name, value));
    }

    private static boolean isPlain(final String value) {
        return value.chars().allMatch(c -> c >= ' ' && c < 0x7F || c == '\t');
    }

    private void status(final List<DomElement> metas) {
        Integer chosen = null;
        for (final DomElement meta : metas) {
            if (Metas.STATUS.contains(Metas.name(meta)) && chosen == null) {
                chosen = statusOf(Ascii.strip(meta.getAttribute("content")));
            }
        }
        if (chosen != null) {
            status = chosen;
        }
        if (location != null && !(chosen != null && REDIRECTS.contains(chosen))) {
            ignored("header", "Location: " + location.href(), "the status is no redirect's");
            location = null;
        }
    }

    private Integer statusOf(final String text) {
        final int code = text.matches("[2-5][0-9][0-9]") ? Integer.parseInt(text) : 0;
        if (code == 0 || WITHOUT_CONTENT.contains(code) || code / 100 == 3 && !REDIRECTS.contains(code)) {
            ignored("status", text, "not the status of a document");
            return null;
        }
        if (code / 100 == 3 && location == null) {
            ignored("status", text, "no Location");
            return null;
        }
        return code;
    }

    private void ignored(final String what, final String content, final String why) {
        log.add("warning", "meta", "ignored the page's " + what + " \"" + content + "\": " + why, base.href(), 0);
    }

    /** The status to answer with. */
    int status() {
        return status;
    }

    /** Pairs of lower-case name and value: all that the answer is to carry besides {@link #location}. */
    List<List<String>> headers() {
        return new ArrayList<>(headers);
    }

    /** Where a redirect by meta leads, absolute, percent-encoded and pretty; null where there is none. */
    String location() {
        return location == null ? null : UglyUrls.toPretty(location).href();
    }

    /** The URL of the canonical link to add; null where the page has one, or is to have none. */
    String canonical() {
        return canonical;
    }
}
