"""A card by rule of thumb, in a microsecond or two: how an easy player plays, and how all four play when ``ai_search``
plays a table to its end. On bit masks (places as in ``fast``).

The adages: follow low and get rid of high cards where it costs nothing; throw off the pig, then high hearts, then what
could catch the pig; lead low spades while somebody else holds the pig; win a trick with the goat in it.
"""

from __future__ import annotations

from typing import Final

from games.gongzhu.fast import (
    ACE_BIT,
    BIT,
    GOAT_BIT,
    LOWER,
    PIG_BIT,
    QUEEN_BIT,
    SUIT_BITS,
    SUIT_MASKS,
    TRANSFORMER_BIT,
)  # fmt: skip

__all__ = ["follow", "free_to_lead", "lead", "play_out", "throw_off", "worths"]

_SPADES, _HEARTS, _DIAMONDS, _CLUBS = SUIT_MASKS
_PIG: Final = PIG_BIT.bit_length() - 1
_GOAT: Final = GOAT_BIT.bit_length() - 1
_SAVED: Final = GOAT_BIT | TRANSFORMER_BIT
"""What nobody likes to give away."""
_CATCHERS: Final = 0b11 << 11
"""Ace and king of spades: they catch the pig."""
_BELOW_PIG: Final = PIG_BIT - 1
_BELOW_GOAT: Final = GOAT_BIT - 1
_FRESH: Final = 7
"""While the others hold so many cards of a suit, everybody is likely to follow."""


def _ranks(*ranks: int, of: int) -> int:
    """The cards of these ranks (0 for a two … 12) in the suits given by their bits."""
    return sum(1 << 13 * suit + rank for suit in range(4) for rank in ranks) & of


_THROWN: Final = (
    PIG_BIT,
    ACE_BIT,
    _ranks(11, of=_HEARTS),
    _ranks(10, of=_HEARTS),
    _ranks(9, of=_HEARTS),
    _ranks(12, 11, of=_DIAMONDS | _CLUBS),
    _ranks(5, 6, 7, 8, of=_HEARTS),
    _ranks(9, 10, of=_DIAMONDS | _CLUBS) & ~_SAVED,
    _ranks(3, 4, of=_HEARTS),
    _ranks(7, 8, of=_DIAMONDS | _CLUBS) & ~_SAVED,
    _ranks(*range(7), of=_DIAMONDS | _CLUBS),
    _SPADES,
    _ranks(0, 1, 2, of=_HEARTS),
    TRANSFORMER_BIT,
    GOAT_BIT,
)
"""What is thrown off first, in groups."""


def worths(exposed: int) -> list[int]:
    """By place: what a card is worth to its taker, about: the transformer depends on the others and is a small evil."""
    twice = 2 if exposed & ACE_BIT else 1
    worth = [0] * 52
    for rank, points in enumerate((0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50)):
        worth[13 + rank] = points * twice
    worth[PIG_BIT.bit_length() - 1] = -200 if exposed & PIG_BIT else -100
    worth[GOAT_BIT.bit_length() - 1] = 200 if exposed & GOAT_BIT else 100
    worth[TRANSFORMER_BIT.bit_length() - 1] = -30 if exposed & TRANSFORMER_BIT else -15
    return worth


def free_to_lead(hand: int, waiting: int) -> int:
    """The cards that may be led (GZ-15)."""
    held = hand & waiting
    while held:
        bit = held & -held
        if hand & SUIT_BITS[bit.bit_length() - 1] != bit:
            hand ^= bit
        held ^= bit
    return hand


def lead(free: int, hand: int, others: int) -> int:
    """The place of a card to lead: low, where others can take it, or a spade to drive out the pig.

    ``free`` are the cards that may be led, ``others`` the cards in the other hands.
    """
    most, found = -1e9, 0
    for suit in SUIT_MASKS:
        if mine := free & suit:
            card, value = _lead_of(suit, mine, others & suit, hand, others)
            if value > most:
                most, found = value, card
    return found.bit_length() - 1


def _lead_of(suit: int, mine: int, theirs: int, hand: int, others: int) -> tuple[int, float]:
    """The card to lead of a suit, as a bit, and how good that is, roughly in points."""
    low = mine & -mine
    if not theirs:  # it wins for certain, and the others throw off what they like
        return low, -60.0 if others & (_HEARTS | PIG_BIT) else 0.0
    if suit == _SPADES and others & PIG_BIT:
        small = mine & _BELOW_PIG
        if not small:
            return low, -90.0
        return 1 << small.bit_length() - 1, -5.0 if hand & _CATCHERS else 30.0
    plain = mine & ~(_SAVED | PIG_BIT)
    if suit == _CLUBS and plain and theirs.bit_count() >= _FRESH:
        return 1 << plain.bit_length() - 1, 15.0
    if low & (_SAVED | PIG_BIT) and mine != low:
        low = (mine ^ low) & -(mine ^ low)
    below = (theirs & (low - 1)).bit_count() / theirs.bit_count()
    value = -below * (50.0 if suit == _HEARTS else 25.0)
    if low & (PIG_BIT | GOAT_BIT):
        value -= 60.0
    elif suit == _SPADES and hand & PIG_BIT:
        value -= 25.0  # what guards the pig
    return low, value


