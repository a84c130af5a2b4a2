"""A round once more, mutable and on bit masks: a fast round for self-play and search.

Where the rules make a new state with its history for every card, a fast round keeps a hand as 52 bits in four runs of
thirteen, one for each suit, low cards first. A card is its *place* there: suits as in ``games.base.cards``, within a
suit by GZ-4. Both engines have the same decisions, legal cards, automatic plays, tricks and points; tests play rounds
through the two side by side."""

from collections.abc import Callable, Sequence
from typing import Final, Self

from games.base.cards import Card, Cards
from games.gongzhu.cards import ACE as ACE_OF_HEARTS
from games.gongzhu.cards import (
    DIAMOND_QUEEN,
    GOAT,
    PACK,
    PIG,
    POINT_CARDS,
    SPECIALS,
    STRENGTH,
    TRANSFORMER,
    TWO_OF_SPADES,
)  # fmt: skip
from games.gongzhu.options import HouseRules

__all__ = [
    "ACE_BIT", "BIT", "CARD_AT", "EXPOSE", "GOAT_BIT", "LOWER", "PIG_BIT", "PLACES", "PLACE_OF", "POINT_BITS", "QUEEN_BIT",
    "SHIFT", "SUIT_BITS", "SUIT_MASKS", "TRANSFORMER_BIT", "FastRound", "bits_of", "cards_of", "score",
]  # fmt: skip

