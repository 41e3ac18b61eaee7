"""Pure: which paths are files that pages use, by their suffix."""

from __future__ import annotations

# Suffixes of files that are no pages; what has none of these may be one, "/index.html" and "/j.smith" for example.
_ASSETS = frozenset(
    """
    js mjs cjs jsx ts tsx map css scss less wasm json jsonld geojson webmanifest manifest appcache xml xsl rss atom
    txt csv ics vcf yaml yml png jpg jpeg jpe jfif gif webp avif jxl svg svgz ico cur bmp tif tiff heic heif apng
    psd eps woff woff2 ttf ttc otf eot mp3 m4a aac ogg oga opus wav flac mid midi weba mp4 m4v webm ogv mov avi mkv
    mpg mpeg wmv flv swf 3gp m3u8 mpd vtt srt pdf doc docx xls xlsx ppt pptx odt ods odp rtf epub mobi zip gz tgz
    bz2 xz zst br 7z rar tar jar war apk ipa dmg exe msi deb rpm iso bin img torrent
    """.split()  # noqa: SIM905 - a line a suffix says no more
)


def is_asset(path: str) -> bool:
    """Whether the last segment of ``path`` ends in a suffix that no page has, in capitals or not."""
    _, dot, suffix = path.rpartition("/")[2].rpartition(".")
    return bool(dot) and suffix.lower() in _ASSETS
