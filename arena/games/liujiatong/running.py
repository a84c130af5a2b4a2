"""A round of Liu Jia Tong in numbers over its fast round."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.games.liujiatong.classes import Key, cards_of, legal_numbers, plain_play
from arena.observation import PLACES, Board
from games.base.cards import RANKS, Card, Cards, rank_of
from games.kit.history import UNTOLD
from games.liujiatong.fast_round import FastRound
from games.liujiatong.kinds import NATURAL
from games.liujiatong.readings import BITS
from games.liujiatong.state import SEATS, Playing
from games.liujiatong.tables import COUNT, packed

__all__ = ["TwinRound"]

_PASS: Final = 0


@lru_cache(maxsize=1 << 16)
def _ranks(play: int) -> tuple[tuple[int, int], ...]:
    return tuple((rank, count) for rank in range(15) if (count := play >> BITS * rank & COUNT))


def _by_rank(hand: Cards) -> list[list[Card]]:
    """The cards of a hand by rank, the first to be laid at the end."""
    found: list[list[Card]] = [[] for _ in range(15)]
    for card in sorted(hand, reverse=True):
        found[rank_of(card)].append(card)
    return found


class TwinRound:
    """``Running`` over a fast round, which counts ranks; here are the cards, of which the first ones of a rank are laid first."""

    def __init__(self, state: Playing, board: Board, keys: Sequence[Key], verbs: Sequence[str]) -> None:
        assert state.history == UNTOLD, "nothing has been done yet"
        self._board, self._keys = board, keys
        self._play, self._pass = (board.verbs[verb] for verb in verbs)
        self._cards = [_by_rank(hand) for hand in state.hands]
        rules = state.setting.rules
        self._round = FastRound(
            [packed(hand) for hand in state.hands], state.turn,
            leftover=rules.leftover == "out_side", finished=state.finished, taken=state.taken,
        )  # fmt: skip
        self._told = 0
        self._leader = state.setting.leader
        scores = np.array(state.setting.before.scores, dtype=np.float32)
        for row, hand in zip(board.hands, state.hands, strict=True):
            np.add.at(row, list(hand), 1.0)
        board.scores[:] = scores
        self._teams = [float(scores[0::2].sum()), float(scores[1::2].sum())]
        self._take_in()

    @property
    def asked(self) -> Mapping[int, str]:
        now = self._round
        return {} if now.is_over else {now.turn: "lead" if now.standing is None else "follow"}

    def legal(self, seat: int) -> NDArray[np.intp]:
        now = self._round
        found = legal_numbers(now.hands[seat], now.standing)
        if now.standing is not None:
            found.append(_PASS)
        return np.array(found, dtype=np.intp)

    def step(self, seat: int, number: int) -> None:
        now = self._round
        if number == _PASS:
            now.step(_PASS)
        else:
            reading, used = self._keys[number]
            if not used or reading.rank >= NATURAL:
                play = plain_play(reading)
            else:
                cards = cards_of(self._held(seat), reading, used)
                assert cards is not None, "a legal play"
                play = packed(cards)
            now.step(play, reading)
        self._take_in()

    def _held(self, seat: int) -> Cards:
        return tuple(card for cards in self._cards[seat] for card in reversed(cards))

    def _take_in(self) -> None:
        """Write down what has been done, and how things stand."""
        now, board = self._round, self._board
        deeds = now.deeds
        for at in range(self._told, len(deeds)):
            seat, play, _ = deeds[at]
            if not play:
                board.tell(seat, self._pass)
                continue
            held, cards = self._cards[seat], []
            for rank, count in _ranks(play):
                left = held[rank]
                cards += left[-count:]
                del left[-count:]
            row = board.tell(seat, self._play, cards)
            board.lay(seat, row)
            board.hands[seat] -= row
            if now.standing is not None and seat == now.standing_seat:
                reading = now.standing
                board.stand(seat, board.kinds[reading.kind.value], PLACES[RANKS[reading.rank]], row)
        self._told = len(deeds)
        board.counts[:] = now.sizes
        if now.standing is None or now.is_over:
            board.clear()
        for place, seat in enumerate(now.finished, start=1):
            board.places[seat] = place
        if now.is_over:
            points = now.points()
            board.scores += np.array(points, dtype=np.float32)
            self._teams[0] += sum(points[0::2])
            self._teams[1] += sum(points[1::2])

    def observe(self, seat: int) -> NDArray[np.float32]:
        now, board = self._round, self._board
        asked = self.asked
        board.write(seat, asked, asked.get(seat, ""))
        pot, taken, size, leader, teams = board.own
        pot[0] = now.pot
        taken[:] = now.taken[seat:] + now.taken[:seat]
        if now.standing is not None and not now.is_over:
            size[0] = now.standing.size
        leader[(self._leader - seat) % SEATS] = 1.0
        teams[0], teams[1] = self._teams[seat % 2], self._teams[1 - seat % 2]
        return board.vector.copy()

    def rewards(self) -> tuple[float, ...]:
        points = self._round.points()
        margin = float(sum(points[0::2]) - sum(points[1::2]))
        return (margin, -margin) * 3

    def won(self) -> tuple[int, ...]:
        return tuple(range(self._round.round_winner(), SEATS, 2))
