package org.htmlunit.html;

import ajaxcrawl.ElementActions;
import java.io.IOException;
import java.util.Map;
import org.htmlunit.SgmlPage;

/** A button that does what the standard says besides sending forms, and whose clicks are not its summary's, too. In this package because HtmlButton's constructor is. */
final class SiteButton extends HtmlButton {

    private static final long serialVersionUID = 1L;

    SiteButton(final String qualifiedName, final SgmlPage page, final Map<String, DomAttr> attributes) {
        super(qualifiedName, page, attributes);
    }

    @Override
    protected boolean doClickStateUpdate(final boolean shiftKey, final boolean ctrlKey) throws IOException {
        ElementActions.activate(this);
        return super.doClickStateUpdate(shiftKey, ctrlKey);
    }

    @Override
    protected boolean propagateClickStateUpdateToParent() {
        return getEnclosingElement(HtmlSummary.TAG_NAME) == null;
    }
}
