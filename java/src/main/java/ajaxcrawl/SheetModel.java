package ajaxcrawl;

import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.lang3.SerializationException;
import org.apache.commons.lang3.SerializationUtils;
import org.htmlunit.SilentCssErrorHandler;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.css.CssStyleSheet;
import org.htmlunit.cssparser.dom.AbstractCSSRuleImpl;
import org.htmlunit.cssparser.dom.CSSCharsetRuleImpl;
import org.htmlunit.cssparser.dom.CSSRuleListImpl;
import org.htmlunit.cssparser.dom.CSSStyleSheetImpl;
import org.htmlunit.cssparser.dom.CSSUnknownRuleImpl;
import org.htmlunit.cssparser.parser.CSSOMParser;
import org.htmlunit.cssparser.parser.InputSource;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlLink;
import org.htmlunit.html.HtmlStyle;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.css.CSSRule;
import org.htmlunit.javascript.host.css.CSSRuleList;
import org.htmlunit.javascript.host.css.CSSStyleSheet;

/**
 * A style sheet that a script looks into: its rules one by one, with the text each was made from, for HtmlUnit's own
 * rules know only a part of CSS. Made when a script first asks; from then on the sheet's rules are its own, where
 * HtmlUnit lets all elements of the same text share them.
 */
final class SheetModel {

    private static final Object KEY = SheetModel.class;
    private static final Field HOST_SHEET = HtmlUnitFields.of(CSSStyleSheet.class, "styleSheet_");
    private static final Field STYLE_SHEET = HtmlUnitFields.of(HtmlStyle.class, "sheet_");
    private static final Field LINK_SHEET = HtmlUnitFields.of(HtmlLink.class, "sheet_");
    private static final short INDEX_SIZE = 1;
    private static final short SYNTAX = 12;
    private static final Set<String> AT_RULES = Set.of("container", "counter-style", "font-feature-values",
            "font-palette-values", "function", "keyframes", "layer", "namespace", "position-try", "property", "scope",
            "starting-style", "supports", "view-transition", "-webkit-keyframes");

    /**
     * A rule, what it comes to in the cascade, what it was made from, and how HtmlUnit wrote it then; the source is null
     * where that is not known.
     */
    private static final class Entry {

        private final AbstractCSSRuleImpl rule;
        private final List<AbstractCSSRuleImpl> parts;
        private final String source;
        private final String before;
        private final boolean inserted;
        private CSSRule host;

        Entry(final AbstractCSSRuleImpl rule, final List<AbstractCSSRuleImpl> parts, final String source,
                final boolean inserted) {
            this.rule = rule;
            this.parts = parts;
            this.source = source;
            this.before = rule.getCssText();
            this.inserted = inserted;
        }

        boolean isChanged() {
            return !before.equals(rule.getCssText());
        }

        String text() {
            return source == null || isChanged() ? rule.getCssText() : source;
        }
    }

    private final CSSStyleSheet sheet;
    private final String text;
    private final CSSRuleList list;
    private final List<Entry> entries = new ArrayList<>();
    private boolean changed;
    private String media = "";

    private SheetModel(final CSSStyleSheet sheet) {
        this.sheet = sheet;
        final HtmlElement owner = owner(sheet);
        text = owner instanceof HtmlStyle ? Elements.ownText(owner) : null;
        if (text != null) {
            adopt(owner, new CSSStyleSheetImpl());
            read(text, false);
        } else if (owner != null) {
            adopt(owner, copy(sheet.getCssStyleSheet().getWrappedSheet()));
            final List<AbstractCSSRuleImpl> rules = impl().getCssRules().getRules();
            rules.removeIf(CSSCharsetRuleImpl.class::isInstance);
            final List<AbstractCSSRuleImpl> parts = new ArrayList<>();
            for (final AbstractCSSRuleImpl rule : rules) {
                parts.add(rule);
                if (!rule.getCssText().startsWith(CssLowering.LAYER)) {
                    entries.add(new Entry(rule, List.copyOf(parts), null, false));
                    parts.clear();
                }
            }
        }
        list = new SheetRules(sheet, this);
    }

