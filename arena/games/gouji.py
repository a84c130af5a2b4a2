"""Gou Ji in numbers. An action is a verb without cards, a set (told by its base and how many natural cards, 2s, small and big
jokers it has) that is played, burned with or shown for a revolution, or up to four ranks to return. As a position may offer
thousands of these out of more than two hundred thousand numbers, learners had better score the legal ones by their features."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.interface import Face, Numbers, Plane
from games import GAMES
from games.base.actions import Action, Do, Pass, Play
from games.base.cards import Cards, rank_counts
from games.base.options import Options
from games.contract import RoundResult
from games.gouji.before.start import State
from games.gouji.facts import GouJiOwnFacts, PublicFacts, own_facts, public_facts
from games.gouji.kinds import DEUCE, JOKERS_ONLY, THREE, Kind, Makeup, makeup_of
from games.gouji.modes import Mode
from games.gouji.state import DUE_KINDS, SEATS
from games.kit.history import History

__all__ = ["INTERFACE", "GouJi"]

_VERBS: Final = ("pass", "yield", "decline", "challenge", "revolt", "buy")
"""What may be done without cards, in the order of their numbers."""
_WITH_SETS: Final = ("play", "burn", "revolt")
_OF_A_RANK: Final = 16
_JOKERS: Final = 4
_HAND: Final = 36
_RETURNED: Final = 4
"""The most cards that are returned at once (GJ-41)."""
_STAGES: Final = ("first", "counter")
_PUBLIC: Final = ("passed", "opened", "forfeited", "challenged", "revolted", "dead", "stifled")
"""Facts that are sets of seats."""
Set = tuple[int, int, int, int, int]
"""The base (a rank, or ``JOKERS_ONLY``), natural cards of it, 2s, small and big jokers."""


def _set_of(made: Makeup) -> Set:
    return made.base, made.size - made.twos - made.jokers, made.twos, made.small, made.big


@cache
def _sets() -> dict[Set, int]:
    """Return every set that may ever be laid (GJ-4, GJ-5), with its place."""
    hung = [
        (twos, small, big)
        for twos in range(_OF_A_RANK + 1)
        for small in range(_JOKERS + 1)
        for big in range(_JOKERS + 1)
    ]
    found: list[Set] = [(THREE, natural, 0, 0, 0) for natural in range(1, _OF_A_RANK + 1)]
    found += [
        (base, natural, *main)
        for base in range(THREE + 1, DEUCE)
        for natural in range(1, _OF_A_RANK + 1)
        for main in hung
        if natural + sum(main) <= _HAND
    ]
    found += [(DEUCE if main[0] else JOKERS_ONLY, 0, *main) for main in hung if any(main)]
    return {made: place for place, made in enumerate(found)}


@cache
def _returns() -> dict[tuple[int, ...], int]:
    """Return every choice of ranks that may be sent back, ascending, with its place."""
    found = (ranks for few in range(1, _RETURNED + 1) for ranks in combinations_with_replacement(range(15), few))
    return {ranks: place for place, ranks in enumerate(found)}


def _ranks_of(cards: Cards) -> tuple[int, ...]:
    return tuple(rank for rank, count in enumerate(rank_counts(cards)) for _ in range(count))


class GouJi:
    """``Interface`` of this game."""

    game = "gouji"
    kinds = tuple(kind.value for kind in Kind)
    whys = (
        "lead", "follow", "yield", "last_chance", "duel", "burn", "burn_answer", "burn_lead", "return", "buy", "declare",
        "counter", "revolt_try",
    )  # fmt: skip
    verbs = ("play", "pass", "burn", "yield", "decline", "challenge", "revolt", "tribute", "return", "bought", "buy")

    def __init__(self, options: Options, players: int) -> None:
        self._game = GAMES[self.game]
        self._sets, self._returns = _sets(), _returns()
        first = len(_VERBS)
        self._first: dict[str, int] = {}
        for verb in _WITH_SETS:
            self._first[verb] = first
            first += len(self._sets)
        self._first["return"] = first
        self.actions = first + len(self._returns)
        self._made, self._returned = list(self._sets), list(self._returns)
        seats = (players,)
        about = {
            "passed": "barred from the sequence",
            "opened": "have opened their points",
            "forfeited": "can open no more",
            "challenged": "have challenged",
            "revolted": "have revolted",
            "dead": "have failed with a burn",
            "stifled": "are left with their 3s",
        }
        self.planes = (
            *(Plane(name, seats, 1.0, "flag", f"the seats that {about[name]}") for name in _PUBLIC),
            Plane("yielded", seats, 1.0, "flag", "who waits for the last word"),
            Plane("burner", seats, 1.0, "flag", "whose burn is on"),
            Plane("victim", seats, 1.0, "flag", "who is burned"),
            Plane("leader", seats, 1.0, "flag", "who leads the round"),
            Plane("mode", (len(Mode),), 1.0, "flag", f"the decision that is open, one of {', '.join(Mode)}"),
            Plane("stage", (len(_STAGES),), 1.0, "flag", "while they declare: first declarations, counter-declarations"),
            Plane("entangled", (1,), 1.0, "flag", "the opposite seats of a duel are at it"),
            Plane("due_from", (players, len(DUE_KINDS)), 8.0, "cards", f"cards owed by each seat, as {', '.join(DUE_KINDS)}"),
            Plane("due_to", (players, len(DUE_KINDS)), 8.0, "cards", "cards owed to each seat"),
            Plane("tribute", (54,), 4.0, "cards", "the tribute that waits for its return"),
            Plane("tribute_from", seats, 1.0, "flag", "who gave it"),
            Plane("sent", (players, 54), 8.0, "cards", "cards that the observer has returned, by whom they went to"),
            Plane("received", (players, 54), 8.0, "cards", "cards that were returned to the observer, by who sent them"),
            Plane("answer", (len(_VERBS),), 1.0, "flag", "what the observer has answered and nobody else knows yet"),
            Plane("fours_due", (1,), 16.0, "cards", "how many 4s the observer's next lead has to be"),
            Plane("standing_size", (1,), 36.0, "cards", "cards of the set to beat"),
            Plane("team_scores", (2,), inf, "points", "of the match: the observer's team, the other one", low=-inf),
            Plane("sweeps", (2,), inf, "rounds", "sweeps of the observer's team and of the other one"),
        )  # fmt: skip

    def legal(self, state: State, seat: int) -> Sequence[int]:
        """See ``Interface``."""
        return [self.number(action, state, seat) for action in self._game.legal(state, seat)]

    def action(self, number: int, state: State, seat: int) -> Action:
        """See ``Interface``."""
        if number < len(_VERBS):
            return Pass() if number == 0 else Do(_VERBS[number])
        verb = next(verb for verb in ("return", *reversed(_WITH_SETS)) if number >= self._first[verb])
        place = number - self._first[verb]
        if verb == "return":
            wanted = [0] * 15
            for rank in self._returned[place]:
                wanted[rank] += 1
        else:
            base, natural, twos, small, big = self._made[place]
            wanted = [0] * 15
            if base < DEUCE:
                wanted[base] = natural
            wanted[12], wanted[13], wanted[14] = twos, small, big
        cards = _taken(state.round.hands[seat], wanted, number)
        return Play(cards) if verb == "play" else Do(verb, cards)

    def number(self, action: Action, state: State, seat: int) -> int:
        """See ``Interface``."""
        match action:
            case Pass():
                return 0
            case Do(verb, ()) if verb in _VERBS[1:]:
                return _VERBS.index(verb)
            case Do("return", cards) if (ranks := _ranks_of(cards)) in self._returns:
                return self._first["return"] + self._returns[ranks]
            case Play(cards, None):
                return self._first["play"] + self._place(action, cards)
            case Do("burn" | "revolt", cards):
                return self._first[action.verb] + self._place(action, cards)
            case _:
                raise ValueError(f"{action}: no action of this game has a number for that")

    def _place(self, action: Action, cards: Cards) -> int:
        made = makeup_of(cards)
        place = None if made is None else self._sets.get(_set_of(made))
        if place is None:
            raise ValueError(f"{action}: no set")
        return place

    def face(self, state: State, seat: int, why: str) -> Face:
        """See ``Interface``."""
        return Face(seat, state.round.hands[seat], public_facts(state), own_facts(state, seat), why)

    def history(self, state: State) -> History:
        """See ``Interface``."""
        return state.round.history

    def write(self, face: Face, order: NDArray[np.intp], out: Sequence[Numbers]) -> None:
        """See ``Interface``."""
        public, own, mine = face.public, face.own, face.seat
        assert isinstance(public, PublicFacts)
        assert isinstance(own, GouJiOwnFacts)
        for at, name in enumerate(_PUBLIC):
            for seat in getattr(public, name):
                out[at][(seat - mine) % SEATS] = 1.0
        (
            yielded, burner, victim, leader, mode, stage, entangled, due_from, due_to, tribute, tribute_from, sent, received,
            answer, fours, size, teams, sweeps,
        ) = out[len(_PUBLIC) :]  # fmt: skip
        for part, one in (
            (yielded, public.yielded),
            (burner, public.burner),
            (victim, public.victim),
            (leader, public.leader),
        ):
            if one is not None:
                part[(one - mine) % SEATS] = 1.0
        if public.mode is not None:
            mode[tuple(Mode).index(public.mode)] = 1.0
        if public.stage is not None:
            stage[_STAGES.index(public.stage)] = 1.0
        entangled[0] = float(public.entangled)
        for due in public.due:
            due_from[(due.giver - mine) % SEATS, DUE_KINDS.index(due.kind)] += due.cards
            due_to[(due.receiver - mine) % SEATS, DUE_KINDS.index(due.kind)] += due.cards
        if public.tribute is not None:
            tribute_from[(public.tribute.giver - mine) % SEATS] = 1.0
            for card in public.tribute.given:
                tribute[card] += 1.0
        for moved in own.returns:
            part, other = (sent, moved.to) if moved.seat == mine else (received, moved.seat)
            for card in moved.cards:
                part[(other - mine) % SEATS, card] += 1.0
        if own.answer is not None and own.answer.verb in _VERBS:
            answer[_VERBS.index(own.answer.verb)] = 1.0
        fours[0] = own.fours_due
        if public.standing is not None:
            size[0] = len(public.standing.cards)
        for team in range(2):
            teams[(team - mine) % 2] = public.team_scores[team]
            sweeps[(team - mine) % 2] = public.sweeps[team]

    def rewards(self, state: State, result: RoundResult) -> tuple[float, ...]:
        """See ``Interface``: the team's points of the round to each of its seats."""
        of_team = public_facts(state).team_points or (0, 0)
        return tuple(float(of_team[seat % 2]) for seat in range(SEATS))


def _taken(hand: Cards, wanted: list[int], number: int) -> Cards:
    """Return so many cards of each rank from a sorted hand, the first ones; ``ValueError`` if it has them not."""
    left, taken = list(wanted), []
    for card in hand:
        rank = card >> 2 if card < 52 else card - 39
        if left[rank]:
            left[rank] -= 1
            taken.append(card)
    if any(left):
        raise ValueError(f"action {number}: the hand has no such cards")
    return tuple(taken)


INTERFACE: Final = GouJi
