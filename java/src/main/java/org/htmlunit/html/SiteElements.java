package org.htmlunit.html;

import java.util.Map;
import org.htmlunit.SgmlPage;
import org.xml.sax.Attributes;

/** Makes the elements that do more than HtmlUnit's. In this package because what it needs of HtmlUnit's is. */
public final class SiteElements {

    private static final String MATHML_NAMESPACE = "http://www.w3.org/1998/Math/MathML";

    /** Makes elements of MathML, of which HtmlUnit knows none. */
    public static final ElementFactory MATHML = new ElementFactory() {
        @Override
        public DomElement createElement(final SgmlPage page, final String name, final Attributes attributes) {
            return createElementNS(page, MATHML_NAMESPACE, name, attributes);
        }

        @Override
        public DomElement createElementNS(final SgmlPage page, final String namespace, final String name,
                final Attributes attributes) {
            return new DomElement(MATHML_NAMESPACE, name, page, DefaultElementFactory.toMap(page, attributes));
        }
    };

    /** Makes elements whose names a page may define: they are no unknown ones. */
    public static final ElementFactory UNDEFINED = factory(Undefined::new);

    private SiteElements() { }

    /** Tag name to factory. */
    public static Map<String, ElementFactory> factories() {
        return Map.of(HtmlScript.TAG_NAME, factory(SiteScript::new), HtmlInlineFrame.TAG_NAME,
                factory(SiteInlineFrame::new), HtmlTemplate.TAG_NAME, factory(SiteTemplate::new), HtmlMeta.TAG_NAME,
                factory(SiteMeta::new), HtmlSummary.TAG_NAME, factory(SiteSummary::new),
                HtmlButton.TAG_NAME, factory(SiteButton::new), HtmlForm.TAG_NAME, factory(SiteForm::new),
                HtmlDetails.TAG_NAME, factory(SiteDetails::new), HtmlLink.TAG_NAME, factory(SiteLink::new));
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

    /** HtmlUnit's own for elements that are nothing but inline, which scripts see as an {@code HTMLElement}. */
    private static final class Undefined extends HtmlAbbreviated {

        private static final long serialVersionUID = 1L;

        Undefined(final String qualifiedName, final SgmlPage page, final Map<String, DomAttr> attributes) {
            super(qualifiedName, page, attributes);
        }
    }
}
