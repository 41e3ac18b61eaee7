package ajaxcrawl;

import java.net.IDN;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The URL Standard's host parser. */
final class WebHost {

    private static final String FORBIDDEN = "\0\t\n\r #/:<>?@[\\]^|";

    private WebHost() { }

    /** The host as URLs show it; null where it is none. */
    static String parse(final String input, final boolean special) {
        if (input.startsWith("[")) {
            final int[] pieces = input.endsWith("]") ? ipv6(input.substring(1, input.length() - 1)) : null;
            return pieces == null ? null : "[" + show(pieces) + "]";
        }
        if (!special) {
            return input.chars().anyMatch(c -> FORBIDDEN.indexOf(c) >= 0) ? null : PercentEncoding.CONTROL.encode(input);
        }
        final String ascii;
        try {
            final String decoded = PercentEncoding.decode(input);
            // IDN refuses the empty and long labels that browsers let through.
            ascii = (decoded.chars().allMatch(c -> c < 0x80) ? decoded : IDN.toASCII(decoded, IDN.ALLOW_UNASSIGNED))
                    .toLowerCase(Locale.ROOT);
        } catch (final IllegalArgumentException e) {
            return null;
        }
        if (ascii.isEmpty()
                || ascii.chars().anyMatch(c -> c <= 0x20 || c == 0x7F || c == '%' || FORBIDDEN.indexOf(c) >= 0)) {
            return null;
        }
        return endsInNumber(ascii) ? ipv4(ascii) : ascii;
    }

    private static boolean endsInNumber(final String host) {
        final String trimmed = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        final String last = trimmed.substring(trimmed.lastIndexOf('.') + 1);
        return !last.isEmpty() && (last.chars().allMatch(c -> c >= '0' && c <= '9') || number(last) >= 0);
    }

    private static long number(final String text) {
        try {
            if (text.startsWith("0x") || text.startsWith("0X")) {
                return text.length() == 2 ? 0 : unsigned(text.substring(2), 16);
            }
            return text.length() > 1 && text.startsWith("0") ? unsigned(text.substring(1), 8) : unsigned(text, 10);
        } catch (final NumberFormatException e) {
            return -1;
        }
    }

    private static long unsigned(final String digits, final int radix) {
        if (digits.startsWith("+") || digits.startsWith("-")) {
            throw new NumberFormatException(digits);
        }
        return Long.parseLong(digits, radix);
    }

    private static String ipv4(final String host) {
        final String[] parts = (host.endsWith(".") ? host.substring(0, host.length() - 1) : host).split("\\.", -1);
        if (parts.length > 4) {
            return null;
        }
        long address = 0;
        for (int i = 0; i < parts.length; i++) {
            final boolean last = i == parts.length - 1;
            final long value = number(parts[i]);
            final long limit = last ? 1L << 8 * (5 - parts.length) : 256;
            if (value < 0 || value >= limit) {
                return null;
            }
            address += last ? value : value << 8 * (3 - i);
        }
        return (address >> 24) + "." + (address >> 16 & 255) + "." + (address >> 8 & 255) + "." + (address & 255);
    }

    private static int[] ipv6(final String text) {
        final int gap = text.indexOf("::");
        if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
            return null;
        }
        final List<Integer> before = pieces(gap < 0 ? text : text.substring(0, gap));
        final List<Integer> after = gap < 0 ? List.of() : pieces(text.substring(gap + 2));
        if (before == null || after == null) {
            return null;
        }
        final int given = before.size() + after.size();
        if (gap < 0 ? given != 8 : given > 7) {
            return null;
        }
        final int[] all = new int[8];
        for (int i = 0; i < before.size(); i++) {
            all[i] = before.get(i);
        }
        for (int i = 0; i < after.size(); i++) {
            all[8 - after.size() + i] = after.get(i);
        }
        return all;
    }

    private static List<Integer> pieces(final String text) {
        final List<Integer> pieces = new ArrayList<>();
        if (text.isEmpty()) {
            return pieces;
        }
        final String[] parts = text.split(":", -1);
        for (int i = 0; i < parts.length; i++) {
            if (i == parts.length - 1 && parts[i].indexOf('.') > 0) {
                if (!parts[i].matches("\\d{1,3}(\\.\\d{1,3}){3}")) {
                    return null;
                }
                final String[] bytes = parts[i].split("\\.");
                for (int b = 0; b < 4; b += 2) {
                    final int high = Integer.parseInt(bytes[b]);
                    final int low = Integer.parseInt(bytes[b + 1]);
                    if (high > 255 || low > 255) {
                        return null;
                    }
                    pieces.add(high << 8 | low);
                }
            } else if (parts[i].matches("[0-9A-Fa-f]{1,4}")) {
                pieces.add(Integer.parseInt(parts[i], 16));
            } else {
                return null;
            }
        }
        return pieces;
    }

    /** The longest run of zeros, of two at least, is shown as {@code ::}. */
    private static String show(final int[] pieces) {
        int start = -1;
        int length = 1;
        for (int i = 0; i < 8; i++) {
            int run = 0;
            while (i + run < 8 && pieces[i + run] == 0) {
                run++;
            }
            if (run > length) {
                start = i;
                length = run;
            }
        }
        final StringBuilder out = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            if (i == start) {
                out.append(i == 0 ? "::" : ":");
                i += length - 1;
            } else {
                out.append(Integer.toHexString(pieces[i])).append(i < 7 ? ":" : "");
            }
        }
        return out.toString();
    }
}
