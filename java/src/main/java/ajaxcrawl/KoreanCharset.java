package ajaxcrawl;

import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;

/** EUC-KR under the name of windows-949, its superset. */
final class KoreanCharset extends Charset {

    private final Charset eucKr = Charset.forName("EUC-KR");

    KoreanCharset() {
        super("x-windows-949", new String[] {"windows-949", "ms949"});
    }

    @Override
    public boolean contains(final Charset other) {
        return eucKr.contains(other) || equals(other);
    }

    @Override
    public CharsetDecoder newDecoder() {
        return eucKr.newDecoder();
    }

    @Override
    public CharsetEncoder newEncoder() {
        return eucKr.newEncoder();
    }
}
