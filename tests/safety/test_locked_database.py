"""A real database file that somebody else holds: people are told in a sentence, and nothing is half done."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.session.port import commands as c
from storage.databases import open_store
from tests.session.world import World, code

NAMES = ("ann", "bob", "cat")


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another program writes, and does not come to an end."""
    other = sqlite3.connect(path, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    finally:
        other.close()


async def test_while_another_program_holds_the_file_nothing_changes_and_afterwards_the_same_press_counts(
    tmp_path: Path,
) -> None:
    path = tmp_path / "paiju.db"
    world = await World(await open_store(f"sqlite+aiosqlite:///{path}")).start()
    number = await world.dealt(*NAMES)
    seat = world.book(number).awaited[0].seat
    panel = world.chat.hand(NAMES[seat]).panel
    assert panel is not None
    press = world.origin(NAMES[seat], private=True)
    book, shown = world.book(number), (len(world.chat.tables), len(world.chat.hands), len(world.chat.told))
    with held(path):
        reply = await world.manager.handle(press, panel.offers[0].command)
        assert code(reply) == code(await world.do("dan", c.NewTable("doudizhu"))) == "store_unavailable"
        screen = render.reply(reply)
        assert screen is not None
        assert "nothing was changed" in plain_text(screen)
        assert world.book(number) is book
        assert (len(world.chat.tables), len(world.chat.hands), len(world.chat.told)) == shown
    assert (await world.manager.handle(press, panel.offers[0].command)).ok
    assert world.book(number).play.seq == book.play.seq + 1
    fresh = await world.restarted()
    assert fresh.book(number).play.seq == book.play.seq + 1
    await fresh.stop()
    await world.store.close()


async def test_when_the_file_is_deleted_everybody_is_told_to_have_the_program_started_again(tmp_path: Path) -> None:
    path = tmp_path / "paiju.db"
    world = await World(await open_store(f"sqlite+aiosqlite:///{path}")).start()
    number = await world.dealt(*NAMES)
    name = NAMES[world.book(number).awaited[0].seat]
    path.unlink()
    book = world.book(number)
    for language, says in (("en", "starts me again"), ("zh", "重新启动")):
        reply = await world.do(name, c.PlayText("bid 1", number))
        assert code(reply) == "store_lost"
        screen = render.reply(replace(reply, language=language))
        assert screen is not None
        assert says in plain_text(screen)
    assert world.book(number) is book
    await world.stop()
    await world.store.close()
