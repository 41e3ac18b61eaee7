package org.htmlunit.html;

import java.io.IOException;
import java.util.Map;
import org.htmlunit.SgmlPage;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.javascript.HtmlUnitScriptable;

/** A summary that opens and closes its details when it is clicked. In this package because HtmlSummary's constructor is. */
final class SiteSummary extends HtmlSummary {

    private static final long serialVersionUID = 1L;

    SiteSummary(final String qualifiedName, final SgmlPage page, final Map<String, DomAttr> attributes) {
        super(qualifiedName, page, attributes);
    }

    @Override
    protected boolean doClickStateUpdate(final boolean shiftKey, final boolean ctrlKey) throws IOException {
        if (!(getParentNode() instanceof HtmlDetails details) || !isFirstSummary(details)) {
            return super.doClickStateUpdate(shiftKey, ctrlKey);
        }
        final HtmlUnitScriptable host = details.getScriptableObject();
        ScriptableObject.putProperty(host, "open", !details.hasAttribute("open"));
        return false;
    }

    private boolean isFirstSummary(final HtmlDetails details) {
        for (final DomElement child : details.getChildElements()) {
            if (child instanceof HtmlSummary) {
                return child == this;
            }
        }
        return false;
    }
}
