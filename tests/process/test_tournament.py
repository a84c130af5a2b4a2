"""A tournament of sixteen, six of them AI players, through the real program, which is killed and started again in the middle."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.frontends.telegram.house import YOUR_TURN, moves, panel_of
from tests.process.conftest import Starter
from tests.process.evening import Evening, no_hand_was_logged, rows_of
from tests.simulators.telegram import Group, Message, Person, TelegramSim

pytestmark = pytest.mark.process


class Field:
    """The people of a tournament in their group."""

    def __init__(self, telegram: TelegramSim) -> None:
        self.telegram = telegram
        self.people = [telegram.user(f"player {number}", started=True) for number in range(1, 11)]
        self.group: Group = telegram.group("friends", self.people, owner=self.people[0])

    def standings(self) -> Message | None:
        return next((m for m in reversed(self.telegram.messages(self.group)) if m.text.startswith("🏆")), None)

    def says(self, text: str) -> bool:
        shown = self.standings()
        return shown is not None and text in shown.text

    def to_act(self) -> tuple[Person, Message] | None:
        for person in self.people:
            panel = panel_of(person)
            if panel is not None and moves(panel) and any(sign in panel.text for sign in YOUR_TURN):
                return person, panel
        return None

    async def one_move(self, until: str) -> bool:
        """Somebody plays what goes furthest; ``False`` once the standings say that it is so far."""
        await self.telegram.wait_for(lambda: self.to_act() or self.says(until))
        turn = self.to_act()
        if turn is None:
            return False
        person, panel = turn
        before = panel.content
        await person.press(panel, moves(panel)[-1])
        await self.telegram.wait_for(lambda: panel.deleted or panel.content != before or panel_of(person) is not panel)
        return True


async def test_a_tournament_of_sixteen_goes_on_through_power_cuts(
    telegram: TelegramSim, program: Starter, tmp_path: Path
) -> None:
    evening = await Evening(telegram, program, tmp_path, 3).start()
    field = Field(telegram)
    boss, *others = field.people
    await boss.says(field.group, "/tournament gandengyan rounds=2 deals=1 fill=16 players=4")
    sign_up = await telegram.wait_for(field.standings)
    leads = (await boss.press(sign_up, "Sign up")).url
    await boss.follows(leads or "")
    await telegram.wait_for(lambda: telegram.find(boss, "press “Sign up” once more"))
    for person in field.people:
        await person.starts()
    await telegram.wait_for(lambda: all(person.inbox for person in field.people))
    for person in field.people:
        assert "You are in" in await person.press(sign_up, "Sign up")
    assert "Only administrators" in await others[0].press(sign_up, "Start")
    await telegram.wait_for(lambda: field.says("Signed up: 10"))
    await boss.press(sign_up, "Start")
    await telegram.wait_for(lambda: field.says("Round 1 of 2"))
    for _ in range(8):
        assert await field.one_move("Round 2 of 2")
    await evening.power_cut()
    while await field.one_move("Round 2 of 2"):
        if field.says("Round 2 of 2"):
            break
    await field.one_move("Final standings")
    await evening.power_cut()
    while await field.one_move("Final standings"):
        pass
    assert await evening.running.stop() == 0

    assert [row for (row,) in rows_of(tmp_path, "SELECT state FROM tournaments")] == ["over"]
    assert rows_of(tmp_path, "SELECT count(*), count(user) FROM entrants") == [(16, 10)]
    assert rows_of(tmp_path, "SELECT stage, count(*) FROM pairings GROUP BY stage") == [(1, 4), (2, 4)]
    assert rows_of(tmp_path, "SELECT deal, count(*) FROM scores GROUP BY deal") == [(1, 4), (2, 4)]
    by_stage: dict[int, set[str]] = {}
    for stage, deal in rows_of(
        tmp_path,
        'SELECT p.stage, r.deal FROM pairings p JOIN matches m ON m."table" = p."table" JOIN rounds r ON r.match = m.id',
    ):
        by_stage.setdefault(stage, set()).add(json.dumps(json.loads(deal), sort_keys=True))
    assert {stage: len(deals) for stage, deals in by_stage.items()} == {1: 1, 2: 1}, "the same cards at all four tables"
    shown = [m for m in telegram.messages(field.group) if m.text.startswith("🏆")]
    assert len(shown) == 1, "one message that stays current"
    assert shown[0].content.photo is not None, "the last one with a picture"
    assert len(re.findall(r"\d%", shown[0].text)) == 16
    assert not any("cards" in m.text and "Other tables" not in m.text for m in telegram.messages(field.group)[1:-1])
    assert telegram.unanswered == 0
    no_hand_was_logged([*evening.said, *evening.running.output, *evening.running.errors], tmp_path)
