package org.htmlunit.html.parser.neko;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import org.htmlunit.WebClient;
import org.htmlunit.cyberneko.HeadTemplates;
import org.htmlunit.cyberneko.xerces.xni.parser.XMLInputSource;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.parser.HTMLParser;

/**
 * Reads documents. Where their encoding is known, as text: HtmlUnit keeps all bytes of a head, in case that a
 * {@code meta} names another encoding, and copies them with every eight thousand more: a head of some megabytes (an
 * application in one file) takes seconds and gigabytes.
 */
public final class DecodedDocuments {

    private DecodedDocuments() { }

    /** Parses {@code text} into {@code page}. */
    public static void parse(final HTMLParser parser, final WebClient client, final HtmlPage page, final Reader text,
            final boolean createdByJavaScript) throws IOException {
        parse(parser, client, page, new XMLInputSource(null, url(page), null, text, null), createdByJavaScript);
    }

    /** Parses {@code bytes} into {@code page}, in {@code encoding} or what the document names in its place. */
    public static void parse(final HTMLParser parser, final WebClient client, final HtmlPage page,
            final InputStream bytes, final String encoding, final boolean createdByJavaScript) throws IOException {
        parse(parser, client, page, new XMLInputSource(null, url(page), null, bytes, encoding), createdByJavaScript);
    }

    private static String url(final HtmlPage page) {
        return page.getWebResponse().getWebRequest().getUrl().toString();
    }

    private static void parse(final HTMLParser parser, final WebClient client, final HtmlPage page,
            final XMLInputSource source, final boolean createdByJavaScript) throws IOException {
        final HtmlUnitNekoDOMBuilder builder = new HtmlUnitNekoDOMBuilder(parser, client, page,
                page.getWebResponse().getWebRequest().getUrl(), null, createdByJavaScript);
        HeadTemplates.use(builder);
        page.registerParsingStart();
        try {
            builder.parse(source);
        } finally {
            page.registerParsingEnd();
        }
    }
}
