"""The table of ``make bench``: one line a figure, with its ratio, its aim, and whether the aim is reached.

Each section's module returns figures in a shape of its own; the functions here know those shapes and say which figures
are measured against something: one function for the rules of every game, one for its AI players. A figure that nobody set
an aim for is listed all the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bench.row import Figures, Row
from games import GAMES

__all__ = ["Row", "rows_of", "table"]


def rows_of(section: str, figures: Figures) -> list[Row]:
    """The lines of one section."""
    other = _speed if section in GAMES else _strength if section.removesuffix("_ai") in GAMES else _plain
    return list(_SECTIONS.get(section, other)(figures, section))


_RATES: Final = {
    "rounds": "random rounds/s",
    "legal_calls": "legal-play calls/s",
    "environment_steps": "environment steps/s with observations",
    "checks": "checks of a play/s",
}
_LEAST: Final[Mapping[tuple[str, str, str], int]] = {
    ("doudizhu", "rounds", "paiju core"): 60_000,
    ("gandengyan", "rounds", "paiju core"): 20_000,
    ("guandan", "rounds", "paiju fast"): 250,
    ("guandan", "legal_calls", "paiju fast"): 50_000,
    ("gongzhu", "rounds", "paiju core"): 60_000,
    ("gongzhu", "rounds", "paiju contract"): 1_500,
}
"""The aims of rates a second, by game, rate and engine."""
_LEAST_RATIO: Final[Mapping[tuple[str, str, str], float]] = {
    ("doudizhu", "rounds", "paiju core"): 7.0,
    ("doudizhu", "legal_calls", "paiju core"): 5.0,
}
"""The aims of ratios to another engine."""
_MOST_MILLISECONDS: Final[Mapping[tuple[str, str], float]] = {
    ("guandan", "lead with two wild cards, legal_plays"): 1.0,
    ("gouji", "lead of 36 cards"): 1.0,
}
"""The aims of the long lists' medians."""
_MOST_MEMORY: Final = 40
"""MiB of a process that imports a game."""


def _speed(figures: Figures, section: str) -> Iterator[Row]:
    """How fast a game's rules are: rates by engine, the long lists, peak memory; ``section`` is its key."""
    for rate, what in _RATES.items():
        ratio_key = next((key for key in figures if key.startswith(f"{rate}_ratio_to_")), "")
        base = ratio_key.removeprefix(f"{rate}_ratio_to_").replace("_", " ")
        for engine, value in figures.get(f"{rate}_per_second", {}).items():
            if value is None:
                yield Row(section, f"{what}, {engine}", "not installed")
                continue
            least, times = _LEAST.get((section, rate, engine)), _LEAST_RATIO.get((section, rate, engine))
            ratio = figures[ratio_key][engine] if ratio_key else None
            reached = value >= least if least else ratio >= times if times and ratio else None
            aim = f">= {least:,}" if least else f">= {times:g} x" if times else ""
            yield Row(
                section, f"{what}, {engine}", f"{value:,.0f}",
                ratio=f"{ratio:.1f} x {base}" if ratio else "", aim=aim, reached=reached,
            )  # fmt: skip
    for key, found in figures.items():
        if isinstance(found, Mapping):
            yield from _lists(section, key.replace("_", " "), found)
    for name, memory in figures["peak_memory_mib"].items():
        aimed = name.startswith("import")
        yield Row(
            section, f"peak memory, {name}", "unknown" if memory is None else f"{memory:.1f} MiB",
            aim=f"<= {_MOST_MEMORY} MiB" if aimed else "",
            reached=memory <= _MOST_MEMORY if aimed and memory is not None else None,
        )  # fmt: skip


def _lists(section: str, name: str, found: Figures) -> Iterator[Row]:
    """The long lists among a game's figures: those with a median, or such by name."""
    if "median_ms" not in found:
        for inner, one in found.items():
            if isinstance(one, Mapping):
                yield from _lists(section, f"{name}, {inner}", one)
        return
    most = _MOST_MILLISECONDS.get((section, name))
    yield Row(
        section, f"{name}, median", f"{found['median_ms']:.2f} ms",
        ratio=f"p95 {found['p95_ms']:.2f} ms, {found['mean_length']:,.0f} plays on average, {found['longest']:,} at most",
        aim=f"< {most:g} ms" if most else "", reached=found["median_ms"] < most if most else None,
    )  # fmt: skip
    if "check_median_ms" in found:
        yield Row(section, f"{name}, check of one play, median", f"{found['check_median_ms']:.3f} ms")


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


def _levels(figures: Figures, section: str) -> Iterator[Row]:
    """How the levels of each game do against each other, and against outside players."""
    for line in figures["levels"]:
        name = f"{line['game']}: {line['one']} against {line['other']}"
        value, low, high = line["won"]
        yield Row(
            section, f"{name}, rounds won", f"{value:.1%}", ratio=f"{low:.1%} to {high:.1%}, {line['deals']:,} deals"
        )
        if line["margin"] is not None and None not in line["margin"]:
            value, low, _ = line["margin"]
            yield Row(section, f"{name}, points more a round", f"{value:+.2f}", ratio=f"± {value - low:.2f}")
        yield Row(section, f"{name}, a move, p95", f"{line['move_ms']['p95']:.1f} ms")


def _strength(figures: Figures, section: str) -> Iterator[Row]:
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


_PROCESSOR: Final[Mapping[str, float]] = {"telegram": 7.0, "discord": 9.0}
"""Milliseconds of processor time a press may take."""


