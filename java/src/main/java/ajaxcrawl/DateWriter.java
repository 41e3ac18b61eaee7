package ajaxcrawl;

import com.ibm.icu.util.TimeZone;
import com.ibm.icu.util.ULocale;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The texts of dates that scripts show without a format (ECMAScript 21.4.4.41), with the zone's name as Chromium has it. */
final class DateWriter {

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("EEE MMM dd", Locale.ENGLISH);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss 'GMT'xx", Locale.ENGLISH);

    private DateWriter() { }

    /** Day and time of {@code milliseconds} since the epoch; either may be left out. */
    static String write(final double milliseconds, final ZoneId zone, final String locale, final boolean day,
            final boolean time) {
        if (Double.isNaN(milliseconds)) {
            return "Invalid Date";
        }
        final ZonedDateTime date = Instant.ofEpochMilli((long) milliseconds).atZone(zone);
        final StringBuilder text = new StringBuilder();
        if (day) {
            text.append(DAY.format(date)).append(date.getYear() < 0 ? " -" : " ")
                    .append(String.format("%04d", Math.abs(date.getYear())));
        }
        if (time) {
            text.append(day ? " " : "").append(TIME.format(date)).append(" (").append(name(date, locale)).append(')');
        }
        return text.toString();
    }

    private static String name(final ZonedDateTime date, final String locale) {
        if ("UTC".equals(date.getZone().getId()) && locale.startsWith("en")) {
            return "Coordinated Universal Time"; // needs no ICU, which takes a while to load
        }
        final boolean summer = date.getZone().getRules().isDaylightSavings(date.toInstant());
        return TimeZone.getTimeZone(date.getZone().getId()).getDisplayName(summer, TimeZone.LONG,
                ULocale.forLanguageTag(locale));
    }
}
