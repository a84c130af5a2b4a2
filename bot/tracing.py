"""The steps of each update as spans of OpenTelemetry, for hosts who collect them: what log lines tell with ``seconds`` while
they bear a trace, from the press to the commit and to the answer, at whichever worker. Of what they say only numbers and the
names of our classes go along."""

import time
from collections.abc import MutableMapping
from typing import Any, Final

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags, set_span_in_context
from structlog.contextvars import get_contextvars

from bot.logs import Watcher

__all__ = ["spans"]

_TOLD: Final = ("command", "match", "ok", "sending", "seq", "table")


def spans(endpoint: str, worker: str = "") -> Watcher:
    """What is shown the log lines. ``endpoint``: of a collector that takes OTLP over HTTP."""
    named = {"service.name": "paiju"} | ({"service.instance.id": worker} if worker else {})
    provider = TracerProvider(resource=Resource.create(named))
    # A collector that is away must not hold up the end of the program.
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{endpoint}/v1/traces", timeout=2)))
    tracer = provider.get_tracer("paiju")

    def watch(_: Any, __: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        trace, seconds = get_contextvars().get("trace"), entry.get("seconds")
        if trace is None or not isinstance(seconds, float):
            return entry
        # The update itself is what they all lie below: each worker knows its id, and none has to end it.
        update = SpanContext(int(trace, 16), int(trace[16:], 16), True, TraceFlags(TraceFlags.SAMPLED))
        told = {name: entry[name] for name in _TOLD if entry.get(name) is not None}
        now = time.time_ns()
        context = set_span_in_context(NonRecordingSpan(update))
        span = tracer.start_span(str(entry["event"]), context, attributes=told, start_time=now - int(seconds * 1e9))
        span.end(now)
        return entry

    return watch
