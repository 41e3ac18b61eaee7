package ajaxcrawl;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.htmlunit.WebConnection;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.WebResponseData;
import org.htmlunit.util.NameValuePair;
import org.htmlunit.util.UrlUtils;

/** A stand-in until OriginConnection is there. */
final class StandInConnection implements WebConnection {

    private final Origin origin;
    private final Budget budget;

    StandInConnection(final Origin origin, final Budget budget) {
        this.origin = origin;
        this.budget = budget;
    }

    @Override
    public WebResponse getResponse(final WebRequest request) throws IOException {
        final StringBuilder head = new StringBuilder(request.getHttpMethod().name()).append(' ')
                .append(UrlUtils.encodeUrl(UrlUtils.getUrlWithNewRef(request.getUrl(), null), StandardCharsets.UTF_8))
                .append(" HTTP/1.1\r\n");
        final String destination = request.getFetchDestination() == null ? "empty"
                : request.getFetchDestination().toString().toLowerCase(java.util.Locale.ROOT);
        head.append("sec-fetch-dest: ").append(destination).append("\r\n");
        request.getAdditionalHeaders().forEach((name, value) ->
                head.append(name).append(": ").append(value).append("\r\n"));
        final String body = request.getRequestBody();
        budget.beginOrigin();
        final OriginReply reply;
        try {
            reply = origin.fetch(head.toString().getBytes(StandardCharsets.ISO_8859_1),
                    body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8), budget.millisLeft());
        } finally {
            budget.endOrigin();
        }
        if (reply.status() == 0) {
            throw new IOException(reply.failure());
        }
        final List<NameValuePair> headers = new ArrayList<>();
        new String(reply.headers(), StandardCharsets.ISO_8859_1).lines().filter(line -> line.contains(":"))
                .forEach(line -> headers.add(new NameValuePair(line.substring(0, line.indexOf(':')),
                        line.substring(line.indexOf(':') + 1).trim())));
        return new WebResponse(new WebResponseData(reply.body(), reply.status(), "", headers), request, 0);
    }

    @Override
    public void close() { }
}
