"""AI players think outside the event loop, so that nobody else waits for them."""

import asyncio
import multiprocessing
import os
import random
import re
import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from functools import partial
from multiprocessing.connection import wait
from typing import Any, Final, Protocol, TypeVar

import structlog

from games import GAMES
from games.base.actions import Action
from games.contract import Judge, View
from games.simulate import SeededDice

__all__ = ["InlineThinker", "PoolThinker", "Thinker", "Trained", "Weighing", "attend", "weighed"]

log = structlog.get_logger("session.thinker")

Weighing = tuple[tuple[Action, float | None, str], ...]
"""The best actions, the best first, what they are worth, as far as somebody can say, and measured in what."""

_T = TypeVar("_T")
_BEST: Final = 3  # So many actions are told with what they are worth
_LINES: Final = re.compile(r'File "(.+?)", line ([0-9]+)')
_PATIENCE: Final = 10.0
"""Seconds after which an answer is given up; a move takes some 50 ms, the rest is waiting in line."""


Trained = Callable[[View, Sequence[Action]], Action | None]
"""A player of the host's own, which can be pickled: chooses among all that is legal, or leaves it to the game's player."""


class Thinker(Protocol):
    """Whoever chooses for AI players. ``trained``: by game who plays instead of its strongest level."""

    trained: Mapping[str, Trained]

    async def choose(self, game: str, view: View, level: str, legal: Sequence[Action] = ()) -> Action | None:
        """An action for ``view.viewer``; ``None`` if none could be found in time. Never raises but when cancelled. ``legal``: all
        actions that are, where whoever is ``trained`` shall choose."""

    async def weigh(self, game: str, view: View, level: str) -> Weighing | None:
        """The same, with what else is good and what all of it is worth where the game has a judge."""
        ...

    async def close(self) -> None:
        """Stop thinking; at once."""


def attend() -> None:
    """Prepare a worker: leave signals to the parent, and end when the parent does, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        wait([parent.sentinel])
        os._exit(0)  # the main thread waits for work that will never come

    threading.Thread(target=follow, name="parent", daemon=True).start()


def _think(work: Callable[[str, View, str, SeededDice], _T], game: str, view: View, level: str, seed: int) -> _T:
    """What runs in a worker process."""
    try:
        return work(game, view, level, SeededDice(seed))
    except StopIteration as error:  # no future takes it: whoever waits for the answer would wait for ever
        raise RuntimeError("an AI player raised StopIteration") from error


def _choose(game: str, view: View, level: str, dice: SeededDice) -> Action:
    return GAMES[game].think(view, level, dice)


def _taught(trained: Trained, legal: Sequence[Action], game: str, view: View, level: str, dice: SeededDice) -> Action:
    return trained(view, legal) or _choose(game, view, level, dice)


def weighed(game: str, view: View, level: str, dice: SeededDice) -> Weighing:
    rules = GAMES[game]
    if not isinstance(rules, Judge):
        return ((rules.think(view, level, dice), None, ""),)
    found, measure = rules.estimate(view, dice)[:_BEST], rules.scale(view).measure
    return tuple((one.action, rules.promise(one.worth) if measure == "chance" else one.worth, measure) for one in found)


class InlineThinker:
    """A ``Thinker`` in the event loop, from a seed: for tests and tools, where waiting does not matter."""

    def __init__(self, seed: int = 0) -> None:
        self._source = random.Random(seed)
        self.trained: Mapping[str, Trained] = {}

    async def choose(self, game: str, view: View, level: str, legal: Sequence[Action] = ()) -> Action | None:
        return _think(_choose, game, view, level, self._source.getrandbits(32))

    async def weigh(self, game: str, view: View, level: str) -> Weighing | None:
        return _think(weighed, game, view, level, self._source.getrandbits(32))

    async def close(self) -> None:
        """Stop nothing: there is nothing to stop."""


class PoolThinker:
    """A ``Thinker`` in worker processes that are started when they are first needed, and anew when they break."""

    def __init__(
        self, workers: int = 1, patience: float = _PATIENCE, trained: Mapping[str, Trained] | None = None
    ) -> None:
        self._workers, self.trained = workers, trained or {}
        self._patience = patience
        self._source = random.SystemRandom()
        self._pool: ProcessPoolExecutor | None = None
        self._processes: list[Any] = []
        self._closed = False
        self.asked = 0
        """How many answers are being waited for."""

    async def choose(self, game: str, view: View, level: str, legal: Sequence[Action] = ()) -> Action | None:
        work = partial(_taught, self.trained[game], legal) if legal else _choose
        return await self._ask(work, game, view, level)

    async def weigh(self, game: str, view: View, level: str) -> Weighing | None:
        return await self._ask(weighed, game, view, level)

    async def _ask(
        self, work: Callable[[str, View, str, SeededDice], _T], game: str, view: View, level: str
    ) -> _T | None:
        self.asked += 1
        try:
            return await self._answer(work, game, view, level)
        finally:
            self.asked -= 1

    async def _answer(
        self, work: Callable[[str, View, str, SeededDice], _T], game: str, view: View, level: str
    ) -> _T | None:
        """A broken pool is started anew and asked once more; a slow one is given up."""
        for _ in range(2):
            if self._closed:
                return None
            pool = self._pool
            try:
                asked = self._submit(work, game, view, level)
                pool = self._pool
                async with asyncio.timeout(self._patience):
                    return await asyncio.wrap_future(asked)
            except TimeoutError:
                log.warning("an AI player did not answer in time", game=game, level=level)
                if asked.running():
                    self._discard(pool)
                return None
            except BrokenExecutor:
                log.warning("the AI players' process broke", game=game, level=level)
                self._discard(pool)
            except Exception as error:  # a fault of an AI player must not stop a table; its text could hold cards
                lines = _LINES.findall(str(error.__cause__))  # of the traceback over there, which has no values
                where = ":".join(lines[-1]) if lines else ""
                log.error("an AI player failed", game=game, level=level, error=type(error).__name__, where=where)
                return None
        return None

    def _submit(
        self, work: Callable[[str, View, str, SeededDice], _T], game: str, view: View, level: str
    ) -> Future[_T]:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=attend)
            others = set(multiprocessing.active_children())
            asked = self._pool.submit(_think, work, game, view, level, self._source.getrandbits(32))
            self._processes = [child for child in multiprocessing.active_children() if child not in others]
            return asked
        return self._pool.submit(_think, work, game, view, level, self._source.getrandbits(32))

    def _discard(self, pool: ProcessPoolExecutor | None) -> None:
        """Let go of a pool and end its processes, whatever they are doing."""
        if pool is None or pool is not self._pool:
            return
        self._pool = None
        processes, self._processes = self._processes, []
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    async def close(self) -> None:
        self._closed = True
        self._discard(self._pool)
