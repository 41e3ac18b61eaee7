package ajaxcrawl;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Callable;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.html.DomNode;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.HtmlUnitScriptableProxy;
import org.htmlunit.javascript.host.Element;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.dom.Document;
import org.htmlunit.javascript.host.dom.DocumentFragment;

/**
 * Selectors as browsers read them (Selectors 4), where HtmlUnit finds a syntax error: pseudo-classes that it does not
 * know are written as what they mean in a page that nobody has touched.
 */
final class Selectors implements PageGlobal {

    private static final String NOTHING = ":not(*)";

    /** Pseudo-classes by name; a {@code %} stands for the argument. */
    private static final Map<String, String> MEANINGS = Map.ofEntries(
            Map.entry("any-link", ":is(a[href],area[href])"),
            Map.entry("autofill", NOTHING),
            Map.entry("-webkit-autofill", NOTHING),
            Map.entry("buffering", NOTHING),
            Map.entry("default", ":is(option[selected],input[checked])"),
            Map.entry("defined", ":not([" + ElementStates.UNDEFINED + "])"),
            Map.entry("dir", "[dir=%]"),
            Map.entry("fullscreen", NOTHING),
            Map.entry("-webkit-full-screen", NOTHING),
            Map.entry("host", NOTHING),
            Map.entry("in-range", ":is(input[min],input[max])"),
            Map.entry("modal", "dialog[open][" + ElementStates.PREFIX + "modal]"),
            Map.entry("muted", "[muted]"),
            Map.entry("open", ":is(details[open],dialog[open])"),
            Map.entry("out-of-range", NOTHING),
            Map.entry("paused", ":is(audio,video)"),
            Map.entry("picture-in-picture", NOTHING),
            Map.entry("playing", NOTHING),
            Map.entry("popover-open", "[" + ElementStates.PREFIX + "popover-open]"),
            Map.entry("read-only", ":not(input:not([readonly]):not([disabled]),"
                    + "textarea:not([readonly]):not([disabled]),[contenteditable])"),
            Map.entry("read-write", ":is(input:not([readonly]):not([disabled]),"
                    + "textarea:not([readonly]):not([disabled]),[contenteditable])"),
            Map.entry("seeking", NOTHING),
            Map.entry("stalled", NOTHING),
            Map.entry("state", "[" + ElementStates.PREFIX + "custom-%]"),
            Map.entry("target-current", NOTHING),
            Map.entry("target-within", NOTHING),
            Map.entry("user-invalid", NOTHING),
            Map.entry("user-valid", NOTHING),
            Map.entry("volume-locked", NOTHING));

    /** What HtmlUnit knows; anything else in a forgiving list matches nothing. */
    private static final Set<String> KNOWN = Set.of("active", "checked", "disabled", "empty", "enabled", "first-child",
            "first-of-type", "focus", "focus-visible", "focus-within", "has", "hover", "indeterminate", "invalid", "is",
            "lang", "last-child", "last-of-type", "link", "not", "nth-child", "nth-last-child", "nth-last-of-type",
            "nth-of-type", "only-child", "only-of-type", "optional", "placeholder-shown", "required", "root", "scope",
            "target", "valid", "visited", "where");

    private static final Set<String> KNOWN_ELEMENTS = Set.of("after", "backdrop", "before", "cue", "details-content",
            "file-selector-button", "first-letter", "first-line", "grammar-error", "highlight", "host", "host-context",
            "marker", "part", "placeholder", "selection", "slotted", "spelling-error", "target-text", "view-transition");

    /** What style sheets ask for, of these. */
    private static final Pattern FOREIGN = Pattern.compile(
            ":(?:any-link|defined|dir\\(|modal|open|popover-open|read-(?:only|write)|state\\("
            + "|nth-[a-z-]+\\([^)]*\\s[+-])");

    private static final Pattern FORM_STATE = Pattern.compile(":((?:dis|en)abled|(?:in)?valid)(?![\\w-])");

