"""All AI levels against each other and against outside players: ``docs/strength.md`` is written by it.

``python -m bench.levels [--games KEY…] [--share 0.1 | --deals N] [--workers W] [--page FILE] [--json FILE] [--known FILE…]``.
What takes hours is measured game by game, and put together from the files of earlier runs (``--known``). Every deal is played
from all sides; both levels sit in turn round the table, in games of teams each is a team. In Dou Dizhu one level is the
landlord and the other both peasants, then the other way round, without bidding: its rounds have two sides as those of the
other games.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import arena
from bench.ai import Ours, from_both_sides, rule_player
from games import GAMES

__all__ = ["figures", "page", "together"]

PAIRS: Final = (("strong", "normal"), ("normal", "easy"), ("easy", "random"), ("strong", "random"))
DEALS: Final = {"doudizhu": 1000, "guandan": 300, "gouji": 100, "gongzhu": 60, "liujiatong": 60, "gandengyan": 1000}
"""Deals of the first pair; the others get a quarter of them. So many fit into some minutes for each game."""
_HEAD: Final = """# How strong the players are

Written by `python -m bench.levels --page docs/strength.md` ({machine}, {workers} processes); `make bench` measures again.
Figures of games whose rounds take long may come from runs of their own (`--deals`, `--known`). Every deal is played from all
sides. *Won* is the share of rounds that a seat of the first player has won, *points* what such a seat gets a round, *margin* how
much more than a seat of the second; all with their 95 % intervals. *ms* is the first player's processor time a move: mean, 95th
percentile and longest. Players see the view of their own seat only.

Even players win half of the rounds in games of two sides, a quarter in Gong Zhu and Gan Deng Yan at four. In Dou Dizhu both
players sit on both sides, so that points tell more than rounds; *by sides* one is the landlord and the other both peasants, and
the other way round, without bidding.

| game | players | deals | won | points a round | margin | ms a move |
| --- | --- | --- | --- | --- | --- | --- |
"""


def figures(
    games: tuple[str, ...], share: float, workers: int, told: Callable[[str], None], deals: int = 0
) -> list[dict[str, Any]]:
    """Return a line for each game and pair of players, over a share of the usual deals, or over ``deals`` of them and only
    the strongest pair."""
    found = []
    for line in _lines(games, share, workers) if not deals else _strongest(games, deals, workers):
        found.append(line)
        told(_row(line))
    return found


def _lines(games: tuple[str, ...], share: float, workers: int) -> Iterator[dict[str, Any]]:
    for game in games:
        known = {"random", *GAMES[game].levels}
        for place, (one, other) in enumerate(PAIRS):
            if {one, other} <= known:
                deals = max(2, round(share * DEALS[game] / (1 if place == 0 else 4)))
                yield _contest(game, one, other, deals, workers)
        if game == "doudizhu":
            yield from _two_sides(max(2, round(share * DEALS[game])))


def _strongest(games: tuple[str, ...], deals: int, workers: int) -> Iterator[dict[str, Any]]:
    for game in games:
        yield _contest(game, *PAIRS[0], deals, workers)
        if game == "doudizhu":
            yield from _two_sides(deals)


def together(known: list[dict[str, Any]], new: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the lines of both, of two that tell the same the one over more deals, in the order in which they are measured."""
    best: dict[tuple[str, str, str], dict[str, Any]] = {}
    for line in [*known, *new]:
        key = (line["game"], line["one"], line["other"])
        if key not in best or best[key]["deals"] <= line["deals"]:
            best[key] = line
    order = list(GAMES)
    return sorted(best.values(), key=lambda line: order.index(line["game"]))


def _contest(game: str, one: str, other: str, deals: int, workers: int) -> dict[str, Any]:
    report = arena.play(game, [one, other], n=deals, duplicate=True, workers=workers, seed="levels", progress=False)
    mine = json.loads(report.to_json())["players"][one]
    return {"game": game, "one": one, "other": other, "deals": deals, **mine}


def _two_sides(deals: int) -> Iterator[dict[str, Any]]:
    """Dou Dizhu by sides, against ``normal`` and against the rule agent of another engine where that is installed."""
    others: list[tuple[str, Any]] = [("normal, by sides", Ours("normal"))]
    with suppress(ImportError):
        others.append(("rlcard's rule agent, by sides", rule_player()))
    for name, player in others:
        ours = Ours("strong")
        rates = from_both_sides(ours, player, deals)["all"]
        spent = sorted(ours.seconds)
        times = {"mean": sum(spent) / len(spent), "p95": spent[len(spent) * 95 // 100], "max": spent[-1]}
        yield {
            "game": "doudizhu", "one": "strong", "other": name, "deals": deals,
            "won": [rates["rate"], rates["low"], rates["high"]], "points": None, "margin": None,
            "move_ms": {key: 1000 * value for key, value in times.items()},
        }  # fmt: skip


def _row(line: dict[str, Any]) -> str:
    times = line["move_ms"]
    cells = (
        line["game"], f"{line['one']} – {line['other']}", f"{line['deals']:,}", _share(line["won"]), _points(line["points"]),
        _points(line["margin"]), f"{times['mean']:.1f} · {times['p95']:.1f} · {times['max']:.0f}",
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def _share(figure: list[float]) -> str:
    value, low, high = figure
    return f"{value:.1%} ({low:.1%} – {high:.1%})"


def _points(figure: list[float | None] | None) -> str:
    if figure is None or None in figure:
        return "–"
    value, low, _ = figure
    assert value is not None
    assert low is not None
    return f"{value:+.2f} ± {value - low:.2f}"


def page(lines: list[dict[str, Any]], workers: int, before: str = "") -> str:
    """Return the table as a page; sections that stood below the table ``before`` stay."""
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores"
    _, heading, sections = before.partition("\n## ")
    return _HEAD.format(machine=machine, workers=workers) + "\n".join(map(_row, lines)) + "\n" + heading + sections


def main() -> None:
    """Measure, print, and write what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.levels", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--games", nargs="+", choices=GAMES, metavar="KEY", help="all of them, or none beside --known")
    parser.add_argument("--share", type=float, default=1.0, help="of the usual number of deals (default: %(default)s)")
    parser.add_argument("--deals", type=int, default=0, help="so many deals, of strong against normal only")
    parser.add_argument("--known", nargs="+", type=Path, default=[], help="figures of earlier runs")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--page", type=Path, help="write the table there")
    parser.add_argument("--json", type=Path, help="write the figures there")
    given = parser.parse_args()
    games = tuple(given.games or (() if given.known else GAMES))
    new = figures(games, given.share, given.workers, lambda row: print(row, flush=True), given.deals)
    known = [line for file in given.known for line in json.loads(file.read_text(encoding="utf-8"))["levels"]]
    lines = together(known, new)
    if given.page is not None:
        before = given.page.read_text(encoding="utf-8") if given.page.exists() else ""
        given.page.write_text(page(lines, given.workers, before), encoding="utf-8")
    if given.json is not None:
        given.json.write_text(json.dumps({"levels": lines}), encoding="utf-8")


if __name__ == "__main__":
    main()
