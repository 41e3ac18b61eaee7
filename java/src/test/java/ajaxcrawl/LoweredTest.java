package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.Test;

public class LoweredTest {

    private static Lowered parse(final String reply) {
        return Lowered.parse(reply.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    public void aReplyIsALineOfJsonAndTheCode() {
        final Lowered lowered = parse("{}\nvar ä;\nb");
        assertEquals("var ä;\nb", lowered.code());
        assertNull(lowered.error());
        assertNull(lowered.unavailable());
    }

    @Test
    public void whatAModuleAsksForIsThere() {
        final Lowered lowered = parse("{\"requests\": [{\"specifier\": \"./\\u00e4\\\"\", \"attributes\": {}}, "
                + "{\"specifier\": \"b\", \"attributes\": {\"type\": \"json\"}}]}\n");
        assertEquals(List.of(new ModuleRequest("./ä\"", Map.of()), new ModuleRequest("b", Map.of("type", "json"))),
                lowered.requests());
    }

    @Test
    public void failuresAreValues() {
        assertEquals(new Lowered.Fault("no", 3, 7), parse("{\"error\": {\"message\": \"no\", \"line\": 3, \"column\": 7}}\n").error());
        assertEquals("no V8", parse("{\"unavailable\": \"no V8\"}\n").unavailable());
    }

    @Test
    public void halvesOfPairsAreEscaped() {
        assertEquals("'\\ud83d' 😀 '\\ude00'", WellFormed.text("'\ud83d' \ud83d\ude00 '\ude00'"));
        assertEquals("plain", WellFormed.text("plain"));
    }

    @Test
    public void jsonIsRead() {
        assertEquals(Arrays.asList(1.0, true, false, null, "a\n\t\\/", List.of(), Map.of()),
                new JsonReader("[1, true,false , null, \"a\\n\\t\\\\\\/\", [], { }]").read());
    }
}
