"""JSON texts, one a line, to and from a program that plays; and our own dialogue with it."""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, Final

from arena.players import Failed
from games.base.actions import Action, action_text
from games.base.cards import cards_text
from games.base.errors import GameError
from games.base.notation import read
from games.contract import Game
from games.simulate import RoundRun

__all__ = ["Lines", "LinesGuest"]

_LONGEST: Final = 1 << 20  # bytes of a line
_MOST_LEGAL: Final = 500  # So many legal actions are told


class Lines:
    """A program at the other end of two file descriptors. Nobody waits for it longer than ``seconds``."""

    def __init__(self, receive: int, send: int, seconds: float) -> None:
        for descriptor in (receive, send):
            os.set_blocking(descriptor, False)
        self._from, self._to, self.seconds = receive, send, seconds
        self._rest, self._asked = b"", 0

    def send(self, message: object) -> None:
        """Say something; ``Failed`` if nobody listens."""
        left = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        until = time.monotonic() + self.seconds
        while left:
            left = left[self._once(self._to, select.POLLOUT, until, lambda: os.write(self._to, left)) :]  # noqa: B023 # called at once

    def text(self, until: float | None = None) -> str:
        """The next line; ``Failed`` if none comes in time, or none will."""
        until = time.monotonic() + self.seconds if until is None else until
        while b"\n" not in self._rest:
            new = self._once(self._from, select.POLLIN, until, lambda: os.read(self._from, 1 << 16))
            if not new or len(self._rest) > _LONGEST:
                raise Failed("crashed", "a line without an end" if new else "it has ended")
            self._rest += new
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace").strip()

    def receive(self, until: float | None = None) -> dict[str, Any]:
        """The next object; ``Failed`` if it is none."""
        text = self.text(until)
        with suppress(ValueError, RecursionError):
            found = json.loads(text)
            if isinstance(found, dict):
                return found
        raise Failed("illegal", f"no JSON object: {text[:80]!r}")

    def ask(self, message: Mapping[str, object]) -> dict[str, Any]:
        """Return the answer to a question, known by its ``id``; answers to earlier ones have come too late and are not heard."""
        self._asked += 1
        self.send({**message, "id": self._asked})
        until = time.monotonic() + self.seconds
        while (answer := self.receive(until)).get("id") != self._asked:
            if "id" not in answer:
                raise Failed("illegal", "an answer without the id of its question")
        return answer

    @property
    def is_gone(self) -> bool:
        """Whether the other end is known to have hung up."""
        poll = select.poll()
        poll.register(self._from, select.POLLRDHUP)
        return bool(poll.poll(0))

    def _once(self, descriptor: int, event: int, until: float, act: Callable[[], Any]) -> Any:
        poll = select.poll()
        poll.register(descriptor, event)
        if not poll.poll(max(0.0, until - time.monotonic()) * 1000):
            raise Failed("slow", f"no answer in {self.seconds:g} s")
        try:
            return act()
        except OSError as error:
            raise Failed("crashed", f"it is gone: {error.strerror}") from None


class LinesGuest:
    """A seat that is asked in our own dialogue: all that it may know, with every question."""

    def __init__(self, seat: int, lines: Lines, drop: Callable[[], object] = lambda: None) -> None:
        self._seat, self._lines, self._drop = seat, lines, drop

    def choose(self, game: Game[Any], state: Any, seat: int) -> Action:
        view = game.view(state, seat)
        legal = [action_text(action) for action in islice(game.legal(state, seat), _MOST_LEGAL + 1)]
        question = {
            "type": "act", "game": game.key, "seat": seat, "why": next(e.why for e in view.awaited if e.seat == seat),
            "hand": cards_text(view.hand or ()), "facts": view.facts, "options": dict(view.options),
            "acts": [f"{act.seat}: {act.verb} {cards_text(act.cards)}".rstrip() for act in view.acts],
            "legal": legal[:_MOST_LEGAL], "more": len(legal) > _MOST_LEGAL,
        }  # fmt: skip
        try:
            said = self._lines.ask(question).get("action")
            action = game.read(state, seat, read(said if isinstance(said, str) else ""))
            game.check(state, seat, action)
            return action
        except GameError as error:
            failed = Failed("illegal", f"{said!r}: {error}")
        except Failed as error:
            failed = error
        with suppress(Failed):
            self._lines.send({"type": "failed", "seat": seat, "why": failed.kind, "said": failed.said})
        if failed.kind == "crashed":
            self._drop()
        raise failed

    def leave(self, run: RoundRun) -> None:
        with suppress(Failed):
            result = run.result
            self._lines.send({"type": "round", "seat": self._seat, "won": result.won, "points": result.points})
