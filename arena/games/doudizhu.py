"""Dou Dizhu in numbers. An action is ``pass``, a bid, or a set of cards by rank: every set of at most twenty cards that may be
led under any house rules has a number, in the order of their packed counts. A set is played in its strongest reading."""

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.interface import Face, Interface, Numbers, Plane
from games.base.actions import Action, Bid, Pass, Play
from games.base.options import Options
from games.doudizhu.combos import tables
from games.doudizhu.facts import PublicFacts
from games.doudizhu.kinds import ComboRules, Kind, holds
from games.doudizhu.native import going_on
from games.doudizhu.options import house_rules
from games.doudizhu.state import SEATS, Bidding, Over, Playing, State
from games.kit.counts import UNITS, pack, size_of, take

__all__ = ["INTERFACE", "DouDizhu"]

_PASS: Final = 0
_BIDS: Final = range(1, 4)
_LARGEST: Final = 20  # Cards of the landlord's hand
_PHASES: Final = {Bidding: "bid", Playing: "play", Over: "over"}


@cache
def _sets() -> tuple[tuple[int, ...], dict[int, int]]:
    """Return by number the sets of cards, packed (nothing where the number is no set), and the number of each and of none."""
    every = sum(4 * UNITS[rank] for rank in range(13)) + UNITS[13] + UNITS[14]
    leads = tables(ComboRules(joker_kickers=2, equal_kickers=True, shuttles=True)).leads(every)
    found = (0, 0, 0, 0, *sorted(play for play in leads if size_of(play) <= _LARGEST))
    return found, {play: number for number, play in enumerate(found) if play} | {0: _PASS}


class DouDizhu(Interface):
    """This game in numbers."""

    game = "doudizhu"
    suited = False
    kinds = tuple(kind.value for kind in Kind)
    whys = ("bid", "lead", "follow")
    verbs = ("bid", "play", "pass")
    going_on = staticmethod(going_on)
    mini_beside = 1

    def __init__(self, options: Options, players: int) -> None:
        self._rules = house_rules(options)
        self._tables = tables(self._rules.combos)
        self._sets, self._numbers = _sets()
        self.actions = len(self._sets)
        self.planes = (
            Plane("landlord", (players,), 1.0, "flag", "who plays alone; nobody while they bid"),
            Plane("bid", (4,), 1.0, "flag", "the highest bid so far, from none to 3"),
            Plane("kitty", (54,), 1.0, "cards", "the three cards that the landlord took, once they were shown"),
            Plane("bombs", (1,), 14.0, "plays", "bombs and rockets played so far: each doubles what is paid"),
            Plane("plays", (players,), 20.0, "plays", "plays that each seat has made in this round"),
            Plane("standing_size", (1,), 20.0, "cards", "cards of the play to beat"),
            Plane("deals_left", (1,), float("inf"), "rounds", "counted rounds left in the match; 0: no such limit"),
        )

    def legal(self, state: State, seat: int) -> Sequence[int]:
        if isinstance(state, Bidding):
            return [_PASS, *range(state.bid + 1, _BIDS.stop)]
        assert isinstance(state, Playing)
        hand, standing, numbers = pack(state.hands[seat]), state.standing, self._numbers
        if standing is None:
            return [numbers[play] for play in self._tables.leads(hand)]
        return [_PASS, *[numbers[play] for play in self._tables.answers(standing.reading)(hand)]]

    def action(self, number: int, state: State, seat: int) -> Action:
        if number == _PASS:
            return Pass()
        if number in _BIDS:
            return Bid(number)
        hand, play = state.hands[seat], self._sets[number]
        if not holds(pack(hand), play):
            raise ValueError(f"action {number}: the hand has no such cards")
        return Play(take(hand, play))

    def number(self, action: Action, state: State, seat: int) -> int:
        """See ``Interface``. A named reading has no number."""
        match action:
            case Pass():
                return _PASS
            case Bid(amount) if amount in (0, *_BIDS):
                return amount
            case Play(cards, None) if cards and (found := self._numbers.get(pack(cards))) is not None:
                return found
            case _:
                raise ValueError(f"{action}: no action of this game has a number for that")

    def write(self, face: Face, order: NDArray[np.intp], out: Sequence[Numbers]) -> None:
        public = face.public
        assert isinstance(public, PublicFacts)
        landlord, bid, kitty, bombs, plays, size, left = out
        if public.landlord is not None:
            landlord[(public.landlord - face.seat) % SEATS] = 1.0
        bid[public.bid] = 1.0
        for card in public.kitty or ():
            kitty[card] = 1.0
        bombs[0] = public.bombs
        plays[:] = [public.plays[seat] for seat in order]
        if public.standing is not None:
            size[0] = len(public.standing.cards)
        left[0] = max(self._rules.deals - public.deals, 0)


INTERFACE: Final = DouDizhu
