"""The program through an evening of power cuts, and what is looked at afterwards."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path
from typing import Any, Final

from tests.frontends.telegram.foursome import Foursome
from tests.process.conftest import Starter, tokens
from tests.process.program import Program
from tests.simulators.telegram import Person, TelegramSim

__all__ = ["Evening", "no_hand_was_logged", "nobody_saw_the_hands_of_others", "rows_of"]

_DATABASE: Final = "paiju.db"


def rows_of(folder: Path, query: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect(f"file:{folder / _DATABASE}?mode=ro", uri=True) as connection:
        rows = connection.execute(query).fetchall()
    connection.close()
    return rows


def _log(folder: Path) -> list[tuple[Any, ...]]:
    return rows_of(folder, "SELECT match, seq, round, seat, line FROM actions ORDER BY match, seq")


def _dealt(folder: Path) -> list[list[str]]:
    """The hands of every round, as they were dealt."""
    return [json.loads(deal)["hands"] for (deal,) in rows_of(folder, "SELECT deal FROM rounds")]


class Evening:
    """The program, killed and started again on the same database whenever a test says so."""

    def __init__(self, telegram: TelegramSim, program: Starter, folder: Path, seed: int) -> None:
        self._telegram = telegram
        self._seed = seed
        self._program = program
        self.folder = folder
        self.running: Program
        self.said: list[str] = []

    async def start(self) -> Evening:
        self.running = await self._program(
            **tokens(self._telegram), TURN_SECONDS="0", PAIJU_SEED=str(self._seed)
        ).start()
        return self

    async def power_cut(self) -> None:
        before = _log(self.folder)
        await self.running.kill()
        self.said += [*self.running.output, *self.running.errors]
        await self.start()
        after = _log(self.folder)
        for match in {row[0] for row in before}:
            lines = [row for row in before if row[0] == match]
            assert [row for row in after if row[0] == match][: len(lines)] == lines


def _hands_shown(person: Person) -> set[str]:
    """Every longer hand that a panel of this person has shown."""
    return {found[1] for text in person.sees() for found in re.finditer(r"Your \d\d cards: (.{40,})", text)}


def nobody_saw_the_hands_of_others(four: Foursome) -> None:
    for person in four.people:
        hands = _hands_shown(person)
        assert len(hands) > 3  # later ones are shorter
        for other in four.people:
            seen = "\n".join(text for text in other.sees() if "left: " not in text)  # a result shows what was left
            assert other is person or not any(hand in seen for hand in hands)


def no_hand_was_logged(lines: list[str], folder: Path) -> None:
    said = "\n".join(lines)
    assert "Traceback" not in said
    for hands in _dealt(folder):
        assert not any(text in said for text in hands)
