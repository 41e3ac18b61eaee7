package ajaxcrawl;

import org.htmlunit.NicelyResynchronizingAjaxController;
import org.htmlunit.WebRequest;
import org.htmlunit.html.HtmlPage;

/**
 * Sends calls at once, and keeps the promise of resynchronising (calls made while the page loads are done before it goes
 * on) without making them synchronous: handlers set after {@code send()} fire, and a handler that sends again does not
 * recurse. The clocks see to it that such calls come first.
 */
final class PageAjaxController extends NicelyResynchronizingAjaxController {

    private static final long serialVersionUID = 1L;

    @Override
    public boolean processSynchron(final HtmlPage page, final WebRequest request, final boolean async) {
        if (async && page.getWebClient() instanceof PageClient client) {
            client.sendCall(request, DocumentUrls.url(page));
        }
        return !async;
    }
}
