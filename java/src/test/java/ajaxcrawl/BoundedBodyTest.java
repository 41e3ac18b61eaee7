package ajaxcrawl;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

import org.junit.Test;

/** Bodies that come by HTTP: decoded, and cut at the limit. */
public final class BoundedBodyTest {

    private static final byte[] TEXT = "<p>hello</p>".repeat(100).getBytes(StandardCharsets.UTF_8);
    private static final long LIMIT = 1 << 20;

    private interface Encoder {
        OutputStream on(OutputStream out) throws IOException;
    }

    private static byte[] encode(final byte[] data, final Encoder encoder) throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream stream = encoder.on(out)) {
            stream.write(data);
        }
        return out.toByteArray();
    }

    private static BoundedBody read(final byte[] data, final String encoding, final long limit) throws IOException {
        return BoundedBody.read(new ByteArrayInputStream(data), encoding, limit);
    }

    private static void assertDecoded(final byte[] data, final String encoding) throws IOException {
        final BoundedBody body = read(data, encoding, LIMIT);
        assertArrayEquals(TEXT, body.bytes());
        assertFalse(body.cut());
    }

    @Test
    public void encodingsAreDecoded() throws IOException {
        assertDecoded(TEXT, null);
        assertDecoded(TEXT, "identity");
        assertDecoded(encode(TEXT, GZIPOutputStream::new), "gzip");
        assertDecoded(encode(TEXT, GZIPOutputStream::new), "X-GZIP");
        assertDecoded(encode(TEXT, DeflaterOutputStream::new), "deflate");
        assertDecoded(encode(TEXT, out -> new DeflaterOutputStream(out, new Deflater(9, true))), "deflate");
        assertDecoded(encode(encode(TEXT, GZIPOutputStream::new), DeflaterOutputStream::new), "gzip, deflate");
    }

    @Test
    public void brotliIsDecoded() throws IOException {
        final byte[] data = Base64.getDecoder().decode("iwWAaGVsbG8gYnJvdGxpAw==");
        assertEquals("hello brotli", new String(read(data, "br", LIMIT).bytes(), StandardCharsets.US_ASCII));
    }

    @Test
    public void anEmptyBodyIsEmptyInAnyEncoding() throws IOException {
        assertEquals(0, read(new byte[0], "gzip", LIMIT).bytes().length);
    }

    @Test
    public void aBodyIsCutAtTheLimit() throws IOException {
        final BoundedBody body = read(new byte[101], null, 100);
        assertEquals(100, body.bytes().length);
        assertTrue(body.cut());
        assertFalse(read(new byte[100], null, 100).cut());
    }

    @Test
    public void aBombIsCutAtTheLimit() throws IOException {
        final byte[] bomb = encode(new byte[50 << 20], GZIPOutputStream::new);
        final BoundedBody body = read(bomb, "gzip", LIMIT);
        assertEquals(LIMIT, body.bytes().length);
        assertTrue(body.cut());
    }

    @Test
    public void anEndlessBodyIsCutEvenWhereItDecodesToNothing() throws IOException {
        final byte[] empty = encode(new byte[0], GZIPOutputStream::new);
        final InputStream endless = new InputStream() {
            private int at;

            @Override
            public int read() {
                return empty[at++ % empty.length] & 0xFF;
            }
        };
        final BoundedBody body = BoundedBody.read(endless, "gzip", 10_000);
        assertEquals(0, body.bytes().length);
        assertTrue(body.cut());
    }

    @Test
    public void whatIsNotEncodedSoIsAnError() {
        assertThrows(IOException.class, () -> read(TEXT, "gzip", LIMIT));
        assertThrows(IOException.class, () -> read(TEXT, "deflate", LIMIT));
        assertThrows(IOException.class, () -> read(TEXT, "br", LIMIT));
        assertThrows(IOException.class, () -> read(TEXT, "rot13", LIMIT));
    }
}
