package org.htmlunit.corejs.javascript.regexp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.RegExpProxy;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.corejs.javascript.VarScope;

/**
 * A regular expression with flags ({@code d}, {@code v}) or classes that Rhino does not read: what is run is another
 * pattern of the same meaning. In Rhino's package because matches say where their groups are there alone.
 */
public final class SiteRegExp extends NativeRegExp {

    private static final long serialVersionUID = 1L;

    private static final int MAX_COMPILED = 500; // patterns; they are cheap to compile again
    private static final Map<String, NativeRegExp> COMPILED = new ConcurrentHashMap<>();

    /** After the name of a group that has the name of another; see pattern_groups.js. */
    private static final String AGAIN = "$$";

    private final String plain;
    private final String pattern;
    private final String flagText;

    private SiteRegExp(final Context context, final TopLevel scope, final NativeRegExp compiled, final String plain,
            final String pattern, final String flags) {
        compile(context, scope, new Object[] {compiled}); // which shares what is compiled
        ScriptRuntime.setBuiltinProtoAndParent(this, scope, TopLevel.Builtins.RegExp);
        this.plain = plain;
        this.pattern = pattern;
        flagText = flags;
        if (flags.indexOf('d') >= 0 || plain.contains(AGAIN)) {
            defineProperty("exec", new LambdaFunction(scope, "exec", 1, (cx, s, self, args) ->
                    exec(cx, scope, args), false), DONTENUM);
        }
    }

    /**
     * Makes one.
     *
     * @param run what Rhino runs, as "flags/pattern"
     * @param pattern the pattern that the page knows
     */
    public static SiteRegExp make(final Context context, final TopLevel scope, final String run, final String flags,
            final String pattern) {
        final int slash = run.indexOf('/');
        final String plain = run.substring(slash + 1);
        if (COMPILED.size() > MAX_COMPILED) {
            COMPILED.clear();
        }
        final NativeRegExp compiled = COMPILED.computeIfAbsent(run, key -> {
            final RegExpProxy engine = ScriptRuntime.getRegExpProxy(context);
            return (NativeRegExp) engine.wrapRegExp(context, scope,
                    engine.compileRegExp(context, plain, run.substring(0, slash)));
        });
        return new SiteRegExp(context, scope, compiled, plain, pattern, flags);
    }

    /** The pattern as the page wrote it. */
    public String pattern() {
        return pattern;
    }

    /** Whether it has a flag, by its letter. */
    public boolean has(final char flag) {
        return flagText.indexOf(flag) >= 0;
    }

    /** RegExpBuiltinExec with the indices of the match and its groups (ECMAScript 22.2.7.8), and with names that stand twice. */
    private Object exec(final Context context, final TopLevel scope, final Object[] args) {
        final Object result = execSub(context, scope, args, MATCH);
        if (!(result instanceof Scriptable match)) {
            return result;
        }
        if (plain.contains(AGAIN) && match.get("groups", match) instanceof ScriptableObject groups) {
            joinNames(groups);
        }
        if (!has('d')) {
            return match;
        }
        final SubString[] groups = ((RegExpImpl) ScriptRuntime.getRegExpProxy(context)).parens;
        final int count = groups == null ? 0 : groups.length;
        final Object[] pairs = new Object[count + 1];
        final int start = ScriptRuntime.toInt32(match.get("index", match));
        pairs[0] = pair(context, scope, start, match.get(0, match).toString().length());
        for (int i = 0; i < count; i++) {
            pairs[i + 1] = groups[i] == null ? Undefined.instance
                    : pair(context, scope, groups[i].index, groups[i].length);
        }
        final Scriptable indices = context.newArray(scope, pairs);
        indices.put("groups", indices, named(match, pairs, scope));
        match.put("indices", match, indices);
        return match;
    }

    private static void joinNames(final ScriptableObject groups) {
        for (final Object id : groups.getIds()) {
            final String name = id.toString();
            final int again = name.indexOf(AGAIN);
            if (again > 0) {
                final Object value = groups.get(name, groups);
                if (!Undefined.isUndefined(value)) { // it was in the alternative that matched
                    groups.put(name.substring(0, again), groups, value);
                }
                groups.delete(name);
            }
        }
    }

    private static Scriptable pair(final Context context, final VarScope scope, final int start, final int length) {
        return context.newArray(scope, new Object[] {start, start + length});
    }

    private Object named(final Scriptable match, final Object[] pairs, final TopLevel scope) {
        if (!(match.get("groups", match) instanceof ScriptableObject groups) || Undefined.isUndefined(groups)) {
            return Undefined.instance;
        }
        final ScriptableObject named = (ScriptableObject) Context.getCurrentContext().newObject(scope);
        named.setPrototype(null);
        for (final Map.Entry<String, Integer> group : groupNumbers()) {
            final int again = group.getKey().indexOf(AGAIN);
            final String name = again > 0 ? group.getKey().substring(0, again) : group.getKey();
            final int number = group.getValue();
            if (!named.has(name, named) || !Undefined.isUndefined(pairs[number])) { // a name may stand in alternatives
                named.put(name, named, pairs[number]);
            }
        }
        return named;
    }

    private List<Map.Entry<String, Integer>> groupNumbers() {
        final List<Map.Entry<String, Integer>> numbers = new ArrayList<>();
        int number = 0;
        boolean inClass = false;
        for (int i = 0; i < plain.length(); i++) {
            final char c = plain.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '[' || c == ']') {
                inClass = c == '[';
            } else if (c == '(' && !inClass) {
                final boolean isNamed = plain.startsWith("?<", i + 1) && "=!".indexOf(plain.charAt(i + 3)) < 0;
                if (isNamed || plain.charAt(i + 1) != '?') {
                    number++;
                }
                if (isNamed) {
                    numbers.add(Map.entry(plain.substring(i + 3, plain.indexOf('>', i)), number));
                }
            }
        }
        return numbers;
    }
}
