"""Moves that follow each other at once are seen as one: the group's message is not edited for each of them."""

from pathlib import Path

from tests.apart import APART
from tests.frontends.telegram.house import moves, open_house, panel_of
from tests.simulators.telegram import Message, Person, TelegramSim
from tests.simulators.telegram.world import Content


def asked(person: Person, before: Content | None = None) -> Message | None:
    """The panel that asks somebody something, once it says something else than before."""
    panel = panel_of(person)
    return panel if panel is not None and panel.content != before and moves(panel) else None


async def test_moves_of_ai_players_one_right_after_the_other_become_one_edit(sim: TelegramSim, tmp_path: Path) -> None:
    ann = sim.user("ann", started=True)
    await ann.starts()
    group = sim.group("friends", [ann])
    lines = edits = 0
    async with open_house(sim, tmp_path) as house:
        for said in ("/new doudizhu deals=1", "/ai", "/deal"):
            await ann.says(group, said)
        for _ in range(6):
            panel = await sim.wait_for(lambda: asked(ann))
            (table,) = house.manager.session.tables.values()
            calls, seq, before = len(sim.calls), table.book.play.seq, panel.content
            await ann.press(panel, moves(panel)[0])
            await sim.wait_for(lambda old=before: asked(ann, old))  # type: ignore[misc]  # typed by its use
            await house.frontend._outbox.drained()
            lines += table.book.play.seq - seq
            edits += sum(call.chat == group.id and call.method == "editMessageText" for call in sim.calls[calls:])
    assert lines >= 18, "two AI players move after each press"
    assert APART or edits < lines, "who thinks in a process of its own does not move right after another"
