package ajaxcrawl;

import java.nio.charset.StandardCharsets;

/** What an {@link Origin} answers: a response, part of one, or a failure. A value. */
public final class OriginReply {

    private final int status;
    private final byte[] headers;
    private final byte[] body;
    private final String failure;

    private OriginReply(final int status, final byte[] headers, final byte[] body, final String failure) {
        this.status = status;
        this.headers = headers;
        this.body = body;
        this.failure = failure;
    }

    /**
     * A whole response.
     *
     * @param status the HTTP status code
     * @param headers one line a header, each ended by CRLF, ISO-8859-1
     * @param body the content-decoded body
     */
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

    /** The HTTP status code, 0 where there is no response. */
    public int status() {
        return status;
    }

    /** The response's header lines. */
    public byte[] headers() {
        return headers;
    }

    /** The body, content-decoded. */
    public byte[] body() {
        return body;
    }

    /** Why there is no response, or only a part of one; null for a whole response. */
    public String failure() {
        return failure;
    }

    /** Whether {@link #body} is only a part. */
    public boolean isCut() {
        return failure != null && status != 0;
    }
}
