package ajaxcrawl;

import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.TopLevel;

/** Puts something into a window's global scope before any of the page's scripts run. */
public interface PageGlobal {

    /**
     * Called once for each window and each document in it, frames too, inside a JavaScript context.
     *
     * @param context the running context
     * @param scope the window's global scope
     * @param window the window
     */
    void install(Context context, TopLevel scope, WebWindow window);
}
