"""Sitemaps as they are read and written."""

import gzip
from datetime import datetime, timezone
from xml.etree import ElementTree

import pytest

from starlette_ajaxcrawl import Settings
from starlette_ajaxcrawl.archive import sitemap_files
from starlette_ajaxcrawl.archive.sitemap_files import Page, write_sitemap
from starlette_ajaxcrawl.archive.sitemaps import Entry, SitemapError, entries, lastmod, parse
from starlette_ajaxcrawl.archive.states import state_of

XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def urlset(*entries: str) -> bytes:
    return f"<?xml version='1.0'?><urlset {XMLNS}>{''.join(entries)}</urlset>".encode()


def index(*urls: str) -> bytes:
    entries = "".join(f"<sitemap><loc>{url}</loc></sitemap>" for url in urls)
    return f"<sitemapindex {XMLNS}>{entries}</sitemapindex>".encode()


def urls(data: bytes) -> list[str]:
    return [entry.url for _, entry in parse(data, "it")]


@pytest.mark.anyio
async def test_indexes_and_gzip_are_followed_in_order_and_each_once():
    files = {
        "http://x/sitemap.xml": index("http://x/a.xml.gz", "/b.txt", "http://x/sitemap.xml"),
        "http://x/a.xml.gz": gzip.compress(
            urlset("<url><loc> http://x/#!/a?b&amp;c </loc><lastmod>2026-11-30T10:00:00Z</lastmod></url>")
        ),
        "http://x/b.txt": "\ufeffhttp://x/#!/ä\n\n http://x/b \n".encode(),
    }

    async def fetch(url: str) -> bytes:
        return files[url]

    assert [entry async for entry in entries("http://x/sitemap.xml", fetch)] == [
        Entry("http://x/#!/a?b&c", 1796032800.0),
        Entry("http://x/#!/ä", None),
        Entry("http://x/b", None),
    ]


@pytest.mark.anyio
async def test_indexes_without_an_end_are_refused():
    async def fetch(url: str) -> bytes:
        return index(f"{url}x")

    with pytest.raises(SitemapError, match="too deeply"):
        [entry async for entry in entries("http://x/", fetch)]


def test_foreign_elements_namespaces_and_empty_entries_do_no_harm():
    image = "<image:image xmlns:image='http://i'><image:loc>http://i/i.png</image:loc></image:image>"
    entries = (
        f"<url><loc>http://x/1</loc>{image}</url><url/><url><loc> </loc></url><other><loc>http://x/o</loc></other>"
    )
    assert urls(urlset(entries, "<url><loc>http://x/2</loc></url>")) == ["http://x/1", "http://x/2"]
    assert urls(b"<urlset><url><loc>http://x/3</loc></url></urlset>") == ["http://x/3"]
    assert urls("<?xml version='1.0' encoding='utf-16'?><urlset><url><loc>é</loc></url></urlset>".encode("utf-16")) == [
        "é"
    ]


def test_gzip_of_several_members_is_read_whole():
    one, two = gzip.compress(b"http://x/1\n"), gzip.compress(b"http://x/2\n")
    assert urls(one + two + b"\0" * 9) == ["http://x/1", "http://x/2"]
    with pytest.raises(SitemapError, match="broken gzip"):
        urls(one + two[:-3])


@pytest.mark.parametrize(
    "data",
    [
        b"<!DOCTYPE u [<!ENTITY a 'b'>]><urlset><url><loc>&a;</loc></url></urlset>",
        b"<!DOCTYPE u SYSTEM 'file:///etc/passwd'><urlset/>",
        b"<urlset><url><loc>http://x/</loc></url>",
        b"<html><body>not found</body></html>",
        b"<?xml version='1.0' encoding='nonsense'?><urlset/>",
        gzip.compress(b"<urlset/>")[:-9],
        b"\x1f\x8b broken",
        b"\xff\xfe\xff",
    ],
)
def test_what_is_no_sitemap_is_refused_by_name(data):
    with pytest.raises(SitemapError, match=r"^it: "):
        urls(data)


def test_a_bomb_is_not_unpacked(monkeypatch):
    monkeypatch.setattr("starlette_ajaxcrawl.archive.sitemaps.MAX_BYTES", 10_000)
    with pytest.raises(SitemapError, match="more than"):
        urls(gzip.compress(b" " * 1_000_000))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2026-11-30", 1796083200.0),  # the end of that day
        ("2026-11-30T10:00:00+02:00", 1796025600.0),
        ("2026-11-30T08:00:00Z", 1796025600.0),
        ("2026-11-30T08:00", 1796025600.0),
        ("yesterday", None),
        ("", None),
        ("2026-13-01", None),
    ],
)
def test_dates_are_those_of_the_w3c(text, seconds):
    assert lastmod(text) == seconds


def locs(path) -> list[str]:
    return [element.text for element in ElementTree.parse(path).iter() if element.tag.endswith("}loc")]


def test_pretty_urls_are_encoded_once_and_escaped_once(tmp_path):
    changed = datetime(2026, 11, 30, 10, tzinfo=timezone.utc).timestamp()
    pages = {
        "http://x/a?b=1&c='%22#!/d&e=%C3%A9": "http://x/a?b=1&c='%22#!/d&e=%C3%A9",
        "http://x/#!/é <b>\n": "http://x/#!/%C3%A9%20%3Cb%3E%0A",
        "http://x/#!100%": "http://x/#!100%25",
        "http://x/%2F?q=%26": "http://x/%2F?q=%26",
    }
    assert write_sitemap([Page(url, changed) for url in pages], tmp_path, "http://x") == [tmp_path / "sitemap.xml"]
    assert [path.name for path in tmp_path.iterdir()] == ["sitemap.xml"]
    text = (tmp_path / "sitemap.xml").read_text()
    assert "b=1&amp;c=&apos;" in text
    assert text.count("<lastmod>2026-11-30T10:00:00Z</lastmod>") == 4
    wanted = list(pages.values())
    assert locs(tmp_path / "sitemap.xml") == wanted
    for url in wanted:  # what is read back leads to states, and stays as it is
        assert state_of(url, "http://x", Settings(_environment=False)).url == url


def test_a_sitemap_is_split_at_fifty_thousand_urls(tmp_path, monkeypatch):
    assert sitemap_files.MAX_URLS == 50_000
    monkeypatch.setattr(sitemap_files, "MAX_URLS", 50)
    pages = (Page(f"http://x/#!/{number:06}", 1e9 + number) for number in range(101))
    files = write_sitemap(pages, tmp_path / "maps", "http://x/maps/")
    assert [path.name for path in files] == ["sitemap.xml", *(f"sitemap-{number}.xml" for number in (1, 2, 3))]
    assert locs(files[0]) == [f"http://x/maps/sitemap-{number}.xml" for number in (1, 2, 3)]
    assert [len(locs(path)) for path in files[1:]] == [50, 50, 1]
    assert locs(files[3]) == ["http://x/#!/000100"]


def test_a_sitemap_is_split_at_fifty_megabytes_and_may_be_empty(tmp_path, monkeypatch):
    monkeypatch.setattr(sitemap_files, "MAX_BYTES", 400)
    files = write_sitemap([Page(f"http://x/{number}", 0.0) for number in range(9)], tmp_path, "http://x")
    assert len(files) > 3
    assert all(path.stat().st_size <= 420 for path in files[1:])
    assert sum(len(locs(path)) for path in files[1:]) == 9
    assert locs(write_sitemap([], tmp_path, "http://x")[0]) == []
