package ajaxcrawl;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;

/**
 * {@code :nth-child(An+B of S)} and {@code :nth-last-child(An+B of S)} (Selectors 4), which HtmlUnit does not know: written
 * as an attribute whose name says all of it, which the elements that are meant have while they are looked for.
 */
final class NthOfSelector {

    private static final String PREFIX = ElementStates.PREFIX + "nth-";
    private static final Pattern ATTRIBUTE = Pattern.compile(PREFIX + "([0-9a-f]+)");
    private static final Pattern WRITTEN = Pattern.compile("(?is)(nth-child|nth-last-child) (\\S.*?)\\s+of\\s+(\\S.*)");
    private static final Pattern FORMULA = Pattern.compile("(?i)([+-]?\\d*)n([+-]\\d+)?");

    private NthOfSelector() { }

    /** What stands for a pseudo-class; null: it is one that HtmlUnit knows. */
    static String written(final String name, final String argument) {
        final String text = name + ' ' + argument.strip();
        return WRITTEN.matcher(text).matches()
                ? '[' + PREFIX + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + ']' : null;
    }

    /** Tells {@code found} of each element below {@code root} that a selector means so, and the name of its attribute. */
    static void look(final DomNode root, final String selector, final BiConsumer<DomElement, String> found) {
        final Matcher attributes = ATTRIBUTE.matcher(selector);
        while (attributes.find()) {
            final Matcher text = WRITTEN.matcher(
                    new String(HexFormat.of().parseHex(attributes.group(1)), StandardCharsets.UTF_8));
            if (!text.matches()) {
                continue; // a page has written such a name itself
            }
            final Map<DomNode, List<DomElement>> siblings = new IdentityHashMap<>();
            final String of = Selectors.understood(text.group(3));
            for (final DomNode node : ElementStates.marked(root, of, () -> root.querySelectorAll(of, root))) {
                siblings.computeIfAbsent(node.getParentNode(), parent -> new ArrayList<>()).add((DomElement) node);
            }
            final boolean fromEnd = "nth-last-child".equals(text.group(1));
            for (final List<DomElement> list : siblings.values()) {
                for (int i = 0; i < list.size(); i++) {
                    if (isMeant(text.group(2), fromEnd ? list.size() - i : i + 1)) {
                        found.accept(list.get(i), attributes.group());
                    }
                }
            }
        }
    }

    /** Whether a place, counted from 1, is one of {@code An+B}. */
    private static boolean isMeant(final String formula, final int place) {
        final String plain = Ascii.lower(formula).replaceAll("\\s", "");
        final Matcher parts = FORMULA.matcher("odd".equals(plain) ? "2n+1" : "even".equals(plain) ? "2n" : plain);
        try {
            if (!parts.matches()) {
                return place == Integer.parseInt(plain);
            }
            final String step = parts.group(1);
            final int a = step.matches("[+-]?") ? Integer.parseInt(step + '1') : Integer.parseInt(step);
            final int rest = place - (parts.group(2) == null ? 0 : Integer.parseInt(parts.group(2)));
            return a == 0 ? rest == 0 : rest % a == 0 && rest / a >= 0;
        } catch (final NumberFormatException e) {
            return false;
        }
    }
}
