package ajaxcrawl;

import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Patterns of URLs that are never asked for. A pattern is {@code host/path}, without a scheme: {@code *} stands for any
 * text, a leading {@code *.} for the domain and its subdomains, a pattern without {@code /} for everything on the host,
 * one that begins with {@code /} for a path on the page's own host. The query belongs to the path. A pattern matches
 * from the start; it need not reach the end. Letter case does not count. Safe to use from several threads.
 */
final class BlockList {

    private static final Map<List<String>, BlockList> COMPILED = new ConcurrentHashMap<>();
    private static final int MAX_COMPILED = 32;

    /** Pages ask for the same scripts all the time. */
    private static final int MAX_ANSWERS = 500;
    /** Characters of a URL. */
    private static final int MAX_KEPT = 200;

    private final List<Pattern> patterns = new ArrayList<>();
    private final Map<String, Boolean> answers = new ConcurrentHashMap<>();

    private BlockList(final Collection<String> texts) {
        texts.forEach(text -> patterns.add(compile(text.trim().toLowerCase(Locale.ROOT))));
    }

    /** The list of {@code texts}, compiled once for all renders. */
    static BlockList of(final List<String> texts) {
        final BlockList known = COMPILED.get(texts);
        if (known != null) {
            return known;
        }
        final BlockList made = new BlockList(texts);
        if (COMPILED.size() < MAX_COMPILED) {
            COMPILED.put(List.copyOf(texts), made);
        }
        return made;
    }

    private static Pattern compile(final String text) {
        final String scheme = text.replaceFirst("^((\\*|https?):)?//", "");
        final boolean wholeHost = scheme.indexOf('/') < 0;
        final StringBuilder regex = new StringBuilder();
        String rest = scheme;
        if (rest.startsWith("*.")) {
            regex.append("(?:[^/]*\\.)?");
            rest = rest.substring(2);
        }
        for (final String part : rest.split("(?=\\*)|(?<=\\*)")) {
            regex.append(!"*".equals(part) ? Pattern.quote(part) : wholeHost ? "[^/]*" : ".*");
        }
        if (wholeHost) {
            regex.append("(?::\\d+)?/");
        }
        return Pattern.compile(regex.toString());
    }

    /** Whether {@code url} is not to be asked for; {@code ownHost} says whether it is the page's own site's. */
    boolean blocks(final URL url, final boolean ownHost) {
        final String path = Urls.target(url).toLowerCase(Locale.ROOT);
        final String whole = Urls.authority(url).toLowerCase(Locale.ROOT) + path;
        final String key = (ownHost ? "+" : "-") + whole;
        final Boolean known = answers.get(key);
        if (known != null) {
            return known;
        }
        final boolean answer = patterns.stream().anyMatch(
                pattern -> pattern.matcher(whole).lookingAt() || ownHost && pattern.matcher(path).lookingAt());
        if (key.length() <= MAX_KEPT) {
            if (answers.size() >= MAX_ANSWERS) {
                answers.clear();
            }
            answers.put(key, answer);
        }
        return answer;
    }
}
