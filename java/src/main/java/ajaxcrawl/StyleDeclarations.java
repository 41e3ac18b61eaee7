package ajaxcrawl;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.function.Supplier;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.BaseFunction;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.css.ComputedCssStyleDeclaration;
import org.htmlunit.css.ElementCssStyleDeclaration;
import org.htmlunit.html.DomElement;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.css.CSSStyleDeclaration;

/**
 * The declarations of an element: custom properties, and {@code setProperty} whose priority may be left out as
 * {@code undefined}.
 */
final class StyleDeclarations implements PageGlobal {

    private static final int PRIORITY = 2;
    /** Attributes of a function's name and length. */
    private static final int FUNCTION = ScriptableObject.DONTENUM | ScriptableObject.READONLY;

    private static final Field DECLARATION = HtmlUnitFields.of(CSSStyleDeclaration.class, "styleDeclaration_");
    private static final Field ELEMENT = HtmlUnitFields.of(ElementCssStyleDeclaration.class, "domElement_");

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (webWindow.getScriptableObject() instanceof Window window) {
            new HostFunctions(scope, window).extend(CSSStyleDeclaration.class, prototype -> define(scope, prototype));
            ListedStyle.install(scope, window);
        }
    }

    private static void define(final TopLevel scope, final ScriptableObject prototype) {
        if (!(prototype.get("setProperty", prototype) instanceof BaseFunction setProperty)
                || !(prototype.get("getPropertyValue", prototype) instanceof BaseFunction getPropertyValue)) {
            return;
        }
        prototype.defineBuiltinProperty(scope, "setProperty", PRIORITY, (cx, s, self, args) -> {
            final Object[] given = Arrays.copyOf(args, Math.max(args.length, PRIORITY + 1));
            if (JavaScriptEngine.isUndefined(given[PRIORITY])) {
                given[PRIORITY] = "";
            }
            return setProperty.call(cx, s, self, args.length < PRIORITY ? args : given);
        }, 0, FUNCTION);
        prototype.defineBuiltinProperty(scope, "getPropertyValue", 1, (cx, s, self, args) -> {
            final String name = args.length > 0 ? JavaScriptEngine.toString(args[0]) : "";
            final Supplier<String> length = self instanceof CSSStyleDeclaration style ? length(style, name) : null;
            if (length != null) {
                return length.get();
            }
            final Object declaration = !name.startsWith("--") || !(self instanceof CSSStyleDeclaration) ? null
                    : HtmlUnitFields.get(DECLARATION, self);
            if (declaration instanceof ComputedCssStyleDeclaration computed) {
                return CustomProperties.computed(computed.getDomElement(), name);
            }
            return declaration instanceof ElementCssStyleDeclaration
                    ? CustomProperties.declared((DomElement) HtmlUnitFields.get(ELEMENT, declaration), name)
                    : getPropertyValue.call(cx, s, self, args);
        }, 0, FUNCTION);
        prototype.defineProperty(Context.getCurrentContext(), scope, "fontSize", self -> {
            final CSSStyleDeclaration style = (CSSStyleDeclaration) self;
            final Supplier<String> length = length(style, "font-size");
            return length == null ? style.getFontSize() : length.get();
        }, (self, value) -> ((CSSStyleDeclaration) self).setFontSize(value), 0);
        prototype.defineProperty(Context.getCurrentContext(), scope, "lineHeight", self -> {
            final CSSStyleDeclaration style = (CSSStyleDeclaration) self;
            final Supplier<String> length = length(style, "line-height");
            return length == null ? style.getLineHeight() : length.get();
        }, (self, value) -> ((CSSStyleDeclaration) self).setLineHeight(JavaScriptEngine.toString(value)), 0);
    }

    static ComputedCssStyleDeclaration computed(final CSSStyleDeclaration style) {
        return (ComputedCssStyleDeclaration) HtmlUnitFields.get(DECLARATION, style);
    }

    /** How a length in a computed style is found; null: it is none of those, or not a computed style. */
    private static Supplier<String> length(final CSSStyleDeclaration style, final String name) {
        if (!"font-size".equals(name) && !"line-height".equals(name)
                || !(HtmlUnitFields.get(DECLARATION, style) instanceof ComputedCssStyleDeclaration computed)
                || !computed.getDomElement().isAttachedToPage()) {
            return null;
        }
        final DomElement element = computed.getDomElement();
        return "font-size".equals(name) ? () -> ComputedLengths.pixels(ComputedLengths.fontSize(element))
                : () -> ComputedLengths.lineHeight(element);
    }
}
