package org.htmlunit.html;

import java.util.Map;
import org.htmlunit.SgmlPage;

/** A button whose clicks are not its summary's, too. In this package because HtmlButton's constructor is. */
final class SiteButton extends HtmlButton {

    private static final long serialVersionUID = 1L;

    SiteButton(final String qualifiedName, final SgmlPage page, final Map<String, DomAttr> attributes) {
        super(qualifiedName, page, attributes);
    }

    @Override
    protected boolean propagateClickStateUpdateToParent() {
        return getEnclosingElement(HtmlSummary.TAG_NAME) == null;
    }
}
