package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;
import org.htmlunit.SgmlPage;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.LambdaConstructor;
import org.htmlunit.corejs.javascript.NativeArray;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.VarScope;
import org.htmlunit.css.CssStyleSheet;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.HtmlUnitScriptableProxy;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.css.CSSStyleSheet;
import org.htmlunit.javascript.host.dom.Document;

/**
 * The CSS Object Model as scripts use it to write styles: rules of any kind inserted, deleted and counted as in a
 * browser, {@code disabled}, constructed sheets and {@code adoptedStyleSheets}.
 */
final class StyleSheets implements PageGlobal {

    private static final Object ADOPTED = "ajaxcrawl.adoptedStyleSheets";

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        final HtmlUnitScriptable global = webWindow.getScriptableObject();
        if (!(global instanceof Window window)) {
            return;
        }
        final HostFunctions host = new HostFunctions(scope, window);
        host.function(CSSStyleSheet.class, "insertRule", 1, (cx, s, self, args) -> SheetModel.of(sheet(self))
                .insert(JavaScriptEngine.toString(argument(args, 0)), args.length > 1 ? index(args[1]) : 0));
        host.function(CSSStyleSheet.class, "deleteRule", 1, (cx, s, self, args) -> delete(self, args));
        host.function(CSSStyleSheet.class, "addRule", 0, StyleSheets::addRule);
        host.function(CSSStyleSheet.class, "removeRule", 0, (cx, s, self, args) -> delete(self, args));
        host.function(CSSStyleSheet.class, "replaceSync", 1, StyleSheets::replaceSync);
        host.function(CSSStyleSheet.class, "replace", 1, StyleSheets::replace);
        host.getter(CSSStyleSheet.class, "cssRules", self -> SheetModel.of(sheet(self)).list());
        host.getter(CSSStyleSheet.class, "rules", self -> SheetModel.of(sheet(self)).list());
        host.accessor(CSSStyleSheet.class, "disabled", self -> !sheet(self).getCssStyleSheet().isEnabled(),
                (self, value) -> disable(sheet(self), JavaScriptEngine.toBoolean(value)));
        host.standIn("CSSStyleSheet", real -> constructor((ScriptableObject) real.get("prototype", real), scope, window));
        adopting(host, Document.class);
    }

    /** Gives {@code adoptedStyleSheets} to documents or shadow roots. */
    static void adopting(final HostFunctions host, final Class<? extends HtmlUnitScriptable> type) {
        host.accessor(type, "adoptedStyleSheets", self -> {
            final HtmlUnitScriptable root = root(self);
            root.getDomNodeOrDie().getPage().clearComputedStyles(); // who asks for the array may push to it
            return adoptedArray(root);
        }, StyleSheets::setAdopted);
    }

    private static LambdaConstructor constructor(final ScriptableObject prototype, final VarScope scope,
            final Window window) {
        final LambdaConstructor constructor = new LambdaConstructor(scope, "CSSStyleSheet", 0, prototype, null,
                (cx, newTarget, s, args) -> construct(window, args.length > 0 ? args[0] : null));
        prototype.defineProperty("constructor", constructor, ScriptableObject.DONTENUM);
        return constructor;
    }

    private static Scriptable construct(final Window window, final Object options) {
        final CSSStyleSheet sheet = new CSSStyleSheet();
        sheet.setParentScope(window.getParentScope());
        sheet.setPrototype(window.getPrototype(CSSStyleSheet.class));
        if (options instanceof Scriptable given) {
            final Object media = ScriptableObject.getProperty(given, "media");
            if (media != Scriptable.NOT_FOUND && !JavaScriptEngine.isUndefined(media)) {
                SheetModel.of(sheet).setMedia(JavaScriptEngine.toString(media));
            }
            disable(sheet, JavaScriptEngine.toBoolean(known(ScriptableObject.getProperty(given, "disabled"))));
        }
        return sheet;
    }

    /** A sheet of a page's, as {@code new CSSStyleSheet()} makes it, with rules. */
    static Scriptable constructed(final HtmlPage page, final String text) {
        final Scriptable sheet = construct(page.getEnclosingWindow().getScriptableObject(), null);
        SheetModel.of((CSSStyleSheet) sheet).replace(text);
        return sheet;
    }

    private static Object known(final Object value) {
        return value == Scriptable.NOT_FOUND ? Boolean.FALSE : value;
    }

    private static Object argument(final Object[] args, final int index) {
        if (args.length <= index) {
            throw JavaScriptEngine.typeError(index + 1 + " argument(s) required, but only " + args.length
                    + " present.");
        }
        return args[index];
    }

    private static int index(final Object value) {
        return JavaScriptEngine.isUndefined(value) ? 0 : JavaScriptEngine.toInt32(value);
    }

    private static CSSStyleSheet sheet(final Object self) {
        if (self instanceof CSSStyleSheet sheet && sheet.getParentScope() != null) {
            return sheet;
        }
        throw JavaScriptEngine.typeError("Illegal invocation");
    }

    private static CSSStyleSheet constructed(final Object self) {
        final CSSStyleSheet sheet = sheet(self);
        if (sheet.getOwnerNode() != null) {
            throw JavaScriptEngine.asJavaScriptException(sheet.getWindow(), "Can't call replace on non-constructed"
                    + " CSSStyleSheets.", 9);
        }
        return sheet;
    }

    private static Object delete(final Object self, final Object[] args) {
        SheetModel.of(sheet(self)).delete(args.length > 0 ? index(args[0]) : 0);
        return JavaScriptEngine.UNDEFINED;
    }

    private static Object addRule(final Context context, final VarScope scope, final Object self, final Object[] args) {
        final SheetModel model = SheetModel.of(sheet(self));
        final String selector = args.length > 0 ? JavaScriptEngine.toString(args[0]) : "undefined";
        final String style = args.length > 1 ? JavaScriptEngine.toString(args[1]) : "undefined";
        model.insert(selector + " { " + style + " }", args.length > 2 ? index(args[2]) : model.size());
        return -1;
    }

    private static Object replaceSync(final Context context, final VarScope scope, final Object self,
            final Object[] args) {
        SheetModel.of(constructed(self)).replace(JavaScriptEngine.toString(argument(args, 0)));
        return JavaScriptEngine.UNDEFINED;
    }

    private static Object replace(final Context context, final VarScope scope, final Object self, final Object[] args) {
        replaceSync(context, scope, self, args);
        final Scriptable promise = (Scriptable) ScriptableObject.getProperty(scope, "Promise");
        final Function resolve = (Function) ScriptableObject.getProperty(promise, "resolve");
        return resolve.call(context, scope, promise, new Object[] {self});
    }

    private static void disable(final CSSStyleSheet sheet, final boolean disabled) {
        sheet.getCssStyleSheet().setEnabled(!disabled);
        final HtmlElement owner = sheet.getOwnerNode() == null ? null : sheet.getOwnerNode().getDomNodeOrDie();
        stylesChanged(sheet, owner);
    }

    /** Computed styles are to be computed anew. */
    static void stylesChanged(final CSSStyleSheet sheet, final HtmlElement owner) {
        final SgmlPage page = owner != null ? owner.getPage() : sheet.getWindow().getDocument().getPage();
        page.clearComputedStyles();
    }

    /** The document or shadow root itself, where scripts hold HtmlUnit's stand-in for the window's current document. */
    private static HtmlUnitScriptable root(final Scriptable self) {
        return (HtmlUnitScriptable) (self instanceof HtmlUnitScriptableProxy<?> proxy ? proxy.getDelegee() : self);
    }

    private static NativeArray adoptedArray(final HtmlUnitScriptable root) {
        final Object known = root.getAssociatedValue(ADOPTED);
        if (known != null) {
            return ((NativeArray[]) known)[0];
        }
        final NativeArray array = (NativeArray) JavaScriptEngine.newArray(root.getParentScope(), 0);
        root.associateValue(ADOPTED, new NativeArray[] {array});
        return array;
    }

    private static void setAdopted(final Scriptable self, final Object value) {
        final List<Object> sheets = new ArrayList<>();
        if (!(value instanceof NativeArray given)) {
            throw JavaScriptEngine.typeError("Failed to set the 'adoptedStyleSheets' property: no array");
        }
        for (long i = 0; i < given.getLength(); i++) {
            final Object item = given.get((int) i, given);
            if (!(item instanceof CSSStyleSheet sheet) || sheet.getOwnerNode() != null) {
                throw JavaScriptEngine.typeError("Failed to set the 'adoptedStyleSheets' property: no constructed"
                        + " sheet");
            }
            sheets.add(item);
        }
        final HtmlUnitScriptable root = root(self);
        adoptedArray(root);
        ((NativeArray[]) root.getAssociatedValue(ADOPTED))[0] =
                (NativeArray) JavaScriptEngine.newArray(root.getParentScope(), sheets.toArray());
        root.getDomNodeOrDie().getPage().clearComputedStyles();
    }

    /** The constructed sheets that a document or shadow root adopted, in order. */
    static List<CSSStyleSheet> adopted(final HtmlUnitScriptable root) {
        final Object known = root == null ? null : root.getAssociatedValue(ADOPTED);
        if (known == null) {
            return List.of();
        }
        final NativeArray array = ((NativeArray[]) known)[0];
        final List<CSSStyleSheet> sheets = new ArrayList<>();
        for (int i = 0; i < array.getLength(); i++) {
            if (array.get(i, array) instanceof CSSStyleSheet sheet) {
                sheets.add(sheet);
            }
        }
        return sheets;
    }

    /** A page's sheets and those that it adopted, as the one that is their cascade. */
    static List<CssStyleSheet> withAdopted(final List<CssStyleSheet> sheets, final HtmlPage page) {
        final HtmlUnitScriptable document = page.getScriptableObject();
        if (page.getWebClient().getOptions().isCssEnabled()) {
            for (final CSSStyleSheet sheet : adopted(document)) {
                sheets.add(sheet.getCssStyleSheet());
            }
        }
        return List.of(new Cascade(sheets));
    }
}
