package ajaxcrawl;

import java.io.IOException;

/** A request of the page that was refused or failed; the {@link PageLog} says so already. */
final class RequestFailure extends IOException {

    private static final long serialVersionUID = 1L;

    RequestFailure(final String message) {
        super(message);
    }

    RequestFailure(final String message, final Exception cause) {
        super(message, cause);
    }
}
