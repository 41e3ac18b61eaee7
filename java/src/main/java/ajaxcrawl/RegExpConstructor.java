package ajaxcrawl;

import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.BaseFunction;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.RhinoException;
import org.htmlunit.corejs.javascript.Script;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.SymbolKey;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.VarScope;
import org.htmlunit.corejs.javascript.regexp.NativeRegExp;
import org.htmlunit.javascript.JavaScriptEngine;

/** {@code RegExp}, which makes what Rhino's own refuses from the literal of the same pattern and flags: that is lowered. */
final class RegExpConstructor implements PageGlobal {

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow window) {
        final ScriptableObject global = scope.getGlobalThis();
        if (ScriptableObject.getProperty(global, "RegExp") instanceof BaseFunction rhinos
                && window.getWebClient() instanceof PageClient client && client.lowering() != null) {
            final Lowering constructor = new Lowering(scope, rhinos);
            for (final Object name : rhinos.getAllIds()) {
                if (!constructor.has(String.valueOf(name), constructor)) { // what the last match was
                    constructor.defineProperty(context, scope, String.valueOf(name), self -> rhinos.get(String.valueOf(name), rhinos),
                            (self, value) -> rhinos.put(String.valueOf(name), rhinos, value), ScriptableObject.DONTENUM);
                }
            }
            constructor.defineProperty(context, scope, SymbolKey.SPECIES, self -> self, null, ScriptableObject.DONTENUM);
            final ScriptableObject prototype = (ScriptableObject) rhinos.get("prototype", rhinos);
            prototype.defineProperty("constructor", constructor, ScriptableObject.DONTENUM);
            global.defineProperty("RegExp", constructor, ScriptableObject.DONTENUM);
        }
    }

    private static final class Lowering extends BaseFunction {

        private static final long serialVersionUID = 1L;

        private final transient TopLevel scope;
        private final transient BaseFunction rhinos;

        Lowering(final TopLevel scope, final BaseFunction rhinos) {
            super(scope, rhinos);
            this.scope = scope;
            this.rhinos = rhinos;
            setImmunePrototypeProperty(rhinos.get("prototype", rhinos));
        }

        @Override
        public String getFunctionName() {
            return "RegExp";
        }

        @Override
        public int getLength() {
            return 2;
        }

        @Override
        public Object call(final Context context, final Object newTarget, final VarScope caller, final Object self,
                final Object[] args) {
            try {
                return rhinos.call(context, newTarget, caller, self, args);
            } catch (final RhinoException refusal) {
                return lowered(context, args, refusal);
            }
        }

        @Override
        public Scriptable construct(final Context context, final Object newTarget, final VarScope caller,
                final Object[] args) {
            try {
                return rhinos.construct(context, newTarget == this ? rhinos : newTarget, caller, args);
            } catch (final RhinoException refusal) {
                final Scriptable made = lowered(context, args, refusal);
                if (newTarget != this && newTarget instanceof Function subclass
                        && ScriptableObject.getProperty(subclass, "prototype") instanceof Scriptable prototype) {
                    made.setPrototype(prototype);
                }
                return made;
            }
        }

        private Scriptable lowered(final Context context, final Object[] args, final RhinoException refusal) {
            final boolean hasFlags = args.length > 1 && !JavaScriptEngine.isUndefined(args[1]);
            if (!hasFlags || !JavaScriptEngine.toString(args[1]).matches("[dgimsuvy]+")) {
                throw refusal;
            }
            final String pattern = JavaScriptEngine.toString(
                    args[0] instanceof NativeRegExp other ? ScriptableObject.getProperty(other, "source") : args[0]);
            final String literal = "(/" + escaped(pattern) + "/" + JavaScriptEngine.toString(args[1]) + ")";
            final Script script;
            try {
                script = context.compileString(literal, "RegExp", 1, null);
            } catch (final RhinoException e) { // it is no pattern
                throw refusal;
            }
            return (Scriptable) script.exec(context, scope, scope.getGlobalThis());
        }

        /** EscapeRegExpPattern of the ECMAScript standard. */
        private static String escaped(final String pattern) {
            final StringBuilder text = new StringBuilder();
            for (int i = 0; i < pattern.length(); i++) {
                final char c = pattern.charAt(i);
                if (c == '\\' && i + 1 < pattern.length() && pattern.charAt(i + 1) >= ' ') {
                    text.append(c).append(pattern.charAt(++i));
                } else {
                    text.append(switch (c) {
                        case '/' -> "\\/";
                        case '\n' -> "\\n";
                        case '\r' -> "\\r";
                        case '\u2028' -> "\\u2028";
                        case '\u2029' -> "\\u2029";
                        default -> String.valueOf(c);
                    });
                }
            }
            return text.isEmpty() ? "(?:)" : text.toString();
        }
    }
}
