"""Many tables of one game at once, in arrays that are written anew at each step: run by the game's native core, several parts of
them at the same time if that is wanted, or by the rules, with the same results."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena.interface import CoreRound, Interface, described, described_width
from arena.observation import Board, Observer
from arena.players import House, Player, watched
from arena.running import RulesRound, winnings
from games.base.cards import Cards
from games.simulate import SeededDice

__all__ = ["Tables"]

_MASK: Final = 2**64 - 1
_BY_CHANCE: Final = (None, "random")


class _Stream:
    """Chance as cores draw it (``chance.h``): the same cards from the same seed."""

    def __init__(self, seed: int) -> None:
        self._bits = seed

    def bits(self) -> int:
        """Return the next 64 of them."""
        self._bits = bits = (self._bits + 0x9E3779B97F4A7C15) & _MASK
        bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & _MASK
        return bits ^ bits >> 31

    def below(self, limit: int) -> int:
        return (self.bits() >> 32) * limit >> 32

    def shuffled(self, cards: Cards) -> Cards:
        order = list(cards)
        for at in range(len(order) - 1, 0, -1):
            other = self.below(at + 1)
            order[at], order[other] = order[other], order[at]
        return tuple(order)


class _Run(Protocol):
    """What runs the tables, part by part."""

    def seed(self, seed: int) -> None: ...

    def move(self, part: int, actions: NDArray[np.int32] | None) -> None:
        """Carry out an action at each table of a part, or deal new cards; then others play until the learner is asked."""
        ...

    def refused(self, actions: NDArray[np.int32]) -> int:
        """Return the first table at which an action is not legal; -1 if all are."""
        ...

    def legal(self, offsets: NDArray[np.int64], ids: NDArray[np.int32]) -> int:
        """Write the offsets, and the legal actions if there is room for them; return how many there are."""
        ...

    def features(self, part: int, verbs: int, out: NDArray[np.float32]) -> None: ...


class Tables:
    """So many tables, each with a round in play; a round that is over is followed by another one by itself.

    ``observations``: a row a table, what the seat that acts there observes (``planes``, ``slices``); ``seats``: which one it is.
    ``ids``: what it may do, ascending, those of table ``t`` from ``offsets[t]`` to ``offsets[t + 1]``; ``features``: a line for
    each of them, as of ``Environment.legal_features``, written when they are first looked at. ``done``: whether the last step
    ended a round; ``rewards`` then has what it was worth to each seat. All are overwritten by the next step."""

    def __init__(
        self,
        house: House,
        interface: Interface,
        n: int,
        *,
        seed: int,
        reward: str = "points",
        seat: int = 0,
        opponents: Player | None = None,
        threads: int = 1,
    ) -> None:
        game, options, players = house
        self.house, self.interface = house, interface
        self.learner = None if opponents is None else seat
        """The seat that is learned for; ``None``: whichever acts."""
        board = Board(interface, players, game.pack(options, players))
        self.planes, self.slices = board.planes, board.slices
        self.feature_verbs = tuple(sorted(game.verbs))
        self.observations: Final = np.zeros((n, board.size), dtype=np.float32)
        self.seats: Final = np.zeros(n, dtype=np.int32)
        self.rewards: Final = np.zeros((n, players), dtype=np.float32)
        self.done: Final = np.zeros(n, dtype=np.bool_)
        self.offsets: Final = np.zeros(n + 1, dtype=np.int64)
        self._ids = np.zeros(0, dtype=np.int32)
        self._features = np.zeros((0, described_width(self.feature_verbs)), dtype=np.float32)
        self._is_described = False
        core = None
        if opponents in _BY_CHANCE:
            state = game.start(options, game.deal(options, players, {}, _Stream(0)), {}).state
            core = interface.running(state, board)
        parts = min(threads, n)
        arrays = self.observations, self.seats, self.rewards, self.done
        learner = -1 if self.learner is None else seat
        run = core.tables(n, parts, learner, reward == "win", *arrays) if isinstance(core, CoreRound) else None
        self.native: Final = run is not None
        """Whether the core runs them, and not the rules."""
        self._run: _Run = run or _ByRules(self, opponents, wins=reward == "win")
        self._parts = range(parts if run else 1)
        self._pool = ThreadPoolExecutor(parts) if len(self._parts) > 1 else None
        self._run.seed(seed & _MASK)

    def __len__(self) -> int:
        return len(self.done)

    @property
    def ids(self) -> NDArray[np.int32]:
        return self._ids[: self.offsets[-1]]

    @property
    def features(self) -> NDArray[np.float32]:
        count = int(self.offsets[-1])
        if not self._is_described:
            if len(self._features) < count:
                self._features = np.zeros((2 * count, self._features.shape[1]), dtype=np.float32)
            self._each(lambda part: self._run.features(part, len(self.feature_verbs), self._features))
            self._is_described = True
        return self._features[:count]

    def reset(self, seed: int | None = None) -> None:
        """Deal new cards at all tables; with a ``seed`` the same ones again."""
        if seed is not None:
            self._run.seed(seed & _MASK)
        self._move(None)

    def step(self, actions: ArrayLike) -> None:
        """Carry out one action a table; ``ValueError`` if one of them is not legal, and then nothing has changed."""
        chosen = np.ascontiguousarray(actions, dtype=np.int32)
        if chosen.shape != self.done.shape:
            raise ValueError(f"actions: one number a table, {len(self)} in all, not {chosen.shape}")
        if (table := self._run.refused(chosen)) >= 0:
            raise ValueError(f"action {chosen[table]} is not legal now at table {table}: see ids")
        self._move(chosen)

    def _move(self, actions: NDArray[np.int32] | None) -> None:
        self._each(lambda part: self._run.move(part, actions))
        if (count := self._run.legal(self.offsets, self._ids)) > len(self._ids):
            self._ids = np.zeros(2 * count, dtype=np.int32)
            self._run.legal(self.offsets, self._ids)
        self._is_described = False

    def _each(self, do: Callable[[int], None]) -> None:
        """Do something with each part, with all at the same time where there are several."""
        for _ in self._pool.map(do, self._parts) if self._pool else map(do, self._parts):
            pass


class _ByRules:
    """All tables as one part by the rules: where there is no core, and for opponents that look at views."""

    def __init__(self, tables: Tables, opponents: Player | None, *, wins: bool) -> None:
        self._tables, self._opponents, self._wins = tables, opponents, wins
        game, options, players = tables.house
        pack = game.pack(options, players)
        self._observers = [Observer(tables.interface, players, pack) for _ in range(len(tables))]

    def seed(self, seed: int) -> None:
        chance, numbers = _Stream(seed), range(len(self._tables))
        self._chance = [(_Stream(chance.bits()), _Stream(chance.bits())) for _ in numbers]
        self._rounds: list[RulesRound | None] = [None for _ in numbers]
        self._legal = [np.zeros(0, dtype=np.int32) for _ in numbers]
        game, _, players = self._tables.house
        self._players = [
            [watched(game, player, SeededDice(f"{seed}/{number}/{seat}")) for seat in range(players)]
            for number in numbers
            if (player := self._opponents) is not None
        ]

    def move(self, part: int, actions: NDArray[np.int32] | None) -> None:
        for number in range(len(self._tables)):
            self._move(number, None if actions is None else int(actions[number]))

    def _move(self, number: int, action: int | None) -> None:
        tables, round_ = self._tables, self._rounds[number] if action is not None else None
        tables.done[number], tables.rewards[number] = False, 0.0
        if round_ is not None and action is not None:
            round_.step(int(tables.seats[number]), action)
        while True:
            if round_ is not None and not round_.asked:
                if action is not None and not tables.done[number]:
                    tables.rewards[number] = (
                        winnings(round_.won(), tables.house.seats) if self._wins else round_.rewards()
                    )
                    tables.done[number] = True
                round_ = None
            if round_ is None:
                round_ = self._dealt(number)
                continue
            seat = min(round_.asked)
            if tables.learner in (None, seat):
                break
            if self._opponents == "random":
                legal = np.sort(round_.legal(seat))
                round_.step(seat, int(legal[self._chance[number][1].below(len(legal))]))
            else:
                round_.play(seat, self._players[number][seat](tables.house.game, round_.state, seat))
        self._rounds[number], tables.seats[number] = round_, seat
        self._legal[number] = np.sort(round_.legal(seat)).astype(np.int32)
        tables.observations[number] = round_.observe(seat)

    def _dealt(self, number: int) -> RulesRound:
        game, options, players = self._tables.house
        state = game.start(options, game.deal(options, players, {}, self._chance[number][0]), {}).state
        return RulesRound(game, self._tables.interface, self._observers[number], state)

    def refused(self, actions: NDArray[np.int32]) -> int:
        illegal = (number for number, legal in enumerate(self._legal) if actions[number] not in legal)
        return next(illegal, -1)

    def legal(self, offsets: NDArray[np.int64], ids: NDArray[np.int32]) -> int:
        offsets[1:] = np.cumsum([len(legal) for legal in self._legal])
        count = int(offsets[-1])
        if count <= len(ids):
            np.concatenate(self._legal, out=ids[:count])
        return count

    def features(self, part: int, verbs: int, out: NDArray[np.float32]) -> None:
        tables, at = self._tables, 0
        for round_, seat, legal in zip(self._rounds, tables.seats.tolist(), self._legal, strict=True):
            if round_ is not None:
                actions = [tables.interface.action(int(number), round_.state, seat) for number in legal]
                out[at : at + len(legal)] = described(actions, tables.feature_verbs)
                at += len(legal)
