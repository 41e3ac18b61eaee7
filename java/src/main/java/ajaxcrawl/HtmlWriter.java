package ajaxcrawl;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes tags and text so that an HTML parser reads back what was meant: the escapes of the HTML Standard's fragment
 * serialisation algorithm, and what that leaves to the author (carriage returns, NULs, lone surrogates).
 */
final class HtmlWriter {

    private static final byte[] REPLACEMENT = {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD};

    private final StringBuilder out = new StringBuilder(1 << 14);
    private final long limit;
    private boolean newlineWouldBeDropped;

    /**
     * @param limit in bytes
     */
    HtmlWriter(final long limit) {
        this.limit = limit;
    }

    /** {@code <!DOCTYPE …>}, with the identifiers that decide between quirks and standards mode. */
    void doctype(final String name, final String publicId, final String systemId) {
        out.append("<!DOCTYPE ").append(name);
        final boolean hasPublic = publicId != null && !publicId.isEmpty();
        final boolean hasSystem = systemId != null && !systemId.isEmpty();
        if (hasPublic) {
            out.append(" PUBLIC ");
            quoted(publicId);
        } else if (hasSystem) {
            out.append(" SYSTEM");
        }
        if (hasSystem) {
            out.append(' ');
            quoted(systemId);
        }
        out.append('>');
    }

    private void quoted(final String text) {
        final char quote = text.indexOf('"') < 0 ? '"' : '\'';
        out.append(quote).append(text).append(quote);
    }

    /** {@code <name}, to be followed by attributes and {@link #endStartTag}. */
    void startTag(final String name) {
        newlineWouldBeDropped = false;
        out.append('<').append(name);
    }

    void attribute(final String name, final String value) {
        out.append(' ').append(name).append("=\"");
        escape(value, true);
        out.append('"');
    }

    /**
     * @param dropsNewline whether the parser drops a newline that follows
     */
    void endStartTag(final boolean dropsNewline) {
        out.append('>');
        newlineWouldBeDropped = dropsNewline;
        checkLimit();
    }

    void endTag(final String name) {
        newlineWouldBeDropped = false;
        out.append("</").append(name).append('>');
        checkLimit();
    }

    void text(final String text) {
        if (newlineWouldBeDropped && !text.isEmpty()) {
            newlineWouldBeDropped = false;
            if (text.charAt(0) == '\n') {
                out.append('\n');
            }
        }
        escape(text, false);
        checkLimit();
    }

    /** Text of an element whose parser reads no escapes. */
    void rawText(final String text) {
        out.append(text.replace('\0', '\uFFFD'));
        checkLimit();
    }

    /** A comment; none where its text would end it early. */
    void comment(final String text) {
        newlineWouldBeDropped = false;
        if (text.startsWith(">") || text.startsWith("->") || text.contains("-->") || text.contains("--!>")
                || text.endsWith("<!-") || text.endsWith("--!")) {
            return;
        }
        out.append("<!--").append(text.replace('\0', '\uFFFD')).append("-->");
        checkLimit();
    }

    private void escape(final String text, final boolean attribute) {
        final int length = text.length();
        int written = 0;
        for (int i = 0; i < length; i++) {
            final String escape;
            switch (text.charAt(i)) {
                case '&':
                    escape = "&amp;";
                    break;
                case '<':
                    escape = "&lt;";
                    break;
                case '>':
                    escape = "&gt;";
                    break;
                case '\u00A0':
                    escape = "&nbsp;";
                    break;
                case '"':
                    if (!attribute) {
                        continue;
                    }
                    escape = "&quot;";
                    break;
                case '\r':
                    escape = "&#13;";
                    break;
                case '\0':
                    escape = attribute ? "\uFFFD" : "";
                    break;
                default:
                    continue;
            }
            out.append(text, written, i).append(escape);
            written = i + 1;
        }
        out.append(text, written, length);
    }

    private void checkLimit() {
        if (out.length() > limit) {
            throw new SnapshotTooLargeException(limit);
        }
    }

    /** All that was written. */
    @Override
    public String toString() {
        return out.toString();
    }

    /** All that was written, in UTF-8. */
    byte[] bytes() {
        final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE)
                .replaceWith(REPLACEMENT);
        try {
            final ByteBuffer bytes = encoder.encode(CharBuffer.wrap(out));
            if (bytes.remaining() > limit) {
                throw new SnapshotTooLargeException(limit);
            }
            return Arrays.copyOf(bytes.array(), bytes.remaining());
        } catch (final CharacterCodingException e) {
            throw new IllegalStateException(e);
        }
    }
}
