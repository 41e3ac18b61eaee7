package ajaxcrawl;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.apache.http.auth.Credentials;
import org.htmlunit.WebRequest;
import org.htmlunit.util.NameValuePair;

/** Basic authentication (RFC 7617) where a page names user and password for a request of its own. */
final class BasicLogin {

    private BasicLogin() { }

    /** The value of {@code Authorization} for the challenge in a 401's headers; null: none is asked for, or known. */
    static String of(final WebRequest request, final List<NameValuePair> headers) {
        final Credentials given = request.getCredentials() == null ? request.getUrlCredentials()
                : request.getCredentials();
        final boolean asked = headers.stream().anyMatch(header -> "www-authenticate".equalsIgnoreCase(header.getName())
                && Ascii.lower(header.getValue()).startsWith("basic"));
        if (given == null || !asked) {
            return null;
        }
        final String password = given.getPassword() == null ? "" : given.getPassword();
        final String pair = given.getUserPrincipal().getName() + ":" + password;
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }
}
