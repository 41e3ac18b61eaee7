package ajaxcrawl;

import com.ibm.icu.text.ConstrainedFieldPosition;
import com.ibm.icu.text.FormattedValue;
import java.text.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.htmlunit.corejs.javascript.NativeObject;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.javascript.JavaScriptEngine;

/** The parts of a formatted text, as {@code formatToParts} gives them. */
final class IcuParts {

    private IcuParts() { }

    /**
     * @param name gives a part's type for its field and its text
     */
    static Object of(final TopLevel scope, final FormattedValue formatted, final BiFunction<Format.Field, String, String> name) {
        final String text = formatted.toString();
        final Format.Field[] fields = new Format.Field[text.length()];
        final int[] starts = new int[text.length()];
        final ConstrainedFieldPosition position = new ConstrainedFieldPosition();
        final List<int[]> spans = new ArrayList<>();
        final List<Format.Field> spanFields = new ArrayList<>();
        while (formatted.nextPosition(position)) {
            if (position.getField() != null) {
                spans.add(new int[] {position.getStart(), position.getLimit()});
                spanFields.add(position.getField());
            }
        }
        // an inner field, a group's separator, say, lies in an outer one: the shorter wins
        for (int i = 0; i < spans.size(); i++) {
            final int[] span = spans.get(i);
            for (int at = span[0]; at < span[1]; at++) {
                final boolean inner = fields[at] == null || span[1] - span[0] <= length(spans, starts[at]);
                if (inner) {
                    fields[at] = spanFields.get(i);
                    starts[at] = i;
                }
            }
        }
        final List<Object> parts = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int end = at + 1;
            while (end < text.length() && fields[end] == fields[at]
                    && (fields[at] == null || starts[end] == starts[at])) {
                end++;
            }
            final String value = text.substring(at, end);
            parts.add(part(scope, fields[at] == null ? "literal" : name.apply(fields[at], value), value));
            at = end;
        }
        return JavaScriptEngine.newArray(scope, parts.toArray());
    }

    private static int length(final List<int[]> spans, final int index) {
        return spans.get(index)[1] - spans.get(index)[0];
    }

    static NativeObject part(final TopLevel scope, final String type, final String value) {
        final NativeObject part = new NativeObject();
        ScriptRuntime.setObjectProtoAndParent(part, scope);
        part.defineProperty("type", type, 0);
        part.defineProperty("value", value, 0);
        return part;
    }
}
