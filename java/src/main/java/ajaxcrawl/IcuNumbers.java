package ajaxcrawl;

import com.ibm.icu.number.FormattedNumber;
import com.ibm.icu.number.IntegerWidth;
import com.ibm.icu.number.LocalizedNumberFormatter;
import com.ibm.icu.number.Notation;
import com.ibm.icu.number.NumberFormatter;
import com.ibm.icu.number.NumberFormatter.DecimalSeparatorDisplay;
import com.ibm.icu.number.NumberFormatter.GroupingStrategy;
import com.ibm.icu.number.NumberFormatter.SignDisplay;
import com.ibm.icu.number.NumberFormatter.TrailingZeroDisplay;
import com.ibm.icu.number.NumberFormatter.UnitWidth;
import com.ibm.icu.number.Precision;
import com.ibm.icu.number.Scale;
import com.ibm.icu.text.NumberFormat;
import com.ibm.icu.text.NumberingSystem;
import com.ibm.icu.util.Currency;
import com.ibm.icu.util.MeasureUnit;
import com.ibm.icu.util.NoUnit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.text.Format;
import java.util.Map;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.TopLevel;

/** Numbers as {@code Intl.NumberFormat} writes them. */
final class IcuNumbers {

    private static final Map<String, RoundingMode> ROUNDING = Map.of("ceil", RoundingMode.CEILING, "floor",
            RoundingMode.FLOOR, "expand", RoundingMode.UP, "trunc", RoundingMode.DOWN, "halfTrunc",
            RoundingMode.HALF_DOWN, "halfEven", RoundingMode.HALF_EVEN);
    private static final Map<String, SignDisplay> SIGNS = Map.of("always", SignDisplay.ALWAYS, "never",
            SignDisplay.NEVER, "exceptZero", SignDisplay.EXCEPT_ZERO, "negative", SignDisplay.NEGATIVE);
    private static final Map<String, SignDisplay> ACCOUNTING_SIGNS = Map.of("always", SignDisplay.ACCOUNTING_ALWAYS,
            "never", SignDisplay.NEVER, "exceptZero", SignDisplay.ACCOUNTING_EXCEPT_ZERO, "negative",
            SignDisplay.ACCOUNTING_NEGATIVE);
    private static final Map<Format.Field, String> TYPES = Map.of(NumberFormat.Field.INTEGER, "integer",
            NumberFormat.Field.FRACTION, "fraction", NumberFormat.Field.DECIMAL_SEPARATOR, "decimal",
            NumberFormat.Field.GROUPING_SEPARATOR, "group", NumberFormat.Field.CURRENCY, "currency",
            NumberFormat.Field.COMPACT, "compact", NumberFormat.Field.MEASURE_UNIT, "unit",
            NumberFormat.Field.EXPONENT_SYMBOL, "exponentSeparator", NumberFormat.Field.EXPONENT_SIGN,
            "exponentMinusSign", NumberFormat.Field.EXPONENT, "exponentInteger");

    private final LocalizedNumberFormatter formatter;
    private final boolean percent;
    private final boolean unit;

    IcuNumbers(final IcuOptions options) {
        final String style = options.text("style", "decimal");
        percent = "percent".equals(style);
        unit = "unit".equals(style);
        LocalizedNumberFormatter made = NumberFormatter.withLocale(options.locale())
                .roundingMode(ROUNDING.getOrDefault(options.text("roundingMode", "halfExpand"), RoundingMode.HALF_UP))
                .integerWidth(IntegerWidth.zeroFillTo(options.number("minimumIntegerDigits", 1)))
                .grouping(grouping(options)).sign(sign(options)).notation(notation(options))
                .decimal(DecimalSeparatorDisplay.AUTO);
        final Precision precision = precision(options);
        if (precision != null) {
            made = made.precision("stripIfInteger".equals(options.text("trailingZeroDisplay"))
                    ? precision.trailingZeroDisplay(TrailingZeroDisplay.HIDE_IF_WHOLE) : precision);
        }
        if (options.has("numberingSystem")) {
            made = made.symbols(NumberingSystem.getInstanceByName(options.text("numberingSystem")));
        }
        if (percent) {
            made = made.unit(NoUnit.PERCENT).scale(Scale.powerOfTen(2));
        } else if ("currency".equals(style)) {
            made = made.unit(Currency.getInstance(options.text("currency"))).unitWidth(currencyWidth(options));
        } else if (unit) {
            made = withUnit(made, options.text("unit")).unitWidth(unitWidth(options.text("unitDisplay", "short")));
        }
        formatter = made;
    }

