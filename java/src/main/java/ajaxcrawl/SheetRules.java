package ajaxcrawl;

import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.javascript.host.css.CSSRule;
import org.htmlunit.javascript.host.css.CSSRuleList;
import org.htmlunit.javascript.host.css.CSSStyleSheet;

/** The {@code cssRules} of a sheet: live, and with the rules that HtmlUnit knows nothing of. */
final class SheetRules extends CSSRuleList {

    private static final long serialVersionUID = 1L;

    private final transient SheetModel model;

    SheetRules(final CSSStyleSheet sheet, final SheetModel model) {
        this.model = model;
        setParentScope(sheet.getParentScope());
        setPrototype(getPrototype(CSSRuleList.class));
    }

    @Override
    public int getLength() {
        return model.size();
    }

    @Override
    public Object get(final int index, final Scriptable start) {
        final CSSRule rule = index >= 0 && index < model.size() ? model.rule(index) : null;
        return rule == null ? NOT_FOUND : rule;
    }
}
