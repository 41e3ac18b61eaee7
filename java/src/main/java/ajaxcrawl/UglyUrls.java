package ajaxcrawl;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** Pretty and ugly URLs of the AJAX crawling scheme. */
final class UglyUrls {

    private static final String KEY = "_escaped_fragment_";

    private UglyUrls() { }

    /**
     * The pretty URL that {@code url} stands for; {@code url} itself where it is none, or not a valid one.
     */
    static WebUrl toPretty(final WebUrl url) {
        final String query = url.query();
        if (query == null || !query.contains(KEY) || url.segments() == null) {
            return url;
        }
        final StringBuilder rest = new StringBuilder();
        String state = null;
        for (final String pair : query.split("&", -1)) {
            if (pair.equals(KEY) || pair.startsWith(KEY + "=")) {
                if (state != null) {
                    return url;
                }
                state = pair.equals(KEY) ? "" : pair.substring(KEY.length() + 1);
            } else {
                rest.append('&').append(pair);
            }
        }
        final String value = state == null ? null : unescape(state);
        if (value == null) {
            return url;
        }
        // An empty parameter is what "/?&_escaped_fragment_=" leaves.
        final String kept = rest.length() < 2 ? "" : rest.substring(1);
        final WebUrl pretty = kept.isEmpty() ? url.withSearch("") : url.withSearch("?" + kept);
        return value.isEmpty() ? pretty : pretty.withHash("#!" + value);
    }

    /** Whether the query has the token. */
    static boolean isUgly(final WebUrl url) {
        return url.query() != null && Stream.of(url.query().split("&", -1))
                .anyMatch(pair -> pair.equals(KEY) || pair.startsWith(KEY + "="));
    }

    /** The ugly URL that {@code pretty} is served at. */
    static WebUrl toUgly(final WebUrl pretty) {
        final String query = pretty.query() == null ? "" : pretty.query() + "&";
        final String hash = pretty.hash();
        final StringBuilder search = new StringBuilder("?").append(query).append(KEY).append('=');
        if (hash.startsWith("#!")) {
            for (final byte b : hash.substring(2).getBytes(StandardCharsets.UTF_8)) {
                if (b <= ' ' || b == 0x7F || "#%&+".indexOf(b) >= 0) {
                    search.append(String.format("%%%02X", b));
                } else {
                    search.append((char) b);
                }
            }
        }
        return pretty.withNoFragment().withSearch(search.toString());
    }

    private static String unescape(final String text) {
        final byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        final ByteBuffer bytes = ByteBuffer.allocate(raw.length);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] != '%') {
                bytes.put(raw[i]);
                continue;
            }
            final int high = i + 2 <= raw.length - 1 ? Character.digit(raw[i + 1], 16) : -1;
            final int low = i + 2 <= raw.length - 1 ? Character.digit(raw[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                return null;
            }
            bytes.put((byte) (high << 4 | low));
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (final CharacterCodingException e) {
            return null;
        }
    }
}
