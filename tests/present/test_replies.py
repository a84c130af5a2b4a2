"""Answers to commands: notices, menus, boards, pages to read."""

import re
from dataclasses import replace

import pytest

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.present.words import text as catalogue
from bot.present.words.text import read_cards
from bot.session.port import commands as c
from bot.session.port.commands.record import menu
from bot.session.port.replies import (
    FairCard,
    HelpCard,
    HistoryCard,
    HistoryLine,
    Lobby,
    Menu,
    MenuEntry,
    PlainLines,
    Reply,
    RulesCard,
    SettingsCard,
)
from bot.session.port.updates import Notice, Player
from games import GAMES
from tests.cases import each
from tests.memory import MemoryStore
from tests.present.rounds import info
from tests.present.test_matches import check_limits, check_words
from tests.present.test_screens import LANGUAGES, RULES, answer, button, keys
from tests.sentences import MENUS, NEXT_STEPS, NOTICES
from tests.session.world import World


@LANGUAGES
@each("code", NOTICES)
def test_every_notice_reads_as_a_sentence_and_as_a_toast(language: str, code: str) -> None:
    data: dict[str, object] = {}
    for field in NOTICES[code]:
        data[field] = read_cards("7s 7h") if field == "cards" else 3 if field in {"table", "seat", "seconds"} else "x"
    data |= {key: value for key, value in {"kind": "pair", "rank": "7", "game": "doudizhu"}.items() if key in data}
    told = Notice(code, data)
    screen = render.notice(told, language)
    check_words(screen)
    check_limits(screen)
    assert 0 < len(render.toast(told, language)) <= 190


@LANGUAGES
@each("label", MENUS)
def test_every_menu_entry_fits_on_a_button(language: str, label: str) -> None:
    data: dict[str, object] = dict.fromkeys(MENUS[label], "x")
    if "cards" in data:
        data |= {"cards": read_cards("3s 3h 3d 4s 4h 4d 5s 5h 5d 6s 6h 6d"), "kind": "airplane_small", "rank": "6"}
    screen = answer(Menu(Notice("which_reading"), (MenuEntry(label, c.ShowHelp(), data),)), language)
    assert keys(screen) == [["choice0"], ["close"]]


def test_the_readings_of_one_set_of_cards_can_be_told_apart() -> None:
    cards = read_cards("3s 3h 3d 4s 4h 4d 5s 5h 5d 6s 6h 6d")
    entries = tuple(
        MenuEntry("menu.reading", c.PlayText("x"), {"game": "doudizhu", "cards": cards, "kind": kind, "rank": rank})
        for kind, rank in (("airplane", "6"), ("airplane_small", "6"), ("airplane_small", "5"))
    )
    for language in catalogue.LANGUAGES:
        screen = answer(Menu(Notice("which_reading"), entries), language)
        assert len({one.label for row in screen.rows for one in row}) == 4


def test_a_refusal_names_the_remedy_and_offers_the_rule() -> None:
    data = {"rule": "DZ-20", "kind": "trio", "standing": "pair", "rank": "T", "size": 2}
    english = plain_text(render.notice(Notice("refusal.does_not_beat", data), "en"))
    assert english == (
        "Your trio does not beat the pair on the table (top 10, 2 cards). Play the same kind with as many cards, higher, "
        "or a bomb; or pass."
    )
    rule = (("rule", c.ShowRules("doudizhu", section="DZ-31")),)
    chinese = render.notice(Notice("refusal.bid_too_low", {"rule": "DZ-31", "lowest": 3}, rule), "zh")
    assert "DZ-31" not in plain_text(chinese)
    assert [one.label for row in chinese.rows for one in row] == ["📖 规则"]
    assert len(render.toast(Notice("refusal.does_not_beat", data), "en")) <= 190


