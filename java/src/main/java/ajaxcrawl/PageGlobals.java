package ajaxcrawl;

import java.util.List;

/** What we put into every page's global scope, in order. */
final class PageGlobals {

    static final List<PageGlobal> ALL = List.of(
            new ModernRuntime(),
            new LocationFidelity(),
            new DocumentFidelity(),
            new ReflectedAttributes(),
            new PageDate(),
            new PagePerformance(),
            new PageTimers(),
            new AnimationFrames(),
            new TrustedEvents(),
            new ComposedEvents(),
            new ReplaceableProperties(),
            new WebStorage(),
            new StyleDeclarations(),
            new FlexWidths(),
            new StyleSheets(),
            new Selectors(),
            new ShadowRoots(),
            new Modules(),
            new ImportedNodes(),
            new NodeConstructors(),
            new NodeInsertion(),
            new CallBodies(),
            new SpecGlobals(),
            new RegularExpressions(),
            new EventListeners(),
            new LazyScripts(),
            new BoundedBuiltins(),
            new XsltGuard());

    private PageGlobals() { }
}
