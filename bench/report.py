"""The table of ``make bench``: one line a figure, with its ratio, its aim, and whether the aim is reached.

Each section's module returns figures in a shape of its own; the functions here know those shapes and say which figures
are measured against something. A figure that nobody set an aim for is listed all the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bench.report_rooms import speed, strength
from bench.row import Figures, Row
from games import GAMES

__all__ = ["Row", "rows_of", "table"]


def rows_of(section: str, figures: Figures) -> list[Row]:
    """The lines of one section."""
    other = strength if section.removesuffix("_ai") in GAMES else _plain
    return list(_SECTIONS.get(section, other)(figures, section))


def _games(figures: Figures, section: str) -> Iterator[Row]:
    for key, what, times in (("rounds", "random rounds/s", 7.0), ("legal_calls", "legal-play calls/s", 5.0)):
        ratios = figures[f"{key}_ratio_to_rlcard_bare"]
        for engine, rate in figures[f"{key}_per_second"].items():
            name = f"{what}, {engine}"
            if rate is None:
                yield Row(section, name, "not installed")
                continue
            ratio, aimed = ratios[engine], engine == "paiju fast"
            yield Row(
                section, name, f"{rate:,.0f}",
                ratio=f"{ratio:.1f} x rlcard bare" if ratio else "",
                aim=f">= {times:g} x" if aimed else "",
                reached=ratio >= times if aimed and ratio else None,
            )  # fmt: skip
    for name, memory in figures["peak_memory_mib"].items():
        aimed = name.startswith("import")
        value = "unknown" if memory is None else f"{memory:.1f} MiB"
        reached = memory <= 40 if aimed and memory is not None else None
        yield Row(section, f"peak memory, {name}", value, aim="<= 40 MiB" if aimed else "", reached=reached)


def _guandan(figures: Figures, section: str) -> Iterator[Row]:
    for key, what, aim in (
        ("rounds_per_second", "random rounds/s", 250),
        ("legal_calls_per_second", "legal-play calls/s", 50_000),
    ):
        for engine, rate in figures[key].items():
            aimed = engine == "paiju fast"
            yield Row(
                section, f"{what}, {engine}", f"{rate:,.0f}",
                aim=f">= {aim:,}" if aimed else "", reached=rate >= aim if aimed else None,
            )  # fmt: skip
    leads = figures["lead_with_two_wild_cards"]
    for name, most in (("legal_plays", 1.0), ("moves", None)):
        median = leads[f"{name}_median_ms"]
        yield Row(
            section, f"lead of 27 cards with two wild cards, {name}, median", f"{median:.2f} ms",
            ratio=f"p95 {leads[f'{name}_p95_ms']:.2f} ms, {leads[f'{name}_mean_length']:.0f} plays on average",
            aim=f"< {most:g} ms" if most else "", reached=median < most if most else None,
        )  # fmt: skip
    for name, memory in figures["peak_memory_mib"].items():
        yield Row(section, f"peak memory, {name}", "unknown" if memory is None else f"{memory:.1f} MiB")


def _gouji(figures: Figures, section: str) -> Iterator[Row]:
    for key, what in (("rounds_per_second", "random rounds/s"), ("legal_calls_per_second", "legal-play calls/s")):
        for engine, rate in figures[key].items():
            yield Row(section, f"{what}, {engine}", f"{rate:,.0f}")
    for key, what, most in (
        ("lead_of_36_cards", "lead of 36 cards as dealt, legal plays, median", 1.0),
        ("longest_lead_of_36_cards", "longest lead of 36 cards, legal plays, median", None),
    ):
        leads = figures[key]
        yield Row(
            section, what, f"{leads['median_ms']:.2f} ms",
            ratio=f"p95 {leads['p95_ms']:.2f} ms, {leads['mean_length']:,.0f} plays on average",
            aim=f"< {most:g} ms" if most else "", reached=leads["median_ms"] < most if most else None,
        )  # fmt: skip
    for name, memory in figures["peak_memory_mib"].items():
        yield Row(section, f"peak memory, {name}", "unknown" if memory is None else f"{memory:.1f} MiB")


_WIN_AIMS = {"random": 0.95, "doudizhu-rule-v1": 0.55}


def _ai(figures: Figures, section: str) -> Iterator[Row]:
    level = figures["level"]
    for other in [*figures["against"], *(name for name in _WIN_AIMS if name not in figures["against"])]:
        roles = figures["against"].get(other)
        if roles is None:
            yield Row(section, f"{level} against {other}", "not installed")
            continue
        for role, rate in roles.items():
            aim = _WIN_AIMS.get(other) if role == "all" else None
            yield Row(
                section, f"{level} against {other}, {'all roles' if role == 'all' else role}", f"{rate['rate']:.1%}",
                ratio=f"{rate['low']:.1%} to {rate['high']:.1%}, n = {rate['rounds']:,}",
                aim=f">= {aim:.0%}" if aim else "",
                reached=rate["rate"] >= aim if aim else None,
            )  # fmt: skip
    for name, milliseconds in figures["milliseconds_a_move"].items():
        aimed = name in {"p99", "max"}
        reached = milliseconds <= 50 if aimed else None
        yield Row(
            section, f"a move, {name}", f"{milliseconds:.2f} ms", aim="<= 50 ms" if aimed else "", reached=reached
        )
    for name, share in figures.get("bidding", {}).items():
        yield Row(section, f"bidding, {name}", f"{share:.1%}")


def _storage(figures: Figures, section: str) -> Iterator[Row]:
    for name, row in figures.items():
        waits = f", p50 {row['p50_ms']:.1f} ms, p99 {row['p99_ms']:.1f} ms" if "p50_ms" in row else ""
        value = f"{row['actions_per_second']:,.0f}{waits}"
        yield Row(section, f"durable actions/s, {name}", value, ratio=f"{row['ratio_to_bare_loop']:.2f} x bare loop")


def _session(figures: Figures, section: str) -> Iterator[Row]:
    for size, row in figures.items():
        count = f"n = {row['actions']}"
        for name, key in (("action to its reply", "reply_ms"), ("action to the next one's notice", "notify_ms")):
            for mark in ("p50", "p99"):
                yield Row(section, f"{size}: {name}, {mark}", f"{row[key][mark]:.1f} ms", ratio=count)
        for name, seconds in row["restart_seconds"].items():
            yield Row(section, f"{size}: restart, {name}", f"{seconds:.2f} s")
        if row.get("memory_per_table_kib") is not None:
            yield Row(section, f"{size}: memory per table", f"{row['memory_per_table_kib']} KiB")


_ACKNOWLEDGED = {"discord": ("<= 3 s", 3_000.0)}
"""Discord drops what is not acknowledged in time; Telegram sets no limit that people would notice."""


def _platforms(figures: Figures, section: str) -> Iterator[Row]:
    for platform, found in figures.items():
        aim, limit = _ACKNOWLEDGED.get(platform, ("", 0.0))
        yield Row(section, f"{platform}: start-up", f"{found['start_seconds']:.1f} s")
        for when, memory in found["resident_mib"].items():
            yield Row(section, f"{platform}: resident memory, {when}", f"{memory:.0f} MiB")
        total = sum(found["calls_per_action"].values())
        yield Row(section, f"{platform}: API calls an action", f"{total:.2f}", ratio=f"n = {found['actions']}")
        for method, calls in found["calls_per_action"].items():
            yield Row(section, f"{platform}:   {method}", f"{calls:.2f}")
        for name, key in (
            ("update to acknowledgement", "acknowledged_ms"),
            ("action to the next one's notice", "told_ms"),
        ):
            for mark, milliseconds in found[key].items():
                if mark == "n":
                    continue
                aimed = bool(aim) and key == "acknowledged_ms" and mark == "p99"
                yield Row(
                    section, f"{platform}: {name}, {mark}", f"{milliseconds:.1f} ms", ratio=f"n = {found[key]['n']}",
                    aim=aim if aimed else "", reached=milliseconds <= limit if aimed else None,
                )  # fmt: skip


def _load(figures: Figures, section: str) -> Iterator[Row]:
    for platform, found in figures.items():
        start = f"{platform}, {found['tables']:,} tables"
        for phase, limits in (("program", "no limits"), ("published", "published limits")):
            part = found[phase]
            many = f"{found['rate']:g} presses/s, n = {part['presses']}, {part['unanswered']} unanswered"
            for name, key in (
                ("press to acknowledgement", "acknowledged_ms"),
                ("press to the next one's notice", "told_ms"),
                ("the measurer itself late", "measurer_late_ms"),
            ):
                if "p99" in part[key]:
                    value = f"{part[key]['p50']:.0f} ms, p99 {part[key]['p99']:.0f} ms"
                    yield Row(section, f"{start}, {limits}: {name}, p50", value, ratio=many)
        for name, seconds in found["restart_seconds"].items():
            yield Row(section, f"{start}: restart, {name}", "not all" if seconds is None else f"{seconds:.1f} s")
        for name, memory in found["resident_mib"].items():
            yield Row(section, f"{start}: resident memory, {name}", f"{memory:.0f} MiB")
        yield Row(section, f"{start}: memory per table", f"{found['memory_per_table_kib']:.0f} KiB")


def _plain(figures: Figures, section: str) -> Iterator[Row]:
    """Whatever is there, by its path of names."""
    for name, value in _leaves(figures, ""):
        yield Row(section, name, f"{value:,.3f}" if isinstance(value, float) else str(value))


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(inner, f"{path}, {name}".removeprefix(", "))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _leaves(inner, f"{path} {number}".strip())
    else:
        yield path, value


def _ratings(figures: Figures, section: str) -> Iterator[Row]:
    many = f"{figures['matches']:,} matches stored"
    for name in ("leaderboard", "stats", "stats of the regular", "history"):
        waits = figures[name]
        aimed = name != "history"
        told = f"p50 {waits['p50_ms']:.1f} ms, processor p99 {waits['cpu_p99_ms']:.1f} ms"
        yield Row(
            section, f"/{name}, {many}, p99", f"{waits['p99_ms']:.1f} ms", ratio=told,
            aim="< 100 ms" if aimed else "", reached=waits["p99_ms"] < 100 if aimed else None,
        )  # fmt: skip
    yield Row(section, "a round counted into its lists", f"{figures['count_one_round_ms']:.1f} ms")
    rebuild = figures["rebuild"]
    yield Row(
        section, f"all ratings anew from {rebuild['rounds']:,} rounds", f"{rebuild['seconds']:.1f} s",
        ratio=f"{rebuild['changed']} of {rebuild['ratings']:,} otherwise", aim="0 otherwise", reached=not rebuild["changed"],
    )  # fmt: skip


_SECTIONS: dict[str, Callable[[Figures, str], Iterator[Row]]] = {
    "games": _games,
    "guandan": _guandan,
    "gouji": _gouji,
    "ai": _ai,
    "gongzhu": speed,
    "liujiatong": speed,
    "gandengyan": speed,
    "storage": _storage,
    "session": _session,
    "ratings": _ratings,
    "platforms": _platforms,
    "load": _load,
}


def table(rows: list[Row]) -> str:
    """The lines below each other, a blank one between sections."""
    cells = [
        (
            row.section,
            row.name,
            row.value,
            row.ratio,
            row.aim,
            {None: "", True: "reached", False: "MISSED"}[row.reached],
        )
        for row in rows
    ]
    head = ("", "figure", "value", "ratio or interval", "aim", "")
    widths = [max(_width(cell[column]) for cell in [head, *cells]) for column in range(6)]
    lines = [_line(head, widths), "  ".join("-" * width for width in widths)]
    before = rows[0].section if rows else ""
    for cell in cells:
        if cell[0] != before:
            lines.append("")
            before = cell[0]
        lines.append(_line(cell, widths))
    return "\n".join(lines)


def _line(cell: tuple[str, ...], widths: list[int]) -> str:
    return "  ".join(text + " " * (width - _width(text)) for text, width in zip(cell, widths, strict=True)).rstrip()


def _width(text: str) -> int:
    """Columns on a terminal; Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
