"""AI players that compete, by name; and which of a game's options and presets they play."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, runtime_checkable

from games import GAMES
from games.base.actions import Action
from games.base.errors import IllegalAction, OptionError
from games.base.options import Options
from games.contract import Dice, Game, Level, View
from games.scenario import usual_players
from games.simulate import Chooser, RoundRun, SeededDice, chooser

__all__ = [
    "Agent", "Failed", "Guest", "House", "Outsider", "Player", "Watched", "house", "name_of", "require_one_of",
    "require_players", "require_seat", "watched",
]  # fmt: skip


def require_one_of(name: str, given: object, known: Sequence[object]) -> None:
    """Refuse a word that means nothing, with a ``ValueError`` that says what there is."""
    if given not in known:
        raise ValueError(f"{name}: {' or '.join(map(repr, known))}, not {given!r}")


def require_seat(seats: int, seat: int) -> None:
    if seat not in range(seats):
        raise ValueError(f"seat: 0 to {seats - 1}, not {seat}")


class House(NamedTuple):
    """A game with its house rules and a number of seats."""

    game: Game[Any]
    options: Options
    seats: int


def house(game: str, preset: str | None, options: Mapping[str, object] | None, seats: int | None) -> House:
    """Return what these names mean; raise ``ValueError`` with what there is if one of them means nothing. ``options``
    go before those of the ``preset``; ``seats``: ``None`` for as many as usually play."""
    if game not in GAMES:
        raise ValueError(f"no game {game!r}; there is: {', '.join(GAMES)}")
    rules = GAMES[game]
    presets = {one.key: one for one in rules.presets}
    if preset is not None and preset not in presets:
        raise ValueError(f"no preset {preset!r} in {game}: {', '.join(presets)}")
    given = {} if preset is None else dict(presets[preset].options)
    try:
        complete = rules.option_set.complete(given | dict(options or {}))
    except OptionError as error:
        raise ValueError(str(error)) from None
    sitting = usual_players(rules) if seats is None else seats
    if sitting not in rules.seats:
        raise ValueError(f"{game} is played by {rules.seats[0]} to {rules.seats[-1]}, not by {sitting}")
    return House(rules, complete, sitting)


class Agent(Protocol):
    """A player of one's own, which must be picklable where several processes play."""

    def think(self, view: View, dice: Dice) -> Action:
        """Choose for ``view.viewer`` from what that seat may know."""
        ...


class Failed(Exception):
    """What an outside player has done instead of a legal action: ``kind`` is ``illegal``, ``slow`` or ``crashed``."""

    def __init__(self, kind: str, said: str) -> None:
        super().__init__(kind, said)
        self.kind, self.said = kind, said


class Guest(Protocol):
    """An outside player at one seat of a table. It chooses from what the seat may know, or raises ``Failed``, and hears at the
    end how the round went."""

    def choose(self, game: Game[Any], state: Any, seat: int) -> Action: ...

    def leave(self, run: RoundRun) -> None: ...


@runtime_checkable
class Outsider(Protocol):
    """A program that plays, wherever it runs. What it answers is checked; whatever is wrong costs it the round."""

    name: str

    def sit(self, game: Game[Any], seat: int) -> Guest: ...


Player = Level | Agent | Outsider  # A level by name (``random`` among them), an agent or a program


def name_of(player: Player) -> str:
    """What a player is called in a report: the level, or the agent's ``name`` or class."""
    return player if isinstance(player, str) else str(getattr(player, "name", type(player).__name__))


def require_players(game: Game[Any], players: Sequence[Player]) -> None:
    """Return if all of these can play; raise ``ValueError`` naming the levels that there are."""
    known = ("random", *game.levels)
    if not players:
        raise ValueError(f"no players: {game.key} has {', '.join(known)}")
    for player in players:
        if isinstance(player, str) and player not in known:
            raise ValueError(f"no level {player!r} in {game.key}: {', '.join(known)}")


@dataclass(slots=True)
class Watched:
    """A player with a stopwatch: ``seconds`` of each of its moves, in order; of programs on the wall clock, else processor
    time. A program that has ``failed`` does the game's fallbacks until the round is over."""

    choose: Chooser
    guest: Guest | None = None
    seconds: list[float] = field(default_factory=list)
    failed: Failed | None = None

    def __call__(self, game: Game[Any], state: Any, seat: int) -> Action:
        """Choose, and note how long it took."""
        if self.failed is not None:
            return game.fallback(state, seat)
        clock = time.thread_time if self.guest is None else time.perf_counter
        began = clock()
        try:
            action = self.choose(game, state, seat)
            if self.guest is not None:
                game.check(state, seat, action)
        except (Failed, IllegalAction) as error:
            if self.guest is None:
                raise
            self.failed = error if isinstance(error, Failed) else Failed("illegal", str(error))
            action = game.fallback(state, seat)
        self.seconds.append(clock() - began)
        return action

    def end(self, run: RoundRun) -> tuple[tuple[float, ...], Failed | None]:
        """End a round: return what has been noted, and begin anew."""
        if self.guest is not None:
            self.guest.leave(run)
        ended = tuple(self.seconds), self.failed
        self.seconds, self.failed = [], None
        return ended


def watched(game: Game[Any], player: Player, dice: SeededDice, seat: int = 0) -> Watched:
    """A player who draws from these dice, with a stopwatch."""
    if isinstance(player, str):
        return Watched(chooser(game, player, dice))
    if isinstance(player, Outsider):
        guest = player.sit(game, seat)
        return Watched(guest.choose, guest)

    def thinking(game: Game[Any], state: Any, seat: int) -> Action:
        return player.think(game.view(state, seat), dice)

    return Watched(thinking)
