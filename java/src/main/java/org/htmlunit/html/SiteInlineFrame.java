package org.htmlunit.html;

import java.io.IOException;
import java.util.Map;
import org.htmlunit.SgmlPage;
import org.htmlunit.StringWebResponse;
import org.htmlunit.WebClient;
import org.htmlunit.javascript.PostponedAction;
import org.htmlunit.javascript.host.event.Event;
import org.htmlunit.util.UrlUtils;

/** An inline frame that shows its {@code srcdoc}, or the document it was made with. In this package because HtmlInlineFrame's constructor is. */
final class SiteInlineFrame extends HtmlInlineFrame {

    private static final long serialVersionUID = 1L;
    private static final String SRCDOC = "srcdoc";

    private boolean firstIsComplete;
    private boolean srcdocIsDue;

    SiteInlineFrame(final String qualifiedName, final SgmlPage page, final Map<String, DomAttr> attributes) {
        super(qualifiedName, page, attributes);
    }

    @Override
    public void loadInnerPage() {
        if (hasAttribute(SRCDOC)) {
            loadSrcdoc();
        } else if (showsFirstDocument()) {
            completeFirstDocument();
        } else {
            super.loadInnerPage();
        }
    }

    @Override
    protected void onAddedToPage() {
        super.onAddedToPage();
        if (hasAttribute(SRCDOC)) {
            loadSoon();
        } else if (showsFirstDocument() && getEnclosedPage() instanceof HtmlPage first) {
            first.setReadyState("complete");
            if (getPage() instanceof HtmlPage page && !page.isBeingParsed()) {
                completeFirstDocument();
            }
        }
    }

    /** A frame without a source keeps the document that it was made with, and what scripts have put there. */
    private boolean showsFirstDocument() {
        final String source = getSrcAttribute();
        return (source.isEmpty() || "about:blank".equals(source)) && (firstIsComplete || !isContentLoaded());
    }

    private void completeFirstDocument() {
        if (firstIsComplete) {
            return;
        }
        firstIsComplete = true;
        setContentLoaded();
        if (getPage().getWebClient().isJavaScriptEnabled()) {
            fireEvent(new Event(this, Event.TYPE_LOAD));
        }
    }

    @Override
    public void remove() {
        super.remove();
        firstIsComplete = false;
    }

    @Override
    protected void setAttributeNS(final String namespace, final String name, final String value,
            final boolean notifyAttributeChangeListeners, final boolean notifyMutationObservers) {
        super.setAttributeNS(namespace, name, value, notifyAttributeChangeListeners, notifyMutationObservers);
        firstIsComplete &= !"src".equalsIgnoreCase(name);
        if (SRCDOC.equalsIgnoreCase(name) && isAttachedToPage()) {
            loadSoon();
        }
    }

    /** After the running script; while the page is being parsed, when it loads its other frames. */
    private void loadSoon() {
        if (getPage() instanceof HtmlPage page && !page.isBeingParsed()) {
            final WebClient client = page.getWebClient();
            srcdocIsDue = true;
            if (client.getJavaScriptEngine().isScriptRunning()) {
                client.getJavaScriptEngine().addPostponedAction(new PostponedAction(page, "srcdoc") {
                    @Override
                    public void execute() {
                        if (srcdocIsDue) { // else the page's other frames were loaded meanwhile, and it with them
                            loadSrcdoc();
                        }
                    }
                });
            } else {
                loadSrcdoc();
            }
        }
    }

    private void loadSrcdoc() {
        srcdocIsDue = false;
        setContentLoaded();
        try {
            getPage().getWebClient().loadWebResponseInto(new StringWebResponse(getAttributeDirect(SRCDOC),
                    UrlUtils.toUrlSafe("about:srcdoc")), getEnclosedWindow());
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
        if (getEnclosedPage() instanceof HtmlPage inner) {
            inner.setReadyState("complete");
        }
    }
}
