"""Whole matches as the rule sheet words them: a second, plain engine with mutable state.

It was written from the sheet alone and shares nothing with the room but the notation: cards are texts, and actions are
``play Qs``, ``expose Qs Jd`` and ``decline``."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.gongzhu import naive

__all__ = ["Match"]

Rules = Mapping[str, Any]


class Match:
    """Rounds in sequence, until ``winner`` is a list."""

    def __init__(self, rules: Rules, previous: Mapping[str, Any] | None = None) -> None:
        before = dict(previous or {})
        self.rules = rules
        self.scores: list[int] = list(before.get("scores", [0, 0, 0, 0]))
        self.leads_next: int | None = before.get("pig")
        """GZ-12: who leads the next round, if one has gone before."""
        self.winner: list[int] | None = None
        self.losers: list[int] = []
        self.points: list[int] | None = None
        self.phase = "over"

    def begin_round(
        self,
        hands: Sequence[str],
        *,
        phase: str = "play",
        leader: int | None = None,
        exposed: str = "",
        taken: Sequence[str] = ("", "", "", ""),
        led: str = "",
    ) -> None:
        """The keys of GZ-31."""
        self.hands = [hand.split() for hand in hands]
        self.exposed = set(exposed.split())
        self.taken = [cards.split() for cards in taken]
        self.opened = set(led.split())
        self.tricks, self.bonus = [0] * 4, [0] * 4
        self.trick: list[tuple[int, str]] = []
        self.points = None
        self.answers: dict[int, tuple[str, ...]] = {}
        self.asked = 1
        self.leader = self._first_leader() if leader is None else leader
        self.first_leader = self.leader
        self.turn = self.leader
        self.phase = phase
        slammer = next((seat for seat in range(4) if self._slam(seat)), None)
        if slammer is not None:
            self._end(slammer)
        self._play_single_cards()

    def _slam(self, seat: int) -> bool:
        """GZ-27."""
        return bool(self.rules["all_cards_win"]) and set(naive.POINT_CARDS) <= set(self.taken[seat])

    def _first_leader(self) -> int:
        """GZ-12, GZ-31."""
        if self.leads_next is not None:
            return self.leads_next
        if all(len(hand) == 13 for hand in self.hands):
            return next(seat for seat in range(4) if "2s" in self.hands[seat])
        return 0

    # -- what may be done ---------------------------------------------------------------------------------------------
    def to_act(self) -> list[int]:
        match self.phase:
            case "expose":
                return [seat for seat in range(4) if seat not in self.answers]
            case "play":
                return [self.turn]
            case _:
                return []

    def legal(self, seat: int) -> set[str]:
        if seat not in self.to_act():
            return set()
        hand = self.hands[seat]
        if self.phase == "expose":
            wished = naive.choices_to_expose(hand, self.exposed)
            return {f"expose {' '.join(cards)}" if cards else "decline" for cards in wished}
        led = self.trick[0][1] if self.trick else None
        return {f"play {card}" for card in naive.playable(hand, led, self.exposed, self.opened)}

    # -- doing it -----------------------------------------------------------------------------------------------------
    def act(self, seat: int, action: str) -> None:
        verb, _, cards = action.partition(" ")
        if verb == "play":
            self._play(seat, cards)
        else:
            self.answers[seat] = tuple(cards.split())
            if len(self.answers) == 4:
                self._reveal()
        self._play_single_cards()

    def _reveal(self) -> None:
        """GZ-10, GZ-11."""
        self.exposed |= {card for cards in self.answers.values() for card in cards}
        self.answers = {}
        if self.asked < self.rules["expose_rounds"] and len(self.exposed) < 4:
            self.asked += 1
        else:
            self.phase = "play"

    def _play_single_cards(self) -> None:
        """GZ-17."""
        while self.phase == "play" and len(self.hands[self.turn]) == 1:
            self._play(self.turn, self.hands[self.turn][0])

    def _play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.turn = (seat + 1) % 4
        if len(self.trick) == 4:
            self._take()

    def _take(self) -> None:
        """GZ-16, GZ-19, GZ-26, GZ-27."""
        seats, cards = zip(*self.trick, strict=True)
        seat = seats[naive.winner_of(cards)]
        if "Qd" in self.taken[seat]:
            self.bonus[seat] += 10
        self.taken[seat] += cards
        self.tricks[seat] += 1
        self.opened.add(cards[0][1])
        self.leader = self.turn = seat
        self.trick = []
        slam = self._slam(seat)
        if slam or not any(self.hands):
            self._end(seat if slam else None)

    # -- the end ------------------------------------------------------------------------------------------------------
    def _end(self, slammer: int | None) -> None:
        """GZ-19 to GZ-25, GZ-27."""
        self.phase = "over"
        swapped = self.rules["swap_jack_queen"]
        self.points = [naive.score(cards, self.exposed, swapped=swapped) for cards in self.taken]
        if self.rules["diamond_queen"]:
            self.points = [points + bonus for points, bonus in zip(self.points, self.bonus, strict=True)]
        self.scores = [total + points for total, points in zip(self.scores, self.points, strict=True)]
        pig = [seat for seat in range(4) if "Qs" in self.taken[seat]]
        self.leads_next = pig[0] if pig else self.first_leader
        if slammer is not None:
            self.winner = self._side_of(slammer)
            self.losers = [seat for seat in range(4) if seat not in self.winner]
            return
        out, stopped = self.judged()
        if stopped:
            self.losers = out
            rest = [seat for seat in range(4) if seat not in out]
            best = max((self._total(seat) for seat in rest), default=None)
            self.winner = [seat for seat in rest if self._total(seat) == best]

    def judged(self) -> tuple[list[int], bool]:
        """GZ-24, GZ-25: the seats that have lost by the totals, and whether they end the match."""
        totals = [self._total(seat) for seat in range(4)]
        low = [seat for seat in range(4) if totals[seat] <= -1000]
        high = [seat for seat in range(4) if totals[seat] >= 1000]
        match self.rules["plus_1000"]:
            case "loses":
                out = sorted({*low, *high})
                return out, bool(out)
            case "ends" if high and not low:
                return [seat for seat in range(4) if totals[seat] == min(totals)], True
            case _:
                return low, bool(low)

    def _side_of(self, seat: int) -> list[int]:
        """GZ-28."""
        return sorted((seat, (seat + 2) % 4)) if self.rules["teams"] else [seat]

    def _total(self, seat: int) -> int:
        return sum(self.scores[mate] for mate in self._side_of(seat))

    # -- what everybody knows -------------------------------------------------------------------------------------------
    def facts(self) -> dict[str, Any]:
        """GZ-32, as far as the sheet fixes it: who leads is open while cards are exposed and after the round."""
        over, teams = self.phase == "over", self.rules["teams"]
        told: dict[str, Any] = {
            "phase": self.phase,
            "to_act": self.to_act(),
            "counts": [len(hand) for hand in self.hands],
            "exposed": " ".join(card for card in naive.SPECIAL if card in self.exposed),
            "trick": " ".join(card for _, card in self.trick),
            "standing": self._standing(),
            "taken": [" ".join(card for card in naive.POINT_CARDS if card in cards) for cards in self.taken],
            "tricks": list(self.tricks),
            "points": self.points,
            "scores": list(self.scores),
            "team_points": _by_team(self.points) if teams and self.points is not None else None,
            "team_scores": _by_team(self.scores) if teams else None,
            "winner": self.winner,
            "losers": list(self.losers),
            "next_leader": self.leads_next if over and self.winner is None else None,
        }
        if self.phase == "play":
            told["leader"] = self.leader
        return told

    def _standing(self) -> dict[str, Any] | None:
        if not self.trick:
            return None
        seats, cards = zip(*self.trick, strict=True)
        at = naive.winner_of(cards)
        return {"seat": seats[at], "cards": cards[at], "kind": "card"}


def _by_team(by_seat: Sequence[int]) -> list[int]:
    return [by_seat[0] + by_seat[2], by_seat[1] + by_seat[3]]