    /** The model of a sheet, made where there is none yet. */
    static SheetModel of(final CSSStyleSheet sheet) {
        final SheetModel known = known(sheet);
        return known != null ? known : (SheetModel) sheet.associateValue(KEY, new SheetModel(sheet));
    }

    /** The model of a sheet that a script looked into; null for any other. */
    static SheetModel known(final CSSStyleSheet sheet) {
        return sheet == null ? null : (SheetModel) sheet.getAssociatedValue(KEY);
    }

    private static HtmlElement owner(final CSSStyleSheet sheet) {
        return sheet.getOwnerNode() == null ? null : sheet.getOwnerNode().getDomNodeOrNull();
    }

    /** Gives the element a sheet of its own. */
    private void adopt(final HtmlElement owner, final CSSStyleSheetImpl rules) {
        final CssStyleSheet before = sheet.getCssStyleSheet();
        final CssStyleSheet own = new CssStyleSheet(owner, rules, before.getUri());
        own.setEnabled(before.isEnabled());
        HtmlUnitFields.set(HOST_SHEET, sheet, own);
        HtmlUnitFields.set(owner instanceof HtmlStyle ? STYLE_SHEET : LINK_SHEET, owner, own);
    }

    private static CSSStyleSheetImpl copy(final CSSStyleSheetImpl shared) {
        try {
            return SerializationUtils.clone(shared);
        } catch (final SerializationException e) {
            return shared;
        }
    }

    private CSSStyleSheetImpl impl() {
        return sheet.getCssStyleSheet().getWrappedSheet();
    }

    private void read(final String css, final boolean constructed) {
        final CSSOMParser parser = parser();
        final List<CssText.Rule> sources = CssText.rules(css);
        final List<AbstractCSSRuleImpl> rules = parse(parser, css);
        final List<AbstractCSSRuleImpl> all = impl().getCssRules().getRules();
        final boolean paired = rules.size() == sources.size();
        for (int i = 0; i < sources.size(); i++) {
            final CssText.Rule source = sources.get(i);
            final AbstractCSSRuleImpl rule = paired ? rules.get(i) : first(parse(parser, source.text()), source);
            if (rule != null && !(rule instanceof CSSCharsetRuleImpl)
                    && !(constructed && "import".equals(source.keyword()))) {
                final Entry entry = new Entry(rule, parts(rule, source), source.text(), constructed);
                all.addAll(entry.parts);
                entries.add(entry);
            }
        }
    }

    /** The rules that HtmlUnit applies a rule by. */
    private List<AbstractCSSRuleImpl> parts(final AbstractCSSRuleImpl rule, final CssText.Rule source) {
        final String lowered = MediaQueries.inSheet(CssLowering.lowered(source.text()));
        return lowered.equals(source.text()) ? List.of(rule) : parse(parser(), lowered);
    }

    private static CSSOMParser parser() {
        final CSSOMParser parser = new CSSOMParser(new ColorFunctions.Parser());
        parser.setErrorHandler(new SilentCssErrorHandler());
        return parser;
    }

