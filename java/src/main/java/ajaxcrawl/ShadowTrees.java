package ajaxcrawl;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.html.DomChangeEvent;
import org.htmlunit.html.DomChangeListener;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSlot;
import org.htmlunit.html.HtmlTemplate;
import org.htmlunit.html.ScriptElement;
import org.htmlunit.html.ScriptElementSupport;
import org.htmlunit.javascript.host.event.Event;
import org.htmlunit.javascript.host.event.EventTarget;

/**
 * The shadow trees of a page. Tells their nodes when they come into the page and leave it, which HtmlUnit does for
 * the document's tree alone, runs their scripts, and fires {@code slotchange}.
 */
final class ShadowTrees implements DomChangeListener {

    private static final long serialVersionUID = 1L;

    private static final String KEY = "ajaxcrawl.shadowTrees";
    private static final Field ATTACHED = HtmlUnitFields.of(DomNode.class, "attachedToPage_");
    private static final Method NODE_ADDED = nodeAdded();
    private static final Set<String> HOSTS = Set.of("article", "aside", "blockquote", "body", "div", "footer", "h1",
            "h2", "h3", "h4", "h5", "h6", "header", "main", "nav", "p", "section", "span");
    private static final Set<String> NO_CUSTOM_NAMES = Set.of("annotation-xml", "color-profile", "font-face",
            "font-face-src", "font-face-uri", "font-face-format", "font-face-name", "missing-glyph");

    private final transient Map<DomElement, ShadowTree> byHost = new IdentityHashMap<>();
    private final transient Set<ShadowTree> connected = new HashSet<>();
    private final transient Set<ShadowTree> waiting = new HashSet<>();
    private final transient Map<HtmlSlot, List<DomNode>> lastAssigned = new IdentityHashMap<>();
    private final transient Set<ShadowTree> toSignal = new HashSet<>();

    private ShadowTrees(final HtmlPage page) {
        page.addDomChangeListener(this);
    }

