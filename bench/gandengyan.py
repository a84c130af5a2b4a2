"""Speed of Gan Deng Yan's rules: whole random rounds, legal plays in the middle of rounds, and of large hands with jokers.

``python -m bench.gandengyan [--json FILE] [--seconds S] [--repeats N] [--hands N]``. Rounds of four players go through the
contract with uniformly random choices among all legal actions. Every list is fully built. Large hands are leads of 15 cards
with both jokers, as only long drawing brings them about; a check of one play never builds such a list, and is timed beside it.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import time
from pathlib import Path
from typing import Any

from bench.games import Calls, Rounds, median_rates, peak_memory, rate_of_calls, rate_of_rounds
from games.base.cards import BIG_JOKER, SMALL_JOKER, Cards, full_pack, sort_cards
from games.contract import Deal
from games.gandengyan import GAME
from games.simulate import SeededDice

OPTIONS = GAME.option_set.complete({})
SEATS = 4
LARGE = 15


def fresh(dice: SeededDice) -> Any:
    """A round at its beginning."""
    return GAME.start(OPTIONS, GAME.deal(OPTIONS, SEATS, {}, dice), {}).state


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
    for _ in range(30):
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


ROUNDS = {"paiju contract": contract_rounds}
CALLS = {"paiju contract": contract_calls}


def large_hands(count: int) -> list[Cards]:
    """Hands of 15 cards with both jokers."""
    rng, naturals = random.Random(5), full_pack(jokers=False)
    return [sort_cards([*rng.sample(naturals, LARGE - 2), SMALL_JOKER, BIG_JOKER]) for _ in range(count)]


def leads(hands: list[Cards]) -> dict[str, float]:
    """Milliseconds for the legal plays of these hands on lead and for checking one of them, and how many they are."""
    spent: list[float] = []
    checked: list[float] = []
    lengths: list[int] = []
    for hand in hands:
        other = next(card for card in full_pack() if card not in hand)
        state = GAME.start(OPTIONS, Deal((hand, (other,))), {}).state
        began = time.perf_counter()
        plays = list(GAME.legal(state, 0))
        spent.append(1_000 * (time.perf_counter() - began))
        lengths.append(len(plays))
        began = time.perf_counter()
        GAME.check(state, 0, plays[-1])
        checked.append(1_000 * (time.perf_counter() - began))
    return {
        "median_ms": statistics.median(spent),
        "p95_ms": statistics.quantiles(spent, n=20)[-1],
        "mean_length": statistics.mean(lengths),
        "longest": max(lengths),
        "check_median_ms": statistics.median(checked),
    }


def run(seconds: float = 2.0, repeats: int = 5, hands: int = 400) -> dict[str, Any]:
    """All figures: rates a second, milliseconds of the lists, and peak memory in MiB."""
    return {
        "python": platform.python_version(),
        "rounds_per_second": median_rates(ROUNDS, rate_of_rounds, seconds, repeats),
        "legal_calls_per_second": median_rates(CALLS, rate_of_calls, seconds, repeats),
        "lead_of_15_cards": leads(large_hands(hands)),
        "peak_memory_mib": {"import games.gandengyan": peak_memory("import games.gandengyan")},
    }


def show(figures: dict[str, Any]) -> None:
    """Prints the figures."""
    for key in ("rounds_per_second", "legal_calls_per_second"):
        for name, rate in figures[key].items():
            print(f"{key.replace('_', ' '):<26}{name:<18}{rate:>12,.1f}")
    for name, value in figures["lead_of_15_cards"].items():
        print(f"{'lead of 15 cards':<26}{name:<18}{value:>12,.3f}")
    for name, memory in figures["peak_memory_mib"].items():
        print(f"peak memory, {name:<26}" + ("unknown" if memory is None else f"{memory:>6.1f} MiB"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one measurement")
    parser.add_argument("--repeats", type=int, default=5, help="measurements of each rate")
    parser.add_argument("--hands", type=int, default=400, help="hands for the lists")
    arguments = parser.parse_args()
    figures = run(arguments.seconds, arguments.repeats, arguments.hands)
    show(figures)
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
