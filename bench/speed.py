"""Speed of a game's rules: whole random rounds, legal plays in the middle of rounds, the longest lists, memory.

``python -m bench.speed GAME [--json FILE] [--seconds S] [--repeats N] [--hands N]``. Rounds go through the contract with
uniformly random choices among all legal actions; every list is fully built; rates are medians. From what a round begins and
what else a game measures stands in ``MEASURES``; a game that is not named there is measured as ``Measure()`` says.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from bench import beginnings, cores, environments
from bench import long_lists as lists
from bench import other_engines as others
from bench.rates import Calls, Rounds, median_rates, peak_memory, rate_of_calls, rate_of_rounds
from bench.report import rows_of, table
from games import GAMES
from games.contract import Game
from games.simulate import SeededDice

__all__ = ["MEASURES", "Measure", "figures", "measure_of"]

Starts = Callable[[int], Iterator[Any]]
"""States at the beginning of rounds, without end, from a seed."""
_CONTRACT: Final = "paiju contract"
_CORE: Final = "paiju core"


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured of a game besides its rounds through the contract.

    ``players`` sit down (``None``: as many as can) at rounds that begin from ``starts`` (``None``: as the game deals), and
    legal plays are listed of the positions of ``positions`` rounds. ``rounds`` and ``calls`` are other engines, which are
    told as ratios to ``base``; ``steps`` of environments, with observations; ``checks`` other rates; ``lists`` the long lists
    by name, of ``hands`` hands.
    """

    players: int | None = None
    starts: Starts | None = None
    positions: int = 30
    rounds: Mapping[str, Callable[[], Rounds]] = field(default_factory=dict)
    calls: Mapping[str, Callable[[], Calls]] = field(default_factory=dict)
    steps: Mapping[str, Callable[[], Calls]] = field(default_factory=dict)
    base: str = ""
    checks: Mapping[str, Callable[[], Calls]] = field(default_factory=dict)
    lists: Mapping[str, Callable[[int], lists.Lists]] = field(default_factory=dict)
    hands: int = 400


MEASURES: Final[Mapping[str, Measure]] = {
    "doudizhu": Measure(
        starts=beginnings.doudizhu_starts,
        positions=60,
        rounds={
            "rlcard bare": others.rlcard_rounds,
            "rlcard public": others.rlcard_public_rounds,
            "open_spiel": others.open_spiel_rounds,
        },
        calls={"rlcard bare": others.RlcardCalls},
        steps={
            "paiju environment": partial(environments.paiju_steps, "doudizhu"),
            "rlcard environment": environments.rlcard_steps,
        },
        base="rlcard bare",
    ),
    "guandan": Measure(lists={"lead_with_two_wild_cards": lists.guandan_leads}),
    "gouji": Measure(
        positions=8,
        lists={"lead_of_36_cards": lists.gouji_leads, "longest_lead_of_36_cards": lists.gouji_longest_leads},
    ),
    "gongzhu": Measure(starts=beginnings.gongzhu_starts, positions=100),
    "liujiatong": Measure(
        positions=8,
        checks={
            "one joker in hand": partial(lists.liujiatong_checks, 1),
            "three jokers in hand": partial(lists.liujiatong_checks, 3),
            "eight jokers in hand": partial(lists.liujiatong_checks, 8),
        },
        lists={"lead_of_36_cards": lists.liujiatong_leads},
        hands=100,
    ),
    "gandengyan": Measure(players=4, lists={"lead_of_15_cards": lists.gandengyan_leads}),
}


def measure_of(key: str) -> Measure:
    """What is measured of a game."""
    return MEASURES.get(key, Measure())


def dealt(game: Game[Any], players: int, seed: int) -> Iterator[Any]:
    """Rounds as the game deals them, without end."""
    options, dice = game.option_set.complete({}), SeededDice(seed)
    while True:
        yield game.start(options, game.deal(options, players, {}, dice), {}).state


def contract_rounds(game: Game[Any], starts: Starts) -> Rounds:
    """Whole rounds by the rules."""
    states, rng = starts(3), random.Random(3)

    def run() -> None:
        state = next(states)
        while awaited := game.awaited(state):
            seat = awaited[0].seat
            state = game.apply(state, seat, rng.choice(list(game.legal(state, seat)))).state

    return run


def contract_calls(game: Game[Any], starts: Starts, rounds: int) -> Calls:
    """Legal plays by the rules, of every position of so many rounds."""
    states, rng = starts(4), random.Random(4)
    positions = []
    for _ in range(rounds):
        state = next(states)
        while awaited := game.awaited(state):
            seat = awaited[0].seat
            positions.append((state, seat))
            state = game.apply(state, seat, rng.choice(list(game.legal(state, seat)))).state

    def run() -> int:
        for state, seat in positions:
            list(game.legal(state, seat))
        return len(positions)

    return run


def figures(key: str, seconds: float = 2.0, repeats: int = 5, hands: int | None = None) -> dict[str, Any]:
    """Everything that is measured of a game's rules: rates a second, ratios, milliseconds of the lists, memory in MiB."""
    game, measure = GAMES[key], measure_of(key)
    starts = measure.starts or partial(dealt, game, measure.players or game.seats[-1])
    makers: dict[str, Callable[[], Rounds]] = {_CONTRACT: partial(contract_rounds, game, starts), **measure.rounds}
    asked: dict[str, Callable[[], Calls]] = {
        _CONTRACT: partial(contract_calls, game, starts, measure.positions),
        **measure.calls,
    }
    if cores.has_core(key):
        makers[_CORE] = partial(cores.core_rounds, key, starts)
        asked[_CORE] = partial(cores.core_calls, key, starts, measure.positions)
    rates = {
        "rounds": median_rates(makers, rate_of_rounds, seconds, repeats),
        "legal_calls": median_rates(asked, rate_of_calls, seconds, repeats),
    }
    if measure.steps:
        rates["environment_steps"] = median_rates(measure.steps, rate_of_calls, seconds, repeats)
    if measure.checks:
        rates["checks"] = median_rates(measure.checks, rate_of_calls, seconds, repeats)
    found: dict[str, Any] = {"python": platform.python_version()}
    for what, by_engine in rates.items():
        found[f"{what}_per_second"] = by_engine
        if measure.base in by_engine:
            found[f"{what}_ratio_to_{measure.base.replace(' ', '_')}"] = _ratios(by_engine, measure.base)
    for name, list_of in measure.lists.items():
        found[name] = list_of(hands or measure.hands)
    modules = ("games", type(game).__module__)
    memory = {"python alone": peak_memory("pass")} | {
        f"import {name}": peak_memory(f"import {name}") for name in modules
    }
    return found | {"peak_memory_mib": memory}


def _ratios(rates: Mapping[str, float | None], base: str) -> dict[str, float | None]:
    per = rates[base]
    return {name: rate / per if rate and per else None for name, rate in rates.items()}


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bench.speed", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--json", type=Path, help="where the figures go")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one measurement")
    parser.add_argument("--repeats", type=int, default=5, help="measurements of each rate")
    parser.add_argument("--hands", type=int, help="hands for the long lists (default: as the game's measure says)")
    arguments = parser.parse_args()
    found = figures(arguments.game, arguments.seconds, arguments.repeats, arguments.hands)
    print(table(rows_of(arguments.game, found)))
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
