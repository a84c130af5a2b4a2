"""The deal and the result of a round as the texts that stand in its row."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from games.contract import Carry, Deal, RoundResult
from games.record import deal_keys, deal_of

__all__ = ["deal_text", "read_deal", "read_result", "result_text", "was_taken_back"]


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
