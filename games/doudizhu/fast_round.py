"""The play phase once more, mutable and by table: a fast round for self-play and measurements.

Where the rules make a new state for every step and name cards, a fast round keeps three packed hands and plays by
rank. Both have the same legal plays, readings, automatic passes and ends; tests play random rounds through the two
side by side. Bidding is left out: a round begins
with a landlord about to lead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.doudizhu.counts import size_of
from games.doudizhu.kinds import ComboRules, Kind, Reading, beats
from games.doudizhu.tables import Answers, Tables, tables

__all__ = ["PASS", "FastRound", "play_randomly"]

PASS: Final = 0
"""The play of no cards."""

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
    """A round from the landlord's first lead to the first empty hand.

    ``hands`` are three packed hands, the landlord's with the kitty. Plays given to ``step`` must be legal: nothing
    is checked here. Read the attributes freely, change them through ``step`` alone.
    """

    __slots__ = (
        "_answers", "_meanings", "_tables", "bombs", "hands", "landlord", "passes", "plays", "sizes", "standing",
        "standing_seat", "turn", "winner",
    )  # fmt: skip

    def __init__(self, hands: Sequence[int], landlord: int = 0, rules: ComboRules | None = None) -> None:
        self._tables, self._meanings = _tables_of(rules or ComboRules())
        self.hands = list(hands)
        self.sizes = [size_of(hand) for hand in hands]
        self.landlord = landlord
        self.turn = landlord
        """The seat to act."""
        self.standing: Reading | None = None
        """What must be beaten; ``None`` when the seat to act leads."""
        self.standing_seat = landlord
        self.passes = 0
        """Passes in a row since the standing play, automatic ones included."""
        self.bombs = 0
        self.plays = [0, 0, 0]
        self.winner: int | None = None
        """The seat that has no cards left, once there is one (DZ-50)."""
        self._answers: Answers | None = None

    def legal(self) -> list[int]:
        """Return all legal plays of the seat to act, each set of cards once, with ``PASS`` first when it may
        (DZ-41)."""
        answers = self._answers
        if answers is None:
            return self._tables.leads(self.hands[self.turn])
        return [PASS, *answers(self.hands[self.turn])]

    def step(self, play: int) -> None:
        """Play or pass for the seat to act, then pass for whoever could not beat anyway (DZ-40 to DZ-43)."""
        seat = self.turn
        if play:
            meanings = self._meanings[play]
            reading, self._answers = meanings[0] if len(meanings) == 1 else self._meant(meanings)
            self.hands[seat] -= play
            self.sizes[seat] -= reading.size
            self.plays[seat] += 1
            if reading.kind in _BOMBS:
                self.bombs += 1
            if not self.hands[seat]:
                self.winner = seat
                return
            self.standing, self.standing_seat, self.passes = reading, seat, 0
        else:
            self.passes += 1
        self._advance()

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
        """Return the reading that counts of several: the leader's default, or the highest that beats the standing
        play (DZ-18)."""
        standing = self.standing
        if standing is None:
            return meanings[0]
        return max((meaning for meaning in meanings if beats(meaning[0], standing)), key=lambda meaning: meaning[0].top)


_ROCKET: Final = Kind.ROCKET
_BOMBS: Final = frozenset({Kind.BOMB, Kind.ROCKET})
_known: dict[ComboRules, tuple[Tables, _Meanings]] = {}


def _tables_of(rules: ComboRules) -> tuple[Tables, _Meanings]:
    found = _known.get(rules)
    if found is None:
        plays = tables(rules)
        found = _known[rules] = plays, _Meanings(plays)
    return found


def play_randomly(round_: FastRound, draw: Callable[[], float]) -> int:
    """Play a round to its end, every choice uniform over the legal plays; return the number of choices.

    ``draw`` gives numbers from 0 up to but not including 1.
    """
    choices = 0
    while round_.winner is None:
        legal = round_.legal()
        round_.step(legal[int(draw() * len(legal))])
        choices += 1
    return choices
