package ajaxcrawl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.htmlunit.html.DomAttr;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlLink;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSlot;
import org.htmlunit.html.HtmlStyle;
import org.htmlunit.html.HtmlTemplate;

/**
 * The document as people see it, shadow trees in place: a host has its shadow tree's nodes for children, a slot the
 * nodes assigned to it; children without a slot are not shown. Closed trees are seen as open ones are. Trees whose
 * style sheets are the same share a scope, so that a component's styles are written once.
 */
final class FlatTree {

    private final ShadowTrees trees;
    private boolean isolated;
    private final Map<ShadowTree, String> scopes = new IdentityHashMap<>();
    private final Map<String, String> adopted = new LinkedHashMap<>();
    private final Map<DomNode, List<DomNode>> slots = new IdentityHashMap<>();
    private final Map<DomNode, String> slotted = new IdentityHashMap<>();
    private final Set<ShadowTree> keepingSlots = new HashSet<>();
    private final Set<String> written = new HashSet<>();

    FlatTree(final HtmlPage page) {
        DeclaredShadows.attachAll(page);
        trees = ShadowTrees.of(page);
        if (trees != null && page.getDocumentElement() != null) {
            final Map<String, String> idsByCss = new HashMap<>();
            isolated = documentMayHide(page);
            for (final ShadowTree tree : inOrder(page)) {
                read(tree, idsByCss);
            }
        }
    }

    private static boolean documentMayHide(final HtmlPage page) {
        final StringBuilder css = new StringBuilder(StyleSources.adopted(page.getScriptableObject()));
        for (final DomElement element : page.getDocumentElement().getDomElementDescendants()) {
            if (element instanceof HtmlLink link && link.isStyleSheetLink()) {
                return true;
            }
            css.append(text(element));
        }
        return ShadowCss.mayHide(css.toString());
    }

    /** The trees that are shown, in document order. */
    private List<ShadowTree> inOrder(final HtmlPage page) {
        final List<ShadowTree> shown = new ArrayList<>();
        final List<DomNode> roots = new ArrayList<>(List.of(page.getDocumentElement()));
        for (int i = 0; i < roots.size(); i++) {
            final DomNode root = roots.get(i);
            if (root instanceof DomElement element) {
                addTree(element, shown, roots);
            }
            for (final DomElement element : root.getDomElementDescendants()) {
                addTree(element, shown, roots);
            }
        }
        return shown;
    }

    private static void addTree(final DomElement element, final List<ShadowTree> shown, final List<DomNode> roots) {
        final ShadowTree tree = ShadowTrees.of(element);
        if (tree != null) {
            shown.add(tree);
            roots.add(tree);
        }
    }

    private void read(final ShadowTree tree, final Map<String, String> idsByCss) {
        final String sheets = StyleSources.adopted(ShadowRoots.known(tree));
        final StringBuilder css = new StringBuilder(sheets);
        for (final DomElement element : tree.getDomElementDescendants()) {
            css.append('\n').append(text(element));
        }
        final String all = css.toString().strip();
        final Map<HtmlSlot, List<DomNode>> assignment = tree.assignment();
        slots.putAll(assignment);
        if (all.isEmpty()) {
            return;
        }
        final String id = idsByCss.computeIfAbsent(all, text -> String.valueOf(idsByCss.size() + 1));
        scopes.put(tree, id);
        if (ShadowCss.needsSlots(all)) {
            keepingSlots.add(tree);
        }
        if (!sheets.isEmpty()) {
            adopted.computeIfAbsent(id, scope -> new ShadowCss(scope, isolated).scope(sheets));
        }
        if (all.contains("::slotted")) {
            assignment.values().forEach(nodes -> nodes.forEach(node ->
                    slotted.merge(node, id, (ids, more) -> (ids + ' ' + more))));
        }
    }

    private static String text(final DomElement element) {
        if (element instanceof HtmlStyle style && !StyleSources.isDisabled(style)) {
            return StyleSources.text(style);
        }
        return element instanceof HtmlLink link ? StyleSources.linked(link) : "";
    }

    /** The style sheets that shadow roots adopted, and what keeps the document's from their elements. */
    String sheets() {
        final String sheets = String.join("\n", adopted.values());
        return isolated ? ShadowCss.ISOLATION + (sheets.isEmpty() ? "" : "\n" + sheets) : sheets;
    }

    /** The children to write of an element. */
    Iterable<DomNode> children(final DomElement element) {
        if (trees != null) {
            final ShadowTree tree = ShadowTrees.of(element);
            if (tree != null) {
                return tree.getChildren();
            }
            final List<DomNode> assigned = slots.get(element);
            if (assigned != null && !assigned.isEmpty()) {
                return assigned;
            }
        }
        return element instanceof HtmlTemplate template ? template.getContent().getChildren() : element.getChildren();
    }

    /** Whether a slot has had its part: its tag says nothing, its content is written alone. */
    boolean isTransparent(final DomElement element) {
        return trees != null && slots.containsKey(element) && !keepingSlots.contains(ShadowTree.around(element))
                && element.getAttributesMap().values().stream().map(DomAttr::getName)
                        .allMatch(name -> "name".equals(name) || "slot".equals(name));
    }

    /** Attributes by which the scoped style sheets know the element; pairs of name and value. */
    List<String[]> marks(final DomElement element) {
        if (scopes.isEmpty() && !isolated) {
            return List.of();
        }
        final List<String[]> marks = new ArrayList<>();
        final ShadowTree around = ShadowTree.around(element);
        final String own = scope(around);
        mark(ShadowCss.ELEMENT, own == null && isolated && around != null ? "" : own, marks);
        mark(ShadowCss.HOST, scope(ShadowTrees.of(element)), marks);
        mark(ShadowCss.SLOTTED, slotted.get(element), marks);
        return marks;
    }

    private String scope(final ShadowTree tree) {
        return tree == null ? null : scopes.get(tree);
    }

    private static void mark(final String name, final String value, final List<String[]> marks) {
        if (value != null) {
            marks.add(new String[] {name, value});
        }
    }

    /**
     * The text of a style sheet inside a shadow tree, scoped; empty where the same was written before.
     *
     * @return null for an element outside of shadow trees
     */
    String scopedText(final DomElement sheet) {
        final ShadowTree tree = scopes.isEmpty() ? null : ShadowTree.around(sheet);
        final String id = scope(tree);
        if (id == null) {
            return null;
        }
        final String text = text(sheet);
        return written.add(id + ' ' + text) ? new ShadowCss(id, isolated).scope(text) : "";
    }
}
