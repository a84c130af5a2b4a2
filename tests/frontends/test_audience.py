"""Who reads an answer on each platform: each subject, typed and pressed, carried out and refused, asked openly and privately."""

from collections.abc import Iterator
from dataclasses import MISSING, fields, replace
from itertools import product
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from bot.clock import SystemClock
from bot.frontends.discord.frontend import DiscordFrontend
from bot.present import render
from bot.present.screens.screen import Button, Screen, Span
from bot.session.port import commands as c
from bot.session.port.replies import MANNERS, Audience, Body, Menu, Reply, reply_to
from bot.session.port.updates import Notice
from tests.frontends.telegram.stage import Notebook, frontend_of, hand_update, info, table_update
from tests.patience import patient
from tests.present.rounds import filled
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import Group, TelegramSim

KINDS = {kind.__name__: kind for kind in get_args(Body)}
NOTICES = {
    "Notice": Notice("closed"),
    "Notice to start the private chat": Notice("page_seen_by_others", start_link=0),
    "Notice to hand on": Notice("invitation", {"table": 12, "game": "doudizhu", "code": "12-A", "ways": ""}, share="A"),
    "Menu": Menu(Notice("which_game"), ()),
    "Menu of who is banned": Menu(Notice("bans"), ()),
    "Menu whether the match is to end": Menu(Notice("end_sure"), ()),
}
GIVEN = {"table": info(), "game": "doudizhu", "replay": SimpleNamespace(id="M1.1")}


def sample(subject: str) -> Any:
    """Something that falls under this row; what a screen would show of it does not matter here."""
    if subject in NOTICES:
        return NOTICES[subject]
    kind: Any = KINDS[subject.partition(" ")[0]]
    needed = [one for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING]
    return kind(**{one.name: GIVEN.get(one.name) for one in needed})


def cases(manager: Notebook, *shown: Any) -> Iterator[tuple[str, str, list[Reply]]]:
    """Each subject with what is typed for it, and all that the manager then answers. ``shown``: a table and a hand."""
    own = {type(body).__name__: body for body in shown}
    for subject, ok, word in product(MANNERS, (True, False), ("table", "hand")):
        body, replies = own.get(subject) or sample(subject), list[Reply]()

        def answered(origin: c.Origin, command: c.Command) -> Reply:
            asked = c.TableSettings(name="clock") if subject.endswith("set") and word == "table" else command  # noqa: B023
            replies.append(reply_to(origin, asked, "en", body, ok=ok))  # noqa: B023
            return replies[-1]  # noqa: B023

        manager.answer = answered
        yield f"{subject}, {word}, {ok}", word, replies


@pytest.fixture(autouse=True)
def _one_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen("en", "The whole of it", ((Span("The whole of it"),),), ((Button("More", c.ShowHelp()),),))
    monkeypatch.setattr(render, "reply", lambda reply: screen)


def _read(sim: TelegramSim, group: Group) -> set[tuple[int, str]]:
    """What the bot has written there."""
    return {(one.message_id, one.text) for one in sim.messages(group, everyone=True) if not one.text.startswith("/")}


async def test_on_telegram_the_group_reads_what_the_table_allows_and_nothing_else() -> None:
    async with TelegramSim() as sim:
        manager = Notebook(changed=sim.changed)
        frontend = frontend_of(sim, pace=2000.0)
        await frontend.start(manager)
        await frontend.wait_connected()
        ann, ben, cem = (sim.user(f"player {number}", started=number < 3) for number in (1, 2, 3))
        somewhere = sim.group("friends", [ann, ben])
        for case, word, replies in cases(manager, table_update(somewhere), hand_update(somewhere, ann)):
            group = sim.group(case, [ann, ben, cem])  # in one and the same she would soon be answered in private
            frontend.show_table(table_update(group))
            shown = await sim.wait_for(lambda group=group: sim.find(group, "#12"))  # type: ignore[misc]  # bound now
            for press in (False, True):
                before, mine = _read(sim, group), len(manager.heard)
                if press:
                    await ann.press(shown, "House rules")
                else:
                    await ann.says(group, f"/{word}")
                await sim.wait_for(lambda mine=mine: len(manager.heard) > mine)  # type: ignore[misc]  # bound now
                await frontend._outbox.drained()
                read = _read(sim, group) - before
                reply = replies[-1]
                open_ = reply.audience is not Audience.SENDER and not reply.private
                assert open_ or not read, (case, press, reply, read)
                assert read or not open_ or press, (case, reply)
            before = _read(sim, group)
            await cem.says(group, f"/{word}")  # whom no private message reaches
            await sim.wait_for(lambda: replies[-1] is not reply)  # noqa: B023
            await frontend._outbox.drained()
            answers = {text for _, text in _read(sim, group) - before if "The whole of it" in text}
            assert not answers or replies[-1].audience is not Audience.SENDER, (case, answers)
        await frontend.stop()


async def test_on_discord_the_channel_reads_what_is_for_everybody_and_nothing_else() -> None:
    async with DiscordSim() as sim:
        manager, alice, bob = Notebook(), sim.user("player 1"), sim.user("player 2")
        channel = sim.guild(members=[alice, bob]).channel("friends")
        frontend = DiscordFrontend(sim.token, clock=SystemClock(), api_base_url=sim.base_url, pace=1000.0)
        await frontend.start(manager)
        await patient(frontend.wait_connected())
        here, mine = c.ChatRef("discord", str(channel.id)), c.UserRef("discord", str(alice.id))
        made: Any = SimpleNamespace(id=1, name="player 1")
        hand = filled(hand_update(made, made), user=mine, chat=here)
        for case, word, replies in cases(manager, replace(table_update(made), chat=here), hand):
            handle = await alice.slash(channel, word)
            reply, answer = replies[-1], handle.response
            assert answer is not None
            assert answer.ephemeral is (reply.audience is not Audience.EVERYBODY), case
            if not answer.has_button("More"):
                continue
            before = alice.sees()
            again = await bob.press(answer, "More") if not answer.ephemeral else None
            together = replies[-1].audience is Audience.EVERYBODY
            assert again is None or (again.response is answer) is together, case
            assert together or alice.sees() == before, case
        await frontend.stop()
        assert sim.violations == []


def test_at_the_page_and_in_private_nobody_else_reads_anything() -> None:
    user, room = c.UserRef("web", "1"), c.ChatRef("web", "a-room-of-mine")
    for subject, chat, ok in product(MANNERS, (room, None), (True, False)):
        origin = c.Origin("1", user, "player 1", chat, ephemeral=True, page=chat is not None)
        reply = reply_to(origin, c.ShowTable(), "en", sample(subject), ok=ok)
        assert (reply.audience, reply.private) == (Audience.SENDER, True), subject
