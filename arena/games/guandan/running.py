"""A round of Guandan in numbers, run by its fast round."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from arena.games.guandan.numbering import FIRST_CARD, FIRST_PLAY, PASS, keys_numbered, legal_numbers
from arena.observation import CARDS, Board
from games.base.cards import Cards, make_card, sort_cards
from games.guandan.combinations.kinds import Kind, Reading, rank_items
from games.guandan.combinations.selection import WILD
from games.guandan.fast_round import FastRound
from games.guandan.scoring import settle
from games.guandan.state import SEATS, Exchanging, Over, Playing
from games.guandan.tribute import due_after

__all__ = ["GuandanRound"]


class GuandanRound:
    """``Running`` by the twin, from a state in which nothing has been done yet."""

    def __init__(self, state: Exchanging | Playing, board: Board) -> None:
        setting = self._setting = state.setting
        self._board, rules = board, setting.combos
        self._numbers, self._keys = legal_numbers(rules), keys_numbered()
        exchanges = isinstance(state, Exchanging) or state.holders is not None
        leader = 0 if isinstance(state, Exchanging) else state.turn
        self._twin = FastRound.dealt(
            state.hands, setting.rules, setting.level,
            leader=leader, places_before=setting.before.places if exchanges else None,
        )  # fmt: skip
        self._wild = rules.wild
        self._heard = 0
        self._verbs = board.verbs
        for seat, hand in enumerate(state.hands):
            board.hands[seat] = np.bincount(hand, minlength=CARDS)
        board.scores[:] = setting.before.scores
        self._gave = np.zeros((SEATS, CARDS), dtype=np.float32)
        self._got = np.zeros((SEATS, CARDS), dtype=np.float32)
        self._size = 0
        self._over: Over | None = None
        self._levels, self._tries = setting.before.levels, setting.before.tries
        self._take()

    def _take(self) -> None:
        """Take in what has been done, and who is asked now."""
        twin, board = self._twin, self._board
        for seat, verb, cards, reading in twin.deeds[self._heard :]:
            row = board.tell(seat, self._verbs[verb], cards)
            if reading is not None:
                board.lay(seat, row)
                board.hands[seat] -= row
                board.stand(seat, board.kinds[reading.kind.value], reading.rank, row)
                self._size = len(cards)
            elif cards:
                to = next(to for moved, giver, to, card in twin.moved if (moved, giver) == (verb, seat))
                board.hands[seat] -= row
                board.hands[to] += row
                self._gave[seat] += row
                self._got[to] += row
        self._heard = len(twin.deeds)
        board.counts[:] = twin.sizes
        for place, seat in enumerate(twin.finished, start=1):
            board.places[seat] = place
        if twin.standing is None or twin.is_over:
            board.clear()
            self._size = 0
        if twin.is_over:
            self.asked: Mapping[int, str] = {}
            self._end()
        elif twin.phase == "play":
            self.asked = {twin.turn: "lead" if twin.standing is None else "follow"}
        else:
            self.asked = dict.fromkeys(twin.asked(), twin.phase)

    def _end(self) -> None:
        twin = self._twin
        played = Playing(
            setting=self._setting, hands=tuple(map(twin.held, range(SEATS))), turn=twin.turn, finished=tuple(twin.finished),
        )  # fmt: skip
        self._over, _ = settle(played)
        after = self._over.after
        self._levels, self._tries = after.levels, after.tries
        self._board.scores[:] = after.scores

    def legal(self, seat: int) -> NDArray[np.intp]:
        twin = self._twin
        if twin.phase != "play":
            first = FIRST_CARD[twin.phase]
            return np.array([first + card for card in twin.givable(seat)], dtype=np.intp)
        found = self._numbers.plays(twin.hands[seat].counted, twin.standing)
        if twin.standing is not None:
            found.append(PASS)
        return np.array(found, dtype=np.intp)

    def step(self, seat: int, number: int) -> None:
        twin = self._twin
        if twin.phase != "play":
            twin.step(number - FIRST_CARD[twin.phase], seat)
        elif number == PASS:
            twin.step(PASS)
        else:
            twin.lay(*self._play(seat, number))
        self._take()

    def _play(self, seat: int, number: int) -> tuple[Cards, Reading]:
        natural, wilds, kind, rank, suit = self._keys[number - FIRST_PLAY]
        hand = self._twin.hands[seat]
        taken: Cards = ()
        if suit >= 0:
            taken = tuple([make_card(of, suit) for of, _ in rank_items[natural]])
        elif kind is Kind.STRAIGHT:
            taken = hand.mixed(natural)
        if not taken:
            for of, n in rank_items[natural]:
                taken += hand.by_rank[of][:n]
        if wilds:
            taken = sort_cards(taken + hand.by_rank[WILD][:wilds])
        return taken, Reading(kind, rank, len(taken))

    def observe(self, seat: int) -> NDArray[np.float32]:
        board, twin, setting = self._board, self._twin, self._setting
        board.write(seat, self.asked, self.asked.get(seat, ""))
        level, wild, levels, declarer, tries, size, owes, gave, got, named, resisted = board.own
        level[setting.level] = 1.0
        wild[0] = board.hands[seat, self._wild]
        for team in range(2):
            levels[(team - seat) % 2, self._levels[team]] = 1.0
            tries[(team - seat) % 2] = self._tries[team]
        if setting.declarer is not None:
            declarer[(setting.declarer - seat) % 2] = 1.0
        size[0] = self._size
        if twin.phase != "play":
            owed = 0 if twin.phase == "tribute" else 1
            for giver, _ in twin.owed:
                owes[(giver - seat) % SEATS, owed] = 1.0
            card = twin.named(seat)
            if card is not None:
                named[card] = 1.0
        elif self._over is not None and self._over.winner is None and setting.rules.tribute:
            for due in due_after(self._over.places):
                owes[(due.seat - seat) % SEATS, 0] = 1.0
        if twin.moved:
            self._gave.take(board.orders[seat], 0, gave, "clip")
            self._got.take(board.orders[seat], 0, got, "clip")
        resisted[0] = float(twin.holders is not None)
        return board.vector.copy()

    def rewards(self) -> tuple[float, ...]:
        return tuple(map(float, self._twin.points()))

    def won(self) -> tuple[int, ...]:
        first = self._twin.places()[0]
        return tuple(seat for seat in range(SEATS) if (seat ^ first) & 1 == 0)
