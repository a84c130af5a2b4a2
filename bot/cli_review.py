"""``paiju review``: the rounds of a scenario file judged in the terminal, each decision that was not the best in a line."""

from __future__ import annotations

import sys
from pathlib import Path

from tqdm import tqdm

from bot.cli_replay import load_records
from bot.errors import CommandError
from bot.present.reports.reviews import decision_words, review_screen
from bot.present.screens.screen import plain_text
from bot.present.words.catalogue import say
from bot.present.words.text import name_of
from bot.reviews import EXPECTED_ROUNDS, Review, can_judge, decisions_of, expected_points, judged
from bot.session.port.replies import ReplayCard, ReviewCard
from bot.session.port.updates import Player
from games import GAMES
from games.contract import Judge
from games.record import Record, RoundRecord, replay

__all__ = ["review"]


def review(path: Path, *, language: str, as_json: bool) -> int:
    """Judge every finished round of a file; with a bar on standard error where that is a terminal.

    ``as_json``: one JSON object a round on standard output instead of words. Interrupted (Ctrl-C) it ends with what is judged.
    """
    for record in load_records(path):
        if not can_judge(record.game):
            raise CommandError(f"{record.game}: nobody can judge a round of it yet, it has no strong AI player")
        for number, played in enumerate(record.rounds, start=1):
            card = _card(record, played, f"{record.title} – {number}" if len(record.rounds) > 1 else record.title)
            if card is None:
                continue
            try:
                judgement = _judged(record, played)
            except KeyboardInterrupt:
                return 130
            print(judgement.written() if as_json else _told(card, judgement, language))
    return 0


def _judged(record: Record, played: RoundRecord) -> Review:
    rules = GAMES[record.game]
    assert isinstance(rules, Judge), "somebody says what actions are worth"
    steps = decisions_of(record.game, record.options, played)
    with tqdm(total=len(steps) + EXPECTED_ROUNDS, unit="decision", file=sys.stderr, disable=None, leave=False) as bar:
        decisions = []
        for step in steps:
            decision = judged(record.game, record.options, played, step)
            if decision is not None:
                decisions.append(decision)
            bar.update()
        sums = [0.0] * len(played.deal.hands)
        for number in range(EXPECTED_ROUNDS):
            points = expected_points(record.game, record.options, played, number)
            sums = [one + more for one, more in zip(sums, points, strict=True)]
            bar.update()
    return Review(tuple(decisions), tuple(one / EXPECTED_ROUNDS for one in sums), rules.stake)


def _card(record: Record, played: RoundRecord, title: str) -> ReplayCard | None:
    """Return a round as a replay shows it, ``None`` if it is not over or did not count."""
    rules = GAMES[record.game]
    last = list(replay(Record(record.game, record.options, (played,))))[-1].state
    result = rules.result(last)
    if result is None or result.void:
        return None
    players = tuple(Player(seat, "person") for seat in range(len(result.points)))
    return ReplayCard(title, record.game, players, played.deal.hands, (), result.points, scored=result.scored)


def _told(card: ReplayCard, judgement: Review, language: str) -> str:
    lines = [plain_text(review_screen(ReviewCard(card, judgement), language)), ""]
    for one in judgement.decisions:
        if one.grade == "best":
            continue
        name = name_of(card.players, one.seat, language)
        words = " · ".join(decision_words(ReviewCard(card, judgement), one, language))
        lines.append(f"{one.step:4} {say(language, f'review.grade.{one.grade}')} {name}: {one.done}. {words}")
    return "\n".join(lines)
