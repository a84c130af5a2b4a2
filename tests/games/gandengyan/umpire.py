"""A second engine of whole matches, as plain as the sheet reads: lists that change, no suits, no view, no events.

It keeps hands as texts of rank letters and is told what was dealt; it shares nothing with the room but the sheet."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.gandengyan import naive


class Refused(Exception):
    """The action is not allowed (GY-38)."""


class Match:
    """The scores of a table, and the round that is played or has just ended."""

    def __init__(self, options: Mapping[str, Any], seats: int) -> None:
        self.options, self.seats = options, seats
        self.scores, self.deals = [0] * seats, 0
        self.next_banker = 0
        self.winner: list[int] | None = None

    def begin(
        self,
        hands: Sequence[str],
        stock: str,
        banker: int | None = None,
        leader: int | None = None,
        multiplier: int = 1,
        plays: Sequence[int] | None = None,
    ) -> None:
        """The next round; what is not given is as GY-4 and the notation's defaults have it."""
        assert self.winner is None
        self.hands, self.stock = [naive.ascending(hand) for hand in hands], stock
        self.banker = self.next_banker if banker is None else banker
        self.turn = self.banker if leader is None else leader
        self.multiplier, self.plays = multiplier, list(plays or [0] * self.seats)
        self.standing: tuple[int, str, tuple[str, str]] | None = None
        self.passes = self.open_passes = 0
        self.over = self.void = False
        self.finished: list[int] = []
        self.points: list[int] | None = None

    # --- actions -----------------------------------------------------------------------------------------------------
    def answers(self) -> set[str]:
        """What the seat to act may do (GY-31, GY-32, GY-36)."""
        return naive.answers(self.hands[self.turn], self._to_beat(), self.options)

    def meanings(self, cards: str) -> tuple[tuple[str, str], ...]:
        """In which readings the seat to act may play these cards now, the strongest first."""
        return naive.beating(cards, self._to_beat(), self.options)

    def act(self, seat: int, cards: str | None, reading: str | None = None) -> None:
        """Play these cards, or pass (``None``); ``Refused`` changes nothing."""
        if self.over or seat != self.turn:
            raise Refused
        if cards is None:
            self._pass()
        else:
            self._play(naive.ascending(cards), reading)
        self._pass_who_cannot()

    def _to_beat(self) -> tuple[str, str] | None:
        return None if self.standing is None else self.standing[2]

    def _play(self, cards: str, reading: str | None) -> None:
        seat, left = self.turn, self.hands[self.turn]
        for card in cards:
            if card not in left:
                raise Refused
            left = left.replace(card, "", 1)
        meant = [one for one in self.meanings(cards) if reading is None or one[1] == naive.ascending(reading)]
        if not meant:
            raise Refused
        self.hands[seat], self.standing = left, (seat, cards, meant[0])
        self.plays[seat] += 1
        self.passes = self.open_passes = 0
        self.multiplier *= self._factor(meant[0][0], len(cards))
        if left:
            self.turn = self._after(seat)
        else:
            self._end(seat)

    def _factor(self, kind: str, size: int) -> int:
        """GY-51."""
        if kind == "bomb" and self.options["bomb_factor"] == "size":
            return int(2 ** (size - 2))
        return 2 if kind in ("bomb", "rocket") else 1

    def _pass(self) -> None:
        if self.standing is None:
            if self.answers() != {"pass"}:
                raise Refused
            self.open_passes += 1
            self.turn = self._after(self.turn)
            if self.open_passes == self.seats:
                self.over = self.void = True
                self.next_banker = self.banker
                self.points = [0] * self.seats
            return
        self.passes += 1
        self.turn = self._after(self.turn)
        if self.passes == self.seats - 1:
            self._end_trick(self.standing[0])

    def _end_trick(self, winner: int) -> None:
        """GY-33, GY-34."""
        for step in range(self.seats if self.options["draw"] == "all" else 1):
            if self.stock:
                drawer = (winner + step) % self.seats
                self.hands[drawer] = naive.ascending(self.hands[drawer] + self.stock[0])
                self.stock = self.stock[1:]
        self.turn, self.standing, self.passes = winner, None, 0

    def _pass_who_cannot(self) -> None:
        """GY-35."""
        while not self.over and self.standing is not None:
            kind, ranks = self.standing[2]
            helpless = len(self.hands[self.turn]) == 1 and (kind != "solo" or ranks == "2")
            if not helpless and not (kind == "rocket" and self.options["rocket"] == "top"):
                return
            self._pass()

    def _after(self, seat: int) -> int:
        return (seat + 1) % self.seats

    # --- the end -------------------------------------------------------------------------------------------------------
    def _end(self, winner: int) -> None:
        """GY-50 to GY-54, GY-60, GY-61."""
        self.over, self.finished, self.next_banker = True, [winner], winner
        self.points = [-self._payment(seat) if seat != winner else 0 for seat in range(self.seats)]
        self.points[winner] = -sum(self.points)
        self.scores = [score + won for score, won in zip(self.scores, self.points, strict=True)]
        self.deals += 1
        deals, target = self.options["deals"], self.options["target"]
        if 0 < deals <= self.deals or 0 < target <= max(self.scores):
            self.winner = [seat for seat, score in enumerate(self.scores) if score == max(self.scores)]

    def _payment(self, seat: int) -> int:
        hand, made, rule = self.hands[seat], self.plays[seat], self.options["unplayed"]
        pays = len(hand) * self.multiplier
        if (made == 0 and rule != "off") or (made == 1 and rule == "banker" and seat == self.banker):
            pays *= 2
        if self.options["alarm_free"] and len(hand) == 1:
            pays = 0
        least = 4 if self.options["trio"] == "set" else 3
        for house in self.options["leftover"]:
            if house == "jokers":
                pays *= 2 ** (hand.count("x") + hand.count("X"))
            elif house == "twos":
                pays *= 2 ** hand.count("2")
            else:
                pays *= 2 ** sum(hand.count(rank) >= least for rank in naive.ORDER[:13])
        return int(min(pays, self.options["cap"]) if self.options["cap"] else pays)

    # --- what the notation asks for --------------------------------------------------------------------------------------
    def facts(self) -> dict[str, Any]:
        """The keys of ``expect``, with cards as texts of rank letters."""
        standing = None
        if self.standing is not None and not self.over:
            seat, cards, (kind, ranks) = self.standing
            standing = {"seat": seat, "cards": cards, "kind": kind, "as": ranks}
        return {
            "phase": "over" if self.over else "play",
            "to_act": [] if self.over else [self.turn],
            "standing": standing,
            "counts": [len(hand) for hand in self.hands],
            "finished": self.finished,
            "points": self.points,
            "scores": self.scores,
            "winner": self.winner,
            "banker": self.banker,
            "multiplier": self.multiplier,
            "stock": len(self.stock),
            "plays": self.plays,
            "void": self.void,
            "deals": self.deals,
        }
