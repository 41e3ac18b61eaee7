package ajaxcrawl;

import com.ibm.icu.text.ConstrainedFieldPosition;
import com.ibm.icu.text.DateFormat;
import com.ibm.icu.text.DateIntervalFormat;
import com.ibm.icu.text.DateTimePatternGenerator;
import com.ibm.icu.text.FormattedValue;
import com.ibm.icu.text.SimpleDateFormat;
import com.ibm.icu.util.Calendar;
import com.ibm.icu.util.DateInterval;
import com.ibm.icu.util.GregorianCalendar;
import com.ibm.icu.util.TimeZone;
import com.ibm.icu.util.ULocale;
import java.text.AttributedCharacterIterator;
import java.text.Format;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.javascript.JavaScriptEngine;

/** Dates as {@code Intl.DateTimeFormat} writes them. */
final class IcuDates {

    /** Chromium writes a plain space before AM and PM, where the Unicode data have a narrow one (crbug.com/1414292). */
    private static final char NARROW_SPACE = '\u202f';
    /** Nor does it write those around the dash of a range. */
    private static final char THIN_SPACE = '\u2009';
    private static final Map<String, Integer> STYLES = Map.of("full", DateFormat.FULL, "long", DateFormat.LONG, "medium",
            DateFormat.MEDIUM, "short", DateFormat.SHORT);
    private static final Map<Format.Field, String> TYPES = Map.ofEntries(Map.entry(DateFormat.Field.ERA, "era"),
            Map.entry(DateFormat.Field.YEAR, "year"), Map.entry(DateFormat.Field.MONTH, "month"),
            Map.entry(DateFormat.Field.DAY_OF_MONTH, "day"), Map.entry(DateFormat.Field.DAY_OF_WEEK, "weekday"),
            Map.entry(DateFormat.Field.DOW_LOCAL, "weekday"), Map.entry(DateFormat.Field.AM_PM, "dayPeriod"),
            Map.entry(DateFormat.Field.AM_PM_MIDNIGHT_NOON, "dayPeriod"),
            Map.entry(DateFormat.Field.FLEXIBLE_DAY_PERIOD, "dayPeriod"), Map.entry(DateFormat.Field.HOUR0, "hour"),
            Map.entry(DateFormat.Field.HOUR1, "hour"), Map.entry(DateFormat.Field.HOUR_OF_DAY0, "hour"),
            Map.entry(DateFormat.Field.HOUR_OF_DAY1, "hour"), Map.entry(DateFormat.Field.MINUTE, "minute"),
            Map.entry(DateFormat.Field.SECOND, "second"), Map.entry(DateFormat.Field.MILLISECOND, "fractionalSecond"),
            Map.entry(DateFormat.Field.TIME_ZONE, "timeZoneName"));

    private final ULocale locale;
    private final TimeZone zone;
    private final SimpleDateFormat format;

    IcuDates(final IcuOptions options) {
        locale = options.locale();
        zone = TimeZone.getTimeZone(options.text("timeZone", "UTC"));
        final String hourCycle = options.text("hourCycle");
        final DateTimePatternGenerator generator = DateTimePatternGenerator.getInstance(locale);
        if (options.has("dateStyle") || options.has("timeStyle")) {
            final SimpleDateFormat styled = styled(options);
            format = hourCycle == null ? styled : new SimpleDateFormat(cycled(styled.toPattern(), hourCycle, generator),
                    locale);
        } else {
            final String skeleton = skeleton(options, hourCycle);
            String pattern = generator.getBestPattern(skeleton, DateTimePatternGenerator.MATCH_HOUR_FIELD_LENGTH);
            if (hourCycle != null) {
                pattern = withHours(pattern, hourCycle);
            }
            format = new SimpleDateFormat(pattern, locale);
        }
        final Calendar calendar = format.getCalendar();
        calendar.setTimeZone(zone);
        if (calendar instanceof GregorianCalendar gregorian) {
            gregorian.setGregorianChange(new Date(Long.MIN_VALUE)); // ECMAScript's calendar has no Julian dates
        }
        format.setTimeZone(zone);
    }

    private SimpleDateFormat styled(final IcuOptions options) {
        final int date = STYLES.getOrDefault(options.text("dateStyle", ""), DateFormat.NONE);
        final int time = STYLES.getOrDefault(options.text("timeStyle", ""), DateFormat.NONE);
        if (date == DateFormat.NONE) {
            return (SimpleDateFormat) DateFormat.getTimeInstance(time, locale);
        }
        return (SimpleDateFormat) (time == DateFormat.NONE ? DateFormat.getDateInstance(date, locale)
                : DateFormat.getDateTimeInstance(date, time, locale));
    }

    /** A pattern of a style with another kind of hours: made anew from the pattern's fields. */
    private static String cycled(final String pattern, final String hourCycle, final DateTimePatternGenerator generator) {
        final char wanted = letter(hourCycle);
        final boolean twelve = wanted == 'h' || wanted == 'K';
        if (twelve == (pattern.indexOf('a') >= 0 || pattern.indexOf('B') >= 0)) {
            return withHours(pattern, hourCycle);
        }
        final String skeleton = generator.getSkeleton(pattern).replaceAll("[hHkK]+", "").replaceAll("[aB]", "")
                + (twelve ? "h" : "H");
        return withHours(generator.getBestPattern(skeleton), hourCycle);
    }

