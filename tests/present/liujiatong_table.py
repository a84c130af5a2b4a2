"""Six people at a Liu Jia Tong table in positions of one's choosing, as the channel and as each of them sees it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.present import render
from bot.present.screens.screen import Screen, plain_text
from games.base import notation
from games.base.errors import IllegalAction
from games.base.events import Event
from games.contract import Deal, Json
from games.liujiatong import GAME
from tests.present.gouji_table import PLAYERS, hands_of, taken
from tests.present.rounds import caused, heard, info, panel_of, private, public

__all__ = ["Table", "table"]


@dataclass
class Table:
    """A round with these hands, by rank; ``keys`` as in a scenario's ``start``, ``options`` as house rules."""

    hands: tuple[str, ...]
    keys: dict[str, Json]
    options: dict[str, Any]
    carry: dict[str, Json]

    def __post_init__(self) -> None:
        options = GAME.option_set.complete(self.options)
        step = GAME.start(options, Deal(hands_of(self.hands), keys=self.keys), self.carry)
        self.state: Any = step.state
        self.recent: list[Event] = list(step.events)

    def does(self, *said: str) -> Table:
        """``0 play K K``: what a seat says, in order."""
        for text in said:
            seat, _, words = text.partition(" ")
            step = GAME.apply(self.state, int(seat), GAME.read(self.state, int(seat), notation.read(words)))
            self.state = step.state
            self.recent += step.events
        return self

    def refusal(self, said: str) -> IllegalAction:
        """Why this is not allowed."""
        seat, _, words = said.partition(" ")
        try:
            GAME.check(self.state, int(seat), GAME.read(self.state, int(seat), notation.read(words)))
        except IllegalAction as error:
            return error
        raise AssertionError(said)

    def screen(self, language: str = "en") -> Screen:
        """What the channel sees."""
        view, result, events = GAME.view(self.state, None), GAME.result(self.state), tuple(self.recent)
        shown = replace(info("liujiatong", **self.options), state="playing" if result is None else "between", seats=6)
        totals = tuple(seat.score for seat in view.seats)
        told: dict[str, Any] = {"recent": heard(caused(events), None), "result": result, "last": events}
        return render.table(public(shown, view, language, players=PLAYERS, totals=totals, seconds_left={}, **told))

    def panel(self, seat: int, language: str = "en", picked: str = "") -> Screen:
        """What one person sees, with these cards picked; all of it, as at a table without a group."""
        own, result = GAME.view(self.state, seat), GAME.result(self.state)
        shown = replace(
            info("liujiatong", **self.options), state="playing" if result is None else "between", seats=6, private=True
        )
        panel = None if result else panel_of(GAME, self.state, seat, picked=taken(own.hand or (), picked))
        recent = heard(caused(tuple(self.recent)), seat)
        return render.hand(
            private(shown, own, panel, language, players=PLAYERS, recent=recent, result=result, seconds_left=None)
        )

    def said(self, language: str = "en") -> str:
        """The channel's screen as text."""
        return plain_text(self.screen(language))

    def told(self, seat: int, language: str = "en", picked: str = "") -> str:
        """One person's screen as text."""
        return plain_text(self.panel(seat, language, picked))

    def labels(self, seat: int, language: str = "en", picked: str = "") -> list[str]:
        """What is on one person's buttons."""
        return [one.label for row in self.panel(seat, language, picked).rows for one in row]


def table(
    *hands: str, options: dict[str, Any] | None = None, carry: dict[str, Json] | None = None, **keys: Json
) -> Table:
    """A round with these hands; seats that are not given hold next to nothing."""
    return Table((*hands, *["4 6 7 9"] * (6 - len(hands))), keys, options or {}, carry or {})
