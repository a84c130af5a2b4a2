"""Whoever answers for the rules while scenarios are replayed: this project's rules, or any other program, asked line by
line over its standard input (``docs/notation.md``, *Other engines*). ``python -m games.engine`` is this project's own
answer to that dialogue."""

import json
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Self

from games import GAMES
from games.base.cards import cards_text
from games.base.errors import GameError
from games.base.notation import read, read_step
from games.base.options import Options
from games.compare import action_key, named_plays
from games.contract import Game, Json
from games.kit.position import listed
from games.scenario import ScenarioError, begin, begin_match, game_named, load_json, why

__all__ = ["Engine", "Mismatch", "Outside", "Unknown"]


class Mismatch(Exception):
    """Something expected does not hold."""

    def __init__(self, expected: str, got: str) -> None:
        super().__init__(expected, got)
        self.expected, self.got = expected, got


class Unknown(Exception):
    """An engine does not know this game, house rule or question, and says so."""


class NoAnswer(Exception):
    """An engine has ended, or said what is no answer."""


class Engine:
    """One table, run by the rules of this project; another engine answers the same. What the rules refuse is a ``GameError``
    that says why, and leaves everything as it was."""

    _game: Game[Any]
    _options: Options
    _state: Any

    def start(self, game: Game[Any], options: Options, keys: Mapping[str, Json]) -> None:
        self._game, self._options = game, options
        self._state = begin_match(game, options, keys)[2].state

    def deal(self, keys: Mapping[str, Json]) -> None:
        """The next round of the match."""
        result = self._game.result(self._state)
        if result is None:
            raise Mismatch("phase over before a deal", self._game.phase(self._state))
        if result.winner is not None:
            raise Mismatch("a match that goes on before a deal", f"it was won by {list(result.winner)}")
        if "previous" in keys:
            raise ScenarioError("previous: only in start")
        self._state = begin(self._game, self._options, keys, result.carry, follows=True)[1].state

    def act(self, text: str) -> None:
        """A step as it is written, ``0: play 3 3``."""
        seat, said = read_step(text)
        action = self._game.read(self._state, seat, read(said))
        try:
            self._game.check(self._state, seat, action)
        except GameError:
            self._refuse(text, seat, action)
            raise
        self._state = self._game.apply(self._state, seat, action).state

    def _refuse(self, text: str, seat: int, action: Any) -> None:
        try:
            self._game.apply(self._state, seat, action)
        except GameError:
            return
        raise Mismatch(f"{text!r} refused", "refused by check but accepted by apply")

    def seats(self) -> int:
        return len(self._game.hands(self._state))

    def facts(self, keys: Sequence[str]) -> Mapping[str, Json]:
        """What is asked of the facts of ``expect``; all that are known where nothing is named."""
        facts = self._game.facts(self._state)
        for key in keys:
            if key not in facts:
                known = ", ".join([*facts, "hands", "legal", "legal_has", "legal_hasnt"])
                raise ScenarioError(f"unknown key {key!r} in expect; known: {known}")
        return facts

    def hands(self) -> Sequence[str]:
        return [cards_text(hand) for hand in self._game.hands(self._state)]

    def legal(self, seat: int) -> set[str]:
        """``action_key`` of everything that this seat may do."""
        return {action_key(action, self._game.suited) for action in listed(self._game.legal(self._state, seat))}

    def everything(self) -> object:
        """All that can be known, to see that a refusal leaves it as it was."""
        views = [self._game.view(self._state, viewer) for viewer in (None, *range(self.seats()))]
        return self.hands(), self.facts(()), views

    def query(self, game: str, asked: Mapping[str, Json]) -> Json:
        return game_named(game).query(asked)


class Outside(Engine):
    """Another program. It is started once and asked one line at a time; what it does not know it says, and is not asked
    again. It ends with the ``with`` block."""

    def __init__(self, command: str) -> None:
        self._running = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._suited = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._running.kill()
        self._running.communicate()

    def _ask(self, **line: Json) -> Mapping[str, Json]:
        assert self._running.stdin is not None
        assert self._running.stdout is not None
        try:
            self._running.stdin.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._running.stdin.flush()
            answer: Json = load_json(self._running.stdout.readline())
        except (BrokenPipeError, ScenarioError) as error:
            raise NoAnswer(str(error)) from None
        match answer:
            case {"refused": reason}:
                raise GameError(str(reason))
            case {"unknown": reason}:
                raise Unknown(str(reason))
            case dict():
                return answer
        raise NoAnswer(f"no object: {answer!r}")

    def start(self, game: Game[Any], options: Options, keys: Mapping[str, Json]) -> None:
        self._suited = game.suited
        self._ask(game=game.key, options=dict(options), start=dict(keys))

    def deal(self, keys: Mapping[str, Json]) -> None:
        self._ask(deal=dict(keys))

    def act(self, text: str) -> None:
        self._ask(step=text)

    def seats(self) -> int:
        return len(self.hands())

    def facts(self, keys: Sequence[str]) -> Mapping[str, Json]:
        return self._ask(expect=list(keys))

    def hands(self) -> Sequence[str]:
        return [str(hand) for hand in self._list(expect=["hands"], of="hands")]

    def legal(self, seat: int) -> set[str]:
        return named_plays(self._list(expect=["legal"], seat=seat, of="legal"), self._suited)

    def _list(self, *, of: str, **line: Json) -> Sequence[Json]:
        found = self._ask(**line).get(of)
        if not isinstance(found, list):
            raise NoAnswer(f"no list of {of}")
        return found

    def everything(self) -> object:
        return self._ask(expect=[])

    def query(self, game: str, asked: Mapping[str, Json]) -> Json:
        told = self._ask(game=game, query=dict(asked))
        return told.get("plays", told.get("is"))


def answer(table: Engine, line: Mapping[str, Json]) -> Mapping[str, Json]:
    """The line that answers this one."""
    try:
        return _answer(table, line)
    except GameError as error:
        return {"refused": why(error)}
    except Mismatch as error:
        return {"refused": f"{error.expected} expected, not {error.got}"}
    except ScenarioError as error:
        return {"refused" if {"start", "deal"} & line.keys() else "unknown": str(error)}


def _answer(table: Engine, line: Mapping[str, Json]) -> dict[str, Json]:
    match line:
        case {"query": Mapping() as asked, "game": str(name)}:
            found = table.query(name, asked)
            return {"plays" if isinstance(found, list | tuple) else "is": found}
        case {"game": str(name), "options": Mapping() as options, "start": Mapping() as keys}:
            if name not in GAMES:
                return {"unknown": name}
            table.start(GAMES[name], GAMES[name].option_set.complete(options), keys)
        case {"deal": Mapping() as keys}:
            table.deal(keys)
        case {"step": str(text)}:
            table.act(text)
        case {"expect": ["legal"], "seat": int(seat)}:
            return {"legal": [*sorted(table.legal(seat))]}
        case {"expect": [*keys]}:
            hands: list[Json] = [*table.hands()]
            facts = table.facts([str(key) for key in keys if key != "hands"])
            return {key: value for key, value in {**facts, "hands": hands}.items() if not keys or key in keys}
        case _:
            return {"unknown": "expected a start with its game and options, or deal, step, expect, query"}
    return {}


if __name__ == "__main__":
    own = Engine()
    for asked in sys.stdin:
        sys.stdout.write(json.dumps(answer(own, load_json(asked)), ensure_ascii=False) + "\n")
        sys.stdout.flush()
