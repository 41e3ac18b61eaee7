package ajaxcrawl;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads dates in texts that are not of ECMAScript's format, as V8 does and so Chromium: words and numbers in nearly any
 * order. Texts of that format come here too where their day does not exist: the 30th of February is the 2nd of March.
 */
final class DateReader {

    private static final double NONE = Double.NaN;
    private static final double MAX = 8.64e15;
    private static final List<String> MONTHS = List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct",
            "nov", "dec");
    /** Hours from UTC. */
    private static final Map<String, Integer> ZONES = Map.ofEntries(Map.entry("ut", 0), Map.entry("utc", 0),
            Map.entry("z", 0), Map.entry("gmt", 0), Map.entry("est", -5), Map.entry("edt", -4), Map.entry("cst", -6),
            Map.entry("cdt", -5), Map.entry("mst", -7), Map.entry("mdt", -6), Map.entry("pst", -8), Map.entry("pdt", -7));
    private static final int[] TIME_LIMITS = {24, 59, 59, 999};

    private final String text;
    private int at;

    private final int[] day = {1, 1, 1};
    private int days;
    private int month;
    private final int[] time = new int[4];
    private int times;
    private boolean timeIsFinal;
    private int halfDay = -1;
    private int sign;
    private int zoneHour = -1;
    private int zoneMinute = -1;
    private boolean hasNumber;
    private boolean isIso;

    private DateReader(final String text) {
        this.text = text;
    }

    /** Milliseconds since the epoch; NaN where the text is no date. A text without a zone is of the given one. */
    static double read(final String text, final ZoneId zone) {
        final DateReader reader = new DateReader(text);
        return reader.tokens() ? reader.value(zone) : NONE;
    }

    private boolean tokens() {
        if (isoDate() && at == text.length()) {
            isIso = true;
            sign = 1;
            return true;
        }
        while (at < text.length()) {
            final char next = text.charAt(at);
            final boolean fine;
            if (isDigit(at)) {
                fine = number();
            } else if (isLetter(next)) {
                fine = word();
            } else {
                at++;
                if ((next == '+' || next == '-') && (zoneHour == 0 && zoneMinute == 0 || times > 0)) {
                    fine = offset(next);
                } else if (next == '(') {
                    skipParentheses();
                    fine = true;
                } else {
                    fine = !hasNumber || next != '+' && next != '-' && next != ')';
                }
            }
            if (!fine) {
                return false;
            }
        }
        return true;
    }

    /** Words of any script are words, and so are some signs. */
    private static boolean isLetter(final char c) {
        return c >= 'A' && !Character.isWhitespace(c);
    }

    private boolean isDigit(final int position) {
        return position < text.length() && text.charAt(position) >= '0' && text.charAt(position) <= '9';
    }

    private boolean skip(final char wanted) {
        if (at < text.length() && text.charAt(at) == wanted) {
            at++;
            return true;
        }
        return false;
    }

    /** Of a number with more than nine digits the first nine count. */
    private int readNumber() {
        int digits = 0;
        int number = 0;
        for (; isDigit(at); at++) {
            if (digits < 9 && (digits > 0 || text.charAt(at) != '0')) {
                number = number * 10 + text.charAt(at) - '0';
                digits++;
            }
        }
        return number;
    }

    /** A year, a month and a day as ECMAScript writes them, at the beginning; what is left is read in the other way. */
    private boolean isoDate() {
        if (!isNumberOf(4)) {
            return false;
        }
        day[days++] = readNumber();
        hasNumber = true;
        for (final int limit : new int[] {12, 31}) {
            if (!skip('-')) {
                break;
            }
            final int start = at;
            final int number = isNumberOf(2) ? readNumber() : 0;
            if (number < 1 || number > limit) {
                at = start;
                break;
            }
            day[days++] = number;
        }
        return true;
    }

    private boolean isNumberOf(final int digits) {
        for (int i = 0; i < digits; i++) {
            if (!isDigit(at + i)) {
                return false;
            }
        }
        return !isDigit(at + digits);
    }

    private boolean number() {
        hasNumber = true;
        final int number = readNumber();
        if (skip(':')) {
            if (skip(':')) {
                return times == 0 && addTime(number) && addTime(0);
            }
            if (!addTime(number)) {
                return false;
            }
            skip('.');
            return true;
        }
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            if (expectsTime(number)) {
                addTime(number);
                if (!isDigit(at)) {
                    return false;
                }
                final int start = at;
                readNumber();
                addTime(Integer.parseInt((text.substring(start, at) + "00").substring(0, 3)));
                timeIsFinal = true;
                return true;
            }
        }
        if (zoneHour >= 0 && zoneMinute < 0 && number < 60) {
            zoneMinute = number;
            return true;
        }
        if (expectsTime(number)) {
            addTime(number);
            timeIsFinal = true;
            return at == text.length() || text.charAt(at) <= ' ' || "+-zZ".indexOf(text.charAt(at)) >= 0;
        }
        if (days == day.length) {
            return false;
        }
        day[days++] = number;
        skip('-');
        return true;
    }

    private boolean addTime(final int number) {
        if (times == time.length || timeIsFinal) {
            return false;
        }
        time[times++] = number;
        return true;
    }

    private boolean expectsTime(final int number) {
        return !timeIsFinal && times > 0 && times < time.length && number <= TIME_LIMITS[times];
    }

    private boolean word() {
        final int start = at;
        while (at < text.length() && isLetter(text.charAt(at))) {
            at++;
        }
        final String word = text.substring(start, at).toLowerCase(Locale.ROOT);
        if (("am".equals(word) || "pm".equals(word)) && times > 0) {
            halfDay = "am".equals(word) ? 0 : 12;
            return true;
        }
        final int named = word.length() < 3 ? -1 : MONTHS.indexOf(word.substring(0, 3));
        if (named >= 0) {
            month = named + 1;
            skip('-');
            return true;
        }
        if (ZONES.containsKey(word) && hasNumber) {
            final int hours = ZONES.get(word);
            sign = hours < 0 ? -1 : 1;
            zoneHour = Math.abs(hours);
            zoneMinute = 0;
            return true;
        }
        return !hasNumber && !isDigit(at); // words before the first number say nothing
    }

    private boolean offset(final char direction) {
        sign = direction == '+' ? 1 : -1;
        hasNumber = true;
        final int start = at;
        final int number = readNumber();
        final int length = at - start;
        if (at < text.length() && text.charAt(at) == ':') {
            at++;
            zoneHour = number;
            zoneMinute = -1;
        } else if (length == 1 || length == 2) {
            zoneHour = number;
            zoneMinute = 0;
        } else if (length == 3 || length == 4) {
            zoneHour = number / 100;
            zoneMinute = number % 100;
        } else {
            return false;
        }
        return true;
    }

    private void skipParentheses() {
        int depth = 1;
        for (; at < text.length() && depth > 0; at++) {
            depth += text.charAt(at) == '(' ? 1 : text.charAt(at) == ')' ? -1 : 0;
        }
    }

    private double value(final ZoneId zone) {
        if (days == 0) {
            return NONE;
        }
        final int[] date = date();
        int hour = time[0];
        if (halfDay >= 0) {
            if (hour > 12) {
                return NONE;
            }
            hour = hour % 12 + halfDay;
        }
        final boolean isMidnight = hour == 24 && Arrays.stream(time, 1, time.length).allMatch(part -> part == 0);
        if (date[1] < 1 || date[1] > 12 || !isDay(date[2]) || hour > 23 && !isMidnight || time[1] > 59 || time[2] > 59
                || time[3] > 999) {
            return NONE;
        }
        try {
            final LocalDateTime local = LocalDate.of(date[0], date[1], 1).plusDays(date[2] - 1).atStartOfDay()
                    .plusHours(hour).plusMinutes(time[1]).plusSeconds(time[2]);
            final long seconds = sign == 0 ? local.atZone(zone).toEpochSecond()
                    : local.toEpochSecond(ZoneOffset.UTC) - sign * (Math.max(zoneHour, 0) * 3600L + Math.max(zoneMinute, 0) * 60L);
            final double value = seconds * 1000.0 + time[3];
            return Math.abs(value) <= MAX ? value : NONE;
        } catch (final DateTimeException e) { // a year of nine digits
            return NONE;
        }
    }

    /** Year, month and day. */
    private int[] date() {
        final int[] date = month == 0
                ? isDay(day[0]) && !isIso ? new int[] {day[2], day[0], day[1]} : day
                : isDay(day[0]) ? new int[] {day[1], month, day[0]} : new int[] {day[0], month, day[1]};
        if (!isIso) {
            date[0] += date[0] > 99 ? 0 : date[0] < 50 ? 2000 : 1900;
        }
        return date;
    }

    private static boolean isDay(final int number) {
        return number >= 1 && number <= 31;
    }
}
