package ajaxcrawl;

import com.ibm.icu.text.Collator;
import com.ibm.icu.util.Currency;
import com.ibm.icu.util.TimeZone;
import com.ibm.icu.util.ULocale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.htmlunit.BrowserVersion;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.NativeObject;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.javascript.JavaScriptEngine;

/** What {@code Intl.js} asks of ICU. Made when a page first uses Intl: ICU takes a while to load. */
final class IcuFunctions {

    /** Loaded with the first page that asks for a locale. */
    private static final class Available {
        private static final Set<String> LANGUAGES = Arrays.stream(ULocale.getAvailableLocales())
                .map(ULocale::getLanguage).collect(Collectors.toSet());
        private static final Set<String> ZONES = TimeZone.getAvailableIDs(TimeZone.SystemTimeZoneType.ANY, null, null);
    }

    /** Bytes that ICU's own tables take. */
    private static final double LOADING = 12 << 20;

    private final TopLevel scope;
    private final NativeObject functions = new NativeObject();

    private IcuFunctions(final TopLevel scope) {
        this.scope = scope;
    }

    /** The functions, by name, with the locale and time zone of the client's browser for the defaults. */
    static Scriptable make(final TopLevel scope, final PageClient client) {
        client.budget().claim(LOADING); // a class that runs out of memory while it is loaded is lost to all pages
        final BrowserVersion browser = client.getBrowserVersion();
        final IcuFunctions icu = new IcuFunctions(scope);
        icu.functions.defineProperty("defaultLocale", browser.getBrowserLanguage(), 0);
        icu.functions.defineProperty("defaultTimeZone", browser.getSystemTimezone().getID(), 0);
        icu.addLocales();
        icu.addFormats();
        icu.addTexts();
        return icu.functions;
    }

    private interface Body {
        Object run(Object[] args);
    }

    private void add(final String name, final Body body) {
        functions.defineProperty(name, function(body), 0);
    }

    private LambdaFunction function(final Body body) {
        return new LambdaFunction(scope, "", 0, (context, s, self, args) -> {
            try {
                final Object result = body.run(args);
                return result == null ? Undefined.instance : result;
            } catch (final IllegalArgumentException e) {
                throw JavaScriptEngine.rangeError(String.valueOf(e.getMessage()));
            }
        }, false);
    }

