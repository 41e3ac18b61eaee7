package ajaxcrawl;

/** The time that a page's scripts see. */
interface PageTime {

    /** Milliseconds since the render began, for a script that asks. */
    double read();

    /** When the render began, in milliseconds since the epoch. */
    double origin();

    /** A script or job begins. */
    void beginTask();
}
