package ajaxcrawl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.htmlunit.corejs.javascript.BaseFunction;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.css.ComputedCssStyleDeclaration;
import org.htmlunit.javascript.host.Element;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.css.ComputedCSSStyleDeclaration;

/** A computed style that has all properties by index (CSSOM, 6.6): those of HtmlUnit have the ones of the style attribute. */
public final class ListedStyle extends ComputedCSSStyleDeclaration {

    private static final long serialVersionUID = 1L;

    /** Loaded when a page first asks. */
    private static final class Names {

        /** As Chromium lists them: what is not short for others. */
        static final List<String> ALL = read();

        private Names() { }

        private static List<String> read() {
            try (InputStream in = ListedStyle.class.getResourceAsStream("computed-properties.txt")) {
                return new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private ListedStyle(final Element element, final ComputedCssStyleDeclaration style) {
        super(element, style);
    }

    static void install(final TopLevel scope, final Window window) {
        for (Scriptable owner = window; owner instanceof ScriptableObject object; owner = owner.getPrototype()) {
            if (object.get("getComputedStyle", object) instanceof BaseFunction real) {
                object.defineBuiltinProperty(scope, "getComputedStyle", 1, (context, s, self, args) -> {
                    final Object style = real.call(context, s, self, args);
                    return style instanceof ComputedCSSStyleDeclaration computed && args[0] instanceof Element element
                            ? new ListedStyle(element, StyleDeclarations.computed(computed)) : style;
                }, 0, ScriptableObject.EMPTY);
                return;
            }
        }
    }

    @Override
    public int getLength() {
        return Names.ALL.size();
    }

    @Override
    public String item(final int index) {
        return index >= 0 && index < Names.ALL.size() ? Names.ALL.get(index) : "";
    }

    @Override
    public Object get(final int index, final Scriptable start) {
        return index >= 0 && index < Names.ALL.size() ? Names.ALL.get(index) : NOT_FOUND;
    }

    @Override
    public boolean has(final int index, final Scriptable start) {
        return index >= 0 && index < Names.ALL.size();
    }
}
