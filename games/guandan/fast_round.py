"""A whole round once more, mutable and by table: a fast round for self-play, search and environments.

Where the rules make a new state with its history for every step, a fast round keeps four sorted hands and plays by
rank. Both ask the same seats the same questions, and have the same legal answers in the same order, the same cards for them,
readings, automatic plays and passes, leads taken over, places and points; tests play random rounds through the two side by
side.

A round begins with its first lead (``FastRound``), with what a deal of a match asks for (``dealt``), or in its middle
(``resumed``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from games.base.cards import BIG_JOKER, Card, Cards, Rank, sort_cards
from games.guandan.combinations.kinds import ComboRules, Kind, Reading, least_cards
from games.guandan.combinations.selection import Hand, reading_table
from games.guandan.combinations.tables import tables
from games.guandan.options import HouseRules
from games.guandan.scoring import places
from games.guandan.tribute import first_and_leader, givable, payers

__all__ = ["PASS", "Deed", "FastRound"]

PASS: Final = 0  # The play of no cards
_SEATS: Final = 4
_JOKER_BOMB: Final = Kind.JOKER_BOMB
Deed = tuple[int, str, Cards, Reading | None]
"""Whose it was; ``play``, ``pass``, ``tribute`` or ``return``; the cards; a play's reading."""


