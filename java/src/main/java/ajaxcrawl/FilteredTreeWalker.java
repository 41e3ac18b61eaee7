package ajaxcrawl;

import java.lang.reflect.Field;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlDomTreeWalker;
import org.htmlunit.javascript.host.dom.TreeWalker;
import org.w3c.dom.traversal.NodeFilter;

/**
 * A tree walker that stays below its root and asks its filter once for each node, and only for kinds that it shows (DOM
 * standard 6.2); HtmlUnit's leaves the root, and asks filters for elements about texts, too.
 */
final class FilteredTreeWalker extends HtmlDomTreeWalker {

    private static final long serialVersionUID = 1L;
    private static final Field WALKER = HtmlUnitFields.of(TreeWalker.class, "walker_");

    private FilteredTreeWalker(final HtmlDomTreeWalker original) {
        super(original.getRoot(), original.getWhatToShow(), original.getFilter(), true);
    }

    /** Puts one in place of HtmlUnit's in what {@code document.createTreeWalker} made. */
    static Object in(final Object made) {
        if (made instanceof TreeWalker host) {
            HtmlUnitFields.set(WALKER, host, new FilteredTreeWalker((HtmlDomTreeWalker) HtmlUnitFields.get(WALKER, host)));
        }
        return made;
    }

    @Override
    public DomNode nextNode() {
        DomNode node = getCurrentNode();
        short result = NodeFilter.FILTER_ACCEPT;
        while (true) {
            DomNode next = result == NodeFilter.FILTER_REJECT ? null : node.getFirstChild();
            for (DomNode at = node; next == null; at = at.getParentNode()) {
                if (at == null || at == getRoot()) {
                    return null;
                }
                next = at.getNextSibling();
            }
            node = next;
            result = filter(node);
            if (result == NodeFilter.FILTER_ACCEPT) {
                return reach(node);
            }
        }
    }

    @Override
    public DomNode previousNode() {
        DomNode node = getCurrentNode();
        while (node != getRoot()) {
            if (node.getPreviousSibling() == null) {
                node = node.getParentNode();
                if (node == null) {
                    return null;
                }
                if (filter(node) == NodeFilter.FILTER_ACCEPT) {
                    return reach(node);
                }
                continue;
            }
            node = node.getPreviousSibling();
            short result = filter(node);
            while (result != NodeFilter.FILTER_REJECT && node.getLastChild() != null) {
                node = node.getLastChild();
                result = filter(node);
            }
            if (result == NodeFilter.FILTER_ACCEPT) {
                return reach(node);
            }
        }
        return null;
    }

    @Override
    public DomNode parentNode() {
        DomNode node = getCurrentNode();
        while (node != null && node != getRoot()) {
            node = node.getParentNode();
            if (node != null && filter(node) == NodeFilter.FILTER_ACCEPT) {
                return reach(node);
            }
        }
        return null;
    }

    @Override
    public DomNode firstChild() {
        return child(true);
    }

    @Override
    public DomNode lastChild() {
        return child(false);
    }

    @Override
    public DomNode nextSibling() {
        return sibling(true);
    }

    @Override
    public DomNode previousSibling() {
        return sibling(false);
    }

    private DomNode child(final boolean first) {
        DomNode node = childOf(getCurrentNode(), first);
        while (node != null) {
            final short result = filter(node);
            if (result == NodeFilter.FILTER_ACCEPT) {
                return reach(node);
            }
            DomNode next = result == NodeFilter.FILTER_REJECT ? null : childOf(node, first);
            for (DomNode at = node; next == null; at = at.getParentNode()) {
                if (at == null || at == getRoot() || at == getCurrentNode()) {
                    return null;
                }
                next = siblingOf(at, first);
            }
            node = next;
        }
        return null;
    }

    private DomNode sibling(final boolean next) {
        DomNode node = getCurrentNode();
        while (node != null && node != getRoot()) {
            DomNode at = siblingOf(node, next);
            while (at != null) {
                node = at;
                final short result = filter(node);
                if (result == NodeFilter.FILTER_ACCEPT) {
                    return reach(node);
                }
                at = result == NodeFilter.FILTER_REJECT ? null : childOf(node, next);
                if (at == null) {
                    at = siblingOf(node, next);
                }
            }
            node = node.getParentNode();
            if (node == null || node == getRoot() || filter(node) == NodeFilter.FILTER_ACCEPT) {
                return null;
            }
        }
        return null;
    }

    private short filter(final DomNode node) {
        if ((getWhatToShow() & getFlagForNode(node)) == 0) {
            return NodeFilter.FILTER_SKIP;
        }
        return getFilter() == null ? NodeFilter.FILTER_ACCEPT : getFilter().acceptNode(node);
    }

    private DomNode reach(final DomNode node) {
        setCurrentNode(node);
        return node;
    }

    private static DomNode childOf(final DomNode node, final boolean first) {
        return first ? node.getFirstChild() : node.getLastChild();
    }

    private static DomNode siblingOf(final DomNode node, final boolean next) {
        return next ? node.getNextSibling() : node.getPreviousSibling();
    }
}
