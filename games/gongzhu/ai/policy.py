"""A card by rule of thumb, in a microsecond or two: how an easy player plays, and how all four play when ``ai_search``
plays a table to its end. On bit masks (places as in ``fast_round``).

The rules: follow low and get rid of high cards where it costs nothing; throw off the pig, then high hearts, then what
could catch the pig; lead low spades while somebody else holds the pig; win a trick with the goat in it. Where pig and
goat have switched values, each has the other's part (``Roles``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.gongzhu.fast_round import (
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
from games.gongzhu.options import HouseRules

__all__ = ["Roles", "follow", "free_to_lead", "lead", "play_out", "roles_of", "throw_off", "worths"]

_, _HEARTS, _, _CLUBS = SUIT_MASKS
_FRESH: Final = 7
"""While the others hold so many cards of a suit, everybody is likely to follow."""


def _ranks(*ranks: int, of: int) -> int:
    """Return the cards of these ranks (0 for a two … 12) in the suits given by their bits."""
    return sum(1 << 13 * suit + rank for suit in range(4) for rank in ranks) & of


@dataclass(frozen=True, slots=True)
class Roles:
    """Which card is to be avoided (``bad``) and which to be won (``good``), each a bit, and what follows from that."""

    bad: int
    good: int
    bad_suit: int
    good_suit: int
    below_bad: int
    below_good: int
    catchers: int
    """The cards that catch the bad one."""
    saved: int
    """What nobody likes to give away."""
    thrown: tuple[int, ...]
    """What is thrown off first, in groups."""


def _roles(bad: int, good: int) -> Roles:
    bad_at, good_at = bad.bit_length() - 1, good.bit_length() - 1
    saved = good | TRANSFORMER_BIT
    others = SUIT_BITS[good_at] | _CLUBS
    thrown = (
        bad,
        ACE_BIT,
        _ranks(11, of=_HEARTS),
        _ranks(10, of=_HEARTS),
        _ranks(9, of=_HEARTS),
        _ranks(12, 11, of=others),
        _ranks(5, 6, 7, 8, of=_HEARTS),
        _ranks(9, 10, of=others) & ~saved,
        _ranks(3, 4, of=_HEARTS),
        _ranks(7, 8, of=others) & ~saved,
        _ranks(*range(7), of=others),
        SUIT_BITS[bad_at],
        _ranks(0, 1, 2, of=_HEARTS),
        TRANSFORMER_BIT,
        good,
    )
    catchers = SUIT_BITS[bad_at] & ~(LOWER[bad_at] | bad)
    return Roles(
        bad, good, SUIT_BITS[bad_at], SUIT_BITS[good_at], LOWER[bad_at], LOWER[good_at], catchers, saved, thrown
    )


_USUAL: Final = _roles(PIG_BIT, GOAT_BIT)
_SWAPPED: Final = _roles(GOAT_BIT, PIG_BIT)


def roles_of(rules: HouseRules) -> Roles:
    """Return the roles under these house rules (GZ-35)."""
    return _SWAPPED if rules.swap_jack_queen else _USUAL


def worths(exposed: int, roles: Roles) -> list[int]:
    """Return, by place, about what a card is worth to its taker.

    What the transformer is worth depends on the others; it counts as a small evil.
    """
    twice = 2 if exposed & ACE_BIT else 1
    worth = [0] * 52
    for rank, points in enumerate((0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50)):
        worth[13 + rank] = points * twice
    worth[roles.bad.bit_length() - 1] = -200 if exposed & roles.bad else -100
    worth[roles.good.bit_length() - 1] = 200 if exposed & roles.good else 100
    worth[TRANSFORMER_BIT.bit_length() - 1] = -30 if exposed & TRANSFORMER_BIT else -15
    return worth


def free_to_lead(hand: int, waiting: int) -> int:
    """Return the cards that may be led (GZ-15)."""
    held = hand & waiting
    while held:
        bit = held & -held
        if hand & SUIT_BITS[bit.bit_length() - 1] != bit:
            hand ^= bit
        held ^= bit
    return hand


def lead(free: int, hand: int, others: int, roles: Roles) -> int:
    """Return the place of a card to lead: low, where others can take it, or one to drive out the bad card.

    ``free`` are the cards that may be led, ``others`` the cards in the other hands.
    """
    most, found = -1e9, 0
    for suit in SUIT_MASKS:
        if mine := free & suit:
            card, value = _lead_of(suit, mine, others & suit, hand, others, roles)
            if value > most:
                most, found = value, card
    return found.bit_length() - 1


def _lead_of(suit: int, mine: int, theirs: int, hand: int, others: int, roles: Roles) -> tuple[int, float]:
    """Return the card to lead of a suit, as a bit, and how good that is, roughly in points."""
    low = mine & -mine
    if not theirs:  # it wins for certain, and the others throw off what they like
        return low, -60.0 if others & (_HEARTS | roles.bad) else 0.0
    if suit == roles.bad_suit and others & roles.bad:
        small = mine & roles.below_bad
        if not small:
            return low, -90.0
        return 1 << small.bit_length() - 1, -5.0 if hand & roles.catchers else 30.0
    dear = roles.saved | roles.bad
    plain = mine & ~dear
    if suit == _CLUBS and plain and theirs.bit_count() >= _FRESH:
        return 1 << plain.bit_length() - 1, 15.0
    if low & dear and mine != low:
        low = (mine ^ low) & -(mine ^ low)
    below = (theirs & (low - 1)).bit_count() / theirs.bit_count()
    value = -below * (50.0 if suit == _HEARTS else 25.0)
    if low & (roles.bad | roles.good):
        value -= 60.0
    elif suit == roles.bad_suit and hand & roles.bad:
        value -= 25.0  # what guards it
    return low, value


def follow(cards: int, best: int, last: bool, pot: int, others: int, roles: Roles) -> int:
    """Return the place of a card of the suit led, out of ``cards``.

    ``best`` is the place that is winning, ``pot`` what lies there is worth; ``last``: nobody plays after this seat.
    """
    suit = SUIT_BITS[best]
    low, high = cards & LOWER[best], cards & ~LOWER[best]
    if low & roles.bad:
        return roles.bad.bit_length() - 1
    if suit == roles.good_suit:
        if high and (pot > 0 or cards & roles.good):
            if last:
                return (high & roles.good or high).bit_length() - 1
            if pot > 0 or high > others & suit:
                return high.bit_length() - 1
        if others & roles.good and pot <= 0 and (small := cards & roles.below_good):
            cards, low, high = small, low & small, high & small  # the high ones are for the good card
    if last:
        return _follow_last(low, high, suit == _HEARTS, pot, roles)
    if suit == roles.bad_suit and others & roles.bad:
        if small := cards & roles.below_bad:
            return (low & roles.below_bad or small).bit_length() - 1
        return (cards & -cards).bit_length() - 1
    fresh = suit != _HEARTS and pot >= 0 and (others & suit).bit_count() >= _FRESH
    if low and not fresh:
        return (low & ~roles.saved or low).bit_length() - 1
    plain = cards & ~(roles.bad | roles.saved) or cards
    return (plain if fresh else plain & -plain).bit_length() - 1


def _follow_last(low: int, high: int, hearts: bool, pot: int, roles: Roles) -> int:
    """Return the place of a card for the last seat, which knows who takes what: ``low`` loses the trick, ``high``
    wins it."""
    plain = high & ~roles.bad or high
    if not high or (low and (pot < 0 or hearts or plain == roles.bad)):
        return (low & ~roles.saved or low).bit_length() - 1
    return (plain & -plain if hearts else plain).bit_length() - 1


def throw_off(hand: int, others: int, roles: Roles) -> int:
    """Return the place of a card of another suit than the one led."""
    if hand & roles.bad:
        return roles.bad.bit_length() - 1
    if others & roles.bad and (caught := hand & roles.catchers) and not hand & ACE_BIT:
        return caught.bit_length() - 1
    for group in roles.thrown:
        if among := hand & group:
            return among.bit_length() - 1
    raise AssertionError("an empty hand is never asked")


def play_out(
    hands: list[int], taken: list[int], bonus: list[int], leader: int, trick: tuple[int, ...], waiting: int,
    worth: list[int], roles: Roles,
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
                    place = lead(free, hand, left & ~hand, roles)
                    best, suit = place, SUIT_BITS[place]
                    held = waiting & suit
                elif cards := hand & suit:
                    if held & cards and held != cards:
                        cards ^= held
                    alone = not cards & (cards - 1)
                    others = left & ~hand
                    place = cards.bit_length() - 1 if alone else follow(cards, best, number == 3, pot, others, roles)
                    if place > best:
                        best, winner = place, seat
                else:
                    place = throw_off(hand, left & ~hand, roles)
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
