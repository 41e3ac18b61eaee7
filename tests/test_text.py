"""The text of a snapshot."""

import pytest

from starlette_ajaxcrawl.text import visible_text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a</p><p>b</p>", "a\nb"),
        ("<p>a <b>b</b>  c\n d</p>", "a b c d"),
        ("a<br>b", "a\nb"),
        ("<ul><li>a<li>b</ul>", "a\nb"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>", "a b\nc"),
        ("<pre>a\n  b</pre> c\nd", "a\nb\nc d"),
        ("<head><title>t</title><style>s{}</style></head><body>a</body>", "a"),
        ("<head><title>t</title><body>a</body>", "a"),
        ("a<script>var b = '<p>'</script>c", "ac"),
        ("a<noscript><p>b</p></noscript><template><p>c</p></template>", "a"),
        ("a<div hidden>b<div>c<img alt=x></div>d</div>e", "a\ne"),
        ("a<div hidden><p>b</div>c", "a\nc"),
        ("a<div hidden>b</p>c</div>d", "a\nd"),
        ("a<p hidden>b</p></p>c", "a\nc"),
        ("<img src=x alt='a cat'><img src=y><img alt>", "a cat"),
        ("<input hidden>a", "a"),
        ("&lt;b&gt; &amp; &#228; &auml;", "<b> & ä ä"),
        ("<!-- a -->b<!doctype html>", "b"),
        ("", ""),
        ("</div></pre></script>a", "a"),
        ("a\xa0b", "a b"),
    ],
)
def test_text_is_what_a_client_without_style_sheets_shows(html, text):
    assert visible_text(html) == text


def test_deep_documents_are_read():
    assert visible_text("<div>" * 5000 + "a" + "</div>" * 5000) == "a"
