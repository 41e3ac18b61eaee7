package ajaxcrawl;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.htmlunit.util.EncodingSniffer;
import org.junit.Test;

/** Our charsets say what Java's own say, where this Java has them. */
public class LegacyCharsetsTest {

    private final LegacyCharsets provider = new LegacyCharsets();

    @Test
    public void aSingleByteCharsetDecodesAndEncodesAsJavasDoes() {
        for (final String name : new String[] {"windows-1255", "windows-1256", "windows-1258", "windows-874"}) {
            final Charset ours = provider.charsetForName(name);
            final Charset javas = Charset.forName(name);
            for (int b = 0; b < 256; b++) {
                final byte[] one = {(byte) b};
                final String want = new String(one, javas);
                if (!"\uFFFD".equals(want)) {
                    assertEquals(name + " " + b, want, new String(one, ours));
                    assertArrayEquals(name + " " + b, one, want.getBytes(ours));
                }
            }
        }
    }

    @Test
    public void whatIsNoCharacterIsReplaced() {
        assertEquals("a\uFFFDb", new String(new byte[] {'a', (byte) 0xDB, 'b'}, provider.charsetForName("windows-874")));
        assertArrayEquals("?".getBytes(StandardCharsets.US_ASCII),
                "\u4e2d".getBytes(provider.charsetForName("x-mac-cyrillic")));
    }

    @Test
    public void japaneseMailTextIsRead() {
        final String text = "A\u65e5\u672c\u8a9e\u30c6\u30b9\u30c8 b\n\u6f22";
        final byte[] bytes = text.getBytes(Charset.forName("ISO-2022-JP"));
        assertEquals(text, new String(bytes, provider.charsetForName("ISO-2022-JP")));
        assertEquals("\u00a5\uff71\uff71", new String(
                new byte[] {0x1B, '(', 'J', '\\', 0x1B, '(', 'I', 0x31, 0x31}, provider.charsetForName("iso-2022-jp")));
    }

    @Test
    public void koreanTextIsRead() {
        final byte[] bytes = "\ud55c\uad6d\uc5b4".getBytes(Charset.forName("EUC-KR"));
        assertEquals("\ud55c\uad6d\uc5b4", new String(bytes, provider.charsetForName("windows-949")));
    }

    @Test
    public void macintoshTextIsRead() {
        assertEquals("\u00c4\u20ac", new String(new byte[] {(byte) 0x80, (byte) 0xDB}, Charset.forName("macintosh")));
    }

    @Test
    public void cyrillicTextOfAMacintoshIsReadByTheNameThatHtmlUnitHasForIt() {
        assertEquals("\u041f\u0490", new String(new byte[] {(byte) 0x8F, (byte) 0xA2},
                provider.charsetForName(EncodingSniffer.toCharset("x-mac-cyrillic").name())));
    }

    @Test
    public void otherNamesAreUnknown() {
        assertNull(provider.charsetForName("no-such-charset"));
    }
}
