package ajaxcrawl;

import java.nio.charset.StandardCharsets;

/**
 * What an {@link Origin} answers: a response, part of one, or a failure.
 *
 * @param status the HTTP status code, 0 where there is no response
 * @param headers one line a header, each ended by CRLF, ISO-8859-1
 * @param body the body, content-decoded
 * @param failure why there is no response, or only a part of one; null for a whole response
 */
public record OriginReply(int status, byte[] headers, byte[] body, String failure) {

    /** A whole response. */
    public static OriginReply of(final int status, final byte[] headers, final byte[] body) {
        return new OriginReply(status, headers, body, null);
    }

    /** A response that was cut at a limit; {@code body} is what had come, {@code reason} says why (UTF-8). */
    public static OriginReply cut(final int status, final byte[] headers, final byte[] body, final byte[] reason) {
        return new OriginReply(status, headers, body, new String(reason, StandardCharsets.UTF_8));
    }

    /** No response: refused, the application failed, or it ended too early; {@code reason} says why (UTF-8). */
    public static OriginReply failed(final byte[] reason) {
        return new OriginReply(0, new byte[0], new byte[0], new String(reason, StandardCharsets.UTF_8));
    }
}
