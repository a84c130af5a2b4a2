"""What a seat knows, full deals that could be the real one, cards by rule of thumb, and such deals played out by it.

All on bit masks (places as in ``ai.bits``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from games.gongzhu.ai.bits import (
    ACE_BIT,
    BIT,
    GOAT_BIT,
    LOWER,
    PIG_BIT,
    PLACE_OF,
    POINT_BITS,
    QUEEN_BIT,
    SUIT_BITS,
    SUIT_MASKS,
    TRANSFORMER_BIT,
    bits_of,
    score,
)  # fmt: skip
from games.gongzhu.cards import DIAMOND_QUEEN, TWO_OF_SPADES
from games.gongzhu.facts import GongZhuView
from games.gongzhu.options import HouseRules, house_rules
from games.gongzhu.scoring import losers_and_winners, teams

__all__ = [
    "Roles", "Table", "World", "follow", "free_to_lead", "lead", "lead_of", "play_out", "points_of",
    "roles_of", "table_of", "throw_off", "worlds", "worths",
]  # fmt: skip

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
    leader: int | None  # Who led or leads; ``None`` before the play, where another seat holds the two of spades
    trick: tuple[int, ...]
    taken: tuple[int, ...]
    bonus: tuple[int, ...]
    exposed: int
    waiting: int  # The exposed cards of suits that have not been led
    unseen: int  # The cards whose place the seat does not know: in the other hands, or never dealt in a set-up position
    known: tuple[int, ...]  # By seat: exposed cards that lie in its hand
    void: tuple[int, ...]  # By seat: the suits, as all of their bits, of which it has shown to hold nothing
    counts: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def others(self) -> int:
        """The cards that others hold, as far as it can be told."""
        return self.unseen | sum(self.known)


World = list[int]  # Four hands, as bits, that agree with everything a table knows


def table_of(view: GongZhuView) -> Table:
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
    """So many tables, drawn at random, that agree with the counts and the suits that seats do not hold."""
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


_, _HEARTS, _, _CLUBS = SUIT_MASKS
_FRESH: Final = 7  # While the others hold so many cards of a suit, everybody is likely to follow


def _ranks(*ranks: int, of: int) -> int:
    """The cards of these ranks (0 for a two … 12) in the suits given by their bits."""
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
    catchers: int  # The cards that catch the bad one
    saved: int  # What nobody likes to give away
    thrown: tuple[int, ...]  # What is thrown off first, in groups


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
    """The roles under these house rules (GZ-35)."""
    return _SWAPPED if rules.pig_is_good else _USUAL


@cache
def worths(exposed: int, roles: Roles) -> tuple[int, ...]:
    """Return, by place, about what a card is worth to its taker. What the transformer is worth depends on the others;
    it counts as a small evil."""
    twice = 2 if exposed & ACE_BIT else 1
    worth = [0] * 52
    for rank, points in enumerate((0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50)):
        worth[13 + rank] = points * twice
    worth[roles.bad.bit_length() - 1] = -200 if exposed & roles.bad else -100
    worth[roles.good.bit_length() - 1] = 200 if exposed & roles.good else 100
    worth[TRANSFORMER_BIT.bit_length() - 1] = -30 if exposed & TRANSFORMER_BIT else -15
    return tuple(worth)


def free_to_lead(hand: int, waiting: int) -> int:
    """The cards that may be led (GZ-15)."""
    held = hand & waiting
    while held:
        bit = held & -held
        if hand & SUIT_BITS[bit.bit_length() - 1] != bit:
            hand ^= bit
        held ^= bit
    return hand


def lead(free: int, hand: int, others: int, roles: Roles) -> int:
    """The place of a card to lead: low, where others can take it, or one to drive out the bad card. ``free`` are
    the cards that may be led, ``others`` the cards in the other hands."""
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
    """The place of a card of the suit led, out of ``cards``. ``best`` is the place that is winning, ``pot`` what
    lies there is worth; ``last``: nobody plays after this seat."""
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
    """The place of a card for the last seat, which knows who takes what: ``low`` loses the trick, ``high`` wins it."""
    plain = high & ~roles.bad or high
    if not high or (low and (pot < 0 or hearts or plain == roles.bad)):
        return (low & ~roles.saved or low).bit_length() - 1
    return (plain & -plain if hearts else plain).bit_length() - 1


def throw_off(hand: int, others: int, roles: Roles) -> int:
    """The place of a card of another suit than the one led."""
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
    worth: Sequence[int], roles: Roles,
) -> None:  # fmt: skip
    """Play a table to its end by ``lead``, ``follow`` and ``throw_off``; ``hands``, ``taken`` and ``bonus`` change.
    ``trick`` are the places of the cards on the table, ``leader`` led the first or is to lead."""
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


_SWEEP = 1000  # What ending the match at once is worth beside the points
_MATCH = 300  # What it counts that the match is won or lost by the points of the round
_LIMIT = 1000


def points_of(table: Table, taken: Sequence[int], bonus: Sequence[int], exposed: int) -> list[int]:
    """The points of each seat at the end of a round."""
    points = [score(cards, exposed, swapped=table.rules.pig_is_good) for cards in taken]
    if table.rules.diamond_queen:
        points = [one + more for one, more in zip(points, bonus, strict=True)]
    return points


def lead_of(table: Table, points: Sequence[int], taken: Sequence[int]) -> float:
    """Return how well the seat has done: its points, or its team's, less what the others get on average, and what the end of the
    match counts."""
    match = _match(table, points)
    if table.rules.all_cards_win:
        points = [one + _SWEEP * (cards & POINT_BITS == POINT_BITS) for one, cards in zip(points, taken, strict=True)]
    seat = table.seat
    if table.rules.teams:
        return match + points[seat] + points[seat ^ 2] - points[seat ^ 1] - points[seat ^ 3]
    return match + points[seat] - (sum(points) - points[seat]) / 3


def _match(table: Table, points: Sequence[int]) -> int:
    """What it counts that the match ends with these points of the round, if it does (GZ-24, GZ-25)."""
    scores = tuple(map(int.__add__, table.scores, points))
    totals = [sum(scores[seat] for seat in side) for side in teams(table.rules)]
    if min(totals) > -_LIMIT and (table.rules.plus_1000 == "off" or max(totals) < _LIMIT):
        return 0
    ended = losers_and_winners(scores, table.rules)
    assert ended is not None, "a side is past the limit"
    losers, winners = ended
    return _MATCH if table.seat in winners else -_MATCH if table.seat in losers else 0