    private static Method nodeAdded() {
        try {
            final Method method = HtmlPage.class.getDeclaredMethod("notifyNodeAdded", DomNode.class);
            method.setAccessible(true);
            return method;
        } catch (final NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Those of a page; null where it has none. */
    static ShadowTrees of(final HtmlPage page) {
        return (ShadowTrees) page.getUserData(KEY);
    }

    /** The tree of a host; null where it has none. */
    static ShadowTree of(final DomElement host) {
        final ShadowTrees trees = host.getPage() instanceof HtmlPage page ? of(page) : null;
        return trees == null ? null : trees.byHost.get(host);
    }

    Collection<ShadowTree> all() {
        return byHost.values();
    }

    /** "Valid shadow host name", DOM Standard. */
    static boolean canHost(final DomElement element) {
        final String name = Elements.tagName(element);
        return HtmlNames.HTML.equals(element.getNamespaceURI())
                && (HOSTS.contains(name) || name.indexOf('-') > 0 && !NO_CUSTOM_NAMES.contains(name));
    }

    /** Adds a tree to its host. */
    static void attach(final ShadowTree tree) {
        final HtmlPage page = (HtmlPage) tree.getPage();
        ShadowTrees trees = of(page);
        if (trees == null) {
            trees = new ShadowTrees(page);
            page.setUserData(KEY, trees, null);
        }
        trees.byHost.put(tree.host(), tree);
        tree.addDomChangeListener(trees);
        final CustomElements elements = CustomElements.of(page);
        if (elements != null) {
            tree.addDomChangeListener(elements);
        }
        tree.host().addDomChangeListener(trees);
        (tree.isAttachedToPage() ? trees.connected : trees.waiting).add(tree);
    }

    /** The tree that a {@code <template shadowrootmode>} among the element's children declares; null: none does. */
    static ShadowTree declared(final DomElement host) {
        for (DomNode child = host.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof HtmlTemplate template && isDeclaration(template) && canHost(host)
                    && host.getPage() instanceof HtmlPage && of(host) == null) {
                final ShadowTree tree = new ShadowTree(host,
                        "open".equals(Elements.keyword(template, "shadowrootmode")), false,
                        template.hasAttribute("shadowrootdelegatesfocus"), true);
                template.remove();
                attach(tree);
                for (final DomNode node : new ArrayList<>(list(template.getContent()))) {
                    tree.appendChild(node);
                }
                return tree;
            }
        }
        return null;
    }

    private static boolean isDeclaration(final HtmlTemplate template) {
        final String mode = Elements.keyword(template, "shadowrootmode");
        return "open".equals(mode) || "closed".equals(mode);
    }

    static List<DomNode> list(final DomNode parent) {
        final List<DomNode> children = new ArrayList<>();
        parent.getChildren().forEach(children::add);
        return children;
    }

    @Override
    public void nodeAdded(final DomChangeEvent event) {
        final DomNode parent = event.getChangedNode().getParentNode(); // the event has the next sibling instead, if any
        if (parent == null) {
            return;
        }
        final ShadowTree tree = ShadowTree.around(parent);
        if (tree != null && event.getChangedNode() instanceof DomElement element) {
            runScripts(element);
        }
        connectHosts();
        slotsMayChange(parent, tree);
    }

    @Override
    public void nodeDeleted(final DomChangeEvent event) {
        connected.removeIf(tree -> {
            if (tree.isAttachedToPage()) {
                return false;
            }
            for (final DomNode node : tree.getDescendants()) {
                HtmlUnitFields.set(ATTACHED, node, false);
            }
            return waiting.add(tree);
        });
        slotsMayChange(event.getParentNode(), ShadowTree.around(event.getParentNode()));
    }

    /** Hosts that came into the page bring their trees along. */
    private void connectHosts() {
        boolean found = !waiting.isEmpty();
        while (found) {
            found = false;
            for (final ShadowTree tree : new ArrayList<>(waiting)) {
                if (tree.isAttachedToPage() && waiting.remove(tree)) {
                    connected.add(tree);
                    connect(tree);
                    found = true;
                }
            }
        }
    }

    private static void connect(final ShadowTree tree) {
        for (final DomNode child : list(tree)) {
            final List<DomNode> nodes = new ArrayList<>();
            child.getDescendants().forEach(nodes::add);
            nodes.add(child);
            nodes.forEach(node -> HtmlUnitFields.set(ATTACHED, node, true));
            try {
                NODE_ADDED.invoke(tree.getPage(), child);
            } catch (final InvocationTargetException | IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
            nodes.forEach(node -> node.onAllChildrenAddedToPage(true));
            if (child instanceof DomElement element) {
                runScripts(element);
            }
        }
    }

    /** HtmlUnit runs scripts only below the document. */
    private static void runScripts(final DomElement added) {
        if (!added.isAttachedToPage()) {
            return;
        }
        final List<ScriptElement> scripts = new ArrayList<>();
        if (added instanceof ScriptElement script) {
            scripts.add(script);
        }
        for (final DomElement element : added.getDomElementDescendants()) {
            if (element instanceof ScriptElement script) {
                scripts.add(script);
            }
        }
        scripts.forEach(script -> ScriptElementSupport.executeScriptIfNeeded(script, false, true));
    }

    private void slotsMayChange(final DomNode parent, final ShadowTree around) {
        final ShadowTree own = parent instanceof DomElement element ? byHost.get(element) : null;
        if (own != null) {
            signal(own);
        }
        if (around != null) {
            signal(around);
        }
    }

    /** Fires {@code slotchange} where slots hold other nodes than they did, once the running script is done. */
    void signal(final ShadowTree tree) {
        final Context context = Context.getCurrentContext();
        if (context != null && toSignal.add(tree)) {
            context.enqueueMicrotask(() -> {
                toSignal.remove(tree);
                fireSlotChanges(tree);
            });
        }
    }

    private void fireSlotChanges(final ShadowTree tree) {
        final List<HtmlSlot> changed = new ArrayList<>();
        for (final Map.Entry<HtmlSlot, List<DomNode>> entry : tree.assignment().entrySet()) {
            final List<DomNode> before = lastAssigned.put(entry.getKey(), entry.getValue());
            if (!entry.getValue().equals(before == null ? List.of() : before)) {
                changed.add(entry.getKey());
            }
        }
        for (final HtmlSlot slot : changed) {
            final Event event = new Event(slot, "slotchange");
            event.setCancelable(false);
            final EventTarget target = slot.getScriptableObject();
            target.fireEvent(event);
        }
    }
}
