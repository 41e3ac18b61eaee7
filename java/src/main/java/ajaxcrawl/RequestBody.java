package ajaxcrawl;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.http.HttpEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.mime.MultipartEntityBuilder;
import org.htmlunit.FormEncodingType;
import org.htmlunit.HttpMethod;
import org.htmlunit.WebRequest;
import org.htmlunit.http.HttpUtils;
import org.htmlunit.util.KeyDataPair;
import org.htmlunit.util.NameValuePair;

/**
 * The bytes of a request's body, encoded as HtmlUnit does for HTTP.
 *
 * @param bytes the body; empty where there is none
 * @param contentType its media type; null where the browser names none
 */
record RequestBody(byte[] bytes, String contentType) {

    private static final RequestBody NONE = new RequestBody(new byte[0], null);

    /** The body of {@code request}. */
    static RequestBody of(final WebRequest request) throws IOException {
        final HttpMethod method = request.getHttpMethod();
        if (method == HttpMethod.GET || method == HttpMethod.HEAD || method == HttpMethod.TRACE) {
            return NONE;
        }
        final Charset charset = request.getCharset() == null ? StandardCharsets.UTF_8 : request.getCharset();
        final FormEncodingType type = request.getEncodingType();
        final String body = request.getRequestBody();
        if (type == FormEncodingType.MULTIPART) {
            return multipart(request.getRequestParameters(), charset);
        }
        if (body != null) {
            return new RequestBody(body.getBytes(charset), typeOfText(type, charset));
        }
        final List<NameValuePair> fields = request.getRequestParameters();
        final boolean fetched = request.getFetchDestination() == WebRequest.FetchDestination.EMPTY;
        if (type == null || fetched && fields.isEmpty()) {
            return NONE;
        }
        if (type == FormEncodingType.TEXT_PLAIN) {
            return new RequestBody(plainFields(fields).getBytes(charset), FormEncodingType.TEXT_PLAIN.getName());
        }
        final String suffix = request.hasHint(WebRequest.HttpHint.IncludeCharsetInContentTypeHeader)
                ? ";charset=" + charset.name() : "";
        return new RequestBody(HttpUtils.toQueryFormFields(fields, charset).getBytes(StandardCharsets.US_ASCII),
                FormEncodingType.URL_ENCODED.getName() + suffix);
    }

    private static String typeOfText(final FormEncodingType type, final Charset charset) {
        if (type == null) {
            return null;
        }
        return type == FormEncodingType.TEXT_PLAIN ? "text/plain;charset=" + charset.name() : type.getName();
    }

    private static String plainFields(final List<NameValuePair> fields) {
        final StringBuilder text = new StringBuilder();
        for (final NameValuePair field : fields) {
            text.append(oneLine(field.getName())).append('=').append(oneLine(field.getValue())).append("\r\n");
        }
        return text.toString();
    }

    private static String oneLine(final String text) {
        return text == null ? "" : text.replace("\r", "").replace("\n", "");
    }

    private static RequestBody multipart(final List<NameValuePair> fields, final Charset charset) throws IOException {
        final MultipartEntityBuilder builder = MultipartEntityBuilder.create().setLaxMode().setCharset(charset);
        for (final NameValuePair field : fields) {
            if (field instanceof KeyDataPair file) {
                // Local files are never read: a page has none but those it made itself, and these are data.
                final byte[] data = file.getData() == null ? new byte[0] : file.getData();
                final String name = file.getFileName() == null ? file.getValue() : file.getFileName();
                builder.addBinaryBody(file.getName(), data, typeOfFile(file), name == null ? "" : name);
            } else {
                builder.addBinaryBody(field.getName(), String.valueOf(field.getValue()).getBytes(charset),
                        ContentType.TEXT_PLAIN, null);
            }
        }
        final HttpEntity entity = builder.build();
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        entity.writeTo(out);
        // Browsers name no charset here.
        return new RequestBody(out.toByteArray(), entity.getContentType().getValue().replaceFirst("; charset=.*", ""));
    }

    private static ContentType typeOfFile(final KeyDataPair file) {
        try {
            return ContentType.create(file.getMimeType());
        } catch (final IllegalArgumentException e) {  // none, or one that is not a media type
            return ContentType.APPLICATION_OCTET_STREAM;
        }
    }
}
