package org.htmlunit.html;

import ajaxcrawl.PageScripts;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.htmlunit.SgmlPage;

/**
 * A link that tells when its preload is done, which pages wait for before they show what needs it: at once, as what it
 * names is loaded where it is used. In this package because HtmlLink's constructor is.
 */
final class SiteLink extends HtmlLink {

    private static final long serialVersionUID = 1L;
    private static final Set<String> PRELOADS = Set.of("preload", "modulepreload", "prefetch");

    SiteLink(final String qualifiedName, final SgmlPage page, final Map<String, DomAttr> attributes) {
        super(qualifiedName, page, attributes);
    }

    @Override
    public void onAllChildrenAddedToPage(final boolean postponed) {
        super.onAllChildrenAddedToPage(postponed);
        if (isPreload() && getPage() instanceof PageScripts.Owner owner && isAttachedToPage()) {
            owner.scripts().announce(this);
        }
    }

    private boolean isPreload() {
        final List<String> relations = List.of(getRelAttribute().toLowerCase(Locale.ROOT).split("\\s+"));
        return relations.stream().anyMatch(PRELOADS::contains) && !getHrefAttribute().isBlank()
                && (hasAttribute("as") || !relations.contains("preload"));
    }
}
