"""``paiju replay``: a scenario file step by step in the terminal, forwards and backwards."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.errors import CommandError
from bot.present.words.plays import event_text
from bot.session.port.updates import Player
from games import GAMES
from games.base.cards import cards_text
from games.base.errors import GameError
from games.contract import Game
from games.record import Frame, Record, load
from games.record import replay as replay_record
from games.scenario import Scenario, ScenarioError, read_scenario, read_scenarios, why

__all__ = ["load_records", "replay", "rules_note"]

_NOTE: Final = re.compile(r"rules version (\d+)")
_HELP: Final = (
    "Enter n: on · b: back · t: next trick · p: trick before · f: first · l: last · a number: that step · q: end"
)


@dataclass(frozen=True, slots=True)
class _Moment:
    """A moment of a file, with the lines that show it. ``chapter`` rises when a trick or a round begins."""

    number: int
    chapter: tuple[int, int]
    lines: tuple[str, ...]


def rules_note(version: int) -> str:
    """Return what an exported file says of the rules that it was played under; ``replay`` reads it back."""
    return f"rules version {version}"


def replay(path: Path, *, wait: bool) -> int:
    """Show every step of a scenario file. ``wait``: let whoever sits there go on, back and to any step; without a person
    at the terminal, or without ``wait``, everything is printed."""
    for raw, scenario in _scenarios(path):
        print(f"— {scenario.title}" + (f" ({scenario.rule})" if scenario.rule else ""))
        _say_version(raw, scenario.game)
        asked = wait and sys.stdin.isatty()
        try:
            moments = _moments(scenario)
            if asked:
                if not _step(list(moments)):
                    return 0
            else:
                for moment in moments:
                    print("\n".join(moment.lines))
        except GameError as error:
            raise CommandError(f"{path}: {why(error)}{_older(raw, scenario.game)}") from None
        except ScenarioError as error:
            raise CommandError(f"{path}: {error}{_older(raw, scenario.game)}") from None
    return 0


def load_records(path: Path) -> list[Record]:
    """Return the matches and rounds of a scenario file; ``CommandError`` if it cannot be read or played."""
    records = []
    for raw, scenario in _scenarios(path):
        try:
            records.append(load(scenario))
        except (GameError, ScenarioError) as error:
            told = why(error) if isinstance(error, GameError) else error
            raise CommandError(f"{path}: {told}{_older(raw, scenario.game)}") from None
    return records


def _scenarios(path: Path) -> list[tuple[Any, Scenario]]:
    try:
        return [(raw, read_scenario(raw)) for raw in read_scenarios(path.read_text(encoding="utf-8"))]
    except (OSError, UnicodeError) as error:
        raise CommandError(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'not a text'}") from None
    except ScenarioError as error:
        raise CommandError(f"{path}: {error}") from None


# -- under which rules


def _version(raw: Any, game: str) -> int | None:
    """Return the version of the rules that a file says it was played under, if that is not today's."""
    found = _NOTE.search(str(raw.get("note", "")))
    if found is None or game not in GAMES or int(found[1]) == GAMES[game].rules_version:
        return None
    return int(found[1])


def _say_version(raw: Any, game: str) -> None:
    version = _version(raw, game)
    if version is not None:
        print(f"  played under rules version {version}, shown with version {GAMES[game].rules_version}")


def _older(raw: Any, game: str) -> str:
    version = _version(raw, game)
    return "" if version is None else f" (it was played under rules version {version})"


# -- moments


def _moments(scenario: Scenario) -> Iterator[_Moment]:
    record = load(scenario)
    game = GAMES[record.game]
    for number, frame in enumerate(replay_record(record)):
        acts = game.view(frame.state, None).acts
        trick = acts[-1].trick if frame.step and acts else -1
        yield _Moment(number, (frame.round, trick), tuple(_lines(game, frame)))


def _lines(game: Game[Any], frame: Frame) -> Iterator[str]:
    yield f"round {frame.round + 1}" if frame.step == 0 else f"  {frame.text}"
    hands = game.hands(frame.state)
    players = [Player(seat, "person", f"seat {seat}") for seat in range(len(hands))]
    for event in frame.events:
        if event.audience is None and (text := event_text(game.key, event, "", players, "en")):
            yield f"      {text}"
    for seat, hand in enumerate(hands):
        yield f"    {seat}: {cards_text(hand)}"


# -- stepping


def _step(moments: Sequence[_Moment]) -> bool:
    """Show moments as somebody asks for them; False when they want to end."""
    at, last = 0, len(moments) - 1
    print(_HELP)
    while True:
        print("\n".join(moments[at].lines))
        while True:
            try:
                said = input(f"[{at}/{last}] ").strip().lower()
            except EOFError:
                return False
            if said == "q":
                return False
            if not said and at == last:
                return True
            wanted = _target(moments, at, said)
            if wanted is not None:
                at = wanted
                break
            print(_HELP)


def _target(moments: Sequence[_Moment], at: int, said: str) -> int | None:
    """Return the moment that a word leads to, ``None`` for a word that is none."""
    last = len(moments) - 1
    begins = [0, *(n for n in range(1, last + 1) if moments[n].chapter != moments[n - 1].chapter)]
    if said.isascii() and said.isdigit():
        return min(int(said[:9]), last)
    return {
        "": min(at + 1, last),
        "n": min(at + 1, last),
        "b": max(at - 1, 0),
        "t": next((begin for begin in begins if begin > at), last),
        "p": next((begin for begin in reversed(begins) if begin < at), 0),
        "f": 0,
        "l": last,
    }.get(said)
