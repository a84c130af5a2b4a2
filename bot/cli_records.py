"""``paiju export`` and ``paiju replay``: finished matches as scenario files, and looking at them step by step."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.errors import CommandError
from bot.present.deeds import event_text
from bot.session.book import read_deal
from bot.session.updates import Player
from games import GAMES
from games.contract import Game
from games.errors import GameError
from games.kit.cards import cards_text
from games.record import Frame, Record, RoundRecord, load, scenario_text
from games.record import export as export_record
from games.record import replay as replay_record
from games.scenario import Scenario, ScenarioError, read_scenario, read_scenarios, why
from storage.api import ActionRow, RoundRow
from storage.sql import open_store

__all__ = ["export", "replay"]

_ID = re.compile(r"M?(\d{1,9})(?:\.(\d{1,5}))?", re.IGNORECASE)


def export(text: str, url: str) -> int:
    """Print a finished match or round as a scenario file. Works beside a running bot."""
    found = _ID.fullmatch(text.strip())
    if found is None:
        raise CommandError(f"{text!r} is no id; a match is M17, one of its rounds M17.3")
    match, number = int(found[1]), int(found[2]) if found[2] else None
    record = asyncio.run(_stored(url, match, number))
    try:
        print(scenario_text(export_record(record)), end="")
    except (ScenarioError, GameError):
        raise CommandError(f"{text} has no finished round that can be shown") from None
    return 0


async def _stored(url: str, match: int, number: int | None) -> Record:
    store = await open_store(url, beside=True)
    try:
        async with store.begin() as unit:
            row = await unit.match(match)
            rounds = await unit.rounds(match) if row else ()
            actions = await unit.actions(match) if row else ()
    finally:
        await store.close()
    if row is None:
        raise CommandError(f"there is no match M{match}")
    game = GAMES.get(row.game)
    if game is None:
        raise CommandError(f"M{match} is a match of {row.game}, which this version does not have")
    chosen = [played for played in rounds if number is None or played.round == number]
    if number is not None and not chosen:
        raise CommandError(f"M{match} has no round {number}")
    # The deal is a secret until the round is over.
    finished = [played for played in chosen if played.status == "over"]
    if not finished:
        raise CommandError("that round is not finished" if number is not None else f"M{match} has no finished round")
    for played in finished:
        if played.rules_version != game.rules_version:
            print(
                f"paiju: M{match}.{played.round} was played under rules version {played.rules_version}, "
                f"this is {game.rules_version}",
                file=sys.stderr,
            )
    return _record(row.options, game, finished, actions, f"M{match}" + (f".{number}" if number is not None else ""))


def _record(
    options: str, game: Game[Any], rounds: Sequence[RoundRow], actions: Sequence[ActionRow], title: str
) -> Record:
    records = []
    for played in rounds:
        lines = tuple((action.seat, action.line) for action in actions if action.round == played.round)
        records.append(RoundRecord(read_deal(played.deal), json.loads(played.carry_in), lines))
    return Record(game.key, game.option_set.complete(json.loads(options)), tuple(records), title)


def replay(path: Path, *, wait: bool) -> int:
    """Print every step of a scenario file; ``wait``: after each one, for Enter (if a person is there)."""
    scenarios = _scenarios(path)
    for scenario in scenarios:
        print(f"— {scenario.title}" + (f" ({scenario.rule})" if scenario.rule else ""))
        try:
            record = load(scenario)
            for frame in replay_record(record):
                _show(GAMES[record.game], frame)
                if wait and sys.stdin.isatty():
                    input()
        except GameError as error:
            raise CommandError(f"{path}: {why(error)}") from None
        except ScenarioError as error:
            raise CommandError(f"{path}: {error}") from None
    return 0


def _scenarios(path: Path) -> list[Scenario]:
    try:
        return [read_scenario(raw) for raw in read_scenarios(path.read_text(encoding="utf-8"))]
    except (OSError, UnicodeError) as error:
        raise CommandError(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'not a text'}") from None
    except ScenarioError as error:
        raise CommandError(f"{path}: {error}") from None


def _show(game: Game[Any], frame: Frame) -> None:
    if frame.step == 0:
        print(f"round {frame.round + 1}")
    else:
        print(f"  {frame.text}")
    hands = game.hands(frame.state)
    players = [Player(seat, "person", f"seat {seat}") for seat in range(len(hands))]
    for event in frame.events:
        if event.audience is None and (text := event_text(game.key, event, "", players, "en")):
            print(f"      {text}")
    for seat, hand in enumerate(hands):
        print(f"    {seat}: {cards_text(hand)}")
