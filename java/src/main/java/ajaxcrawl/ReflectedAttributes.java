package ajaxcrawl;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Element;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.dom.DOMTokenList;

/**
 * IDL attributes that reflect content attributes: what a script assigns is to stand in the snapshot, and an assignment
 * must not fail, as it does in strict code where HtmlUnit has a getter alone.
 */
final class ReflectedAttributes implements PageGlobal {

    private record Reflected(String name, String attribute, String kind) { }

    /** By interface. */
    private static final Map<String, List<Reflected>> ALL = read();

    private static Map<String, List<Reflected>> read() {
        final Map<String, List<Reflected>> all = new LinkedHashMap<>();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                ReflectedAttributes.class.getResourceAsStream("reflected-attributes.txt"), StandardCharsets.US_ASCII))) {
            in.lines().filter(line -> !line.startsWith("#")).map(line -> line.split(" ")).forEach(words -> {
                for (int i = 1; i < words.length; i++) {
                    final String[] nameAndKind = words[i].split(":");
                    final String[] names = nameAndKind[0].split("=");
                    all.computeIfAbsent(words[0], type -> new ArrayList<>()).add(new Reflected(names[0],
                            names.length > 1 ? names[1] : names[0].toLowerCase(Locale.ROOT),
                            nameAndKind.length > 1 ? nameAndKind[1] : "text"));
                }
            });
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (!(webWindow.getScriptableObject() instanceof Window window)) {
            return;
        }
        final HostFunctions host = new HostFunctions(scope, window);
        ALL.forEach((type, attributes) -> host.extend(type, (prototype, constructor) -> {
            for (final Reflected reflected : attributes) {
                prototype.defineProperty(Context.getCurrentContext(), scope, reflected.name(),
                        self -> get(self, reflected), (self, value) -> set(self, reflected, value), 0);
            }
        }));
        // assigning to classList assigns to its value
        host.accessor(Element.class, "classList", self -> ((Element) self).getClassList(),
                (self, value) -> element(self).setAttribute("class", JavaScriptEngine.toString(value)));
    }

    private static DomElement element(final Scriptable self) {
        if (self instanceof Element element && element.getDomNodeOrNull() != null) {
            return element.getDomNodeOrDie();
        }
        throw JavaScriptEngine.typeError("Illegal invocation");
    }

    private static Object get(final Scriptable self, final Reflected reflected) {
        final DomElement element = element(self);
        final String value = element.getAttribute(reflected.attribute());
        return switch (reflected.kind()) {
            case "bool" -> element.hasAttribute(reflected.attribute());
            case "long" -> (int) number(value, "start".equals(reflected.name()) ? 1 : 0);
            case "double" -> number(value, switch (reflected.name()) {
                case "max", "high" -> 1;
                default -> 0;
            });
            case "url" -> resolve(element, value);
            case "word" -> "true".equals(value);
            case "tokens" -> new DOMTokenList((Element) self, reflected.attribute());
            case "nullable" -> element.hasAttribute(reflected.attribute()) ? value : null;
            default -> value;
        };
    }

    private static double number(final String value, final double otherwise) {
        try {
            return value.isBlank() ? otherwise : Double.parseDouble(value.trim());
        } catch (final NumberFormatException e) {
            return otherwise;
        }
    }

    private static String resolve(final DomElement element, final String value) {
        try {
            return value.isEmpty() || !(element.getPage() instanceof HtmlPage page)
                    ? value : page.getFullyQualifiedUrl(value).toExternalForm();
        } catch (final MalformedURLException e) {
            return value;
        }
    }

    private static void set(final Scriptable self, final Reflected reflected, final Object value) {
        final DomElement element = element(self);
        if ("bool".equals(reflected.kind())) {
            if (JavaScriptEngine.toBoolean(value)) {
                element.setAttribute(reflected.attribute(), "");
            } else {
                element.removeAttribute(reflected.attribute());
            }
        } else if ("nullable".equals(reflected.kind()) && (value == null || JavaScriptEngine.isUndefined(value))) {
            element.removeAttribute(reflected.attribute());
        } else if ("word".equals(reflected.kind())) {
            element.setAttribute(reflected.attribute(), String.valueOf(JavaScriptEngine.toBoolean(value)));
        } else {
            element.setAttribute(reflected.attribute(), "long".equals(reflected.kind())
                    ? String.valueOf(JavaScriptEngine.toInt32(value)) : JavaScriptEngine.toString(value));
        }
    }
}
