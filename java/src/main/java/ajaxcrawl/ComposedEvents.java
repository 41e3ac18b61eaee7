package ajaxcrawl;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.BaseFunction;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.StandInConstructor;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.VarScope;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.event.Event;

/** {@code Event.composed}, which HtmlUnit always says is false: whether an event leaves the shadow tree of its target. */
final class ComposedEvents implements PageGlobal {

    private static final Object COMPOSED = "ajaxcrawl composed";
    private static final Object INNER_TARGET = "ajaxcrawl inner target";

    private static final int CONSTANT = ScriptableObject.READONLY | ScriptableObject.PERMANENT;

    private static final List<String> CONSTRUCTORS = List.of("Event", "CustomEvent", "UIEvent", "MouseEvent",
            "PointerEvent", "KeyboardEvent", "InputEvent", "FocusEvent", "WheelEvent", "TouchEvent", "DragEvent",
            "CompositionEvent", "ClipboardEvent", "SubmitEvent");

    /** What the browser itself fires across shadow trees (UI Events, Pointer Events, HTML Standard). */
    private static final Set<String> OF_BROWSERS = Set.of("auxclick", "beforeinput", "blur", "click", "compositionend",
            "compositionstart", "compositionupdate", "contextmenu", "copy", "cut", "dblclick", "drag", "dragend",
            "dragenter", "dragleave", "dragover", "dragstart", "drop", "focus", "focusin", "focusout", "input", "keydown",
            "keypress", "keyup", "mousedown", "mousemove", "mouseout", "mouseover", "mouseup", "paste", "pointercancel",
            "pointerdown", "pointermove", "pointerout", "pointerover", "pointerup", "touchcancel", "touchend",
            "touchmove", "touchstart", "wheel");

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (!(webWindow.getScriptableObject() instanceof Window window)) {
            return;
        }
        final HostFunctions host = new HostFunctions(scope, window);
        for (final String name : CONSTRUCTORS) {
            host.standIn(name, real -> constructor(scope, name, (BaseFunction) real));
        }
        host.getter(Event.class, "composed", self -> self instanceof Event event && isComposed(event));
    }

    private static Constructor constructor(final TopLevel scope, final String name, final BaseFunction real) {
        final Constructor constructor = new Constructor(scope, name, real);
        final ScriptableObject prototype = (ScriptableObject) real.getPrototypeProperty();
        constructor.setImmunePrototypeProperty(prototype);
        for (final Object constant : prototype.getAllIds()) {
            if (constant instanceof String key && key.equals(key.toUpperCase(Locale.ROOT))) {
                constructor.defineProperty(key, prototype.get(key, prototype), CONSTANT);
            }
        }
        prototype.defineProperty("constructor", constructor, ScriptableObject.DONTENUM);
        return constructor;
    }

    /** Whether an event passes shadow roots. */
    static boolean isComposed(final Event event) {
        return event.getAssociatedValue(COMPOSED) instanceof Boolean known ? known
                : !TrustedEvents.isByScript(event) && OF_BROWSERS.contains(event.getType());
    }

    /** Remembers whom an event was sent to, when it leaves the target's tree. */
    static void leaves(final Event event, final Object target) {
        event.associateValue(INNER_TARGET, target); // which stays what it was first
    }

    /** Whom an event was sent to, be it within a shadow tree. */
    static Object innerTarget(final Object event) {
        if (!(event instanceof Event known)) {
            return null;
        }
        final Object inner = known.getAssociatedValue(INNER_TARGET);
        return inner == null ? known.getTarget() : inner;
    }

    /** HtmlUnit's, but that {@code composed} is kept. */
    private static final class Constructor extends StandInConstructor {

        private static final long serialVersionUID = 1L;

        private final transient BaseFunction real;

        Constructor(final VarScope scope, final String name, final BaseFunction real) {
            super(scope, real, name, 1);
            this.real = real;
        }

        @Override
        public Object call(final Context context, final Object newTarget, final VarScope scope, final Object thisObject,
                final Object[] args) {
            throw JavaScriptEngine.typeError("Failed to construct '" + getFunctionName()
                    + "': Please use the 'new' operator, this DOM"
                    + " object constructor cannot be called as a function.");
        }

        @Override
        public Scriptable construct(final Context context, final Object newTarget, final VarScope scope,
                final Object[] args) {
            final Scriptable made = real.construct(context, real, scope, args);
            if (made instanceof Event event) {
                final Object composed = args.length > 1 && args[1] instanceof Scriptable init
                        ? ScriptableObject.getProperty(init, "composed") : null;
                event.associateValue(COMPOSED, composed != null && composed != Scriptable.NOT_FOUND
                        && JavaScriptEngine.toBoolean(composed));
            }
            return withPrototypeOf(newTarget, made);
        }
    }
}
