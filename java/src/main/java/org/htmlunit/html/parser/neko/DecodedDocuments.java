package org.htmlunit.html.parser.neko;

import java.io.IOException;
import java.io.Reader;
import java.net.URL;
import org.htmlunit.WebClient;
import org.htmlunit.cyberneko.xerces.xni.parser.XMLInputSource;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.parser.HTMLParser;

/**
 * Reads documents whose encoding is known. HtmlUnit keeps all bytes of a head, in case that a {@code meta} names another
 * encoding, and copies them with every eight thousand more: a head of some megabytes (an application in one file) takes
 * seconds and gigabytes.
 */
public final class DecodedDocuments {

    private DecodedDocuments() { }

    /** Parses {@code text} into {@code page}. */
    public static void parse(final HTMLParser parser, final WebClient client, final HtmlPage page, final Reader text,
            final boolean createdByJavaScript) throws IOException {
        final URL url = page.getWebResponse().getWebRequest().getUrl();
        final HtmlUnitNekoDOMBuilder builder = new HtmlUnitNekoDOMBuilder(parser, client, page, url, null,
                createdByJavaScript);
        page.registerParsingStart();
        try {
            builder.parse(new XMLInputSource(null, url.toString(), null, text, null));
        } finally {
            page.registerParsingEnd();
        }
    }
}
