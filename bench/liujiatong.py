"""Speed of Liu Jia Tong's rules: checking a play, the lists of legal plays, whole random rounds.

``python -m bench.liujiatong [--json FILE] [--seconds S] [--repeats N] [--hands N]``. Rounds go through the contract with
uniformly random choices among all legal actions; every list is fully built. Checks are of the longest plays of a hand
with jokers, which must not depend on how long the list of its plays is.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import time
from itertools import islice
from pathlib import Path
from typing import Any

from bench.games import Calls, Rounds, median_rates, peak_memory, rate_of_calls, rate_of_rounds
from games.base.actions import Play
from games.base.cards import Card, Cards, full_pack, rank_of, sort_cards
from games.contract import Deal
from games.liujiatong import GAME
from games.simulate import SeededDice

OPTIONS = GAME.option_set.complete({})
_LONGEST_LIST = 300_000
"""Lists are read so far; those of hands with many jokers go on beyond use."""


def fresh(dice: SeededDice) -> Any:
    """A round at its beginning."""
    return GAME.start(OPTIONS, GAME.deal(OPTIONS, 6, {}, dice), {}).state


def contract_rounds() -> Rounds:
    dice, rng = SeededDice(3), random.Random(3)

    def run() -> None:
        state = fresh(dice)
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            state = GAME.apply(state, seat, rng.choice(list(GAME.legal(state, seat)))).state

    return run


def contract_calls() -> Calls:
    dice, rng = SeededDice(4), random.Random(4)
    positions = []
    for _ in range(8):
        state = fresh(dice)
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            positions.append((state, seat))
            state = GAME.apply(state, seat, rng.choice(list(GAME.legal(state, seat)))).state

    def run() -> int:
        for state, seat in positions:
            list(GAME.legal(state, seat))
        return len(positions)

    return run


def checks(jokers: int) -> Calls:
    """Checking the longest plays of hands with so many jokers."""
    asked = []
    for hand in joker_hands(12, jokers):
        state = lead_of(hand)
        plays = [one for one in islice(GAME.legal(state, 0), 3_000) if isinstance(one, Play)]
        plays.sort(key=lambda play: -len(play.cards))
        asked += [(state, play) for play in plays[:40]]

    def run() -> int:
        for state, play in asked:
            GAME.check(state, 0, play)
        return len(asked)

    return run


ROUNDS = {"paiju contract": contract_rounds}
CALLS = {"paiju contract": contract_calls}
CHECKS = {
    "one joker in hand": lambda: checks(1),
    "three jokers in hand": lambda: checks(3),
    "eight jokers in hand": lambda: checks(8),
}


def lead_of(hand: Cards) -> Any:
    """A round in which seat 0 leads with this hand."""
    rest: list[Card] = list(full_pack(4))
    for card in hand:
        rest.remove(card)
    dealt = (hand, *(sort_cards(rest[36 * seat : 36 * seat + 36]) for seat in range(5)))
    return GAME.start(OPTIONS, Deal(dealt, keys={"leader": 0}), {}).state


def joker_hands(count: int, jokers: int) -> list[Cards]:
    """Hands of 36 cards with so many jokers, the rest at random."""
    rng, pack = random.Random(5), full_pack(4)
    natural = [card for card in pack if rank_of(card) < 13]
    wild = [card for card in pack if rank_of(card) >= 13]
    return [sort_cards([*rng.sample(natural, 36 - jokers), *rng.sample(wild, jokers)]) for _ in range(count)]


def leads(jokers: int, hands: int) -> dict[str, float]:
    """Milliseconds for the legal plays on lead of hands with so many jokers, and how many they are."""
    spent: list[float] = []
    lengths: list[int] = []
    for hand in joker_hands(hands, jokers):
        state = lead_of(hand)
        began = time.perf_counter()
        length = sum(1 for _ in islice(GAME.legal(state, 0), _LONGEST_LIST))
        spent.append(1_000 * (time.perf_counter() - began))
        lengths.append(length)
    return {
        "median_ms": statistics.median(spent),
        "p95_ms": statistics.quantiles(spent, n=20)[-1],
        "mean_length": statistics.mean(lengths),
        "longest": max(lengths),
    }


def run(seconds: float = 2.0, repeats: int = 5, hands: int = 100) -> dict[str, Any]:
    """All figures: rates a second, milliseconds of the lists, and peak memory in MiB."""
    return {
        "python": platform.python_version(),
        "rounds_per_second": median_rates(ROUNDS, rate_of_rounds, seconds, repeats),
        "legal_calls_per_second": median_rates(CALLS, rate_of_calls, seconds, repeats),
        "checks_per_second": median_rates(CHECKS, rate_of_calls, seconds, repeats),
        "lead_of_36_cards": {f"{jokers} jokers": leads(jokers, hands) for jokers in (0, 1, 2, 3)},
        "peak_memory_mib": {"import games.liujiatong": peak_memory("import games.liujiatong")},
    }


def show(figures: dict[str, Any]) -> None:
    """Prints the figures."""
    for key in ("rounds_per_second", "legal_calls_per_second", "checks_per_second"):
        for name, rate in figures[key].items():
            print(f"{key.replace('_', ' '):<26}{name:<22}{rate:>12,.1f}")
    for jokers, values in figures["lead_of_36_cards"].items():
        for name, value in values.items():
            print(f"{'lead of 36 cards, ' + jokers:<28}{name:<20}{value:>12,.2f}")
    for name, memory in figures["peak_memory_mib"].items():
        print(f"peak memory, {name:<26}" + ("unknown" if memory is None else f"{memory:>6.1f} MiB"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one measurement")
    parser.add_argument("--repeats", type=int, default=5, help="measurements of each rate")
    parser.add_argument("--hands", type=int, default=100, help="hands for the lists")
    arguments = parser.parse_args()
    figures = run(arguments.seconds, arguments.repeats, arguments.hands)
    show(figures)
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
