package ajaxcrawl;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** An encoding of ASCII and 128 other characters. */
final class SingleByteCharset extends Charset {

    private static final char NONE = '\uFFFD';

    private final char[] upper;
    private final Map<Character, Byte> bytes = new HashMap<>();

    private SingleByteCharset(final String name, final String[] aliases, final char[] upper) {
        super(name, aliases);
        this.upper = upper;
        for (int i = 0; i < upper.length; i++) {
            if (upper[i] != NONE) {
                bytes.put(upper[i], (byte) (0x80 + i));
            }
        }
    }

    /** Reads {@code name,alias… 80-9f a4 …}. */
    static SingleByteCharset of(final String line) {
        final String[] words = line.split(" ");
        final String[] names = words[0].split(",");
        final StringBuilder upper = new StringBuilder();
        for (int i = 1; i < words.length; i++) {
            final String[] run = words[i].split("-");
            final int last = Integer.parseInt(run[run.length - 1], 16);
            for (int c = Integer.parseInt(run[0], 16); c <= last; c++) {
                upper.append((char) c);
            }
        }
        return new SingleByteCharset(names[0], Arrays.copyOfRange(names, 1, names.length),
                upper.toString().toCharArray());
    }

    @Override
    public boolean contains(final Charset other) {
        return "US-ASCII".equals(other.name()) || equals(other);
    }

    @Override
    public CharsetDecoder newDecoder() {
        return new CharsetDecoder(this, 1, 1) {
            @Override
            protected CoderResult decodeLoop(final ByteBuffer in, final CharBuffer out) {
                while (in.hasRemaining()) {
                    if (!out.hasRemaining()) {
                        return CoderResult.OVERFLOW;
                    }
                    final byte b = in.get();
                    final char c = b >= 0 ? (char) b : upper[b & 0x7F];
                    if (c == NONE) {
                        in.position(in.position() - 1);
                        return CoderResult.unmappableForLength(1);
                    }
                    out.put(c);
                }
                return CoderResult.UNDERFLOW;
            }
        };
    }

    @Override
    public CharsetEncoder newEncoder() {
        return new CharsetEncoder(this, 1, 1) {
            @Override
            protected CoderResult encodeLoop(final CharBuffer in, final ByteBuffer out) {
                while (in.hasRemaining()) {
                    if (!out.hasRemaining()) {
                        return CoderResult.OVERFLOW;
                    }
                    final char c = in.get();
                    final Byte b = c < 0x80 ? Byte.valueOf((byte) c) : bytes.get(c);
                    if (b == null) {
                        in.position(in.position() - 1);
                        return CoderResult.unmappableForLength(1);
                    }
                    out.put(b);
                }
                return CoderResult.UNDERFLOW;
            }
        };
    }
}
