package ajaxcrawl;

import java.util.List;
import java.util.Map;

/** Writes plain values as JSON: maps, lists, strings, numbers, booleans and null. */
final class Json {

    private Json() { }

    static String write(final Object value) {
        final StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(final Object value, final StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            String before = "{";
            for (final Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(before);
                string(entry.getKey().toString(), out);
                out.append(':');
                write(entry.getValue(), out);
                before = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            String before = "[";
            for (final Object item : list) {
                out.append(before);
                write(item, out);
                before = ",";
            }
            out.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof Number || value instanceof Boolean || value == null) {
            out.append(value);
        } else {
            string(value.toString(), out);
        }
    }

    private static void string(final String text, final StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            // surrogates go as escapes too: a lone one has no UTF-8 form
            if (c < ' ' || Character.isSurrogate(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                if (c == '"' || c == '\\') {
                    out.append('\\');
                }
                out.append(c);
            }
        }
        out.append('"');
    }
}
