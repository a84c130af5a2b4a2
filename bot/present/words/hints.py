"""Why a hint suggests what it does: one sentence by the kind of situation, from what everybody sees and one's own hand.

The player that suggests it says no reasons; so nothing is said here that the cards do not show. Where no reason is
sure, the sentence says what the play does."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from bot.present.presentation import presentation_of
from bot.present.words.text import card_word, first, rank_word, say
from bot.session.port.updates import Offered
from games import GAMES
from games.base.actions import Bid, Do, Pass, Play
from games.base.cards import RANKS, Card, Cards, rank_of, sort_key, suit_of
from games.contract import View
from games.kit.history import LAID
from games.kit.memory import laid_cards, still_out

__all__ = ["compared", "hint_why", "is_bomb"]

_TRICK_CARD: Final = "card"  # The kind of play where cards go to tricks, by suit
_FEW: Final = 2  # So few cards left are a warning
_LONG: Final = 5  # From so many cards on a lead is a long one
_NAMED: Final = 3  # So many ranks that beat a card are named; those without suits are one
_SUITED: Final = 13  # So many ranks have suits

_Reason = tuple[tuple[str, ...], dict[str, Any]]  # Texts, of which the first that a game has is said, and what fills it


def hint_why(view: View, hinted: Offered, offers: Sequence[Offered], language: str) -> str:
    """The reason for a hint in one sentence; ``""`` where there is nothing to be said."""
    codes, data = _reason(view, hinted, offers, language)
    keys = tuple(key for code in codes for key in (f"hint_why.{code}.{view.game}", f"hint_why.{code}"))
    return first(language, keys, **data) or ""


def _reason(view: View, hinted: Offered, offers: Sequence[Offered], language: str) -> _Reason:
    match hinted.action:
        case Bid():
            return ("bid",), {}
        case Pass():
            return ("no_bid" if view.phase == "bid" else _why_pass(view, offers),), {}
        case Play(cards) if hinted.kind == _TRICK_CARD:
            return (_why_card(view, cards[0]),), {}
        case Play(cards):
            return _why_play(view, hinted, cards, offers, language)
        case Do(verb, _):
            return (verb,), {}


def _why_pass(view: View, offers: Sequence[Offered]) -> str:
    if view.standing is not None and _is_friend(view, view.standing.seat):
        return "pass_friend"
    laid = any(isinstance(one.action, Play) or getattr(one.action, "verb", "") in LAID for one in offers)
    burns = any(one.seat == view.viewer and one.why == "burn" for one in view.awaited)
    return "pass_keep" if laid else "pass_burn" if burns else "pass_nothing"


# -- tricks
def _why_card(view: View, card: Card) -> str:
    """The reason for a card to a trick, which need not beat what lies there."""
    if view.standing is None:
        return "trick_lead" if len(_above(view, card)) >= _FEW else "trick_lead_high"
    standing = view.standing.cards[0]
    if card & 3 != standing & 3:
        return "trick_throw"
    beats = _place(view, rank_of(card)) > _place(view, rank_of(standing))
    return "trick_take" if beats else "trick_duck"


def _above(view: View, card: Card) -> list[int]:
    """The ranks of the cards of the same suit that are higher and may be in other hands."""
    known = {*(view.hand or ()), *laid_cards(view.acts)}
    suited = {rank: Card(rank * 4 + (card & 3)) for rank in range(13)}
    place = _place(view, rank_of(card))
    return [rank for rank, other in suited.items() if other not in known and _place(view, rank) > place]


# -- combinations
def _why_play(view: View, hinted: Offered, cards: Cards, offers: Sequence[Offered], language: str) -> _Reason:
    hand = view.hand or ()
    if len(cards) == len(hand):
        return ("last",), {}
    few = [one.count for one in view.seats if 0 < one.count <= _FEW and not _is_ours(view, one.seat)]
    rest = list((Counter(hand) - Counter(cards)).elements())
    if is_bomb(view.game, hinted.kind):
        return (_why_bomb(view, offers, bool(few)),), {}
    if view.standing is not None and _is_friend(view, view.standing.seat):
        return ("follow_friend",), {}
    if view.standing is None:
        usual: tuple[str, ...] = (_why_lead(view, hinted, cards, rest, few),)
    else:
        usual = _why_follow(view, hinted, cards, offers)
    beaten = _beaten_by(view, cards[0], language) if len(cards) == 1 else ""
    if not beaten:
        return usual, {}
    keeps = any(_is_left(view, one, rest) for one in offers)
    return (("keeps_bomb" if keeps else "top"), *usual), {"ranks": beaten}


def _why_bomb(view: View, offers: Sequence[Offered], danger: bool) -> str:
    if view.standing is None:
        return "lead_bomb"
    if danger:
        return "bomb_danger"
    others = any(isinstance(one.action, Play) and not is_bomb(view.game, one.kind) for one in offers)
    return "bomb_choice" if others else "bomb"


def _why_lead(view: View, hinted: Offered, cards: Cards, rest: Sequence[Card], few: Sequence[int]) -> str:
    if few and len(cards) > max(few):
        return "lead_safe"
    if len(cards) >= _LONG:
        return "lead_long"
    if len(cards) > 1 and any(card in view.wild for card in cards):
        return "lead_wild"
    top = compared(view, hinted, cards)
    higher = sum(_place(view, rank_of(card)) > top for card in rest)
    if not higher:
        return "lead_high"
    if 2 * higher < len(rest):
        return "lead_middle"
    return "lead_one" if len(cards) == 1 else "lead_low"


def _why_follow(view: View, hinted: Offered, cards: Cards, offers: Sequence[Offered]) -> tuple[str, ...]:
    """The reason for beating what stands. Only the next rank is the least for sure: between others may lie what is no
    offer as it would take something apart, and of the same rank suits decide."""
    top = compared(view, hinted, cards)
    for other in offers:
        if other.kind == hinted.kind and isinstance(other.action, Play) and len(other.action.cards) == len(cards):
            lower = compared(view, other, other.action.cards) < top
            if lower and not _tears(view, other.action.cards):
                return "follow_jump", "follow_high"
    standing = RANKS.find(view.standing.rank) if view.standing is not None and len(view.standing.rank) == 1 else -1
    above = top - _place(view, standing) if standing >= 0 else 0
    if above == 1:
        return ("follow",)
    return "follow_jump", "follow_any" if above <= 0 or _tears(view, cards) else "follow_whole"


def _tears(view: View, cards: Cards) -> bool:
    """Whether cards are taken out of more that are equal, or wild ones are spent."""
    held, used = Counter(map(rank_of, view.hand or ())), Counter(map(rank_of, cards))
    return any(held[rank] > count for rank, count in used.items()) or any(card in view.wild for card in cards)


def compared(view: View, play: Offered, cards: Cards) -> int:
    """How high a play counts: the place of its compared rank, or of its highest card where that is not told."""
    rank = RANKS.find(play.rank) if len(play.rank) == 1 else -1
    return _place(view, rank) if rank >= 0 else max(_place(view, rank_of(card)) for card in cards)


def _beaten_by(view: View, card: Card, language: str) -> str:
    """The few ranks of which a single card beats this one, as far as others may hold them, in words; ``""`` where they
    are many, or none."""
    others = still_out(view, GAMES[view.game].pack(view.options, len(view.seats)))
    if view.suits:
        key = partial(sort_key, suits=view.suits)
        over = sorted((one for one in others if key(one) > key(card)), key=key)
        return _either([card_word(one, language) for one in over], language) if len(over) <= _NAMED else ""
    out = {rank_of(one) for one in others}
    order = view.order or tuple(range(len(RANKS)))
    higher = [rank for rank in order[_place(view, rank_of(card)) + 1 :] if rank in out]
    some = [rank_word(rank, language) for rank in higher if rank < _SUITED]
    suitless = "".join(RANKS[rank] for rank in higher if rank >= _SUITED)
    if suit_of(card) is None or not higher or len(some) + bool(suitless) > _NAMED:
        return ""
    last = [say(language, f"hint_word.suitless.{suitless}")] if suitless else []
    return _either(some, language, last)


def _either(some: list[str], language: str, last: Sequence[str] = ()) -> str:
    """One of some words; ``""`` for none."""
    if not some:
        return "".join(last)
    ends = last[0] if last else say(language, "hint_word.rank", rank=some.pop())
    return say(language, "hint_word.or", some=say(language, "hint_word.and").join(some), last=ends) if some else ends


def _is_left(view: View, offer: Offered, rest: Sequence[Card]) -> bool:
    """Whether an offer is a bomb that stays whole."""
    laid = offer.action.cards if isinstance(offer.action, Play) else ()
    return is_bomb(view.game, offer.kind) and not Counter(laid) - Counter(rest)


def is_bomb(game: str, kind: str) -> bool:
    """Whether plays of a kind beat what others cannot."""
    own = presentation_of(game)
    return kind in own.bombs or kind in own.rockets


def _place(view: View, rank: int) -> int:
    """How high a rank counts in this round."""
    return view.order.index(rank) if rank in view.order else rank


def _is_ours(view: View, seat: int) -> bool:
    return seat == view.viewer or _is_friend(view, seat)


def _is_friend(view: View, seat: int) -> bool:
    """Whether a seat is on the reader's side, as far as the table shows sides: by team, or by a role that both have."""
    if view.viewer is None or seat == view.viewer:
        return False
    mine, other = view.seats[view.viewer], view.seats[seat]
    if mine.team is not None:
        return mine.team == other.team
    return mine.role is not None and mine.role == other.role
