"""People at a table in positions of one's choosing, as the channel and as each of them sees it."""

from collections import Counter
from dataclasses import replace
from typing import Any, Self

from bot.present import render
from bot.present.screens.screen import Screen, plain_text
from bot.session.port import commands as c
from bot.session.port.updates import Player
from games import GAMES
from games.base import notation
from games.base.cards import RANKS, SUITS, Cards, make_card, rank_of, sort_cards
from games.base.errors import IllegalAction
from games.base.events import Event
from games.contract import Carry, Deal
from tests.present.rounds import caused, heard, info, panel_of, private, public

NAMES = ("Ann", "Ben", "Cho", "Dan", "Eve", "Fay")
PLAYERS = tuple(Player(seat, "person", name, c.UserRef("telegram", str(seat))) for seat, name in enumerate(NAMES))


def hands_of(texts: tuple[str, ...]) -> tuple[Cards, ...]:
    """``K×3 4 x``: hands by rank, the suits of a rank dealt in turn over all of them."""
    dealt: Counter[str] = Counter()
    hands = []
    for text in texts:
        cards = []
        for word in text.split():
            rank, _, count = word.partition("×")
            for _ in range(int(count or 1)):
                cards.append(make_card(RANKS.index(rank), 0 if rank in "xX" else dealt[rank] % len(SUITS)))
                dealt[rank] += 1
        hands.append(sort_cards(cards))
    return tuple(hands)


def hand(text: str) -> Cards:
    return hands_of((text,))[0]


def taken(held: Cards, text: str) -> Cards:
    """Cards of a hand by rank, the first ones of each."""
    left, picked = list(held), []
    for wanted in hand(text):
        card = next(card for card in left if rank_of(card) == rank_of(wanted))
        left.remove(card)
        picked.append(card)
    return sort_cards(picked)


class Position:
    """A round that begins with this deal, ``options`` as house rules."""

    def __init__(
        self, game: str, deal: Deal, options: dict[str, Any] | None = None, carry: Carry | None = None
    ) -> None:
        self.game = GAMES[game]
        self.shown = replace(info(game, **(options or {})), seats=len(deal.hands))
        self.players = PLAYERS[: self.shown.seats]
        step = self.game.start(self.game.option_set.complete(options or {}), deal, carry or {})
        self.state: Any = step.state
        self.recent: list[Event] = list(step.events)

    def _act(self, said: str) -> Any:
        seat, _, words = said.partition(" ")
        action = self.game.read(self.state, int(seat), notation.read(words))
        return self.game.apply(self.state, int(seat), action)

    def does(self, *said: str) -> Self:
        """``0 play K K``: what a seat says, in order."""
        for text in said:
            step = self._act(text)
            self.state = step.state
            self.recent += step.events
        return self

    def refusal(self, said: str) -> IllegalAction:
        try:
            self._act(said)
        except IllegalAction as error:
            return error
        raise AssertionError(said)

    def table(self, language: str = "en", **more: Any) -> Screen:
        view, result, events = self.game.view(self.state, None), self.game.result(self.state), tuple(self.recent)
        told: dict[str, Any] = {"recent": heard(caused(events), None), "result": result, "last": events, **more}
        totals = tuple(seat.score for seat in view.seats)
        shown = replace(self.shown, state="playing" if result is None else "between")
        return render.table(public(shown, view, language, players=self.players, totals=totals, seconds_left={}, **told))

    def panel(self, seat: int, language: str = "en", picked: str = "", **more: Any) -> Screen:
        """What one person sees, with these cards picked; all of it, as at a table without a group."""
        own, result = self.game.view(self.state, seat), self.game.result(self.state)
        shown = replace(self.shown, state="playing" if result is None else "between", private=True)
        panel = None
        if result is None:
            panel = replace(panel_of(self.game, self.state, seat, picked=self.picked(own.hand or (), picked)), **more)
        told: dict[str, Any] = {"recent": heard(caused(tuple(self.recent)), seat), "result": result}
        return render.hand(private(shown, own, panel, language, players=self.players, seconds_left=None, **told))

    def picked(self, held: Cards, text: str) -> Cards:
        return taken(held, text)

    def said(self, language: str = "en", **more: Any) -> str:
        return plain_text(self.table(language, **more))

    def told(self, seat: int, language: str = "en", picked: str = "") -> str:
        return plain_text(self.panel(seat, language, picked))

    def labels(self, seat: int, language: str = "en", picked: str = "", **more: Any) -> list[str]:
        return [one.label for row in self.panel(seat, language, picked, **more).rows for one in row]


def line_of(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(("▶", "▫️")) and name in line)
