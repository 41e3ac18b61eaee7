package ajaxcrawl;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

import org.htmlunit.util.brotli.BrotliInputStream;

/**
 * A body that is decoded while it is read and cut at a limit, so that neither an endless one nor a small one that
 * inflates to a huge one is ever held.
 *
 * @param bytes the body, or its first part
 * @param cut whether there was more
 */
record BoundedBody(byte[] bytes, boolean cut) {

    private static final int CHUNK = 16 * 1024;

    /**
     * Reads {@code in} to its end or to {@code limit} bytes, encoded or decoded.
     *
     * @param encoding the header {@code Content-Encoding}; null: none
     */
    static BoundedBody read(final InputStream in, final String encoding, final long limit) throws IOException {
        final Counter raw = new Counter(in, limit);
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final byte[] chunk = new byte[CHUNK];
        try {
            final InputStream decoded = decode(raw, encoding);
            int count;
            while ((count = decoded.read(chunk)) >= 0) {
                if (out.size() + count > limit) {
                    out.write(chunk, 0, (int) (limit - out.size()));
                    return new BoundedBody(out.toByteArray(), true);
                }
                out.write(chunk, 0, count);
            }
        } catch (final IOException e) {
            if (!raw.exhausted) {
                throw e;
            }
        } catch (final StackOverflowError e) {  // GZIPInputStream calls itself for each member that is empty
            throw new IOException("Content-Encoding gzip holds too many empty members", e);
        }
        return new BoundedBody(out.toByteArray(), raw.exhausted);
    }

    private static InputStream decode(final InputStream in, final String encodings) throws IOException {
        InputStream stream = in;
        final String[] names = encodings == null ? new String[0] : encodings.toLowerCase(Locale.ROOT).split(",");
        for (int i = names.length - 1; i >= 0; i--) {
            final String name = names[i].strip();
            final PushbackInputStream peek = new PushbackInputStream(stream, 2);
            final byte[] start = new byte[2];
            final int there = peek.readNBytes(start, 0, 2);
            peek.unread(start, 0, there);
            if (there == 0 || name.isEmpty() || "identity".equals(name)) {
                stream = peek;
            } else if ("gzip".equals(name) || "x-gzip".equals(name)) {
                stream = new GZIPInputStream(peek);
            } else if ("br".equals(name)) {
                stream = new BrotliInputStream(peek);
            } else if ("deflate".equals(name)) {
                // Meant is zlib's format; some servers send the bare one.
                final boolean zlib = (start[0] & 0x0F) == 8 && ((start[0] & 0xFF) << 8 | start[1] & 0xFF) % 31 == 0;
                stream = new InflaterInputStream(peek, new Inflater(!zlib));
            } else {
                throw new IOException("Content-Encoding " + name + " is not known");
            }
        }
        return stream;
    }

    /** Ends after {@code limit} bytes. */
    private static final class Counter extends InputStream {

        private final InputStream in;
        private long left;
        private boolean exhausted;

        Counter(final InputStream in, final long limit) {
            this.in = in;
            this.left = limit;
        }

        /** GZIPInputStream looks for a further member only where it hopes to find one. */
        @Override
        public int available() {
            return 1;
        }

        @Override
        public int read() throws IOException {
            final byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(final byte[] buffer, final int offset, final int length) throws IOException {
            if (left <= 0) {
                exhausted = in.read() >= 0;
                return -1;
            }
            final int count = in.read(buffer, offset, (int) Math.min(length, left));
            left -= Math.max(count, 0);
            return count;
        }
    }
}
