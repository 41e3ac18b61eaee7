package ajaxcrawl;

import java.nio.charset.StandardCharsets;

/**
 * Renders a page that uses what most pages use. A JVM loads thousands of classes for its first page, which takes a
 * second, and much more on a busy machine: no real page shall pay for it with its deadline.
 */
final class WarmUp {

    private static final String URL = "http://warm-up.invalid/#!/state";
    private static final String PAGE = """
            <!doctype html><html><head><title>warm-up</title><style>#a > p.b { color: red } p { display: none }</style>
            </head><body><div id="a"></div><form action="/"><input name="q"></form><iframe></iframe><script>
            (function () {
              'use strict';
              var a = document.getElementById('a');
              function show(text) {
                var p = document.createElement('p');
                p.className = 'b';
                p.appendChild(document.createTextNode(text));
                a.appendChild(p);
                return getComputedStyle(p).color + p.offsetHeight;
              }
              function Model(values) { this.values = values.map(function (v) { return { name: String(v) }; }); }
              Model.prototype.text = function () {
                return this.values.filter(Boolean).map(function (v) { return v.name; }).sort().join(', ');
              };
              a.innerHTML = '<p class="b"><a href="#!/x">link</a></p>';
              a.addEventListener('click', function (e) { e.preventDefault(); show(e.type + location.hash); });
              document.querySelector('a').click();
              show(new Model([3, 2, 1]).text().replace(/(\\d), /g, '$1 ') + JSON.stringify({ a: [new Date(0)] }));
              var request = new XMLHttpRequest();
              request.open('GET', '/data.json');
              request.onload = function () { show(JSON.parse(request.responseText).text); };
              request.send();
              Promise.resolve(1).then(function (n) { setTimeout(show, 10, n); });
              window.onhashchange = function () { show('changed'); };
              location.hash = '#!/other';
              if (window.fetch) { fetch('/data.json').then(function (r) { return r.json(); }).then(show); }
              try { null.x; } catch (e) { show(e.message); }
            })();
            </script></body></html>""";

    private WarmUp() { }

    /** Loads what pages need, and ends: so Java lists the classes for an archive of them. */
    public static void main(final String[] arguments) {
        new Snapshotter(1, null, null).warmUp().get();
    }

    static RenderTask start(final Snapshotter snapshotter) {
        final Origin origin = (head, body, timeoutMillis) -> {
            final boolean data = new String(head, StandardCharsets.ISO_8859_1).contains("/data.json");
            return OriginReply.of(200,
                    ("Content-Type: " + (data ? "application/json" : "text/html") + "\r\n").getBytes(StandardCharsets.UTF_8),
                    (data ? "{\"text\": \"data\"}" : PAGE).getBytes(StandardCharsets.UTF_8));
        };
        final RenderOptions options = new RenderOptions("deadline", "60", "javascript_timeout", "30");
        return snapshotter.start(options, URL.getBytes(StandardCharsets.UTF_8), origin);
    }
}
