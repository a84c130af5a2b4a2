"""Gong Zhu in numbers. An action is one of the 52 cards, or one of the sixteen ways to expose the four special cards (none of
them: to decline)."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arena.interface import Face, Interface, Numbers, Plane, Running
from arena.observation import CARDS, Board
from games.base.actions import Action, Do, Play
from games.base.cards import Card, Cards, rank_of, sort_cards
from games.base.options import Options
from games.contract import RoundResult
from games.gongzhu.cards import SPECIALS, legal_cards
from games.gongzhu.facts import OwnFacts, PublicFacts
from games.gongzhu.fast_round import CARD_AT, PLACE_OF, POINT_BITS, FastRound, bits_of, cards_of
from games.gongzhu.options import house_rules
from games.gongzhu.play import KIND, PLAYS, exposable
from games.gongzhu.scoring import teams
from games.gongzhu.state import SEATS, Exposing, Playing, State

__all__ = ["INTERFACE", "GongZhu"]

_CARDS: Final = 52
_CHOICES: Final = 2 ** len(SPECIALS)
_CARD_NUMBERS: Final = np.array(CARD_AT, dtype=np.intp)  # By place in a fast round: the number of playing that card
_SINGLE: Final = np.eye(_CARDS, CARDS, dtype=np.float32)  # By card: copies of each card, if it is the only one


def _chosen(number: int) -> Cards:
    return sort_cards([card for at, card in enumerate(SPECIALS) if number >> at & 1])


class GongZhu(Interface):
    """This game in numbers."""

    game = "gongzhu"
    suited = True
    kinds = (KIND,)
    whys = ("expose", "lead", "follow")
    verbs = ("play", "expose", "decline")
    actions = _CARDS + _CHOICES

    def __init__(self, options: Options, players: int) -> None:
        rules = house_rules(options)
        self._sides = teams(rules) if rules.teams else ()
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
            cards = _chosen(number - _CARDS)
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
        self.write_team(face.seat, team)

    def write_team(self, mine: int, team: Numbers) -> None:
        """Fill the plane of who plays together with a seat."""
        for side in self._sides:
            if mine in side:
                for seat in side:
                    team[(seat - mine) % SEATS] = 1.0

    def rewards(self, state: State, result: RoundResult) -> tuple[float, ...]:
        """See ``Interface``: points of the seat, of its team where two play together. They do not add up to nothing."""
        return self.worth(result.points)

    def worth(self, points: Sequence[int]) -> tuple[float, ...]:
        if not self._sides:
            return tuple(map(float, points))
        of_side = [float(sum(points[seat] for seat in side)) for side in self._sides]
        return tuple(next(of_side[at] for at, side in enumerate(self._sides) if seat in side) for seat in range(SEATS))

    def running(self, state: State, board: Board) -> Running:
        assert isinstance(state, Exposing | Playing)
        return TwinRound(self, state, board)


class _Told(FastRound):
    """A fast round that notes which cards are played, by themselves too."""

    __slots__ = ("deeds",)

    def __init__(self, *arguments: Any, **rules: Any) -> None:
        self.deeds: list[tuple[int, int]] = []
        """Who played the card of which place, since they were told."""
        super().__init__(*arguments, **rules)

    def _play(self, place: int) -> None:
        self.deeds.append((self.turn, place))
        super()._play(place)


class TwinRound:
    """``Running`` by the fast round."""

    def __init__(self, interface: GongZhu, state: Exposing | Playing, board: Board) -> None:
        setting = state.setting
        self._interface, self._board = interface, board
        self._twin = _Told.dealt(state.hands, setting.rules, setting.leader)
        for seat, hand in enumerate(state.hands):
            board.hands[seat, list(hand)] = 1.0
            board.counts[seat] = len(hand)
        board.scores[:] = setting.before.scores
        self._exposed = np.zeros(_CARDS, dtype=np.float32)
        self._taken = np.zeros((SEATS, _CARDS), dtype=np.float32)
        self._known = [0] * SEATS
        """The cards won that are in ``_taken``, as bits."""
        self._tell()

    def _tell(self) -> None:
        """Tell the board what has been played, and find who acts next."""
        twin, board = self._twin, self._board
        for seat, place in twin.deeds:
            row = board.tell(seat, 0, (CARD_AT[place],))
            board.lay(seat, row)
            board.hands[seat] -= row
            board.counts[seat] -= 1.0
        twin.deeds.clear()
        for seat, taken in enumerate(twin.taken):
            if new := (taken ^ self._known[seat]) & POINT_BITS:
                self._known[seat] |= new
                self._taken[seat, list(cards_of(new))] = 1.0
        if twin.standing is None:
            board.clear()
        else:
            seat, place = twin.standing
            board.stand(seat, 0, rank_of(CARD_AT[place]), _SINGLE[CARD_AT[place]])
        if twin.deciding:
            self.asked = {seat: "expose" for seat in range(SEATS) if twin.deciding >> seat & 1}
        else:
            self.asked = {} if twin.is_over else {twin.turn: twin.why}
            if twin.is_over:
                board.scores += np.array(twin.points(), dtype=np.float32)

    def legal(self, seat: int) -> NDArray[np.intp]:
        if self._twin.deciding:
            return np.array(self._twin.choices(seat), dtype=np.intp)
        return _CARD_NUMBERS[list(self._twin.legal())]

    def step(self, seat: int, number: int) -> None:
        twin = self._twin
        if not twin.deciding:
            twin.step(PLACE_OF[number])
        else:
            answers = twin.answers.copy()
            answers[seat] = bits_of(_chosen(number - _CARDS))
            last = not twin.deciding & (twin.deciding - 1)
            if last:  # told first, as the play may go on by itself
                for other, shown in enumerate(answers):
                    self._exposed[list(cards_of(shown))] = 1.0
                    self._board.tell(other, 1 if shown else 2, cards_of(shown))
            twin.decide(seat, number)
        self._tell()

    def observe(self, seat: int) -> NDArray[np.float32]:
        twin, board = self._twin, self._board
        board.write(seat, self.asked, self.asked.get(seat, ""))
        exposed, answer, decided, trick, leader, taken, tricks, team = board.own
        exposed[:] = self._exposed
        if twin.deciding and not twin.deciding >> seat & 1:
            decided[0] = 1.0
            answer[:] = [twin.answers[seat] >> PLACE_OF[card] & 1 for card in SPECIALS]
        if twin.leader is not None:
            leader[(twin.leader - seat) & 3] = 1.0
            for at, place in enumerate(twin.trick, twin.leader - seat):
                trick[at & 3, CARD_AT[place]] = 1.0
        order = board.orders[seat]
        self._taken.take(order, 0, taken, "clip")
        tricks[:] = twin.won[seat:] + twin.won[:seat]
        self._interface.write_team(seat, team)
        return board.vector.copy()

    def rewards(self) -> tuple[float, ...]:
        return self._interface.worth(self._twin.points())

    def won(self) -> tuple[int, ...]:
        return self._twin.winners()


INTERFACE: Final = GongZhu
