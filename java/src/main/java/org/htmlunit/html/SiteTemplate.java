package org.htmlunit.html;

import ajaxcrawl.InertDocument;
import java.util.Map;
import org.htmlunit.SgmlPage;

/** A template whose contents are in no window's document, and whose copies have contents of their own. In this package because HtmlTemplate's constructor is. */
final class SiteTemplate extends HtmlTemplate {

    private static final long serialVersionUID = 1L;

    private DomDocumentFragment content;

    SiteTemplate(final String qualifiedName, final SgmlPage page, final Map<String, DomAttr> attributes) {
        super(qualifiedName, page, attributes);
        content = new DomDocumentFragment(InertDocument.of(page));
    }

    @Override
    public DomDocumentFragment getContent() {
        return content;
    }

    @Override
    public DomNode cloneNode(final boolean deep) {
        final SiteTemplate copy = (SiteTemplate) super.cloneNode(deep);
        copy.content = (DomDocumentFragment) content.cloneNode(deep);
        return copy;
    }
}
