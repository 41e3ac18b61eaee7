package ajaxcrawl;

import com.ibm.icu.text.Collator;
import com.ibm.icu.text.CurrencyMetaInfo;
import com.ibm.icu.text.CurrencyMetaInfo.CurrencyFilter;
import com.ibm.icu.text.NumberingSystem;
import com.ibm.icu.util.Calendar;
import com.ibm.icu.util.TimeZone;
import com.ibm.icu.util.ULocale;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The values that {@code Intl.supportedValuesOf} lists (ECMA-402, 8.3.2). */
final class IcuValues {

    private static final List<String> UNITS = List.of("acre", "bit", "byte", "celsius", "centimeter", "day", "degree",
            "fahrenheit", "fluid-ounce", "foot", "gallon", "gigabit", "gigabyte", "gram", "hectare", "hour", "inch",
            "kilobit", "kilobyte", "kilogram", "kilometer", "liter", "megabit", "megabyte", "meter", "microsecond", "mile",
            "mile-scandinavian", "milliliter", "millimeter", "millisecond", "minute", "month", "nanosecond", "ounce",
            "percent", "petabyte", "pound", "second", "stone", "terabit", "terabyte", "week", "yard", "year");

    /** ICU's names that BCP 47 has others for. */
    private static final Map<String, String> NAMES = Map.of("gregorian", "gregory", "ethiopic-amete-alem", "ethioaa",
            "dictionary", "dict", "traditional", "trad", "phonebook", "phonebk", "gb2312han", "gb2312");
    private static final Set<String> NO_VALUES = Set.of("standard", "search", "islamic", "islamic-rgsa");

    private IcuValues() { }

    /** In order; null: there is no such key. */
    static Object[] of(final String key) {
        final Collection<String> values = switch (key) {
            case "calendar" -> names(Calendar.getKeywordValuesForLocale("calendar", ULocale.ROOT, false));
            case "collation" -> names(Collator.getKeywordValues("collation"));
            case "currency" -> CurrencyMetaInfo.getInstance()
                    .currencies(CurrencyFilter.onDate(new Date()).withTender());
            case "numberingSystem" -> Arrays.asList(NumberingSystem.getAvailableNames());
            case "timeZone" -> zones();
            case "unit" -> UNITS;
            default -> null;
        };
        return values == null ? null : values.stream().sorted().distinct().toArray();
    }

    private static List<String> names(final String[] known) {
        return Arrays.stream(known).filter(name -> !NO_VALUES.contains(name))
                .map(name -> NAMES.getOrDefault(name, name)).toList();
    }

    private static List<String> zones() {
        return TimeZone.getAvailableIDs(TimeZone.SystemTimeZoneType.CANONICAL, null, null).stream()
                .filter(id -> id.contains("/") && !id.startsWith("Etc/") && !id.startsWith("SystemV/")).toList();
    }
}
