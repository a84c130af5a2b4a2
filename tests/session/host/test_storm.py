"""Everybody presses everything at once: nothing breaks, nothing is done twice, and the log tells the same story."""

import asyncio
import random
from typing import Any

import pytest

from bot.session.port import commands as c
from bot.session.port.replies import Reply
from bot.session.port.updates import Notice
from storage.api import Store
from tests.seeds import seeds
from tests.session.host.test_restart import picture
from tests.session.world import OTHER_GROUP, World

PEOPLE = ("ann", "bob", "cat", "dan")
_FAULTS = {"internal_error", "table_is_broken", "store_unavailable"}


class Storm:
    """People who press old and new buttons and type whatever comes to mind."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.source = random.Random(seed)
        self.buttons: list[c.Command] = []

    def collect(self) -> None:
        """Every button that anybody has seen."""
        for update in self.world.chat.hands[-6:]:
            panel = update.panel
            if panel is None:
                continue
            found = [*(offer.command for offer in panel.offers), *(counter.command for counter in panel.counters)]
            found += [*(offer.command for offer in panel.readings), *(command for _, command in panel.suits)]
            found += [counter.command for counter in panel.cards]
            found += [command for command in (panel.pass_now, panel.advance, panel.play, panel.hint) if command]
            self.buttons += self.source.sample(found, min(4, len(found)))

    def command(self) -> c.Command:
        pick = self.source
        number = pick.choice([None, None, None, 1, 1, 2, 99])
        typed = pick.choice(["pass", "play 3", "play x", "bid 1", "bid 3", "77", "不要", "play 3-7", "", "play 2 2"])
        made: list[c.Command] = [
            c.PlayText(typed, number), c.Ready(number), c.DealCards(number), c.AdvancePass(number), c.Away(number),
            c.Back(number), c.MyHand(number), c.ShowTable(number), c.Hint(number), c.Join(number), c.Leave(number),
            c.FillAi(number), c.End(number), c.Vote(number), c.Kick(number, name=pick.choice(["1", "2", "Bob"])),
            c.TableSettings(number, "spring", "3"), c.Leaderboard(), c.Stats(), c.History(), c.ShowHelp(), c.ShowRules(),
            c.Started("t1"), c.Language("zh"), c.Substitute(number, pick.randrange(5)), c.Join(number, pick.randrange(5)),
            c.Consent(number, pick.randrange(4), pick.random() < 0.7), c.DoVerb("burn", "5 x", number),
            c.DoVerb("tribute", "A", number), c.DoVerb("return", "5", number),
            *(c.DoVerb(verb, "", number) for verb in ("decline", "challenge", "revolt", "yield")),
            c.Prefer("burn", pick.choice(["never", "ask"])), c.Prefer("declare", "never"),
        ]  # fmt: skip
        if self.buttons and pick.random() < 0.5:
            return pick.choice(self.buttons)
        if pick.random() < 0.5:
            return c.PlayText(typed, number)
        return pick.choice(made)

    def origin(self) -> c.Origin:
        pick = self.source
        private = pick.random() < 0.5
        more: dict[str, Any] = {} if pick.random() < 0.95 else {"chat": OTHER_GROUP}
        origin = self.world.origin(pick.choice(PEOPLE), private=private)
        return c.Origin(origin.update, origin.user, origin.name, more.get("chat", origin.chat), "Friends")


def check(reply: Reply) -> None:
    assert not (isinstance(reply.body, Notice) and reply.body.code in _FAULTS), reply


@pytest.mark.parametrize("game", ["doudizhu", "guandan", "gouji"])
@pytest.mark.parametrize("seed", seeds(1, 6))
async def test_a_storm_of_commands_leaves_a_table_that_its_log_explains(store: Store, seed: int, game: str) -> None:
    world = await World(store, seed=seed).start()
    await world.seated("ann", "bob", "cat", game=game)
    if game != "doudizhu":
        await world.do("ann", c.FillAi(1, level="easy"))
    await world.do("ann", c.DealCards(1))
    storm = Storm(world, seed)
    for _ in range(40):
        storm.collect()
        asked = [(storm.origin(), storm.command()) for _ in range(6)]
        asked += asked[:2]  # delivered twice
        for reply in await asyncio.gather(*(world.manager.handle(*one) for one in asked)):
            check(reply)
        for words in ("", "burn", "return", "3", "burn x"):
            await world.manager.completions(storm.origin(), words, storm.source.choice([None, 1]))
        await world.settle()
        await world.advance(storm.source.choice([0.5, 3.0, 30.0]))
        if 1 not in world.manager.session.tables:
            break
    tables = list(world.manager.session.tables)
    before = {number: picture(world, number) for number in tables}
    async with store.begin() as unit:
        for number in tables:
            lines = await unit.matches.actions(world.book(number).row.match) if world.book(number).row.match else []
            assert [line.seq for line in lines] == list(range(len(lines)))
    world = await world.restarted()
    assert {number: picture(world, number) for number in world.manager.session.tables} == before
