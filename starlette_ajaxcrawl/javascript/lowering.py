"""Lowers scripts for the JVM: from the folder of lowered ones, else by an engine that is made when it is needed."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from . import vendor
from .compiler import FILES, SOURCES
from .disk_cache import DiskCache
from .engine import Engine, EngineBroken, EngineStopped
from .vendor import EngineUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..settings import Settings

logger = logging.getLogger(__name__)

IDLE = 10.0  # seconds; an engine holds some 100 MB and is made again in a fifth of a second
WARM_UP = SOURCES / "warm_up.js"
RETRY = 60.0  # seconds after which an engine that could not be made is made anew: memory may have been short


class Lowering:
    """What Java calls. Safe to use from several threads: one source is lowered at a time, off the event loop."""

    def __init__(
        self, cache: DiskCache | None = None, *, idle: float = IDLE, make_engine: Callable[[], Engine] = Engine
    ) -> None:
        self._cache = cache
        self._idle = idle
        self._make_engine = make_engine
        self._lock = threading.Lock()
        self._engine: Engine | None = None
        self._engine_pid = 0
        self._used = 0.0
        self._reaper: threading.Timer | None = None
        self._unavailable: str | None = None
        self._retry_at = 0.0
        self._version: bytes | None = None

    def lower(self, kind: str, source: bytes) -> bytes:
        """A line of JSON and the lowered source, see ``lower.js``; ``{"unavailable": reason}`` where there is no V8.

        ``source`` is UTF-8. Never raises.
        """
        try:
            key = self._key(kind, source)
            known = self._cache.get(key) if self._cache else None
            if known is not None:
                return known
            with self._lock:
                reply = self._lower(kind, source.decode("utf-8"))
            if self._cache:
                self._cache.put(key, reply)
        except EngineUnavailable as error:
            if self._unavailable != error.reason:
                logger.warning("modern scripts are not translated: %s", error.reason)
            self._unavailable = error.reason
            return _head({"unavailable": error.reason})
        except EngineStopped as error:
            return _head({"unavailable": str(error)})
        except EngineBroken as error:
            logger.warning("a script could not be translated: %s", error)
            return _head({"error": {"message": f"can't be translated: {error}", "line": 1, "column": 1}})
        except Exception as error:
            logger.exception("lowering failed")
            return _head({"unavailable": f"lowering failed: {error!r}"})
        return reply

    def prepare(self) -> None:
        """Get an engine ready beside what the caller does, where no script was lowered yet: the first page will ask."""
        if self._cache is None or self._cache.is_empty():
            threading.Thread(target=self._prepare, name="ajaxcrawl-lowering-start", daemon=True).start()

    def _prepare(self) -> None:
        source = WARM_UP.read_bytes()
        with suppress(EngineUnavailable, EngineBroken):  # the first script says so
            key = self._key("module", source)
            with self._lock:
                reply = self._lower("module", source.decode("utf-8"))
            if self._cache:  # where pages have no modern scripts nothing else would be in it at the next start
                self._cache.put(key, reply)

    def close(self) -> None:
        """Free the engine, even where it is at work; a later call makes another."""
        engine = self._engine
        if engine is not None and self._engine_pid == os.getpid():
            engine.stop()
        with self._lock:
            self._drop()

    def _lower(self, kind: str, source: str) -> bytes:
        engine = self._ready_engine()
        try:
            lowered = engine.lower(kind, source)
        except EngineBroken:
            self._drop()
            raise
        self._used = time.monotonic()
        return _head(lowered.head) + lowered.code.encode("utf-8", "replace")

    def _ready_engine(self) -> Engine:
        if self._engine is None or self._engine_pid != os.getpid():  # after a fork it is the parent's
            if self._unavailable is not None and time.monotonic() < self._retry_at:
                raise EngineUnavailable(self._unavailable)
            self._retry_at = time.monotonic() + RETRY
            self._engine = self._make_engine()
            self._engine_pid = os.getpid()
            self._watch(self._idle)
        return self._engine

    def _watch(self, seconds: float) -> None:
        self._reaper = threading.Timer(seconds, self._reap)
        self._reaper.daemon = True
        self._reaper.start()

    def _reap(self) -> None:
        with self._lock:
            rest = self._used + self._idle - time.monotonic()
            if self._engine is None:
                return
            if rest <= 0:
                self._drop()
            else:
                self._watch(rest)

    def _drop(self) -> None:
        if self._reaper is not None:
            self._reaper.cancel()
            self._reaper = None
        engine, self._engine = self._engine, None
        if engine is not None and self._engine_pid == os.getpid():
            engine.close()

    def _key(self, kind: str, source: bytes) -> str:
        return hashlib.sha256(self._engine_version() + kind.encode() + b"\0" + source).hexdigest()

    def _engine_version(self) -> bytes:
        """Changes with anything that lowered code depends on."""
        if self._version is None:
            acorn = vendor.find_acorn()
            digest = hashlib.sha256()
            for path in (acorn, *(SOURCES / name for name in FILES)):
                digest.update(path.read_bytes() + b"\0")
            self._version = digest.digest()
        return self._version


def lowering_for(settings: Settings) -> Lowering:
    """The lowering that ``settings`` describe."""
    folder = settings.javascript_cache
    if not folder:
        return Lowering()
    path = platformdirs.user_cache_path("starlette-ajaxcrawl") / "javascript" if folder == "default" else Path(folder)
    return Lowering(DiskCache(path, settings.max_javascript_cache_bytes))


def java_lowering(lowering: Lowering) -> Any:
    """``lowering`` as an ``ajaxcrawl.Lowering``; the JVM must run."""
    import jpype

    def lower(kind: Any, source: Any) -> Any:
        return jpype.JArray(jpype.JByte)(lowering.lower(str(kind), bytes(source)))

    return jpype.JProxy("ajaxcrawl.Lowering", dict={"lower": lower})


def _head(head: Any) -> bytes:
    return json.dumps(head).encode() + b"\n"
