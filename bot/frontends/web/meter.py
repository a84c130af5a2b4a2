"""Numbers for Prometheus. Names are fixed here; no person, table or card can become one."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.process_collector import ProcessCollector

__all__ = ["WebMeter"]

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class WebMeter:
    """Collects what the session and the page report, in a registry of its own. Fits ``bot.session.port.metrics.Meter``."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._counted = Counter("paiju_events", "What happened, by kind.", ["what"], registry=self.registry)
        self._seconds = Histogram(
            "paiju_seconds", "How long things took, by kind.", ["what"], registry=self.registry, buckets=_BUCKETS
        )
        self._now = Gauge("paiju_now", "How many there are at this moment, by kind.", ["what"], registry=self.registry)

    def count(self, name: str, amount: int = 1) -> None:
        """Count what has happened so many times."""
        self._counted.labels(name).inc(amount)

    def observe(self, name: str, seconds: float) -> None:
        """Record how many seconds something took."""
        self._seconds.labels(name).observe(seconds)

    def level(self, name: str, value: float) -> None:
        """Set how many of something there are now."""
        self._now.labels(name).set(value)

    def text(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self.registry)
