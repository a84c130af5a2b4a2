"""Numbers for Prometheus, and ``/metrics`` that gives them to the host's monitoring: beside the page or on a port of
its own, to everybody or for a token.

Names of numbers are fixed in the code; no person, table or card can become one."""

import hmac
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

__all__ = ["MetricsPage", "WebMeter"]

_TEXT = "text/plain; version=0.0.4; charset=utf-8"
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper ends of the histogram's classes, in seconds."""


class WebMeter(Collector):
    """Collects what the session and the page report, in a registry of its own. Fits ``bot.session.port.protocols.Meter``.
    ``worker``: our name among several, which is a label of all that is told."""

    def __init__(self, worker: str = "") -> None:
        self._worker = worker
        self.registry = CollectorRegistry()
        if worker:
            Info("paiju_worker", "Which worker this is.", registry=self.registry).info({"worker": worker})
        ProcessCollector(registry=self.registry)
        self._counted = Counter("paiju_events", "What happened, by kind.", ["what"], registry=self.registry)
        self._seconds = Histogram(
            "paiju_seconds", "How long things took, by kind.", ["what"], registry=self.registry, buckets=_BUCKETS
        )
        self._now = Gauge("paiju_now", "How many there are at this moment, by kind.", ["what"], registry=self.registry)

    def count(self, name: str, amount: int = 1) -> None:
        self._counted.labels(name).inc(amount)

    def observe(self, name: str, seconds: float) -> None:
        self._seconds.labels(name).observe(seconds)

    def level(self, name: str, value: float) -> None:
        self._now.labels(name).set(value)

    def follow(self, name: str, level: Callable[[], float]) -> None:
        """Ask from now on for a level whenever it is to be told."""
        self._now.labels(name).set_function(level)

    def read(self, source: Callable[[], Iterable[Metric]]) -> None:
        """Tell from now on what this says whenever the numbers are asked for."""
        self.registry.register(_Read(source))

    def collect(self) -> Iterator[Metric]:
        for metric in self.registry.collect():
            if self._worker:
                metric.samples = [
                    sample._replace(labels={**sample.labels, "worker": self._worker}) for sample in metric.samples
                ]
            yield metric


@dataclass(frozen=True, slots=True)
class _Read(Collector):
    source: Callable[[], Iterable[Metric]]

    def collect(self) -> Iterable[Metric]:
        return self.source()


class MetricsPage:
    """``refresh`` is called before each answer. With ``port`` (0: any free one) it listens there, at ``host``, by itself."""

    def __init__(
        self, meter: WebMeter, refresh: Callable[[], None], *, host: str, port: int | None = None, token: str = ""
    ) -> None:
        self._meter, self._refresh = meter, refresh
        self._host, self._port, self._token = host, port, token
        self._runner: web.AppRunner | None = None
        self.apart, self.wanted = port is not None, port or 0
        """Whether it has a port of its own, and which was asked for."""

    @property
    def port(self) -> int:
        """Its own port, once it is served there."""
        assert self._runner is not None, "not started"
        return int(self._runner.addresses[0][1])

    async def answer(self, request: web.Request) -> web.Response:
        """The numbers, or 401 without the token."""
        if self._token:
            given = request.headers.get("Authorization", "")
            if not hmac.compare_digest(given.encode(), f"Bearer {self._token}".encode()):
                raise web.HTTPUnauthorized(text="a token is needed", headers={"WWW-Authenticate": "Bearer"})
        self._refresh()
        return web.Response(body=generate_latest(self._meter), headers={"Content-Type": _TEXT})

    async def start(self) -> None:
        """Listen where it has a port of its own; ``OSError`` if that cannot be had."""
        if self._port is None:
            return
        app = web.Application()
        app.router.add_get("/metrics", self.answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, self._host, self._port).start()
        except OSError:
            await runner.cleanup()
            raise
        self._runner = runner

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
