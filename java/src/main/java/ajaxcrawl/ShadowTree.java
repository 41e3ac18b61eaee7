package ajaxcrawl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.htmlunit.html.DomDocumentFragment;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.DomText;
import org.htmlunit.html.HtmlSlot;

/** A shadow root's tree: its host, its nodes, and which of the host's children go into which slot (DOM Standard). */
final class ShadowTree extends DomDocumentFragment {

    private static final long serialVersionUID = 1L;

    private final DomElement host;
    private final boolean open;
    private final boolean manual;
    private final boolean delegatesFocus;
    private final boolean declarative;
    private final transient Map<HtmlSlot, List<DomNode>> assignedByHand = new IdentityHashMap<>();

    /**
     * @param open whether scripts outside see it
     * @param manual whether slots are filled by {@code slot.assign()} alone
     */
    ShadowTree(final DomElement host, final boolean open, final boolean manual, final boolean delegatesFocus,
            final boolean declarative) {
        super(host.getPage());
        this.host = host;
        this.open = open;
        this.manual = manual;
        this.delegatesFocus = delegatesFocus;
        this.declarative = declarative;
    }

    DomElement host() {
        return host;
    }

    boolean isOpen() {
        return open;
    }

    boolean isManual() {
        return manual;
    }

    boolean delegatesFocus() {
        return delegatesFocus;
    }

    boolean isDeclarative() {
        return declarative;
    }

    /** In the page whenever the host is. */
    @Override
    public boolean isAttachedToPage() {
        return host.isAttachedToPage();
    }

    /** The tree that {@code node} is in; null for the document's. */
    static ShadowTree around(final DomNode node) {
        DomNode at = node;
        while (at.getParentNode() != null) {
            at = at.getParentNode();
        }
        return at instanceof ShadowTree tree ? tree : null;
    }

    /** Fills a slot by hand. */
    void assign(final HtmlSlot slot, final List<DomNode> nodes) {
        assignedByHand.values().forEach(list -> list.removeAll(nodes));
        assignedByHand.put(slot, new ArrayList<>(nodes));
    }

    /** The nodes assigned to each slot that is the first of its name. Slots without any have an empty list. */
    Map<HtmlSlot, List<DomNode>> assignment() {
        final Map<HtmlSlot, List<DomNode>> assigned = new IdentityHashMap<>();
        final Map<String, HtmlSlot> byName = new HashMap<>();
        for (final DomElement element : getDomElementDescendants()) {
            if (element instanceof HtmlSlot slot) {
                byName.putIfAbsent(slot.getAttribute("name"), slot);
                assigned.put(slot, new ArrayList<>());
            }
        }
        if (manual) {
            assignedByHand.forEach((slot, nodes) -> assigned.computeIfPresent(slot, (s, none) -> nodes.stream()
                    .filter(node -> node.getParentNode() == host).toList()));
            return assigned;
        }
        if (byName.isEmpty()) {
            return assigned;
        }
        for (final DomNode child : host.getChildren()) {
            if (child instanceof DomElement || child instanceof DomText) {
                final String name = child instanceof DomElement element ? element.getAttribute("slot") : "";
                final HtmlSlot slot = byName.get(name);
                if (slot != null) {
                    assigned.get(slot).add(child);
                }
            }
        }
        return assigned;
    }

    /** The nodes assigned to {@code slot}. */
    static List<DomNode> assigned(final HtmlSlot slot) {
        final ShadowTree tree = around(slot);
        return tree == null ? List.of() : tree.assignment().getOrDefault(slot, List.of());
    }

    /** What is shown in {@code slot}: its assigned nodes or its own content, slots among them replaced by theirs. */
    static List<DomNode> flattened(final HtmlSlot slot) {
        final List<DomNode> flat = new ArrayList<>();
        if (around(slot) == null) {
            return flat;
        }
        List<DomNode> nodes = assigned(slot);
        if (nodes.isEmpty()) {
            nodes = new ArrayList<>();
            for (final DomNode child : slot.getChildren()) {
                if (child instanceof DomElement || child instanceof DomText) {
                    nodes.add(child);
                }
            }
        }
        for (final DomNode node : nodes) {
            if (node instanceof HtmlSlot inner && around(inner) != null) {
                flat.addAll(flattened(inner));
            } else {
                flat.add(node);
            }
        }
        return flat;
    }

    /** The slot that {@code node} is assigned to; null where there is none. */
    static HtmlSlot slotOf(final DomNode node, final ShadowTree tree) {
        for (final Map.Entry<HtmlSlot, List<DomNode>> entry : tree.assignment().entrySet()) {
            if (entry.getValue().contains(node)) {
                return entry.getKey();
            }
        }
        return null;
    }
}
