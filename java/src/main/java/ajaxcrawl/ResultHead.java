package ajaxcrawl;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The head of a {@link RenderResult}: what {@code renderers/htmlunit.py} reads. */
final class ResultHead {

    private static final byte[] NO_BODY = new byte[0];

    private final Map<String, Object> values = new LinkedHashMap<>();

    private ResultHead(final String outcome) {
        values.put("outcome", outcome);
    }

    static ResultHead of(final String outcome) {
        return new ResultHead(outcome);
    }

    static ResultHead failed(final String kind, final String reason) {
        final Map<String, Object> error = new LinkedHashMap<>();
        error.put("kind", kind);
        error.put("reason", reason);
        return new ResultHead("failed").with("error", error);
    }

    ResultHead with(final String name, final Object value) {
        values.put(name, value);
        return this;
    }

    ResultHead log(final PageLog log) {
        final List<Map<String, Object>> lines = new ArrayList<>();
        for (final PageLog.Entry entry : log.entries()) {
            final Map<String, Object> line = new LinkedHashMap<>();
            line.put("level", entry.level());
            line.put("kind", entry.kind());
            line.put("message", entry.message());
            line.put("url", entry.url());
            line.put("line", entry.line());
            lines.add(line);
        }
        return with("log", lines);
    }

    RenderResult result(final byte[] body) {
        return new RenderResult(Json.write(values).getBytes(StandardCharsets.UTF_8), body);
    }

    RenderResult result() {
        return result(NO_BODY);
    }
}
