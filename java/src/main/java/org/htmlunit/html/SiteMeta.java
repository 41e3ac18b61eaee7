package org.htmlunit.html;

import ajaxcrawl.ContentPolicy;
import java.util.Map;
import org.htmlunit.SgmlPage;

/** A {@code meta} that may bring a content security policy. In this package because HtmlMeta's constructor is. */
final class SiteMeta extends HtmlMeta {

    private static final long serialVersionUID = 1L;

    SiteMeta(final String qualifiedName, final SgmlPage page, final Map<String, DomAttr> attributes) {
        super(qualifiedName, page, attributes);
    }

    @Override
    protected void onAddedToPage() {
        super.onAddedToPage();
        if ("content-security-policy".equalsIgnoreCase(getHttpEquivAttribute().strip())
                && getParentNode() instanceof HtmlHead) {
            ContentPolicy.of(getPage()).add(getContentAttribute());
        }
    }
}