    private List<AbstractCSSRuleImpl> parse(final CSSOMParser parser, final String css) {
        try (InputSource source = new InputSource(new StringReader(ColorFunctions.marked(css)))) {
            final CSSRuleListImpl rules = parser.parseStyleSheet(source, null).getCssRules();
            rules.getRules().forEach(rule -> rule.setParentStyleSheet(impl()));
            return rules.getRules();
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The one rule that a browser would make of a source; null where it would make none. */
    private AbstractCSSRuleImpl first(final List<AbstractCSSRuleImpl> rules, final CssText.Rule source) {
        if (!rules.isEmpty()) {
            return rules.get(0);
        }
        final boolean known = source.isAtRule() ? AT_RULES.contains(source.keyword())
                : source.prelude().contains(":host") || source.prelude().contains("::slotted");
        return known ? new CSSUnknownRuleImpl(impl(), null, source.text()) : null;
    }

    int size() {
        return entries.size();
    }

    CSSRuleList list() {
        return list;
    }

    CSSRule rule(final int index) {
        final Entry entry = entries.get(index);
        if (entry.host == null) {
            final boolean keyframes = entry.rule.getCssText().startsWith("@keyframes");
            entry.host = entry.rule instanceof CSSUnknownRuleImpl && !keyframes
                    ? new OtherRule(sheet, entry.rule) : CSSRule.create(sheet, entry.rule);
        }
        return entry.host;
    }

    /** A rule that HtmlUnit has no object for. */
    private static final class OtherRule extends CSSRule {

        private static final long serialVersionUID = 1L;

        private static final Map<String, String> CONSTRUCTORS = Map.of("container", "CSSContainerRule",
                "layer", "CSSLayerBlockRule", "property", "CSSPropertyRule", "scope", "CSSScopeRule",
                "starting-style", "CSSStartingStyleRule", "supports", "CSSSupportsRule");

        OtherRule(final CSSStyleSheet sheet, final AbstractCSSRuleImpl rule) {
            super(sheet, rule);
            final CssText.Rule text = CssText.rules(rule.getCssText()).get(0);
            final String name = "layer".equals(text.keyword()) && text.block() == null ? "CSSLayerStatementRule"
                    : CONSTRUCTORS.get(text.keyword());
            final Object constructor = name == null ? null : ScriptableObject.getProperty(sheet.getWindow(), name);
            setPrototype(constructor instanceof Scriptable known
                    ? (Scriptable) ScriptableObject.getProperty(known, "prototype") : getPrototype(CSSRule.class));
        }
    }

    int insert(final String css, final int index) {
        if (index < 0 || index > entries.size()) {
            throw error("The index provided (" + index + ") is larger than the maximum index (" + entries.size()
                    + ").", INDEX_SIZE);
        }
        final List<CssText.Rule> sources = CssText.rules(css);
        final CssText.Rule source = sources.size() == 1 ? sources.get(0) : null;
        final AbstractCSSRuleImpl rule = source == null ? null : first(parse(parser(), source.text()), source);
        if (rule == null) {
            throw error("Failed to parse the rule '" + css + "'.", SYNTAX);
        }
        final Entry entry = new Entry(rule, parts(rule, source), source.text(), true);
        impl().getCssRules().getRules().addAll(place(index), entry.parts);
        entries.add(index, entry);
        touch();
        return index;
    }

    void delete(final int index) {
        if (index < 0 || index >= entries.size()) {
            throw error("The index provided (" + index + ") is larger than the maximum index (" + (entries.size() - 1)
                    + ").", INDEX_SIZE);
        }
        final int place = place(index);
        impl().getCssRules().getRules().subList(place, place + entries.remove(index).parts.size()).clear();
        touch();
    }

    private int place(final int index) {
        return entries.subList(0, index).stream().mapToInt(entry -> entry.parts.size()).sum();
    }

    /** Puts other rules in place of all: {@code replaceSync} of a constructed sheet. */
    void replace(final String css) {
        impl().getCssRules().getRules().clear();
        entries.clear();
        read(css, true);
        touch();
    }

    private void touch() {
        changed = true;
        impl().resetRuleIndex();
        final HtmlElement owner = owner(sheet);
        StyleSheets.stylesChanged(sheet, owner);
    }

    private RuntimeException error(final String message, final short code) {
        return JavaScriptEngine.asJavaScriptException(sheet.getWindow(), message, code);
    }

    /** Media of a constructed sheet. */
    String media() {
        return media;
    }

    void setMedia(final String text) {
        media = text;
    }

    /** Whether a script changed what the element's text says; never once that text is another. */
    boolean isChanged() {
        final HtmlElement owner = owner(sheet);
        return (text == null || owner == null || text.equals(Elements.ownText(owner)))
                && (changed || entries.stream().anyMatch(Entry::isChanged));
    }

    /** The whole sheet as text. */
    String text() {
        return join(entries);
    }

    /** What scripts added or changed in a sheet whose file can't be written to. */
    String additions() {
        return join(entries.stream().filter(entry -> entry.inserted || entry.isChanged()).toList());
    }

    private static String join(final List<Entry> rules) {
        return String.join("\n", rules.stream().map(Entry::text).toList());
    }
}
