"""Guandan in numbers. An action is ``pass``, a card for a tribute, a card for a return, or a play told by its reading: which
ranks it takes in natural cards, how many wild cards, its kind, the rank that is compared, and the suit of a straight flush. The
same play has the same number at every level."""

from collections.abc import Sequence
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from arena.games.guandan.numbering import FIRST_CARD, FIRST_PLAY, FLUSHES, LEVELS, PASS, key_of, plays_numbered
from arena.interface import Face, Interface, Numbers, Plane, Running
from arena.observation import CARDS, Board
from arena.running import CoreRound
from games.base.actions import Action, Do, Pass, Play
from games.base.cards import Card, Cards
from games.base.options import Options
from games.guandan.combinations.kinds import ComboRules, Kind, Reading
from games.guandan.combinations.templates import Held
from games.guandan.facts import OwnFacts, PublicFacts
from games.guandan.native import going_on
from games.guandan.options import house_rules
from games.guandan.play import TRICKS
from games.guandan.state import SEATS, Exchanging, Over, Playing, State
from games.guandan.tribute import legal_exchanges
from games.kit.climb import to_beat
from games.kit.counts import UNITS, pack

__all__ = ["INTERFACE", "Guandan"]


class Guandan(Interface):
    """This game in numbers."""

    game = "guandan"
    suited = False
    kinds = tuple(kind.value for kind in Kind)
    whys = ("lead", "follow", "tribute", "return")
    verbs = ("play", "pass", "tribute", "return")

    def __init__(self, options: Options, players: int) -> None:
        self._rules = house_rules(options)
        self._plays = plays_numbered()
        self._keys = {number: key for key, number in self._plays.items()}
        self.actions = FIRST_PLAY + len(self._plays)
        self.planes = (
            Plane("level", (LEVELS,), 1.0, "flag", "the level at which the round is played, from 3 to 2"),
            Plane("wild", (1,), 2.0, "cards", "wild cards in the observer's own hand"),
            Plane("levels", (2, LEVELS), 1.0, "flag", "the level of the observer's team, then of the other one"),
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
            first = FIRST_CARD[state.verb]
            return [first + action.cards[0] for action in legal_exchanges(state, seat) if isinstance(action, Do)]
        assert isinstance(state, Playing)
        rules, plays = state.setting.combos, self._plays
        level = rules.level
        unit = UNITS[level]
        found = [] if state.standing is None else [PASS]
        for ranks, wilds, reading, suit in Held(state.hands[seat], rules).templates(to_beat(state)):
            found.append(plays[ranks - wilds * unit, wilds, reading.kind, reading.rank, -1 if suit is None else suit])
        return found

    def action(self, number: int, state: State, seat: int) -> Action:
        if number == PASS:
            return Pass()
        hand = state.hands[seat]
        if number < FIRST_PLAY:
            verb: Literal["tribute", "return"] = "tribute" if number < FIRST_CARD["return"] else "return"
            card = Card(number - FIRST_CARD[verb])
            if card not in hand:
                raise ValueError(f"action {number}: the hand has no such card")
            return Do(verb, (card,))
        standing = to_beat(state) if isinstance(state, Playing) else None
        held, key = Held(hand, state.setting.combos), self._keys[number]
        for template in held.templates(standing):
            if key_of(template, state.setting.level) == key:
                move = held.move(template, standing)
                return Play(move.cards, move.named)
        raise ValueError(f"action {number}: the hand has no such cards, or they do not beat what stands")

    def number(self, action: Action, state: State, seat: int) -> int:
        match action:
            case Pass():
                return PASS
            case Do("tribute" | "return", (card,)):
                return FIRST_CARD[action.verb] + card
            case Play(cards, named):
                standing = to_beat(state) if isinstance(state, Playing) else None
                reading = TRICKS.taken(cards, standing, state.setting.combos, named)
                return self._number_of(cards, reading, state.setting.combos)
            case _:
                raise ValueError(f"{action}: no action of this game has a number for that")

    def _number_of(self, cards: Cards, reading: Reading, rules: ComboRules) -> int:
        natural = [card for card in cards if card != rules.wild]
        suit = natural[0] & 3 if reading.kind in FLUSHES else -1
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

    def running(self, state: State, board: Board) -> Running | None:
        assert not isinstance(state, Over), "a round that goes on"
        core = going_on(state)
        return CoreRound(self, core) if core else None


INTERFACE: Final = Guandan
