package ajaxcrawl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.htmlunit.BrowserVersion;
import org.htmlunit.css.ComputedCssStyleDeclaration;
import org.htmlunit.css.CssStyleSheet;
import org.htmlunit.cssparser.dom.CSSStyleDeclarationImpl;
import org.htmlunit.cssparser.dom.CSSStyleSheetImpl;
import org.htmlunit.cssparser.dom.Property;
import org.htmlunit.cssparser.parser.selector.ElementSelector;
import org.htmlunit.cssparser.parser.selector.Selector;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;

/**
 * All sheets of a page as one, which applies their rules in the order of CSS Cascading and Inheritance: cascade layers,
 * specificity, and the order that the rules stand in.
 */
final class Cascade extends CssStyleSheet {

    private static final long serialVersionUID = 1L;

    /** What rules are applied by: the later one wins, for they come in order. */
    private static final Selector ANY = new ElementSelector(null, null);

    /** What scripts that ask for an element's own style come to. */
    private static final Set<String> NO_PSEUDO_ELEMENTS = Set.of("", ":undefined", ":null");

    private static final CSSStyleSheetImpl EMPTY = new CSSStyleSheetImpl();

    private final transient List<CssStyleSheet> sheets;

    Cascade(final List<CssStyleSheet> sheets) {
        super(null, EMPTY, null);
        this.sheets = sheets;
    }

    /** A rule that matched, and how much it weighs. */
    private record Match(RuleIndex.Entry entry, int layer, int sheet) { }

    private static final Comparator<Match> ORDER = Comparator.comparingInt(Match::layer)
            .thenComparing(match -> match.entry().selector().getSelectorSpecificity())
            .thenComparingInt(Match::sheet).thenComparingInt(match -> match.entry().place());

    @Override
    public void modifyIfNecessary(final ComputedCssStyleDeclaration style, final DomElement element,
            final String pseudoElement, final DomNode scope) {
        final boolean own = pseudoElement == null || NO_PSEUDO_ELEMENTS.contains(pseudoElement);
        if (own && element.hasAttribute("popover") && !ElementStates.has(element, "popover-open")) {
            style.setDefaultLocalStyleAttribute("display", "none");
        }
        final List<Match> matches = ElementStates.marked(element, null, () -> matches(element, pseudoElement, scope));
        for (final Match match : matches) {
            style.applyStyleFromSelector(match.entry().rule().getStyle(), ANY);
        }
        applyImportantOfLayers(matches, style);
        SubstitutedValue.putInto(style, element);
    }

    /** What is important weighs the more the earlier its layer stands, and least in none. */
    private static void applyImportantOfLayers(final List<Match> matches, final ComputedCssStyleDeclaration style) {
        if (matches.isEmpty() || matches.get(0).layer() == matches.get(matches.size() - 1).layer()) {
            return;
        }
        final List<Match> reversed = new ArrayList<>(matches);
        reversed.sort(Comparator.comparingInt(Match::layer).reversed()); // stable: within a layer they stay in order
        for (final Match match : reversed) {
            final CSSStyleDeclarationImpl important = new CSSStyleDeclarationImpl(null);
            for (final Property property : match.entry().rule().getStyle().getProperties()) {
                if (property.isImportant()) {
                    important.addProperty(property);
                }
            }
            style.applyStyleFromSelector(important, ANY);
        }
    }

    private List<Match> matches(final DomElement element, final String pseudoElement, final DomNode scope) {
        final BrowserVersion browser = element.getPage().getWebClient().getBrowserVersion();
        final List<String> layers = layers();
        final List<Match> matches = new ArrayList<>();
        final List<RuleIndex.Entry> candidates = new ArrayList<>();
        for (int i = 0; i < sheets.size(); i++) {
            final CssStyleSheet sheet = sheets.get(i);
            if (sheet == null || !sheet.isEnabled() || !sheet.isActive()) {
                continue;
            }
            candidates.clear();
            RuleIndex.of(sheet).candidates(element, element.getPage().getEnclosingWindow(), candidates);
            for (final RuleIndex.Entry entry : candidates) {
                if (selects(browser, element, entry.selector(), pseudoElement, scope, false, false)) {
                    final int layer = entry.layer().isEmpty() ? layers.size() : layers.indexOf(entry.layer());
                    matches.add(new Match(entry, layer, i));
                }
            }
        }
        matches.sort(ORDER);
        return matches;
    }

    /** The layers of all sheets, in order; those in a layer stand before it. */
    private List<String> layers() {
        final List<String> order = new ArrayList<>();
        for (final CssStyleSheet sheet : sheets) {
            if (sheet == null) {
                continue;
            }
            for (final String name : RuleIndex.of(sheet).layers()) {
                for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
                    addLayer(name.substring(0, dot), order);
                }
                addLayer(name, order);
            }
        }
        return order;
    }

    private static void addLayer(final String name, final List<String> order) {
        if (!order.contains(name)) {
            final int outer = order.indexOf(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
            order.add(outer < 0 ? order.size() : outer, name);
        }
    }
}
