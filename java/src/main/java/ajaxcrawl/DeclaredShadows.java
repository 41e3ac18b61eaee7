package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.htmlunit.SgmlPage;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlPage;

/** Shadow trees that a document's own HTML declares: {@code <template shadowrootmode>}. */
final class DeclaredShadows {

    private static final String KEY = "ajaxcrawl.declaresShadows";

    private DeclaredShadows() { }

    /** Whether the HTML that the page was made from has any. */
    static boolean inMarkup(final SgmlPage page) {
        final Object known = page.getUserData(KEY);
        if (known != null) {
            return (Boolean) known;
        }
        final boolean any = page instanceof HtmlPage
                && page.getWebResponse().getContentAsString().toLowerCase(Locale.ROOT).contains("shadowrootmode");
        page.setUserData(KEY, any, null);
        return any;
    }

    /** Turns those that no script has asked for yet into shadow trees. */
    static void attachAll(final HtmlPage page) {
        final DomElement root = page.getDocumentElement();
        if (root == null || !inMarkup(page)) {
            return;
        }
        attachBelow(root);
        final ShadowTrees trees = ShadowTrees.of(page);
        if (trees != null) {
            new ArrayList<>(trees.all()).forEach(DeclaredShadows::attachBelow);
        }
    }

    private static void attachBelow(final DomNode root) {
        for (final DomElement element : elements(root)) {
            final ShadowTree tree = ShadowTrees.declared(element);
            if (tree != null) {
                attachBelow(tree);
            }
        }
    }

    private static List<DomElement> elements(final DomNode root) {
        final List<DomElement> elements = new ArrayList<>();
        root.getDomElementDescendants().forEach(elements::add);
        return elements;
    }
}
