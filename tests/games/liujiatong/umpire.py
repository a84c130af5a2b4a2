"""Whole series as the rule sheet words them: a second, plain engine with mutable state, written from the sheet alone.

It shares nothing with the room but the notation, and knows no suits: cards are texts of ranks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.liujiatong.naive import (
    Reading,
    answer,
    answers,
    beats,
    fewest,
    in_order,
    kind_of,
    leads,
    points_in,
    read_as,
)

__all__ = ["Umpire"]


class Umpire:
    """A series of rounds. ``previous`` is that of the notation's ``start``."""

    def __init__(self, rules: Mapping[str, Any], previous: Mapping[str, Any] | None = None) -> None:
        self.rules = rules
        before = previous or {}
        self.scores = list(before.get("scores", [0] * 6))
        self.last_leader: int | None = before.get("leader")
        self.last_first_out: int | None = before.get("first_out")
        self.winner: list[int] | None = None
        self.told: list[str] = []

    def begin(
        self,
        hands: Sequence[str],
        leader: int | None = None,
        finished: Sequence[int] | None = None,
        taken: Sequence[int] | None = None,
    ) -> None:
        """LJ-20, LJ-21, LJ-32: the next round, with these hands."""
        self.hands = [Counter(hand) for hand in hands]
        meant = self.settled() if leader is None else leader
        self.leader = meant if self.hands[meant] else self.after(meant)[0]
        self.finished = list(finished) if finished else [seat for seat in range(6) if not hands[seat]]
        self.taken = list(taken) if taken else [0] * 6
        self.phase, self.turn = "play", self.leader
        self.standing: tuple[int, str, Reading] | None = None
        self.waiting: list[int] = []
        self.pot = 0
        self.points: list[int] | None = None
        self.leftover: int | None = None
        self.round_winner: int | None = None
        self.told = []
        self._by_itself()

    def settled(self) -> int:
        """Who leads where nobody is named: where a leader would be drawn, a position has seat 0."""
        known = {"same": self.last_leader, "first_out": self.last_first_out}.get(self.rules["first_lead"])
        return 0 if known is None else known

    # --- what can be asked -----------------------------------------------------------------------------------------
    def hand(self, seat: int) -> str:
        return in_order("".join(self.hands[seat].elements()))

    def after(self, seat: int) -> list[int]:
        """The others that hold cards, in turn order."""
        return [other % 6 for other in range(seat + 1, seat + 6) if self.hands[other % 6]]

    def legal(self, seat: int) -> set[str]:
        if self.phase == "over" or seat != self.turn:
            return set()
        if self.standing is None:
            return leads(self.hand(seat))
        return answers(self.hand(seat), self.standing[2]) | {"pass"}

    def read(self, seat: int, cards: str, ranks: str | None = None) -> Reading | None:
        """What this play would be now; none if it may not be made (LJ-22)."""
        if self.phase == "over" or seat != self.turn or not Counter(cards) <= self.hands[seat]:
            return None
        old = self.standing[2] if self.standing else None
        if ranks is not None:
            made = read_as(cards, ranks)
            return made if made and (old is None or beats(made, old)) else None
        return kind_of(cards) if old is None else answer(cards, old)

    # --- acting ----------------------------------------------------------------------------------------------------
    def play(self, seat: int, cards: str, ranks: str | None = None) -> None:
        made = self.read(seat, cards, ranks)
        assert made
        self._lay(seat, in_order(cards), made)
        self._by_itself()

    def decline(self, seat: int) -> None:
        assert seat == self.turn
        assert self.standing
        self._pass()
        self._by_itself()

    def _lay(self, seat: int, cards: str, made: Reading) -> None:
        self.told.append(f"{seat} {cards}")
        self.hands[seat] = +(self.hands[seat] - Counter(cards))
        self.standing = (seat, cards, made)
        self.pot += points_in(cards)
        if not self.hands[seat]:
            self.finished.append(seat)
            if not any(self.hands[seat % 2 :: 2]):
                self._over(seat)
                return
        self.waiting = self.after(seat)
        self.turn = self.waiting[0]

    def _pass(self) -> None:
        self.told.append(f"{self.turn} pass")
        self.waiting.pop(0)
        if self.waiting:
            self.turn = self.waiting[0]
            return
        assert self.standing
        winner = self.standing[0]
        self.taken[winner] += self.pot
        self.pot, self.standing = 0, None
        self.turn = winner if self.hands[winner] else self.after(winner)[0]

    def _by_itself(self) -> None:
        """LJ-26."""
        while self.phase == "play":
            hand = self.hand(self.turn)
            if self.standing is None and len(hand) == 1:
                made = kind_of(hand)
                assert made
                self._lay(self.turn, hand, made)
            elif self.standing is not None and len(hand) < fewest(self.standing[2]):
                self._pass()
            else:
                return

    def _over(self, seat: int) -> None:
        """LJ-27 to LJ-30."""
        self.phase = "over"
        self.taken[seat] += self.pot
        self.pot = 0
        self.leftover = sum(points_in(self.hand(other)) for other in range(6))
        self.points = list(self.taken)
        if self.rules["leftover"] == "out_side":
            self.points[seat] += self.leftover
        mine, theirs = (sum(self.points[side::2]) for side in (seat % 2, 1 - seat % 2))
        self.round_winner = seat % 2 if mine >= theirs else 1 - seat % 2
        self.scores = [old + new for old, new in zip(self.scores, self.points, strict=True)]
        self.last_leader, self.last_first_out = self.leader, self.finished[0]
        even, odd = sum(self.scores[::2]), sum(self.scores[1::2])
        if self.rules["target"] and max(even, odd) >= self.rules["target"] and even != odd:
            self.winner = [0, 2, 4] if even > odd else [1, 3, 5]

    def facts(self) -> dict[str, Any]:
        """The ``expect`` keys; what the last trick held is not compared once the round is over."""
        over = self.phase == "over"
        stands = None
        if self.standing:
            seat, cards, made = self.standing
            stands = {"seat": seat, "cards": cards, "kind": made.kind, "top": made.top}
        both = self.points
        return {
            "phase": self.phase,
            "to_act": [] if over else [self.turn],
            "standing": None if over else stands,
            **({} if over else {"pot": self.pot}),
            "counts": [hand.total() for hand in self.hands],
            "finished": self.finished,
            "taken": self.taken,
            "leader": self.leader,
            "leftover": self.leftover,
            "points": self.points,
            "team_points": None if both is None else [sum(both[::2]), sum(both[1::2])],
            "scores": self.scores,
            "team_scores": [sum(self.scores[::2]), sum(self.scores[1::2])],
            "round_winner": self.round_winner,
            "winner": self.winner,
        }
