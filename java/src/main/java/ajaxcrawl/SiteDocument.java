package ajaxcrawl;

import java.net.URL;
import java.util.List;
import java.util.function.Supplier;
import org.htmlunit.ScriptResult;
import org.htmlunit.StringWebResponse;
import org.htmlunit.WebResponse;
import org.htmlunit.WebWindow;
import org.htmlunit.css.CssStyleSheet;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.JavaScriptEngine;

/**
 * What the pages of {@link SitePageCreator} know and do beyond HtmlUnit's, in one place for both: HtmlUnit tells HTML and
 * XHTML by the class of the page, and a class has but one to extend.
 */
final class SiteDocument {

    /** A page that has one. */
    interface Owner extends PageScripts.Owner, ContentPolicy.Owner {

        SiteDocument site();

        @Override
        default PageScripts scripts() {
            return site().scripts;
        }

        @Override
        default ContentPolicy policy() {
            return site().policy;
        }
    }

    private final HtmlPage page;
    private final URL loadedFrom;
    private final PageUrls urls;
    private final PageScripts scripts;
    private final ContentPolicy policy;

    SiteDocument(final HtmlPage page, final WebResponse response, final WebWindow window) {
        this.page = page;
        loadedFrom = response.getWebRequest().getUrl();
        urls = new PageUrls(page);
        scripts = new PageScripts(page);
        policy = ContentPolicy.of(response, window);
        BlockedStyles.dropAttributes(page);
    }

    /** The URL that the page was loaded from, which HtmlUnit's own Location alters. */
    URL loadedFrom() {
        return loadedFrom;
    }

    /** The page's URL, and its links'. */
    PageUrls urls() {
        return urls;
    }

    /** The page is loaded. */
    void initialized() {
        if (page.getWebResponse() instanceof StringWebResponse text && text.isFromJavascript()) {
            page.setReadyState("complete"); // HtmlUnit forgets what scripts wrote into a frame that was empty
        }
        scripts.complete();
        PageShow.fire(page);
    }

    /** The page's state is about to change. */
    void changesTo(final String readyState) {
        if ("complete".equals(readyState)) {
            scripts.complete();
        }
    }

    /** What a {@code javascript:} URL comes to. */
    ScriptResult executed(final String source, final Supplier<ScriptResult> otherwise) {
        return BlockedScripts.isBlockedUrl(page, source) ? new ScriptResult(JavaScriptEngine.UNDEFINED)
                : otherwise.get();
    }

    /** The style sheets; called for each style that is computed: a look at the layout may need thousands. */
    static List<CssStyleSheet> styleSheets(final HtmlPage page, final Supplier<List<CssStyleSheet>> own) {
        step(page);
        return StyleSheets.withAdopted(BlockedStyles.sheets(page, own), page);
    }

    /** Called for each kilobyte that is parsed: one tag may take minutes. */
    static void step(final HtmlPage page) {
        if (page.getWebClient() instanceof PageClient client) {
            client.budget().step();
        }
    }

    /** Called for each element that is parsed: a document may be endless, and so may what scripts write. */
    static void tick(final HtmlPage page) {
        if (page.getWebClient() instanceof PageClient client) {
            client.budget().tick();
        }
    }
}
