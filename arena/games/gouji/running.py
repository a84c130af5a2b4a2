"""A round of Gou Ji that is run by the fast round, while a board follows it card by card."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from arena.interface import Numbers
from arena.observation import PLACES, Board
from games.base.cards import Card, Cards, rank_of, sort_cards
from games.gouji.before.start import State
from games.gouji.kinds import Kind, kind_of
from games.gouji.modes import Mode
from games.gouji.scoring import Over, settle, void
from games.gouji.state import DUE_KINDS, SEATS, Due, Round
from games.gouji.twin.modes import (
    ANSWER,
    BUYING,
    COUNTER,
    DECLARE,
    DUEL,
    FOLLOW,
    LAST,
    MODES,
    OFFER,
    OVER,
    RETURNING,
    TRY,
)
from games.gouji.twin.numbers import BASE, BIG, MAKEUPS, NATURAL, PLAY, REVOLT_WITH, SMALL, TWOS, VERBS
from games.gouji.twin.position import of_state
from games.kit.history import LAID

if TYPE_CHECKING:
    from arena.games.gouji import GouJi

__all__ = ["GouJiRound"]

_TOGETHER: Final = (BUYING, DECLARE, COUNTER)  # Where several are asked at once
_STANDING: Final = (FOLLOW, LAST, DUEL, OFFER, ANSWER, TRY)  # Where a set stands
_BEFORE: Final = (RETURNING, BUYING, DECLARE, COUNTER)
_MODE_PLACES: Final = tuple(tuple(Mode).index(mode) for mode in MODES)
"""By mode of the fast round: its place in the plane."""
_SEATS_OF: Final = tuple(tuple(seat for seat in range(SEATS) if bits >> seat & 1) for bits in range(64))


class GouJiRound:
    """``Running`` of this game. The fast round counts by rank; here each card is followed."""

    def __init__(self, interface: GouJi, state: State, board: Board) -> None:
        self._interface, self._board, self._state = interface, board, state
        self._fast = fast = of_state(state, told=True)
        self._heard = 0
        self._held: list[list[list[Card]]] = [[[] for _ in range(15)] for _ in range(SEATS)]
        for seat, hand in enumerate(state.round.hands):
            for card in hand:
                self._held[seat][rank_of(card)].append(card)
                board.hands[seat, card] += 1.0
        board.counts[:] = fast.left
        board.scores[:] = state.round.setting.before.scores
        self._given: Cards = getattr(state, "given", ())
        self._returns: list[tuple[int, int, Cards]] = list(state.round.returns)
        for act in state.round.history.acts():
            row = board.tell(act.seat, board.verbs[act.verb], act.cards)
            if act.verb in LAID and act.cards:
                board.lay(act.seat, row)
        self._kinds = {kind: board.kinds[kind.value] for kind in Kind}
        self._over: Over | None = None
        self.asked: Mapping[int, str] = {}
        self._look()

    def legal(self, seat: int) -> NDArray[np.intp]:
        self._fast.turn = seat
        return np.array(self._fast.legal(), dtype=np.intp)

    def step(self, seat: int, number: int) -> None:
        self._fast.turn = seat
        self._fast.step(number, seat)
        self._look()

    def _look(self) -> None:
        fast = self._fast
        assert fast.deeds is not None
        if self._heard < len(fast.deeds):
            for verb, seat, number, other in fast.deeds[self._heard :]:
                self._hear(verb, seat, number, other)
            self._heard = len(fast.deeds)
        if fast.mode in _TOGETHER:
            self.asked = dict.fromkeys(_SEATS_OF[fast.asked], fast.why)
        elif fast.mode == OVER:
            self.asked = {}
        else:
            self.asked = {fast.turn: fast.why}

    # -- following the cards
    def _taken(self, seat: int, ranks: Iterable[tuple[int, int]]) -> list[Card]:
        """Take so many cards of each rank from a hand, the first ones."""
        held, taken = self._held[seat], []
        for rank, count in ranks:
            if count:
                taken += held[rank][:count]
                del held[rank][:count]
        hand = self._board.hands[seat]
        for card in taken:
            hand[card] -= 1.0
        self._board.counts[seat] -= len(taken)
        return taken

    def _put(self, seat: int, cards: Iterable[Card]) -> None:
        for card in cards:
            insort(self._held[seat][rank_of(card)], card)
            self._board.hands[seat, card] += 1.0
            self._board.counts[seat] += 1

    def _hear(self, verb: str, seat: int, number: int, other: int) -> None:
        board = self._board
        match verb:
            case "pass" | "yield":
                board.tell(seat, board.verbs[verb])
            case "play" | "burn":
                ranks = (
                    (BASE[number], NATURAL[number]), (12, TWOS[number]), (13, SMALL[number]), (14, BIG[number]),
                )  # fmt: skip
                row = board.tell(seat, board.verbs[verb], self._taken(seat, ranks))
                board.lay(seat, row)
                made = MAKEUPS[number - PLAY]
                kind = self._kinds[kind_of(made, self._fast.rules.sets)]
                board.stand(seat, kind, PLACES[made.rank], row)
            case "tribute":
                held = self._held[seat]
                left, ranks_ = number % 64, []
                for rank in range(14, -1, -1):
                    ranks_.append((rank, min(left, len(held[rank]))))
                    left -= ranks_[-1][1]
                given = self._taken(seat, ranks_)
                board.tell(seat, board.verbs[verb], given)
                self._put(other, given)
                self._given = tuple(given)
            case "return":
                back = self._taken(seat, [(rank, number >> 6 * rank & 63) for rank in range(15)])
                board.tell(seat, board.verbs[verb])
                self._put(other, back)
                self._returns.append((seat, other, sort_cards(back)))
            case "decline":
                for card in self._given:
                    self._held[seat][rank_of(card)].remove(card)
                    board.hands[seat, card] -= 1.0
                board.counts[seat] -= len(self._given)
                board.tell(seat, board.verbs[verb], self._given)
                self._put(other, self._given)
            case "bought":
                rank, paid = divmod(number, 16)
                bought = self._taken(other, [(rank, 1)])
                price = self._taken(seat, [(paid - 1, 1)]) if paid else []
                board.tell(seat, board.verbs[verb], price)
                self._put(seat, bought)
                self._put(other, price)
            case _:
                self._declared(seat, number)

    def _declared(self, seat: int, number: int) -> None:
        if number < PLAY:
            self._board.tell(seat, self._board.verbs[VERBS[number]])
            return
        play, held = number - REVOLT_WITH + PLAY, self._held[seat]
        self._board.tell(seat, self._board.verbs["revolt"], held[BASE[play]][: NATURAL[play]])

    # -- what is seen
    def observe(self, seat: int) -> NDArray[np.float32]:
        fast, board = self._fast, self._board
        board.places.fill(0.0)
        for place, one in enumerate(fast.finished, start=1):
            board.places[one] = place
        if fast.mode == OVER:
            return self._observe_end(seat)
        if fast.mode not in _STANDING:
            board.clear()
        board.write(seat, self.asked, self.asked.get(seat, ""))
        self._write(seat)
        return board.vector.copy()

    def _write(self, mine: int) -> None:
        fast, mode = self._fast, self._fast.mode
        (
            passed, opened, forfeited, challenged, revolted, dead, _, yielded, burner, victim, leader, modes, stage, entangled,
            due_from, due_to, tribute, tribute_from, sent, received, chosen, answer, fours, size, teams, sweeps,
        ) = self._board.own  # fmt: skip
        for part, bits in (
            (opened, fast.opened), (forfeited, fast.forfeited), (challenged, fast.challenged), (revolted, fast.revolted),
        ):  # fmt: skip
            if bits:
                for seat in _SEATS_OF[bits]:
                    part[(seat - mine) % SEATS] = 1.0
        for seat in fast.dead:
            dead[(seat - mine) % SEATS] = 1.0
        leader[(fast.leader - mine) % SEATS] = 1.0
        if mode in _BEFORE:
            self._write_before(mine, (stage, due_from, due_to, tribute, tribute_from, chosen, answer))
        else:
            modes[_MODE_PLACES[mode]] = 1.0
            entangled[0] = float(fast.entangled)
            if mode in _STANDING:
                size[0] = self._board.standing.sum()
                if mode != TRY:
                    for seat in _SEATS_OF[fast.barred]:
                        passed[(seat - mine) % SEATS] = 1.0
                    if fast.yielder >= 0:
                        yielded[(fast.yielder - mine) % SEATS] = 1.0
            if fast.burner >= 0:
                burner[(fast.burner - mine) % SEATS] = 1.0
                victim[(fast.victim - mine) % SEATS] = 1.0
            if fast.must_fours == mine:
                fours[0] = fast.hands[mine][1]
        for giver, receiver, cards in self._returns:
            if mine in (giver, receiver):
                part, other = (sent, receiver) if giver == mine else (received, giver)
                for card in cards:
                    part[(other - mine) % SEATS, card] += 1.0
        before = self._state.round.setting.before
        for team in range(2):
            teams[(team - mine) % 2] = before.team_scores[team]
            sweeps[(team - mine) % 2] = before.sweeps[team]

    def _write_before(self, mine: int, out: Sequence[Numbers]) -> None:
        """Fill the planes of tributes, purchases and declarations."""
        stage, due_from, due_to, tribute, tribute_from, chosen, answer = out
        fast, mode = self._fast, self._fast.mode
        if mode in (DECLARE, COUNTER):
            stage[int(mode == COUNTER)] = 1.0
        for due in fast.due:
            due_from[(due.giver - mine) % SEATS, DUE_KINDS.index(due.kind)] += due.cards
            due_to[(due.receiver - mine) % SEATS, DUE_KINDS.index(due.kind)] += due.cards
        if mode == RETURNING:
            tribute_from[(fast.due[0].giver - mine) % SEATS] = 1.0
            for card in self._given:
                tribute[card] += 1.0
            for rank in set(fast.chosen) if mine == fast.turn else ():
                for card in self._held[mine][rank][: fast.chosen.count(rank)]:
                    chosen[card] += 1.0
        for seat, number in fast.said:
            if seat == mine:
                answer[number if number < PLAY else VERBS.index("revolt")] = 1.0

    # -- the end
    def rewards(self) -> tuple[float, ...]:
        return tuple(float(points) for points in self._fast.points())

    def won(self) -> tuple[int, ...]:
        ours, theirs, *_ = self._fast.points()
        if ours == theirs:
            return ()
        return (0, 2, 4) if ours > theirs else (1, 3, 5)

    def _observe_end(self, seat: int) -> NDArray[np.float32]:
        """What a seat observes when all is over: the dues and totals that the rules make of it."""
        if self._over is None:
            self._over = self._settled()
        board, over = self._board, self._over
        board.scores[:] = over.after.scores
        board.clear()
        face = self._interface.face(over, seat, "")
        board.write(seat, (), "")
        self._interface.write(face, board.orders[seat], board.own)
        return board.vector.copy()

    def _settled(self) -> Over:
        fast, begun = self._fast, self._state.round
        round_ = Round(
            begun.setting,
            tuple(tuple(card for cards in held for card in cards) for held in self._held),
            finished=tuple(fast.finished),
            dead=tuple(fast.dead),
            revolted=frozenset(_SEATS_OF[fast.revolted]),
            opened=frozenset(_SEATS_OF[fast.opened]),
            forfeited=frozenset(_SEATS_OF[fast.forfeited]),
            challenged=frozenset(_SEATS_OF[fast.challenged]),
            played=frozenset(_SEATS_OF[fast.played]),
            blocked=tuple(fast.blocked),
            burn_dues=tuple(Due("burn", victim, burner, cards) for victim, burner, cards in fast.burn_dues),
            stopped=tuple(fast.stopped),
            returns=tuple(self._returns),
        )
        return (void if fast.void else settle)(round_)[0]
