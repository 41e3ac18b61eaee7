package ajaxcrawl;

import java.time.ZoneId;
import java.util.Locale;
import java.util.regex.Pattern;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.BaseFunction;
import org.htmlunit.corejs.javascript.Callable;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.StandInConstructor;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.corejs.javascript.VarScope;

/** A {@code Date} that reads and writes texts as Chromium does, and whose now is the page clock's, where there is one. */
final class PageDate implements PageGlobal {

    private static final Pattern ISO = Pattern.compile("(?:\\d{4}|[+-]\\d{6})(?:-\\d\\d(?:-\\d\\d)?)?"
            + "(?:[Tt]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?:[Zz]|[+-]\\d\\d:\\d\\d)?)?");

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow window) {
        if (!(window.getWebClient() instanceof PageClient client)
                || !(ScriptableObject.getProperty(scope.getGlobalThis(), "Date") instanceof BaseFunction real)) {
            return;
        }
        final DateFunction date = new DateFunction(scope, real, client);
        date.defineProperty("UTC", ScriptableObject.getProperty(real, "UTC"), ScriptableObject.DONTENUM);
        date.defineProperty("parse", new LambdaFunction(scope, "parse", 1, (cx, s, self, args) ->
                date.parse(cx, ScriptRuntime.toString(args.length > 0 ? args[0] : Undefined.instance)), false),
                ScriptableObject.DONTENUM);
        date.defineProperty("now", new LambdaFunction(scope, "now", 0, (cx, s, self, args) -> date.now(), false),
                ScriptableObject.DONTENUM);
        final ScriptableObject prototype = (ScriptableObject) ScriptableObject.getProperty(real, "prototype");
        date.setImmunePrototypeProperty(prototype);
        ScriptableObject.defineProperty(prototype, "constructor", date, ScriptableObject.DONTENUM);
        writer(scope, prototype, client, "toString", true, true);
        writer(scope, prototype, client, "toDateString", true, false);
        writer(scope, prototype, client, "toTimeString", false, true);
        scope.defineProperty("Date", date, ScriptableObject.DONTENUM);
    }

    private static void writer(final TopLevel scope, final ScriptableObject prototype, final PageClient client,
            final String name, final boolean day, final boolean time) {
        final Callable value = (Callable) prototype.get("getTime", prototype);
        prototype.defineProperty(name, new LambdaFunction(scope, name, 0, (context, s, self, args) -> DateWriter.write(
                ScriptRuntime.toNumber(value.call(context, s, self, ScriptRuntime.emptyArgs)), zone(client),
                client.getBrowserVersion().getBrowserLanguage(), day, time), false), ScriptableObject.DONTENUM);
    }

    private static ZoneId zone(final PageClient client) {
        return client.getBrowserVersion().getSystemTimezone().toZoneId();
    }

    /** Calls Rhino's, with the page's time where no time is given, and with numbers in place of texts. */
    private static final class DateFunction extends StandInConstructor {

        private static final long serialVersionUID = 1L;

        private final transient TopLevel top;
        private final transient BaseFunction real;
        private final transient PageClient client;

        DateFunction(final TopLevel scope, final BaseFunction real, final PageClient client) {
            super(scope, real, "Date", 7);
            top = scope;
            this.real = real;
            this.client = client;
        }

        double now() {
            return client.pageClock() == null ? System.currentTimeMillis()
                    : Math.floor(client.time().origin() + client.time().read());
        }

        /** Rhino's answer for what ECMAScript's format is, V8's for all else. */
        double parse(final Context context, final String text) {
            if (ISO.matcher(text).matches()) {
                final double time = ScriptRuntime.toNumber(((Callable) ScriptableObject.getProperty(real, "parse"))
                        .call(context, top, real, new Object[] {text.toUpperCase(Locale.ROOT)}));
                if (!Double.isNaN(time)) {
                    return time;
                }
            }
            return DateReader.read(text, zone(client));
        }

        @Override
        public Object call(final Context context, final Object newTarget, final VarScope scope, final Object thisObject,
                final Object[] args) {
            final Scriptable date = construct(context, this, scope, ScriptRuntime.emptyArgs);
            return ((Callable) ScriptableObject.getProperty(date, "toString")).call(context, scope, date, new Object[0]);
        }

        @Override
        public Scriptable construct(final Context context, final Object newTarget, final VarScope scope,
                final Object[] args) {
            return real.construct(context, newTarget == this ? real : newTarget, scope,
                    args.length == 0 ? new Object[] {now()} : args.length == 1 ? new Object[] {time(context, args[0])} : args);
        }

        private Object time(final Context context, final Object given) {
            if (given instanceof ScriptableObject object && "Date".equals(object.getClassName())) {
                return given;
            }
            final Object value = ScriptRuntime.toPrimitive(given);
            return value instanceof CharSequence text ? (Object) parse(context, text.toString()) : value;
        }
    }
}
