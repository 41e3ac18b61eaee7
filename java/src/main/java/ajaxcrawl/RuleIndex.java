package ajaxcrawl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.htmlunit.WebWindow;
import org.htmlunit.css.CssStyleSheet;
import org.htmlunit.cssparser.dom.AbstractCSSRuleImpl;
import org.htmlunit.cssparser.dom.CSSImportRuleImpl;
import org.htmlunit.cssparser.dom.CSSMediaRuleImpl;
import org.htmlunit.cssparser.dom.CSSRuleListImpl;
import org.htmlunit.cssparser.dom.CSSStyleRuleImpl;
import org.htmlunit.cssparser.dom.CSSStyleSheetImpl;
import org.htmlunit.cssparser.dom.CSSUnknownRuleImpl;
import org.htmlunit.cssparser.dom.MediaListImpl;
import org.htmlunit.cssparser.parser.condition.Condition;
import org.htmlunit.cssparser.parser.selector.ElementSelector;
import org.htmlunit.cssparser.parser.selector.Selector;
import org.htmlunit.html.DomElement;

/**
 * A sheet's style rules by what their subjects must have, each with its place in the sheet: HtmlUnit's own index forgets
 * which rule stands before which. Kept by the sheet until its rules change.
 */
final class RuleIndex extends CSSStyleSheetImpl.CSSStyleSheetRuleIndex {

    /**
     * A rule, for one of its selectors.
     *
     * @param media the media queries around it, outermost first
     * @param layer the full name of its cascade layer; empty: none
     */
    record Entry(Selector selector, CSSStyleRuleImpl rule, List<MediaListImpl> media, String layer, int place) { }

    /** What HtmlUnit takes escapes off. */
    private static final Pattern ESCAPED = Pattern.compile("\\\\([\\[\\].:])");

    private final Map<String, List<Entry>> entries = new HashMap<>();
    private final Set<String> layers = new LinkedHashSet<>();
    private final Map<MediaListImpl, Boolean> active = new IdentityHashMap<>();
    private String layer = "";
    private int places;
    private int width;
    private int height;

    private RuleIndex() { }

    /** That of a sheet, made where there is none yet. */
    static RuleIndex of(final CssStyleSheet sheet) {
        final CSSStyleSheetImpl rules = sheet.getWrappedSheet();
        if (rules.getRuleIndex() instanceof RuleIndex known) {
            return known;
        }
        final RuleIndex index = new RuleIndex();
        index.add(sheet, rules.getCssRules(), List.of(), new HashSet<>());
        rules.setRuleIndex(index);
        return index;
    }

    private void add(final CssStyleSheet from, final CSSRuleListImpl rules, final List<MediaListImpl> media,
            final Set<String> imported) {
        for (final AbstractCSSRuleImpl rule : rules.getRules()) {
            if (rule instanceof CSSStyleRuleImpl style) {
                for (final Selector selector : style.getSelectors()) {
                    entries.computeIfAbsent(key(selector), key -> new ArrayList<>())
                            .add(new Entry(selector, style, media, layer, places++));
                }
            } else if (rule instanceof CSSMediaRuleImpl group) {
                add(from, group.getCssRules(), with(media, group.getMediaList()), imported);
            } else if (rule instanceof CSSImportRuleImpl link) {
                final CssStyleSheet other = from.getImportedStyleSheet(link);
                if (imported.add(other.getUri())) {
                    add(other, other.getWrappedSheet().getCssRules(), with(media, link.getMedia()), imported);
                    layer = "";
                }
            } else if (rule instanceof CSSUnknownRuleImpl && rule.getCssText().startsWith(CssLowering.LAYER)) {
                final String text = rule.getCssText();
                layer = text.substring(CssLowering.LAYER.length(), text.length() - 1).strip();
                if (!layer.isEmpty()) {
                    layers.add(layer);
                }
            }
        }
    }

    private static List<MediaListImpl> with(final List<MediaListImpl> media, final MediaListImpl more) {
        if (more.getLength() == 0) {
            return media;
        }
        final List<MediaListImpl> all = new ArrayList<>(media);
        all.add(more);
        return all;
    }

    /** What all elements that a selector selects have: an id, a class, or a name; the empty key if nothing is said. */
    private static String key(final Selector selector) {
        if (!(selector.getSimpleSelector() instanceof ElementSelector element)) {
            return "";
        }
        String key = element.getLocalNameLowerCase() == null ? "" : element.getLocalNameLowerCase();
        if (element.getConditions() != null) {
            for (final Condition condition : element.getConditions()) {
                final String value = ESCAPED.matcher(String.valueOf(condition.getValue())).replaceAll("$1");
                switch (condition.getConditionType()) {
                    case ID_CONDITION:
                        return "#" + value;
                    case CLASS_CONDITION:
                        key = value.indexOf('\\') < 0 ? "." + value : key;
                        break;
                    default:
                }
            }
        }
        return key;
    }

    /** The names of its layers, in order. */
    Set<String> layers() {
        return layers;
    }

    /** Adds the rules that may style an element to {@code found}. */
    void candidates(final DomElement element, final WebWindow window, final List<Entry> found) {
        if (width != window.getInnerWidth() || height != window.getInnerHeight()) {
            width = window.getInnerWidth();
            height = window.getInnerHeight();
            active.clear();
        }
        add("", window, found);
        add(element.getLowercaseName(), window, found);
        if (!element.getId().isEmpty()) {
            add("#" + element.getId(), window, found);
        }
        if (element.hasAttribute("class")) {
            for (final String name : new HashSet<>(List.of(element.getAttributeDirect("class").split("[ \\t\\n\\f\\r]+")))) {
                add("." + name, window, found);
            }
        }
    }

    private void add(final String key, final WebWindow window, final List<Entry> found) {
        for (final Entry entry : entries.getOrDefault(key, List.of())) {
            boolean holds = true;
            for (final MediaListImpl media : entry.media()) {
                holds = holds && active.computeIfAbsent(media, list -> CssStyleSheet.isActive(list, window));
            }
            if (holds) {
                found.add(entry);
            }
        }
    }
}
