package ajaxcrawl;

import java.nio.charset.StandardCharsets;

/** JavaScript as UTF-8, which knows no lone half of a surrogate pair: those become escapes, as text and patterns may have. */
final class WellFormed {

    private WellFormed() { }

    static byte[] bytes(final String source) {
        return text(source).getBytes(StandardCharsets.UTF_8);
    }

    static String text(final String source) {
        StringBuilder out = null;
        for (int i = 0; i < source.length(); i++) {
            final char unit = source.charAt(i);
            final boolean pair = Character.isHighSurrogate(unit) && i + 1 < source.length()
                    && Character.isLowSurrogate(source.charAt(i + 1));
            if (Character.isSurrogate(unit) && !pair && out == null) {
                out = new StringBuilder(source.length() + 16).append(source, 0, i);
            }
            if (out != null) {
                if (pair) {
                    out.append(unit).append(source.charAt(i + 1));
                } else if (Character.isSurrogate(unit)) {
                    out.append(String.format("\\u%04x", (int) unit));
                } else {
                    out.append(unit);
                }
            }
            i += pair ? 1 : 0;
        }
        return out == null ? source : out.toString();
    }
}
