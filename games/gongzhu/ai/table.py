"""What a seat knows, on bit masks, and full deals that could be the real one (places as in ``fast_round``)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from games.gongzhu.cards import DIAMOND_QUEEN, TWO_OF_SPADES
from games.gongzhu.facts import GongZhuView
from games.gongzhu.fast_round import BIT, PLACE_OF, SUIT_BITS, bits_of
from games.gongzhu.options import HouseRules, house_rules

__all__ = ["Table", "World", "table_of", "worlds"]

_SEATS: Final = 4
_FULL: Final = (1 << 52) - 1
_TRIES: Final = 12
_QUEEN: Final = PLACE_OF[DIAMOND_QUEEN]


@dataclass(frozen=True, slots=True)
class Table:
    """All that counts, from one seat's view. Cards are bits; ``trick`` are the places of the cards played, from ``leader`` on."""

    seat: int
    rules: HouseRules
    hand: int
    leader: int | None
    """Who led or leads; ``None`` before the play, where another seat holds the two of spades."""
    trick: tuple[int, ...]
    taken: tuple[int, ...]
    bonus: tuple[int, ...]
    exposed: int
    waiting: int
    """The exposed cards of suits that have not been led."""
    unseen: int
    """The cards whose place the seat does not know: in the other hands, or never dealt in a set-up position."""
    known: tuple[int, ...]
    """By seat: exposed cards that lie in its hand."""
    void: tuple[int, ...]
    """By seat: the suits, as all of their bits, of which it has shown to hold nothing."""
    counts: tuple[int, ...]
    scores: tuple[int, ...]


World = list[int]
"""Four hands, as bits, that agree with everything a table knows."""


def table_of(view: GongZhuView) -> Table:
    """Return what the seat of a view knows, as a table."""
    assert view.viewer is not None, "the channel does not play"
    assert view.hand is not None, "the channel does not play"
    exposed = bits_of(view.public.exposed)
    gone = taken_before = 0
    void, queen, bonus = [0] * _SEATS, None, [0] * _SEATS
    trick: list[tuple[int, int]] = []
    led = 0
    for act in view.acts:
        if act.verb != "play":
            continue
        place = PLACE_OF[act.cards[0]]
        gone |= BIT[place]
        trick = [(act.seat, place)] if act.lead else [*trick, (act.seat, place)]
        suit = SUIT_BITS[trick[0][1]]
        if not BIT[place] & suit or (BIT[place] & exposed and not led & suit):
            void[act.seat] |= suit  # it did not follow, or had to play what otherwise had to wait
        if len(trick) == _SEATS:
            led |= suit
            winner = max((place, seat) for seat, place in trick if BIT[place] & suit)[1]
            if queen is not None and winner == queen:
                bonus[winner] += 10
            if any(place == _QUEEN for _, place in trick):
                queen = winner
    taken = [bits_of(seat.taken) for seat in view.seats]
    if queen is not None:
        taken[queen] |= BIT[_QUEEN]
    for cards in taken:
        taken_before |= cards
    hand = bits_of(view.hand)
    leader = view.public.leader
    if leader is None and TWO_OF_SPADES in view.hand:
        leader = view.viewer
    known = tuple(0 if seat.seat == view.viewer else bits_of(seat.shown) for seat in view.seats)
    unseen = _FULL & ~(gone | taken_before | hand)
    for cards in known:
        unseen &= ~cards
    current = tuple(place for _, place in trick) if len(trick) < _SEATS else ()
    return Table(
        view.viewer,
        house_rules(view.options),
        hand,
        leader,
        current,
        tuple(taken),
        tuple(bonus),
        exposed,
        exposed & ~led,
        unseen,
        known,
        tuple(void),
        tuple(seat.count for seat in view.seats),
        tuple(seat.score for seat in view.seats),
    )


def worlds(table: Table, chance: Random, number: int) -> list[World]:
    """Return so many tables, drawn at random, that agree with the counts and the suits that seats do not hold."""
    others = [seat for seat in range(_SEATS) if seat != table.seat]
    room = [table.counts[seat] - table.known[seat].bit_count() for seat in others]
    places = [place for place in range(52) if BIT[place] & table.unseen]
    spare = len(places) - sum(room)  # in no hand: plain cards that were taken before a set-up position
    may = [
        tuple(at for at, seat in enumerate(others) if not table.void[seat] & BIT[place])
        + ((3,) if spare or not any(not table.void[seat] & BIT[place] for seat in others) else ())
        for place in range(52)
    ]
    found = []
    for _ in range(number):
        for _ in range(_TRIES):  # an unlucky order can leave the last cards without a hand that may hold them
            drawn = _dealt(places, may, [*room, spare], chance)
            if drawn is not None:
                break
        else:
            drawn = _dealt(places, [(0, 1, 2, 3)] * 52, [*room, spare], chance)
            assert drawn is not None, "there is room for all"
        world = list(table.known)
        world[table.seat] = table.hand
        for at, seat in enumerate(others):
            world[seat] |= drawn[at]
        found.append(world)
    return found


def _dealt(places: list[int], may: list[tuple[int, ...]], room: list[int], chance: Random) -> list[int] | None:
    """Give cards to whoever has room, those that few may hold first; return ``None`` if the last ones find no place."""
    order = chance.sample(places, len(places))
    order.sort(key=lambda place: len(may[place]))
    hands, left = [0, 0, 0, 0], list(room)
    for place in order:
        able = may[place]
        total = 0
        for at in able:
            total += left[at]
        if not total:
            return None
        drawn = int(chance.random() * total)
        for at in able:
            drawn -= left[at]
            if drawn < 0:
                break
        hands[at] |= BIT[place]
        left[at] -= 1
    return hands
