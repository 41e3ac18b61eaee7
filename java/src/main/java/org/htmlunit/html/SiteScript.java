package org.htmlunit.html;

import ajaxcrawl.BlockedScripts;
import ajaxcrawl.PageScripts;
import java.util.Map;
import org.htmlunit.SgmlPage;
import org.htmlunit.javascript.PostponedAction;
import org.htmlunit.javascript.host.dom.Document;
import org.htmlunit.javascript.host.html.HTMLDocument;
import org.w3c.dom.Node;

/**
 * A script element as browsers know it: it may hold a module or an import map, or be for browsers without modules, and
 * what is deferred runs in the order of the document. What {@code document.write} writes keeps its order too: after an
 * external script an inline one waits, as it may use what the external one defines. In this package because
 * HtmlScript's constructor is.
 */
final class SiteScript extends HtmlScript {

    private static final long serialVersionUID = 1L;

    /** HtmlUnit asks {@link #isDeferred()} while it adds a script, and all scripts again of a parsed document. */
    private boolean isBeingAdded;
    /** This script was the first found when HtmlUnit looked for deferred ones, whatever it is itself. */
    private boolean isFound;
    private boolean runsDeferred;

    SiteScript(final String qualifiedName, final SgmlPage page, final Map<String, DomAttr> attributes) {
        super(qualifiedName, page, attributes);
    }

    /** The page's scripts; null where this page runs no modules, and all is HtmlUnit's own way. */
    private PageScripts scripts() {
        return getPage() instanceof PageScripts.Owner owner && owner.scripts().runModules() ? owner.scripts() : null;
    }

    @Override
    public void onAllChildrenAddedToPage(final boolean postponed) {
        final PageScripts scripts = scripts();
        if (scripts != null && takenUp(scripts)) {
            return;
        }
        if (getPage() instanceof HtmlPage page && page.isParsingInlineHtmlSnippet() && !hasSource()
                && isExternalAwaited(page)) {
            page.getWebClient().getJavaScriptEngine().addPostponedAction(new PostponedAction(page, "written script") {
                @Override
                public void execute() {
                    ScriptElementSupport.executeScriptIfNeeded(SiteScript.this, false, false);
                }
            });
            return;
        }
        isBeingAdded = true;
        try {
            super.onAllChildrenAddedToPage(postponed);
        } finally {
            isBeingAdded = false;
        }
    }

    /** Whether the script is nothing for HtmlUnit. */
    private boolean takenUp(final PageScripts scripts) {
        if (scripts.isInert()) {
            setExecuted(true);
            return true;
        }
        final PageScripts.Kind kind = PageScripts.kind(this);
        if (kind == PageScripts.Kind.CLASSIC) {
            if (isParsed() && hasSource() && !hasAttribute("nomodule")) {
                if (hasAttribute("async")) {
                    scripts.deferAsync(this::runDeferred);
                    return true;
                }
                if (super.isDeferred()) {
                    scripts.defer(this::runDeferred);
                    return true;
                }
            }
            return hasAttribute("nomodule");
        }
        prepare(scripts, kind);
        return true;
    }

    /** Where the parser has gone on, what an external script writes is ignored: it would replace the document. */
    private void runDeferred() {
        final HTMLDocument document = getPage().getScriptableObject() instanceof HTMLDocument html ? html : null;
        runsDeferred = true;
        if (document != null) {
            document.setExecutingDynamicExternalPosponed(true);
        }
        try {
            ScriptElementSupport.executeScriptIfNeeded(this, true, true);
        } finally {
            runsDeferred = false;
            if (document != null) {
                document.setExecutingDynamicExternalPosponed(false);
            }
        }
    }

    private void prepare(final PageScripts scripts, final PageScripts.Kind kind) {
        block();
        final boolean isModule = kind == PageScripts.Kind.MODULE || kind == PageScripts.Kind.IMPORT_MAP;
        if (isModule && !super.isExecuted() && !wasCreatedByDomParser() && isAttachedToPage()
                && !((HtmlPage) getPage()).isParsingHtmlSnippet()) {
            scripts.prepare(this, kind, isParsed());
        }
    }

    /** HtmlUnit never runs what was imported, not even out of a template of the document. */
    @Override
    public void processImportNode(final Document document) {
        final boolean executed = super.isExecuted();
        super.processImportNode(document);
        if (scripts() != null) {
            setExecuted(executed);
        }
    }

    /** A script that was empty runs once it has a text, however it gets it. */
    @Override
    public DomNode appendChild(final Node node) {
        final DomNode added = super.appendChild(node);
        if (!isParsed() || getEndLineNumber() != -1) { // else its end tag is still to come
            ScriptElementSupport.executeScriptIfNeeded(this, false, false);
        }
        return added;
    }

    /** Whether the parser of the document made this, be it out of what scripts wrote. */
    private boolean isParsed() {
        return getStartLineNumber() != -1;
    }

    @Override
    public boolean isDeferred() {
        final PageScripts scripts = scripts();
        if (scripts == null || isBeingAdded) {
            return super.isDeferred() && (scripts == null || isParsed() && !hasAttribute("async"));
        }
        isFound = scripts.takeDeferred();
        return isFound;
    }

    /** HtmlUnit asks deferred scripts for their source before it runs them. */
    @Override
    public String getAttributeDirect(final String name) {
        final String value = super.getAttributeDirect(name);
        return isFound && value == ATTRIBUTE_NOT_DEFINED && "src".equals(name) ? "" : value;
    }

    /** HtmlUnit asks this first, wherever it is about to run a script. */
    @Override
    public boolean isExecuted() {
        block();
        final PageScripts scripts = scripts();
        if (scripts == null || runsDeferred) {
            return super.isExecuted();
        }
        if (isFound) {
            isFound = false;
            scripts.runDeferred();
            return true;
        }
        final PageScripts.Kind kind = PageScripts.kind(this);
        if (kind != PageScripts.Kind.CLASSIC) {
            prepare(scripts, kind);
            return true;
        }
        return hasAttribute("nomodule") || super.isExecuted();
    }

    /** A script that the document's policy does not allow counts as one that has run. */
    private void block() {
        if (!super.isExecuted() && isAttachedToPage() && getPage() instanceof HtmlPage
                && (hasSource() || getFirstChild() != null) && PageScripts.kind(this) != PageScripts.Kind.DATA
                && BlockedScripts.isBlocked(this, isParsed())) {
            setExecuted(true);
            if (hasSource()) {
                fireEvent("error");
            }
        }
    }

    private boolean isExternalAwaited(final HtmlPage page) {
        for (final DomElement element : page.getElementsByTagName("script")) {
            if (element instanceof SiteScript script && script != this && script.isAwaited()) {
                return true;
            }
        }
        return false;
    }

    private boolean isAwaited() {
        return hasSource() && !super.isExecuted() && !super.isDeferred() && !hasAttribute("async")
                && getStartLineNumber() != -1
                && ScriptElementSupport.isJavaScript(getTypeAttribute(), getLanguageAttribute());
    }

    private boolean hasSource() {
        return hasAttribute("src");
    }
}
