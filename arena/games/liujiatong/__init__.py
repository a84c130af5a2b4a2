"""Liu Jia Tong in numbers. An action is ``pass`` or a class of plays: the kind, the number of cards, the rank that counts, the
rank of a triple_pair's pair or the top of a flight's pairs, and how many jokers are used.

So the numbering is factored, the same in every position. A class names no single cards: jokers first fill what the hand lacks; if
the class uses more of them, they take the place of the lowest ranks of the play, and small jokers go before big ones. A
numbering of every set of cards would run into millions; one position alone has up to 11,854 of them. Most hands allow some dozen
classes, so a learner that is shown the features of each (`legal_features`) has less to learn than one with the mask.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.games.liujiatong.classes import HAND, cards_of, classes, numbers
from arena.interface import Face, Interface, Numbers, Plane
from games.base.actions import Action, Pass, Play
from games.base.cards import SMALL_JOKER, Rank
from games.base.notation import read_cards
from games.base.options import Options
from games.contract import RoundResult
from games.liujiatong.facts import PublicFacts
from games.liujiatong.kinds import Kind, Reading
from games.liujiatong.native import going_on
from games.liujiatong.readings import in_force, makeup_of, meaning, named
from games.liujiatong.state import SEATS, Playing, State

__all__ = ["INTERFACE", "LiuJiaTong"]

_PASS: Final = 0
_POINTS: Final = 400.0
_NOTHING: Final = Reading(Kind.SINGLE, Rank(0), 0)  # In the place of the pass


class LiuJiaTong(Interface):
    """This game in numbers."""

    game = "liujiatong"
    suited = False
    kinds = tuple(kind.value for kind in Kind)
    whys = ("lead", "follow")
    verbs = ("play", "pass")
    going_on = staticmethod(going_on)

    def __init__(self, options: Options, players: int) -> None:
        self._numbers = numbers()
        self._keys = [(_NOTHING, 0), *self._numbers]
        self.actions = 1 + len(self._numbers)
        self.planes = (
            Plane("pot", (1,), _POINTS, "points", "points in the trick that is on"),
            Plane("taken", (players,), _POINTS, "points", "points that each seat has got from tricks"),
            Plane("standing_size", (1,), float(HAND), "cards", "cards of the play to beat"),
            Plane("leader", (players,), 1.0, "flag", "who led the first trick"),
            Plane("team_scores", (2,), float("inf"), "points", "of the series: the observer's side, the other one"),
        )

    def legal(self, state: State, seat: int) -> Sequence[int]:
        """See ``Interface``. Plays in every reading that they may be made in."""
        assert isinstance(state, Playing)
        known, hand = self._numbers, makeup_of(state.hands[seat])
        found = [known[key] for key in classes(hand, _standing(state))]
        return found if state.standing is None else [_PASS, *found]

    def action(self, number: int, state: State, seat: int) -> Action:
        if number == _PASS:
            return Pass()
        reading, used = self._keys[number]
        cards = cards_of(state.hands[seat], reading, used)
        if cards is None:
            raise ValueError(f"action {number}: the hand has no such cards")
        by_default = in_force(makeup_of(cards), _standing(state))
        return Play(cards, None if by_default == reading else meaning(reading))

    def number(self, action: Action, state: State, seat: int) -> int:
        """See ``Interface``: the class of the play."""
        match action:
            case Pass():
                return _PASS
            case Play(cards, None):
                reading = in_force(makeup_of(cards), _standing(state))
            case Play(cards, str(text)):
                reading = named(makeup_of(cards), read_cards(text))
            case _:
                raise ValueError(f"{action}: no action of this game has a number for that")
        if reading is None:
            raise ValueError(f"{action}: no such play now")
        return self._numbers[reading, sum(card >= SMALL_JOKER for card in cards)]

    def write(self, face: Face, order: NDArray[np.intp], out: Sequence[Numbers]) -> None:
        public, mine = face.public, face.seat
        assert isinstance(public, PublicFacts)
        pot, taken, size, leader, teams = out
        pot[0] = public.pot
        taken[:] = [public.taken[seat] for seat in order]
        if public.standing is not None:
            size[0] = len(public.standing.cards)
        leader[(public.leader - mine) % SEATS] = 1.0
        for team in range(2):
            teams[(team - mine) % 2] = public.team_scores[team]

    def rewards(self, state: State, result: RoundResult) -> tuple[float, ...]:
        """See ``Interface``: points of the own side, less those of the other one."""
        sides = [sum(result.points[side::2]) for side in range(2)]
        return tuple(float(sides[seat % 2] - sides[1 - seat % 2]) for seat in range(SEATS))


def _standing(state: State) -> Reading | None:
    return None if not isinstance(state, Playing) or state.standing is None else state.standing.reading


INTERFACE: Final = LiuJiaTong
