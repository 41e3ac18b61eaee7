"""Jobs and results as signed data: JSON and bytes, never objects of Python."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import lru_cache
from hashlib import sha256

from .. import __version__
from ..errors import RenderError, RendererUnavailable, UrlError
from ..renderers.process import values
from ..settings import Settings
from ..snapshot import Headers, Rendering, RenderRequest
from .signing import NotSigned, check, signature


@dataclass(frozen=True)
class Job:
    """A render for a worker: its page's requests go to ``origin``, and nobody waits for it after ``expires``.

    Times are in seconds since the epoch: ``expires`` by the clock of the Redis server, ``site_expires`` is the same by
    that of the site. ``waiter`` is who waits, see ``Results``.
    """

    id: str
    url: str
    settings: str
    headers: Headers
    origin: str
    waiter: str
    expires: float
    site_expires: float
    version: str = __version__
    protocol: int = values.PROTOCOL

    @property
    def request(self) -> RenderRequest:
        """What is to be rendered. Raises ``SettingsError`` for settings that this version does not know."""
        return RenderRequest(self.url, _settings(self.settings), self.headers)


@lru_cache(maxsize=64)  # a site has one for each path with overrides of its own
def _settings(text: str) -> Settings:
    return Settings(_env_file=None, _environment=False, **json.loads(text))


def page_name(request: RenderRequest) -> str:
    """What requests for one page, for those who send the same headers, have in common."""
    return sha256(json.dumps([request.url, request.headers]).encode()).hexdigest()


def other_version(workers: str, site: str) -> str:
    """Why a job is refused that is of another version than who would do it."""
    return f"the worker has version {workers} of the package, the site has {site}: install the same for both"


def job_text(key: str, job: Job) -> str:
    """A signed job."""
    text = json.dumps(vars(job))
    return f"{signature(key, 'job', text.encode())} {text}"


def to_job(key: str, signed: str) -> Job:
    """The job that ``job_text`` was given. Raises ``NotSigned``, ``ValueError`` for one of another protocol."""
    mac, _, text = signed.partition(" ")
    check(key, "job", text.encode("utf-8", "replace"), mac)
    data = json.loads(text)
    if {field.name for field in fields(Job)} != data.keys():
        raise ValueError("a job has other fields")
    return Job(**{**data, "headers": values.to_headers(data["headers"])})


def result_fields(key: str, job_id: str, outcome: Rendering | RenderError | UrlError) -> dict[str, bytes]:
    """A signed result, as fields of an entry in Redis."""
    if isinstance(outcome, Rendering):
        data, body = values.rendering_data(outcome)
    else:
        data, body = values.error_data(outcome), b""
    head = json.dumps({**data, "job": job_id}).encode()
    signed = signature(key, "result", _signed(head, body)).encode()
    return {"job": job_id.encode(), "head": head, "body": body, "signature": signed}


def to_outcome(key: str, job: Job, found: dict[bytes, bytes]) -> Rendering | RenderError | UrlError:
    """What ``result_fields`` was given; where it is not signed that is the error."""
    try:
        head, body = found[b"head"], found[b"body"]
        check(key, "result", _signed(head, body), found[b"signature"].decode("latin-1"))
        data = json.loads(head)
        if data.get("job") != job.id:
            raise NotSigned("a result is another job's")
        return values.to_error(data) if "error" in data else values.to_rendering(data, body)
    except (KeyError, ValueError) as error:
        return RendererUnavailable(job.url, f"what came from the fleet is no result: {error}")


def _signed(head: bytes, body: bytes) -> bytes:
    return len(head).to_bytes(8, "big") + head + body
