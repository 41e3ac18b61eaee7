package ajaxcrawl;

import com.ibm.icu.number.LocalizedNumberFormatter;
import com.ibm.icu.number.NumberFormatter;
import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.text.Collator;
import com.ibm.icu.text.DecimalFormat;
import com.ibm.icu.text.DisplayContext;
import com.ibm.icu.text.ListFormatter;
import com.ibm.icu.text.LocaleDisplayNames;
import com.ibm.icu.text.NumberFormat;
import com.ibm.icu.text.PluralRules;
import com.ibm.icu.text.RelativeDateTimeFormatter;
import com.ibm.icu.text.RelativeDateTimeFormatter.RelativeDateTimeUnit;
import com.ibm.icu.text.RuleBasedCollator;
import com.ibm.icu.util.Currency;
import com.ibm.icu.util.ULocale;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.htmlunit.corejs.javascript.NativeObject;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.javascript.JavaScriptEngine;

/** Plurals, lists, relative times, orders, segments and names of a language. */
final class IcuTexts {

    /** Some languages group five digits and more alone. */
    private static final int FOUR_DIGITS = 1000;

    private IcuTexts() { }

    /** The plural category of a number as it is written. */
    interface Plural {
        String select(double value);
    }

    static Plural plural(final IcuOptions options) {
        final boolean ordinal = "ordinal".equals(options.text("type"));
        final PluralRules rules = PluralRules.forLocale(options.locale(),
                ordinal ? PluralRules.PluralType.ORDINAL : PluralRules.PluralType.CARDINAL);
        final LocalizedNumberFormatter numbers = NumberFormatter.withLocale(options.locale())
                .roundingMode(RoundingMode.HALF_UP)
                .precision(com.ibm.icu.number.Precision.minMaxFraction(options.number("minimumFractionDigits", 0),
                        options.number("maximumFractionDigits", 3)));
        return value -> Double.isFinite(value) ? rules.select(numbers.format(value)) : "other";
    }

    static List<String> pluralCategories(final IcuOptions options) {
        final PluralRules rules = PluralRules.forLocale(options.locale(), "ordinal".equals(options.text("type"))
                ? PluralRules.PluralType.ORDINAL : PluralRules.PluralType.CARDINAL);
        final List<String> order = List.of("few", "many", "one", "two", "zero", "other");
        return order.stream().filter(rules.getKeywords()::contains).toList();
    }

    static String relative(final IcuOptions options, final double value, final String unit) {
        final RelativeDateTimeFormatter.Style style = switch (options.text("style", "long")) {
            case "short" -> RelativeDateTimeFormatter.Style.SHORT;
            case "narrow" -> RelativeDateTimeFormatter.Style.NARROW;
            default -> RelativeDateTimeFormatter.Style.LONG;
        };
        final NumberFormat numbers = NumberFormat.getInstance(options.locale());
        numbers.setRoundingMode(com.ibm.icu.math.BigDecimal.ROUND_HALF_UP);
        final boolean plain = NumberFormatter.withLocale(options.locale()).format(FOUR_DIGITS).toString().length() == 4;
        if (plain && numbers instanceof DecimalFormat decimal) {
            decimal.setMinimumGroupingDigits(2);
        }
        final RelativeDateTimeFormatter formatter = RelativeDateTimeFormatter.getInstance(options.locale(), numbers, style,
                DisplayContext.CAPITALIZATION_NONE);
        final RelativeDateTimeUnit of = RelativeDateTimeUnit.valueOf(unit.toUpperCase(Locale.ROOT));
        return "auto".equals(options.text("numeric")) ? formatter.format(value, of) : formatter.formatNumeric(value, of);
    }

    private static ListFormatter lists(final IcuOptions options) {
        final ListFormatter.Type type = switch (options.text("type", "conjunction")) {
            case "disjunction" -> ListFormatter.Type.OR;
            case "unit" -> ListFormatter.Type.UNITS;
            default -> ListFormatter.Type.AND;
        };
        final ListFormatter.Width width = switch (options.text("style", "long")) {
            case "short" -> ListFormatter.Width.SHORT;
            case "narrow" -> ListFormatter.Width.NARROW;
            default -> ListFormatter.Width.WIDE;
        };
        return ListFormatter.getInstance(options.locale(), type, width);
    }

