package ajaxcrawl;

import org.htmlunit.Page;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;

/** Asks a document's policy about its scripts, and says in the page's log what it keeps from running. */
public final class BlockedScripts {

    private static final String SCRIPT_URL = "javascript:";

    private BlockedScripts() { }

    /**
     * Whether a script element must not run.
     *
     * @param parsed whether the parser of the document made it, rather than a script
     */
    public static boolean isBlocked(final DomElement script, final boolean parsed) {
        final HtmlPage page = (HtmlPage) script.getPage();
        final String src = Elements.attribute(script, "src");
        final WebUrl url = src == null ? null : WebUrl.parse(src, DocumentUrls.base(page), page.getCharset());
        final boolean allowed = src != null && url == null
                || ContentPolicy.of(page).allowsScript(script, url, Elements.ownText(script), parsed);
        return !allowed && log(page, url == null ? "An inline script" : "The script " + url.href(),
                "script-src-elem", url == null ? "inline" : url.withoutFragment());
    }

    /** Whether {@code source} is a {@code javascript:} URL that must not run. */
    static boolean isBlockedUrl(final HtmlPage page, final String source) {
        return source.regionMatches(true, 0, SCRIPT_URL, 0, SCRIPT_URL.length())
                && !ContentPolicy.of(page).allowsScriptUrl(source.substring(SCRIPT_URL.length()))
                && log(page, "A javascript: URL", "script-src-elem", "inline");
    }

    /** Whether an attribute's event handler must not run. */
    static boolean isBlockedHandler(final Page page, final String source) {
        return !ContentPolicy.of(page).allowsHandler(source) && log(page, "An inline event handler",
                "script-src-attr", "inline");
    }

    /** Whether text must not become code. */
    static boolean isBlockedEval(final Page page) {
        return !ContentPolicy.of(page).allowsEval() && log(page, "Code from text (eval)", "script-src", "eval");
    }

    private static boolean log(final Page page, final String what, final String directive, final String blocked) {
        if (page.getEnclosingWindow().getWebClient() instanceof PageClient client) {
            client.log().add("warning", "blocked", what + " is not allowed by the document's Content-Security-Policy",
                    page.getUrl().toExternalForm(), 0);
        }
        PolicyViolations.tell(page, directive, blocked);
        return true;
    }
}
