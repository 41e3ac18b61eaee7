package ajaxcrawl;

import java.io.IOException;
import java.util.Map;
import org.htmlunit.SgmlPage;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Callable;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.HtmlUnitScriptableProxy;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.dom.Document;
import org.htmlunit.javascript.host.html.HTMLIFrameElement;

/** Properties of documents and frames that HtmlUnit lacks or names otherwise. */
final class DocumentFidelity implements PageGlobal {

    /** Java's names of encodings to the Encoding Standard's, where they differ. */
    private static final Map<String, String> ENCODINGS = Map.ofEntries(
            Map.entry("US-ASCII", "windows-1252"),
            Map.entry("ISO-8859-1", "windows-1252"),
            Map.entry("ISO-8859-9", "windows-1254"),
            Map.entry("windows-31j", "Shift_JIS"),
            Map.entry("x-windows-949", "EUC-KR"),
            Map.entry("x-windows-874", "windows-874"),
            Map.entry("TIS-620", "windows-874"),
            Map.entry("GB18030", "gb18030"),
            Map.entry("GB2312", "GBK"),
            Map.entry("Big5-HKSCS", "Big5"),
            Map.entry("x-MacRoman", "macintosh"),
            Map.entry("x-MacCyrillic", "x-mac-cyrillic"),
            Map.entry("x-MacUkraine", "x-mac-cyrillic"), // what HtmlUnit calls it
            Map.entry("UTF-16", "UTF-16LE"));

    /** NodeFilter.SHOW_ALL. */
    private static final double SHOW_ALL = 0xFFFF_FFFFL;

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (!(webWindow.getScriptableObject() instanceof Window window)) {
            return;
        }
        final HostFunctions host = new HostFunctions(scope, window);
        for (final String name : new String[] {"characterSet", "charset", "inputEncoding"}) {
            host.getter(Document.class, name, DocumentFidelity::encoding);
        }
        host.getter(Document.class, "compatMode", self -> unwrap(self) instanceof Document document
                && document.getDomNodeOrNull() instanceof HtmlPage page && HtmlTreeBuilder.isQuirky(page)
                ? "BackCompat" : "CSS1Compat");
        host.accessor(HTMLIFrameElement.class, "srcdoc",
                self -> ((HTMLIFrameElement) self).getDomNodeOrDie().getAttribute("srcdoc"),
                (self, value) -> ((HTMLIFrameElement) self).getDomNodeOrDie()
                        .setAttribute("srcdoc", JavaScriptEngine.toString(value)));
        host.getter(Document.class, "defaultView", self -> shown(self) == null ? null : shown(self).getDefaultView());
        host.accessor(Document.class, "location", self -> shown(self) == null ? null : shown(self).getLocation(),
                (self, value) -> assign(shown(self), JavaScriptEngine.toString(value)));
        host.extend(Document.class, prototype -> {
            showAll(scope, prototype, "createTreeWalker");
            showAll(scope, prototype, "createNodeIterator");
        });
    }

    /** A traversal shows every node where no kinds are named; HtmlUnit's shows none then. */
    private static void showAll(final TopLevel scope, final ScriptableObject prototype, final String name) {
        if (!(ScriptableObject.getProperty(prototype, name) instanceof Callable real)) {
            return;
        }
        prototype.defineBuiltinProperty(scope, name, 1, (context, s, self, args) -> {
            final boolean named = args.length > 1 && !Undefined.isUndefined(args[1]);
            final Object made = real.call(context, s, self, named || args.length == 0 ? args
                    : new Object[] {args[0], SHOW_ALL, args.length > 2 ? args[2] : null});
            return FilteredTreeWalker.in(LiveNodeIterator.in(made));
        }, 0, ScriptableObject.DONTENUM | ScriptableObject.READONLY);
    }

    private static Object unwrap(final Scriptable self) {
        return self instanceof HtmlUnitScriptableProxy<?> proxy ? proxy.getDelegee() : self;
    }

    /** The document, where it is its window's; null: no window shows it. */
    private static Document shown(final Scriptable self) {
        return unwrap(self) instanceof Document document && document.getDomNodeOrNull() instanceof SgmlPage page
                && page.getEnclosingWindow() != null && page.getEnclosingWindow().getEnclosedPage() == page
                ? document : null;
    }

    private static void assign(final Document document, final String location) {
        if (document != null) {
            try {
                document.setLocation(location);
            } catch (final IOException e) {
                throw JavaScriptEngine.throwAsScriptRuntimeEx(e);
            }
        }
    }

    private static Object encoding(final Scriptable self) {
        if (unwrap(self) instanceof Document document && document.getDomNodeOrNull() instanceof HtmlPage page) {
            final String name = page.getCharset().name();
            return ENCODINGS.getOrDefault(name, name);
        }
        return "UTF-8";
    }
}
