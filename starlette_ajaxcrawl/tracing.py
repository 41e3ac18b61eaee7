"""OpenTelemetry: a span for each render, where the package opentelemetry-api is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .events import Event, Observer, Rendered

if TYPE_CHECKING:
    from .snapshot import Rendering


def observer() -> Observer | None:
    """What makes spans of renders; None where OpenTelemetry's API is not installed.

    A render's span belongs to that of the request that began it. It holds the wait for a place, the page and the
    serialising; the page holds its requests.
    """
    try:
        from opentelemetry import trace
    except ImportError:
        return None
    tracer = trace.get_tracer("starlette_ajaxcrawl")
    failed = trace.StatusCode.ERROR

    def make_spans(event: Event) -> None:
        if not isinstance(event, Rendered):
            return
        attributes: dict[str, Any] = {"url.full": event.url, "ajaxcrawl.outcome": event.outcome}
        if event.reason:
            attributes["ajaxcrawl.reason"] = event.reason
        span = tracer.start_span("ajaxcrawl.render", start_time=_nanoseconds(event.started), attributes=attributes)
        if span.is_recording():
            if event.error is not None:
                span.set_status(failed, event.reason)
            if event.rendering is not None:
                span.set_attribute("http.response.status_code", event.rendering.snapshot.status)
                add_phases(trace.set_span_in_context(span), event.rendering, event.started)
        span.end(_nanoseconds(event.started + event.seconds))

    def add_phases(parent: Any, rendering: Rendering, began: float) -> None:
        times = rendering.timings
        page = began + times.wait
        serialise = page + times.fetch + times.script
        add("ajaxcrawl.wait", parent, began, times.wait)
        context = add(
            *("ajaxcrawl.page", parent, page, times.fetch + times.script),
            {"ajaxcrawl.fetch_seconds": times.fetch, "ajaxcrawl.script_seconds": times.script},
        )
        for request in rendering.requests:
            add(
                *(request.method, context, page + request.started, request.seconds),
                {
                    "http.request.method": request.method,
                    "url.full": request.url,
                    "http.response.status_code": request.status,
                    "ajaxcrawl.outcome": request.outcome,
                },
                kind=trace.SpanKind.CLIENT,
                is_error=request.outcome not in ("ok", "blocked"),
            )
        add("ajaxcrawl.serialise", parent, serialise, times.serialise)

    def add(
        name: str,
        parent: Any,
        began: float,
        seconds: float,
        attributes: dict[str, Any] | None = None,
        kind: Any = trace.SpanKind.INTERNAL,
        is_error: bool = False,
    ) -> Any:
        span = tracer.start_span(name, parent, kind, attributes, start_time=_nanoseconds(began))
        if is_error:
            span.set_status(failed)
        span.end(_nanoseconds(began + seconds))
        return trace.set_span_in_context(span)

    return make_spans


def _nanoseconds(seconds: float) -> int:
    return int(seconds * 1e9)
