"""Pao De Kuai in words: the shapes of its kinds, and what everybody pays."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from bot.present.presentation import Presentation
from bot.present.words.text import name_of, say, signed
from bot.session.port.updates import Player
from games.base.events import Event
from games.base.round import RoundResult
from games.base.view import SeatView
from games.kit.shedding import SheddingView

__all__ = ["PRESENTATION"]


class _PaoDeKuai(Presentation):
    sheet = "PK"
    sections = ((1, "aim"), (10, "kinds"), (20, "play"), (30, "points"))
    minutes = 4
    bombs = frozenset({"bomb"})
    suitless = True
    shapes = MappingProxyType(
        {
            "single": (1, 0),
            "pair": (2, 0),
            "trio": (3, 0),
            "trio_one": (3, 1),
            "trio_two": (3, 2),
            "straight": (1, 0),
            "pair_chain": (2, 0),
            "airplane": (3, 0),
            "airplane_one": (3, 1),
            "airplane_two": (3, 2),
            "four_three": (4, 3),
            "bomb": (4, 0),
        }
    )

    def stake(self, view: SheddingView, language: str) -> str:
        """That the first lead holds a 3, until it is made."""
        return say(language, "paodekuai.opening") if view.public.opening else ""

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
        """Who went out, and what each of the others pays (PK-30)."""
        winner = result.won[0]
        lines = [
            say(
                language, "paodekuai.out", name=name_of(players, winner, language), points=signed(result.points[winner])
            )
        ]
        for seat in view.seats:
            if seat.seat != winner:
                code = "free" if seat.count == 1 else "pays" if view.public.plays[seat.seat] else "shut_in"
                lines.append(
                    say(language, f"paodekuai.{code}", name=name_of(players, seat.seat, language), n=seat.count,
                        points=signed(result.points[seat.seat]))
                )  # fmt: skip
        return tuple(lines)


PRESENTATION: Final = _PaoDeKuai()
