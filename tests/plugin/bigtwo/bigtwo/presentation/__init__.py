"""Big Two in words: suits stand beside every rank, and what everybody pays."""

from collections.abc import Sequence
from typing import Final

from bigtwo.kinds import SUITS_UP
from bot.present.presentation import Presentation
from bot.present.words.text import name_of, say, signed
from bot.session.port.updates import Player
from games.base.events import Event
from games.base.round import RoundResult
from games.base.view import SeatView
from games.kit.shedding import SheddingView

__all__ = ["PRESENTATION"]


class _BigTwo(Presentation):
    sheet = "BT"
    sections = ((1, "aim"), (10, "kinds"), (20, "play"), (30, "points"))
    minutes = 5
    difficulty = 2
    suited = True
    suits = SUITS_UP

    def stake(self, view: SheddingView, language: str) -> str:
        """That the first lead holds ♦3, until it is made."""
        return say(language, "bigtwo.opening") if view.public.opening else ""

    def brief(self, view: SheddingView, seat: SeatView, language: str) -> str:
        """The running score of a seat, for a picture."""
        return signed(seat.score) if any(one.score for one in view.seats) else ""

    def sums(
        self,
        view: SheddingView,
        result: RoundResult,
        events: Sequence[Event],
        players: tuple[Player, ...],
        language: str,
    ) -> tuple[str, ...]:
        """Who went out, and what each of the others pays (BT-30)."""
        lines = []
        for seat in sorted(view.seats, key=lambda one: one.count):
            code = "out" if seat.seat in result.won else "pays" if seat.count < 10 else "pays_more"
            name, points = name_of(players, seat.seat, language), signed(result.points[seat.seat])
            times = 3 if seat.count == 13 else 2
            lines.append(say(language, f"bigtwo.{code}", name=name, n=seat.count, times=times, points=points))
        return tuple(lines)


PRESENTATION: Final = _BigTwo()
