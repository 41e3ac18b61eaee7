package ajaxcrawl;

/**
 * Answers a page's requests to its own site. Python implements it: each call becomes an ASGI call to the wrapped
 * application.
 */
public interface Origin {

    /**
     * Answers one request. Never throws: a failure is a reply too, see {@link OriginReply#failed}.
     *
     * @param head the request line with an absolute URL, then one line a header, each ended by CRLF, ISO-8859-1:
     *     {@code GET http://example.com/a?b HTTP/1.1\r\nAccept: text/html\r\n}. {@code Sec-Fetch-Dest} says what the
     *     response is for, as in a browser ({@code document}, {@code script}, {@code iframe}, {@code empty} …).
     * @param body the request's body, empty where there is none
     * @param timeoutMillis wall-clock time left for the whole render
     * @return the response, with a content-decoded body
     */
    OriginReply fetch(byte[] head, byte[] body, long timeoutMillis);
}
