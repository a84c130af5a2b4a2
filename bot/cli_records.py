"""``paiju export``: a finished match or round as a scenario file that ``paiju check`` accepts."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Sequence
from typing import Any

from bot.cli_replay import rules_note
from bot.errors import CommandError
from bot.session.state.round_rows import read_deal
from games import GAMES
from games.base.errors import GameError
from games.contract import Game, Json
from games.record import Record, RoundRecord, scenario_text
from games.record import export as export_record
from games.scenario import ScenarioError
from storage.databases import open_store
from storage.themes.matches import ActionRow, RoundRow

__all__ = ["export"]

_ID = re.compile(r"M?(\d{1,9})(?:\.(\d{1,5}))?", re.IGNORECASE)


def export(text: str, url: str) -> int:
    """Print a finished match or round as a scenario file. Works beside a running bot."""
    found = _ID.fullmatch(text.strip())
    if found is None:
        raise CommandError(f"{text!r} is no id; a match is M17, one of its rounds M17.3")
    match, number = int(found[1]), int(found[2]) if found[2] else None
    record, older = asyncio.run(_stored(url, match, number))
    try:
        scenario = export_record(record)
    except (ScenarioError, GameError):
        reason = f"; it was played under rules version {older}, which today's cannot follow" if older else ""
        raise CommandError(f"{text} has no finished round that can be shown{reason}") from None
    print(scenario_text(_noted(scenario, older)), end="")
    return 0


def _noted(scenario: dict[str, Json], older: int) -> dict[str, Json]:
    """Return the scenario with a note of the rules that it was played under, if they are not today's."""
    if not older:
        return scenario
    head = {"title": scenario["title"], "note": rules_note(older)}
    return head | {key: value for key, value in scenario.items() if key != "title"}


async def _stored(url: str, match: int, number: int | None) -> tuple[Record, int]:
    """Return the record of what is finished, and the older version of the rules that it was played under (0:
    today's).
    """
    store = await open_store(url, beside=True)
    try:
        async with store.begin() as unit:
            row = await unit.matches.get(match)
            rounds = await unit.matches.rounds(match) if row else ()
            actions = await unit.matches.actions(match) if row else ()
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
    older = min((row.rules_version for row in finished if row.rules_version != game.rules_version), default=0)
    if older:
        print(f"paiju: played under rules version {older}, this is {game.rules_version}", file=sys.stderr)
    title = f"M{match}" + (f".{number}" if number is not None else "")
    return _record(row.options, game, finished, actions, title), older


def _record(
    options: str, game: Game[Any], rounds: Sequence[RoundRow], actions: Sequence[ActionRow], title: str
) -> Record:
    records = []
    for played in rounds:
        lines = tuple((action.seat, action.line) for action in actions if action.round == played.round)
        records.append(RoundRecord(read_deal(played.deal), json.loads(played.carry_in), lines))
    return Record(game.key, game.option_set.complete(json.loads(options)), tuple(records), title)
