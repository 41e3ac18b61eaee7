package ajaxcrawl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON that our own Python side wrote: maps, lists, text, numbers, booleans and null. */
final class JsonReader {

    private final String text;
    private int at;

    JsonReader(final String text) {
        this.text = text;
    }

    Object read() {
        skipSpace();
        final char first = text.charAt(at);
        switch (first) {
            case '{':
                return map();
            case '[':
                return list();
            case '"':
                return string();
            default:
                return word();
        }
    }

    private Map<String, Object> map() {
        final Map<String, Object> map = new LinkedHashMap<>();
        at++;
        while (!ends('}')) {
            skipSpace();
            final String key = string();
            skipSpace();
            at++;
            map.put(key, read());
        }
        return map;
    }

    private List<Object> list() {
        final List<Object> list = new ArrayList<>();
        at++;
        while (!ends(']')) {
            list.add(read());
        }
        return list;
    }

    /** Whether the bracket closes here; passes it, or the comma. */
    private boolean ends(final char bracket) {
        skipSpace();
        if (text.charAt(at) == ',') {
            at++;
            skipSpace();
        }
        if (text.charAt(at) == bracket) {
            at++;
            return true;
        }
        return false;
    }

    private String string() {
        final StringBuilder out = new StringBuilder();
        at++;
        while (text.charAt(at) != '"') {
            final char next = text.charAt(at++);
            out.append(next == '\\' ? escaped() : next);
        }
        at++;
        return out.toString();
    }

    private char escaped() {
        final char next = text.charAt(at++);
        switch (next) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'u':
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            default:
                return next;
        }
    }

    private Object word() {
        final int start = at;
        while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        final String word = text.substring(start, at);
        switch (word) {
            case "true":
                return Boolean.TRUE;
            case "false":
                return Boolean.FALSE;
            case "null":
                return null;
            default:
                return Double.valueOf(word);
        }
    }

    private void skipSpace() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
    }
}
