"""Gan Deng Yan in numbers. An action is ``pass`` or a set of cards by rank, a joker the one that is held; every set that some
hand of the pack could lead has a number, in the order of their packed counts."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.interface import Face, Interface, Numbers, Plane
from arena.observation import PLACES, Board
from games.base.actions import Action, Pass, Play
from games.base.cards import RANKS, Card, rank_of
from games.base.options import Options
from games.gandengyan.combos import legal_plays
from games.gandengyan.facts import OwnFacts, PublicFacts
from games.gandengyan.fast_round import FastRound
from games.gandengyan.kinds import ComboRules, Kind, held_of
from games.gandengyan.options import HouseRules, house_rules
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

    def running(self, state: State, board: Board) -> TwinRound:
        assert isinstance(state, Playing)
        return TwinRound(state, board, self._rules, self._sets, self._numbers)


class TwinRound:
    """``Running`` over a fast round, which knows ranks alone; here cards are added, as each seat holds them."""

    def __init__(
        self, state: Playing, board: Board, rules: HouseRules, sets: tuple[int, ...], numbers: dict[int, int]
    ) -> None:
        self._board, self._sets, self._numbers = board, sets, numbers
        self._play, self._pass, self._draw = (board.verbs[verb] for verb in GanDengYan.verbs)
        self._cards: list[list[Card]] = [list(hand) for hand in state.hands]
        self._stock = list(reversed(state.stock))
        self._drawn: list[Card | None] = list(state.drawn)
        self._deals = state.setting.before.deals
        self._limit = rules.deals
        self._round = FastRound(
            [pack(hand) for hand in state.hands], [UNITS[rank_of(card)] for card in self._stock], rules, state.setting.banker,
            turn=state.turn, multiplier=state.multiplier, plays=state.plays,
        )  # fmt: skip
        for hand, row in zip(state.hands, board.hands, strict=True):
            np.add.at(row, list(hand), 1.0)
        board.counts[:] = self._round.sizes
        board.scores[:] = state.setting.before.scores

    @property
    def asked(self) -> Mapping[int, str]:
        now = self._round
        return {} if now.is_over else {now.turn: "lead" if now.standing is None else "follow"}

    def legal(self, seat: int) -> NDArray[np.intp]:
        numbers = self._numbers
        return np.array([numbers[play] for play in self._round.legal()], dtype=np.intp)

    def step(self, seat: int, number: int) -> None:
        now, board, play = self._round, self._board, self._sets[number]
        before = len(now.stock)
        now.step(play)
        if play:
            self._lay(seat, play)
        else:
            board.tell(seat, self._pass)
        for step in range(1, now.skipped + 1):
            board.tell((seat + step) % now.seats, self._pass)
        if now.is_over:
            self._end()
        elif now.standing is None:
            board.clear()
            if play or now.open_passes == 0:
                self._drawn = [None] * now.seats
            for step in range(before - len(now.stock)):
                self._take((now.turn + step) % now.seats)

    def _lay(self, seat: int, play: int) -> None:
        now, board, hand = self._round, self._board, self._cards[seat]
        taken = take(tuple(hand), play)
        for card in taken:
            hand.remove(card)
        row = board.tell(seat, self._play, taken)
        board.lay(seat, row)
        board.hands[seat] -= row
        board.counts[seat] = len(hand)
        self._drawn[seat] = None
        if now.standing is not None:
            reading = now.standing.reading
            board.stand(seat, board.kinds[reading.kind.value], PLACES[RANKS[reading.top]], row)

    def _take(self, seat: int) -> None:
        card, board, hand = self._stock.pop(), self._board, self._cards[seat]
        insort(hand, card)
        board.tell(seat, self._draw)
        board.hands[seat, card] += 1.0
        board.counts[seat] = len(hand)
        self._drawn[seat] = card

    def _end(self) -> None:
        now, board = self._round, self._board
        board.clear()
        self._drawn = [None] * now.seats
        if now.winner is not None:
            board.places[now.winner] = 1.0
            board.scores += np.array(now.points(), dtype=np.float32)
            self._deals += 1

    def observe(self, seat: int) -> NDArray[np.float32]:
        now, board = self._round, self._board
        asked = self.asked
        board.write(seat, asked, asked.get(seat, ""))
        banker, stock, multiplier, plays, drew, size, left = board.own
        banker[(now.banker - seat) % now.seats] = 1.0
        stock[0] = len(now.stock)
        multiplier[0] = now.multiplier
        plays[:] = now.plays[seat:] + now.plays[:seat]
        card = self._drawn[seat]
        if card is not None:
            drew[card] = 1.0
        if now.standing is not None and not now.is_over:
            size[0] = now.standing.reading.size
        left[0] = max(self._limit - self._deals, 0)
        return board.vector.copy()

    def rewards(self) -> tuple[float, ...]:
        return tuple(map(float, self._round.points()))

    def won(self) -> tuple[int, ...]:
        return () if self._round.winner is None else (self._round.winner,)


INTERFACE: Final = GanDengYan
