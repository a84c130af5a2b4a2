"""Gan Deng Yan in numbers. An action is ``pass`` or a set of cards by rank, a joker the one that is held; every set that some
hand of the pack could lead has a number, in the order of their packed counts."""

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.interface import Face, Interface, Numbers, Plane
from games.base.actions import Action, Pass, Play
from games.base.options import Options
from games.gandengyan.combos import legal_plays
from games.gandengyan.facts import OwnFacts, PublicFacts
from games.gandengyan.kinds import ComboRules, Kind, held_of
from games.gandengyan.native import going_on
from games.gandengyan.options import house_rules
from games.gandengyan.play import is_stuck
from games.gandengyan.state import Playing, State
from games.kit.counts import UNITS, pack, take

__all__ = ["INTERFACE", "GanDengYan"]

_PASS: Final = 0


@cache
def _sets(packs: int, trio_set: bool) -> tuple[tuple[int, ...], dict[int, int]]:
    """All sets that may ever be led, packed, after the pass; and the number of each."""
    every = sum(4 * packs * UNITS[rank] for rank in range(13)) + packs * (UNITS[13] + UNITS[14])
    found = (_PASS, *sorted(legal_plays(every, None, ComboRules(trio_set=trio_set))))
    return found, {play: number for number, play in enumerate(found)}


class GanDengYan(Interface):
    """This game in numbers."""

    game = "gandengyan"
    suited = False
    kinds = tuple(kind.value for kind in Kind)
    whys = ("lead", "follow")
    verbs = ("play", "pass", "draw")
    going_on = staticmethod(going_on)
    mini_beside = 2

    def __init__(self, options: Options, players: int) -> None:
        self._rules = house_rules(options)
        self._sets, self._numbers = _sets(self._rules.packs, self._rules.combos.trio_set)
        self.actions = len(self._sets)
        whole = float(54 * self._rules.packs)
        self.planes = (
            Plane("banker", (players,), 1.0, "flag", "who leads first"),
            Plane("stock", (1,), whole, "cards", "cards left to draw"),
            Plane("multiplier", (1,), float("inf"), "factor", "what bombs have raised the payment to", low=1.0),
            Plane("plays", (players,), whole, "plays", "plays that each seat has made in this round"),
            Plane("drew", (54,), 1.0, "flag", "the card that the observer drew before this trick, until it plays"),
            Plane("standing_size", (1,), whole, "cards", "cards of the play to beat"),
            Plane("deals_left", (1,), float("inf"), "rounds", "counted rounds left in the match; 0: no such limit"),
        )

    def legal(self, state: State, seat: int) -> Sequence[int]:
        assert isinstance(state, Playing)
        hand, standing = state.hands[seat], state.standing
        numbers = self._numbers
        reading = None if standing is None else standing.reading
        found = [numbers[play] for play in legal_plays(pack(hand), reading, self._rules.combos)]
        if standing is not None or is_stuck(hand):
            found.append(_PASS)
        return found

    def action(self, number: int, state: State, seat: int) -> Action:
        if number == _PASS:
            return Pass()
        hand, play = state.hands[seat], self._sets[number]
        held = pack(hand)
        if any(held_of(play, rank) > held_of(held, rank) for rank in range(15)):
            raise ValueError(f"action {number}: the hand has no such cards")
        return Play(take(hand, play))

    def number(self, action: Action, state: State, seat: int) -> int:
        """See ``Interface``. A named reading has no number: a set is played in its strongest."""
        match action:
            case Pass():
                return _PASS
            case Play(cards, None) if (found := self._numbers.get(pack(cards))) is not None:
                return found
            case _:
                raise ValueError(f"{action}: no action of this game has a number for that")

    def write(self, face: Face, order: NDArray[np.intp], out: Sequence[Numbers]) -> None:
        public, own = face.public, face.own
        assert isinstance(public, PublicFacts)
        assert isinstance(own, OwnFacts)
        seats = len(order)
        out[0][(public.banker - face.seat) % seats] = 1.0
        out[1][0] = public.stock
        out[2][0] = public.multiplier
        out[3][:] = np.array(public.plays, dtype=np.float32)[order]
        if own.drew is not None:
            out[4][own.drew] = 1.0
        if public.standing is not None:
            out[5][0] = len(public.standing.cards)
        out[6][0] = max(self._rules.deals - public.deals, 0)


INTERFACE: Final = GanDengYan
