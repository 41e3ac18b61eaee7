package ajaxcrawl;

import org.htmlunit.Page;
import org.htmlunit.WebRequest;
import org.htmlunit.WebWindow;
import org.htmlunit.html.FrameWindow;
import org.htmlunit.html.HtmlPage;

/** What documents say of the requests made for them: content security and referrer policies. One for each client. */
final class RequestPolicies {

    private final PageClient client;
    /** What the frame that is being loaded says of the referrer; null: nothing. */
    private String frameReferrer;

    RequestPolicies(final PageClient client) {
        this.client = client;
    }

    /** Refuses a request that may not be sent, and leaves of the referrer what the other side may know. */
    void apply(final WebRequest request) throws RequestFailure {
        ResourcePolicy.check(request, client.getBrowserVersion(), client.log());
        checkConnection(request);
        limitReferrer(request);
    }

    /** Whether the document around a frame lets it show what is asked for. */
    boolean allowFrame(final FrameWindow frame, final WebRequest request) {
        final WebUrl url = WebUrl.of(request.getUrl());
        final boolean allowed = url == null || "about".equals(url.scheme()) || "javascript".equals(url.scheme())
                || ContentPolicy.of(frame.getEnclosingPage()).allowsFrame(url);
        if (!allowed) {
            client.log().add("warning", "blocked",
                    "Not allowed in a frame by the document's Content-Security-Policy", url.href(), 0);
            PolicyViolations.tell(frame.getEnclosingPage(), "frame-src", url.origin());
        }
        return allowed;
    }

    /** A window begins to load; {@link #leave} takes what this returns once it has. */
    String enter(final WebWindow window) {
        final String outer = frameReferrer;
        frameReferrer = window instanceof FrameWindow frame
                ? ReferrerPolicy.of(frame.getFrameElement().getAttribute("referrerpolicy")) : null;
        return outer;
    }

    void leave(final String outer) {
        frameReferrer = outer;
    }

    /** What scripts ask for is for the document's policy to allow. */
    private void checkConnection(final WebRequest request) throws RequestFailure {
        if (request.getFetchDestination() != WebRequest.FetchDestination.EMPTY || request.getRequestingUrl() == null) {
            return;
        }
        final HtmlPage page = pageAt(WebUrl.of(request.getRequestingUrl()));
        final WebUrl target = WebUrl.of(request.getUrl());
        final Page document = page == null ? client.top().getEnclosedPage() : page;
        if (!ContentPolicy.of(document).allowsConnection(target)) {
            PolicyViolations.tell(document, "connect-src", target.withoutFragment());
            client.log().add("warning", "blocked", "Not allowed by the document's Content-Security-Policy",
                    target.href(), 0);
            throw new RequestFailure("Not allowed by the document's Content-Security-Policy: " + target.href());
        }
    }

    /** HtmlUnit names the page's whole URL, and scripts in frames read it there. */
    private void limitReferrer(final WebRequest request) {
        final String given = request.getAdditionalHeader("Referer");
        final WebUrl from = given == null ? null : WebUrl.parse(given, null);
        if (from == null) {
            return;
        }
        final String policy = frameReferrer == null ? ReferrerPolicy.of(pageAt(from)) : frameReferrer;
        frameReferrer = null; // the frame's own requests follow its document's
        final String referrer = ReferrerPolicy.referrer(policy, from.toJavaUrl(), request.getUrl());
        if (referrer == null) {
            request.removeAdditionalHeader("Referer");
        } else {
            request.setAdditionalHeader("Referer", referrer);
        }
    }

    /** The document at a URL that one of the windows shows; null: none does. */
    private HtmlPage pageAt(final WebUrl url) {
        for (final WebWindow window : client.getWebWindows()) {
            if (window.getEnclosedPage() instanceof HtmlPage page
                    && DocumentUrls.url(page).withoutFragment().equals(url.withoutFragment())) {
                return page;
            }
        }
        return null;
    }
}
