"""Whether hints win as often as they say: ``python -m bench.calibration GAME… [--deals N]``.

Each deal is played by one level to a decision drawn at random. There the hint is followed, and the strongest players play the
round out from the real hands: of the hints that promise so many wins, so many are won. One decision a deal, so that they are
independent of one another."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Any

from arena.figures import wilson
from games import GAMES
from games.base.notation import read_action
from games.scenario import usual_players
from games.simulate import SeededDice, play_match

__all__ = ["bins", "promised"]

_BINS = 5  # As wide as one another


def promised(game: str, deals: int, level: str) -> Iterator[tuple[float, float]]:
    """Of each deal how often the hint was said to win, and what came: 1 for a win, 0 for a loss."""
    rules: Any = GAMES[game]
    options, players = rules.option_set.complete({}), usual_players(rules)
    for number in range(deals):
        dice = SeededDice(f"calibration {number}")
        record = play_match(rules, options, [level] * players, dice, rounds=1).rounds[0].record
        state, asked = rules.start(options, record.deal, record.carry).state, list[tuple[Any, int]]()
        for seat, text in record.actions:
            if (
                rules.scale(rules.view(state, seat)).measure == "chance"
                and len([*islice(rules.legal(state, seat), 2)]) > 1
            ):
                asked.append((state, seat))
            state = rules.apply(state, seat, read_action(text)).state
        if not asked:
            continue
        state, seat = asked[dice.below(len(asked))]
        best = rules.estimate(rules.view(state, seat), dice)[0]
        yield (
            rules.promise(best.worth),
            float(_played_out(rules, rules.apply(state, seat, best.action).state, dice)[seat] > 0),
        )


def _played_out(rules: Any, state: Any, dice: SeededDice) -> Any:
    while (over := rules.result(state)) is None:
        seat = rules.awaited(state)[0].seat
        state = rules.apply(state, seat, rules.think(rules.view(state, seat), rules.levels[-1], dice)).state
    return rules.rewards(over)


def bins(found: Iterator[tuple[float, float]]) -> Iterator[str]:
    """A line of a table for each bin of promises."""
    told = defaultdict[int, list[tuple[float, float]]](list)
    for one in found:
        told[min(int(one[0] * _BINS), _BINS - 1)].append(one)
    for _, some in sorted(told.items()):
        said, won = (sum(part) / len(some) for part in zip(*some, strict=True))
        low, high = wilson(won * len(some), len(some))
        yield f"{len(some)} | {100 * said:.0f} % | {100 * won:.0f} % ({100 * low:.0f}–{100 * high:.0f})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.calibration", description=__doc__)
    parser.add_argument("games", nargs="+", choices=sorted(GAMES), metavar="GAME")
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--level", default="normal", help="who plays before the hint")
    given = parser.parse_args()
    print("| game | hints | said to win | won |\n| --- | --- | --- | --- |")
    for game in given.games:
        for line in bins(promised(game, given.deals, given.level)):
            print(f"| {game} | {line} |", flush=True)


if __name__ == "__main__":
    main()
