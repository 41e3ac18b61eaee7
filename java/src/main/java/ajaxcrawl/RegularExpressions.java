package ajaxcrawl;

import java.util.List;
import java.util.regex.Pattern;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.BaseFunction;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.StandInConstructor;
import org.htmlunit.corejs.javascript.SymbolKey;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.corejs.javascript.VarScope;
import org.htmlunit.corejs.javascript.regexp.NativeRegExp;
import org.htmlunit.corejs.javascript.regexp.SiteRegExp;
import org.htmlunit.corejs.javascript.regexp.SiteRegExpImpl;

/**
 * {@code RegExp} with all flags and classes at run time: patterns that Rhino does not read are translated as literals
 * are, in V8 (see regular_expressions.js).
 */
final class RegularExpressions implements PageGlobal {

    private static final String[][] FLAGS = {{"hasIndices", "d"}, {"global", "g"}, {"ignoreCase", "i"},
        {"multiline", "m"}, {"dotAll", "s"}, {"unicode", "u"}, {"unicodeSets", "v"}, {"sticky", "y"}};

    /** The end of {@code [\\w-]}, which Rhino takes for a range with flag u. */
    private static final Pattern LAST_DASH = Pattern.compile("(?<!\\\\)((?:\\\\\\\\)*\\\\[dDsSwW])-(?=\\])");

    /** Groups with modifiers or names. */
    private static final Pattern NEWER_GROUP = Pattern.compile("\\(\\?(?:[ims-]+:|<[^=!])");

    /** Characters; V8 refuses most patterns that are much shorter, and Rhino takes minutes for one of millions. */
    private static final int MAX_PATTERN = 1 << 20;

