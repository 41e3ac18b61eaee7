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
            new ReplaceableProperties(),
            new WebStorage(),
            new Workers(),
            new StyleDeclarations(),
            new StyleSheets(),
            new ShadowRoots(),
            new Modules(),
            new ImportedNodes(),
            new NodeConstructors(),
            new NodeInsertion(),
            new CallBodies(),
            new SpecGlobals(),
            new RegExpConstructor(),
            new EventListeners(),
            new LazyScripts(),
            new BoundedBuiltins(),
            new XsltGuard());

    private PageGlobals() { }
}
