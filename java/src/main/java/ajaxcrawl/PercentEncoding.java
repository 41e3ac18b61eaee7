package ajaxcrawl;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** The URL Standard's percent-encode sets, and percent decoding. */
enum PercentEncoding {

    /** Of opaque hosts and paths. */
    CONTROL(""),
    FRAGMENT(" \"<>`"),
    QUERY(" \"#<>"),
    SPECIAL_QUERY(" \"#<>'"),
    PATH(" \"#<>?^`{}|"),
    USER_INFO(" \"#<>?^`{}|/:;=@[\\]");

    /** These names mean windows-1252 on the web. */
    private static final Set<String> LATIN = Set.of("ISO-8859-1", "US-ASCII");
    private static final Charset WINDOWS = Charset.forName("windows-1252");
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private final boolean[] set = new boolean[0x80];

    PercentEncoding(final String characters) {
        for (int c = 0; c < 0x80; c++) {
            set[c] = c < 0x20 || c == 0x7F || characters.indexOf(c) >= 0;
        }
    }

    /** {@code text} with every character of this set, and all beyond ASCII, as {@code %XX} of its UTF-8 bytes. */
    String encode(final String text) {
        return encode(text, StandardCharsets.UTF_8);
    }

    /** The same in the character encoding of a document, as its links' queries are. */
    String encode(final String text, final Charset charset) {
        int i = 0;
        while (i < text.length() && isPlain(text.charAt(i))) {
            i++;
        }
        if (i == text.length()) {
            return text;
        }
        final StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, i);
        while (i < text.length()) {
            final int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (c < 0x80) {
                if (set[c]) {
                    percent(out, (byte) c);
                } else {
                    out.append((char) c);
                }
            } else {
                beyondAscii(out, c, charset);
            }
        }
        return out.toString();
    }

    private boolean isPlain(final char c) {
        return c < 0x80 && !set[c];
    }

    private void beyondAscii(final StringBuilder out, final int c, final Charset charset) {
        final boolean surrogate = c >= 0xD800 && c <= 0xDFFF;
        final String text = surrogate ? "\uFFFD" : Character.toString(c);
        // UTF-16 is for decoding alone: what is sent is UTF-8.
        final CharsetEncoder encoder = charset.canEncode() && !charset.name().startsWith("UTF-16")
                ? LATIN.contains(charset.name()) ? WINDOWS.newEncoder() : charset.newEncoder()
                : StandardCharsets.UTF_8.newEncoder();
        try {
            final ByteBuffer bytes = encoder.encode(CharBuffer.wrap(text));
            while (bytes.hasRemaining()) {
                final byte b = bytes.get();
                if (b < 0 || set[b]) {
                    percent(out, b);
                } else {
                    out.append((char) b);
                }
            }
        } catch (final CharacterCodingException e) {
            out.append("%26%23").append(c).append("%3B");
        }
    }

    private static void percent(final StringBuilder out, final byte b) {
        out.append('%').append(HEX[b >> 4 & 15]).append(HEX[b & 15]);
    }

    /** {@code text} with every {@code %XX} decoded and the bytes read as UTF-8. */
    static String decode(final String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        final ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            final int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
            final int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
            if (bytes[i] == '%' && high >= 0 && low >= 0) {
                out.write(high << 4 | low);
                i += 2;
            } else {
                out.write(bytes[i]);
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
