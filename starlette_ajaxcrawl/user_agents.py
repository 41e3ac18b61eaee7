"""Which User-Agents are bots': the known ones that run no scripts, and patterns of a site's own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

KNOWN = "known"
"""In place of a pattern: those of the package crawler-user-agents, without the bots that run scripts themselves."""

MAX_LENGTH = 512  # characters; what follows is not read, so that nobody can make this take long

# Who renders pages like a browser: search engines by their own word, previews made in a browser, and tools that steer
# browsers. They see what people see, and are to see that.
_RENDERING = re.compile(
    r"(?<!like )Googlebot|Google-InspectionTool|GoogleOther|Storebot-Google|AdsBot-Google|Mediapartners-Google"
    r"|Google-Read-Aloud|Google-Safety|Google Web Preview|Google Page ?Speed|Lighthouse|bingbot|adidxbot"
    r"|BingPreview|MicrosoftPreview|Applebot|yandex\.com/bots|YandexRenderResourcesBot|Baiduspider-render|\bYeti/|HeadlessChrome"
    r"|PhantomJS|Prerender|Rendertron",
    re.IGNORECASE,
)
_BROWSER = re.compile(r"Mozilla/[45]\.0 \(.*(?:AppleWebKit|Gecko/|Trident|MSIE)|Opera/")
# What the bots that call themselves browsers add for the people who run sites; no browser or app of people's does.
_SIGN_OF_A_BOT = re.compile(
    r"compatible; (?!MSIE)|https?:|\w@\w|www\.|bot\b|\bbot|crawl|spider|preview|externalhit|scrap|fetch", re.IGNORECASE
)
_PLAIN = re.compile(r"(?:[\w \-:;,!@&=~<>%#'\"/]|\\[^\w])+")

PEOPLE = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 "
    "Mobile/15E148 Safari/604.1",
)
"""What browsers send; a pattern that matches one of these is a mistake."""


class Bots:
    """Bots by the User-Agent they send. ``wanted`` holds ``known`` and regular expressions, whose case is no matter."""

    def __init__(self, wanted: Sequence[str]) -> None:
        own = [f"(?:{pattern})" for pattern in wanted if pattern != KNOWN]
        self._own = re.compile("|".join(own), re.IGNORECASE) if own else None
        self._known = KNOWN in wanted
        self._remembered = lru_cache(maxsize=1024)(self._match)  # people have few browsers

    def match(self, user_agent: bytes) -> bool:
        """Whether ``user_agent`` is a bot's; none at all is nobody's."""
        return bool(user_agent) and self._remembered(user_agent[:MAX_LENGTH])

    def _match(self, user_agent: bytes) -> bool:
        text = user_agent.decode("latin-1")
        return (self._own is not None and self._own.search(text) is not None) or (self._known and is_known(text))


def is_known(user_agent: str) -> bool:
    """Whether ``user_agent`` is that of a known bot that runs no scripts."""
    if (_BROWSER.match(user_agent) and not _SIGN_OF_A_BOT.search(user_agent)) or _RENDERING.search(user_agent):
        return False
    words, patterns, steered = _known_patterns()
    return (any(word in user_agent for word in words) or patterns.search(user_agent) is not None) and not (
        steered.search(user_agent)
    )


@lru_cache(maxsize=1)
def _known_patterns() -> tuple[tuple[str, ...], re.Pattern[str], re.Pattern[str]]:
    """Words, all other patterns, and those of steered browsers. To look for words takes a fiftieth of the time."""
    from crawleruseragents import CRAWLER_USER_AGENTS_DATA  # reads a large file

    words, patterns, steered = [], [], []
    for entry in CRAWLER_USER_AGENTS_DATA:
        pattern = entry["pattern"]
        if "browser-automation" in entry.get("tags", ()):
            steered.append(pattern)
        elif _PLAIN.fullmatch(pattern):
            words.append(re.sub(r"\\(.)", r"\1", pattern))
        else:
            patterns.append(pattern)
    return tuple(words), _any_of(patterns), _any_of(steered)


def _any_of(patterns: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns) or r"(?!)")
