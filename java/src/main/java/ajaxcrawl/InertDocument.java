package ajaxcrawl;

import org.htmlunit.SgmlPage;
import org.htmlunit.StringWebResponse;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.host.html.HTMLDocument;
import org.htmlunit.util.UrlUtils;

/**
 * The document that owns what is in a document's templates (HTML Standard, "appropriate template contents owner
 * document"): no window shows it, so nothing in it runs, and its elements become what the page defined only where they go
 * into the page's own document.
 */
public final class InertDocument extends SitePageCreator.SitePage {

    private static final long serialVersionUID = 1L;

    private static final String KEY = "ajaxcrawl.inertDocument";

    private final transient HtmlPage owner;
    private transient HTMLDocument document;

    private InertDocument(final HtmlPage owner) {
        super(new StringWebResponse("", UrlUtils.URL_ABOUT_BLANK), owner.getEnclosingWindow());
        this.owner = owner;
        setReadyState("complete");
    }

    /** That of a page; of a page that is no HTML, or that no window shows either, the page itself. */
    public static SgmlPage of(final SgmlPage page) {
        if (!(page instanceof HtmlPage html) || page instanceof InertDocument || page.getEnclosingWindow() == null) {
            return page;
        }
        if (!(page.getUserData(KEY) instanceof InertDocument inert)) {
            final InertDocument made = new InertDocument(html);
            page.setUserData(KEY, made, null);
            return made;
        }
        return inert;
    }

    /** What a script makes of HTML never runs, in a template or out of it. */
    @Override
    public PageScripts scripts() {
        return owner instanceof PageScripts.Owner page ? page.scripts() : super.scripts();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends HtmlUnitScriptable> T getScriptableObject() {
        if (document == null) {
            final HTMLDocument shown = owner.getScriptableObject();
            document = new HTMLDocument();
            document.setParentScope(shown.getParentScope());
            document.setPrototype(shown.getPrototype());
            document.setDomNode(this);
        }
        return (T) document;
    }
}
