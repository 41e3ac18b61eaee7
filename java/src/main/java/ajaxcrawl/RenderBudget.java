package ajaxcrawl;

/** What is left to one render, and why it is incomplete. */
public interface RenderBudget {

    /** Wall-clock milliseconds until the deadline; 0 or less once it has passed, or the render was stopped. */
    long millisLeft();

    /** Time until {@link #endOrigin} is not script time: the page waits for a response. */
    void beginOrigin();

    /** The page has its response. */
    void endOrigin();

    /**
     * Notes why the snapshot will be incomplete.
     *
     * @param reason one of {@code deadline}, {@code javascript_timeout}, {@code allocated_bytes}, {@code heap},
     *     {@code response_cut}, {@code response_broken}, {@code request_open}, {@code ready_flag}, {@code selector}
     */
    void incomplete(String reason);
}
