"""Thousands of matches between the same players, over as many processes as one likes; a number to begin with says how they go."""

import secrets
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from multiprocessing import Pool
from multiprocessing.pool import AsyncResult
from threading import current_thread, main_thread
from typing import Final, Literal, get_args

from tqdm import tqdm

from arena.players import Player, house, name_of, require_one_of, require_players
from arena.report import Report
from arena.table import Opening, TableRun, play_table
from games import GAMES
from games.base.options import Options

__all__ = ["Contest", "Episode", "play"]

Episode = Literal["round", "match"]
_AHEAD: Final = 3  # So many trials wait for each process, so that none is idle
_ROUNDS_TOGETHER: Final = 50
"""So many rounds of one match follow each other where rounds are counted, so that several processes have something to do."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played. ``players`` are repeated round the table of ``seats``. ``duplicate``: each trial's cards are
    played once for every way in which the players can sit by moving on, or in each of the ``lineups`` where there are any.
    Without it they move on by a seat from trial to trial."""

    game: str
    options: Options
    players: tuple[Player, ...]
    seats: int
    seed: int | str
    duplicate: bool = False
    opening: Opening | None = None
    lineups: tuple[tuple[int, ...], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple([name_of(player) for player in self.players])

    @property
    def rotations(self) -> int:
        """In how many ways the players can sit by moving on by a seat."""
        around = [self.names[number] for number in self._around]
        return next(turn for turn in range(1, self.seats + 1) if around == around[turn:] + around[:turn])

    @property
    def _around(self) -> list[int]:
        return [seat % len(self.players) for seat in range(self.seats)]

    def turns(self, number: int) -> list[tuple[int, Sequence[int]]]:
        """Who sits where at each table of a trial."""
        if self.lineups:
            return list(enumerate(self.lineups))
        around = self._around
        turns = range(self.rotations) if self.duplicate else [number % self.seats]
        return [(turn, around[turn:] + around[:turn]) for turn in turns]

    def play_trial(self, number: int, rounds: int | None = None) -> list[TableRun]:
        """Play a trial: whole matches, or as many ``rounds`` of them."""
        return [
            play_table(
                GAMES[self.game], self.options, self.players, self.names,
                lineup, cards=f"{self.seed}/{number}/cards", chance=f"{self.seed}/{number}/{turn}", rounds=rounds,
                opening=self.opening,
            )
            for turn, lineup in self.turns(number)
        ]  # fmt: skip


def play(
    game: str,
    players: Sequence[Player],
    n: int,
    *,
    duplicate: bool = False,
    workers: int = 1,
    seed: int | str | None = None,
    episode: Episode = "round",
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    seats: int | None = None,
    progress: bool | None = None,
    watch: Callable[[TableRun], None] | None = None,
    opening: Opening | None = None,
    lineups: tuple[tuple[int, ...], ...] = (),
) -> Report:
    """Let players play each other and return the figures. ``ValueError`` says what is wrong with the arguments.

    ``players``: levels by name or agents, repeated round the table. ``n``: how many rounds, or matches if that is the
    ``episode``; with ``duplicate`` how many deals (or matches), each played from all sides, always from the beginning
    of a match. Without it rounds follow each other in matches, with all that these carry over, until ``n`` have
    counted. ``workers``: how many processes; the same ``seed`` gives the same games with any number of them. ``seats``:
    how many play, where a game has a range. ``progress``: a bar on standard error, ``None`` if that is a terminal.
    ``watch`` is shown every match, in order. ``opening`` and ``lineups``: how matches begin and who sits where, if otherwise.

    Interrupted (Ctrl-C), it returns what has been played so far."""
    rules, complete, sitting = house(game, preset, options, seats)
    require_players(rules, players)
    require_one_of("episode", episode, get_args(Episode))
    if n < 1:
        raise ValueError("n: at least 1")
    if workers < 1:
        raise ValueError("workers: at least 1")
    drawn = secrets.randbits(32) if seed is None else seed
    contest = Contest(game, complete, tuple(players), sitting, drawn, duplicate, opening, lineups)
    report, began = Report(game, dict(complete), contest.names, drawn, duplicate), time.perf_counter()
    by_rounds = episode == "round" and not duplicate
    limit = min(n, _ROUNDS_TOGETHER) if by_rounds else 1 if episode == "round" else None
    trials = _trials(contest, limit, workers, None if by_rounds else n)
    with tqdm(
        total=n, unit=episode, file=sys.stderr, disable=None if progress is None else not progress, leave=False
    ) as bar:
        try:
            for tables in trials:
                if by_rounds:
                    tables = [table.first(n - report.rounds) for table in tables]
                done = report.rounds
                with _Whole():
                    report.add(tables)
                    for table in tables:
                        if watch is not None:
                            watch(table)
                bar.update(report.rounds - done if by_rounds else 1)
                if by_rounds and report.rounds >= n:
                    break
        except KeyboardInterrupt:
            report.interrupted = True
        finally:
            trials.close()
    report.seconds = time.perf_counter() - began
    return report


def _trials(contest: Contest, rounds: int | None, workers: int, n: int | None) -> Generator[list[TableRun]]:
    """Yield ``n`` trials (``None``: without end) in their order."""
    numbers = iter(count() if n is None else range(n))
    if workers == 1:
        for number in numbers:
            yield contest.play_trial(number, rounds)
        return
    # What is still played when the pool is left is broken off
    with Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        waiting: deque[AsyncResult[list[TableRun]]] = deque()
        for number in numbers:
            waiting.append(pool.apply_async(contest.play_trial, (number, rounds)))
            if len(waiting) >= workers * _AHEAD:
                yield waiting.popleft().get()
        while waiting:
            yield waiting.popleft().get()


class _Whole:
    """Lets Ctrl-C wait inside the ``with``: what is counted there is counted whole."""

    def __enter__(self) -> None:
        self._interrupted = False
        self._takes = (
            signal.getsignal(signal.SIGINT) is signal.default_int_handler and current_thread() is main_thread()
        )
        if self._takes:
            signal.signal(signal.SIGINT, self._note)

    def __exit__(self, *error: object) -> None:
        if self._takes:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if self._interrupted:
            raise KeyboardInterrupt

    def _note(self, number: int, frame: object) -> None:
        self._interrupted = True
