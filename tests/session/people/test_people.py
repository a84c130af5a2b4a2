"""Languages, preferences, help, and being forgotten."""

import asyncio
import re
from pathlib import Path

from bot import frontends, session
from bot.session.port import commands as c
from bot.session.port.replies import HelpCard, Menu, RulesCard
from bot.session.port.updates import Notice
from tests.sentences import MENUS, NEXT_STEPS, NOTICES
from tests.session.world import World, code

NAMES = ("ann", "bob", "cat")


async def test_everybody_is_spoken_to_in_their_language(world: World) -> None:
    assert (await world.do("ann", c.ShowHelp(), locale="zh-Hans")).language == "zh"
    assert (await world.do("bob", c.ShowHelp(), locale="fr")).language == "en"
    assert code(await world.do("bob", c.Language("zh"), private=True)) == "language_set"
    assert (await world.do("bob", c.ShowHelp())).language == "zh"
    assert code(await world.do("bob", c.Language("fr"), private=True)) == "unknown_language"
    menu = await world.shown(Menu, "bob", c.Language(), private=True)
    assert [entry.command for entry in menu.entries] == [c.Language("en"), c.Language("zh")]
    assert await world.manager.language_of(world.origin("bob")) == "zh"


async def test_a_first_word_from_where_no_language_is_told_leaves_it_open(world: World) -> None:
    assert (await world.do("ann", c.ShowHelp())).language == "en"
    assert (await world.do("ann", c.ShowHelp(), locale="zh-CN")).language == "zh"
    assert (await world.do("ann", c.ShowHelp(), locale="en-US")).language == "zh"


async def test_an_administrator_or_host_sets_the_groups_language(world: World) -> None:
    number = await world.seated(*NAMES)
    assert code(await world.do("bob", c.Language("zh"))) == "own_language_set"
    assert world.chat.table(number).language == "en"
    said = await world.do("ann", c.Language("zh"))
    assert code(said) == "group_language_set"
    assert said.body.actions == (("language_mine", c.Prefer("language", "zh")),)  # type: ignore[union-attr]  # a notice
    assert world.chat.table(number).language == "zh", "at once"
    assert code(await world.do("zoe", c.Language("en"), admin=True)) == "group_language_set"
    assert (await world.do("new", c.ShowHelp())).language == "en"


async def test_languages_and_preferences_survive(world: World) -> None:
    await world.do("ann", c.Language("zh"), private=True)
    await world.do("ann", c.Prefer("alerts", "off"), private=True)
    world = await world.restarted()
    shown = await world.do("ann", c.Prefer(), private=True)
    assert shown.language == "zh"
    chosen = {
        "reminders": "on", "alerts": "off", "global": "off", "pictures": "dark", "language": "zh", "never": "-",
        "hand": "last", "faces": "drawn",
    }  # fmt: skip
    chosen |= dict.fromkeys(("quiet", "digest", "zone"), "-")
    assert shown.body == Notice("prefer_shown", chosen)
    assert code(await world.do("ann", c.Prefer("alerts", "loud"), private=True)) == "prefer_value"
    asked = await world.shown(Menu, "ann", c.Prefer("pictures"), private=True)
    assert [one.command for one in asked.entries] == [c.Prefer("pictures", "dark"), c.Prefer("pictures", "light")]
    assert code(await world.do("ann", c.Prefer("colour", "red"), private=True)) == "prefer_unknown"
    assert code(await world.do("ann", c.Prefer("language", "en"), private=True)) == "language_set"


async def test_help_says_what_to_do_next(world: World) -> None:
    async def steps(name: str, *, private: bool = False) -> tuple[str, ...]:
        card = await world.shown(HelpCard, name, c.ShowHelp(), private=private)
        return card.next_steps

    assert (await steps("ann"))[0] == "new"
    assert (await steps("ann", private=True))[:2] == ("new_private", "join_group")
    number = await world.seated(*NAMES[:2])
    assert (await steps("gus"))[0] == "join"
    assert (await world.do(NAMES[2], c.Join(number))).ok
    assert (await steps("gus"))[0] == "new"
    assert (await steps("ann"))[0] == "deal"
    await world.do("ann", c.DealCards(number))
    first = NAMES[world.book(number).awaited[0].seat]
    assert (await steps(first))[0] == "play"
    await world.do(first, c.Away(number))
    assert (await steps(first))[0] == "back"


async def test_rules_are_those_of_the_table_here(world: World) -> None:
    await world.seated(*NAMES, spring="3")
    here = await world.shown(RulesCard, "gus", c.ShowRules())
    assert here.options is not None
    assert here.options["spring"] == 3
    assert (await world.do("gus", c.ShowRules("斗地主"), private=True)).body == RulesCard("doudizhu", None)
    assert code(await world.do("gus", c.ShowRules("whist"))) == "unknown_game"


async def test_whoever_wants_to_be_forgotten_leaves_nameless_results(world: World) -> None:
    number = await world.dealt(*NAMES)
    await world.play_on(number)
    assert code(await world.do("bob", c.Forget(sure=True), private=True)) == "forget_seated"
    await world.end("ann", number)
    await world.end("ann", number)
    asked = await world.shown(Menu, "bob", c.Forget(), private=True)
    assert code(await world.do("bob", asked.entries[0].command, private=True)) == "forgotten"
    board = (await world.do("ann", c.Leaderboard())).body
    assert {line.name for line in board.lines} == {"Ann", "Cat"}  # type: ignore[union-attr]
    assert code(await world.do("bob", c.Stats(), private=True)) == "no_results"
    world = await world.restarted()
    assert code(await world.do("bob", c.Stats(), private=True)) == "no_results"


def test_every_sentence_that_the_session_can_say_is_listed_and_no_other() -> None:
    sources = "".join(path.read_text() for path in Path(session.__file__).parent.rglob("*.py"))
    said = set(re.findall(r'(?:Notice|Refused|_later)\(\s*"([a-z_]+)"', sources))
    assert said <= set(NOTICES)
    program = sources + "".join(path.read_text() for path in Path(frontends.__file__).parent.rglob("*.py"))
    made_up = {"data_file", *(code for code in NOTICES if code.startswith("host_table_"))}  # by the screen; of a state
    listed = {*NOTICES, *MENUS, *NEXT_STEPS} - {"unknown", *made_up}
    assert [code for code in listed if f'"{code}"' not in program] == []


async def test_who_is_not_at_hand_any_more_is_read_again_when_their_turn_in_the_line_comes(world: World) -> None:
    number = await world.seated("ann", "bob", "cat", game="guandan")
    table = world.manager.session.tables[number]
    gate: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def busy() -> None:
        await gate

    await world.do("gus", c.ShowHelp())
    table.mailbox.post(busy)
    joining = asyncio.create_task(world.manager.handle(world.origin("gus"), c.Join(number)))
    for _ in range(20):
        await asyncio.sleep(0)
    assert table.mailbox._jobs, "the question waits in line"
    world.manager.session.people.drop(c.UserRef("chat", "gus"))
    gate.set_result(None)
    assert code(await joining).startswith("joined")
