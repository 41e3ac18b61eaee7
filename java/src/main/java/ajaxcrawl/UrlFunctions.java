package ajaxcrawl;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.javascript.JavaScriptEngine;

/** What {@code URL.js} needs of Java: the parsers and serialisers of the URL Standard, as functions of texts. */
final class UrlFunctions {

    private interface Text {

        Object of(TopLevel scope, String[] args);
    }

    private UrlFunctions() { }

    static void addTo(final ScriptableObject host, final TopLevel scope) {
        add(host, scope, "parseUrl", UrlFunctions::parse);
        add(host, scope, "changeUrl", (s, args) -> parts(s, changed(WebUrl.parse(args[0], null), args[1], args[2])));
        add(host, scope, "parseForm", (s, args) -> JavaScriptEngine.newArray(s, pairs(args[0]).toArray()));
        add(host, scope, "encodeForm", (s, args) -> encode(args[0]));
    }

    private static void add(final ScriptableObject host, final TopLevel scope, final String name, final Text function) {
        host.defineProperty(name, new LambdaFunction(scope, name, 0, (context, s, self, args) -> {
            final String[] texts = new String[3]; // what is not given is null
            for (int i = 0; i < Math.min(3, args.length); i++) {
                texts[i] = Undefined.isUndefined(args[i]) ? null : JavaScriptEngine.toString(args[i]);
            }
            return function.of(scope, texts);
        }, false), 0);
    }

    /** The parts of a URL, or null: {@code parseUrl(text, base)}. */
    private static Object parse(final TopLevel scope, final String[] args) {
        final WebUrl base = args[1] == null ? null : WebUrl.parse(args[1], null);
        return args[1] != null && base == null ? null : parts(scope, WebUrl.parse(args[0], base));
    }

    private static Object parts(final TopLevel scope, final WebUrl url) {
        return url == null ? null : JavaScriptEngine.newArray(scope, new Object[] {url.href(), url.origin(),
                url.protocol(), url.username(), url.password(), url.hostAndPort(), url.hostname(),
                url.port() < 0 ? "" : String.valueOf(url.port()), url.pathname(), url.search(), url.hash()});
    }

    private static WebUrl changed(final WebUrl url, final String part, final String value) {
        return switch (part) {
            case "protocol" -> url.withProtocol(value);
            case "username" -> url.withUser(value, null);
            case "password" -> url.withUser(null, value);
            case "host" -> url.withHost(value, true);
            case "hostname" -> url.withHost(value, false);
            case "port" -> url.withPort(value);
            case "pathname" -> url.withPathname(value);
            case "search" -> url.withSearch(value);
            default -> value.isEmpty() ? url.withNoFragment() : url.withHash(value);
        };
    }

    /** Names and values in turn ("application/x-www-form-urlencoded parsing"). */
    private static List<String> pairs(final String query) {
        final List<String> pairs = new ArrayList<>();
        for (final String part : query.split("&")) {
            if (!part.isEmpty()) {
                final int equals = part.indexOf('=');
                pairs.add(decode(equals < 0 ? part : part.substring(0, equals)));
                pairs.add(equals < 0 ? "" : decode(part.substring(equals + 1)));
            }
        }
        return pairs;
    }

    private static String decode(final String text) {
        final String escaped = text.replaceAll("%(?![0-9A-Fa-f]{2})", "%25");
        return URLDecoder.decode(escaped, StandardCharsets.UTF_8);
    }

    private static String encode(final String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
