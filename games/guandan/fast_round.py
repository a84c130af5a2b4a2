"""The play phase once more, mutable and by table: a fast round for self-play and measurements.

Where the rules make a new state with its history for every step, a fast round keeps four sorted hands and plays by
rank. Both have the same legal plays in the same order, the same cards for them, readings, automatic plays and
passes, leads taken over and places; tests play random rounds through the two side by side. Tributes are left out: a round begins
with its first lead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.base.cards import Cards
from games.guandan.combinations.kinds import ComboRules, Kind, Reading, least_cards
from games.guandan.combinations.selection import Hand, reading_table
from games.guandan.combinations.tables import tables

__all__ = ["PASS", "FastRound", "play_randomly"]

PASS: Final = 0
"""The play of no cards."""
_SEATS: Final = 4


class FastRound:
    """A round from its first lead to its end.

    ``hands`` are the four hands; ``play_out`` and ``wind_to_partner`` are the house rules ``play_out`` and ``wind``.
    Plays given to ``step`` must be among the legal ones: nothing is checked here. Read the attributes freely, change
    them through ``step`` alone.
    """

    __slots__ = (
        "_by_shape", "_play_out", "_rules", "_tables", "_wind_to_partner", "finished", "hands", "is_over", "sizes", "standing",
        "standing_seat", "turn",
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
        self.hands = [Hand(hand, rules) for hand in hands]
        self.sizes = [len(hand) for hand in hands]
        self.finished = [seat for seat in range(_SEATS) if not hands[seat]]
        """The seats that are out, in order; those without cards at the start in the order of seats."""
        self.turn = leader
        """The seat to act."""
        self.standing: Reading | None = None
        """What must be beaten; ``None`` when the seat to act leads."""
        self.standing_seat = leader
        self.is_over = self._ends()
        self._by_shape = reading_table(None, rules)
        self._by_itself()

    def legal(self) -> list[int]:
        """Return all legal plays of the seat to act by rank, each once, with ``PASS`` last when it may (GD-60,
        GD-61)."""
        plays = self._tables.plays(self.hands[self.turn].counted, self.standing)
        if self.standing is not None:
            plays.append(PASS)
        return plays

    def cards(self, play: int) -> Cards:
        """Return the cards that a legal play takes (GD-64); none for a pass."""
        return self.hands[self.turn].cards(play, self._by_shape) if play else ()

    def places(self) -> tuple[int, ...]:
        """Return the seats, first place to fourth, of a round that is over (GD-71)."""
        first = self.finished[0]
        rest = [seat for seat in range(_SEATS) if seat not in self.finished]
        return (*self.finished, *sorted(rest, key=lambda seat: (self.sizes[seat], (seat - first) % _SEATS)))

    def step(self, play: int) -> None:
        """Play or pass for the seat to act, then do what happens by itself (GD-61 to GD-66, GD-70)."""
        if play:
            self._put_down(play)
        else:
            self._turn_on(self.turn)
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
                self._turn_on(seat)
            else:
                return

    def _put_down(self, play: int) -> None:
        seat = self.turn
        hand = self.hands[seat]
        cards = hand.cards(play, self._by_shape)
        wilds = cards.count(hand.wild)
        natural = play - wilds * hand.level
        one_suit = len(cards) == 5 and len({card & 3 for card in cards if card != hand.wild}) == 1
        reading = self._by_shape[natural << 3 | wilds << 1 | one_suit]
        self.hands[seat] = hand.less(cards)
        self.sizes[seat] -= len(cards)
        self.standing, self.standing_seat = reading, seat
        self._by_shape = reading_table(reading, self._rules)
        if not self.sizes[seat]:
            self.finished.append(seat)
            self.is_over = self._ends()
            if self.is_over:
                return
        self._turn_on(seat)

    def _ends(self) -> bool:
        """Return whether three are out, or two partners first (GD-70)."""
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


_JOKER_BOMB: Final = Kind.JOKER_BOMB


def play_randomly(round_: FastRound, draw: Callable[[], float]) -> int:
    """Play a round to its end, every choice uniform over the legal plays; return the number of choices.

    ``draw`` gives numbers from 0 up to but not including 1.
    """
    choices = 0
    while not round_.is_over:
        legal = round_.legal()
        round_.step(legal[int(draw() * len(legal))])
        choices += 1
    return choices
