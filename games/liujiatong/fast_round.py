"""A round once more, mutable and by table: for self-play, learning and search.

Where the rules make a new state with its history for every step, a fast round keeps six packed hands and plays by rank.
Both have the same legal plays, readings, automatic plays and passes, and points; tests play random rounds through the
two side by side."""

from collections.abc import Sequence
from typing import Final

from games.liujiatong.kinds import Reading
from games.liujiatong.readings import BITS
from games.liujiatong.tables import COUNT, EACH, answers, reading_of

__all__ = ["PASS", "FastRound"]

PASS: Final = 0  # The play of no cards
_SEATS: Final = 6
_FIVES, _TENS, _KINGS = (BITS * rank for rank in (2, 7, 10))


def _size(play: int) -> int:
    """How many cards a packed number counts: the sum of its digits to the base 64, below 63 in all."""
    return play % 63


def _points(play: int) -> int:
    """What the scoring cards in a play are worth (LJ-4)."""
    return 5 * (play >> _FIVES & COUNT) + 10 * ((play >> _TENS & COUNT) + (play >> _KINGS & COUNT))


class FastRound:
    """A round from any lead to its end. Plays given to ``step`` must be among the legal ones: nothing is checked here.
    Read the attributes freely, change them through ``step`` alone. ``deeds`` are the public ones in order: the seat,
    the play (``PASS`` for none) and whether it was by itself."""

    __slots__ = (
        "_answers", "_leftover_counts", "deeds", "finished", "hands", "is_over", "least", "pot", "sizes", "standing",
        "standing_seat", "taken", "trick", "turn",
    )  # fmt: skip

    def __init__(
        self,
        hands: Sequence[int],
        leader: int,
        *,
        leftover: bool = False,
        finished: Sequence[int] | None = None,
        taken: Sequence[int] = (0,) * _SEATS,
    ) -> None:
        """Begin with a lead. ``hands`` are packed counts; ``leftover``: points in hands go to the side that is out (LJ-28)."""
        self.hands = list(hands)
        self.sizes = [_size(hand) for hand in self.hands]
        self.finished = [seat for seat in range(_SEATS) if not self.sizes[seat]] if finished is None else [*finished]
        self.taken = [*taken]
        self.pot = 0
        self.trick = 0
        self.turn = leader
        """The seat to act."""
        self.standing: Reading | None = None
        """What must be beaten; ``None`` when the seat to act leads."""
        self.standing_seat = leader
        self.deeds: list[tuple[int, int, bool]] = []
        self._leftover_counts = leftover
        self._answers, self.least = answers(None)
        self.is_over = False
        self._by_itself()

    def legal(self) -> list[int]:
        """All legal plays of the seat to act by rank, each once, with ``PASS`` last when it may (LJ-22)."""
        plays = self._answers(self.hands[self.turn])
        if self.standing is not None:
            plays.append(PASS)
        return plays

    def step(self, play: int, reading: Reading | None = None) -> None:
        """Play, in the reading of LJ-18 or a named one, or pass; then do what happens by itself (LJ-26)."""
        if play:
            self._put_down(play, reading or reading_of(play, self.standing), auto=False)
        else:
            self.deeds.append((self.turn, PASS, False))
            self._turn_on()
        self._by_itself()

    def points(self) -> tuple[int, ...]:
        """Return by seat what a round that is over brought (LJ-28)."""
        points = [*self.taken]
        if self._leftover_counts:
            points[self.finished[-1]] += self.leftover()
        return tuple(points)

    def leftover(self) -> int:
        """The points that are still in hands."""
        return sum(map(_points, self.hands))

    def round_winner(self) -> int:
        """The side that won a round that is over (LJ-29)."""
        points = self.points()
        even, odd = sum(points[0::2]), sum(points[1::2])
        return self.finished[-1] % 2 if even == odd else int(odd > even)

    def _put_down(self, play: int, reading: Reading, *, auto: bool) -> None:
        seat = self.turn
        self.deeds.append((seat, play, auto))
        self.hands[seat] -= play
        self.sizes[seat] -= play % 63
        self.pot += _points(play)
        self.standing, self.standing_seat = reading, seat
        if not self.sizes[seat]:
            self.finished.append(seat)
            sizes = self.sizes
            if not (sizes[seat] or sizes[seat - 2] or sizes[seat - 4]):
                self.taken[seat] += self.pot
                self.pot, self.is_over = 0, True
                return
        self._answers, self.least = answers(reading)
        self._turn_on()

    def _turn_on(self) -> None:
        """Give the turn to the next seat that holds cards, or end the trick and give the lead on (LJ-24, LJ-25)."""
        winner, sizes, seat = self.standing_seat, self.sizes, self.turn
        seat = seat + 1 if seat < 5 else 0
        while seat != winner and not sizes[seat]:
            seat = seat + 1 if seat < 5 else 0
        if seat == winner:
            self.taken[winner] += self.pot
            self.pot, self.standing = 0, None
            self.trick += 1
            self._answers, self.least = answers(None)
            while not sizes[seat]:
                seat = seat + 1 if seat < 5 else 0
        self.turn = seat

    def _by_itself(self) -> None:
        """Lead a leader's last card, and pass for whoever holds too few cards to beat (LJ-26)."""
        while not self.is_over:
            seat = self.turn
            if self.standing is None:
                if self.sizes[seat] != 1:
                    return
                rank = (self.hands[seat].bit_length() - 1) // BITS
                self._put_down(self.hands[seat], _SINGLES[rank], auto=True)
            elif self.sizes[seat] < self.least:
                self.deeds.append((seat, PASS, True))
                self._turn_on()
            else:
                return


_SINGLES: Final = tuple(reading_of(each, None) for each in EACH)