class FastRound:
    """A round from its first lead to its end. ``hands`` are the four hands; ``play_out`` and ``wind_to_partner`` are
    the house rules ``play_out`` and ``wind``. What is given to ``step`` must be among what is legal: nothing is checked
    here. Read the attributes freely, change them through ``step`` and ``lay`` alone."""

    __slots__ = (
        "_any_returned", "_by_shape", "_named", "_places_before", "_play_out", "_rules", "_tables", "_tie_to_first",
        "_wind_to_partner", "deeds", "finished", "hands", "holders", "is_over", "moved", "owed", "phase", "sizes",
        "standing", "standing_seat", "turn",
    )  # fmt: skip

    def __init__(
        self,
        hands: Sequence[Cards],
        leader: int,
        rules: ComboRules,
        *,
        play_out: bool = False,
        wind_to_partner: bool = True,
    ) -> None:
        self._rules, self._tables = rules, tables(rules)
        self._play_out, self._wind_to_partner = play_out, wind_to_partner
        self._any_returned = False
        self._tie_to_first: Literal["third", "left"] = "third"
        self._places_before: tuple[int, ...] = ()
        self.hands = [Hand(hand, rules) for hand in hands]
        self.sizes = [len(hand) for hand in hands]
        self.finished = [seat for seat in range(_SEATS) if not hands[seat]]
        """The seats that are out, in order; those without cards at the start in the order of seats."""
        self.phase: Literal["tribute", "return", "play"] = "play"
        self.turn = leader
        """The seat to act; in an exchange the first of those that may."""
        self.standing: Reading | None = None
        """What must be beaten; ``None`` when the seat to act leads."""
        self.standing_seat = leader
        self.deeds: list[Deed] = []
        """All that was done before all eyes, the cards of an exchange when they move."""
        self.owed: list[tuple[int, int | None]] = []
        """In an exchange: who owes a card, and to whom, ``None`` while that is open."""
        self._named: dict[int, Card] = {}
        self.moved: list[tuple[str, int, int, Card]] = []
        """Cards that have changed hands: ``tribute`` or ``return``, giver, receiver, card."""
        self.holders: tuple[tuple[int, int], ...] | None = None
        """That the tribute was resisted, and which payers hold how many big jokers; ``None``: it was not."""
        self.is_over = self._ends()
        self._by_shape = reading_table(None, rules)
        self._by_itself()

    @classmethod
    def dealt(
        cls,
        hands: Sequence[Cards],
        house: HouseRules,
        level: Rank,
        *,
        leader: int = 0,
        places_before: tuple[int, ...] | None = None,
    ) -> FastRound:
        """The round that begins with a deal: with the tributes that the places of the round before ask for (GD-50
        to GD-52), else with the lead of ``leader``."""
        first = leader if places_before is None else places_before[0]
        nothing: tuple[Cards, ...] = ((),) * _SEATS
        round_ = cls(
            nothing, first, house.combos(level), play_out=house.play_out, wind_to_partner=house.wind == "partner"
        )
        round_._any_returned, round_._tie_to_first = house.return_max == "any", house.tie_to_first
        round_.hands = [Hand(hand, round_._rules) for hand in hands]
        round_.sizes = [len(hand) for hand in hands]
        round_.finished = [seat for seat in range(_SEATS) if not hands[seat]]
        round_.is_over = round_._ends()
        if places_before is not None and house.tribute:
            round_._begin_exchange(places_before, hands)
        if round_.phase == "play":
            round_._by_itself()
        return round_

    # -- what may be done
    @property
    def rules(self) -> ComboRules:
        return self._rules

    def asked(self) -> list[int]:
        """The seats that may act now, ascending."""
        if self.is_over:
            return []
        if self.phase == "play":
            return [self.turn]
        return sorted(seat for seat, _ in self.owed if seat not in self._named)

    def named(self, seat: int) -> Card | None:
        """The card that a seat has named and that has not moved yet, known to this seat alone."""
        return self._named.get(seat)

    def legal(self) -> list[int]:
        """All that ``turn`` may do: in play its plays by rank, each once, with ``PASS`` last when it may (GD-60,
        GD-61); in an exchange the cards that it may name (GD-53, GD-56)."""
        if self.phase != "play":
            return [*self.givable(self.turn)]
        plays = self._tables.plays(self.hands[self.turn].counted, self.standing)
        if self.standing is not None:
            plays.append(PASS)
        return plays

    def givable(self, seat: int) -> Cards:
        assert self.phase != "play"
        return givable(self.held(seat), self.phase, self._rules, any_returned=self._any_returned)

    def held(self, seat: int) -> Cards:
        return sort_cards([card for cards in self.hands[seat].by_rank for card in cards])

    def cards(self, play: int) -> Cards:
        """The cards that a legal play takes (GD-64); none for a pass."""
        if self.phase != "play":
            return (Card(play),)
        return self.hands[self.turn].cards(play, self._by_shape) if play else ()

    # -- how it ends
    def places(self) -> tuple[int, ...]:
        """The seats, first place to fourth, of a round that is over (GD-71)."""
        return places(tuple(self.finished), tuple(self.sizes))

    def points(self) -> tuple[int, ...]:
        """The points of each seat, of a round that is over (GD-72)."""
        order = self.places()
        first = order[0]
        steps = 4 - order.index((first + 2) % _SEATS)
        return tuple(steps if (seat ^ first) & 1 == 0 else -steps for seat in range(_SEATS))

    # -- what is done
    def step(self, play: int, seat: int | None = None) -> None:
        """Play or pass for the seat to act, then do what happens by itself (GD-61 to GD-66, GD-70). In an exchange name a
        card, for another ``seat`` than ``turn`` if given."""
        if self.phase != "play":
            self._name(self.turn if seat is None else seat, Card(play))
            return
        if play:
            self._put_down(play)
        else:
            self._pass()
        self._by_itself()

    def lay(self, cards: Cards, reading: Reading) -> None:
        """Play these cards, sorted, in a reading of one's choice, then do what happens by itself."""
        self._lay(cards, reading)
        self._by_itself()

    def _by_itself(self) -> None:
        """Play a leader's last card, and pass for whoever could not beat anyway (GD-66)."""
        while not self.is_over:
            seat, standing = self.turn, self.standing
            if standing is None:
                if self.sizes[seat] != 1:
                    return
                natural, wilds, _ = self.hands[seat].counted
                self._put_down(natural if not wilds else self.hands[seat].level)
            elif standing.kind is _JOKER_BOMB or self.sizes[seat] < least_cards(standing):
                self._pass()
            else:
                return

    def _put_down(self, play: int) -> None:
        hand = self.hands[self.turn]
        cards = hand.cards(play, self._by_shape)
        wilds = cards.count(hand.wild)
        natural = play - wilds * hand.level
        one_suit = len(cards) == 5 and len({card & 3 for card in cards if card != hand.wild}) == 1
        reading = self._by_shape[natural << 3 | wilds << 1 | one_suit]
        assert reading is not None, "only legal plays are given"
        self._lay(cards, reading)

    def _lay(self, cards: Cards, reading: Reading) -> None:
        seat = self.turn
        self.deeds.append((seat, "play", cards, reading))
        self.hands[seat] = self.hands[seat].less(cards)
        self.sizes[seat] -= len(cards)
        self.standing, self.standing_seat = reading, seat
        self._by_shape = reading_table(reading, self._rules)
        if not self.sizes[seat]:
            self.finished.append(seat)
            self.is_over = self._ends()
            if self.is_over:
                return
        self._turn_on(seat)

    def _pass(self) -> None:
        self.deeds.append((self.turn, "pass", (), None))
        self._turn_on(self.turn)

    def _ends(self) -> bool:
        """Whether three are out, or two partners first (GD-70)."""
        out = self.finished
        double_win = len(out) >= 2 and out[1] == (out[0] + 2) % _SEATS
        return len(out) >= 3 or (double_win and not self._play_out)

    def _turn_on(self, seat: int) -> None:
        """Give the turn to the next seat that holds cards, or end the trick and give the lead on (GD-62, GD-63)."""
        winner, sizes = self.standing_seat, self.sizes
        seat = (seat + 1) % _SEATS
        while seat != winner and not sizes[seat]:
            seat = (seat + 1) % _SEATS
        self.turn = seat
        if seat != winner:
            return
        self.standing, self._by_shape = None, reading_table(None, self._rules)
        if not sizes[winner]:
            partner = (winner + 2) % _SEATS
            if self._wind_to_partner and sizes[partner]:
                self.turn = partner
            else:
                self.turn = next(seat for step in range(1, _SEATS) if sizes[seat := (winner + step) % _SEATS])
        self.standing_seat = self.turn

    # -- tribute and return
    def _begin_exchange(self, places_before: tuple[int, ...], hands: Sequence[Cards]) -> None:
        paying = payers(places_before)
        holders = tuple((seat, count) for seat in paying if (count := hands[seat].count(BIG_JOKER)))
        if sum(count for _, count in holders) == 2:
            self.holders = holders
            return
        self._places_before, self.phase = places_before, "tribute"
        self.owed = [(seat, places_before[0] if len(paying) == 1 else None) for seat in paying]
        self.turn = min(paying)

    def _name(self, seat: int, card: Card) -> None:
        """Note a card; when all are named they change hands together (GD-54, GD-56)."""
        self._named[seat] = card
        waiting = self.asked()
        if waiting:
            self.turn = waiting[0]
            return
        named, before = self._named, self._places_before
        self._named = {}
        if self.phase == "return":
            for giver, to in self.owed:
                assert to is not None
                self._move(giver, to, named[giver])
            self.owed, self.phase, self.turn = [], "play", self.standing_seat
            self._places_before = ()
            self._by_itself()
            return
        if len(named) == 1:
            moves = [(giver, before[0]) for giver in named]
            leader = moves[0][0]
        else:
            to_first, leader = first_and_leader(named, before, self._rules.level, self._tie_to_first)
            moves = [(to_first, before[0]), (next(giver for giver in named if giver != to_first), before[1])]
        for giver, to in moves:
            self._move(giver, to, named[giver])
        self.phase = "return"
        self.owed = [(to, giver) for giver, to in moves]
        self.standing_seat = leader
        self.turn = min(to for _, to in moves)

    def _move(self, giver: int, to: int, card: Card) -> None:
        hands = self.hands
        hands[giver] = hands[giver].less((card,))
        hands[to] = Hand((*self.held(to), card), self._rules)
        self.sizes[giver] -= 1
        self.sizes[to] += 1
        self.deeds.append((giver, self.phase, (card,), None))
        self.moved.append((self.phase, giver, to, card))
