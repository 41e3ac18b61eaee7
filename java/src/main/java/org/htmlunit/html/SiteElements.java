package org.htmlunit.html;

import java.util.Map;
import org.htmlunit.SgmlPage;
import org.xml.sax.Attributes;

/** Makes the elements that do more than HtmlUnit's. In this package because what it needs of HtmlUnit's is. */
public final class SiteElements {

    private SiteElements() { }

    /** Tag name to factory. */
    public static Map<String, ElementFactory> factories() {
        return Map.of(HtmlScript.TAG_NAME, factory(SiteScript::new), HtmlInlineFrame.TAG_NAME,
                factory(SiteInlineFrame::new), HtmlTemplate.TAG_NAME, factory(SiteTemplate::new));
    }

    private interface Maker {

        HtmlElement make(String qualifiedName, SgmlPage page, Map<String, DomAttr> attributes);
    }

    private static ElementFactory factory(final Maker maker) {
        return new DefaultElementFactory() {
            @Override
            public HtmlElement createElementNS(final SgmlPage page, final String namespace, final String name,
                    final Attributes attributes) {
                return maker.make(name, page, toMap(page, attributes));
            }
        };
    }
}
