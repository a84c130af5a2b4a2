"""The play phase once more, mutable and on bit masks: a fast round for self-play and search.

Where the rules make a new state with its history for every card, a fast round keeps a hand as 52 bits in four runs of
thirteen, one for each suit, low cards first. A card is its *place* there: suits as in ``games.base.cards``, within
a suit by GZ-4. Both engines have the same legal cards, automatic plays, tricks and points; tests play rounds through the
two side by side. Exposing is left out: a round begins with a lead, with the cards that are exposed already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.base.cards import Card, Cards
from games.gongzhu.cards import ACE as ACE_OF_HEARTS
from games.gongzhu.cards import DIAMOND_QUEEN, GOAT, PACK, PIG, POINT_CARDS, SPECIALS, STRENGTH, TRANSFORMER

__all__ = [
    "ACE_BIT", "BIT", "CARD_AT", "GOAT_BIT", "LOWER", "PIG_BIT", "PLACES", "PLACE_OF", "POINT_BITS", "QUEEN_BIT", "SHIFT",
    "SUIT_BITS", "SUIT_MASKS", "TRANSFORMER_BIT", "FastRound", "bits_of", "cards_of", "play_randomly", "score",
]  # fmt: skip

_SEATS: Final = 4
PLACE_OF: Final = tuple(13 * (card & 3) + STRENGTH[card] for card in PACK)
"""By card: its place, 0…51."""
CARD_AT: Final[tuple[Card, ...]] = tuple(sorted(PACK, key=PLACE_OF.__getitem__))
"""By place: the card."""
BIT: Final = tuple(1 << place for place in range(52))
SHIFT: Final = tuple(place - place % 13 for place in range(52))
"""By place: where the bits of its suit begin."""
SUIT_MASKS: Final = tuple(0x1FFF << 13 * suit for suit in range(4))
"""By suit: all of its bits."""
SUIT_BITS: Final = tuple(SUIT_MASKS[place // 13] for place in range(52))
"""By place: all bits of its suit."""
LOWER: Final = tuple((1 << place) - (1 << SHIFT[place]) for place in range(52))
"""By place: the lower cards of its suit."""


def bits_of(cards: Sequence[Card]) -> int:
    """Return cards as bits."""
    return sum(1 << PLACE_OF[card] for card in cards)


def cards_of(bits: int) -> Cards:
    """Return bits as cards, suit by suit, low ones first."""
    return tuple(CARD_AT[place] for place in range(52) if bits >> place & 1)


PIG_BIT: Final = bits_of((PIG,))
GOAT_BIT: Final = bits_of((GOAT,))
TRANSFORMER_BIT: Final = bits_of((TRANSFORMER,))
ACE_BIT: Final = bits_of((ACE_OF_HEARTS,))
QUEEN_BIT: Final = bits_of((DIAMOND_QUEEN,))
POINT_BITS: Final = bits_of(POINT_CARDS)
_SPECIAL_BITS: Final = tuple((1 << PLACE_OF[card], SUIT_BITS[PLACE_OF[card]]) for card in SPECIALS)
_HEARTS: Final = 13
_ALL_HEARTS: Final = 0x1FFF


def _places(suit: int) -> list[tuple[int, ...]]:
    """Return, for every choice of cards of a suit as 13 bits, their places."""
    found: list[tuple[int, ...]] = [()]
    for place in range(13 * suit, 13 * suit + 13):
        found += [(*lower, place) for lower in found]
    return found


PLACES: Final = tuple(_places(suit) for suit in range(4))
"""By suit and by 13 bits: the places of these cards."""


def _heart_points() -> list[int]:
    """Return, for every choice of hearts, their points, none exposed (GZ-21, step 1)."""
    # Each card doubles the list: the choices without it, then the same with it. So a choice's bits are its place in the list.
    found = [0]
    for worth in (0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50):
        found += [points + worth for points in found]
    found[_ALL_HEARTS] = 200
    return found


_HEART_POINTS: Final = _heart_points()


def score(taken: int, exposed: int, *, swapped: bool = False) -> int:
    """Return the points for cards taken (GZ-21, steps 1 to 5); ``swapped``: pig and goat have switched values
    (GZ-35)."""
    bad, good = (GOAT_BIT, PIG_BIT) if swapped else (PIG_BIT, GOAT_BIT)
    hearts = taken >> _HEARTS & _ALL_HEARTS
    points = _HEART_POINTS[hearts]
    if exposed & ACE_BIT:
        points *= 2
    if taken & bad:
        worth = 200 if exposed & bad else 100
        points += worth if hearts == _ALL_HEARTS else -worth
    if taken & good:
        points += 200 if exposed & good else 100
    if taken & TRANSFORMER_BIT:
        twice = 2 if exposed & TRANSFORMER_BIT else 1
        points = 50 * twice if taken & POINT_BITS == TRANSFORMER_BIT else points * 2 * twice
    return points


class FastRound:
    """A round from a lead to its end.

    ``hands`` are the four hands; ``taken``, ``exposed`` and ``led`` (suits led before, as bits 0…3) set up a position;
    ``diamond_queen``, ``all_cards_win`` and ``swap_jack_queen`` are the house rules.
    Plays given to ``step`` must be among the legal ones:
    nothing is checked here. Read the attributes freely, change them through ``step`` alone.
    """

    __slots__ = (
        "_all_cards_win", "_diamond_queen", "_swapped", "bonus", "exposed", "hands", "is_over", "leader", "taken", "trick",
        "turn", "waiting", "won",
    )  # fmt: skip

    def __init__(
        self,
        hands: Sequence[Cards],
        leader: int,
        *,
        exposed: Cards = (),
        taken: Sequence[Cards] = ((), (), (), ()),
        led: int = 0,
        diamond_queen: bool = False,
        all_cards_win: bool = False,
        swap_jack_queen: bool = False,
    ) -> None:
        self._diamond_queen, self._all_cards_win, self._swapped = diamond_queen, all_cards_win, swap_jack_queen
        self.hands = [bits_of(hand) for hand in hands]
        """By seat, as bits."""
        self.taken = [bits_of(cards) for cards in taken]
        """The cards that each seat has won, as bits."""
        self.exposed = bits_of(exposed)
        self.waiting = sum(bit for bit, suit in _SPECIAL_BITS if self.exposed & bit and not led >> _suit(suit) & 1)
        """The exposed cards of suits that have not been led (GZ-15)."""
        self.leader = self.turn = leader
        self.trick: list[int] = []
        """The places of the cards on the table, from the leader on."""
        self.won = [0] * _SEATS
        self.bonus = [0] * _SEATS
        """The bonus for the queen of diamonds (GZ-26)."""
        self.is_over = False
        self._by_itself()

    def legal(self) -> tuple[int, ...]:
        """Return the places of the cards that the seat to act may play, each once (GZ-14, GZ-15)."""
        hand, waiting = self.hands[self.turn], self.waiting
        if self.trick:
            suit = SUIT_BITS[self.trick[0]]
            following = hand & suit
            if following:
                held = following & waiting
                return _all_places(following ^ held if held and held != following else following)
            return _all_places(hand)
        if hand & waiting:
            for bit, suit in _SPECIAL_BITS:
                if hand & waiting & bit and hand & suit != bit:
                    hand ^= bit
        return _all_places(hand)

    def points(self) -> tuple[int, ...]:
        """Return what each seat has by the cards taken so far (GZ-21)."""
        worth = [score(taken, self.exposed, swapped=self._swapped) for taken in self.taken]
        if self._diamond_queen:
            worth = [points + bonus for points, bonus in zip(worth, self.bonus, strict=True)]
        return tuple(worth)

    def step(self, place: int) -> None:
        """Play a card for the seat to act, then what plays itself (GZ-16, GZ-17)."""
        self._play(place)
        self._by_itself()

    def _by_itself(self) -> None:
        while not self.is_over and not (hand := self.hands[self.turn]) & (hand - 1):
            self._play(hand.bit_length() - 1)

    def _play(self, place: int) -> None:
        self.hands[self.turn] ^= BIT[place]
        self.trick.append(place)
        self.turn = (self.turn + 1) % _SEATS
        if len(self.trick) < _SEATS:
            return
        suit = SUIT_BITS[self.trick[0]]
        best = max(played for played in self.trick if BIT[played] & suit)
        self._take((self.leader + self.trick.index(best)) % _SEATS, sum(BIT[played] for played in self.trick))
        self.waiting &= ~suit
        self.trick = []

    def _take(self, winner: int, cards: int) -> None:
        """Let the winner take a trick (GZ-16, GZ-26, GZ-27)."""
        if self.taken[winner] & QUEEN_BIT:
            self.bonus[winner] += 10
        self.taken[winner] |= cards
        self.won[winner] += 1
        self.leader = self.turn = winner
        slam = self._all_cards_win and self.taken[winner] & POINT_BITS == POINT_BITS
        self.is_over = slam or not self.hands[winner]

    def play_out(self, draw: Callable[[], float]) -> int:
        """Play to the end, every choice uniform over the legal cards; return the number of choices.

        ``draw`` gives numbers from 0 up to but not including 1. It does the same as ``step`` after ``step``, in one
        loop.
        """
        choices = 0
        while self.trick and not self.is_over:
            legal = self.legal()
            self.step(legal[int(draw() * len(legal))])
            choices += 1
        if self.is_over:
            return choices
        hands, taken, waiting, leader = self.hands, self.taken, self.waiting, self.leader
        spades, hearts, diamonds, clubs = PLACES
        slam, left = self._all_cards_win, hands[leader].bit_count()
        while left > 1:
            hand = free = hands[leader]
            if hand & waiting:
                for bit, suit in _SPECIAL_BITS:
                    if hand & waiting & bit and hand & suit != bit:
                        free ^= bit
            legal = spades[free & 8191] + hearts[free >> 13 & 8191] + diamonds[free >> 26 & 8191] + clubs[free >> 39]
            best = legal[int(draw() * len(legal))]
            suit, shift, winner, seat = SUIT_BITS[best], SHIFT[best], leader, leader
            places, held, pile = PLACES[shift // 13], waiting & suit, BIT[best]
            hands[seat] = hand ^ pile
            for _ in range(_SEATS - 1):
                seat = (seat + 1) & 3
                hand = hands[seat]
                if follow := hand & suit:
                    if held & follow and held != follow:
                        follow ^= held
                    legal = places[follow >> shift]
                    place = legal[int(draw() * len(legal))]
                    if place > best:
                        best, winner = place, seat
                else:
                    legal = (
                        spades[hand & 8191]
                        + hearts[hand >> 13 & 8191]
                        + diamonds[hand >> 26 & 8191]
                        + clubs[hand >> 39]
                    )
                    place = legal[int(draw() * len(legal))]
                hands[seat] = hand ^ BIT[place]
                pile |= BIT[place]
            if taken[winner] & QUEEN_BIT:
                self.bonus[winner] += 10
            taken[winner] |= pile
            self.won[winner] += 1
            waiting &= ~suit
            leader = winner
            left -= 1
            choices += _SEATS
            if slam and taken[winner] & POINT_BITS == POINT_BITS:
                self.is_over = True
                break
        self.waiting, self.leader, self.turn = waiting, leader, leader
        self._by_itself()
        return choices


def _suit(bits: int) -> int:
    return bits.bit_length() // 13 - 1


def _all_places(bits: int) -> tuple[int, ...]:
    spades, hearts, diamonds, clubs = PLACES
    return spades[bits & 8191] + hearts[bits >> 13 & 8191] + diamonds[bits >> 26 & 8191] + clubs[bits >> 39]


def play_randomly(round_: FastRound, draw: Callable[[], float]) -> int:
    """Play a round to its end at random, see ``FastRound.play_out``."""
    return round_.play_out(draw)
