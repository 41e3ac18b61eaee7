package ajaxcrawl;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.DomText;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlScript;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.host.event.Event;
import org.htmlunit.javascript.host.event.EventTarget;

/**
 * Which of a document's script elements run, and when, where that is more than HtmlUnit knows: modules and import maps,
 * {@code nomodule}, and what is deferred (HTML standard, "prepare the script element").
 */
public final class PageScripts {

    /** A page whose scripts these are. */
    public interface Owner {

        /** The page's scripts. */
        PageScripts scripts();
    }

    /** What a script element holds. */
    public enum Kind { CLASSIC, MODULE, IMPORT_MAP, DATA }

    private final HtmlPage page;
    private final Deque<Runnable> deferred = new ArrayDeque<>();
    private final Deque<Runnable> deferredAsync = new ArrayDeque<>();
    private final Deque<Runnable> async = new ArrayDeque<>();
    private ModuleLoader loader;
    private boolean isLoaded;
    private boolean isTaken;
    private int inertParsers;

    PageScripts(final HtmlPage page) {
        this.page = page;
    }

    /** Whether modules run in this page. */
    public boolean runModules() {
        return page.getWebClient() instanceof PageClient client && client.lowering() != null
                && client.isJavaScriptEnabled();
    }

    /** What a script element holds. */
    public static Kind kind(final HtmlScript script) {
        final boolean typed = script.hasAttribute("type");
        String type = script.getAttributeDirect("type");
        if (typed ? type.isEmpty() : script.getAttributeDirect("language").isEmpty()) {
            return Kind.CLASSIC;
        }
        type = (typed ? type : "text/" + script.getAttributeDirect("language")).toLowerCase(Locale.ROOT);
        return switch (type) {
            case "module" -> Kind.MODULE;
            case "importmap" -> Kind.IMPORT_MAP;
            default -> ModuleSource.isJavaScript(Ascii.strip(type)) ? Kind.CLASSIC : Kind.DATA;
        };
    }

    /** Scripts that are parsed until {@link #endInert()} never run, be they moved or copied: {@code innerHTML}. */
    void beginInert() {
        inertParsers++;
    }

    void endInert() {
        inertParsers--;
    }

    /** Whether a script that is parsed now never runs. */
    public boolean isInert() {
        return inertParsers > 0;
    }

    /** Runs {@code script} once the document is parsed, after what was deferred before. */
    public void defer(final Runnable script) {
        deferred.add(script);
    }

    /**
     * Runs {@code script}, which waits for no other, once the document is parsed: it may come at any time, and pages
     * are written for one that comes when what stands after it is there.
     */
    public void deferAsync(final Runnable script) {
        deferredAsync.add(script);
    }

    /** Whether something waits for the end of parsing, as the first that asks is told: it is to run all of that. */
    public boolean takeDeferred() {
        final boolean isFirst = hasDeferred() && !isTaken;
        isTaken |= isFirst;
        return isFirst;
    }

    /** Runs what was deferred. */
    public void runDeferred() {
        isTaken = false;
        while (hasDeferred()) {
            (deferred.isEmpty() ? deferredAsync : deferred).remove().run();
        }
    }

    private boolean hasDeferred() {
        return !deferred.isEmpty() || !deferredAsync.isEmpty();
    }

    /** The page is about to be complete: that waits for scripts that don't wait for each other. */
    void complete() {
        runDeferred();
        while (!async.isEmpty()) {
            async.remove().run();
        }
        isLoaded = true;
    }

    /**
     * Takes up a module or an import map that has come into the document.
     *
     * @param parsed whether the parser of the document has put it there
     */
    public void prepare(final HtmlScript script, final Kind kind, final boolean parsed) {
        final boolean external = script.hasAttribute("src");
        final String text = text(script);
        if (!external && text.isEmpty()) {
            return;
        }
        script.setExecuted(true);
        if (kind == Kind.IMPORT_MAP && !external) {
            loader().addImportMap(text);
            return;
        }
        final String src = script.getAttributeDirect("src");
        final WebUrl url = src.isEmpty() || kind == Kind.IMPORT_MAP ? null
                : WebUrl.parse(src, DocumentUrls.base(page), page.getCharset());
        if (external && url == null) {
            soon(() -> fire(script, "error"));
            return;
        }
        final Runnable run = external ? () -> fire(script, loader().run(url) ? "load" : "error")
                : inline(script, text);
        if (parsed && !script.hasAttribute("async")) {
            defer(run);
        } else {
            soon(run);
        }
    }

    /** Tells {@code element} that what it preloads is there. */
    public void announce(final HtmlElement element) {
        if (runModules()) {
            soon(() -> fire(element, "load"));
        }
    }

    private void soon(final Runnable task) {
        if (isLoaded) {
            loader().later(task);
        } else {
            async.add(task);
        }
    }

    private Runnable inline(final HtmlScript script, final String text) {
        final int line = Math.max(1, script.getStartLineNumber());
        final String name = "script in " + page.getUrl().toExternalForm() + " from (" + script.getStartLineNumber()
                + ", " + script.getStartColumnNumber() + ") to (" + script.getEndLineNumber() + ", "
                + script.getEndColumnNumber() + ")";
        return () -> {
            if (!loader().run(text, name, line)) {
                fire(script, "error");
            }
        };
    }

    private static String text(final HtmlScript script) {
        final StringBuilder text = new StringBuilder();
        for (final DomNode child : script.getChildren()) {
            if (child instanceof DomText part) {
                text.append(part.getData());
            }
        }
        return text.toString();
    }

    private static void fire(final HtmlElement element, final String type) {
        final EventTarget target = element.getScriptableObject();
        final Event event = new Event(element, type);
        event.setParentScope(target.getParentScope());
        event.setPrototype(target.getPrototype(event.getClass()));
        target.executeEventLocally(event);
    }

    /** The document's modules. */
    ModuleLoader loader() {
        if (loader == null) {
            final HtmlUnitScriptable global = page.getEnclosingWindow().getScriptableObject();
            loader = new ModuleLoader(page, ScriptableObject.getTopLevelScope(global.getParentScope()));
        }
        return loader;
    }

    /** The scripts of the document that a window shows; null: it is none of ours. */
    static PageScripts of(final WebWindow window) {
        return window.getEnclosedPage() instanceof Owner owner ? owner.scripts() : null;
    }
}
