package ajaxcrawl;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;

/** ISO-2022-JP, for reading alone: escape sequences switch between ASCII, JIS X 0201 and JIS X 0208. */
final class Iso2022Jp extends Charset {

    private static final int ESCAPE = 0x1B;
    private static final int YEN = 0xA5;
    private static final int OVERLINE = 0x203E;
    private static final int HALF_WIDTH = 0xFF61 - 0x21;

    private enum Mode { ASCII, ROMAN, KATAKANA, KANJI }

    Iso2022Jp() {
        super("ISO-2022-JP", new String[] {"csISO2022JP"});
    }

    @Override
    public boolean contains(final Charset other) {
        return "US-ASCII".equals(other.name()) || equals(other);
    }

    @Override
    public boolean canEncode() {
        return false;
    }

    @Override
    public CharsetEncoder newEncoder() {
        throw new UnsupportedOperationException("ISO-2022-JP is only read");
    }

    @Override
    public CharsetDecoder newDecoder() {
        return new Decoder(this);
    }

    private static final class Decoder extends CharsetDecoder {

        /** Its two-byte part is JIS X 0208 with the high bits set. */
        private final Charset eucJp = Charset.forName("EUC-JP");
        private Mode mode = Mode.ASCII;

        Decoder(final Charset charset) {
            super(charset, 1, 1);
        }

        @Override
        protected void implReset() {
            mode = Mode.ASCII;
        }

        @Override
        protected CoderResult decodeLoop(final ByteBuffer in, final CharBuffer out) {
            while (in.hasRemaining()) {
                in.mark();
                final int b = in.get() & 0xFF;
                if (b == ESCAPE) {
                    if (in.remaining() < 2) {
                        in.reset();
                        return CoderResult.UNDERFLOW;
                    }
                    final Mode next = modeOf(in.get(), in.get());
                    if (next == null) {
                        in.reset();
                        return CoderResult.malformedForLength(1);
                    }
                    mode = next;
                    continue;
                }
                if (!out.hasRemaining()) {
                    in.reset();
                    return CoderResult.OVERFLOW;
                }
                if (mode == Mode.KANJI && b > 0x20) {
                    if (!in.hasRemaining()) {
                        in.reset();
                        return CoderResult.UNDERFLOW;
                    }
                    out.put(new String(new byte[] {(byte) (b | 0x80), (byte) (in.get() | 0x80)}, eucJp).charAt(0));
                } else if (b > 0x7F) {
                    in.reset();
                    return CoderResult.malformedForLength(1);
                } else {
                    out.put(single(b));
                }
            }
            return CoderResult.UNDERFLOW;
        }

        private char single(final int b) {
            if (mode == Mode.ROMAN && (b == '\\' || b == '~')) {
                return (char) (b == '~' ? OVERLINE : YEN);
            }
            return (char) (mode == Mode.KATAKANA && b > 0x20 && b < 0x60 ? b + HALF_WIDTH : b);
        }

        private static Mode modeOf(final byte first, final byte second) {
            return switch ((char) first + "" + (char) second) {
                case "(B" -> Mode.ASCII;
                case "(J" -> Mode.ROMAN;
                case "(I" -> Mode.KATAKANA;
                case "$@", "$B" -> Mode.KANJI;
                default -> null;
            };
        }
    }
}
