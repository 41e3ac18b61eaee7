package ajaxcrawl;

import org.htmlunit.corejs.javascript.sourcemap.Position;
import org.htmlunit.corejs.javascript.sourcemap.SourceMapper;

/** Lowered code has the lines of the original. By this mapper the engine's specs tell it from what is yet to be lowered. */
final class SameLines implements SourceMapper {

    static final SameLines INSTANCE = new SameLines();

    private SameLines() { }

    @Override
    public Position mapPosition(final int line, final int column) {
        return new Position(null, line, column);
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