    private static final List<String> LAST_MATCH = List.of("$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9", "$_",
            "$&", "$+", "$`", "$'", "input", "lastMatch", "lastParen", "leftContext", "rightContext");

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow window) {
        if (!(window.getWebClient() instanceof PageClient client)
                || !(ScriptableObject.getProperty(scope.getGlobalThis(), "RegExp") instanceof BaseFunction real)
                || !(ScriptableObject.getProperty(real, "prototype") instanceof ScriptableObject prototype)) {
            return;
        }
        final Constructor constructor = new Constructor(scope, real, client);
        constructor.setImmunePrototypeProperty(prototype);
        ScriptableObject.defineProperty(prototype, "constructor", constructor, ScriptableObject.DONTENUM);
        scope.defineProperty("RegExp", constructor, ScriptableObject.DONTENUM);
        accessors(context, scope, prototype);
        lastMatch(context, scope, constructor, real);
    }

    /** {@code RegExp.$1} and the like, which Rhino's constructor knows. */
    private static void lastMatch(final Context context, final TopLevel scope, final ScriptableObject constructor,
            final ScriptableObject real) {
        for (final String name : LAST_MATCH) {
            constructor.defineProperty(context, scope, name, self -> ScriptableObject.getProperty(real, name),
                    (self, value) -> ScriptableObject.putProperty(real, name, value), ScriptableObject.DONTENUM);
        }
        constructor.defineProperty(context, scope, SymbolKey.SPECIES, self -> self, null, ScriptableObject.DONTENUM);
    }

    private static void accessors(final Context context, final TopLevel scope, final ScriptableObject prototype) {
        prototype.defineProperty(context, scope, "hasIndices", self -> flag(self, prototype, 'd'), null,
                ScriptableObject.DONTENUM);
        prototype.defineProperty(context, scope, "unicodeSets", self -> flag(self, prototype, 'v'), null,
                ScriptableObject.DONTENUM);
        prototype.defineProperty(context, scope, "unicode", self -> self instanceof SiteRegExp made ? made.has('u')
                : self instanceof NativeRegExp known ? (known.getFlags() & NativeRegExp.JSREG_UNICODE) != 0
                : Undefined.instance, null, ScriptableObject.DONTENUM);
        prototype.defineProperty(context, scope, "source", self -> self == prototype ? "(?:)" : source(self), null,
                ScriptableObject.DONTENUM);
        prototype.defineProperty(context, scope, "flags", RegularExpressions::flags, null, ScriptableObject.DONTENUM);
        prototype.defineBuiltinProperty(scope, "toString", 0, (cx, s, self, args) -> {
            final Scriptable expression = (Scriptable) self;
            return "/" + ScriptRuntime.toString(ScriptableObject.getProperty(expression, "source")) + "/"
                    + ScriptRuntime.toString(ScriptableObject.getProperty(expression, "flags"));
        });
    }

    private static Object flag(final Scriptable self, final Scriptable prototype, final char flag) {
        return self instanceof NativeRegExp && self != prototype
                ? self instanceof SiteRegExp made && made.has(flag) : Undefined.instance;
    }

    /** EscapeRegExpPattern; Rhino has escaped slashes already. */
    private static String source(final Scriptable self) {
        if (!(self instanceof NativeRegExp expression)) {
            throw ScriptRuntime.typeError("RegExp.prototype.source getter called on non-RegExp object");
        }
        final String text = expression.toString();
        final String source = self instanceof SiteRegExp made ? made.pattern().replaceAll("(?<!\\\\)/", "\\\\/")
                : text.substring(1, text.lastIndexOf('/'));
        return source.isEmpty() ? "(?:)" : source.replace("\n", "\\n").replace("\r", "\\r")
                .replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    private static Object flags(final Scriptable self) {
        final StringBuilder flags = new StringBuilder();
        for (final String[] flag : FLAGS) {
            final Object value = ScriptableObject.getProperty(self, flag[0]);
            if (value != Scriptable.NOT_FOUND && ScriptRuntime.toBoolean(value)) {
                flags.append(flag[1]);
            }
        }
        return flags.toString();
    }

    /** What lowered literals call: {@code (run, flags, pattern)}, see {@link SiteRegExp#make}. */
    static LambdaFunction literal(final TopLevel scope) {
        return new LambdaFunction(scope, "regExp", 3, (context, s, self, args) -> SiteRegExp.make(context, scope,
                args[0].toString(), args[1].toString(), args[2].toString()), false);
    }

    /** Calls Rhino's where that reads the pattern. */
    private static final class Constructor extends StandInConstructor {

        private static final long serialVersionUID = 1L;

        private final transient TopLevel top;
        private final transient BaseFunction real;
        private final transient PageClient client;

        Constructor(final TopLevel scope, final BaseFunction real, final PageClient client) {
            super(scope, real, "RegExp", 2);
            top = scope;
            this.real = real;
            this.client = client;
        }

        @Override
        public Object call(final Context context, final Object newTarget, final VarScope scope, final Object thisObject,
                final Object[] args) {
            return args.length > 0 && args[0] instanceof NativeRegExp && Undefined.isUndefined(argument(args, 1))
                    ? args[0] : construct(context, this, scope, args);
        }

        @Override
        public Scriptable construct(final Context context, final Object newTarget, final VarScope scope,
                final Object[] args) {
            final Object first = argument(args, 0);
            final boolean copies = first instanceof NativeRegExp;
            final String pattern = Undefined.isUndefined(first) ? "" : first instanceof SiteRegExp made
                    ? made.pattern() : copies ? source((Scriptable) first) : ScriptRuntime.toString(first);
            if (pattern.length() > MAX_PATTERN) {
                throw ScriptRuntime.constructError("SyntaxError",
                        "Invalid regular expression: Regular expression too large");
            }
            final Object second = argument(args, 1);
            final String flags = !Undefined.isUndefined(second) ? ScriptRuntime.toString(second)
                    : copies ? flags((Scriptable) first).toString() : "";
            final String run = run(pattern, flags);
            if (run == null) {
                return real.construct(context, newTarget == this ? real : newTarget, scope,
                        new Object[] {pattern, flags});
            }
            return withPrototypeOf(newTarget, SiteRegExp.make(context, top, run, flags, pattern));
        }

        private static Object argument(final Object[] args, final int index) {
            return args.length > index ? args[index] : Undefined.instance;
        }

        /** What Rhino is to run, as "flags/pattern"; null: it reads this one. */
        private String run(final String pattern, final String flags) {
            final boolean properties = pattern.contains("\\p") || pattern.contains("\\P");
            if (flags.indexOf('v') < 0 && !properties && !NEWER_GROUP.matcher(pattern).find()) {
                final String escaped = flags.indexOf('u') < 0 ? pattern
                        : LAST_DASH.matcher(pattern).replaceAll("$1\\\\-");
                return flags.indexOf('d') >= 0 || !escaped.equals(pattern) || SiteRegExpImpl.isOurs(pattern)
                        ? flags.replace("d", "") + '/' + escaped : null;
            }
            if (client.lowering() == null) {
                return null;
            }
            final Lowered lowered = client.lowering().lower("pattern", flags + "/" + pattern, client.budget());
            if (lowered.error() != null) {
                throw ScriptRuntime.constructError("SyntaxError", lowered.error().message());
            }
            return lowered.unavailable() == null ? lowered.code() : null;
        }
    }
}
