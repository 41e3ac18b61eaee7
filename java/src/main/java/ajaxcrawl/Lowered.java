package ajaxcrawl;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What became of a source.
 *
 * @param code the lowered source; empty where there is an error
 * @param requests what a module imports, in order
 * @param error why the source is no JavaScript; null: it is
 * @param unavailable why nothing can be lowered here; null: it can
 */
record Lowered(String code, List<ModuleRequest> requests, Fault error, String unavailable) {

    /**
     * What is wrong with a source, and where, from 1.
     */
    record Fault(String message, int line, int column) { }

    static Lowered unavailable(final String reason) {
        return new Lowered("", List.of(), null, reason);
    }

    static Lowered parse(final byte[] reply) {
        int end = 0;
        while (reply[end] != '\n') {
            end++;
        }
        final Map<?, ?> head = (Map<?, ?>) new JsonReader(new String(reply, 0, end, StandardCharsets.UTF_8)).read();
        if (head.get("unavailable") instanceof String reason) {
            return unavailable(reason);
        }
        if (head.get("error") instanceof Map<?, ?> error) {
            return new Lowered("", List.of(), new Fault((String) error.get("message"),
                    ((Number) error.get("line")).intValue(), ((Number) error.get("column")).intValue()), null);
        }
        final String code = new String(reply, end + 1, reply.length - end - 1, StandardCharsets.UTF_8);
        return new Lowered(code, requests(head), null, null);
    }

    private static List<ModuleRequest> requests(final Map<?, ?> head) {
        final List<ModuleRequest> requests = new ArrayList<>();
        if (head.get("requests") instanceof List<?> list) {
            for (final Object item : list) {
                final Map<?, ?> one = (Map<?, ?>) item;
                final Map<String, String> attributes = new HashMap<>();
                ((Map<?, ?>) one.get("attributes")).forEach((key, value) -> attributes.put((String) key, (String) value));
                requests.add(new ModuleRequest((String) one.get("specifier"), attributes));
            }
        }
        return requests;
    }

    /** How much memory this takes, in characters. */
    int size() {
        return code.length() + 200;
    }
}
