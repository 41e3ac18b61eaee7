package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.htmlunit.WebResponse;
import org.htmlunit.util.NameValuePair;

/** What a document's response said of its content, in headers that hold for the snapshot too. */
final class DocumentHeaders {

    /**
     * Those about the content, about keeping it, and those that make a browser more careful. Cookies, validators,
     * encodings and lengths belong to the response that carried them.
     */
    private static final Set<String> KEPT = Set.of("cache-control", "content-language", "content-security-policy",
            "cross-origin-opener-policy", "cross-origin-resource-policy", "expires", "link", "permissions-policy",
            "referrer-policy", "retry-after", "strict-transport-security", "vary", "x-content-type-options",
            "x-frame-options", "x-robots-tag", "www-authenticate");

    private DocumentHeaders() { }

    /**
     * The headers to hand on, as pairs of lower-case name and value. Targets of {@code Link} are absolute, for they
     * would resolve against the snapshot's URL.
     */
    static List<List<String>> of(final WebResponse response) {
        final List<List<String>> headers = new ArrayList<>();
        final WebUrl base = WebUrl.of(response.getWebRequest().getUrl());
        for (final NameValuePair header : response.getResponseHeaders()) {
            final String name = Ascii.lower(header.getName());
            final String value = "link".equals(name) && base != null
                    ? LinkHeader.served(header.getValue(), base) : header.getValue();
            if (KEPT.contains(name) && value != null) {
                headers.add(List.of(name, value));
            }
        }
        return headers;
    }
}
