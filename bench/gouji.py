"""Speed of Gou Ji's rules: legal plays for a lead of 36 cards, legal plays in the middle of rounds, whole random rounds.

``python -m bench.gouji [--json FILE] [--seconds S] [--repeats N] [--hands N]``. Rounds go through the contract with uniformly
random choices among all legal actions, declarations and burns included, without dues from an earlier round. Every list is
fully built. The long lists are leads of 14 natural cards with 14 2s and all eight jokers.
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
from games.base.cards import Card, Cards, full_pack, rank_of, sort_cards
from games.contract import Deal
from games.gouji import GAME
from games.simulate import SeededDice

OPTIONS = GAME.option_set.complete({})


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


ROUNDS = {"paiju contract": contract_rounds}
CALLS = {"paiju contract": contract_calls}


def leads(hands: list[Cards]) -> dict[str, float]:
    """Milliseconds for the legal plays of these hands on lead, and how many they are."""
    rest = list(full_pack(4))
    spent: list[float] = []
    lengths: list[int] = []
    for hand in hands:
        others = _without(rest, hand)
        dealt = (hand, *(sort_cards(others[36 * seat : 36 * seat + 36]) for seat in range(5)))
        state = GAME.start(OPTIONS, Deal(dealt, keys={"phase": "play", "leader": 0}), {}).state
        began = time.perf_counter()
        plays = list(GAME.legal(state, 0))
        spent.append(1_000 * (time.perf_counter() - began))
        lengths.append(len(plays))
    return {
        "median_ms": statistics.median(spent),
        "p95_ms": statistics.quantiles(spent, n=20)[-1],
        "mean_length": statistics.mean(lengths),
        "longest": max(lengths),
    }


def _without(cards: list[Card], hand: Cards) -> list[Card]:
    left = list(cards)
    for card in hand:
        left.remove(card)
    return left


def dealt_hands(count: int) -> list[Cards]:
    """Hands of 36 cards as they are dealt."""
    rng, pack = random.Random(5), full_pack(4)
    return [sort_cards(rng.sample(pack, 36)) for _ in range(count)]


def longest_hands(count: int) -> list[Cards]:
    """Hands of 36 cards with the most sets there can be: 14 natural cards that are no 3s, 14 2s, all jokers."""
    rng, pack = random.Random(6), full_pack(4)
    natural = [card for card in pack if 1 <= rank_of(card) < 12]
    wild = [card for card in pack if rank_of(card) == 12][:14] + [card for card in pack if rank_of(card) > 12]
    return [sort_cards([*rng.sample(natural, 14), *wild]) for _ in range(count)]


def run(seconds: float = 2.0, repeats: int = 5, hands: int = 400) -> dict[str, Any]:
    """All figures: rates a second, milliseconds of the lists, and peak memory in MiB."""
    return {
        "python": platform.python_version(),
        "rounds_per_second": median_rates(ROUNDS, rate_of_rounds, seconds, repeats),
        "legal_calls_per_second": median_rates(CALLS, rate_of_calls, seconds, repeats),
        "lead_of_36_cards": leads(dealt_hands(hands)),
        "longest_lead_of_36_cards": leads(longest_hands(max(20, hands // 10))),
        "peak_memory_mib": {"import games.gouji": peak_memory("import games.gouji")},
    }


def show(figures: dict[str, Any]) -> None:
    """Prints the figures."""
    for key in ("rounds_per_second", "legal_calls_per_second"):
        for name, rate in figures[key].items():
            print(f"{key.replace('_', ' '):<26}{name:<18}{rate:>12,.1f}")
    for key in ("lead_of_36_cards", "longest_lead_of_36_cards"):
        for name, value in figures[key].items():
            print(f"{key.replace('_', ' '):<26}{name:<18}{value:>12,.2f}")
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
