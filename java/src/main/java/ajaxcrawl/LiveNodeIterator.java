package ajaxcrawl;

import java.lang.reflect.Field;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.DomNodeIterator;
import org.htmlunit.html.HtmlDomTreeWalker;
import org.htmlunit.javascript.host.dom.NodeIterator;
import org.w3c.dom.traversal.NodeFilter;

/**
 * A node iterator that goes on where the node that it is at was removed (DOM standard 6.1); HtmlUnit's ends there, so what
 * takes out elements while it walks leaves those behind the first as they are.
 */
final class LiveNodeIterator extends DomNodeIterator {

    private static final long serialVersionUID = 1L;
    private static final Field ITERATOR = HtmlUnitFields.of(NodeIterator.class, "iterator_");

    private DomNode reference;
    private boolean isBefore = true;
    /** Where the reference was when it was reached: itself and its ancestors below the root, with what was before each. */
    private Place place;

    private record Place(DomNode node, DomNode parent, DomNode previous, Place above) { }

    private LiveNodeIterator(final DomNodeIterator original) {
        super(original.getRoot(), original.getWhatToShow(), original.getFilter(), true);
        reference = original.getRoot();
    }

    /** Puts one in place of HtmlUnit's in what {@code document.createNodeIterator} made. */
    static Object in(final Object made) {
        if (made instanceof NodeIterator host) {
            HtmlUnitFields.set(ITERATOR, host, new LiveNodeIterator((DomNodeIterator) HtmlUnitFields.get(ITERATOR, host)));
        }
        return made;
    }

    @Override
    public DomNode nextNode() {
        return traverse(true);
    }

    @Override
    public DomNode previousNode() {
        return traverse(false);
    }

    private DomNode traverse(final boolean next) {
        leaveRemoved();
        DomNode node = reference;
        boolean before = isBefore;
        do {
            if (before == next) {
                before = !next;
            } else {
                node = next ? following(node) : preceding(node);
                if (node == null) {
                    return null;
                }
            }
        } while (!accepts(node));
        reference = node;
        isBefore = before;
        place = placeOf(node);
        return node;
    }

    private boolean accepts(final DomNode node) {
        final NodeFilter filter = getFilter();
        return (getWhatToShow() & HtmlDomTreeWalker.getFlagForNode(node)) != 0
                && (filter == null || filter.acceptNode(node) == NodeFilter.FILTER_ACCEPT);
    }

    private Place placeOf(final DomNode node) {
        return node == null || node == getRoot() ? null
                : new Place(node, node.getParentNode(), node.getPreviousSibling(), placeOf(node.getParentNode()));
    }

    /** Where the reference, or what it was in, was removed, the node before that is the reference. */
    private void leaveRemoved() {
        for (Place at = place; at != null; at = at.above) {
            if (at.node.getParentNode() != at.parent) {
                final boolean isThere = at.previous != null && at.previous.getParentNode() == at.parent;
                reference = isThere ? lastOf(at.previous) : at.parent;
                isBefore = false;
            }
        }
    }

    private static DomNode lastOf(final DomNode node) {
        DomNode last = node;
        while (last.getLastChild() != null) {
            last = last.getLastChild();
        }
        return last;
    }

    private DomNode following(final DomNode node) {
        if (node.getFirstChild() != null) {
            return node.getFirstChild();
        }
        for (DomNode at = node; at != null && at != getRoot(); at = at.getParentNode()) {
            if (at.getNextSibling() != null) {
                return at.getNextSibling();
            }
        }
        return null;
    }

    private DomNode preceding(final DomNode node) {
        return node == getRoot() ? null : node.getPreviousSibling() == null ? node.getParentNode()
                : lastOf(node.getPreviousSibling());
    }
}