@pytest.mark.parametrize(
    ("code", "data", "english", "chinese"),
    [
        ("follow_suit", {"rule": "GZ-14", "suit": "s"}, "You hold ♠, so follow with ♠.", "你手里有 ♠，要跟 ♠。"),
        ("not_in_hand", {"rule": "GZ-13", "cards": "Qs"}, "You do not hold ♠Q.", "你手里没有 ♠Q。"),
        ("not_in_hand", {"rule": "GZ-13", "cards": "Q Th"}, "You do not hold Q ♥10.", "你手里没有 Q ♥10。"),
        (
            "not_in_hand",
            {"rule": "GJ-4", "cards": "T T x"},
            "You do not hold 10 10 🃏small",
            "你手里没有 10 10 🃏小王。",
        ),
        ("not_in_hand", {"rule": "DZ-40", "cards": "7s"}, "You do not hold ♠7.", "你手里没有 ♠7。"),
        ("exposed_waits", {"rule": "GZ-15", "cards": "Jd"}, "♦J is exposed", "♦J"),
        (
            "base_too_low",
            {"rule": "GJ-7", "rank": "9", "standing": "T"},
            "Your 9 is not above the 10",
            "不比桌上的 10 大",
        ),
        ("no_such_reading", {"rule": "LJ-17", "reading": "T T J", "kind": "pair"}, "“10 10 J”", "“10 10 J”"),
    ],
)
def test_a_refusal_names_cards_as_they_were_written(
    code: str, data: dict[str, object], english: str, chinese: str
) -> None:
    told = Notice(f"refusal.{code}", data)
    assert english in plain_text(render.notice(told, "en"))
    assert chinese in plain_text(render.notice(told, "zh"))


def test_what_was_done_names_the_card_with_its_suit_where_suits_matter() -> None:
    for game, verb, cards, shown in (("gongzhu", "expose", "Qs Jd", "♠Q"), ("guandan", "return", "Th", "♥10")):
        told = Notice("did", {"verb": verb, "cards": read_cards(cards), "game": game})
        for language in catalogue.LANGUAGES:
            assert shown in render.toast(told, language)
    told = Notice("did", {"verb": "burn", "cards": read_cards("5s 5h xs"), "game": "gouji"})
    assert "♠" not in render.toast(told, "en")


@LANGUAGES
def test_an_unknown_notice_still_says_something_useful(language: str) -> None:
    assert "/help" in plain_text(render.notice(Notice("from_the_future", {"x": object()}), language))
    assert plain_text(render.notice(Notice("refusal.from_the_future", {"rule": "GD-9"}), language))


@LANGUAGES
def test_the_choice_of_games_opens_a_table_with_one_press(language: str) -> None:
    screen = answer(Lobby(("doudizhu",)), language)
    assert button(screen, "preset_standard").command == c.NewTable("doudizhu", "standard")
    assert len([key for row in keys(screen) for key in row]) == len(RULES.presets)


@LANGUAGES
def test_a_press_in_the_house_rules_sets_a_value_that_the_game_takes(language: str) -> None:
    screen = answer(SettingsCard(info(state="lobby"), locked=False), language)
    changes = [one.command for row in screen.rows for one in row if one.key.startswith("set_")]
    named = set()
    for command in changes:
        assert isinstance(command, c.TableSettings)
        if command.name == "ai":
            assert command.value in RULES.levels
        elif command.name not in {"clock", "ratings", "counter"}:
            RULES.option_set.complete({command.name: command.value})
        named.add(command.name)
    idle = {"share"}
    assert named == {"ai", "clock", "ratings", "counter", *(option.name for option in RULES.option_set.options)} - idle
    assert keys(answer(SettingsCard(info(), locked=True), language)) == [["rules"], ["leave", "end"]]


@LANGUAGES
def test_the_rule_card_has_the_house_rules_of_the_table(language: str) -> None:
    table = info(spring=3)
    text = plain_text(answer(RulesCard("doudizhu", table.options, "standard"), language))
    line = next(line for line in text.split("\n") if line.startswith("• "))
    assert line.endswith("×3")
    assert "•" not in plain_text(answer(RulesCard("doudizhu", None), language))


@pytest.mark.parametrize(
    ("game", "given", "section", "english", "chinese"),
    [
        ("gouji", {"burn_window": "before"}, "GJ-28a", "Before the opposite answers", "先问另外两个对手烧不烧"),
        ("gouji", {"joker_base": "free"}, "GJ-7", "at any rank", "点数不管"),
        ("gouji", {"joker_gouji": "threshold"}, "GJ-6", "not counting jokers", "挂的王不算张数"),
        ("gouji", {"stifled": "left"}, "GJ-41", "still holds a 3", "手里还有 3"),
        ("gongzhu", {"swap_jack_queen": True}, "GZ-35", "♦J −100 · ♠Q +100", "♦J −100 · ♠Q +100"),
    ],
)
def test_the_rule_card_says_what_this_tables_house_rules_change(
    game: str, given: dict[str, object], section: str, english: str, chinese: str
) -> None:
    usual, here = (GAMES[game].option_set.complete(options) for options in ({}, given))
    for language, words in (("en", english), ("zh", chinese)):
        for part in ("", section):
            assert words in plain_text(answer(RulesCard(game, here, section=part), language))
            assert words not in plain_text(answer(RulesCard(game, usual, section=part), language))
        assert words not in plain_text(answer(RulesCard(game, None), language))


