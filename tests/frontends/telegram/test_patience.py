"""One person who types or presses without end does not keep a group from its table."""

import asyncio
from dataclasses import replace

import pytest

from bot.frontends.telegram.frontend import TelegramFrontend
from bot.frontends.telegram.outgoing.wire import Patience
from bot.session.port.replies import Audience, Placement
from tests.simulators.telegram import Person, TelegramSim

from .stage import Notebook, connected, said, table_update
from .storytime import StoryClock, StoryTime
from .test_delivery import first_table


@pytest.fixture
def story(sim: TelegramSim) -> StoryTime:
    """Time stands still while anything is sent or handled."""

    def busy() -> bool:
        names = (task.get_name().removeprefix("telegram outbox ") for task in asyncio.all_tasks())
        return bool(sim.updates.unconfirmed) or any(name.lstrip("-").isdigit() for name in names)

    time = StoryTime()
    time.busy = busy
    return time


@pytest.mark.parametrize(("private", "answered"), [(False, 4), (True, 6)])
async def test_somebody_who_types_without_end_does_not_hold_up_the_table(
    sim: TelegramSim, manager: Notebook, story: StoryTime, ann: Person, cem: Person, private: bool, answered: int
) -> None:
    frontend = await connected(sim, manager, pace=1.0, clock=StoryClock(story))
    group = sim.group("friends", [ann, cem])
    await first_table(sim, frontend, group, ann)
    spoken = said() if private else replace(said(), audience=Audience.TABLE, placement=Placement.BELOW)
    manager.answer = lambda origin, command: spoken
    for n in range(40):
        await cem.says(group, "/hint" if n % 2 else "/play 7 7")
        await sim.wait_for(lambda n=n: len(manager.heard) > n)  # type: ignore[misc]  # bound now
        if private:  # each is tried in the private chat, which is closed, before the group hears of it
            await story.passes(1.1)
            await sim.wait_for(lambda n=n: len(sim.called("sendMessage", cem)) > n)  # type: ignore[misc]  # bound now
    frontend.show_table(table_update(group, ann, cem, version=1))
    asked = story.at
    while frontend.outbox.waiting or "player 3" not in sim.messages(group)[-1].text:
        await story.passes(0.1)
        assert story.at < asked + 10.0, "the table waits for a few answers, at one message a second"
    assert len(sim.messages(group)[:-1]) == answered
    await frontend.stop()


async def test_presses_without_end_are_answered_where_they_are_pressed(
    sim: TelegramSim, frontend: TelegramFrontend, manager: Notebook, ann: Person, cem: Person
) -> None:
    group = sim.group("friends", [ann, cem])
    message = await first_table(sim, frontend, group, ann)
    manager.answer = lambda origin, command: said()
    answers = [await cem.press(message, "Join") for _ in range(20)]
    assert all(answer.show_alert for answer in answers)
    await sim.wait_for(lambda: not frontend.outbox.waiting)
    assert len(sim.called("sendMessage", group)) == 1


async def test_somebody_who_waits_a_while_is_answered_in_the_group_again() -> None:
    patience = Patience()
    answered = [second for second in range(120) for _ in range(3) if patience.allows(-7, 1, float(second))]
    assert answered == [0, 0, 0, 1, *range(15, 120, 15)]
    assert patience.allows(-7, 2, 5.0)
    assert patience.allows(-8, 1, 5.0)
