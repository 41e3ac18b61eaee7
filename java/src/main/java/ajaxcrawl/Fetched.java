package ajaxcrawl;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.htmlunit.util.NameValuePair;

/**
 * What came for a request, from the application or by HTTP.
 *
 * @param status the HTTP status code; 0 where there is no response
 * @param headers the response's headers
 * @param body the content-decoded body
 * @param failure why there is no response, or only the first part of one; null for a whole response. Begins with one
 *     of the words below.
 */
record Fetched(int status, List<NameValuePair> headers, byte[] body, String failure) {

    /** The response has more bytes than {@code max_response_bytes}; the body is its first part. */
    static final String TOO_LARGE = "too_large";
    /** The render's time was over before the response was there. */
    static final String TIMEOUT = "timeout";
    /** A stream of events, which has no end by design. */
    static final String EVENT_STREAM = "event_stream";
    /** The application in this process does not answer this URL: it is mounted elsewhere. */
    static final String OUTSIDE = "outside";

    static Fetched of(final OriginReply reply) {
        final List<NameValuePair> headers = new ArrayList<>();
        for (final String line : new String(reply.headers(), StandardCharsets.ISO_8859_1).split("\r\n")) {
            final int colon = line.indexOf(':');
            if (colon > 0) {
                headers.add(new NameValuePair(line.substring(0, colon).strip(), line.substring(colon + 1).strip()));
            }
        }
        return new Fetched(reply.status(), headers, reply.body(), reply.failure());
    }

    boolean failedBy(final String reason) {
        return failure != null && failure.startsWith(reason);
    }

    /** The first header called {@code name}; null: none. */
    String header(final String name) {
        for (final NameValuePair header : headers) {
            if (header.getName().equalsIgnoreCase(name)) {
                return header.getValue();
            }
        }
        return null;
    }

    /** The media type in lower case, without parameters; empty where there is none. */
    static String mediaType(final String contentType) {
        return contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }
}
