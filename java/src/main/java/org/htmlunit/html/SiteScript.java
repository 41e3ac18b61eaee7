package org.htmlunit.html;

import java.util.Map;
import org.htmlunit.SgmlPage;
import org.htmlunit.javascript.PostponedAction;

/**
 * A script element that keeps the order of what {@code document.write} writes: after an external script an inline one
 * waits, as it may use what the external one defines. HtmlUnit runs it at once. In this package because HtmlScript's
 * constructor is.
 */
final class SiteScript extends HtmlScript {

    private static final long serialVersionUID = 1L;

    SiteScript(final String qualifiedName, final SgmlPage page, final Map<String, DomAttr> attributes) {
        super(qualifiedName, page, attributes);
    }

    @Override
    public void onAllChildrenAddedToPage(final boolean postponed) {
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
        super.onAllChildrenAddedToPage(postponed);
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
        return hasSource() && !isExecuted() && !isDeferred() && !hasAttribute("async") && getStartLineNumber() != -1
                && ScriptElementSupport.isJavaScript(getTypeAttribute(), getLanguageAttribute());
    }

    private boolean hasSource() {
        return hasAttribute("src");
    }
}
