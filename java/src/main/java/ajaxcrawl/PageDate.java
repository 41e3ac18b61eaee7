package ajaxcrawl;

import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.BaseFunction;
import org.htmlunit.corejs.javascript.Callable;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.StandInConstructor;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.VarScope;

/** A {@code Date} whose now is the page clock's. Under the wall clock Rhino's own stays. */
final class PageDate implements PageGlobal {

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow window) {
        if (!(window.getWebClient() instanceof PageClient client) || client.pageClock() == null
                || !(ScriptableObject.getProperty(scope.getGlobalThis(), "Date") instanceof BaseFunction real)) {
            return;
        }
        final PageTime time = client.time();
        final DateFunction date = new DateFunction(scope, real, time);
        for (final String name : new String[] {"UTC", "parse"}) {
            date.defineProperty(name, ScriptableObject.getProperty(real, name), ScriptableObject.DONTENUM);
        }
        date.defineProperty("now", new LambdaFunction(scope, "now", 0,
                (cx, s, thisObject, args) -> now(time), false), ScriptableObject.DONTENUM);
        final Scriptable prototype = (Scriptable) ScriptableObject.getProperty(real, "prototype");
        date.setImmunePrototypeProperty(prototype);
        ScriptableObject.defineProperty(prototype, "constructor", date, ScriptableObject.DONTENUM);
        scope.defineProperty("Date", date, ScriptableObject.DONTENUM);
    }

    private static double now(final PageTime time) {
        return Math.floor(time.origin() + time.read());
    }

    /** Calls Rhino's, with the page's time where no time is given. */
    private static final class DateFunction extends StandInConstructor {

        private static final long serialVersionUID = 1L;

        private final transient BaseFunction real;
        private final transient PageTime time;

        DateFunction(final VarScope scope, final BaseFunction real, final PageTime time) {
            super(scope, real, "Date", 7);
            this.real = real;
            this.time = time;
        }

        @Override
        public Object call(final Context context, final Object newTarget, final VarScope scope, final Object thisObject,
                final Object[] args) {
            final Scriptable date = construct(context, this, scope, new Object[0]);
            return ((Callable) ScriptableObject.getProperty(date, "toString")).call(context, scope, date, new Object[0]);
        }

        @Override
        public Scriptable construct(final Context context, final Object newTarget, final VarScope scope,
                final Object[] args) {
            return real.construct(context, newTarget == this ? real : newTarget, scope,
                    args.length == 0 ? new Object[] {now(time)} : args);
        }
    }
}