def follow(cards: int, best: int, last: bool, pot: int, others: int) -> int:
    """The place of a card of the suit led, out of ``cards``.

    ``best`` is the place that is winning, ``pot`` what lies there is worth; ``last``: nobody plays after this seat.
    """
    suit = SUIT_BITS[best]
    low, high = cards & LOWER[best], cards & ~LOWER[best]
    if low & PIG_BIT:
        return _PIG
    if suit == _DIAMONDS:
        if high and (pot > 0 or cards & GOAT_BIT):
            if last:
                return _GOAT if high & GOAT_BIT else high.bit_length() - 1
            if pot > 0 or high > others & suit:
                return high.bit_length() - 1
        if others & GOAT_BIT and pot <= 0 and (small := cards & _BELOW_GOAT):
            cards, low, high = small, low & small, high & small  # the high ones are for the goat
    if last:
        return _follow_last(low, high, suit == _HEARTS, pot)
    if suit == _SPADES and others & PIG_BIT:
        if small := cards & _BELOW_PIG:
            return (low & _BELOW_PIG or small).bit_length() - 1
        return (cards & -cards).bit_length() - 1
    fresh = suit != _HEARTS and pot >= 0 and (others & suit).bit_count() >= _FRESH
    if low and not fresh:
        return (low & ~_SAVED or low).bit_length() - 1
    plain = cards & ~(PIG_BIT | _SAVED) or cards
    return (plain if fresh else plain & -plain).bit_length() - 1


def _follow_last(low: int, high: int, hearts: bool, pot: int) -> int:
    """The same for the last seat, which knows who takes what: ``low`` loses the trick, ``high`` wins it."""
    plain = high & ~PIG_BIT or high
    if not high or (low and (pot < 0 or hearts or plain == PIG_BIT)):
        return (low & ~_SAVED or low).bit_length() - 1
    return (plain & -plain if hearts else plain).bit_length() - 1


def throw_off(hand: int, others: int) -> int:
    """The place of a card of another suit than the one led."""
    if hand & PIG_BIT:
        return _PIG
    if others & PIG_BIT and (caught := hand & _CATCHERS) and not hand & ACE_BIT:
        return caught.bit_length() - 1
    for group in _THROWN:
        if among := hand & group:
            return among.bit_length() - 1
    raise AssertionError("an empty hand is never asked")


def play_out(
    hands: list[int], taken: list[int], bonus: list[int], leader: int, trick: tuple[int, ...], waiting: int,
    worth: list[int],
) -> None:  # fmt: skip
    """Play a table to its end by ``lead``, ``follow`` and ``throw_off``; ``hands``, ``taken`` and ``bonus`` change.

    ``trick`` are the places of the cards on the table, ``leader`` led the first or is to lead.
    """
    left = hands[0] | hands[1] | hands[2] | hands[3]
    placed = trick
    while left or placed:
        seat = winner = leader
        best = -1
        pile = pot = number = 0
        suit = held = 0
        while number < 4:
            hand = hands[seat]
            if number < len(placed):
                place = placed[number]
                if best < 0:
                    best, suit = place, SUIT_BITS[place]
                    held = waiting & suit
                elif BIT[place] & suit and place > best:
                    best, winner = place, seat
            else:
                if best < 0:
                    free = free_to_lead(hand, waiting) if hand & waiting else hand
                    place = lead(free, hand, left & ~hand)
                    best, suit = place, SUIT_BITS[place]
                    held = waiting & suit
                elif cards := hand & suit:
                    if held & cards and held != cards:
                        cards ^= held
                    alone = not cards & (cards - 1)
                    others = left & ~hand
                    place = cards.bit_length() - 1 if alone else follow(cards, best, number == 3, pot, others)
                    if place > best:
                        best, winner = place, seat
                else:
                    place = throw_off(hand, left & ~hand)
                hands[seat] = hand ^ BIT[place]
                left ^= BIT[place]
            pile |= BIT[place]
            pot += worth[place]
            seat = (seat + 1) & 3
            number += 1
        if taken[winner] & QUEEN_BIT:
            bonus[winner] += 10
        taken[winner] |= pile
        waiting &= ~suit
        leader = winner
        placed = ()