    static String list(final IcuOptions options, final List<?> items) {
        return lists(options).format(items);
    }

    static Object listParts(final TopLevel scope, final IcuOptions options, final List<?> items) {
        return IcuParts.of(scope, lists(options).formatToValue(items),
                (field, text) -> field == ListFormatter.Field.ELEMENT ? "element" : "literal");
    }

    static Collator collator(final IcuOptions options) {
        ULocale locale = options.locale();
        if ("search".equals(options.text("usage"))) {
            locale = locale.setKeywordValue("collation", "search");
        }
        Collator collator = Collator.getInstance(locale);
        collator = collator.isFrozen() ? collator.cloneAsThawed() : collator;
        collator.setDecomposition(Collator.CANONICAL_DECOMPOSITION);
        final String sensitivity = options.text("sensitivity", "variant");
        collator.setStrength(switch (sensitivity) {
            case "base", "case" -> Collator.PRIMARY;
            case "accent" -> Collator.SECONDARY;
            default -> Collator.TERTIARY;
        });
        if (collator instanceof RuleBasedCollator rules) {
            rules.setCaseLevel("case".equals(sensitivity));
            rules.setNumericCollation(options.flag("numeric"));
            rules.setAlternateHandlingShifted(options.flag("ignorePunctuation"));
            switch (options.text("caseFirst", "false")) {
                case "upper" -> rules.setUpperCaseFirst(true);
                case "lower" -> rules.setLowerCaseFirst(true);
                default -> { }
            }
        }
        return collator;
    }

    /** The segments of a text: each an object of {@code segment}, {@code index}, {@code input} and {@code isWordLike}. */
    static Object segments(final TopLevel scope, final IcuOptions options, final String text) {
        final String granularity = options.text("granularity", "grapheme");
        final BreakIterator breaks = switch (granularity) {
            case "word" -> BreakIterator.getWordInstance(options.locale());
            case "sentence" -> BreakIterator.getSentenceInstance(options.locale());
            default -> BreakIterator.getCharacterInstance(options.locale());
        };
        breaks.setText(text);
        final List<Object> segments = new ArrayList<>();
        int start = breaks.first();
        for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
            final NativeObject segment = new NativeObject();
            ScriptRuntime.setObjectProtoAndParent(segment, scope);
            segment.defineProperty("segment", text.substring(start, end), 0);
            segment.defineProperty("index", start, 0);
            segment.defineProperty("input", text, 0);
            if ("word".equals(granularity)) {
                segment.defineProperty("isWordLike", breaks.getRuleStatus() >= BreakIterator.WORD_NONE_LIMIT, 0);
            }
            segments.add(segment);
            start = end;
        }
        return JavaScriptEngine.newArray(scope, segments.toArray());
    }

    /** The name of a code; null where there is none. */
    static String displayName(final IcuOptions options, final String code) {
        final ULocale locale = options.locale();
        final boolean shorter = !"long".equals(options.text("style", "long"));
        final LocaleDisplayNames names = LocaleDisplayNames.getInstance(locale, DisplayContext.CAPITALIZATION_NONE,
                "standard".equals(options.text("languageDisplay")) ? DisplayContext.STANDARD_NAMES
                        : DisplayContext.DIALECT_NAMES,
                shorter ? DisplayContext.LENGTH_SHORT : DisplayContext.LENGTH_FULL, DisplayContext.NO_SUBSTITUTE);
        return switch (options.text("type", "")) {
            case "language" -> names.localeDisplayName(ULocale.forLanguageTag(code));
            case "region" -> names.regionDisplayName(code.toUpperCase(Locale.ROOT));
            case "script" -> names.scriptDisplayName(code);
            case "currency" -> currency(locale, code, "narrow".equals(options.text("style")));
            default -> null;
        };
    }

    private static String currency(final ULocale locale, final String code, final boolean narrow) {
        final String name = Currency.getInstance(code).getName(locale,
                narrow ? Currency.NARROW_SYMBOL_NAME : Currency.LONG_NAME, null);
        return code.equals(name) ? null : name;
    }
}
