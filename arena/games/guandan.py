"""Guandan in numbers. An action is ``pass``, a card for a tribute, a card for a return, or a play told by its reading: which
ranks it takes in natural cards, how many wild cards, its kind, the rank that is compared, and the suit of a straight flush. The
same play has the same number at every level."""

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from arena.interface import CARDS, Face, Interface, Numbers, Plane
from games.base.actions import Action, Do, Pass, Play
from games.base.cards import Card, Cards, Rank, full_pack
from games.base.options import Options
from games.guandan.combinations.kinds import ComboRules, Kind, Reading
from games.guandan.combinations.templates import Held, Template
from games.guandan.facts import OwnFacts, PublicFacts
from games.guandan.native import going_on
from games.guandan.play import TRICKS
from games.guandan.state import SEATS, Exchanging, Playing, State
from games.guandan.tribute import legal_exchanges
from games.kit.climb import to_beat
from games.kit.counts import UNITS, pack

__all__ = ["INTERFACE", "Guandan"]

_PASS: Final = 0
_FIRST_CARD: Final = {"tribute": 1, "return": 1 + CARDS}
_FIRST_PLAY: Final = 1 + 2 * CARDS
_LEVELS: Final = 13
_FLUSHES: Final = frozenset({Kind.STRAIGHT_FLUSH, Kind.ROYAL_FLUSH})
_Key = tuple[int, int, Kind, Rank, int]
"""Natural ranks, packed; how many wild cards; the kind; the rank that is compared; the suit of a flush, else -1."""


def _key_of(template: Template, level: int) -> _Key:
    """What tells a play from all others."""
    ranks, wilds, reading, suit = template
    return ranks - wilds * UNITS[level], wilds, reading.kind, reading.rank, -1 if suit is None else suit


@cache
def _plays_numbered() -> dict[_Key, int]:
    """Every play that may ever be made, at whatever level and under whatever house rules, with its number."""
    every, kinds = full_pack(2), list(Kind)
    found = {
        _key_of(template, level)
        for level in range(_LEVELS)
        for template in Held(every, ComboRules(Rank(level), wild_with_jokers=True)).templates(None)
    }
    ordered = sorted(found, key=lambda key: (kinds.index(key[2]), key[3], key[4], key[1], key[0]))
    return {key: _FIRST_PLAY + at for at, key in enumerate(ordered)}


class Guandan(Interface):
    """This game in numbers."""

    game = "guandan"
    suited = False
    kinds = tuple(kind.value for kind in Kind)
    whys = ("lead", "follow", "tribute", "return")
    verbs = ("play", "pass", "tribute", "return")
    going_on = staticmethod(going_on)

    def __init__(self, options: Options, players: int) -> None:
        self._plays = _plays_numbered()
        self._keys = {number: key for key, number in self._plays.items()}
        self.actions = _FIRST_PLAY + len(self._plays)
        self.planes = (
            Plane("level", (_LEVELS,), 1.0, "flag", "the level at which the round is played, from 3 to 2"),
            Plane("wild", (1,), 2.0, "cards", "wild cards in the observer's own hand"),
            Plane("levels", (2, _LEVELS), 1.0, "flag", "the level of the observer's team, then of the other one"),
            Plane("declarer", (2,), 1.0, "flag", "whose level it is: the observer's team's or the other one's"),
            Plane("tries", (2,), float("inf"), "tries", "failed tries at the ace, of both teams, the observer's first"),
            Plane("standing_size", (1,), 10.0, "cards", "cards of the play to beat"),
            Plane("owes", (SEATS, 2), 1.0, "flag", "who owes a tribute, who a return"),
            Plane("gave", (SEATS, CARDS), 2.0, "cards", "cards that each seat has given as tribute or return, openly"),
            Plane("got", (SEATS, CARDS), 2.0, "cards", "cards that each seat has got so"),
            Plane("named", (CARDS,), 1.0, "flag", "the card that the observer has named and nobody else sees yet"),
            Plane("resisted", (1,), 1.0, "flag", "big jokers spared the tribute"),
        )

    def legal(self, state: State, seat: int) -> Sequence[int]:
        """See ``Interface``. Plays in every reading that they may be made in."""
        if isinstance(state, Exchanging):
            first = _FIRST_CARD[state.verb]
            return [first + action.cards[0] for action in legal_exchanges(state, seat) if isinstance(action, Do)]
        assert isinstance(state, Playing)
        rules, plays = state.setting.combos, self._plays
        templates = Held(state.hands[seat], rules).templates(to_beat(state))
        found = [plays[_key_of(template, rules.level)] for template in templates]
        return found if state.standing is None else [_PASS, *found]

    def action(self, number: int, state: State, seat: int) -> Action:
        if number == _PASS:
            return Pass()
        hand = state.hands[seat]
        if number < _FIRST_PLAY:
            verb: Literal["tribute", "return"] = "tribute" if number < _FIRST_CARD["return"] else "return"
            card = Card(number - _FIRST_CARD[verb])
            if card not in hand:
                raise ValueError(f"action {number}: the hand has no such card")
            return Do(verb, (card,))
        standing = to_beat(state) if isinstance(state, Playing) else None
        held, key = Held(hand, state.setting.combos), self._keys[number]
        for template in held.templates(standing):
            if _key_of(template, state.setting.level) == key:
                move = held.move(template, standing)
                return Play(move.cards, move.named)
        raise ValueError(f"action {number}: the hand has no such cards, or they do not beat what stands")

    def number(self, action: Action, state: State, seat: int) -> int:
        match action:
            case Pass():
                return _PASS
            case Do("tribute" | "return", (card,)):
                return _FIRST_CARD[action.verb] + card
            case Play(cards, named):
                standing = to_beat(state) if isinstance(state, Playing) else None
                reading = TRICKS.taken(cards, standing, state.setting.combos, named)
                return self._number_of(cards, reading, state.setting.combos)
            case _:
                raise ValueError(f"{action}: no action of this game has a number for that")

    def _number_of(self, cards: Cards, reading: Reading, rules: ComboRules) -> int:
        natural = [card for card in cards if card != rules.wild]
        suit = natural[0] & 3 if reading.kind in _FLUSHES else -1
        return self._plays[pack(natural), len(cards) - len(natural), reading.kind, reading.rank, suit]

    def write(self, face: Face, order: NDArray[np.intp], out: Sequence[Numbers]) -> None:
        public, own, mine = face.public, face.own, face.seat
        assert isinstance(public, PublicFacts)
        assert isinstance(own, OwnFacts)
        level, wild, levels, declarer, tries, size, owes, gave, got, named, resisted = out
        level[public.level] = 1.0
        wild[0] = face.hand.count(ComboRules(public.level).wild)
        for team in range(2):
            levels[(team - mine) % 2, public.levels[team]] = 1.0
            tries[(team - mine) % 2] = public.tries[team]
        if public.declarer is not None:
            declarer[(public.declarer - mine) % 2] = 1.0
        if public.standing is not None:
            size[0] = len(public.standing.cards)
        for due in public.due:
            owes[(due.giver - mine) % SEATS, ("tribute", "return").index(due.kind)] = 1.0
        for moved in public.exchanges:
            gave[(moved.giver - mine) % SEATS, moved.card] += 1.0
            if moved.taker is not None:
                got[(moved.taker - mine) % SEATS, moved.card] += 1.0
        if own.named is not None:
            named[own.named] = 1.0
        resisted[0] = float(public.resisted)


INTERFACE: Final = Guandan
