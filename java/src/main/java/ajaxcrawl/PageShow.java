package ajaxcrawl;

import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.event.Event;
import org.htmlunit.javascript.host.event.PageTransitionEvent;

/** The event that follows {@code load}, which HtmlUnit does not fire. */
final class PageShow {

    private PageShow() { }

    static void fire(final HtmlPage page) {
        if (!(page.getEnclosingWindow().getScriptableObject() instanceof Window window)
                || page.getEnclosingWindow().getEnclosedPage() != page
                || "about".equals(page.getUrl().getProtocol())) {
            return;
        }
        final Event event = new PageTransitionEvent();
        event.setParentScope(window.getParentScope());
        event.setPrototype(window.getPrototype(PageTransitionEvent.class));
        event.setTarget(window);
        event.setEventType("pageshow");
        event.put("persisted", event, false);
        window.executeEventLocally(event);
    }
}
