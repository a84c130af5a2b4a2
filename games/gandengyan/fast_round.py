"""A whole round once more, mutable and by table: a fast round for environments, self-play and search.

Where the rules make a new state with its history for every step and name cards, a fast round keeps packed hands and
plays by rank. Both have the same legal plays, readings, automatic passes, draws, ends and points; tests play random
rounds through the two side by side."""

from collections.abc import Sequence
from typing import Final

from games.gandengyan.options import HouseRules
from games.gandengyan.scoring import payment
from games.gandengyan.tables import Meaning, Tables, tables
from games.kit.counts import UNITS, size_of

__all__ = ["PASS", "FastRound"]

PASS: Final = 0  # The play of no cards

_LONE_JOKERS: Final = (UNITS[13], UNITS[14])
_STUCK: Final = [PASS]


class FastRound:
    """A round from the first lead, or from the middle, to the first empty hand or to a void end. ``hands`` are packed;
    ``stock`` are packed single cards, the top *last*. Plays given to ``step`` must be legal: nothing is checked here.
    Read the attributes freely, change them through ``step`` alone."""

    __slots__ = (
        "_draw_all", "banker", "hands", "is_over", "multiplier", "open_passes", "passes", "plays", "rules", "seats",
        "sizes", "skipped", "standing", "standing_seat", "stock", "tables", "turn", "winner",
    )  # fmt: skip

    def __init__(
        self,
        hands: Sequence[int],
        stock: Sequence[int],
        rules: HouseRules,
        banker: int = 0,
        *,
        turn: int | None = None,
        multiplier: int = 1,
        plays: Sequence[int] | None = None,
    ) -> None:
        self.rules = rules
        self.tables: Tables = tables(rules)
        self.seats = len(hands)
        self.hands = list(hands)
        self.sizes = [size_of(hand) for hand in hands]
        self.stock = list(stock)
        self.banker = banker
        self.turn = banker if turn is None else turn
        """The seat to act."""
        self.standing: Meaning | None = None
        """What must be beaten; ``None`` when the seat to act leads."""
        self.standing_seat = self.turn
        self.passes = 0
        """Passes in a row since the standing play, automatic ones included."""
        self.open_passes = 0
        """Leads passed on in a row (GY-36)."""
        self.multiplier = multiplier
        self.plays = [0] * self.seats if plays is None else list(plays)
        self.winner: int | None = None
        self.is_over = False
        self.skipped = 0
        """How many seats were passed automatically in the last step."""
        self._draw_all = rules.draw == "all"

    def legal(self) -> Sequence[int]:
        """All legal plays of the seat to act, each set of cards once, with ``PASS`` last when it may (GY-32, GY-36)."""
        hand, standing = self.hands[self.turn], self.standing
        if standing is not None:
            return (*self.tables.answers(hand, standing), PASS)
        return _STUCK if hand in _LONE_JOKERS else self.tables.leads(hand)

    def step(self, play: int, meaning: Meaning | None = None) -> None:
        """Play, in its strongest reading or as ``meaning``, or pass for the seat to act, then do what follows by itself."""
        seat, standing, self.skipped = self.turn, self.standing, 0
        if play:
            if meaning is None:
                meaning = self.tables.meant(play, standing)
            hand = self.hands[seat] = self.hands[seat] - play
            self.sizes[seat] -= meaning.reading.size
            self.plays[seat] += 1
            self.multiplier *= meaning.factor
            if not hand:
                self.winner, self.is_over, self.standing = seat, True, meaning
                return
            self.standing, self.standing_seat, self.passes, self.open_passes = meaning, seat, 0, 0
        elif standing is None:
            self.open_passes += 1
            self.turn = (seat + 1) % self.seats
            self.is_over = self.open_passes == self.seats
            return
        else:
            self.passes += 1
        self._advance()

    def _advance(self) -> None:
        """Move the turn on, over automatic passes (GY-35); when all have passed, the trick ends (GY-33)."""
        standing, seats, turn, passes, sizes = self.standing, self.seats, self.turn, self.passes, self.sizes
        assert standing is not None, "something stands"
        others = seats - 1
        while passes < others:
            turn = turn + 1 if turn < others else 0
            if not (standing.stops_all or (standing.stops_one and sizes[turn] == 1)):
                self.turn, self.passes = turn, passes
                return
            passes += 1
            self.skipped += 1
        turn = self.turn = self.standing_seat
        self.standing, self.passes = None, 0
        stock = self.stock
        for step in range(seats if self._draw_all else 1):
            if not stock:
                return
            seat = (turn + step) % seats
            self.hands[seat] += stock.pop()
            sizes[seat] += 1

    def points(self) -> tuple[int, ...]:
        """The points of a round that is over (GY-52 to GY-54)."""
        points = [0] * self.seats
        out = self.winner
        if out is None:
            return tuple(points)
        for seat, hand in enumerate(self.hands):
            if seat != out:
                owed = payment(
                    hand,
                    multiplier=self.multiplier,
                    plays=self.plays[seat],
                    banker=seat == self.banker,
                    rules=self.rules,
                )
                points[seat] -= owed.amount
                points[out] += owed.amount
        return tuple(points)
