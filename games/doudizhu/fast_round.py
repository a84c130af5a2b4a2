"""The round once more, mutable and by table: a fast round for self-play, search and measurements.

Where the rules make a new state for every step and name cards, a fast round keeps three packed hands and plays by rank.
Both have the same calls, legal plays, readings, automatic passes, ends and points; tests play random rounds through the
two side by side. A round begins with the bidding (``FastRound.dealt``) or with a landlord about to lead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.doudizhu.combos import Answers, Tables, tables
from games.doudizhu.kinds import ComboRules, Kind, Reading, beats
from games.doudizhu.options import OPTIONS, HouseRules, house_rules
from games.doudizhu.scoring import points_of, spring_of
from games.doudizhu.state import SEATS
from games.kit.counts import size_of

__all__ = ["NOBODY", "PASS", "FastRound"]

PASS: Final = 0  # The play of no cards, and no bid
NOBODY: Final = -1  # The landlord while they bid

_NEXT: Final = (1, 2, 0)
_Meaning = tuple[Reading, Answers]


class _Meanings(dict[int, tuple[_Meaning, ...]]):
    """What a play is and what beats it, for each of its readings; remembered once worked out."""

    def __init__(self, plays: Tables) -> None:
        super().__init__()
        self._plays = plays

    def __missing__(self, play: int) -> tuple[_Meaning, ...]:
        found = self[play] = tuple((reading, self._plays.answers(reading)) for reading in self._plays.readings[play])
        return found


class FastRound:
    """A round up to the first empty hand, or until nobody has bid. ``hands`` are three packed hands; as the play begins
    the landlord's has the kitty in it. While they bid, ``step`` takes amounts (``PASS`` for none), then packed plays.
    What is given to ``step`` must be legal: nothing is checked here. Read the attributes freely, change them through
    ``step`` alone."""

    __slots__ = (
        "_answers", "_meanings", "_tables", "bid", "bombs", "calls", "hands", "house", "is_over", "kitty", "landlord",
        "passes", "plays", "sizes", "standing", "standing_seat", "turn", "winner",
    )  # fmt: skip

    def __init__(
        self,
        hands: Sequence[int],
        landlord: int = 0,
        rules: ComboRules | None = None,
        *,
        house: HouseRules | None = None,
        bid: int = 1,
    ) -> None:
        self.house = house or _STANDARD
        """All house rules; ``rules`` go before them in what is a combination."""
        self._tables, self._meanings = _tables_of(rules or self.house.combos)
        self.hands = list(hands)
        self.sizes = [size_of(hand) for hand in hands]
        self.landlord = landlord
        self.bid = bid
        """The highest bid so far, and then the stake."""
        self.calls: list[int] = []
        """While they bid: what was bid, in order from the first bidder, 0 for a pass."""
        self.kitty: int = PASS
        """The packed kitty while nobody has taken it."""
        self.turn = landlord
        """The seat to act."""
        self.standing: Reading | None = None
        """What must be beaten; ``None`` when the seat to act leads."""
        self.standing_seat = landlord
        self.passes = 0
        """Passes in a row since the standing play, automatic ones included."""
        self.bombs = 0
        self.plays = [0, 0, 0]
        self.is_over = False
        self.winner: int | None = None
        """The seat that has no cards left, once there is one (DZ-50)."""
        self._answers: Answers | None = None

    @classmethod
    def dealt(cls, hands: Sequence[int], kitty: int, first: int, house: HouseRules) -> FastRound:
        """A round before its bidding, in which ``first`` speaks first (DZ-30)."""
        made = cls(hands, NOBODY, house=house, bid=0)
        made.kitty, made.turn = kitty, first
        return made

    @classmethod
    def resumed(
        cls,
        hands: Sequence[int],
        landlord: int,
        turn: int,
        house: HouseRules,
        *,
        standing: Reading | None = None,
        standing_seat: int = 0,
        passes: int = 0,
        bid: int = 1,
        bombs: int = 0,
        plays: Sequence[int] = (0, 0, 0),
    ) -> FastRound:
        """A round in the middle of the play: what one seat knows, together with hands that it has guessed."""
        made = cls(hands, landlord, house=house, bid=bid)
        made.turn, made.bombs, made.plays = turn, bombs, list(plays)
        made.standing_seat = turn
        if standing is not None:
            made.standing, made.standing_seat, made.passes = standing, standing_seat, passes
            made._answers = made._tables.answers(standing)
        return made

    def copy(self) -> FastRound:
        made = FastRound.__new__(FastRound)
        made._tables, made._meanings, made._answers = self._tables, self._meanings, self._answers
        made.house, made.landlord, made.bid, made.kitty = self.house, self.landlord, self.bid, self.kitty
        made.hands, made.sizes, made.plays = self.hands[:], self.sizes[:], self.plays[:]
        made.calls = self.calls[:]
        made.turn, made.standing, made.standing_seat = self.turn, self.standing, self.standing_seat
        made.passes, made.bombs, made.is_over, made.winner = self.passes, self.bombs, self.is_over, self.winner
        return made

    def legal(self) -> list[int]:
        """All legal plays of the seat to act, each set of cards once, with ``PASS`` first when it may
        (DZ-41); while they bid, the amounts (DZ-31)."""
        answers = self._answers
        if answers is None:
            if self.landlord < 0:
                return [PASS, *range(self.bid + 1, _HIGHEST + 1)]
            return self._tables.leads(self.hands[self.turn])
        return [PASS, *answers(self.hands[self.turn])]

    def step(self, play: int) -> None:
        """Play or pass for the seat to act, then pass for whoever could not beat anyway (DZ-40 to DZ-43); or bid."""
        seat = self.turn
        if self.landlord < 0:
            self._call(play)
            return
        if play:
            meanings = self._meanings[play]
            reading, self._answers = meanings[0] if len(meanings) == 1 else self._meant(meanings)
            self.hands[seat] -= play
            self.sizes[seat] -= reading.size
            self.plays[seat] += 1
            if reading.kind in _BOMBS:
                self.bombs += 1
            if not self.hands[seat]:
                self.winner, self.is_over = seat, True
                return
            self.standing, self.standing_seat, self.passes = reading, seat, 0
        else:
            self.passes += 1
        self._advance()

    def points(self) -> tuple[int, ...]:
        """The points of a round that is over, by seat (DZ-51 to DZ-56)."""
        if self.winner is None:
            return (0, 0, 0)
        house = self.house
        spring = house.spring if house.spring > 1 and self.spring() else 1
        return points_of(
            landlord=self.landlord,
            out=self.winner,
            stake=self.bid * 2**self.bombs * spring,
            left=tuple(self.sizes),
            by_cards=house.scoring == "cards_left",
            to_winner=house.share == "winner",
        )

    def spring(self) -> bool:
        """Whether one side never played, of a round that has a winner (DZ-52)."""
        assert self.winner is not None, "somebody is out"
        return spring_of(self.landlord, self.winner, tuple(self.plays)) is not None

    def _call(self, amount: int) -> None:
        """Take a bid, and begin the play or end the round if it was the last (DZ-32, DZ-33)."""
        calls = self.calls
        calls.append(amount)
        self.bid = max(self.bid, amount)
        self.turn = _NEXT[self.turn]
        open_still = self.house.bidding != "once" and self.bid
        over = amount == _HIGHEST or (calls[-2:] == [0, 0] if open_still else len(calls) == SEATS)
        if not over:
            return
        first = (self.turn - len(calls)) % SEATS
        if self.bid:
            self._take_kitty((first + calls.index(self.bid)) % SEATS)
        elif self.house.all_pass == "force":
            self.bid = 1
            self._take_kitty(first)
        else:
            self.is_over = True

    def _take_kitty(self, landlord: int) -> None:
        """Begin the play (DZ-34)."""
        self.calls = []
        self.landlord = self.turn = self.standing_seat = landlord
        self.hands[landlord] += self.kitty
        self.sizes[landlord] += size_of(self.kitty)
        self.kitty = PASS

    def _advance(self) -> None:
        """Move the turn on, over automatic passes, to a seat that may act; two passes end the trick (DZ-42)."""
        standing = self.standing
        while True:
            self.turn = _NEXT[self.turn]
            if self.passes == 2:
                self.standing = self._answers = None
                self.passes = 0
                return
            if standing is None or not (
                standing.kind is _ROCKET or (self.sizes[self.turn] == 1 and (standing.size > 1 or standing.top == 14))
            ):
                return
            self.passes += 1

    def _meant(self, meanings: tuple[_Meaning, ...]) -> _Meaning:
        """The reading that counts of several: the leader's default, or the highest that beats the standing
        play (DZ-18)."""
        standing = self.standing
        if standing is None:
            return meanings[0]
        return max((meaning for meaning in meanings if beats(meaning[0], standing)), key=lambda meaning: meaning[0].top)


_HIGHEST: Final = 3
_STANDARD: Final = house_rules(OPTIONS.complete({}))
_ROCKET: Final = Kind.ROCKET
_BOMBS: Final = frozenset({Kind.BOMB, Kind.ROCKET})
_known: dict[ComboRules, tuple[Tables, _Meanings]] = {}


def _tables_of(rules: ComboRules) -> tuple[Tables, _Meanings]:
    found = _known.get(rules)
    if found is None:
        plays = tables(rules)
        found = _known[rules] = plays, _Meanings(plays)
    return found
