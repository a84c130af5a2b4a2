"""All that goes between the pages of two workers: every kind of answer, and what is shown in whole rounds of all games."""

import typing

import pytest

from bot.cluster.packing import pack, unpack
from bot.session.manager import SessionSettings
from bot.session.port import commands as c
from bot.session.port.page import PagePlace
from bot.session.port.replies import Body
from games import GAMES
from tests.memory import MemoryStore
from tests.session.world import World


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_what_is_shown_in_a_whole_round_travels(game: str) -> None:
    world = await World(MemoryStore()).start()
    await world.seated("ann", "ben", game=game)
    await world.do("ann", c.DealCards(1))
    await world.play_on()
    shown = [*world.chat.tables, *world.chat.hands, *world.chat.told]
    await world.stop()
    assert any(update.play.result is not None for update in world.chat.tables)
    for value in shown:
        assert unpack(pack(value)) == value


async def test_every_kind_of_answer_travels() -> None:
    settings = SessionSettings(
        90, 1.0, page=PagePlace("https://cards.example"), hosts=frozenset({c.UserRef("chat", "ann")})
    )
    world = await World(MemoryStore(), settings=settings).start()
    world.manager.session.dice = None  # every deal is promised beforehand
    asked: list[tuple[c.Command, bool]] = [
        (command, False) for command in (c.NewTable(), c.TableSettings(), c.ShowRules("doudizhu"))
    ]
    await world.seated("ann", "ben")
    replies = [
        await world.do("ann", c.DealCards(1)),
        await world.do("ann", c.MyHand()),
        await world.do("ann", c.MyHand(plain=True)),
        await world.do("ann", c.PlayedCards(1)),
        await world.do("ann", c.Defaults("doudizhu"), admin=True),
        await world.do("ann", c.Tournament("doudizhu"), admin=True),
        await world.do("ann", c.Enter(1)),
        await world.do("ann", c.Tournament(), private=True),
    ]
    await world.play_on()
    asked += [(command, True) for command in (
        c.Language(), c.ShowTable(1), c.ShowHelp(), c.Leaderboard(), c.Stats(), c.History(), c.Replay("M1.1"), c.Fair("M1.1"),
        c.AskReview("M1.1"), c.OpenPage(), c.Learn(), c.Learn("doudizhu"), c.Explain("doudizhu", "bomb"),
        c.MyData(), c.Admin("tables"),
    )]  # fmt: skip
    replies += [await world.do("ann", command, private=private) for command, private in asked]
    await world.stop()
    assert {type(reply.body) for reply in replies} >= set(typing.get_args(Body))
    for reply in replies:
        assert unpack(pack(reply)) == reply
