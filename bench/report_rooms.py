"""The lines of the games' sections: how fast the rules are, how well and how quickly AI players play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bench.row import Figures, Row

__all__ = ["speed", "strength"]

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


@dataclass(frozen=True, slots=True)
class Aim:
    """What a game's players should reach. ``words`` say what counts in a round, ``places`` are its decimals;
    the moves' ``at`` (percentile or longest) should take at most ``milliseconds``."""

    share: float | None = None
    margin: float | None = None
    words: str = "points a round"
    places: int = 2
    at: str = "p99"
    milliseconds: int = 100


_STRENGTH: Final[Mapping[str, Aim]] = {
    "guandan": Aim(share=0.97, margin=2.6, words="net levels a round"),
    "gouji": Aim(share=0.95, words="team points ahead a round", at="max", milliseconds=150),
    "gongzhu": Aim(margin=200, words="points ahead a round", places=1),
    "liujiatong": Aim(share=0.9, words="points ahead a round", places=1, at="max"),
    "gandengyan": Aim(margin=0),
}


def strength(figures: Figures, section: str) -> Iterator[Row]:
    """How well and how quickly the AI players of a game play; ``section`` is its key with ``_ai``."""
    aim = _STRENGTH.get(section.removesuffix("_ai"), Aim())
    for name, found in figures["against"].items():
        aimed = name == "normal against random"
        least = aim.share if aimed else None
        yield Row(
            section, f"{name}, rounds won", f"{found['share']:.1%}",
            ratio=f"{found['low']:.1%} to {found['high']:.1%}, n = {found['rounds']:,}",
            aim="" if least is None else f">= {least:.0%}", reached=None if least is None else found["share"] >= least,
        )  # fmt: skip
        least = aim.margin if aimed else None
        beyond_doubt = found["margin"] - (found["margin_error"] if least == 0 else 0)
        yield Row(
            section, f"{name}, {aim.words}", f"{found['margin']:+.{aim.places}f}",
            ratio=f"± {found['margin_error']:.{aim.places}f}",
            aim="" if least is None else f"> {least:g}" + (" (99 %)" if least == 0 else ""),
            reached=None if least is None else beyond_doubt > least,
        )  # fmt: skip
    for name, milliseconds in figures["milliseconds_a_move"].items():
        aimed = name == aim.at
        yield Row(
            section, f"a move, {name}", f"{milliseconds:.2f} ms", aim=f"<= {aim.milliseconds} ms" if aimed else "",
            reached=milliseconds <= aim.milliseconds if aimed else None,
        )  # fmt: skip
    for why, milliseconds in figures["most_milliseconds_by_question"].items():
        yield Row(section, f"a move, longest, {why}", f"{milliseconds:.2f} ms")