    private NativeObject object(final Object... namesAndValues) {
        final NativeObject object = new NativeObject();
        ScriptRuntime.setObjectProtoAndParent(object, scope);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            final Object value = namesAndValues[i + 1];
            object.defineProperty((String) namesAndValues[i], value == null ? Undefined.instance : value, 0);
        }
        return object;
    }

    private static String text(final Object value) {
        return ScriptRuntime.toString(value);
    }

    private void addLocales() {
        add("supportedValues", args -> {
            final Object[] values = IcuValues.of(text(args[0]));
            return values == null ? null : JavaScriptEngine.newArray(scope, values);
        });
        add("canonical", args -> canonical(text(args[0])));
        add("isAvailable", args -> Available.LANGUAGES.contains(ULocale.forLanguageTag(text(args[0])).getLanguage()));
        add("maximize", args -> ULocale.addLikelySubtags(ULocale.forLanguageTag(text(args[0]))).toLanguageTag());
        add("minimize", args -> ULocale.minimizeSubtags(ULocale.forLanguageTag(text(args[0]))).toLanguageTag());
        add("locale", args -> {
            final ULocale locale = ULocale.forLanguageTag(text(args[0]));
            return object("language", locale.getLanguage(), "script", empty(locale.getScript()), "region",
                    empty(locale.getCountry()), "calendar", locale.getUnicodeLocaleType("ca"), "collation",
                    locale.getUnicodeLocaleType("co"), "numberingSystem", locale.getUnicodeLocaleType("nu"), "hourCycle",
                    locale.getUnicodeLocaleType("hc"), "caseFirst", locale.getUnicodeLocaleType("kf"), "numeric",
                    "true".equals(locale.getUnicodeLocaleType("kn")), "baseName", new ULocale(locale.getBaseName())
                            .toLanguageTag(), "direction", locale.isRightToLeft() ? "rtl" : "ltr");
        });
        add("numberingSystem", args -> com.ibm.icu.text.NumberingSystem.getInstance(
                ULocale.forLanguageTag(text(args[0]))).getName());
        add("timeZone", args -> {
            final String asked = text(args[0]);
            for (final String known : Available.ZONES) {
                if (known.equalsIgnoreCase(asked)) {
                    return "Etc/UTC".equals(known) || "Etc/GMT".equals(known) || "GMT".equals(known) ? "UTC" : known;
                }
            }
            return asked.matches("[+-]\\d\\d(:?\\d\\d)?") ? "GMT" + asked : null;
        });
        add("currencyDigits", args -> Currency.getInstance(text(args[0]).toUpperCase(Locale.ROOT))
                .getDefaultFractionDigits());
    }

    private static String empty(final String text) {
        return text.isEmpty() ? null : text;
    }

    /** The canonical form of a language tag; null where it is none. */
    private static String canonical(final String tag) {
        try {
            final ULocale locale = new ULocale.Builder().setLanguageTag(tag).build();
            return ULocale.createCanonical(locale).toLanguageTag();
        } catch (final com.ibm.icu.util.IllformedLocaleException e) {
            return null;
        }
    }

    private void addFormats() {
        add("numbers", args -> {
            final IcuNumbers numbers = new IcuNumbers(new IcuOptions(args[0]));
            return object("format", function(values -> numbers.format(values[0])), "parts",
                    function(values -> numbers.parts(scope, values[0])), "range",
                    function(values -> numbers.range(values[0], values[1])));
        });
        add("dates", args -> {
            final IcuDates dates = new IcuDates(new IcuOptions(args[0]));
            return object("format", function(values -> dates.format(ScriptRuntime.toNumber(values[0]))), "parts",
                    function(values -> dates.parts(scope, ScriptRuntime.toNumber(values[0]))), "range",
                    function(values -> dates.range(ScriptRuntime.toNumber(values[0]), ScriptRuntime.toNumber(values[1]))),
                    "rangeParts", function(values -> dates.rangeParts(scope, ScriptRuntime.toNumber(values[0]),
                            ScriptRuntime.toNumber(values[1]))), "hourCycle", dates.hourCycle());
        });
    }

    private void addTexts() {
        add("plurals", args -> {
            final IcuOptions options = new IcuOptions(args[0]);
            final IcuTexts.Plural plural = IcuTexts.plural(options);
            return object("select", function(values -> plural.select(ScriptRuntime.toNumber(values[0]))), "categories",
                    JavaScriptEngine.newArray(scope, IcuTexts.pluralCategories(options).toArray()));
        });
        add("relative", args -> IcuTexts.relative(new IcuOptions(args[0]), ScriptRuntime.toNumber(args[1]),
                text(args[2])));
        add("list", args -> IcuTexts.list(new IcuOptions(args[0]), texts(args[1])));
        add("listParts", args -> IcuTexts.listParts(scope, new IcuOptions(args[0]), texts(args[1])));
        add("collator", args -> {
            final Collator collator = IcuTexts.collator(new IcuOptions(args[0]));
            return function(values -> collator.compare(text(values[0]), text(values[1])));
        });
        add("segments", args -> IcuTexts.segments(scope, new IcuOptions(args[0]), text(args[1])));
        add("displayName", args -> IcuTexts.displayName(new IcuOptions(args[0]), text(args[1])));
    }

    private static List<String> texts(final Object array) {
        final Scriptable list = (Scriptable) array;
        final int length = ScriptRuntime.toInt32(ScriptableObject.getProperty(list, "length"));
        final List<String> texts = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            texts.add(text(ScriptableObject.getProperty(list, i)));
        }
        return texts;
    }
}
