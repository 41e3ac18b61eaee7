package ajaxcrawl;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** Results are JSON that any parser reads. */
public class JsonTest {

    @Test
    public void valuesOfAllKinds() {
        final Map<String, Object> map = new LinkedHashMap<>();
        map.put("list", Arrays.asList(1, 2.5, true, null, "x"));
        map.put("empty", Map.of());
        map.put("none", List.of());
        assertEquals("{\"list\":[1,2.5,true,null,\"x\"],\"empty\":{},\"none\":[]}", Json.write(map));
    }

    @Test
    public void textIsEscaped() {
        assertEquals("\"a\\\"b\\\\c\\u000a\\u0000ä\\ud83d\\ude00\"", Json.write("a\"b\\c\n\0ä\ud83d\ude00"));
        assertEquals("\"\\ud800\"", Json.write("\ud800"));
    }
}
