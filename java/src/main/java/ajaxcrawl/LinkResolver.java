package ajaxcrawl;

import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;

/**
 * Keeps what a document's URLs mean, though the document is served at another URL than it was made at.
 *
 * <p>A URL that would come out the same is left as its author wrote it; any other is written as the absolute URL that
 * the live page has. So {@code #!/b}, {@code ?x} and an empty href lead where they lead people, whatever scripts did
 * to the page's URL meanwhile. Ugly URLs become pretty, {@code javascript:} URLs go.
 */
final class LinkResolver {

    /** How an attribute names its URL. */
    private enum Kind {
        /** People follow it; an empty one leads to the document's base. */
        FOLLOWED,
        /** A form is sent there; an empty one leads to the document itself. */
        SUBMITTED,
        /** It is loaded where it was put into the page; an empty one is none. */
        LOADED,
        /** It is loaded; an empty one is none. One that is a mere fragment names a part of this document. */
        REFERRED,
        /** Several, as in {@code srcset}. */
        SET
    }

    /** Those that a {@code link} names to be loaded with the page, not to be followed. */
    private static final Set<String> LOADED_LINKS = Set.of("stylesheet", "icon", "apple-touch-icon", "mask-icon",
            "manifest", "preload", "prefetch", "apple-touch-startup-image");

    private static final Map<String, Map<String, Kind>> KINDS = Map.ofEntries(
            Map.entry("href", Map.of("a", Kind.FOLLOWED, "area", Kind.FOLLOWED, "link", Kind.LOADED)),
            Map.entry("action", Map.of("form", Kind.SUBMITTED)),
            Map.entry("formaction", Map.of("button", Kind.SUBMITTED, "input", Kind.SUBMITTED)),
            Map.entry("src", Map.of("img", Kind.LOADED, "iframe", Kind.LOADED, "frame", Kind.LOADED, "embed",
                    Kind.LOADED, "source", Kind.LOADED, "video", Kind.LOADED, "audio", Kind.LOADED, "track",
                    Kind.LOADED, "input", Kind.LOADED)),
            Map.entry("data", Map.of("object", Kind.LOADED)),
            Map.entry("poster", Map.of("video", Kind.LOADED)),
            Map.entry("srcset", Map.of("img", Kind.SET, "source", Kind.SET)),
            Map.entry("imagesrcset", Map.of("link", Kind.SET)),
            Map.entry("cite", Map.of("blockquote", Kind.LOADED, "q", Kind.LOADED, "ins", Kind.LOADED, "del",
                    Kind.LOADED)),
            Map.entry("longdesc", Map.of("img", Kind.LOADED, "iframe", Kind.LOADED, "frame", Kind.LOADED)),
            Map.entry("background", Map.of("body", Kind.LOADED, "table", Kind.LOADED, "tbody", Kind.LOADED, "thead",
                    Kind.LOADED, "tfoot", Kind.LOADED, "tr", Kind.LOADED, "td", Kind.LOADED, "th", Kind.LOADED)));

    private final WebUrl document;
    private final WebUrl asked;
    private final WebUrl liveBase;
    private final WebUrl servedBase;
    private final Charset encoding;
    private final DomElement base;
    private final String baseHref;
    private final boolean isBaseBlocked;
    private final boolean onlyEndsDiffer;

    /**
     * @param askedFor the pretty URL that was asked for
     * @param servedAt the ugly URL that the snapshot is served at
     */
    LinkResolver(final HtmlPage page, final DocumentFacts facts, final URL askedFor, final URL servedAt) {
        this(facts, WebUrl.of(page.getUrl()), WebUrl.of(askedFor), WebUrl.of(page.getUrl()), WebUrl.of(servedAt));
    }

    /** For a document that stands in an attribute of {@code outer}'s, {@code srcdoc}: its base is that one's. */
    LinkResolver(final DocumentFacts facts, final LinkResolver outer) {
        this(facts, WebUrl.parse("about:srcdoc", null), outer.liveBase, outer.liveBase, outer.servedBase);
    }

    private LinkResolver(final DocumentFacts facts, final WebUrl document, final WebUrl asked, final WebUrl live,
            final WebUrl served) {
        this.document = document;
        this.asked = asked;
        encoding = facts.encoding();
        base = facts.base();
        // A base's URL is "frozen" when the element comes; scripts that change the page's URL later don't move it.
        final WebUrl named = base == null ? null : usable(parse(base.getAttribute("href"), asked, encoding));
        isBaseBlocked = named != null && !ContentPolicy.of(base.getPage()).allowsBase(named);
        final WebUrl ofBase = isBaseBlocked ? null : named;
        if (ofBase == null) {
            liveBase = live;
            servedBase = served;
            baseHref = null;
        } else {
            liveBase = ofBase;
            servedBase = ofBase;
            final String href = base.getAttribute("href");
            baseHref = ofBase.equals(parse(href, served, StandardCharsets.UTF_8)) ? href : ofBase.href();
        }
        onlyEndsDiffer = StandardCharsets.UTF_8.equals(encoding)
                && liveBase.withSearch("").withNoFragment().equals(servedBase.withSearch("").withNoFragment());
    }

