"""Speed of Guandan's rules: random rounds, legal plays, and the longest lists there are.

``python -m bench.guandan [--json FILE] [--seconds S] [--repeats N]``. The fast round and the rules play whole
rounds by uniformly random choices with tributes left out, each at a random level, and list the legal plays of positions
from such rounds, each list fully built. The long lists are leads of 27 cards with both wild cards: plays by rank with
their cards (``legal_plays``), and told apart by reading (``moves``).
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.games import Calls, Rounds, median_rates, peak_memory, rate_of_calls, rate_of_rounds
from games.base.cards import RANKS, Cards, Rank, full_pack, sort_cards
from games.contract import Deal
from games.guandan import GAME
from games.guandan.combinations.combos import ComboRules, legal_plays, moves
from games.guandan.combinations.tables import tables
from games.guandan.fast_round import PASS, FastRound, play_randomly

_LEVELS = tuple(Rank(rank) for rank in range(13))


def deals(seed: int) -> Iterator[tuple[tuple[Cards, ...], int, Rank]]:
    """Four hands, who leads, and the level, without end."""
    rng = random.Random(seed)
    cards = list(full_pack(2))
    while True:
        rng.shuffle(cards)
        yield tuple(sort_cards(cards[seat::4]) for seat in range(4)), rng.randrange(4), rng.choice(_LEVELS)


def fast_rounds() -> Rounds:
    dealt, rng = deals(1), random.Random(1)

    def run() -> None:
        hands, leader, level = next(dealt)
        play_randomly(FastRound(hands, leader, ComboRules(level)), rng.random)

    return run


def fast_calls() -> Calls:
    dealt, rng = deals(2), random.Random(2)
    asked = []
    for _ in range(150):
        hands, leader, level = next(dealt)
        round_ = FastRound(hands, leader, ComboRules(level))
        plays_of = tables(ComboRules(level)).plays
        while not round_.is_over:
            asked.append((plays_of, round_.hands[round_.turn].counted, round_.standing))
            round_.step(rng.choice(round_.legal()))

    def run() -> int:
        for plays_of, hand, standing in asked:
            plays = plays_of(hand, standing)
            if standing is not None:
                plays.append(PASS)
        return len(asked)

    return run


def contract_rounds() -> Rounds:
    dealt, rng, options = deals(3), random.Random(3), GAME.option_set.complete({})

    def run() -> None:
        hands, leader, level = next(dealt)
        state = GAME.start(options, Deal(hands, keys={"leader": leader, "level": RANKS[level]}), {}).state
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            state = GAME.apply(state, seat, rng.choice(list(GAME.legal(state, seat)))).state

    return run


def contract_calls() -> Calls:
    dealt, rng, options = deals(4), random.Random(4), GAME.option_set.complete({})
    positions = []
    for _ in range(30):
        hands, leader, level = next(dealt)
        state = GAME.start(options, Deal(hands, keys={"leader": leader, "level": RANKS[level]}), {}).state
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


def long_lists(hands: int) -> dict[str, float]:
    """Milliseconds for the leads of full hands with two wild cards, medians; a new hand each time, at one level.

    As many other hands are listed before, so that what is kept at a level is there, as it is in a match.
    """
    rng = random.Random(5)
    rules = ComboRules(Rank(5))
    others = [card for card in full_pack(2) if card != rules.wild]
    dealt = [sort_cards([*rng.sample(others, 25), rules.wild, rules.wild]) for _ in range(2 * hands)]
    lists: dict[str, Callable[[Cards], list[Any]]] = {
        "legal_plays": lambda hand: list(legal_plays(hand, None, rules)),
        "moves": lambda hand: list(moves(hand, None, rules)),
    }
    found: dict[str, float] = {}
    for name, list_of in lists.items():
        spent: list[float] = []
        lengths: list[int] = []
        for hand in dealt:
            began = time.perf_counter()
            plays = list_of(hand)
            spent.append(1_000 * (time.perf_counter() - began))
            lengths.append(len(plays))
        found[f"{name}_median_ms"] = statistics.median(spent[hands:])
        found[f"{name}_p95_ms"] = statistics.quantiles(spent[hands:], n=20)[-1]
        found[f"{name}_mean_length"] = statistics.mean(lengths[hands:])
        found[f"{name}_longest"] = max(lengths)
    return found


def run(seconds: float = 2.0, repeats: int = 5, hands: int = 400) -> dict[str, Any]:
    """All figures: rates a second, milliseconds of the long lists, and peak memory in MiB."""
    return {
        "python": platform.python_version(),
        "rounds_per_second": median_rates(ROUNDS, rate_of_rounds, seconds, repeats),
        "legal_calls_per_second": median_rates(CALLS, rate_of_calls, seconds, repeats),
        "lead_with_two_wild_cards": long_lists(hands),
        "peak_memory_mib": {"import games.guandan": peak_memory("import games.guandan")},
    }


def show(figures: dict[str, Any]) -> None:
    """Prints the figures."""
    for key in ("rounds_per_second", "legal_calls_per_second"):
        for name, rate in figures[key].items():
            print(f"{key.replace('_', ' '):<26}{name:<18}{rate:>12,.0f}")
    for name, value in figures["lead_with_two_wild_cards"].items():
        print(f"lead with two wild cards  {name:<26}{value:>8,.2f}")
    for name, memory in figures["peak_memory_mib"].items():
        print(f"peak memory, {name:<26}" + ("unknown" if memory is None else f"{memory:>6.1f} MiB"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one measurement")
    parser.add_argument("--repeats", type=int, default=5, help="measurements of each engine")
    parser.add_argument("--hands", type=int, default=400, help="hands for the long lists")
    arguments = parser.parse_args()
    figures = run(arguments.seconds, arguments.repeats, arguments.hands)
    show(figures)
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
