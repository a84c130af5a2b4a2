"""The rows that a round leaves: its deal and its result as texts, and what it brought to whom."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bot.session.state.book import Book
from games.contract import Carry, Deal, RoundResult
from games.record import deal_keys, deal_of
from storage.themes.results import ResultRow

__all__ = ["deal_text", "match_results", "read_deal", "read_result", "result_text", "round_results", "was_taken_back"]


def deal_text(deal: Deal) -> str:
    """Return a deal in the keys of the notation. It is a secret until the round is over."""
    keys = deal_keys(deal)
    return json.dumps({**keys, "follows": True} if deal.follows else keys)


def read_deal(text: str) -> Deal:
    """Return the reverse of ``deal_text``."""
    keys = json.loads(text)
    return deal_of(keys, follows=keys.pop("follows", False))


def result_text(result: RoundResult, *, taken_back: bool = False) -> str:
    """Return a round's result without its carry, which has a column of its own. ``taken_back``: a play was, so that the round
    counts for no ratings and no statistics."""
    return json.dumps(
        {
            "points": result.points,
            "won": result.won,
            "void": result.void,
            "places": result.places,
            "roles": result.roles,
            "winner": result.winner,
            "feats": [dict(feats) for feats in result.feats],
            **({} if result.scored else {"scored": False}),
            **({"taken_back": True} if taken_back else {}),
        }
    )


def was_taken_back(text: str) -> bool:
    """Tell of a stored result whether a play of its round was taken back."""
    return bool(json.loads(text).get("taken_back"))


def read_result(text: str, carry: Carry) -> RoundResult:
    """Return the reverse of ``result_text``."""
    row: Mapping[str, Any] = json.loads(text)
    return RoundResult(
        points=tuple(row["points"]),
        won=tuple(row["won"]),
        carry=carry,
        void=row["void"],
        places=tuple(row["places"]),
        roles=tuple(row["roles"]),
        winner=None if row["winner"] is None else tuple(row["winner"]),
        feats=tuple(row["feats"]),
        scored=row.get("scored", True),
    )


def _sides(draft: Book, result: RoundResult) -> Sequence[int]:
    """Return by seat a number that those who win together have in common."""
    view = draft.game.view(draft.play.state, None)
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
        users = Counter(user for user, _ in (json.loads(seats)[seat] for seats in draft.score.sat) if user is not None)
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
                points=draft.score.totals[seat],
                won=seat in winner,
                place=None,
                at=now,
            )
        )
    return rows
