"""How likely each card is to be played, learned from rounds of ``strong`` players; and tables played to their end by it.

All on bit masks (places as in ``ai.bits``).
"""

from bisect import bisect
from collections.abc import Sequence
from functools import cache
from math import exp
from typing import Final

from games.gongzhu.ai.bits import (
    ACE_BIT,
    BIT,
    GOAT_BIT,
    LOWER,
    PIG_BIT,
    PLACES,
    POINT_BITS,
    QUEEN_BIT,
    SUIT_BITS,
    SUIT_MASKS,
    TRANSFORMER_BIT,
    score,
)  # fmt: skip
from games.gongzhu.ai.policy import Roles, follow, free_to_lead, lead, roles_of, throw_off, worths
from games.gongzhu.options import HouseRules
from games.kit.network import network

__all__ = [
    "AT", "FEW", "FOLLOW_BASE", "LEAD_BASE", "LENIENCE", "PHASES", "SHARPNESS", "SIZE", "TELLING", "UP_TO_FIVE",
    "Odds", "factors_for", "odds_for", "pot_of", "standings",
]  # fmt: skip

_HEARTS: Final = SUIT_MASKS[1]
TELLING: Final = _HEARTS | PIG_BIT | GOAT_BIT  # Cards of which it counts who has taken them
PHASES: Final = (4, 4, 4, 4, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0)  # By cards in hand: how far the round has gone
FEW: Final = (0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4)
"""By cards of a suit in the other hands: how many these are, roughly."""
UP_TO_FIVE: Final = (0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5)  # By cards of a suit in hand

_CONTEXTS: Final = {
    "pig": 3 * 6 * 52, "goat": 3 * 6 * 52, "transformer": 3 * 5 * 52, "phase": 3 * 5 * 52, "mine": 3 * 6 * 52,
    "hearts": 3 * 6 * 52, "suit": 3 * 30 * 52, "table": 3 * 20 * 52, "void": 3 * 12 * 52, "rule": 6,
    "ace": 3 * 2 * 52, "card": 3 * 52, "lead": 11 * 7 * 7 * 3, "follow": 11 * 3 * 5 * 48,
}  # fmt: skip
"""The groups of factors, in the order of the file, and how many each has."""
SIZE: Final = sum(_CONTEXTS.values())
AT: Final = {name: sum(list(_CONTEXTS.values())[:at]) for at, name in enumerate(_CONTEXTS)}  # By group: where it begins


def _sort(place: int) -> int:
    """Which of eleven sorts of cards this one is: pig, goat, transformer, high ones and low ones of each suit."""
    suit, rank = divmod(place, 13)
    if (bit := BIT[place]) & (PIG_BIT | GOAT_BIT | TRANSFORMER_BIT):
        return 4 if bit == PIG_BIT else 5 if bit == GOAT_BIT else 6
    return (8, 7, 9, 10)[suit] if rank >= (11, 9, 10, 9)[suit] else suit


_SORTS: Final = tuple(_sort(place) for place in range(52))  # By place: the sort of card
LEAD_BASE: Final = tuple(AT["lead"] + sort * 147 for sort in _SORTS)
FOLLOW_BASE: Final = tuple(AT["follow"] + sort * 720 for sort in _SORTS)  # By place: where its factors begin


def pot_of(pot: int) -> int:
    """How good or bad it is what lies on the table, from 0 to 4."""
    if pot < 0:
        return 2 if pot > -30 else 1 if pot > -100 else 0
    return 4 if pot else 3


def standings(taken: Sequence[int]) -> list[int]:
    """Return, by seat, what it has taken and who has taken hearts, as one number below 36."""
    having = [seat for seat in range(4) if taken[seat] & _HEARTS]
    many = taken[having[0]] & _HEARTS if len(having) == 1 else 0
    more = many.bit_count() >= 5
    found: list[int] = []
    for seat in range(4):
        if not having:
            hearts = 0
        elif not many:
            hearts = 1
        elif having[0] == seat:
            hearts = 3 if more else 2
        else:
            hearts = 5 if more else 4
        found.append(_mine(taken[seat] & TELLING) * 6 + hearts)
    return found


@cache
def _mine(cards: int) -> int:
    """How well a seat stands with what it has taken of the hearts, the pig and the goat."""
    if cards & PIG_BIT:
        return 4 if cards & GOAT_BIT else 5
    if cards & GOAT_BIT:
        return 3
    points = score(cards, 0)
    return 2 if points <= -50 else 1 if points < 0 else 0


