package ajaxcrawl;

import java.util.Set;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.BaseFunction;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.css.ComputedCssStyleDeclaration;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.javascript.host.Element;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.html.HTMLElement;

/**
 * The widths of flex containers and of what lies in their rows. HtmlUnit makes a container as narrow as its content and each
 * block in it as wide as the container: menus that hide what does not fit would hide everything.
 */
final class FlexWidths implements PageGlobal {

    private static final int NOT_KNOWN = Integer.MIN_VALUE;
    /** Boxes that fill the line as blocks do. */
    private static final Set<String> FILLING = Set.of("flex", "grid", "list-item");

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (!(webWindow.getScriptableObject() instanceof Window window)) {
            return;
        }
        final HostFunctions functions = new HostFunctions(scope, window);
        functions.getter(HTMLElement.class, "offsetWidth", self -> ((HTMLElement) settled(self)).getOffsetWidth());
        functions.getter(Element.class, "clientWidth", self -> ((Element) settled(self)).getClientWidth());
        functions.extend(Element.class, prototype -> {
            if (prototype.get("getBoundingClientRect", prototype) instanceof BaseFunction real) {
                prototype.defineBuiltinProperty(scope, "getBoundingClientRect", 0,
                        (cx, s, self, args) -> real.call(cx, s, settled(self), args), 0,
                        ScriptableObject.DONTENUM | ScriptableObject.READONLY);
            }
        });
    }

    private static <T> T settled(final T self) {
        if (self instanceof HTMLElement element && element.getDomNodeOrNull() != null
                && element.getDomNodeOrDie().isAttachedToPage()) {
            settle(element.getDomNodeOrDie());
        }
        return self;
    }

    private static ComputedCssStyleDeclaration style(final DomElement element) {
        return element.getPage().getEnclosingWindow().getComputedStyle(element, null);
    }

    /** Gives the element, and before it what it lies in, the width that HtmlUnit would get wrong. */
    private static void settle(final HtmlElement element) {
        if (!(element.getParentNode() instanceof HtmlElement parent)) {
            return;
        }
        settle(parent);
        final ComputedCssStyleDeclaration style = style(element);
        final String display = style.getDisplay();
        if (style.getCachedWidth() != NOT_KNOWN || !inFlow(style) || !isAuto(style.getStyleAttribute("width"))) {
            return;
        }
        final boolean inRow = isRow(style(parent));
        if (inRow && ("block".equals(display) || grows(style))) {
            style.updateCachedWidth(inRow(element, parent, style));
        } else if (!inRow && FILLING.contains(display)) {
            style.updateCachedWidth(Math.max(0, inside(parent) - around(style) + (isBorderBox(style) ? edges(style) : 0)));
        }
    }

    private static int inRow(final HtmlElement element, final HtmlElement parent, final ComputedCssStyleDeclaration style) {
        final int edges = isBorderBox(style) ? edges(style) : 0;
        final int room = inside(parent);
        if (!grows(style)) {
            return Math.min(style.getContentWidth() + edges, room);
        }
        int left = room;
        int sharing = 0;
        for (final DomElement sibling : parent.getChildElements()) {
            final ComputedCssStyleDeclaration of = style(sibling);
            if (!inFlow(of) || "none".equals(of.getDisplay())) {
                continue;
            }
            if (grows(of)) {
                sharing++;
                continue;
            }
            if (sibling instanceof HtmlElement html) {
                settle(html);
            }
            left -= of.getCalculatedWidth(true, true);
        }
        return Math.max(0, left / Math.max(1, sharing) - (around(style) - edges));
    }

    /** The width of an element's content box. */
    private static int inside(final HtmlElement element) {
        final ComputedCssStyleDeclaration style = style(element);
        final int width = style.getCalculatedWidth(false, false);
        return isBorderBox(style) ? Math.max(0, width - edges(style)) : width;
    }

    private static boolean isRow(final ComputedCssStyleDeclaration style) {
        return style.getDisplay().endsWith("flex") && !style.getStyleAttribute("flex-direction").startsWith("column")
                && !style.getStyleAttribute("flex-flow").contains("column");
    }

    private static boolean grows(final ComputedCssStyleDeclaration style) {
        final String grow = style.getStyleAttribute("flex-grow") + style.getStyleAttribute("flex");
        return grow.startsWith("auto") || !grow.isEmpty() && grow.charAt(0) >= '1' && grow.charAt(0) <= '9';
    }

    private static boolean inFlow(final ComputedCssStyleDeclaration style) {
        final String position = style.getPosition();
        final String cssFloat = style.getCssFloat();
        return !"absolute".equals(position) && !"fixed".equals(position) && !"left".equals(cssFloat) && !"right".equals(cssFloat);
    }

    private static boolean isAuto(final String width) {
        return width.isEmpty() || "auto".equals(width);
    }

    private static boolean isBorderBox(final ComputedCssStyleDeclaration style) {
        return "border-box".equals(style.getStyleAttribute("box-sizing"));
    }

    private static int edges(final ComputedCssStyleDeclaration style) {
        return style.getBorderLeftValue() + style.getBorderRightValue() + style.getPaddingLeftValue() + style.getPaddingRightValue();
    }

    private static int around(final ComputedCssStyleDeclaration style) {
        return edges(style) + style.getMarginLeftValue() + style.getMarginRightValue();
    }
}
