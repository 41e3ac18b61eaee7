package ajaxcrawl;

import org.htmlunit.Page;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.NativeObject;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.event.Event;

/** Tells a document what its policy has forbidden, as {@code securitypolicyviolation} events (CSP 3, 5.3). */
final class PolicyViolations {

    private PolicyViolations() { }

    /**
     * Fires the event, as a task of its own.
     *
     * @param directive the effective directive
     * @param blocked a URL, {@code inline} or {@code eval}
     */
    static void tell(final Page page, final String directive, final String blocked) {
        if (page instanceof HtmlPage html && ContentPolicy.of(page).mayTell()) {
            final PageScripts scripts = PageScripts.of(html.getEnclosingWindow());
            if (scripts != null) {
                scripts.loader().later(() -> fire(html, directive, blocked));
            }
        }
    }

    private static void fire(final HtmlPage page, final String directive, final String blocked) {
        if (page.getEnclosingWindow().getScriptableObject() instanceof Window window
                && page.getWebClient().getJavaScriptEngine() instanceof PageEngine engine) {
            final TopLevel scope = (TopLevel) window.getParentScope();
            engine.run(page, scope, context -> window.getDocument().dispatchEvent(event(context, scope, page, directive, blocked)));
        }
    }

    private static Event event(final Context context, final TopLevel scope, final HtmlPage page, final String directive,
            final String blocked) {
        final NativeObject init = new NativeObject();
        ScriptRuntime.setObjectProtoAndParent(init, scope);
        put(init, "bubbles", true);
        put(init, "documentURI", DocumentUrls.url(page).withoutFragment());
        put(init, "blockedURI", blocked);
        put(init, "violatedDirective", directive);
        put(init, "effectiveDirective", directive);
        put(init, "originalPolicy", ContentPolicy.of(page).text());
        put(init, "disposition", "enforce");
        put(init, "statusCode", page.getWebResponse().getStatusCode());
        final Event event = (Event) context.newObject(scope, "SecurityPolicyViolationEvent",
                new Object[] {"securitypolicyviolation", init});
        put(event, "composed", true);
        return event;
    }

    private static void put(final ScriptableObject object, final String name, final Object value) {
        object.defineProperty(name, value, 0);
    }
}
