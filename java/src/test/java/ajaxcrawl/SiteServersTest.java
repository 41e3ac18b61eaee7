package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.htmlunit.WebResponse;
import org.junit.Test;

/** Paths of the site that another server answers. */
public final class SiteServersTest extends LoopbackServers {

    @Test
    public void aPathOfTheSiteGoesToTheServerThatAnswersIt() throws IOException {
        handlers.put("/base/static/a?b", ok("text", "Set-Cookie", "c=1; Path=/"));
        connect("origins", "/static http://127.0.0.1:" + port + "/base/");
        assertEquals("text", get(SITE + "static/a?b").getContentAsString());
        final Headers headers = seen.get("/base/static/a?b");
        assertEquals("site.example", headers.getFirst("Host"));
        assertEquals("1", headers.getFirst("X-Ajaxcrawl-Render"));
        assertEquals(SITE + "page", headers.getFirst("Referer"));
        assertEquals("script", headers.getFirst("Sec-Fetch-Dest"));
        get(SITE + "static/b");
        assertEquals("c=1", seen.get("/base/static/b").getFirst("Cookie"));
        assertEquals(SITE + "static/a?b", connection.requests().get(0).url());
    }

    @Test
    public void aRedirectOfThatServerBecomesPublic() throws IOException {
        handlers.put("/static/a", answer(301, new byte[0], "Location", "http://127.0.0.1:" + port + "/static/b"));
        handlers.put("/static/b", ok("text"));
        connect("origins", "/static http://127.0.0.1:" + port);
        final WebResponse response = client.loadWebResponse(request(SITE + "static/a"));
        assertEquals("text", response.getContentAsString());
        assertEquals(SITE + "static/b", response.getWebRequest().getUrl().toExternalForm());
    }

    @Test
    public void whatTheApplicationSaysIsNotItsOwnGoesToTheServerForTheRest() throws IOException {
        origin = (head, body, millis) -> {
            final boolean own = new String(head, StandardCharsets.ISO_8859_1).startsWith("GET https://site.example/app");
            return own ? OriginReply.of(200, new byte[0], "app".getBytes(StandardCharsets.US_ASCII))
                    : OriginReply.cut(404, new byte[0], new byte[0], "outside: x".getBytes(StandardCharsets.US_ASCII));
        };
        handlers.put("/logo", ok("rest"));
        connect("origins", "/ http://127.0.0.1:" + port);
        assertEquals("app", get(SITE + "app/a").getContentAsString());
        assertEquals("rest", get(SITE + "logo").getContentAsString());
        assertThrows(IOException.class, () -> get(SITE + "x?_escaped_fragment_="));
        assertEquals(List.of("GET /logo"), asked);
        assertEquals("rest", connection.getDocument(request(SITE + "logo")).getContentAsString());
    }

    @Test
    public void withoutSuchAServerItIsNotFoundAndTheLogSaysWhatToDo() throws IOException {
        origin = (head, body, millis) -> OriginReply.cut(404, new byte[0], "no".getBytes(StandardCharsets.US_ASCII),
                "outside: x".getBytes(StandardCharsets.US_ASCII));
        connect();
        assertEquals(404, get(SITE + "logo").getStatusCode());
        assertTrue(logged(), logged().contains("origins"));
        assertEquals("ok", connection.requests().get(0).outcome());
        assertEquals(List.of(), budget.reasons);
    }
}
