package ajaxcrawl;

import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlButton;

/** What elements do that HtmlUnit's don't, which our scripts say. */
public final class ElementActions {

    private ElementActions() { }

    /**
     * A button was clicked, and no listener prevented what that brings about besides sending forms: it opens and closes
     * popovers and dialogs (HTML Standard, 4.10.6).
     */
    public static void activate(final HtmlButton button) {
        final boolean sends = button.getEnclosingForm() != null && !"button".equals(button.getType());
        if (!sends && (button.hasAttribute("popovertarget") || button.hasAttribute("commandfor"))) {
            LazyScripts.call(button, "popover.js", "activate", button.getScriptableObject());
        }
    }

    /** The {@code open} attribute of details came or went (HTML Standard, 4.11.1). */
    public static void toggled(final DomElement details) {
        LazyScripts.call(details, "disclosure.js", "detailsToggled", details.getScriptableObject());
    }
}
