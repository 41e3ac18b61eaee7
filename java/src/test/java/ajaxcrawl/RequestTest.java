package ajaxcrawl;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.htmlunit.BrowserVersion;
import org.htmlunit.FormEncodingType;
import org.htmlunit.HttpMethod;
import org.htmlunit.WebRequest;
import org.htmlunit.WebRequest.FetchDestination;
import org.htmlunit.util.KeyDataPair;
import org.htmlunit.util.NameValuePair;
import org.junit.Test;

/** Headers and bodies of requests. */
public final class RequestTest {

    private static final BrowserVersion CHROME = BrowserVersion.CHROME;
    private static final String PAGE = "https://site.example/dir/page?q=1#!state";

    private static WebRequest request(final String url, final FetchDestination destination) throws IOException {
        final WebRequest request = new WebRequest(new URL(url));
        request.setFetchDestination(destination);
        request.setFetchModeOverride(null);
        request.setRequestingUrl(new URL(PAGE));
        request.setAdditionalHeader("Referer", PAGE);
        return request;
    }

    private static Map<String, String> headers(final WebRequest request, final BrowserVersion browser) {
        return RequestHeaders.of(request, request.getUrl(), browser, null);
    }

    private static Map<String, String> headers(final String url, final FetchDestination destination)
            throws IOException {
        return headers(request(url, destination), CHROME);
    }

    private static String referrer(final String from, final String to) throws IOException {
        final WebRequest request = request(to, FetchDestination.SCRIPT);
        request.setAdditionalHeader("Referer", from);
        return headers(request, CHROME).get("Referer");
    }

    private static RequestBody body(final WebRequest request) throws IOException {
        return RequestBody.of(request);
    }

    private static WebRequest post() throws IOException {
        final WebRequest request = new WebRequest(new URL(PAGE), HttpMethod.POST);
        request.setCharset(StandardCharsets.UTF_8);
        return request;
    }

