package ajaxcrawl;

import java.net.MalformedURLException;
import java.net.URL;
import java.util.Map;

/**
 * Paths of the site that another server answers: path prefix to that server's base URL. The whole path of a request is
 * put behind the base URL's own; the longest prefix counts, on whole path segments. Immutable.
 */
final class SiteOrigins {

    private final Map<String, String> servers;

    /**
     * @param servers the setting {@code origins}
     */
    SiteOrigins(final Map<String, String> servers) {
        this.servers = servers;
    }

    /** The server that a prefix names for {@code url}, as base URL without a trailing slash; null: none. */
    String serverFor(final URL url) {
        String best = "";
        String server = null;
        for (final Map.Entry<String, String> entry : servers.entrySet()) {
            final String prefix = strip(entry.getKey());
            if (prefix.length() > best.length() && lies(url.getPath(), prefix)) {
                best = prefix;
                server = strip(entry.getValue());
            }
        }
        return server;
    }

    /** The server for {@code /}: it answers what the application in this process says is not its own; null: none. */
    String serverForTheRest() {
        return servers.containsKey("/") ? strip(servers.get("/")) : null;
    }

    /** Where {@code server} answers {@code url}. */
    static URL rewrite(final URL url, final String server) throws MalformedURLException {
        return new URL(server + Urls.target(url));
    }

    /** The public form of a {@code Location} that {@code server} gave for {@code url}. */
    static String mapBack(final String location, final URL url, final String server) throws MalformedURLException {
        final URL base = new URL(server);
        final String own = base.getPath();
        if (location.startsWith("/") && !location.startsWith("//")) {
            return withoutPrefix(location, own);
        }
        try {
            final URL target = new URL(url, location);
            if (!Urls.sameOrigin(target, base)) {
                return location;
            }
            final String reference = target.getRef() == null ? "" : "#" + target.getRef();
            return Urls.origin(url) + withoutPrefix(target.getFile(), own) + reference;
        } catch (final MalformedURLException e) {
            return location;
        }
    }

    private static String withoutPrefix(final String path, final String prefix) {
        return !prefix.isEmpty() && lies(path, prefix) ? path.substring(prefix.length()) : path;
    }

    static boolean lies(final String path, final String prefix) {
        return path.startsWith(prefix)
                && (path.length() == prefix.length() || "/?#".indexOf(path.charAt(prefix.length())) >= 0);
    }

    private static String strip(final String text) {
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }
}
