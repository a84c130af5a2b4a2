"""A few sensible actions to offer to a person (deterministic, from the hand alone)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from games.base.actions import Action, Do
from games.base.cards import Card, Cards
from games.gongzhu.cards import ACE, GOAT, PIG, POINT_SET, STRENGTH, TRANSFORMER
from games.gongzhu.exposure import exposable
from games.gongzhu.play import PLAYS
from games.gongzhu.state import Exposing, Playing
from games.gongzhu.trick import legal_cards

__all__ = ["suggested_decisions", "suggested_plays"]


def suggested_decisions(state: Exposing, seat: int) -> Iterator[Action]:
    """Yield to decline, then each card that could be exposed alone."""
    yield Do("decline")
    yield from (Do("expose", (card,)) for card in exposable(state, seat))


def suggested_plays(state: Playing, seat: int) -> Iterator[Action]:
    """Return all legal cards, as they are few: on a lead and following from low to high, thrown off the dearest
    first."""
    suit = state.trick[0] & 3 if state.trick else None
    cards = legal_cards(state.hands[seat], suit, state.exposed, state.led)
    throwing = suit is not None and cards[0] & 3 != suit
    saved = (PIG if state.setting.rules.swap_jack_queen else GOAT, TRANSFORMER)
    for card in sorted(cards, key=partial(_burden, saved) if throwing else _weight):
        yield PLAYS[card]


def _weight(card: Card) -> tuple[bool, int, int]:
    """Return the key by which leads and following cards are sorted: low cards first, cards that count after all
    others."""
    return card in POINT_SET, STRENGTH[card], card & 3


def _burden(saved: Cards, card: Card) -> tuple[bool, bool, int, int]:
    """Return the key by which cards to throw off are sorted: point cards but those that nobody likes to give away,
    then high cards."""
    bad = card in POINT_SET and card not in saved
    return not bad, card in saved, -STRENGTH[card] - (13 if card == ACE else 0), card & 3
