package ajaxcrawl;

/** Ends one script that ran too long; the page goes on. An {@link Error}, so that the script can't catch it. */
final class ScriptTimeout extends Error {

    private static final long serialVersionUID = 1L;

    ScriptTimeout() {
        super("javascript_timeout", null, false, false);
    }
}
