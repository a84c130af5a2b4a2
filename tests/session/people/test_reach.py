"""Nobody is dealt a hand that they cannot see; hidden decisions are taken in private."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bot.session.port import commands as c
from bot.session.port.protocols import ChatMoved
from bot.session.port.updates import Notice
from bot.session.state import book as books
from games import GAMES
from games.contract import Awaited, View
from storage.api import Store
from tests.memory import MemoryStore
from tests.session.world import RecordingFrontend, World, code

NAMES = ("ann", "bob", "cat")


@pytest.fixture
async def telegram() -> AsyncIterator[World]:
    """A platform where people must press Start first; ``bob`` has not."""
    frontend = RecordingFrontend(needs_start=True)
    frontend.blocked.add("bob")
    made = await World(MemoryStore(), frontends=(frontend,)).start()
    yield made
    await made.stop()


async def test_who_cannot_be_reached_is_told_at_join_with_the_link_that_mends_it(telegram: World) -> None:
    await telegram.do("ann", c.NewTable("doudizhu"))
    reply = await telegram.do("bob", c.Join())
    assert reply.body == Notice("joined_start", {"table": 1, "seat": 2}, start_link=1)
    shown = telegram.chat.table()
    assert [player.reachable for player in shown.players if player.kind == "person"] == [True, False]
    assert shown.ping == (c.UserRef("chat", "bob"),)
    assert "joined_hello" in telegram.chat.codes("ann")
    await telegram.do("bob", c.Leave())
    again = await telegram.do("bob", c.Join())
    assert again.body == Notice("joined_unreachable", {"table": 1, "seat": 2, "platform": "chat"}, start_link=1)


async def test_nobody_is_dealt_a_hand_that_they_cannot_see(telegram: World) -> None:
    number = await telegram.seated(*NAMES)
    refused = await telegram.do("ann", c.DealCards(number))
    assert refused.body == Notice("unreachable_players", {"names": "Bob"})
    assert (await telegram.do("bob", c.DealCards(number))).body == replace(refused.body, start_link=number)
    assert telegram.book(number).row.state == "lobby"
    telegram.chat.blocked.clear()
    started = await telegram.do("bob", c.Started(f"t{number}"), private=True, reachable=True)
    shown = telegram.chat.table(number)
    told = {"table": number, "game": "doudizhu", "chat": "Friends"}
    assert started.body == Notice("joined_hello", told, back=(number, shown.chat, shown.post.message))
    unnamed = await telegram.do("bob", c.Started(), private=True, reachable=True)
    assert unnamed.body == started.body, "who sits already is not told to join a table"
    assert all(player.reachable for player in telegram.chat.table(number).players)
    assert (await telegram.do("ann", c.DealCards(number))).ok


async def test_who_becomes_unreachable_in_a_round_is_called_in_the_group(telegram: World) -> None:
    telegram.chat.blocked.clear()
    number = await telegram.dealt(*NAMES, clock="0")
    telegram.chat.blocked.add("cat")
    while NAMES[telegram.book(number).awaited[0].seat] != "cat":
        await telegram.one_step(number)
    assert any(c.UserRef("chat", "cat") in update.ping for update in telegram.chat.tables)
    hand = await telegram.do("cat", c.MyHand(number))
    assert (code(hand), hand.body.start_link) == ("hand_unreachable", number)  # type: ignore[union-attr]


async def test_where_the_group_can_show_a_hand_to_one_person_everybody_is_reachable(store: Store) -> None:
    frontend = RecordingFrontend()
    frontend.blocked.update(NAMES)
    world = await World(store, frontends=(frontend,)).start()
    for name in NAMES:
        await world.do(name, c.Prefer("hand", "private"))  # else nobody who is shown the hand there is tried before
    await world.do("ann", c.NewTable("doudizhu"), ephemeral=True)
    await world.do("bob", c.Join(), ephemeral=True)
    closed = await world.do("cat", c.Join())
    assert code(closed) == "joined"
    assert code(await world.do("ann", c.DealCards(), ephemeral=True)) == "unreachable_players"
    await world.do("cat", c.Ready(), ephemeral=True)
    assert code(await world.do("ann", c.DealCards(), ephemeral=True)) == "dealt"
    first = NAMES[world.book().awaited[0].seat]
    assert world.chat.table().ping == (c.UserRef("chat", first),)
    world = await world.restarted()
    assert all(player.reachable for player in world.chat.table().players)


async def test_a_group_that_moved_keeps_its_table(world: World) -> None:
    number = await world.dealt(*NAMES)
    world.manager.report(ChatMoved("chat", "g1", "g1-super"))
    await world.settle()
    assert world.chat.table(number).chat == c.ChatRef("chat", "g1-super")
    assert world.chat.table(number).post.message is None
    here = c.ChatRef("chat", "g1-super")
    assert (await world.do("ann", c.ShowTable(), chat=here)).ok
    assert code(await world.do("ann", c.DealCards(), chat=here)) == "round_running"


class _Secretive:
    """Dou Dizhu in which every call is hidden: what a game with hidden decisions looks like to the session."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def awaited(self, state: Any) -> tuple[Awaited, ...]:
        return tuple(replace(entry, private=True) for entry in self._game.awaited(state))

    def view(self, state: Any, viewer: int | None) -> View:
        view: View = self._game.view(state, viewer)
        return replace(view, awaited=self.awaited(state))


async def test_hidden_decisions_are_refused_unexamined_in_a_group(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(books, "GAMES", {"doudizhu": _Secretive(GAMES["doudizhu"])})
    number = await world.dealt(*NAMES)
    name = NAMES[world.book(number).awaited[0].seat]
    for text in ("bid 1", "bid 9", "play X X", "nonsense"):
        reply = await world.do(name, c.PlayText(text, number))
        assert reply.body == Notice("hidden_in_private", {"table": number}, start_link=number)
        assert code(await world.do(name, c.PlayText(text, number), ephemeral=True)) == "hidden_in_private"
    button = world.chat.panel(name, number).offers[0].command
    assert code(await world.do(name, button)) == "hidden_in_private"
    assert (await world.do(name, button, ephemeral=True)).ok
    name = NAMES[world.book(number).awaited[0].seat]
    assert (await world.do(name, c.PlayText("bid 2", number), private=True)).ok
