"""Why a hint suggests what it does: one sentence by the kind of situation, from what everybody sees and one's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.present.words.catalogue import first
from bot.session.port.updates import Offered
from games.base.actions import Bid, Do, Pass, Play
from games.base.cards import Card, rank_of
from games.contract import View
from games.kit.history import LAID

__all__ = ["hint_why"]

_BOMBS: Final = frozenset({"bomb", "rocket", "joker_bomb", "straight_flush", "royal_flush"})
_TRICK_CARD: Final = "card"
"""The kind of play where cards go to tricks, by suit."""
_FEW: Final = 2
"""So few cards left are a warning."""
_LONG: Final = 5
"""From so many cards on a lead is a long one."""


def hint_why(view: View, hinted: Offered, offers: Sequence[Offered], language: str) -> str:
    """Return the reason for a hint in one sentence; ``""`` where there is nothing to be said."""
    code = _code(view, hinted, offers)
    return first(language, (f"hint_why.{code}.{view.game}", f"hint_why.{code}")) or "" if code else ""


def _code(view: View, hinted: Offered, offers: Sequence[Offered]) -> str:
    match hinted.action:
        case Bid():
            return "bid"
        case Pass():
            if view.phase == "bid":
                return "no_bid"
            return _why_pass(view, offers)
        case Play(cards) if hinted.kind == _TRICK_CARD:
            return _why_card(view, cards[0])
        case Play(cards):
            return _why_play(view, hinted.kind, len(cards))
        case Do(verb, _):
            return verb


def _why_pass(view: View, offers: Sequence[Offered]) -> str:
    if view.standing is not None and _is_friend(view, view.standing.seat):
        return "pass_friend"
    laid = any(
        isinstance(one.action, Play) or (isinstance(one.action, Do) and one.action.verb in LAID) for one in offers
    )
    return "pass_keep" if laid else "pass_nothing"


def _why_card(view: View, card: Card) -> str:
    """Return the reason for a card to a trick, which need not beat what lies there."""
    if view.standing is None:
        return "trick_lead"
    standing = view.standing.cards[0]
    if card & 3 != standing & 3:
        return "trick_throw"
    beats = view.order.index(rank_of(card)) > view.order.index(rank_of(standing))
    return "trick_take" if beats else "trick_duck"


def _why_play(view: View, kind: str, count: int) -> str:
    if view.hand is not None and count == len(view.hand):
        return "last"
    danger = any(
        0 < seat.count <= _FEW for seat in view.seats if seat.seat != view.viewer and not _is_friend(view, seat.seat)
    )
    if view.standing is None:
        if kind in {"card", "solo", "single"} or count == 1:
            return "lead_one"
        return "lead_long" if count >= _LONG else "lead_safe" if danger else "lead_low"
    if kind in _BOMBS:
        return "bomb_danger" if danger else "bomb"
    return "follow"


def _is_friend(view: View, seat: int) -> bool:
    """Tell whether a seat is on the reader's side, as far as the table shows sides: by team, or by a role that both have."""
    if view.viewer is None or seat == view.viewer:
        return False
    mine, other = view.seats[view.viewer], view.seats[seat]
    if mine.team is not None:
        return mine.team == other.team
    return mine.role is not None and mine.role == other.role
