package ajaxcrawl;

import java.net.URL;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** Decides where each request of one page goes, and which are not made. Safe to use from several threads. */
final class Routes {

    private static final int MAX_REFUSALS = 100;
    private static final Pattern UGLY = Pattern.compile("(^|.*&)_escaped_fragment_([=&].*|$)", Pattern.DOTALL);

    private final URL documentUrl;
    private final PageLog log;
    private final SiteOrigins siteOrigins;
    private final HostList externalHosts;
    private final HostList privateHosts;
    private final BlockList blockList;
    private final int limit;
    private final Set<String> refusals = ConcurrentHashMap.newKeySet();
    private final AtomicInteger sent = new AtomicInteger();

    /** How a request goes. */
    enum Way {
        /** To the application in this process. */
        PROCESS,
        /** To the server that {@code origins} names for a path of the site. */
        SITE_SERVER,
        /** To a host in {@code external_hosts}. */
        OTHER_HOST
    }

    Routes(final RenderOptions options, final URL documentUrl, final PageLog log) {
        this.documentUrl = documentUrl;
        this.log = log;
        siteOrigins = new SiteOrigins(options.origins());
        externalHosts = new HostList(options.externalHosts());
        privateHosts = new HostList(options.privateHosts());
        blockList = BlockList.of(options.blockUrls());
        limit = options.maxPageRequests();
    }

    /** Begins to count and to complain anew. */
    void renew() {
        sent.set(0);
        refusals.clear();
    }

    /**
     * Chooses the way of one request, which then counts as made.
     *
     * @param document whether it is the page itself, which no pattern blocks
     * @throws RequestFailure where it is not to be made; the log says why
     */
    Way choose(final URL url, final boolean document) throws RequestFailure {
        if (!Urls.isHttp(url)) {
            throw refuse("warning", url.getProtocol() + ": URLs are never asked for", url);
        }
        final boolean own = Urls.sameSite(url, documentUrl);
        if (!document && blockList.blocks(url, own)) {
            throw refuse("info", "Not asked for: a pattern in block_urls matches", url);
        }
        final Way way;
        if (own) {
            way = serverFor(url) == null ? Way.PROCESS : Way.SITE_SERVER;
        } else if (externalHosts.contains(url)) {
            way = Way.OTHER_HOST;
        } else {
            throw refuse("warning", "Not asked for: another host. Add " + Urls.authority(url)
                    + " to external_hosts if the page needs it", url);
        }
        if (way != Way.PROCESS) {
            refuseUgly(url);
        }
        final int number = sent.incrementAndGet();
        if (number > limit) {
            final String message = "Not asked for: the page has made " + limit + " requests. Raise max_page_requests";
            throw number == limit + 1 ? refuse("warning", message, url) : new RequestFailure(message);
        }
        return way;
    }

    /** Refuses ugly URLs where they would leave the process: the server might make a snapshot for them in turn. */
    void refuseUgly(final URL url) throws RequestFailure {
        if (url.getQuery() != null && UGLY.matcher(url.getQuery()).matches()) {
            throw refuse("warning", "Not asked for: a snapshot inside a snapshot could go on in circles", url);
        }
    }

    /** Notes that a request is not made; a reason is noted once for a host: a page may try without end. */
    RequestFailure refuse(final String level, final String message, final URL url) {
        if (refusals.size() < MAX_REFUSALS && refusals.add(message + ' ' + Urls.authority(url))) {
            log.add(level, "blocked", message, url.toExternalForm(), 0);
        }
        return new RequestFailure(message + ": " + url);
    }

    /** Whether a listed host may have a private address. */
    boolean mayBePrivate(final URL url) {
        return privateHosts.contains(url);
    }

    /** The server that {@code origins} names for a path of the site; null: none. */
    String serverFor(final URL url) {
        return siteOrigins.serverFor(url);
    }

    /** The server for what the application says is not its own; null: none. */
    String serverForTheRest() {
        return siteOrigins.serverForTheRest();
    }
}
