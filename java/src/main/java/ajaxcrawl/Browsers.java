package ajaxcrawl;

import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentHashMap;
import org.htmlunit.BrowserVersion;

/** The browsers that pages see: HtmlUnit's, with the locale and time zone of the settings. */
final class Browsers {

    private static final Map<String, BrowserVersion> BUILT = new ConcurrentHashMap<>();

    private Browsers() { }

    static BrowserVersion of(final RenderOptions options) {
        final String key = options.browser() + ' ' + options.locale() + ' ' + options.timeZone();
        return BUILT.computeIfAbsent(key, k -> build(options.browser(), options.locale(), options.timeZone()));
    }

    private static BrowserVersion build(final String name, final String locale, final String timeZone) {
        final BrowserVersion base = switch (name) {
            case "firefox" -> BrowserVersion.FIREFOX;
            case "edge" -> BrowserVersion.EDGE;
            default -> BrowserVersion.CHROME;
        };
        return new BrowserVersion.BrowserVersionBuilder(base)
                .setBrowserLanguage(locale)
                .setAcceptLanguageHeader(acceptLanguage(locale, base == BrowserVersion.FIREFOX))
                .setSystemTimezone(TimeZone.getTimeZone(timeZone))
                .build();
    }

    /** As the browsers send it: {@code de-AT,de;q=0.9,en;q=0.8}; Firefox halves from the second on. */
    private static String acceptLanguage(final String tag, final boolean firefox) {
        final String language = Locale.forLanguageTag(tag).getLanguage();
        if (language.equals(tag)) {
            return tag;
        }
        return tag + "," + language + (firefox ? ";q=0.5" : ";q=0.9");
    }
}