    private static char letter(final String hourCycle) {
        return switch (hourCycle) {
            case "h11" -> 'K';
            case "h12" -> 'h';
            case "h24" -> 'k';
            default -> 'H';
        };
    }

    /** Replaces the letters of hours outside of quotes. */
    private static String withHours(final String pattern, final String hourCycle) {
        final StringBuilder result = new StringBuilder(pattern.length());
        boolean quoted = false;
        for (int i = 0; i < pattern.length(); i++) {
            final char c = pattern.charAt(i);
            quoted ^= c == '\'';
            result.append(!quoted && "hHkK".indexOf(c) >= 0 ? letter(hourCycle) : c);
        }
        return result.toString();
    }

    private static String width(final String value, final String letter, final int shortest) {
        return switch (value) {
            case "numeric" -> letter;
            case "2-digit" -> letter.repeat(2);
            case "long" -> letter.repeat(4);
            case "narrow" -> letter.repeat(5);
            default -> letter.repeat(shortest);
        };
    }

    private static String skeleton(final IcuOptions options, final String hourCycle) {
        final StringBuilder skeleton = new StringBuilder();
        add(skeleton, options, "weekday", "E", 3);
        add(skeleton, options, "era", "G", 3);
        add(skeleton, options, "year", "y", 1);
        add(skeleton, options, "month", "M", 3);
        add(skeleton, options, "day", "d", 1);
        if (options.has("hour")) {
            final boolean twelve = hourCycle == null ? options.has("dayPeriod") : "h11h12".contains(hourCycle);
            final String letter = twelve ? "h" : hourCycle == null ? "j" : "H";
            skeleton.append(width(options.text("hour"), letter, 1));
        }
        add(skeleton, options, "minute", "m", 1);
        add(skeleton, options, "second", "s", 1);
        if (options.has("dayPeriod")) {
            skeleton.append(width(options.text("dayPeriod"), "B", 1));
        }
        skeleton.append("S".repeat(options.number("fractionalSecondDigits", 0)));
        if (options.has("timeZoneName")) {
            skeleton.append(switch (options.text("timeZoneName")) {
                case "long" -> "zzzz";
                case "shortOffset" -> "O";
                case "longOffset" -> "OOOO";
                case "shortGeneric" -> "v";
                case "longGeneric" -> "vvvv";
                default -> "z";
            });
        }
        return skeleton.toString();
    }

    private static void add(final StringBuilder skeleton, final IcuOptions options, final String name,
            final String letter, final int shortest) {
        if (options.has(name)) {
            skeleton.append(width(options.text(name), letter, shortest));
        }
    }

    /** The kind of hours that is written; null: none. */
    String hourCycle() {
        boolean quoted = false;
        for (final char c : format.toPattern().toCharArray()) {
            quoted ^= c == '\'';
            if (!quoted) {
                switch (c) {
                    case 'K':
                        return "h11";
                    case 'h':
                        return "h12";
                    case 'H':
                        return "h23";
                    case 'k':
                        return "h24";
                    default:
                }
            }
        }
        return null;
    }

    String format(final double millis) {
        return format.format(new Date((long) millis)).replace(NARROW_SPACE, ' ');
    }

    Object parts(final TopLevel scope, final double millis) {
        final AttributedCharacterIterator text = format.formatToCharacterIterator(new Date((long) millis));
        final List<Object> parts = new ArrayList<>();
        for (char c = text.first(); c != AttributedCharacterIterator.DONE;) {
            final int end = text.getRunLimit();
            final String type = text.getAttributes().keySet().stream().map(TYPES::get)
                    .filter(name -> name != null).findFirst().orElse("literal");
            final StringBuilder value = new StringBuilder();
            while (c != AttributedCharacterIterator.DONE && text.getIndex() < end) {
                value.append(c);
                c = text.next();
            }
            parts.add(IcuParts.part(scope, type, value.toString().replace(NARROW_SPACE, ' ')));
        }
        return JavaScriptEngine.newArray(scope, parts.toArray());
    }

    private FormattedValue interval(final double from, final double to) {
        final String skeleton = DateTimePatternGenerator.getInstance(locale).getSkeleton(format.toPattern());
        final DateIntervalFormat intervals = DateIntervalFormat.getInstance(skeleton, locale);
        intervals.setTimeZone(zone);
        return intervals.formatToValue(new DateInterval((long) from, (long) to));
    }

    private static String plain(final String text) {
        return text.replace(NARROW_SPACE, ' ').replace(THIN_SPACE, ' ');
    }

    String range(final double from, final double to) {
        final FormattedValue value = interval(from, to);
        // what is the same in all its parts is written once
        return value.nextPosition(new ConstrainedFieldPosition()) ? plain(value.toString())
                : format(from);
    }

    Object rangeParts(final TopLevel scope, final double from, final double to) {
        return IcuParts.of(scope, interval(from, to), (field, text) -> TYPES.getOrDefault(field, "literal"));
    }
}
