"""Speed of Gong Zhu's rules: whole random rounds and legal cards, by the rules and by the fast round on bit masks.

``python -m bench.gongzhu [--json FILE] [--seconds S] [--repeats N]``. Rounds begin with the first lead, nothing exposed,
every choice uniform over the legal cards; a round has 48 choices. Every list is fully built.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.games import Calls, Rounds, median_rates, peak_memory, rate_of_calls, rate_of_rounds
from games.base.cards import Cards, full_pack, sort_cards
from games.contract import Deal
from games.gongzhu import GAME
from games.gongzhu.cards import TWO_OF_SPADES
from games.gongzhu.fast_round import FastRound, play_randomly

OPTIONS = GAME.option_set.complete({})


def deals(seed: int) -> Iterator[tuple[Cards, ...]]:
    """Four hands, without end."""
    rng = random.Random(seed)
    cards = list(full_pack(jokers=False))
    while True:
        rng.shuffle(cards)
        yield tuple(sort_cards(cards[seat::4]) for seat in range(4))


def leader(hands: tuple[Cards, ...]) -> int:
    """The holder of the two of spades."""
    return next(seat for seat, hand in enumerate(hands) if TWO_OF_SPADES in hand)


def fast_rounds() -> Rounds:
    dealt, rng = deals(1), random.Random(1)

    def run() -> None:
        hands = next(dealt)
        play_randomly(FastRound(hands, leader(hands)), rng.random)

    return run


def fast_calls() -> Calls:
    dealt, rng = deals(2), random.Random(2)
    positions = []
    for _ in range(100):
        hands = next(dealt)
        played: list[int] = []
        round_ = FastRound(hands, leader(hands))
        while not round_.is_over:
            stopped = FastRound(hands, leader(hands))
            for place in played:
                stopped.step(place)
            positions.append(stopped)
            played.append(rng.choice(round_.legal()))
            round_.step(played[-1])

    def run() -> int:
        for round_ in positions:
            round_.legal()
        return len(positions)

    return run


def contract_rounds() -> Rounds:
    dealt, rng = deals(3), random.Random(3)

    def run() -> None:
        state = GAME.start(OPTIONS, Deal(next(dealt), keys={"phase": "play"}), {}).state
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            state = GAME.apply(state, seat, rng.choice(list(GAME.legal(state, seat)))).state

    return run


def contract_calls() -> Calls:
    dealt, rng = deals(4), random.Random(4)
    positions = []
    for _ in range(100):
        state = GAME.start(OPTIONS, Deal(next(dealt), keys={"phase": "play"}), {}).state
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            positions.append((state, seat))
            state = GAME.apply(state, seat, rng.choice(list(GAME.legal(state, seat)))).state

    def run() -> int:
        for state, seat in positions:
            list(GAME.legal(state, seat))
        return len(positions)

    return run


ROUNDS = {"paiju fast": fast_rounds, "paiju contract": contract_rounds}
CALLS = {"paiju fast": fast_calls, "paiju contract": contract_calls}


def run(seconds: float = 2.0, repeats: int = 5) -> dict[str, Any]:
    """All figures: rates a second, and peak memory in MiB."""
    return {
        "python": platform.python_version(),
        "rounds_per_second": median_rates(ROUNDS, rate_of_rounds, seconds, repeats),
        "legal_calls_per_second": median_rates(CALLS, rate_of_calls, seconds, repeats),
        "peak_memory_mib": {"import games.gongzhu": peak_memory("import games.gongzhu")},
    }


def show(figures: dict[str, Any]) -> None:
    """Prints the figures."""
    for key in ("rounds_per_second", "legal_calls_per_second"):
        for name, rate in figures[key].items():
            print(f"{key.replace('_', ' '):<26}{name:<18}{rate:>12,.0f}")
    for name, memory in figures["peak_memory_mib"].items():
        print(f"peak memory, {name:<26}" + ("unknown" if memory is None else f"{memory:>6.1f} MiB"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one measurement")
    parser.add_argument("--repeats", type=int, default=5, help="measurements of each rate")
    arguments = parser.parse_args()
    figures = run(arguments.seconds, arguments.repeats)
    show(figures)
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
