"""What a round or a match leaves in the results: a row a seat, and who answers for it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from bot.session.state.book import Book
from games.contract import RoundResult
from storage.api import ResultRow

__all__ = ["match_results", "round_results"]


def _sides(draft: Book, result: RoundResult) -> Sequence[int]:
    """Return by seat a number that those who win together have in common."""
    view = draft.game.view(draft.state, None)
    if all(seat.team is not None for seat in view.seats):
        return [seat.team or 0 for seat in view.seats]
    return result.sides or range(len(view.seats))


def round_results(draft: Book, result: RoundResult, now: float) -> list[ResultRow]:
    """Return one row a seat; a round counts for whoever was dealt in, also if an AI player finished it."""
    assert draft.round is not None
    sides = _sides(draft, result)
    rows = []
    for seat, (user, ai) in enumerate(json.loads(draft.round.seats)):
        rows.append(
            ResultRow(
                match=draft.round.match,
                round=draft.round.round,
                seat=seat,
                game=draft.row.game,
                chat=draft.row.chat,
                user=user,
                ai=ai,
                role=result.roles[seat] if result.roles else "",
                points=result.points[seat] if result.scored else 0,
                won=seat in result.won,
                place=result.places[seat] if result.places else None,
                at=now,
                feats=json.dumps(dict(result.feats[seat])) if result.feats else "{}",
                side=sides[seat],
            )
        )
    return rows


def match_results(draft: Book, winner: tuple[int, ...], now: float) -> list[ResultRow]:
    """Return one row a seat. The match belongs to the person who was dealt most of its rounds there, whoever sits
    there at its
    end: neither who left nor who sat in for a round changes that."""
    assert draft.match is not None
    rows = []
    for seat, held in sorted(draft.seats.items()):
        users = Counter(user for user, _ in (json.loads(seats)[seat] for seats in draft.sat) if user is not None)
        user = users.most_common(1)[0][0] if users else None  # the first among equals
        rows.append(
            ResultRow(
                match=draft.match.id,
                round=0,
                seat=seat,
                game=draft.row.game,
                chat=draft.row.chat,
                user=user,
                ai=None if user is not None else held.ai,
                role="",
                points=draft.totals[seat],
                won=seat in winner,
                place=None,
                at=now,
            )
        )
    return rows