    private static final Pattern PSEUDO = Pattern.compile("::?([a-z-]+)", Pattern.CASE_INSENSITIVE);

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (!(webWindow.getScriptableObject() instanceof Window window)) {
            return;
        }
        final HostFunctions host = new HostFunctions(scope, window);
        host.extend(Element.class, prototype -> wrap(scope, prototype, "querySelector", "querySelectorAll", "matches",
                "closest", "webkitMatchesSelector"));
        host.extend(Document.class, prototype -> wrap(scope, prototype, "querySelector", "querySelectorAll"));
        host.extend(DocumentFragment.class, prototype -> wrap(scope, prototype, "querySelector", "querySelectorAll"));
    }

    private static void wrap(final TopLevel scope, final ScriptableObject prototype, final String... names) {
        for (final String name : names) {
            if (prototype.get(name, prototype) instanceof Callable real) {
                prototype.defineBuiltinProperty(scope, name, 1, (context, s, self, args) -> {
                    if (args.length == 0 || !(args[0] instanceof CharSequence text)) {
                        return real.call(context, s, self, args);
                    }
                    String selector = understood(text.toString());
                    DomNode node = node(self);
                    if (ElementStates.areInForms(node)) {
                        selector = FORM_STATE.matcher(selector).replaceAll(":is(:$1,[" + ElementStates.PREFIX + "$1])");
                    }
                    args[0] = selector;
                    node = ElementStates.areMeant(selector) ? node : null;
                    return node == null ? real.call(context, s, self, args)
                            : ElementStates.marked(node, selector, () -> real.call(context, s, self, args));
                });
            }
        }
    }

    private static DomNode node(final Object self) {
        final Object host = self instanceof HtmlUnitScriptableProxy<?> proxy ? proxy.getDelegee() : self;
        return host instanceof HtmlUnitScriptable scriptable ? scriptable.getDomNodeOrNull() : null;
    }

    /** Whether {@link #understood} may write a style sheet's selectors otherwise. */
    static boolean areForeign(final String css) {
        return FOREIGN.matcher(css).find();
    }

    /** Whether browsers know what these selectors ask for. */
    static boolean areKnown(final String selectors) {
        return PSEUDO.matcher(selectors).results().map(pseudo -> Ascii.lower(pseudo.group(1))).allMatch(name ->
                KNOWN.contains(name) || KNOWN_ELEMENTS.contains(name) || MEANINGS.containsKey(name)
                || name.startsWith("-webkit-") || name.startsWith("view-transition-"));
    }

    /** {@code selector} as HtmlUnit reads it. */
    static String understood(final String selector) {
        return selector.indexOf(':') < 0 && selector.indexOf('|') < 0 ? selector : new Reader(selector).read();
    }

    /** Copies a selector, but for what has to be written otherwise. */
    private static final class Reader {

        private final String text;
        private final StringBuilder out = new StringBuilder();
        private int at;

        Reader(final String text) {
            this.text = text;
        }

        String read() {
            list(false);
            return out.toString();
        }

        /** Up to the bracket that closes a list, or the end. */
        private void list(final boolean forgiving) {
            while (at < text.length() && text.charAt(at) != ')') {
                final char next = text.charAt(at);
                if (next == '"' || next == '\'' || next == '[') {
                    copyTo(next == '[' ? ']' : next);
                } else if (next == '\\') {
                    out.append(text, at, Math.min(at + 2, text.length()));
                    at += 2;
                } else if (next == '(') { // of something that is no list
                    out.append('(');
                    at++;
                    list(false);
                    close();
                } else if (text.startsWith("*|", at) && !text.startsWith("*|=", at)) {
                    at += 2;
                } else if (next == ':') {
                    pseudo(forgiving);
                } else {
                    out.append(next);
                    at++;
                }
            }
        }

        private void copyTo(final char end) {
            final int stop = text.indexOf(end, at + 1);
            final int next = stop < 0 ? text.length() : stop + 1;
            out.append(text, at, next);
            at = next;
        }

        private void close() {
            if (at < text.length()) {
                out.append(')');
                at++;
            }
        }

        private void pseudo(final boolean forgiving) {
            int end = at + 1;
            if (text.startsWith("::", at)) {
                end++;
            }
            final int start = end;
            while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '-')) {
                end++;
            }
            final String name = text.substring(start, end).toLowerCase(Locale.ROOT);
            final String meaning = start == at + 1 ? MEANINGS.get(name) : null;
            final boolean hasArgument = end < text.length() && text.charAt(end) == '(';
            final int after = hasArgument ? CssText.skip(text, end) : end;
            if (name.startsWith("nth-") && after > end + 1) {
                final String argument = text.substring(end + 1, after - 1);
                final String nth = NthOfSelector.written(name, argument);
                // HtmlUnit's parser knows no white space in 2n + 1
                out.append(nth == null ? text.substring(at, end + 1) + argument.replaceAll("\\s", "") + ')' : nth);
                at = after;
                return;
            }
            if (meaning != null || forgiving && !KNOWN.contains(name)) {
                final int close = hasArgument ? text.indexOf(')', end) : end - 1;
                final String argument = hasArgument && close > 0 ? text.substring(end + 1, close).trim() : "";
                out.append((meaning == null ? NOTHING : meaning).replace("%", argument));
                at = close < 0 ? text.length() : close + 1;
                return;
            }
            out.append(text, at, end);
            at = end;
            if (hasArgument && Set.of("is", "where", "not", "has").contains(name)) {
                out.append('(');
                at++;
                list(!"not".equals(name) && !"has".equals(name));
                close();
            }
        }
    }
}