    private static String text(final RequestBody body) {
        return new String(body.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    public void headersStandInTheBrowsersOrder() throws IOException {
        assertEquals(List.of("sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform", "User-Agent", "Accept",
                "Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest", "Referer", "Accept-Encoding", "Accept-Language"),
                new ArrayList<>(headers("https://site.example/a.js", FetchDestination.SCRIPT).keySet()));
    }

    @Test
    public void firefoxSendsFirefoxHeaders() throws IOException {
        final Map<String, String> headers = headers(request("https://site.example/", FetchDestination.IFRAME),
                BrowserVersion.FIREFOX);
        assertEquals(BrowserVersion.FIREFOX.getUserAgent(), headers.get("User-Agent"));
        assertFalse(headers.containsKey("sec-ch-ua"));
        assertEquals("u=0, i", headers.get("Priority"));
        assertEquals("iframe", headers.get("Sec-Fetch-Dest"));
        assertEquals("1", headers.get("Upgrade-Insecure-Requests"));
    }

    @Test
    public void siteIsToldFromThePage() throws IOException {
        final String[][] expected = {{"https://site.example/", "same-origin"},
            {"https://site.example:8443/", "same-site"}, {"https://cdn.site.example/", "same-site"},
            {"https://other.example/", "cross-site"}, {"https://127.0.0.1/", "cross-site"}};
        for (final String[] pair : expected) {
            assertEquals(pair[0], pair[1], headers(pair[0], FetchDestination.IMAGE).get("Sec-Fetch-Site"));
        }
    }

    @Test
    public void modesFollowFromDestinations() throws IOException {
        assertEquals("cors", headers(PAGE, FetchDestination.EMPTY).get("Sec-Fetch-Mode"));
        assertEquals("no-cors", headers(PAGE, FetchDestination.STYLE).get("Sec-Fetch-Mode"));
        assertEquals("navigate", headers(PAGE, FetchDestination.IFRAME).get("Sec-Fetch-Mode"));
        assertNull(headers(PAGE, FetchDestination.STYLE).get("Upgrade-Insecure-Requests"));
    }

    @Test
    public void overPlainHttpOnlyTheDestinationIsTold() throws IOException {
        final Map<String, String> headers = headers("http://site.example/", FetchDestination.SCRIPT);
        assertEquals("script", headers.get("Sec-Fetch-Dest"));
        assertNull(headers.get("Sec-Fetch-Mode"));
        assertNull(headers.get("Sec-Fetch-Site"));
        assertNull(headers.get("sec-ch-ua"));
        assertEquals("no-cors", headers("http://localhost:8000/", FetchDestination.SCRIPT).get("Sec-Fetch-Mode"));
        assertEquals("no-cors", headers("http://127.0.0.1:8000/", FetchDestination.SCRIPT).get("Sec-Fetch-Mode"));
    }

    @Test
    public void theReferrerIsWholeAtHomeAndTheOriginAbroad() throws IOException {
        assertEquals("https://site.example/dir/page?q=1", referrer(PAGE, "https://site.example/a"));
        assertEquals("https://site.example/", referrer(PAGE, "https://other.example/a"));
        assertNull(referrer(PAGE, "http://site.example/a"));
        assertEquals("http://site.example/", referrer("http://me:pw@site.example/x", "https://site.example/a"));
        assertEquals("http://site.example/x", referrer("http://me:pw@site.example/x", "http://site.example/a"));
        assertNull(referrer("about:blank", "https://site.example/a"));
        assertNull(referrer("no url", "https://site.example/a"));
    }

    @Test
    public void whatHtmlUnitMarksAsADocumentIsToldByWhatItAccepts() throws IOException {
        final WebRequest style = new WebRequest(new URL(PAGE), CHROME.getCssAcceptHeader(), "gzip");
        assertEquals("style", headers(style, CHROME).get("Sec-Fetch-Dest"));
        assertEquals("no-cors", headers(style, CHROME).get("Sec-Fetch-Mode"));
        final WebRequest image = new WebRequest(new URL(PAGE), CHROME.getImgAcceptHeader(), "gzip");
        assertEquals("image", headers(image, CHROME).get("Sec-Fetch-Dest"));
        final WebRequest worker = new WebRequest(new URL(PAGE));
        assertEquals("worker", headers(worker, CHROME).get("Sec-Fetch-Dest"));
        assertEquals("same-origin", headers(worker, CHROME).get("Sec-Fetch-Mode"));
        final WebRequest preflight = new WebRequest(new URL(PAGE), HttpMethod.OPTIONS);
        preflight.setAdditionalHeader("Access-Control-Request-Method", "PUT");
        assertEquals("empty", headers(preflight, CHROME).get("Sec-Fetch-Dest"));
        final WebRequest document = new WebRequest(new URL(PAGE), CHROME.getHtmlAcceptHeader(), "gzip");
        assertEquals("document", headers(document, CHROME).get("Sec-Fetch-Dest"));
        assertEquals("none", headers(document, CHROME).get("Sec-Fetch-Site"));
        assertEquals("?1", headers(document, CHROME).get("Sec-Fetch-User"));
    }

    @Test
    public void thePageSetsItsOwnHeadersButNotTheConnections() throws IOException {
        final WebRequest request = request(PAGE, FetchDestination.EMPTY);
        request.setAdditionalHeader("X-Requested-With", "XMLHttpRequest");
        request.setAdditionalHeader("accept", "application/json");
        request.setAdditionalHeader("Host", "evil.example");
        request.setAdditionalHeader("Cookie", "a=1");
        request.setAdditionalHeader("X-Ajaxcrawl-Render", "0");
        request.setAdditionalHeader("X-Two\r\nInjected", "1");
        request.setAdditionalHeader("X-Lines", "a\r\nInjected: b");
        final Map<String, String> headers = headers(request, CHROME);
        assertEquals("XMLHttpRequest", headers.get("X-Requested-With"));
        assertEquals("application/json", headers.get("Accept"));
        assertEquals("a  Injected: b", headers.get("X-Lines"));
        assertFalse(headers.containsKey("Host"));
        assertFalse(headers.containsKey("Cookie"));
        assertFalse(headers.containsKey("X-Ajaxcrawl-Render"));
        assertFalse(headers.toString().contains("X-Two"));
    }

    @Test
    public void aPostedFormCarriesItsOrigin() throws IOException {
        final WebRequest request = request("https://site.example/post", FetchDestination.DOCUMENT);
        request.setHttpMethod(HttpMethod.POST);
        request.setAdditionalHeader("Accept", CHROME.getHtmlAcceptHeader());
        assertEquals("https://site.example", headers(request, CHROME).get("Origin"));
        request.setRequestingUrl(null);
        assertEquals("null", headers(request, CHROME).get("Origin"));
    }

    @Test
    public void theContentTypeOfThePageComesBeforeTheBodys() throws IOException {
        final WebRequest request = request(PAGE, FetchDestination.EMPTY);
        assertEquals("text/plain", RequestHeaders.of(request, request.getUrl(), CHROME, "text/plain")
                .get("Content-Type"));
        request.setAdditionalHeader("content-type", "application/json");
        final Map<String, String> headers = RequestHeaders.of(request, request.getUrl(), CHROME, "text/plain");
        assertEquals("application/json", headers.get("content-type"));
        assertNull(headers.get("Content-Type"));
    }

    @Test
    public void aGetHasNoBody() throws IOException {
        final WebRequest request = new WebRequest(new URL(PAGE));
        request.setRequestParameters(List.of(new NameValuePair("a", "1")));
        assertEquals(0, body(request).bytes().length);
        assertNull(body(request).contentType());
    }

    @Test
    public void fieldsAreUrlEncoded() throws IOException {
        final WebRequest request = post();
        request.setRequestParameters(List.of(new NameValuePair("a", "ä b&"), new NameValuePair("c", "")));
        assertEquals("a=%C3%A4+b%26&c=", text(body(request)));
        assertEquals("application/x-www-form-urlencoded", body(request).contentType());
        request.addHint(WebRequest.HttpHint.IncludeCharsetInContentTypeHeader);
        assertEquals("application/x-www-form-urlencoded;charset=UTF-8", body(request).contentType());
    }

    @Test
    public void fieldsMayBePlainText() throws IOException {
        final WebRequest request = post();
        request.setEncodingType(FormEncodingType.TEXT_PLAIN);
        request.setRequestParameters(List.of(new NameValuePair("a", "b\r\nc"), new NameValuePair("d", null)));
        assertEquals("a=bc\r\nd=\r\n", text(body(request)));
        assertEquals("text/plain", body(request).contentType());
    }

    @Test
    public void textIsSentInTheRequestsCharset() throws IOException {
        final WebRequest request = post();
        request.setRequestBody("{\"a\": \"ä\"}");
        request.setEncodingType(FormEncodingType.TEXT_PLAIN);
        assertEquals("{\"a\": \"ä\"}", text(body(request)));
        assertEquals("text/plain;charset=UTF-8", body(request).contentType());
        request.setEncodingType(FormEncodingType.URL_ENCODED);
        assertEquals("application/x-www-form-urlencoded", body(request).contentType());
        request.setEncodingType(null);
        assertNull(body(request).contentType());
        request.setCharset(StandardCharsets.ISO_8859_1);
        assertArrayEquals("{\"a\": \"ä\"}".getBytes(StandardCharsets.ISO_8859_1), body(request).bytes());
        request.setCharset(null);
        assertEquals("{\"a\": \"ä\"}", text(body(request)));
    }

    @Test
    public void aScriptsEmptyPostHasNoType() throws IOException {
        final WebRequest request = post();
        request.setFetchDestination(FetchDestination.EMPTY);
        assertEquals(0, body(request).bytes().length);
        assertNull(body(request).contentType());
    }

    @Test
    public void aMultipartFormIsAsBrowsersMakeIt() throws IOException {
        final WebRequest request = post();
        request.setEncodingType(FormEncodingType.MULTIPART);
        final KeyDataPair file = new KeyDataPair("f", null, "n.txt", "text/plain", StandardCharsets.UTF_8);
        file.setData("data".getBytes(StandardCharsets.UTF_8));
        final KeyDataPair odd = new KeyDataPair("g", null, "o.bin", "a,b", StandardCharsets.UTF_8);
        odd.setData(new byte[] {1});
        request.setRequestParameters(List.of(new NameValuePair("ä", "ö"), file, odd));
        final RequestBody body = body(request);
        final String boundary = body.contentType().replaceFirst("multipart/form-data; boundary=([^;]*).*", "$1");
        assertEquals("--B\r\nContent-Disposition: form-data; name=\"ä\"\r\n\r\nö\r\n"
                + "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n.txt\"\r\n"
                + "Content-Type: text/plain\r\n\r\ndata\r\n"
                + "--B\r\nContent-Disposition: form-data; name=\"g\"; filename=\"o.bin\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n\u0001\r\n--B--\r\n",
                text(body).replace(boundary, "B"));
    }

    @Test
    public void localFilesAreNeverRead() throws IOException {
        final WebRequest request = post();
        request.setEncodingType(FormEncodingType.MULTIPART);
        request.setRequestParameters(List.of(
                new KeyDataPair("f", new File("/etc/passwd"), null, null, StandardCharsets.UTF_8)));
        assertFalse(text(body(request)).contains("root"));
        assertTrue(text(body(request)).contains("name=\"f\""));
    }

    @Test
    public void targetsAreEscapedAsBrowsersDo() throws IOException {
        assertEquals("/a%20%22%3C%3E%60%7B%7D%C3%A4%zz'(|)[]", Urls.target(new URL("http://a.example/a \"<>`{}ä%zz'(|)[]")));
        assertEquals("/?a%20%27`{}=%C3%A4%", Urls.target(new URL("http://a.example?a '`{}=ä%#x")));
        assertEquals("/", Urls.target(new URL("http://a.example")));
    }
}
