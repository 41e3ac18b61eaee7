package org.htmlunit.html;

import ajaxcrawl.ElementActions;
import java.util.Map;
import org.htmlunit.SgmlPage;

/** Details that tell when they are opened or closed. In this package because HtmlDetails's constructor is. */
final class SiteDetails extends HtmlDetails {

    private static final long serialVersionUID = 1L;

    SiteDetails(final String qualifiedName, final SgmlPage page, final Map<String, DomAttr> attributes) {
        super(qualifiedName, page, attributes);
    }

    @Override
    protected void setAttributeNS(final String namespace, final String name, final String value,
            final boolean tellListeners, final boolean tellObservers) {
        final boolean opens = "open".equals(name) && !hasAttribute(name);
        super.setAttributeNS(namespace, name, value, tellListeners, tellObservers);
        if (opens) {
            ElementActions.toggled(this);
        }
    }

    @Override
    public void removeAttribute(final String name) {
        final boolean closes = "open".equals(name) && hasAttribute(name);
        super.removeAttribute(name);
        if (closes) {
            ElementActions.toggled(this);
        }
    }
}
