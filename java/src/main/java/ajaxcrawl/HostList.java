package ajaxcrawl;

import java.net.URL;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Hosts named in a setting: {@code cdn.example.com}, {@code *.example.com} (any subdomain, not the domain itself),
 * {@code *} (any host), {@code [::1]}; each with {@code :port} or for all ports. Immutable.
 */
final class HostList {

    private final Set<String> names = new HashSet<>();

    HostList(final Collection<String> entries) {
        entries.forEach(entry -> names.add(entry.trim().toLowerCase(Locale.ROOT)));
    }

    boolean contains(final URL url) {
        final String host = url.getHost().toLowerCase(Locale.ROOT);
        return contains(host, "") || contains(host, ":" + Urls.port(url));
    }

    private boolean contains(final String host, final String port) {
        if (names.contains(host + port) || names.contains("*" + port)) {
            return true;
        }
        for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
            if (names.contains("*" + host.substring(dot) + port)) {
                return true;
            }
        }
        return false;
    }
}
