"""The lines of the games' sections: how fast the rules are, how well and how quickly AI players play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bench.row import Figures, Row

__all__ = ["gandengyan_ai", "gongzhu_ai", "liujiatong_ai", "speed"]

_RATES: Final = {
    "rounds_per_second": "random rounds/s",
    "legal_calls_per_second": "legal-play calls/s",
    "checks_per_second": "checks of a play/s",
}
_AIMS: Final[Mapping[tuple[str, str, str], int]] = {
    ("gongzhu", "rounds_per_second", "paiju fast"): 6_000,
    ("gongzhu", "rounds_per_second", "paiju contract"): 1_500,
}
"""By section, figure and engine."""
_MOST_MILLISECONDS: Final = 100


def speed(figures: Figures, section: str) -> Iterator[Row]:
    """Rates by engine, the long lists, peak memory."""
    for key, what in _RATES.items():
        for engine, rate in figures.get(key, {}).items():
            aim = _AIMS.get((section, key, engine))
            yield Row(
                section, f"{what}, {engine}", f"{rate:,.0f}",
                aim=f">= {aim:,}" if aim else "", reached=rate >= aim if aim else None,
            )  # fmt: skip
    for key in ("lead_of_36_cards", "lead_of_15_cards"):
        found = figures.get(key, {})
        for name, value in found.items():
            yield from _leaves(section, f"{key.replace('_', ' ')}, {name}", value)
    for name, memory in figures["peak_memory_mib"].items():
        yield Row(section, f"peak memory, {name}", "unknown" if memory is None else f"{memory:.1f} MiB")


def _leaves(section: str, name: str, value: Any) -> Iterator[Row]:
    if isinstance(value, Mapping):
        for inner, one in value.items():
            yield from _leaves(section, f"{name}, {inner}", one)
    else:
        yield Row(section, name, f"{value:,.2f}" if isinstance(value, float) else str(value))


def gongzhu_ai(figures: Figures, section: str) -> Iterator[Row]:
    """Two opposite seats against two: by how much the sums of points differ."""
    for name, found in figures["against"].items():
        aimed = name == "normal against random"
        yield Row(
            section, f"{name}, points ahead a round", f"{found['margin']:+.1f}",
            ratio=f"± {found['margin_error']:.1f}, n = {found['rounds']:,}",
            aim=">= 200" if aimed else "", reached=found["margin"] >= 200 if aimed else None,
        )  # fmt: skip
    yield from _moves(figures, section, "p99")


def liujiatong_ai(figures: Figures, section: str) -> Iterator[Row]:
    """Three against three: rounds with more points."""
    for name, found in figures["against"].items():
        aimed = name == "normal against random"
        yield Row(
            section, f"{name}, rounds won", f"{found['share']:.1%}",
            ratio=f"{found['low']:.1%} to {found['high']:.1%}, n = {found['rounds']:,}",
            aim="> 90%" if aimed else "", reached=found["share"] > 0.9 if aimed else None,
        )  # fmt: skip
        margin = f"{found['margin']:+.1f}"
        yield Row(section, f"{name}, points ahead a round", margin, ratio=f"± {found['margin_error']:.1f}")
    yield from _moves(figures, section, "max")


def gandengyan_ai(figures: Figures, section: str) -> Iterator[Row]:
    """One against others: the mean payment, positive beyond doubt."""
    for name, found in figures["against"].items():
        aimed = name == "normal against random"
        least = found["points"] - found["points_error_99"]
        yield Row(
            section, f"{name}, points a round", f"{found['points']:+.2f}",
            ratio=f"± {found['points_error_99']:.2f} (99 %), n = {found['rounds']:,}; won {found['share']:.1%}",
            aim="> 0 (99 %)" if aimed else "", reached=least > 0 if aimed else None,
        )  # fmt: skip
    yield from _moves(figures, section, "p99")


def _moves(figures: Figures, section: str, aimed_at: str) -> Iterator[Row]:
    for name, milliseconds in figures["milliseconds_a_move"].items():
        aimed = name == aimed_at
        yield Row(
            section, f"a move, {name}", f"{milliseconds:.2f} ms", aim=f"<= {_MOST_MILLISECONDS} ms" if aimed else "",
            reached=milliseconds <= _MOST_MILLISECONDS if aimed else None,
        )  # fmt: skip
