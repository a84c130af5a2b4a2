"""Gou Ji in numbers. An action is a verb without cards, a set (told by its base and how many natural cards, 2s, small and big
jokers it has) that is played, burned with or shown for a revolution, or up to four ranks to return (more cards are returned one
by one). As a position may offer thousands of these out of more than two hundred thousand numbers, learners had better score the
legal ones by their features."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Final, TypeGuard

import numpy as np
from numpy.typing import NDArray

from arena.interface import Face, Interface, Numbers, Plane
from games import GAMES
from games.base.actions import Action, Do
from games.base.cards import Cards, rank_of, sort_cards
from games.base.options import Options
from games.contract import RoundResult
from games.gouji import numbers
from games.gouji.before.start import Returning, State
from games.gouji.facts import GouJiOwnFacts, PublicFacts
from games.gouji.kinds import Kind
from games.gouji.modes import Mode
from games.gouji.native import Choosing, going_on
from games.gouji.scoring import Over
from games.gouji.state import DUE_KINDS, SEATS, removed
from games.kit.history import History

__all__ = ["INTERFACE", "GouJi"]

_HAND: Final = 36  # Cards dealt to each seat
_STAGES: Final = ("first", "counter")
_PUBLIC: Final = ("passed", "opened", "forfeited", "challenged", "revolted", "dead", "stifled")
"""Facts that are sets of seats."""


def _chosen(state: State) -> Cards:
    return state.chosen if isinstance(state, Choosing) else ()


def _is_long(state: State) -> TypeGuard[Returning]:
    """Whether more cards have to be returned than have a number together."""
    return isinstance(state, Returning) and len(state.given) > numbers.MOST_RETURNED


class GouJi(Interface):
    """This game in numbers."""

    game = "gouji"
    suited = False
    kinds = tuple(kind.value for kind in Kind)
    whys = (
        "lead", "follow", "yield", "last_chance", "duel", "burn", "burn_answer", "burn_lead", "return", "buy", "declare",
        "counter", "revolt_try",
    )  # fmt: skip
    verbs = ("play", "pass", "burn", "yield", "decline", "challenge", "revolt", "tribute", "return", "bought", "buy")
    going_on = staticmethod(going_on)

    def __init__(self, options: Options, players: int) -> None:
        self._game = GAMES[self.game]
        self.actions = numbers.ACTIONS
        self.most_points = {"small": 3.0, "team2": 2.0}.get(str(options["scoring"]), 6.0)
        seats = (players,)
        about = {
            "passed": "barred from the sequence", "opened": "have opened their points",
            "forfeited": "can open no more", "challenged": "have challenged", "revolted": "have revolted",
            "dead": "have failed with a burn", "stifled": "are left with their 3s",
        }  # fmt: skip
        self.planes = (
            *(Plane(name, seats, 1.0, "flag", f"the seats that {about[name]}") for name in _PUBLIC),
            Plane("yielded", seats, 1.0, "flag", "who waits for the last word"),
            Plane("burner", seats, 1.0, "flag", "whose burn is on"),
            Plane("victim", seats, 1.0, "flag", "who is burned"),
            Plane("leader", seats, 1.0, "flag", "who leads the round"),
            Plane("mode", (len(Mode),), 1.0, "flag", f"the decision that is open, one of {', '.join(Mode)}"),
            Plane("stage", (len(_STAGES),), 1.0, "flag", "while they declare: first declarations, counter-declarations"),
            Plane("entangled", (1,), 1.0, "flag", "the opposite seats of a duel are at it"),
            Plane("due_from", (players, len(DUE_KINDS)), 36.0, "cards", f"cards owed by each seat, as {', '.join(DUE_KINDS)}"),
            Plane("due_to", (players, len(DUE_KINDS)), 36.0, "cards", "cards owed to each seat"),
            Plane("tribute", (54,), 4.0, "cards", "the tribute that waits for its return"),
            Plane("tribute_from", seats, 1.0, "flag", "who gave it"),
            Plane("sent", (players, 54), 8.0, "cards", "cards that the observer has returned, by whom they went to"),
            Plane("received", (players, 54), 8.0, "cards", "cards that were returned to the observer, by who sent them"),
            Plane("chosen", (54,), 4.0, "cards", "cards that the observer has chosen to return, before it has chosen them all"),
            Plane("answer", (len(numbers.VERBS),), 1.0, "flag", "what the observer has answered and nobody else knows yet"),
            Plane("fours_due", (1,), 16.0, "cards", "how many 4s the observer's next lead has to be"),
            Plane("standing_size", (1,), 36.0, "cards", "cards of the set to beat"),
            Plane("team_scores", (2,), inf, "points", "of the match: the observer's team, the other one", low=-inf),
            Plane("sweeps", (2,), inf, "rounds", "sweeps of the observer's team and of the other one"),
        )  # fmt: skip

    def legal(self, state: State, seat: int) -> Sequence[int]:
        if not _is_long(state):
            return [self.number(action, state, seat) for action in self._game.legal(state, seat)]
        ranks = {rank_of(card) for card in removed(state.round.hands[seat], _chosen(state))}
        declined = [numbers.DECLINE] if state.round.rules.decline_tribute and not _chosen(state) else []
        return [*(numbers.RETURN_OF[(rank,)] for rank in ranks), *declined]

    def step(self, state: State, seat: int, number: int) -> State:
        """See ``Interface``: more than four cards are returned one by one, and given to the rules when the last is chosen."""
        action = self.action(number, state, seat)
        if _is_long(state) and isinstance(action, Do) and action.verb == "return":
            cards = sort_cards([*_chosen(state), *action.cards])
            if len(cards) < len(state.given):
                return Choosing(state.round, state.current, state.given, state.pending, cards)
            action = Do("return", cards)
        told: State = self._game.apply(state, seat, action).state
        return told

    def action(self, number: int, state: State, seat: int) -> Action:
        return numbers.action_of(number, removed(state.round.hands[seat], _chosen(state)))

    def number(self, action: Action, state: State, seat: int) -> int:
        try:
            return numbers.number_of_action(action)
        except (KeyError, ValueError, AssertionError):
            raise ValueError(f"{action}: no action of this game has a number for that") from None

    def face(self, state: State, seat: int, why: str) -> Face:
        face, chosen = super().face(state, seat, why), _chosen(state)
        if not chosen or not why:
            return face
        assert isinstance(face.own, GouJiOwnFacts)
        return face._replace(own=replace(face.own, answer=Do("return", chosen)))

    def history(self, state: State) -> History:
        return state.round.history

    def write(self, face: Face, order: NDArray[np.intp], out: Sequence[Numbers]) -> None:
        public, own, mine = face.public, face.own, face.seat
        assert isinstance(public, PublicFacts)
        assert isinstance(own, GouJiOwnFacts)
        for at, name in enumerate(_PUBLIC):
            for seat in getattr(public, name):
                out[at][(seat - mine) % SEATS] = 1.0
        (
            yielded, burner, victim, leader, mode, stage, entangled, due_from, due_to, tribute, tribute_from, sent, received,
            chosen, answer, fours, size, teams, sweeps,
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
        if own.answer is not None and own.answer.verb in numbers.VERBS:
            answer[numbers.VERBS.index(own.answer.verb)] = 1.0
        elif own.answer is not None:
            for card in own.answer.cards:
                chosen[card] += 1.0
        fours[0] = own.fours_due
        if public.standing is not None:
            size[0] = len(public.standing.cards)
        for team in range(2):
            teams[(team - mine) % 2] = public.team_scores[team] if public.team_scores else 0
            sweeps[(team - mine) % 2] = public.sweeps[team]

    def rewards(self, state: State, result: RoundResult) -> tuple[float, ...]:
        """See ``Interface``: the team's points of the round to each of its seats."""
        assert isinstance(state, Over), "a round that has a result is over"
        return tuple(float(state.team_points[seat % 2]) for seat in range(SEATS))

    def potential(self, laid: Numbers) -> float:
        """See ``Interface``: by how much more its hand has shrunk than those of its opponents on average, in whole hands."""
        return float(laid[0] - laid[1::2].mean()) / _HAND


INTERFACE: Final = GouJi
