package ajaxcrawl;

/**
 * A request that a page made.
 *
 * @param method HTTP method
 * @param url whole URL, without a fragment
 * @param status HTTP status code; 0 where no response came
 * @param bytes of the content-decoded body
 * @param started seconds of wall-clock time since the render began
 * @param seconds of wall-clock time that it took
 * @param outcome {@code ok}, {@code blocked}, {@code cut} or {@code failed}
 */
public record RequestEntry(String method, String url, int status, long bytes, double started, double seconds,
        String outcome) { }
