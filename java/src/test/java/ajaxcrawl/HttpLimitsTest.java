package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.junit.Test;

/** Servers that never end, say nothing or are not there: how a request to another host is ended. */
public final class HttpLimitsTest extends LoopbackServers {

    @Test
    public void anEndlessBodyIsCutAndItsConnectionClosed() throws IOException, InterruptedException {
        final CountDownLatch closed = new CountDownLatch(1);
        handlers.put("/a", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            final byte[] chunk = new byte[10_000];
            try {
                while (true) {
                    exchange.getResponseBody().write(chunk);
                }
            } catch (final IOException e) {
                closed.countDown();
                throw e;
            }
        });
        connectToCdn("max_response_bytes", "100000");
        assertThrows(IOException.class, () -> get(cdn("/a")));
        assertTrue(closed.await(5, TimeUnit.SECONDS));
        assertEquals(List.of("response_cut"), budget.reasons);
        assertEquals("cut", connection.requests().get(0).outcome());
        assertEquals(100_000, connection.requests().get(0).bytes());
        assertTrue(logged(), logged().contains("max_response_bytes"));
    }

    @Test(timeout = 10_000)
    public void aSilentServerIsLeftWhenTheTimeIsOver() throws IOException {
        final CountDownLatch leave = new CountDownLatch(1);
        handlers.put("/a", exchange -> await(leave));
        connectToCdn();
        budget.millis = 200;
        assertThrows(IOException.class, () -> get(cdn("/a")));
        leave.countDown();
        assertEquals(List.of("request_open"), budget.reasons);
        assertTrue(logged(), logged().contains("Raise deadline"));
    }

    @Test(timeout = 10_000)
    public void aRenderThatIsStoppedWaitsForNoServer() throws IOException {
        final CountDownLatch leave = new CountDownLatch(1);
        handlers.put("/a", exchange -> {
            budget.millis = 0;
            await(leave);
        });
        connectToCdn();
        assertThrows(IOException.class, () -> get(cdn("/a")));
        leave.countDown();
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test(timeout = 10_000)
    public void aServerThatSendsByteAfterByteIsLeftToo() throws IOException {
        try (ServerSocket dripping = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            threads.submit(() -> {
                try (Socket socket = dripping.accept()) {
                    socket.getOutputStream().write("HTTP/1.1 200 OK\r\nX-Long: ".getBytes(StandardCharsets.US_ASCII));
                    while (true) {
                        socket.getOutputStream().write('x');
                        Thread.sleep(20);
                    }
                }
            });
            connectToCdn();
            budget.millis = 300;
            assertThrows(IOException.class, () -> get("http://a.cdn.example:" + dripping.getLocalPort() + "/"));
            assertEquals(List.of("request_open"), budget.reasons);
        }
    }

    @Test(timeout = 10_000)
    public void thePagesOwnTimeoutIsNoFaultOfTheRender() throws IOException {
        final CountDownLatch leave = new CountDownLatch(1);
        handlers.put("/a", exchange -> await(leave));
        connectToCdn();
        final WebRequest request = request(cdn("/a"));
        request.setTimeout(100);
        assertThrows(SocketTimeoutException.class, () -> connection.getResponse(request));
        leave.countDown();
        assertEquals(List.of(), budget.reasons);
    }

    @Test(timeout = 10_000)
    public void aStreamOfEventsIsNotWaitedFor() throws IOException {
        final CountDownLatch leave = new CountDownLatch(1);
        handlers.put("/a", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("data: 1\n\n".getBytes(StandardCharsets.US_ASCII));
            exchange.getResponseBody().flush();
            await(leave);
        });
        connectToCdn();
        assertThrows(IOException.class, () -> get(cdn("/a")));
        final WebRequest call = request(cdn("/a"));
        call.setFetchDestination(WebRequest.FetchDestination.EMPTY);
        assertEquals("data: 1\n\n", connection.getResponse(call).getContentAsString());
        leave.countDown();
        assertEquals(List.of(), budget.reasons);
        assertEquals("info", log.entries().get(0).level());
    }

    @Test
    public void aClosedPortIsAFailureOfItsOwn() throws IOException {
        server.stop(0);
        connectToCdn();
        assertThrows(IOException.class, () -> get(cdn("/a")));
        assertEquals("failed", connection.requests().get(0).outcome());
        assertEquals(List.of(), budget.reasons);
        assertTrue(logged(), logged().contains("No response: Connect to a.cdn.example:" + port));
    }

    @Test(timeout = 10_000)
    public void theBodyOfADocumentThatIsNotHtmlIsNotRead() throws IOException {
        final CountDownLatch leave = new CountDownLatch(1);
        handlers.put("/big", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "application/zip");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().flush();
            await(leave);
        });
        connect("origins", "/big http://127.0.0.1:" + port);
        final WebResponse response = connection.getDocument(request(SITE + "big"));
        leave.countDown();
        assertEquals("application/zip", response.getContentType());
        assertEquals(0, response.getContentLength());
    }
}
