package ajaxcrawl;

import org.htmlunit.corejs.javascript.sourcemap.Position;
import org.htmlunit.corejs.javascript.sourcemap.SourceMapper;

/** Gives what Rhino says about lowered code the lines of the original: its errors, stacks and breakpoints. */
final class SourceLines implements SourceMapper {

    private final int[] lines;
    private final int first;

    /**
     * @param lines by line of the code, from 0: the original line, from 0; -1 for what the compiler has added
     * @param first the number of the first line, of both
     */
    SourceLines(final int[] lines, final int first) {
        this.lines = lines;
        this.first = first;
    }

    /** Lines as lower.js packs them: of each the distance to the one before, nothing for what has no line. */
    static int[] unpack(final String packed) {
        final String[] steps = packed.split(",", -1);
        final int[] lines = new int[steps.length];
        int line = 0;
        for (int i = 0; i < steps.length; i++) {
            if (steps[i].isEmpty()) {
                lines[i] = -1;
            } else {
                line += Integer.parseInt(steps[i]);
                lines[i] = line;
            }
        }
        return lines;
    }

    @Override
    public Position mapPosition(final int line, final int column) {
        final int index = line - first;
        if (index < 0 || index >= lines.length || lines[index] < 0) {
            return null;
        }
        return new Position(null, lines[index] + first, column);
    }

    @Override
    public String getSourceLineText(final String path, final int line) {
        return null;
    }

    @Override
    public String getPrimarySourceContent() {
        return null;
    }
}
