package ajaxcrawl;

/**
 * Ends the page for good: its deadline passed, it was stopped, or it allocated too much. An {@link Error}, so that no
 * {@code catch} or {@code finally} of the page's runs on the way out.
 */
final class PageStopped extends Error {

    private static final long serialVersionUID = 1L;

    PageStopped(final String reason) {
        super(reason, null, false, false);
    }
}
