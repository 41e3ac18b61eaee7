package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** {@link WebUrl} against what Chromium answered (the tables say how). */
public class WebUrlTest {

    @Test
    public void urlsAreReadAsInChromium() throws IOException {
        final List<String> wrong = new ArrayList<>();
        for (final String[] row : rows("urls.tsv")) {
            final WebUrl url = WebUrl.parse(row[1], WebUrl.parse(row[0], null));
            final String got = url == null ? "" : String.join("\t", url.href(), url.origin(), url.hostAndPort(),
                    url.port() < 0 ? "" : String.valueOf(url.port()), url.pathname(), url.search(), url.hash());
            final String want = row.length < 9 ? ""
                    : String.join("\t", row[2], row[3], row[4], row[5], row[6], row[7], row[8]);
            if (!got.equals(want)) {
                wrong.add(row[0] + " + " + row[1] + ": want [" + want + "] got [" + got + "]");
            }
        }
        assertEquals(String.join("\n", wrong), 0, wrong.size());
    }

    @Test
    public void partsAreSetAsInChromium() throws IOException {
        final List<String> wrong = new ArrayList<>();
        for (final String[] row : rows("url-setters.tsv")) {
            final WebUrl url = WebUrl.parse(row[0], null);
            final String value = row[2];
            final WebUrl got = switch (row[1]) {
                case "hash" -> value.isEmpty() ? url.withNoFragment() : url.withHash(value);
                case "search" -> url.withSearch(value);
                case "pathname" -> url.withPathname(value);
                case "host" -> url.withHost(value, true);
                case "hostname" -> url.withHost(value, false);
                case "port" -> url.withPort(value);
                default -> url.withProtocol(value);
            };
            if (!got.href().equals(row[3])) {
                wrong.add(row[0] + " " + row[1] + "=" + value + ": want " + row[3] + " got " + got.href());
            }
        }
        assertEquals(String.join("\n", wrong), 0, wrong.size());
    }

    @Test
    public void aQueryIsWrittenInTheDocumentsEncoding() {
        final WebUrl base = WebUrl.parse("http://example.com/", null);
        final Charset latin = StandardCharsets.ISO_8859_1;
        assertEquals("http://example.com/%C3%A9?%E9&%26%239731%3B#%C3%A9",
                WebUrl.parse("/\u00e9?\u00e9&\u2603#\u00e9", base, latin).href());
        assertEquals("http://example.com/?%C3%A9", WebUrl.parse("?\u00e9", base, StandardCharsets.UTF_16LE).href());
    }

    @Test
    public void loneSurrogatesBecomeReplacementCharacters() {
        assertEquals("#%EF%BF%BD", WebUrl.parse("http://x/#\ud800", null).hash());
    }

    private static List<String[]> rows(final String name) throws IOException {
        final List<String[]> rows = new ArrayList<>();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                WebUrlTest.class.getResourceAsStream(name), StandardCharsets.US_ASCII))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.startsWith("#")) {
                    final String[] cells = line.split("\t", -1);
                    for (int i = 0; i < cells.length; i++) {
                        cells[i] = unescape(cells[i]);
                    }
                    rows.add(cells);
                }
            }
        }
        assertTrue(!rows.isEmpty());
        return rows;
    }

    /** Undoes JSON's escapes. */
    private static String unescape(final String text) {
        final StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            final char escape = text.charAt(++i);
            if (escape == 'u') {
                out.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                out.append(switch (escape) {
                    case 'n' -> '\n';
                    case 't' -> '\t';
                    case 'r' -> '\r';
                    default -> escape;
                });
            }
        }
        return out.toString();
    }
}