SHARPNESS: Final = 2.0
"""How much surer of themselves tables are played out than the decisions were from which the factors were learned."""
LENIENCE: Final = 10.0
"""So many points worse, a card is played *e* times less often in what the factors were learned from."""
_LEAD, _FOLLOW, _THROW = 0, 1, 2  # What is asked: to lead, to play the suit led, to throw off

Choice = tuple[Sequence[int], list[float]]  # The places of cards, and their weights summed up one after the other


class Odds:
    """The factors, for a round in which certain cards are exposed."""

    def __init__(self, factors: Sequence[float], exposed: int, rules: HouseRules) -> None:
        self._factors = factors
        self.exposed = exposed
        self._queen = rules.diamond_queen
        self._ace = int(exposed & ACE_BIT != 0)
        self._pig_held, self._pig_out = (2, 4) if exposed & PIG_BIT else (1, 3)
        self._goat_held, self._goat_out = (2, 4) if exposed & GOAT_BIT else (1, 3)
        self.roles: Roles = roles_of(rules)
        self.worth = worths(exposed, self.roles)
        self._of_cards: dict[int, list[float]] = {}
        self._of_table: dict[int, list[float]] = {}
        self._of_suits: dict[int, list[float]] = {}
        rule = AT["rule"]
        self._by_rule = [factors[rule + 2 * kind + 1] / factors[rule + 2 * kind] for kind in range(3)]
        """How much likelier the card by rule of thumb is than another."""

    # -- rows of factors, made when they are first wanted
    def _cards(self, key: int) -> list[float]:
        """Return, by place, the factors of what has become of pig, goat and transformer, and of how far the round has gone."""
        rest, phase = divmod(key, 5)
        rest, transformer = divmod(rest, 5)
        rest, goat = divmod(rest, 6)
        kind, pig = divmod(rest, 6)
        rows = [
            AT["pig"] + (kind * 6 + pig) * 52,
            AT["goat"] + (kind * 6 + goat) * 52,
            AT["transformer"] + (kind * 5 + transformer) * 52,
            AT["phase"] + (kind * 5 + phase) * 52,
            AT["ace"] + (kind * 2 + self._ace) * 52,
            *[AT["card"] + kind * 52] * (2 if kind == _THROW else 1),
        ]
        made = self._of_cards[key] = self._product(rows, 52)
        return made

    def _table(self, key: int) -> list[float]:
        """Return, by place, the factors of what lies on the table and what this seat and others have taken."""
        rest, standing = divmod(key, 36)
        kind = rest // 20
        mine, hearts = divmod(standing, 6)
        rows = [AT["table"] + rest * 52, AT["mine"] + (kind * 6 + mine) * 52, AT["hearts"] + (kind * 6 + hearts) * 52]
        made = self._of_table[key] = self._product(rows, 52)
        return made

    def _suit(self, key: int) -> list[float]:
        """Return, by card of a suit from the two on, the factors of who holds how many of it."""
        rest, held = divmod(key, 12)
        rest, numbers = divmod(rest, 30)
        kind, suit = divmod(rest, 4)
        rows = [AT["suit"] + (kind * 30 + numbers) * 52 + 13 * suit, AT["void"] + (kind * 12 + held) * 52 + 13 * suit]
        made = self._of_suits[key] = self._product(rows, 13)
        return made

    def _product(self, rows: Sequence[int], wide: int) -> list[float]:
        factors = self._factors
        made = list(factors[rows[0] : rows[0] + wide])
        for row in rows[1:]:
            made = [one * other for one, other in zip(made, factors[row : row + wide], strict=True)]
        return made

    # -- one decision
    def _key(self, hand: int, others: int, table: int, taken: int, kind: int) -> tuple[int, int]:
        """Return the key of ``_cards``, and who holds the pig: nobody, this seat or another."""
        if hand & PIG_BIT:
            pig, holder = self._pig_held, 1
        elif others & PIG_BIT:
            pig, holder = self._pig_out, 2
        else:
            pig, holder = 5 if table & PIG_BIT else 0, 0
        if hand & GOAT_BIT:
            goat = self._goat_held
        elif others & GOAT_BIT:
            goat = self._goat_out
        else:
            goat = 5 if table & GOAT_BIT else 0
        if hand & TRANSFORMER_BIT:
            transformer = 0
        elif others & TRANSFORMER_BIT:
            transformer = 1
        elif table & TRANSFORMER_BIT:
            transformer = 2
        else:
            transformer = 3 if taken & TRANSFORMER_BIT else 4
        return (((kind * 6 + pig) * 6 + goat) * 5 + transformer) * 5 + PHASES[hand.bit_count()], holder

    def leads(self, free: int, hand: int, others: int, taken: int, standing: int, void: int) -> Choice:
        """How likely each card that may be led is. ``void``: by suit, four bits, the other seats known to hold none."""
        key, holder = self._key(hand, others, 0, taken, _LEAD)
        ours = self._of_cards.get(key) or self._cards(key)
        key = 3 * 36 + standing
        ready = self._of_table.get(key) or self._table(key)
        rule = lead(free, hand, others, self.roles)
        places: list[int] = []
        sums: list[float] = []
        total, factors = 0.0, self._factors
        for suit in range(4):
            shift = 13 * suit
            if not (mine := free >> shift & 8191):
                continue
            theirs = others >> shift & 8191
            number, many = (hand >> shift & 8191).bit_count(), theirs.bit_count()
            at = (UP_TO_FIVE[number] * 5 + FEW[many]) * 12
            at += (void >> 4 * suit & 15).bit_count() * 3 + holder + suit * 360
            row = self._of_suits.get(at) or self._suit(at)
            for place in PLACES[suit][mine]:
                rank = place - shift
                below = (theirs & (1 << rank) - 1).bit_count()
                above = many - below
                chance = ours[place] * ready[place] * row[rank]
                at = LEAD_BASE[place] + holder + 21 * (below if below < 6 else 6) + 3 * (above if above < 6 else 6)
                chance *= factors[at]
                total += chance if place != rule else chance * self._by_rule[_LEAD]
                places.append(place)
                sums.append(total)
        return places, sums

    def follows(
        self, cards: int, hand: int, others: int, table: int, taken: int, standing: int, best: int, number: int, pot: int,
        void: int,
    ) -> Choice:  # fmt: skip
        """How likely each of ``cards`` of the suit led is. ``void``: how many of those who follow hold none of it."""
        key, holder = self._key(hand, others, table, taken, _FOLLOW)
        ours = self._of_cards.get(key) or self._cards(key)
        worth = pot_of(pot)
        key = (20 + number * 5 + worth) * 36 + standing
        ready = self._of_table.get(key) or self._table(key)
        suit = best // 13
        shift = 13 * suit
        theirs = others >> shift & 8191
        many = theirs.bit_count()
        number_held = UP_TO_FIVE[(hand >> shift & 8191).bit_count()]
        at = (number_held * 5 + FEW[many]) * 12 + void * 3 + holder + (4 + suit) * 360
        row = self._of_suits.get(at) or self._suit(at)
        rule = follow(cards, best, number == 3, pot, others, self.roles)
        losing = (cards & LOWER[best]).bit_length() - 1
        base = ((number - 1) * 5 + worth) * 48 + holder
        places = PLACES[suit][cards >> shift & 8191]
        sums: list[float] = []
        total, factors = 0.0, self._factors
        for place in places:
            rank = place - shift
            above = (theirs >> rank).bit_count()
            at = FOLLOW_BASE[place] + base + 6 * (above if above < 3 else 3)
            if place > best:
                at += 24
            elif place == losing:
                at += 3
            chance = ours[place] * ready[place] * row[rank] * factors[at]
            total += chance if place != rule else chance * self._by_rule[_FOLLOW]
            sums.append(total)
        return places, sums

    def throws(
        self, hand: int, others: int, table: int, taken: int, standing: int, number: int, pot: int
    ) -> Choice:  # fmt: skip
        """How likely each card is to be thrown off."""
        key, holder = self._key(hand, others, table, taken, _THROW)
        ours = self._of_cards.get(key) or self._cards(key)
        key = (40 + number * 5 + pot_of(pot)) * 36 + standing
        ready = self._of_table.get(key) or self._table(key)
        rule = throw_off(hand, others, self.roles)
        places: list[int] = []
        sums: list[float] = []
        total = 0.0
        for suit in range(4):
            shift = 13 * suit
            if not (mine := hand >> shift & 8191):
                continue
            at = (UP_TO_FIVE[mine.bit_count()] * 5 + FEW[(others >> shift & 8191).bit_count()]) * 12
            at += holder + (8 + suit) * 360
            row = self._of_suits.get(at) or self._suit(at)
            for place in PLACES[suit][mine]:
                chance = ours[place] * ready[place] * row[place - shift]
                total += chance if place != rule else chance * self._by_rule[_THROW]
                places.append(place)
                sums.append(total)
        return places, sums

    # -- a table to its end
    def play_out(
        self, hands: list[int], taken: list[int], bonus: list[int], leader: int, trick: tuple[int, ...], waiting: int,
        void: int, draws: Sequence[float],
    ) -> None:  # fmt: skip
        """Play a table to its end by these odds; ``hands``, ``taken`` and ``bonus`` change. ``trick`` are the places of
        the cards on the table, ``leader`` led the first or is to lead. ``void``: by suit, four bits, the seats known to
        hold none of it. ``draws``: chances, by how many cards are left in all hands, so that tables that are alike go
        on alike."""
        left = hands[0] | hands[1] | hands[2] | hands[3]
        number_left = left.bit_count()
        counting = -1 if self._queen else POINT_BITS
        worth = self.worth
        standing = standings(taken)
        placed: tuple[int, ...] = trick
        while left & counting or placed:  # once nothing counts any more it is over
            seat = winner = leader
            best = -1
            pile = pot = number = suit = held = at = 0
            while number < 4:
                hand = hands[seat]
                if number < len(placed):
                    place = placed[number]
                    bit = BIT[place]
                else:
                    others = left & ~hand
                    number_left -= 1
                    if best < 0:
                        free = free_to_lead(hand, waiting) if hand & waiting else hand
                        if free & (free - 1):
                            without = void & ~(0x1111 << seat)
                            places, sums = self.leads(free, hand, others, taken[seat], standing[seat], without)
                            place = places[bisect(sums, draws[number_left] * sums[-1], 0, len(sums) - 1)]
                        else:
                            place = free.bit_length() - 1
                    elif cards := hand & suit:
                        if held & cards and held != cards:
                            cards ^= held
                        if cards & (cards - 1):
                            after = (void >> at & _AFTER[seat][number]).bit_count()
                            places, sums = self.follows(
                                cards, hand, others, pile, taken[seat], standing[seat], best, number, pot, after
                            )
                            place = places[bisect(sums, draws[number_left] * sums[-1], 0, len(sums) - 1)]
                        else:
                            place = cards.bit_length() - 1
                    elif hand & (hand - 1):
                        places, sums = self.throws(hand, others, pile, taken[seat], standing[seat], number, pot)
                        place = places[bisect(sums, draws[number_left] * sums[-1], 0, len(sums) - 1)]
                    else:
                        place = hand.bit_length() - 1
                    bit = BIT[place]
                    hands[seat] = hand ^ bit
                    left ^= bit
                if best < 0:
                    best, suit = place, SUIT_BITS[place]
                    held = waiting & suit
                    at = place // 13 * 4
                elif not bit & suit:
                    void |= 1 << at + seat
                elif place > best:
                    best, winner = place, seat
                if bit & held:
                    void |= 1 << at + seat
                pile |= bit
                pot += worth[place]
                seat = (seat + 1) & 3
                number += 1
            if taken[winner] & QUEEN_BIT:
                bonus[winner] += 10
            taken[winner] |= pile
            if pile & TELLING:
                standing = standings(taken)
            waiting &= ~suit
            leader = winner
            placed = ()


_AFTER: Final = tuple(
    tuple(sum(1 << (seat + step) % 4 for step in range(1, 4 - number)) for number in range(4)) for seat in range(4)
)  # fmt: skip
"""By seat and by cards on the table: who plays after it, as bits."""


@cache
def factors_for(rules: HouseRules) -> tuple[float, ...]:
    """The factors of a file, of which it holds the logarithms; where pig and goat have switched values they are others."""
    (row,), _ = network("games.gongzhu.ai", "odds_swapped" if rules.pig_is_good else "odds").layers[0]
    return tuple(exp(SHARPNESS * weight) for weight in row)


@cache
def odds_for(exposed: int, rules: HouseRules) -> Odds:
    """The odds of a round with these cards exposed (as bits)."""
    return Odds(factors_for(rules), exposed, rules)
