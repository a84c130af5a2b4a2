"""Whether reviews can be trusted: ``python -m bench.reviews GAME… [--rounds N] [--raw FILE]``.

Rounds in which all seats play alike, of each level, are reviewed: how accurate each level is called, how many mistakes there are
a round, which grades occur, whether a second run with other chances says the same, and the processor time of a round.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

from bot.reviews import Review, decisions_of, fortune_of, judged
from games import GAMES
from games.base.options import Options
from games.record import RoundRecord
from games.scenario import usual_players
from games.simulate import SeededDice, play_match

__all__ = ["figures", "main"]

LEVELS: Final = ("random", "easy", "normal", "strong")
_EACH: Final = 4  # Rounds of a match: tributes begin with the second
_AGAIN: Final = 5  # One decision in so many is judged twice


def figures(game: str, level: str, rounds: int, raw: Path | None = None) -> dict[str, Any]:
    rules = GAMES[game]
    options, players = rules.option_set.complete({}), usual_players(rules)
    grades: Counter[str] = Counter()
    accuracies, mistakes, seconds, asked, same, sure = [], [], [], 0, 0, []
    number = done = 0
    while done < rounds:
        match = play_match(rules, options, [level] * players, SeededDice(f"review {level} {number}"), rounds=_EACH)
        number += 1
        for played in match.rounds:
            if played.result.void or done >= rounds:
                continue
            review, spent, agree = _reviewed(game, options, played.record)
            done += 1
            seconds.append(spent)
            asked, same = asked + len(agree), same + sum(agree)
            of_round = [one.grade for one in review.decisions]
            grades.update(of_round)
            mistakes.append(of_round.count("mistake") + of_round.count("blunder"))
            seats = [review.score(seat) for seat in range(players)]
            accuracies.append(fmean(one.accuracy for one in seats if one.decisions))
            sure += [one.error for one in review.decisions if one.error]
            if raw:
                with raw.open("a") as file:
                    file.write(
                        json.dumps({"game": game, "level": level, "review": json.loads(review.written())}) + "\n"
                    )
    return {
        "game": game, "level": level, "rounds": done, "decisions": sum(grades.values()),
        "accuracy": fmean(accuracies), "interval": 1.96 * stdev(accuracies) / done**0.5, "mistakes": fmean(mistakes),
        "grades": {grade: grades[grade] for grade in ("best", "fine", "mistake", "blunder")},
        "error": fmean(sure), "agree": same / max(asked, 1), "seconds": fmean(seconds), "longest": max(seconds),
    }  # fmt: skip


def _reviewed(game: str, options: Options, record: RoundRecord) -> tuple[Review, float, list[bool]]:
    steps = decisions_of(game, options, record)
    begun = time.process_time()
    decisions = [judged(game, options, record, step) for step in steps]
    review = Review(tuple(decisions), fortune_of(game, options, record))
    spent = time.process_time() - begun
    again = [judged(game, options, record, one.step, "again ").grade == one.grade for one in decisions[::_AGAIN]]
    return review, spent, again


def row(told: dict[str, Any]) -> str:
    grades = " / ".join(str(count) for count in told["grades"].values())
    return (
        f"| {told['game']} | {told['level']} | {told['rounds']} | {100 * told['accuracy']:.1f} ± {100 * told['interval']:.1f} % "
        f"| {told['mistakes']:.1f} | {grades} | {100 * told['agree']:.1f} % | {told['seconds']:.1f} · {told['longest']:.1f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.reviews", description=__doc__)
    parser.add_argument("games", nargs="+", choices=sorted(GAMES), metavar="GAME")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=LEVELS)
    parser.add_argument("--raw", type=Path, help="write every review to a file, one JSON object a line")
    given = parser.parse_args()
    print(
        "| game | all play | rounds | accuracy | mistakes a round | best / fine / mistake / blunder | same twice | s a round |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for game in given.games:
        for level in given.levels:
            print(row(figures(game, level, given.rounds, given.raw)), flush=True)


if __name__ == "__main__":
    main()
