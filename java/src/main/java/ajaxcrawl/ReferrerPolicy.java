package ajaxcrawl;

import java.net.URL;
import java.util.Map;
import java.util.Set;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;

/** How much of a page's URL its requests tell, and the frames that it loads (Referrer Policy). */
final class ReferrerPolicy {

    static final String DEFAULT = "strict-origin-when-cross-origin";
    private static final Set<String> POLICIES = Set.of("no-referrer", "no-referrer-when-downgrade", "same-origin",
            "origin", "strict-origin", "origin-when-cross-origin", DEFAULT, "unsafe-url");
    /** What else a {@code meta} may say. */
    private static final Map<String, String> OLD_NAMES = Map.of("never", "no-referrer", "default", DEFAULT,
            "always", "unsafe-url", "origin-when-crossorigin", "origin-when-cross-origin");

    private ReferrerPolicy() { }

    /** The policy of an attribute or a keyword; null: it says none. */
    static String of(final String value) {
        final String word = Ascii.lower(Ascii.strip(value));
        return POLICIES.contains(word) ? word : null;
    }

    /** The policy of a document; null: one that says nothing. */
    static String of(final HtmlPage page) {
        if (page == null) {
            return DEFAULT;
        }
        String policy = DEFAULT;
        final String header = page.getWebResponse().getResponseHeaderValue("Referrer-Policy");
        for (final String word : header == null ? new String[0] : header.split(",")) {
            policy = of(word) == null ? policy : of(word);
        }
        for (final DomElement meta : page.getElementsByTagName("meta")) {
            if ("referrer".equals(Elements.keyword(meta, "name"))) {
                final String word = Elements.keyword(meta, "content");
                final String named = of(OLD_NAMES.getOrDefault(word, word));
                policy = named == null ? policy : named;
            }
        }
        return policy;
    }

    /** What a request to {@code to} tells of the page at {@code from}; null: nothing. */
    static String referrer(final String policy, final URL from, final URL to) {
        final boolean same = Urls.sameOrigin(from, to);
        final boolean downgrade = Urls.isTrustworthy(from) && !Urls.isTrustworthy(to);
        final String origin = Urls.origin(from) + "/";
        final String whole = Urls.origin(from) + Urls.target(from);
        if (!Urls.isHttp(from)) {
            return null;
        }
        return switch (policy) {
            case "no-referrer" -> null;
            case "no-referrer-when-downgrade" -> downgrade ? null : whole;
            case "same-origin" -> same ? whole : null;
            case "origin" -> origin;
            case "strict-origin" -> downgrade ? null : origin;
            case "origin-when-cross-origin" -> same ? whole : origin;
            case "unsafe-url" -> whole;
            default -> same ? whole : downgrade ? null : origin;
        };
    }
}