def _cluster(figures: Figures, section: str) -> Iterator[Row]:
    """Several workers: acknowledgements, those of carried presses beside local ones, taking over, memory."""
    for workers, found in figures.items():
        start = f"{workers} worker{'s' * (workers != '1')}"
        many = f"{found['tables']} tables, {found['rate']:g} presses/s, n = {found['presses']}, {found['unanswered']} unanswered"
        waits = found["all_ms"]
        if waits:
            p50, p99 = waits["p50"], waits["p99"]
            yield Row(section, f"{start}: press to acknowledgement, p50", f"{p50:.0f} ms, p99 {p99:.0f} ms", ratio=many)
        local, carried = found["local_ms"], found["carried_ms"]
        if local and carried:
            more = carried["p99"] - local["p99"]
            yield Row(
                section, f"{start}: a carried press takes more, p99", f"{more:+.0f} ms", aim="< 25", reached=more < 25
            )
        if found["take_over_seconds"] is not None:
            taken = found["take_over_seconds"]
            yield Row(
                section,
                f"{start}: killed, its tables answered by the others after",
                f"{taken:.1f} s",
                aim="<= 10",
                reached=taken <= 10,
            )
        yield Row(section, f"{start}: memory a table", f"{found['memory_per_table_kib']:.0f} KiB")


def _start(figures: Figures, section: str) -> Iterator[Row]:
    for platform, found in figures.items():
        start, took = platform.title(), found["answered_after_start_s"]
        many = f"{found['tables']} tables, n = {found['presses']}"
        yield Row(section, f"{start}: ready after a restart", f"{found['ready_s']:.1f} s", ratio=many)
        yield Row(
            section, f"{start}: every table answered after the start", f"{took:.1f} s", aim="≤ 5", reached=took <= 5
        )
        for name, waits in (
            ("first answer while tables are read", found["first_answer_ms"]),
            ("answer later", found["later_answer_ms"]),
        ):
            yield Row(section, f"{start}: {name}, p50", f"{waits['p50']:.0f} ms, p99 {waits['p99']:.0f} ms")
        yield Row(section, f"{start}: all tables read", f"{found['all_read_s']:.0f} s")
        yield Row(section, f"{start}: messages sent by itself", f"{sum(found['sent_by_itself'].values())}")


def _press(figures: Figures, section: str) -> Iterator[Row]:
    for platform, found in figures.items():
        start, first = f"{platform}, {found['tables']:,} tables", found["first"]
        many = f"{first['rate']:g} presses/s, n = {first['presses']}, {first['unanswered']} unanswered"
        spent, most = first["processor_ms_a_press"], _PROCESSOR.get(platform)
        yield Row(
            section, f"{start}: processor time a press", f"{spent:.1f} ms", ratio=many,
            aim="" if most is None else f"<= {most:g} ms", reached=None if most is None else spent <= most,
        )  # fmt: skip
        yield Row(section, f"{start}:   without what runs at rest", f"{first['processor_ms_a_press_less_rest']:.1f} ms")
        yield Row(section, f"{start}: API calls a press", f"{first['calls_a_press']:.2f}")
        for method, calls in first["calls_a_press_by_method"].items():
            yield Row(section, f"{start}:   {method}", f"{calls:.2f}")
        if "p99" in (waits := first["acknowledged_ms"]):
            yield Row(
                section, f"{start}: press to acknowledgement, p50", f"{waits['p50']:.0f} ms, p99 {waits['p99']:.0f} ms"
            )
        more = " or more" if found["topmost_tried"] else ""
        yield Row(section, f"{start}: presses/s at p99 < 250 ms", f"{found['presses_a_second']:g}{more}")


def _spend(figures: Figures, section: str) -> Iterator[Row]:
    for start, found in figures.items():
        calls, waits = found["calls_an_action"], found["changed_ms"]
        many = f"{found['actions_a_table_and_minute']:g} actions a table and minute"
        yield Row(section, f"{start}: calls an action", f"{calls:.2f}", ratio=many, aim="<= 1.2", reached=calls <= 1.2)
        for kind, count in found["by_kind"].items():
            yield Row(section, f"{start}:   {kind}", f"{count:.2f}")
        yield Row(section, f"{start}: edits that nobody could read, an action", f"{found['overtaken']:.2f}")
        yield Row(section, f"{start}: processor time an action", f"{found['processor_ms_an_action']:.1f} ms")
        if "p99" in waits:
            yield Row(
                section, f"{start}: press to changed panel, p50", f"{waits['p50']:.0f} ms, p99 {waits['p99']:.0f} ms"
            )


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


def _page(figures: Figures, section: str) -> Iterator[Row]:
    """The page in a browser: on this processor and on one that is four times slower."""
    for slower, found in figures.items():
        yield Row(section, f"{slower}, lobby ready", f"{found['load_ms']:.0f} ms")
        for name, times in found.items():
            if not isinstance(times, Mapping):
                continue
            aimed = name == "tap"
            yield Row(
                section, f"{slower}, {name}, median", f"{times['median_ms']:.1f} ms",
                ratio=f"p95 {times['p95_ms']:.1f} ms, worst {times['worst_ms']:.1f} ms, n = {times['count']}",
                aim="<= 50 ms" if aimed else "", reached=times["median_ms"] <= 50 if aimed else None,
            )  # fmt: skip


_SECTIONS: Final[Mapping[str, Callable[[Figures, str], Iterator[Row]]]] = {
    "ai": _ai,
    "levels": _levels,
    "storage": _storage,
    "session": _session,
    "ratings": _ratings,
    "platforms": _platforms,
    "load": _load,
    "press": _press,
    "spend": _spend,
    "start": _start,
    "cluster": _cluster,
    "page": _page,
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
