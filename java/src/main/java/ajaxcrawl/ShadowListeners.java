package ajaxcrawl;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.dom.Document;
import org.htmlunit.javascript.host.event.Event;
import org.htmlunit.javascript.host.event.EventListenersContainer;
import org.htmlunit.javascript.host.event.EventTarget;

/**
 * The listeners of a shadow root, and the way of events past it: on to the host and its ancestors, who see the host as
 * the target. HtmlUnit's events end at the root; those that are composed and bubble go on.
 */
final class ShadowListeners extends EventListenersContainer {

    private static final long serialVersionUID = 1L;

    private static final Field CONTAINER = HtmlUnitFields.of(EventTarget.class, "eventListenersContainer_");

    private final transient DomElement host;

    private ShadowListeners(final EventTarget root, final DomElement host) {
        super(root);
        this.host = host;
    }

    /** Makes {@code root} pass its events on to {@code host}. */
    static void install(final EventTarget root, final DomElement host) {
        HtmlUnitFields.set(CONTAINER, root, new ShadowListeners(root, host));
    }

    @Override
    public void executeCapturingListeners(final Event event, final Object[] args) {
        if (passesOn(event)) {
            final List<EventTarget> path = path();
            outside(event, () -> {
                for (int i = path.size() - 1; i >= 0 && !event.isPropagationStopped(); i--) {
                    path.get(i).getEventListenersContainer().executeCapturingListeners(event, args);
                }
            });
        }
        if (!event.isPropagationStopped()) {
            super.executeCapturingListeners(event, args);
        }
    }

    @Override
    public void executeBubblingListeners(final Event event, final Object[] args) {
        super.executeBubblingListeners(event, args);
        if (passesOn(event)) {
            final List<EventTarget> path = path();
            outside(event, () -> {
                for (int i = 0; i < path.size() && !event.isPropagationStopped(); i++) {
                    path.get(i).getEventListenersContainer().executeBubblingListeners(event, args);
                }
            });
        }
    }

    private static boolean passesOn(final Event event) {
        return event.isBubbles() && ComposedEvents.isComposed(event);
    }

    private List<EventTarget> path() {
        final List<EventTarget> path = new ArrayList<>();
        for (DomNode node = host; node != null; node = node.getParentNode()) {
            path.add(node.getScriptableObject());
        }
        if (path.get(path.size() - 1) instanceof Document document) {
            final Window window = document.getWindow();
            path.add(window);
        }
        return path;
    }

    private void outside(final Event event, final Runnable listeners) {
        final EventTarget inside = (EventTarget) event.getTarget();
        final EventTarget target = host.getScriptableObject();
        ComposedEvents.leaves(event, inside);
        event.setTarget(target);
        event.setSrcElement(target);
        try {
            listeners.run();
        } finally {
            event.setTarget(inside);
            event.setSrcElement(inside);
        }
    }
}