    private static WebUrl usable(final WebUrl url) {
        return url == null || "data".equals(url.scheme()) || "javascript".equals(url.scheme()) ? null : url;
    }

    /** A URL of the page's, as it is in the live document; null where it is none. */
    WebUrl resolve(final String text) {
        return parse(text, liveBase, encoding);
    }

    private static WebUrl parse(final String text, final WebUrl base, final Charset encoding) {
        return WebUrl.parse(text, base, encoding);
    }

    /** The live document's own URL: what an empty form action stands for. */
    String documentUrl() {
        return UglyUrls.toPretty(document).href();
    }

    /**
     * What to write for an attribute.
     *
     * @param name as in {@link Elements#attributeName}
     * @return {@code value} itself where it names no URL or needs no change; null: the attribute is left out
     */
    String attribute(final DomElement element, final String name, final String value) {
        if (element == base && "href".equals(name)) {
            return isBaseBlocked ? null : baseHref == null ? value : baseHref;
        }
        final Kind kind = kind(element, name);
        if (kind == null) {
            return value;
        }
        switch (kind) {
            case SET:
                return Srcset.map(value, url -> url(url, liveBase));
            case SUBMITTED:
                return value.isEmpty() ? documentUrl() : url(value, liveBase);
            case REFERRED:
                return value.startsWith("#") || Ascii.strip(value).isEmpty() ? value : url(value, liveBase);
            case LOADED:
                return Ascii.strip(value).isEmpty() ? value : url(value, loadBase(element));
            default:
                return url(value, liveBase);
        }
    }

    private static Kind kind(final DomElement element, final String name) {
        if (Elements.isForeign(element)) {
            final boolean reference = "href".equals(name) || "xlink:href".equals(name);
            return !reference ? null : "a".equals(element.getLowercaseName()) ? Kind.FOLLOWED : Kind.REFERRED;
        }
        if ("itemid".equals(name)) {
            return Kind.FOLLOWED;
        }
        final Map<String, Kind> byElement = KINDS.get(name);
        return byElement == null ? null : byElement.get(element.getLowercaseName());
    }

    /** A style sheet or icon was loaded from where it stood before a script changed the page's URL. */
    private WebUrl loadBase(final DomElement element) {
        if (base != null || !Elements.is(element, "link")) {
            return liveBase;
        }
        final List<String> rel = Ascii.words(element.getAttribute("rel"));
        return rel.stream().anyMatch(LOADED_LINKS::contains) ? asked : liveBase;
    }

    /**
     * The text to write for a URL; null for one that is a script.
     */
    private String url(final String text, final WebUrl from) {
        if (onlyEndsDiffer && from == liveBase && isPlain(text)) {
            return text;
        }
        final WebUrl live = parse(text, from, encoding);
        if (live == null) {
            return text;
        }
        if ("javascript".equals(live.scheme())) {
            return null;
        }
        final WebUrl pretty = UglyUrls.toPretty(live);
        final boolean same = pretty.equals(parse(text, servedBase, StandardCharsets.UTF_8));
        return same ? text : pretty.href();
    }

    /** Whether a URL means the same in both documents, since it brings a path of its own. */
    private static boolean isPlain(final String text) {
        if (text.isEmpty() || text.charAt(0) == '#' || text.charAt(0) == '?' || text.contains("_escaped_fragment_")) {
            return false;
        }
        final char first = text.charAt(0);
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) <= ' ') {
                return false;
            }
        }
        return first != 'j' && first != 'J';
    }

    /** A refresh's content; null where it would load the snapshot again and again. */
    String refresh(final String content) {
        final int[] place = Metas.refreshUrl(content);
        if (place == null) {
            return null;
        }
        final String text = content.substring(place[0], place[1]);
        final WebUrl target = resolve(text);
        if (target == null || target.withNoFragment().equals(document.withNoFragment())
                || target.withNoFragment().equals(asked.withNoFragment())) {
            return null;
        }
        final String url = url(text, liveBase);
        return url == null ? null : content.substring(0, place[0]) + url + content.substring(place[1]);
    }
}
