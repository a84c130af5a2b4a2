"""Six people at a Gou Ji table in positions of one's choosing, as the channel and as each of them sees it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from bot.present import render
from bot.present.screens.screen import Screen, plain_text
from bot.session.port import commands as c
from bot.session.port.updates import Player
from games.base import notation
from games.base.cards import RANKS, SUITS, Cards, make_card, rank_of, sort_cards
from games.base.errors import IllegalAction
from games.base.events import Event
from games.contract import Deal, Json
from games.gouji import GAME
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
    """One hand by rank."""
    return hands_of((text,))[0]


def taken(held: Cards, text: str) -> Cards:
    """Cards of a hand by rank, the first ones of each."""
    left, picked = list(held), []
    for wanted in hand(text):
        card = next(card for card in left if rank_of(card) == rank_of(wanted))
        left.remove(card)
        picked.append(card)
    return sort_cards(picked)


@dataclass
class Six:
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

    def does(self, *said: str) -> Six:
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
        before = self.state
        try:
            GAME.apply(self.state, int(seat), GAME.read(self.state, int(seat), notation.read(words)))
        except IllegalAction as error:
            assert self.state is before
            return error
        raise AssertionError(said)

    def table(self, language: str = "en") -> Screen:
        """What the channel sees."""
        result = GAME.result(self.state)
        view, events = GAME.view(self.state, None), tuple(self.recent)
        shown = replace(info("gouji", **self.options), state="playing" if result is None else "between", seats=6)
        return render.table(
            public(shown, view, language, players=PLAYERS, recent=heard(caused(events), None), result=result, last=events,
                   totals=tuple(seat.score for seat in view.seats), seconds_left={})
        )  # fmt: skip

    def panel(self, seat: int, language: str = "en", picked: str = "", **more: Any) -> Screen:
        """What one person sees, with these cards picked; all of it, as at a table without a group."""
        result = GAME.result(self.state)
        own = GAME.view(self.state, seat)
        shown = replace(
            info("gouji", **self.options), state="playing" if result is None else "between", seats=6, private=True
        )
        panel = None
        if result is None:
            panel = panel_of(GAME, self.state, seat, picked=taken(own.hand or (), picked))
        if panel is not None and more:
            panel = replace(panel, **more)
        recent = heard(caused(tuple(self.recent)), seat)
        return render.hand(
            private(shown, own, panel, language, players=PLAYERS, recent=recent, result=result, seconds_left=None)
        )

    def said(self, language: str = "en") -> str:
        """The channel's screen as text."""
        return plain_text(self.table(language))

    def told(self, seat: int, language: str = "en", picked: str = "") -> str:
        """One person's screen as text."""
        return plain_text(self.panel(seat, language, picked))

    def labels(self, seat: int, language: str = "en", picked: str = "", **more: Any) -> list[str]:
        """What is on one person's buttons."""
        return [one.label for row in self.panel(seat, language, picked, **more).rows for one in row]


def six(*hands: str, options: dict[str, Any] | None = None, carry: dict[str, Json] | None = None, **keys: Json) -> Six:
    """A round with these six hands."""
    return Six(hands, keys, options or {}, carry or {})


def line_of(text: str, name: str) -> str:
    """The line of a seat."""
    return next(line for line in text.splitlines() if line.startswith(("▶", "▫️")) and name in line)


def duel(**more: Any) -> Six:
    """Seat 0 has led an open set; its opposite 3 is asked."""
    return six("K×2 9 4", "7 8 X", "7 8", "A×2 9 4", "7 8", "7 8 x 6", **more).does("0 play K K")


def yielding() -> Six:
    """Seat 0 has led a plain pair, 1 and 2 have passed; the opposite 3 may yield."""
    return six("7×2 9 4", "5 6 X", "5 8 6", "T×2 9 4", "5 8 6", "J×2 x 6").does("0 play 7 7", "1 pass", "2 pass")


def burning() -> Six:
    """Seat 5 burns seat 0 and holds more; its opposite 2 may stop it."""
    return six("A 2 9 4", "7 8 9", "7×2 9 x", "6 9 4", "7 8 9", "5 6×2 x X 9").does(
        "0 play A 2", "3 pass", "1 pass", "5 burn 6 x"
    )


def declaring(**options: Any) -> Six:
    hands = ("4 5 9", "4 5 8", "5 6 2", "5 7 2", "4 9 2", "6 7 8")
    return six(*hands, options=options, phase="declare")


ALL_ANSWERED = ("0 challenge", "1 challenge", "2 decline", "3 decline", "4 decline", "5 decline")


DUES: dict[str, Any] = {
    "due": [
        {"kind": "point", "from": 3, "to": 0, "cards": 1},
        {"kind": "drop", "from": 4, "to": 1, "cards": 1},
        {"kind": "drop", "from": 5, "to": 0, "cards": 2},
    ],
    "scores": [4, 2, 0, 0, -2, -4],
    "team_scores": [2, -2],
    "sweeps": [0, 0],
    "rounds": 1,
    "next_leader": 0,
}


def tributes() -> Six:
    return six("4 5×3 9", "4 5 8", "5 6 2", "8 9 X", "4 9 2", "6 K A", carry=DUES, phase="tribute")
