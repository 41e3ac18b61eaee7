package org.htmlunit.html;

import ajaxcrawl.HtmlUnitFields;
import java.io.IOException;
import java.lang.reflect.Field;
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

    private static final Field LOADS_LATER = HtmlUnitFields.of(BaseFrameElement.class, "loadSrcWhenAddedToPage_");

    private boolean firstIsComplete;
    private boolean srcdocIsDue;
    /** While it is false, HtmlUnit makes or closes the frame's window, which has to be in another. */
    private boolean isMade;

    SiteInlineFrame(final String qualifiedName, final SgmlPage page, final Map<String, DomAttr> attributes) {
        super(qualifiedName, page, attributes);
        made();
    }

    @Override
    public SgmlPage getPage() {
        final SgmlPage page = super.getPage();
        return isMade || isShown() ? page
                : (SgmlPage) page.getWebClient().getCurrentWindow().getTopWindow().getEnclosedPage();
    }

    /** In a document that no window shows, a frame has none until it comes into one that is shown. */
    private void made() {
        if (!isShown()) {
            getEnclosedWindow().close();
            HtmlUnitFields.set(LOADS_LATER, this, true);
        }
        isMade = true;
    }

    @Override
    public boolean isAttachedToPage() {
        return super.isAttachedToPage() && isShown();
    }

    private boolean isShown() {
        return super.getPage().getEnclosingWindow() != null;
    }

    @Override
    public DomNode cloneNode(final boolean deep) {
        isMade = false;
        try {
            final DomNode clone = super.cloneNode(deep);
            ((SiteInlineFrame) clone).made();
            return clone;
        } finally {
            isMade = true;
        }
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
        if (!isShown()) {
            return;
        }
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
        isMade = isShown();
        super.remove();
        isMade = true;
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
