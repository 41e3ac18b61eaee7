/**
 * Renders pages with HtmlUnit. It is one package, so that next to nothing of it is public: what Python calls, and what
 * the few classes in HtmlUnit's own packages need. Its rooms, and where to begin in each:
 *
 * <ul>
 * <li>The way of a render: Python calls {@link ajaxcrawl.Snapshotter}, which runs a {@link ajaxcrawl.RenderJob} in a
 * {@link ajaxcrawl.PageClient}, within a {@link ajaxcrawl.Budget}; {@link ajaxcrawl.RenderResult} goes back.
 * <li>Time: {@link ajaxcrawl.Settler} lets the page work, by {@link ajaxcrawl.PageClock} or by the wall clock
 * ({@code Wall…}); {@link ajaxcrawl.Readiness} and {@link ajaxcrawl.Navigation} may end the wait.
 * <li>Requests: {@link ajaxcrawl.OriginConnection} asks Python ({@link ajaxcrawl.Origin}) or, by
 * {@link ajaxcrawl.HttpExchange}, other servers; {@link ajaxcrawl.Routes} says which.
 * <li>Documents: {@link ajaxcrawl.SitePageCreator} and {@link ajaxcrawl.SiteHtmlParser} make them;
 * {@link ajaxcrawl.WebUrl}, {@link ajaxcrawl.DocumentUrls} and {@link ajaxcrawl.SiteLocation} say where they are.
 * <li>Scripts: {@link ajaxcrawl.PageEngine} runs them, {@link ajaxcrawl.PageContext} has modern ones lowered
 * ({@link ajaxcrawl.Lowering}), {@link ajaxcrawl.ModuleLoader} and {@code Module…} are modules.
 * <li>What scripts find: each {@link ajaxcrawl.PageGlobal} in {@link ajaxcrawl.PageGlobals} mends or adds something;
 * {@link ajaxcrawl.LazyScripts} has what is written in JavaScript; {@code Icu…} is Intl, {@code Shadow…} shadow trees.
 * <li>The way out: {@link ajaxcrawl.PageDirectives} (status and headers), {@link ajaxcrawl.SnapshotSerializer} (HTML),
 * {@link ajaxcrawl.LinkResolver} (links).
 * </ul>
 */
package ajaxcrawl;
