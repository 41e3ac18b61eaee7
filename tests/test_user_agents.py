"""User-Agents: known bots that run no scripts, those that do, and people."""

from __future__ import annotations

import pytest
from crawleruseragents import CRAWLER_USER_AGENTS_DATA

from starlette_ajaxcrawl import Settings, SettingsError
from starlette_ajaxcrawl.user_agents import PEOPLE, Bots, is_known

KNOWN = Bots(["known"])

BLIND = [
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Twitterbot/1.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 "
    "Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "TelegramBot (like TwitterBot)",
    "WhatsApp/2.23.20.0",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/bot)",
    "CCBot/2.0 (https://commoncrawl.org/faq/)",
    "FreshRSS/1.24 (Linux; https://freshrss.org) like Googlebot",
    "curl/8.5.0",
]

RENDERING = [
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) "
    "Chrome/142.0.0.0 Safari/537.36",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) "
    "Chrome/116.0.1938.76 Safari/537.36",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 "
    "Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)",
    "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36",
    "Mozilla/5.0 (Linux; Android 11; moto g power) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile "
    "Safari/537.36 Chrome-Lighthouse",
    "Google-InspectionTool/1.0",
]

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
ANDROID = (
    "Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.0.0"
)
MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)"
WITH_PEOPLE = [
    *PEOPLE,
    f"{PEOPLE[0]} Edg/142.0.0.0",
    f"{PEOPLE[0]} OPR/124.0.0.0",
    f"{IPHONE} [FBAN/FBIOS;FBAV/465.0;FBBV/600;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS]",
    f"{IPHONE} Instagram 331.0.0.37.90 (iPhone14,5; iOS 17_5; en_US; scale=3.00)",
    f"{IPHONE} [Pinterest/iOS]",
    f"{IPHONE} MetaIAB Facebook",
    f"{IPHONE} MicroMessenger/8.0.47 NetType/WIFI Language/zh_CN",
    f"{ANDROID} Mobile Safari/537.36 Viber/22.1",
    f"{ANDROID} Mobile Safari/537.36 WhatsApp/2.24",
    f"{ANDROID} Mobile DuckDuckGo/5 Safari/537.36",
    f"{ANDROID} Mobile Safari/537.36 SogouMobileBrowser/6",
    "Mozilla/5.0 (Linux; Android 13; CUBOT X18 Plus) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari",
    f"{MAC} Notion/3.2 Chrome/120.0 Electron/28 Safari/537.36",
    f"{MAC} Code/1.95.0 Chrome/128.0 Electron/32 Safari/537.36",
    "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)",
    "Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.18",
    "Lynx/2.9.0dev.10 libwww-FM/2.14",
]


@pytest.mark.parametrize("user_agent", BLIND)
def test_known_bots_are_those_that_run_no_scripts(user_agent: str) -> None:
    assert KNOWN.match(user_agent.encode())


@pytest.mark.parametrize("user_agent", RENDERING)
def test_bots_that_run_scripts_themselves_are_left_out(user_agent: str) -> None:
    assert not KNOWN.match(user_agent.encode())


@pytest.mark.parametrize("user_agent", WITH_PEOPLE)
def test_browsers_are_peoples_whatever_app_they_are_in(user_agent: str) -> None:
    assert not KNOWN.match(user_agent.encode())


@pytest.mark.parametrize("user_agent", [b"", b" ", b"\xff\xfe", b"A" * 100_000])
def test_what_says_nothing_is_nobodys(user_agent: bytes) -> None:
    assert not KNOWN.match(user_agent)


def test_nearly_all_examples_of_the_list_are_known() -> None:
    examples = [example for entry in CRAWLER_USER_AGENTS_DATA for example in entry["instances"]]
    assert sum(map(is_known, examples)) > 0.85 * len(examples)


def test_patterns_of_ones_own_are_searched_for_whatever_the_case() -> None:
    own = Bots(["mybot", r"^Reader/[0-9]"])
    assert own.match(b"Mozilla/5.0 (compatible; MyBot/1.0)")
    assert own.match(b"reader/2")
    assert not own.match(b"A Reader/2")
    assert not own.match(b"Twitterbot/1.0")


def test_a_bot_that_renders_may_be_named_beside_the_known_ones() -> None:
    both = Bots(["known", "Googlebot"])
    assert both.match(RENDERING[0].encode())
    assert both.match(b"Twitterbot/1.0")
    assert not both.match(RENDERING[1].encode())


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("(", 'must be "known" or regular expressions for User-Agents'),
        ("Mozilla", "must not match browsers: people never get snapshots"),
        (".*", "must not match browsers: people never get snapshots"),
        (["known", ""], "must not match browsers: people never get snapshots"),
    ],
)
def test_a_pattern_that_cannot_be_is_refused(value: object, said: str) -> None:
    with pytest.raises(SettingsError, match="bots") as raised:
        Settings(_env_file=None, bots=value)
    assert said in str(raised.value)


def test_the_environment_names_bots_separated_by_commas(monkeypatch) -> None:
    monkeypatch.setenv("AJAXCRAWL_BOTS", "known, MyBot")
    assert Settings(_env_file=None).bots == ("known", "MyBot")
    assert Settings(_env_file=None, bots="known").bots == ("known",)
