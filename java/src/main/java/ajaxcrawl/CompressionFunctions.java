package ajaxcrawl;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.typedarrays.NativeArrayBuffer;
import org.htmlunit.javascript.JavaScriptEngine;

/** What {@code compression.js} needs of Java: {@code pack(format, buffer)} and {@code unpack}; null where bytes are bad. */
final class CompressionFunctions {

    private static final int CHUNK = 1 << 16;

    private interface Coder {
        byte[] code(String format, byte[] bytes) throws IOException;
    }

    private CompressionFunctions() { }

    static void addTo(final ScriptableObject host, final TopLevel scope, final PageClient client) {
        add(host, scope, "pack", CompressionFunctions::pack);
        add(host, scope, "unpack", (format, bytes) -> unpack(format, bytes, client.budget()));
    }

    private static void add(final ScriptableObject host, final TopLevel scope, final String name, final Coder coder) {
        host.defineProperty(name, new LambdaFunction(scope, name, 2, (context, s, self, args) -> {
            try {
                return CryptoFunctions.buffer(scope,
                        coder.code(JavaScriptEngine.toString(args[0]), ((NativeArrayBuffer) args[1]).getBuffer()));
            } catch (final IOException e) {
                return null;
            }
        }, false), 0);
    }

    private static byte[] pack(final String format, final byte[] bytes) throws IOException {
        final ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = "gzip".equals(format) ? new GZIPOutputStream(packed)
                : new DeflaterOutputStream(packed, new Deflater(Deflater.DEFAULT_COMPRESSION, "deflate-raw".equals(format)))) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    /** A few bytes may stand for very many: each chunk counts. */
    private static byte[] unpack(final String format, final byte[] bytes, final Budget budget) throws IOException {
        final ByteArrayInputStream packed = new ByteArrayInputStream(bytes);
        final ByteArrayOutputStream unpacked = new ByteArrayOutputStream();
        try (InputStream in = "gzip".equals(format) ? new GZIPInputStream(packed)
                : new InflaterInputStream(packed, new Inflater("deflate-raw".equals(format)))) {
            final byte[] chunk = new byte[CHUNK];
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                budget.step();
                unpacked.write(chunk, 0, count);
            }
        }
        return unpacked.toByteArray();
    }
}