@LANGUAGES
@pytest.mark.parametrize("where", ["group", "private"])
def test_help_begins_with_the_next_step(language: str, where: str) -> None:
    screen = answer(HelpCard(where, NEXT_STEPS, 12), language)
    text = plain_text(screen)
    # To play opens the hand too, so it is not offered a second time.
    assert all((catalogue.say(language, f"step.{step}") in text) == (step != "hand") for step in NEXT_STEPS)


@LANGUAGES
@pytest.mark.parametrize("private", [False, True])
async def test_help_has_at_most_six_lines_and_leads_to_every_command_by_topic(language: str, private: bool) -> None:
    world = await World(MemoryStore()).start()
    first = (await world.do("ann", c.ShowHelp(), private=private)).body
    screens = [answer(first, language)]
    buttons = [one.command for row in screens[0].rows for one in row]
    for topic in [command for command in buttons if isinstance(command, c.ShowHelp)]:
        screens.append(answer((await world.do("ann", topic, private=private)).body, language))
    await world.stop()
    texts = [plain_text(screen) for screen in screens]
    assert len(texts) == (6 if private else 7)
    assert all(text.count("\n") < 6 for text in texts), texts
    told = set(re.findall(r"/([a-z]+)", "\n".join(texts)))
    in_groups = {"extend", "swap", "shuffle", "kick", "luck", "notify", "defaults", "tournament", "ban", "unban"}
    in_private = {"forgetme", "link", "mydata", "unlink"}
    rest = {typed.name for _, typed in menu(page=False)} - {"help"}
    assert rest - told == (in_groups if private else in_private), "what is done elsewhere is not offered"


@LANGUAGES
def test_the_page_is_helped_without_anything_to_type(language: str) -> None:
    assert "/" not in plain_text(answer(HelpCard("page", ("new", "rules")), language))


@LANGUAGES
@pytest.mark.parametrize("code", ["invitation", "tournament_invitation"])
def test_an_invitation_names_the_platforms_that_run_here_alone(language: str, code: str) -> None:
    data = {**dict.fromkeys(NOTICES[code], "x"), "table": 1, "game": "doudizhu"}
    told = {
        ways: plain_text(render.notice(Notice(code, {**data, "ways": ways}), language)) for ways in ("", "discord,web")
    }
    assert "Discord" not in told[""]
    assert told["discord,web"].startswith(told[""])
    assert "Discord" in told["discord,web"]


@LANGUAGES
def test_how_a_deal_is_checked_is_said_in_full(language: str) -> None:
    card = FairCard("M1.2", "doudizhu", 12, 3, "a" * 64, (), "fits", "b" * 64)
    assert "paiju pledge 12 3" in plain_text(answer(card, language))


@LANGUAGES
def test_the_history_lists_matches_with_their_winner(language: str) -> None:
    entry = HistoryLine(
        "M17", "doudizhu", "finished", 6, 1795000000.0, (Player(0, "person", "Ann"), Player(1, "ai")), (12, -12), (0,)
    )
    screen = answer(HistoryCard((entry,), 1, True), language)
    assert f"🏆Ann +12 · 🤖 {catalogue.say(language, 'seat.ai_name', n=2)} −12" in plain_text(screen)
    assert [one.command for one in screen.rows[0]] == [c.History(0), c.History(2)]
    assert answer(HistoryCard((), 0, False), language).rows == ()
    playing = replace(entry, id="M18", status="open", rounds=0)
    assert "/replay M17" in plain_text(answer(HistoryCard((playing, entry), 0, False), language))
    assert "/replay" not in plain_text(answer(HistoryCard((playing,), 0, False), language)), "nothing is over there yet"


def test_plain_lines_stay_as_they_are() -> None:
    screen = render.reply(Reply("zh", True, PlainLines(("Hand: 3s 3h", "a: [1]"))))
    assert screen is not None
    assert plain_text(screen) == "Hand: 3s 3h\na: [1]"


def test_a_reply_without_a_body_shows_nothing() -> None:
    assert render.reply(Reply("en", True)) is None


@LANGUAGES
def test_who_has_been_forgotten_still_has_a_word_in_the_history(language: str) -> None:
    entry = HistoryLine(
        "M1",
        "doudizhu",
        "over",
        1,
        0.0,
        (Player(0, "person", "Ann"), Player(1, "person"), Player(2, "person", "Cat")),
        (3, 0, -3),
        (0,),
    )
    text = plain_text(answer(HistoryCard((entry,), 0, False), language))
    assert f"{catalogue.say(language, 'seat.person_name', n=2)} 0" in text
