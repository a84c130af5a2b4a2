"""A round of Gou Ji at the speed at which people play, under Telegram's published rates: nothing is refused, nobody waits."""

import asyncio
import random
from collections.abc import AsyncIterator, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.delivery.messenger import CALM
from bot.session.host.session import SessionSettings
from bot.session.host.thinker import InlineThinker
from bot.session.manager import SessionManager
from storage.databases import open_store
from tests.databases import database_in
from tests.simulators.telegram import TelegramSim
from tests.simulators.telegram.limits import Rates

from .foursome import Foursome, passes
from .house import moves, panel_of
from .stage import frontend_of
from .storytime import StoryClock, StoryTime

SEED = 3
LAG = CALM + 3.0
"""Seconds after which everybody in the group can read what somebody did, while all who play read it in their panels at once."""
CALLED = 2.5  # Seconds after which whoever is asked can read so: a private chat takes a message a second


class Counted(Rates):
    """The platform's rates, with a list of what was let through and a count of what was not."""

    def __init__(self, clock: StoryClock) -> None:
        super().__init__(1.0, clock=clock.monotonic)
        self.clock = clock
        self.taken: dict[int, list[float]] = {}
        self.refused = 0

    def take(self, chat_id: int, group: bool) -> int | None:
        wait = super().take(chat_id, group)
        if wait is None:
            self.taken.setdefault(chat_id, []).append(self.clock.monotonic())
        else:
            self.refused += 1
        return wait


@dataclass
class Evening:
    """Six people, the whole bot, and the time of the evening."""

    sim: TelegramSim
    story: StoryTime
    six: Foursome
    rates: Counted
    dice: random.Random = field(default_factory=lambda: random.Random(SEED))
    acts: list[float] = field(default_factory=list)  # When somebody acted
    delays: list[float] = field(default_factory=list)
    """Seconds from an act until somebody reads on their phone that they are asked."""

    async def meanwhile(self, work: Coroutine[Any, Any, Any]) -> None:
        """Time passes until this has been done."""
        doing = asyncio.create_task(work)
        while not doing.done():
            await self.story.passes(0.1)
        await doing

    async def one_act(self) -> bool:
        """Somebody is asked, thinks, and acts; false when the match is over."""
        since = self.story.at
        while not (turns := self.six.to_act()):
            if self.six.over():
                return False
            await self.story.passes(0.1)
        self.delays.append(self.story.at - since)
        person, panel = self.dice.choice(turns)
        idle = self.dice.random() < 0.5
        button = next((button for button in moves(panel) if passes(button) == idle), moves(panel)[0])
        await self.story.passes(self.dice.uniform(1.0, 2.5) if passes(button) else self.dice.uniform(2.0, 6.0))
        if panel is not panel_of(person) or button not in panel.buttons:
            return True  # it was answered by itself meanwhile
        self.acts.append(self.story.at)
        await self.six.answers(person, panel, button)
        await self.story.rests()
        return True


@pytest.fixture
async def evening(sim: TelegramSim, tmp_path: Path) -> AsyncIterator[Evening]:
    story = StoryTime()
    inside, outside = StoryClock(story), StoryClock(story)
    store = await open_store(database_in(tmp_path))
    manager = SessionManager(store, inside, InlineThinker(), SessionSettings(ai_delay=0.0, seed=SEED))
    frontend = frontend_of(sim, clock=outside, pace=1.0)
    manager.add_frontend(frontend)
    await manager.start()
    await frontend.start(manager)
    await frontend.wait_connected()
    sim.rates = rates = Counted(StoryClock(story))

    def busy() -> bool:
        sending = any(
            task.get_name() == "telegram press"
            or task.get_name().removeprefix("telegram outbox ").lstrip("-").isdigit()
            for task in asyncio.all_tasks()
        )
        asked = sim.unanswered or sim.updates.unconfirmed
        return bool(sending or asked) or len(manager.session.tasks) + 1 > inside.sleeping

    story.busy = busy
    people = [sim.user(f"player {number}", started=True) for number in range(1, 7)]
    yield Evening(sim, story, Foursome(sim, sim.group("friends", people), people, game="Gou Ji"), rates)
    await frontend.stop()
    await manager.stop()
    await store.close()


def most_in_a_minute(times: list[float]) -> int:
    return max(sum(1 for each in times if at <= each < at + 60.0) for at in times)


async def test_a_whole_match_at_the_speed_of_people_stays_within_twenty_group_messages_a_minute(
    evening: Evening,
) -> None:
    sim, six = evening.sim, evening.six
    await evening.meanwhile(six.sit_down("Quick"))
    begun = evening.story.at
    while await evening.one_act():
        pass
    await evening.story.passes(5.0)
    here = [at for at in evening.rates.taken[six.group.id] if at >= begun]
    shown_after = [next(at for at in here if at >= act) - act for act in evening.acts]
    assert len(evening.acts) > 100
    assert evening.rates.refused == 0
    assert most_in_a_minute(here) <= 20
    assert max(shown_after) < LAG, "the table lags behind"
    assert max(evening.delays) < CALLED, "somebody is asked and does not know it"
    boards = [m for m in six.group.messages if m.from_bot and "Gou Ji · #1" in m.text]
    assert len([m for m in boards if not m.deleted]) <= 2, "the table stands there once, and its result"
    assert len(boards) <= 2 + len(evening.acts) // 25, "it comes back to the bottom now and then only"
    assert sim.violations == []
    assert sim.unanswered == 0
    for place in ("1st", "2nd", "3rd", "4th", "5th", "6th"):
        assert place in six.table_message().text
    assert not any("Your 36 cards" in state.text for m in six.group.messages for state in m.history)
