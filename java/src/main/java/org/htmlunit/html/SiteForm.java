package org.htmlunit.html;

import java.util.Map;
import org.htmlunit.SgmlPage;

/** A form that tells its dialog which button has closed it. In this package because HtmlForm's constructor is. */
final class SiteForm extends HtmlForm {

    private static final long serialVersionUID = 1L;

    SiteForm(final String qualifiedName, final SgmlPage page, final Map<String, DomAttr> attributes) {
        super(qualifiedName, page, attributes);
    }

    @Override
    public void submit(final SubmittableElement submitter) {
        final HtmlDialog dialog = getEnclosingElement(HtmlDialog.TAG_NAME) instanceof HtmlDialog around && around.isOpen()
                ? around : null;
        final String before = dialog == null ? "" : dialog.getReturnValue();
        super.submit(submitter);
        if (dialog != null && !dialog.isOpen() && "dialog".equalsIgnoreCase(getMethodAttribute())) {
            dialog.setReturnValue(submitter instanceof HtmlElement element && element.hasAttribute("value")
                    ? element.getAttribute("value") : before);
        }
    }
}
