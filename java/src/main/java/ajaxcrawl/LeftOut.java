package ajaxcrawl;

import java.util.List;
import java.util.Set;
import org.htmlunit.html.DomElement;

/** What has no place in a snapshot: scripts, what only scripts need, words to renderers, styles without effect. */
final class LeftOut {

    private static final Set<String> SCRIPT_TYPES = Set.of("module", "importmap", "speculationrules", "webbundle");
    private static final Set<String> PRELOADS = Set.of("preload", "prefetch");
    private static final Set<String> SCRIPT_DESTINATIONS =
            Set.of("script", "worker", "sharedworker", "serviceworker", "audioworklet", "paintworklet");

    private LeftOut() { }

    static boolean element(final DomElement element, final LinkResolver links) {
        switch (element.getLowercaseName()) {
            case "script":
                return isExecutable(element);
            case "noscript":
                return !Elements.isForeign(element);
            case "style":
                return BlockedStyles.isBlocked(element);
            case "link":
                return Ascii.words(element.getAttribute("rel")).contains("stylesheet") && BlockedStyles.isBlocked(element)
                        || isScriptLink(Ascii.words(element.getAttribute("rel")), Elements.keyword(element, "as"), Elements.keyword(element, "type"));
            case "meta":
                return Metas.isInstruction(element) || "refresh".equals(Elements.keyword(element, "http-equiv"))
                        && links.refresh(element.getAttribute("content")) == null;
            default:
                return false;
        }
    }

    /** "Prepare the script element", HTML Standard: what is no script is a data block. */
    static boolean isExecutable(final DomElement script) {
        final String type = Elements.attribute(script, "type");
        final String language = Elements.attribute(script, "language");
        final String kind;
        if (type != null) {
            kind = type.isEmpty() ? "text/javascript" : Ascii.lower(Ascii.strip(type));
        } else {
            kind = language == null || language.isEmpty() ? "text/javascript" : "text/" + Ascii.lower(language);
        }
        return HtmlNames.JAVASCRIPT_TYPES.contains(kind) || SCRIPT_TYPES.contains(kind);
    }

    /**
     * Whether a link only loads a script ahead of time.
     *
     * @param rel lower-case words
     * @param destination the {@code as} attribute in lower case
     * @param type in lower case
     */
    static boolean isScriptLink(final List<String> rel, final String destination, final String type) {
        return rel.contains("modulepreload") || rel.stream().anyMatch(PRELOADS::contains)
                && (SCRIPT_DESTINATIONS.contains(destination) || HtmlNames.JAVASCRIPT_TYPES.contains(type));
    }

    /**
     * Event handlers, {@code ping}, which only tells a site who left it, and {@code shadowrootmode}: trees that it
     * declared stand in their place, and a template that a script made was never one.
     */
    static boolean attribute(final DomElement element, final String name) {
        if ("ping".equals(name)) {
            return "a".equals(element.getLowercaseName()) || "area".equals(element.getLowercaseName());
        }
        if ("shadowrootmode".equals(name)) {
            return "template".equals(element.getLowercaseName());
        }
        return name.startsWith("on") && HtmlNames.EVENT_HANDLERS.contains(Ascii.lower(name));
    }
}