_SEATS: Final = 4
PLACE_OF: Final = tuple(13 * (card & 3) + STRENGTH[card] for card in PACK)  # By card: its place, 0…51
CARD_AT: Final[tuple[Card, ...]] = tuple(sorted(PACK, key=PLACE_OF.__getitem__))  # By place: the card
BIT: Final = tuple(1 << place for place in range(52))
SHIFT: Final = tuple(place - place % 13 for place in range(52))  # By place: where the bits of its suit begin
SUIT_MASKS: Final = tuple(0x1FFF << 13 * suit for suit in range(4))  # By suit: all of its bits
SUIT_BITS: Final = tuple(SUIT_MASKS[place // 13] for place in range(52))  # By place: all bits of its suit
LOWER: Final = tuple((1 << place) - (1 << SHIFT[place]) for place in range(52))  # By place: the lower cards of its suit


def bits_of(cards: Sequence[Card]) -> int:
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
_TWO_BIT: Final = bits_of((TWO_OF_SPADES,))
_SPECIAL_BITS: Final = tuple((1 << PLACE_OF[card], SUIT_BITS[PLACE_OF[card]]) for card in SPECIALS)
_ALL_SPECIAL: Final = bits_of(SPECIALS)
_EVERYBODY: Final = 0b1111
EXPOSE: Final = 52
"""Numbers of what is done: below this the places of cards, from here on the ways to expose, none of the four first."""
_EXPOSED: Final = tuple(
    sum(bit for at, (bit, _) in enumerate(_SPECIAL_BITS) if number >> at & 1) for number in range(16)
)
"""By way to expose: these cards as bits."""
_CHOICES: Final = tuple(
    tuple(EXPOSE + number for number in range(16) if number | held == held) for held in range(16)
)  # fmt: skip
"""By what is held of the four special cards: the ways to expose."""
_HEARTS: Final = 13
_ALL_HEARTS: Final = 0x1FFF


def _places(suit: int) -> list[tuple[int, ...]]:
    """Return, for every choice of cards of a suit as 13 bits, their places."""
    found: list[tuple[int, ...]] = [()]
    for place in range(13 * suit, 13 * suit + 13):
        found += [(*lower, place) for lower in found]
    return found


PLACES: Final = tuple(_places(suit) for suit in range(4))  # By suit and by 13 bits: the places of these cards


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
    """The points for cards taken (GZ-21, steps 1 to 5); ``swapped``: pig and goat have switched values (GZ-35)."""
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
    """A round, by itself from a lead to its end; ``dealt`` makes a whole one, which begins with exposing. ``taken``,
    ``exposed`` and ``led`` (suits led before, as bits 0…3) set up a position. What is given to ``step`` must be among
    the legal ones: nothing is checked here. Read the attributes freely, change them through ``step`` and ``decide``
    alone."""

    __slots__ = (
        "_all_cards_win", "_best", "_diamond_queen", "_pile", "_suit", "_winner", "answers", "bonus", "deciding", "exposed",
        "hands", "is_over", "leader", "number", "rules", "sweeper", "taken", "trick", "turn", "waiting", "won",
    )  # fmt: skip

    def __init__(
        self,
        hands: Sequence[Cards],
        leader: int | None,
        rules: HouseRules,
        *,
        exposed: Cards = (),
        taken: Sequence[Cards] = ((), (), (), ()),
        led: int = 0,
        whole: bool = False,
    ) -> None:
        self.rules = rules
        self.hands = [bits_of(hand) for hand in hands]
        """By seat, as bits."""
        self.taken = [bits_of(cards) for cards in taken]
        """The cards that each seat has won, as bits."""
        self.exposed = shown = bits_of(exposed)
        shut = [bit for bit, suit in _SPECIAL_BITS if shown & bit and not led >> (suit.bit_length() // 13 - 1) & 1]
        self.waiting = sum(shut)
        """The exposed cards of suits that have not been led (GZ-15)."""
        self.deciding = 0
        """The seats that have yet to say what they expose, as bits; nobody in the play."""
        self.answers = [0] * _SEATS
        """What each seat will expose, as bits, before all have decided (GZ-9)."""
        self.number = 0
        """The first or second time of exposing (GZ-11); 0 in the play."""
        self.leader = leader
        """Who leads or led; ``None`` before the play where the two of spades says so."""
        self.turn = 0 if leader is None else leader
        self.trick: list[int] = []
        """The places of the cards on the table, from the leader on."""
        self.won = [0] * _SEATS
        self.bonus = [0] * _SEATS
        """The bonus for the queen of diamonds (GZ-26)."""
        self.is_over = False
        self.sweeper: int | None = None
        """Who has all cards that count, where that wins the match at once (GZ-27)."""
        self._best = self._suit = self._winner = self._pile = 0
        self._diamond_queen, self._all_cards_win = rules.diamond_queen, rules.all_cards_win
        if whole and rules.expose_rounds:
            self.deciding, self.number, self.turn = _EVERYBODY, 1, 0
        else:
            self._begin_play()

    @classmethod
    def dealt(cls, hands: Sequence[Cards], rules: HouseRules, leader: int | None = None) -> Self:
        """A whole round from its deal; ``leader`` is who took the pig before (GZ-12)."""
        return cls(hands, leader, rules, whole=True)

    @property
    def why(self) -> str:
        """What the seat to act is asked: ``expose``, ``lead`` or ``follow``; ``""`` at the end."""
        if self.is_over:
            return ""
        return "expose" if self.deciding else "follow" if self.trick else "lead"

    @property
    def standing(self) -> tuple[int, int] | None:
        """Whose card wins the trick on the table so far, and its place."""
        return (self._winner, self._best) if self.trick else None

    def legal(self) -> tuple[int, ...]:
        """What the seat to act may do: places of cards, each once (GZ-14, GZ-15), or numbers from ``EXPOSE`` on."""
        hand, waiting = self.hands[self.turn], self.waiting
        if self.trick:
            suit = self._suit
            following = hand & suit
            if following:
                held = following & waiting
                if held and held != following:
                    following ^= held
                shift = SHIFT[self.trick[0]]
                return PLACES[shift // 13][following >> shift]
        elif self.deciding:
            return self.choices(self.turn)
        elif hand & waiting:
            for bit, suit in _SPECIAL_BITS:
                if hand & waiting & bit and hand & suit != bit:
                    hand ^= bit
        spades, hearts, diamonds, clubs = PLACES
        return spades[hand & 8191] + hearts[hand >> 13 & 8191] + diamonds[hand >> 26 & 8191] + clubs[hand >> 39]

    def choices(self, seat: int) -> tuple[int, ...]:
        """What a seat may expose, as numbers: ``EXPOSE`` plus 1, 2, 4 and 8 for pig, goat, transformer and ace."""
        if not self.deciding >> seat & 1:
            return ()
        held = self.hands[seat] & ~self.exposed
        return _CHOICES[sum(1 << at for at, (bit, _) in enumerate(_SPECIAL_BITS) if held & bit)]

    def points(self) -> tuple[int, ...]:
        """What each seat has by the cards taken so far (GZ-21)."""
        won = zip(self.taken, self.bonus, strict=True)
        return tuple(score(taken, self.exposed, swapped=self.rules.pig_is_good) + bonus for taken, bonus in won)

    def winners(self) -> tuple[int, ...]:
        """Who has won the round: who has most points, or a sweeper; with partners, both."""
        points, step = self.points(), 2 if self.rules.teams else 4
        sides = [sum(points[seat % step :: step]) for seat in range(_SEATS)]
        if self.sweeper is not None:
            return tuple(seat for seat in range(_SEATS) if seat % step == self.sweeper % step)
        return tuple(seat for seat in range(_SEATS) if sides[seat] == max(sides))

    def step(self, number: int) -> None:
        """Do what the seat to act does: play a card by its place, then what plays itself (GZ-16, GZ-17), or decide."""
        if self.deciding:
            self.decide(self.turn, number)
            return
        self._play(number)
        hand = self.hands[self.turn]
        if not hand & (hand - 1):
            self._by_itself()

    def decide(self, seat: int, number: int) -> None:
        """Let any seat that has not decided expose cards, by the number of the choice; the fourth shows them all (GZ-10)."""
        self.answers[seat] = _EXPOSED[number - EXPOSE]
        self.deciding &= ~(1 << seat)
        if self.deciding:
            self.turn = (self.deciding & -self.deciding).bit_length() - 1
            return
        shown = sum(self.answers)
        self.exposed |= shown
        self.waiting |= shown
        self.answers = [0] * _SEATS
        if self.number < self.rules.expose_rounds and self.exposed != _ALL_SPECIAL:
            self.number += 1
            self.deciding, self.turn = _EVERYBODY, 0
        else:
            self._begin_play()

    def _begin_play(self) -> None:
        if self.leader is None:
            holds = (seat for seat, hand in enumerate(self.hands) if hand & _TWO_BIT and hand.bit_count() == _HEARTS)
            self.leader = next(holds, 0)
        self.turn, self.number = self.leader, 0
        self._by_itself()

    def _by_itself(self) -> None:
        while not self.is_over and not (hand := self.hands[self.turn]) & (hand - 1):
            self._play(hand.bit_length() - 1)

    def _play(self, place: int) -> None:
        seat, bit, trick = self.turn, BIT[place], self.trick
        self.hands[seat] ^= bit
        if not trick:
            self._best, self._suit, self._winner, self._pile = place, SUIT_BITS[place], seat, bit
        else:
            self._pile |= bit
            if place > self._best and bit & self._suit:
                self._best, self._winner = place, seat
        trick.append(place)
        if len(trick) < _SEATS:
            self.turn = (seat + 1) & 3
            return
        self._take(self._winner, self._pile)
        self.waiting &= ~self._suit
        self.trick = []
        self._best = self._suit = self._winner = self._pile = 0

    def _take(self, winner: int, cards: int) -> None:
        """Let the winner take a trick (GZ-16, GZ-26, GZ-27)."""
        if self._diamond_queen and self.taken[winner] & QUEEN_BIT:
            self.bonus[winner] += 10
        self.taken[winner] |= cards
        self.won[winner] += 1
        self.leader = self.turn = winner
        if self._all_cards_win and self.taken[winner] & POINT_BITS == POINT_BITS:
            self.sweeper, self.is_over = winner, True
        elif not self.hands[winner]:
            self.is_over = True

    def play_out(self, draw: Callable[[], float]) -> int:
        """Play to the end, every choice uniform over the legal cards; return the number of choices. ``draw`` gives
        numbers from 0 up to but not including 1. It does the same as ``step`` after ``step``, in one loop."""
        choices = 0
        while (self.trick or self.deciding) and not self.is_over:
            legal = self.legal()
            self.step(legal[int(draw() * len(legal))])
            choices += 1
        if self.is_over:
            return choices
        hands, taken, waiting, leader = self.hands, self.taken, self.waiting, self.turn
        spades, hearts, diamonds, clubs = PLACES
        slam, left, queen = self._all_cards_win, hands[leader].bit_count(), QUEEN_BIT if self._diamond_queen else 0
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
            if taken[winner] & queen:
                self.bonus[winner] += 10
            taken[winner] |= pile
            self.won[winner] += 1
            waiting &= ~suit
            leader = winner
            left -= 1
            choices += _SEATS
            if slam and taken[winner] & POINT_BITS == POINT_BITS:
                self.sweeper, self.is_over = winner, True
                break
        self.waiting, self.leader, self.turn = waiting, leader, leader
        self._by_itself()
        return choices
