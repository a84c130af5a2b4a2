"""The arena as a server: programs come by a socket, and play levels, the host's programs and each other over JSON lines."""

from __future__ import annotations

import json
import re
import secrets
import socketserver
import sys
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any, Final

from arena.players import Failed, Guest, Player
from bench.outside.duel import compare, contest
from bench.outside.ladder import Ladder
from bench.outside.lines import Lines, LinesGuest
from games import GAMES
from games.contract import Game

__all__ = ["Server"]

_NAME: Final = re.compile(r"[\w.+-]{1,40}")


class _Gone(Exception):
    """Somebody has hung up: their contest is over."""


@dataclass(eq=False)
class _Entrant:
    """A program, with a connection for each seat that it may hold, so that none sees two hands of a round."""

    name: str
    against: str | None
    deals: int
    connections: list[Lines] = field(default_factory=list)
    over: Event = field(default_factory=Event)
    sat: int = 0

    def sit(self, game: Game[Any], seat: int) -> Guest:
        self.sat += 1
        return LinesGuest(seat, self.connections[self.sat % len(self.connections)])

    @property
    def is_gone(self) -> bool:
        return any(connection.is_gone for connection in self.connections)


class Server(socketserver.ThreadingTCPServer):
    """Who waits, and what is played. ``programs``: the host's own, by name."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(
        self, game: str, address: tuple[str, int], ladder: Ladder, *, seconds: float = 5.0, deals: int = 20,
        options: Mapping[str, object] | None = None, programs: Mapping[str, Player] | None = None,
    ) -> None:  # fmt: skip
        turns = contest(game, "one", "other", 0, options).turns(0)
        self.most_seats = max(list(lineup).count(side) for _, lineup in turns for side in (0, 1))
        self.game, self.ladder, self.seconds, self.deals, self.options = game, ladder, seconds, deals, options
        self.players: dict[str, Player] = {level: level for level in ("random", *GAMES[game].levels)}
        self.players |= programs or {}
        self._waiting: dict[str, _Entrant] = {}
        self._alone = {name: Lock() for name in programs or {}}
        self._lock = Lock()
        super().__init__(address, _Connection)

    def serve(self, lines: Lines) -> None:
        """Play with one connection until its contest is over; ``ValueError`` says what is wrong with what it wants."""
        lines.send({"type": "welcome", "game": self.game, "connections": self.most_seats, "seconds": self.seconds,
                    "deals": self.deals, "players": list(self.players)})  # fmt: skip
        hello = lines.receive()
        name, against, deals = hello.get("name"), hello.get("against"), hello.get("deals", self.deals)
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name in self.players:
            raise ValueError("name: up to 40 letters, digits and . + - _, and none of the players that are here")
        if not isinstance(against, str | None) or against == name:
            raise ValueError("against: the name of another player, or nothing for whoever comes")
        if type(deals) is not int or not 1 <= deals <= self.deals:
            raise ValueError(f"deals: 1 to {self.deals}")
        with self._lock:
            for gone in [one for one in self._waiting.values() if one.is_gone]:
                self._waiting.pop(gone.name).over.set()
            entrant = self._waiting.setdefault(name, _Entrant(name, against, deals))
            if len(entrant.connections) == self.most_seats or entrant.against != against:
                raise ValueError(f"{name} waits already, for {entrant.against or 'whoever comes'}")
            entrant.connections.append(lines)
            missing = self.most_seats - len(entrant.connections)
            opponent = None if missing else self._opponent(entrant)
            if opponent is not None:
                del self._waiting[name]
        if opponent is None:
            lines.send({"type": "waiting", "connections": missing, "against": against})
            entrant.over.wait()
        else:
            self._play(entrant, opponent)

    def _opponent(self, entrant: _Entrant) -> Player | None:
        """Whom to play now; of those who wait the first that both want."""
        if entrant.against in self.players:
            return self.players[entrant.against]
        for other in self._waiting.values():
            wanted = entrant.against in (None, other.name) and other.against in (None, entrant.name)
            if other is not entrant and wanted and len(other.connections) == self.most_seats:
                return self._waiting.pop(other.name)
        return None

    def _play(self, entrant: _Entrant, opponent: Player) -> None:
        entrants = [one for one in (entrant, opponent) if isinstance(one, _Entrant)]

        def check() -> None:
            if any(one.is_gone for one in entrants):
                raise _Gone

        over: dict[str, object] = {"type": "over"}
        alone = self._alone.get(entrant.against or "")  # the host's programs play one contest at a time
        try:
            planned = contest(self.game, entrant, opponent, secrets.randbits(32), self.options)
            with alone or nullcontext():
                report = compare(planned, min(one.deals for one in entrants), self.ladder, check)
            over["players"] = json.loads(report.to_json())["players"]
        except _Gone:
            over["said"] = "the other program has left"
        except Exception as error:
            print(f"{entrant.name}: {type(error).__name__}: {error}", file=sys.stderr)  # for the host
            over["said"] = "the server could not go on with this contest"
        over["ratings"] = {name: rating.to_list() for name, rating, *_ in self.ladder.standings(self.game)}
        for one in entrants:
            for connection in one.connections:
                with suppress(Failed):
                    connection.send(over)
            one.over.set()


class _Connection(socketserver.BaseRequestHandler):
    """One socket."""

    server: Server

    def handle(self) -> None:
        lines = Lines(self.request.fileno(), self.request.fileno(), self.server.seconds)
        with suppress(Failed):
            try:
                self.server.serve(lines)
            except (ValueError, Failed) as error:
                lines.send({"type": "error", "said": error.said if isinstance(error, Failed) else str(error)})