    private static LocalizedNumberFormatter withUnit(final LocalizedNumberFormatter formatter, final String unit) {
        return formatter.unit(MeasureUnit.forIdentifier(unit));
    }

    private static UnitWidth currencyWidth(final IcuOptions options) {
        return switch (options.text("currencyDisplay", "symbol")) {
            case "code" -> UnitWidth.ISO_CODE;
            case "name" -> UnitWidth.FULL_NAME;
            case "narrowSymbol" -> UnitWidth.NARROW;
            default -> UnitWidth.SHORT;
        };
    }

    private static UnitWidth unitWidth(final String display) {
        return switch (display) {
            case "long" -> UnitWidth.FULL_NAME;
            case "narrow" -> UnitWidth.NARROW;
            default -> UnitWidth.SHORT;
        };
    }

    private static GroupingStrategy grouping(final IcuOptions options) {
        return switch (options.text("useGrouping", "auto")) {
            case "false" -> GroupingStrategy.OFF;
            case "min2" -> GroupingStrategy.MIN2;
            case "always" -> GroupingStrategy.ON_ALIGNED;
            default -> GroupingStrategy.AUTO;
        };
    }

    private static SignDisplay sign(final IcuOptions options) {
        final boolean accounting = "accounting".equals(options.text("currencySign"));
        return (accounting ? ACCOUNTING_SIGNS : SIGNS).getOrDefault(options.text("signDisplay", "auto"),
                accounting ? SignDisplay.ACCOUNTING : SignDisplay.AUTO);
    }

    private static Notation notation(final IcuOptions options) {
        return switch (options.text("notation", "standard")) {
            case "scientific" -> Notation.scientific();
            case "engineering" -> Notation.engineering();
            case "compact" -> "long".equals(options.text("compactDisplay")) ? Notation.compactLong()
                    : Notation.compactShort();
            default -> Notation.simple();
        };
    }

    /** Null: ICU's own, which is that of compact notation. */
    private static Precision precision(final IcuOptions options) {
        if (options.has("minimumSignificantDigits") || options.has("maximumSignificantDigits")) {
            return Precision.minMaxSignificantDigits(options.number("minimumSignificantDigits", 1),
                    options.number("maximumSignificantDigits", 21));
        }
        if (!options.has("maximumFractionDigits")) {
            return null;
        }
        final int most = options.number("maximumFractionDigits", 3);
        if (options.number("roundingIncrement", 1) > 1) {
            return Precision.increment(BigDecimal.valueOf(options.number("roundingIncrement", 1), most));
        }
        return Precision.minMaxFraction(options.number("minimumFractionDigits", 0), most);
    }

    private FormattedNumber formatted(final Object value) {
        if (value instanceof BigInteger whole) {
            return formatter.format(whole);
        }
        if (value instanceof CharSequence text) { // Intl.NumberFormat v3: a text is as exact as it stands
            try {
                return formatter.format(new BigDecimal(text.toString().trim()));
            } catch (final NumberFormatException e) {
                return formatter.format(ScriptRuntime.toNumber(value));
            }
        }
        return formatter.format(ScriptRuntime.toNumber(value));
    }

    String format(final Object value) {
        return formatted(value).toString();
    }

    Object parts(final TopLevel scope, final Object value) {
        final double number = value instanceof BigInteger ? 0 : ScriptRuntime.toNumber(value);
        return IcuParts.of(scope, formatted(value), (field, text) -> {
            if (field == NumberFormat.Field.SIGN) {
                return text.indexOf('+') >= 0 ? "plusSign" : "minusSign";
            }
            if (field == NumberFormat.Field.INTEGER && !Double.isFinite(number)) {
                return Double.isNaN(number) ? "nan" : "infinity";
            }
            if (field == NumberFormat.Field.PERCENT) {
                return unit ? "unit" : percent ? "percentSign" : "literal";
            }
            return TYPES.getOrDefault(field, "literal");
        });
    }

    String range(final Object from, final Object to) {
        final String first = format(from);
        final String second = format(to);
        return first.equals(second) ? "~" + first : first + " – " + second;
    }
}
