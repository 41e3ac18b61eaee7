package ajaxcrawl;

import java.lang.reflect.Field;
import org.htmlunit.Page;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.host.History;
import org.htmlunit.javascript.host.Location;
import org.htmlunit.javascript.host.Window;

/** Gives each window a {@code location} and a {@code history} that act as Chromium's. */
final class LocationFidelity implements PageGlobal {

    private static final Field LOCATION = HtmlUnitFields.of(Window.class, "location_");
    private static final Field HISTORY = HtmlUnitFields.of(Window.class, "history_");

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        final HtmlUnitScriptable global = webWindow.getScriptableObject();
        if (!(global instanceof Window window)) {
            return;
        }
        if (window.getDocument().getDomNodeOrNull() == null) {
            return; // plain text in a frame: HtmlUnit has no document for it
        }
        final Page page = window.getDocument().getPage(); // the window may still hold the page before it
        if (page instanceof SiteDocument.Owner owner) {
            page.getWebResponse().getWebRequest().setUrl(owner.site().loadedFrom());
        }
        final SiteHistory history = new SiteHistory();
        adopt(history, window.getPrototype(History.class), scope);
        final SiteLocation location = new SiteLocation(history);
        adopt(location, window.getPrototype(Location.class), scope);
        HtmlUnitFields.set(HISTORY, window, history);
        HtmlUnitFields.set(LOCATION, window, location);
        location.initialize(scope, window, page);
        history.start(window, location);
    }

    private static void adopt(final HtmlUnitScriptable object, final org.htmlunit.corejs.javascript.Scriptable prototype,
            final TopLevel scope) {
        object.setParentScope(scope);
        object.setPrototype(prototype);
    }
}
