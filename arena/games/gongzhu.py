"""Gong Zhu in numbers. An action is one of the 52 cards, or one of the sixteen ways to expose the four special cards (none of
them: to decline)."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.interface import Face, Interface, Numbers, Plane
from games.base.actions import Action, Do, Play
from games.base.cards import Card, sort_cards
from games.base.options import Options
from games.contract import RoundResult
from games.gongzhu.cards import SPECIALS, legal_cards
from games.gongzhu.facts import OwnFacts, PublicFacts
from games.gongzhu.native import going_on
from games.gongzhu.options import house_rules
from games.gongzhu.play import KIND, PLAYS, exposable
from games.gongzhu.state import SEATS, Exposing, Playing, State, partner

__all__ = ["INTERFACE", "GongZhu"]

_CARDS: Final = 52
_CHOICES: Final = 2 ** len(SPECIALS)


class GongZhu(Interface):
    """This game in numbers."""

    game = "gongzhu"
    suited = True
    kinds = (KIND,)
    whys = ("expose", "lead", "follow")
    verbs = ("play", "expose", "decline")
    going_on = staticmethod(going_on)
    actions = _CARDS + _CHOICES

    def __init__(self, options: Options, players: int) -> None:
        self._teams = house_rules(options).teams
        self.planes = (
            Plane("exposed", (_CARDS,), 1.0, "cards", "special cards that were exposed: they count double"),
            Plane("answer", (len(SPECIALS),), 1.0, "flag", "what the observer will expose, before all have decided"),
            Plane("decided", (1,), 1.0, "flag", "whether the observer has decided, before all have"),
            Plane("trick", (players, _CARDS), 1.0, "cards", "the card of each seat in the trick on the table"),
            Plane("leader", (players,), 1.0, "flag", "who led it, or leads"),
            Plane("taken", (players, _CARDS), 1.0, "cards", "cards won that count"),
            Plane("tricks", (players,), 13.0, "tricks", "tricks won"),
            Plane("team", (players,), 1.0, "flag", "the observer's partner and itself, where two play together"),
        )

    def legal(self, state: State, seat: int) -> Sequence[int]:
        if isinstance(state, Exposing):
            free = sum(1 << SPECIALS.index(card) for card in exposable(state, seat))
            return [_CARDS + chosen for chosen in range(_CHOICES) if chosen | free == free]
        assert isinstance(state, Playing)
        led = state.trick[0] & 3 if state.trick else None
        return legal_cards(state.hands[seat], led, state.exposed, state.led)

    def action(self, number: int, state: State, seat: int) -> Action:
        if number >= _CARDS:
            cards = sort_cards([card for at, card in enumerate(SPECIALS) if (number - _CARDS) >> at & 1])
            if set(cards) - set(state.hands[seat]):
                raise ValueError(f"action {number}: the hand has no such cards")
            return Do("expose", cards) if cards else Do("decline")
        if Card(number) not in state.hands[seat]:
            raise ValueError(f"action {number}: the hand has no such card")
        return PLAYS[number]

    def number(self, action: Action, state: State, seat: int) -> int:
        match action:
            case Play((card,), None):
                return card
            case Do("decline", ()):
                return _CARDS
            case Do("expose", cards) if cards and set(cards) <= set(SPECIALS):
                return _CARDS + sum(1 << SPECIALS.index(card) for card in set(cards))
            case _:
                raise ValueError(f"{action}: no action of this game has a number for that")

    def write(self, face: Face, order: NDArray[np.intp], out: Sequence[Numbers]) -> None:
        public, own = face.public, face.own
        assert isinstance(public, PublicFacts)
        assert isinstance(own, OwnFacts)
        exposed, answer, decided, trick, leader, taken, tricks, team = out
        for card in public.exposed:
            exposed[card] = 1.0
        if own.answer is not None:
            decided[0] = 1.0
            for card in own.answer:
                answer[SPECIALS.index(card)] = 1.0
        if public.leader is not None:
            leader[(public.leader - face.seat) % SEATS] = 1.0
            for step, card in enumerate(public.trick):
                trick[(public.leader + step - face.seat) % SEATS, card] = 1.0
        for at, seat in enumerate(order):
            for card in public.taken[seat]:
                taken[at, card] = 1.0
        tricks[:] = [public.tricks[seat] for seat in order]
        if self._teams:
            team[::2] = 1.0

    def rewards(self, state: State, result: RoundResult) -> tuple[float, ...]:
        """See ``Interface``: points of the seat, of its team where two play together. They do not add up to nothing."""
        points = result.points
        return tuple(float(points[seat] + (points[partner(seat)] if self._teams else 0)) for seat in range(SEATS))


INTERFACE: Final = GongZhu
