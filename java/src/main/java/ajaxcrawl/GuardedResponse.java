package ajaxcrawl;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.htmlunit.WebResponse;
import org.htmlunit.util.WebResponseWrapper;

/** A document whose parser meets the render's limits while it reads. */
final class GuardedResponse extends WebResponseWrapper {

    private static final long serialVersionUID = 1L;

    private final transient Budget budget;

    private GuardedResponse(final WebResponse response, final Budget budget) {
        super(response);
        this.budget = budget;
    }

    /** The response with guards. HtmlUnit tells the kinds that pages make themselves by their class: these stay. */
    static WebResponse of(final WebResponse response, final Budget budget) {
        return response.getClass() == WebResponse.class ? new GuardedResponse(response, budget) : response;
    }

    @Override
    public InputStream getContentAsStream() throws IOException {
        final InputStream content = super.getContentAsStream();
        return content == null ? null : new FilterInputStream(content) {
            @Override
            public int read() throws IOException {
                budget.check();
                return super.read();
            }

            @Override
            public int read(final byte[] buffer, final int offset, final int length) throws IOException {
                budget.check();
                return super.read(buffer, offset, Math.min(length, 8192));
            }
        };
    }
}
