"""What is said at the table: words that come too late, secrets typed in a group, examples, choices that are kept."""

import re
from pathlib import Path

import pytest

import games
from bot.present import render
from bot.present.presentation import section_of
from bot.present.screens.screen import plain_text
from bot.present.words import text as catalogue
from bot.session.port import commands as c
from bot.session.port.buttons import fits
from bot.session.port.grammar import read_line, read_talk
from bot.session.port.replies import Lobby, Menu, RulesCard
from bot.session.port.updates import Notice, PrivateUpdate, Verbs
from games import GAMES
from tests.session.world import World, code

SIX = ("ann", "bob", "cat", "dan", "eve", "fay")


async def gouji(world: World) -> int:
    return await world.dealt(*SIX, game="gouji", clock="0")


def spoken(text: str) -> c.Command:
    command = read_line(text) or read_talk(text)
    assert not isinstance(command, Notice)
    return command


async def test_six_friends_say_all_they_do_in_chinese(world: World) -> None:
    number = await gouji(world)
    for name, text in zip(SIX, ("都不", "/do 都不", "不宣", "/do 不宣", "不革命", "/都不"), strict=True):
        reply = await world.do(name, spoken(text), private=True)
        assert code(reply) == "did_alone", (text, reply.body)
        assert isinstance(reply.body, Notice)
        assert render.notice(reply.body, "zh").lines[0][0].text == "已选：不宣"  # type: ignore[union-attr]
    assert [entry.why for entry in world.book(number).awaited] == ["lead"]


async def test_an_answer_that_comes_too_late_answers_nothing_else(world: World) -> None:
    number = await gouji(world)
    for name in SIX:
        assert (await world.do(name, spoken("都不"), private=True)).ok
    book = world.book(number)
    leader = book.awaited[0].seat
    await world.one_step(number)
    asked = world.book(number).awaited[0]
    before = world.book(number)
    reply = await world.do(SIX[asked.seat], spoken("不烧"), private=True)
    assert code(reply) == "other_question"
    assert world.book(number) is before, "nobody passes who only declined a burn"
    reply = await world.do(SIX[leader], spoken("不烧"), private=True)
    assert code(reply) == "refusal.not_your_turn"


@pytest.mark.parametrize("text", ["/do 宣点", "/do challenge", "/宣点", "宣点", "/do 都不", "no declaration"])
async def test_a_hidden_answer_typed_in_the_group_is_refused_unexamined(world: World, text: str) -> None:
    number = await gouji(world)
    before = world.book(number)
    reply = await world.do("ann", spoken(text))
    assert code(reply) == "hidden_in_private"
    assert isinstance(reply.body, Notice)
    assert reply.body.start_link == number
    assert world.book(number) is before


async def test_the_example_is_legal_in_private_and_follows_from_no_hand_in_the_group(world: World) -> None:
    await world.seated("ann", "bob", "cat")
    await world.do("ann", c.DealCards(1))
    for name in ("ann", "bob", "cat"):  # one of them is asked to bid
        private = await world.do(name, c.PlayText("gibberish"), private=True)
        group = await world.do(name, c.PlayText("gibberish"))
        assert isinstance(private.body, Notice)
        assert isinstance(group.body, Notice)
        assert private.body.data["action"] in {"bid 1", "bid 2"}
        assert group.body.data["action"] == "bid 1"


@pytest.mark.parametrize("game", tuple(GAMES))
def test_the_public_examples_are_verbs_of_their_game(game: str) -> None:
    samples = GAMES[game].samples
    assert "" in samples
    assert {text.split()[0] for text in samples.values()} <= GAMES[game].verbs


async def test_do_completes_the_verbs_of_this_game_and_moment(world: World) -> None:
    number = await gouji(world)
    found = await world.manager.verbs(world.origin("ann"), number)
    assert found is not None
    assert (found.game, found.why) == ("gouji", "declare")
    assert {"decline"} <= set(found.verbs) <= {"decline", "challenge", "revolt"}
    assert await world.manager.verbs(world.origin("stranger"), number) is None
    await world.seated("gil", "hal", "ivy")
    await world.do("gil", c.DealCards(2))
    waits = ("gil", "hal", "ivy")[(world.book(2).awaited[0].seat + 1) % 3]
    assert Verbs("doudizhu", ()) == await world.manager.verbs(world.origin(waits), 2)
    bidding = [await world.manager.verbs(world.origin(name), 2) for name in ("gil", "hal", "ivy")]
    assert Verbs("doudizhu", ("pass", "bid"), "bid") in bidding


async def test_a_preset_without_a_game_offers_the_games_that_have_it_and_is_kept(world: World) -> None:
    reply = await world.do("ann", c.NewTable(preset="partners", options={"clock": "60"}))
    assert isinstance(reply.body, Lobby)
    screen = render.reply(reply)
    assert screen is not None
    wanted = [one.command for row in screen.rows for one in row if isinstance(one.command, c.NewTable)]
    assert wanted == [c.NewTable("gongzhu", "partners", {"clock": "60"})]
    assert code(await world.do("ann", c.NewTable(preset="nonsense"))) == "unknown_preset"


async def test_with_two_tables_something_too_long_for_a_button_is_asked_for_again(world: World) -> None:
    await world.seated("ann", "bob", "cat")
    await world.seated("ann", "bob", "cat")
    for number in (1, 2):
        await world.do("ann", c.DealCards(number))
    waited = [("ann", "bob", "cat")[world.book(number).awaited[0].seat] for number in (1, 2)]
    name = next(name for name in ("ann", "bob", "cat") if waited.count(name) != 1)
    reply = await world.shown(Menu, name, c.PlayText("三个七 " * 40), private=True)
    assert reply.notice.code == "which_table_again"
    assert [entry.command for entry in reply.entries] == [c.MyHand(1), c.MyHand(2)]
    assert all(fits(entry.command) for entry in reply.entries)
    await world.shown(PrivateUpdate, name, c.MyHand(2), private=True)


async def test_a_refusal_offers_the_part_of_the_rules_that_explains_it(world: World) -> None:
    await world.seated("ann", "bob", "cat")
    await world.do("ann", c.DealCards(1))
    asked = next(name for seat, name in enumerate(("ann", "bob", "cat")) if seat == world.book().awaited[0].seat)
    reply = await world.shown(Notice, asked, c.PlayText("bid 9"), private=True)
    ((label, command),) = reply.actions
    assert label == "rule"
    shown = await world.do(asked, command, private=True)
    assert isinstance(shown.body, RulesCard)
    screen = render.reply(shown)
    assert screen is not None
    text = plain_text(screen)
    assert "Bidding" in text
    assert "Combinations" not in text
    whole = await world.do(asked, screen.rows[0][0].command, private=True)  # type: ignore[arg-type]
    assert "Combinations" in plain_text(render.reply(whole))  # type: ignore[arg-type]


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_every_rule_that_is_cited_has_a_part_short_enough_for_a_phone(language: str) -> None:
    sources = {path.parent.name: "" for path in Path(games.__file__).parent.glob("*/*.py")}
    for path in Path(games.__file__).parent.glob("*/*.py"):
        sources[path.parent.name] += path.read_text()
    for game in GAMES:
        cited = set(re.findall(r'"([A-Z]{2}-[0-9]+[a-z]?)"', sources[game]))
        assert cited
        for rule in cited:
            part = f"rules.{game}.{section_of(rule)}"
            assert catalogue.has(part), rule
            assert len(catalogue.say(language, part)) <= 600, part
