"""Whatever somebody gets wrong is answered by one clear sentence in their language, and changes nothing.

Everything goes the way that a person's words go: typed line → grammar → manager → presentation."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.session.port import commands as c
from bot.session.port.grammar import read_line, read_talk
from bot.session.port.replies import Menu, Reply
from bot.session.port.updates import Notice, PrivateUpdate
from games.base.actions import Pass, Play, action_text
from games.base.cards import RANKS, rank_of
from tests.cases import each
from tests.session.world import World

NAMES = ("ann", "bob", "cat")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_END = re.compile(r"[.?!)。？！）]$|(This works|For example|可以这样写|例如)[:： ]")
"""A sentence ends, or an example that works does."""
_RULE = re.compile(r"[A-Z]{2}-[0-9]")


Moment = Callable[[World], Awaitable[None]]


async def nothing(world: World) -> None:
    """An empty group."""


async def lobby(world: World) -> None:
    """Ann and Bob sit, a seat is empty."""
    await world.do("ann", c.NewTable("doudizhu"))
    await world.do("bob", c.Join(1))


async def full(world: World) -> None:
    """All seats are taken, nothing is dealt."""
    await world.seated(*NAMES)


async def bidding(world: World) -> None:
    """A round begins; the first bid is 2, so that a lower one is possible."""
    await full(world)
    await world.do("ann", c.DealCards(1))
    await world.do(turn(world), c.PlayText("bid 2", 1), private=True)


async def leading(world: World) -> None:
    """Somebody is landlord and leads."""
    await full(world)
    await world.do("ann", c.DealCards(1))
    await world.do(turn(world), c.PlayText("bid 3", 1), private=True)


async def following(world: World) -> None:
    """The highest single card stands."""
    await leading(world)
    book = world.book(1)
    seat = book.awaited[0].seat
    singles = [a for a in book.game.legal(book.play.state, seat) if isinstance(a, Play) and len(a.cards) == 1]
    best = max(singles, key=lambda action: rank_of(action.cards[0]))
    assert (await world.do(turn(world), c.PlayText(action_text(best), 1, sure=True), private=True)).ok


async def over(world: World) -> None:
    """The match has been ended, the table is still there."""
    await leading(world)
    await world.end("ann", 1)


async def closed(world: World) -> None:
    """The table is gone for good."""
    await over(world)
    await world.end("ann", 1)


def turn(world: World) -> str:
    return str(world.book(1).seats[world.book(1).awaited[0].seat].external)


def not_turn(world: World) -> str:
    return next(name for name in NAMES if name != turn(world))


def held(world: World) -> list[int]:
    book = world.book(1)
    return sorted(rank_of(card) for card in book.game.hands(book.play.state)[book.awaited[0].seat])


def not_held(world: World) -> str:
    ranks = held(world)
    rank = min(range(13), key=ranks.count)
    return f"/play {' '.join([RANKS[rank]] * (ranks.count(rank) + 1))}"


def no_combination(world: World) -> str:
    low, high = sorted(set(held(world)))[:2]
    return f"/play {RANKS[low]} {RANKS[high]}"


def as_banana(world: World) -> str:
    return f"/play {RANKS[held(world)[0]]} as banana"


def too_low(world: World) -> str:
    return f"/play {RANKS[held(world)[0]]}"


@dataclass(frozen=True)
class Slip:
    """Something wrong: when, by whom, what, the code it is answered with, and words of rule and remedy."""

    when: Moment
    who: str | Callable[[World], str]
    says: str | Callable[[World], str]
    code: str
    en: tuple[str, ...]
    private: bool = False


SLIPS = [
    Slip(nothing, "ann", "/new chess", "unknown_game", ("chess", "Dou Dizhu")),
    Slip(nothing, "ann", "/new doudizhu fancy", "unknown_preset", ("fancy", "standard")),
    Slip(nothing, "ann", "/new doudizhu colour=red", "option_unknown", ("colour", "spring")),
    Slip(nothing, "ann", "/new doudizhu deals=many", "option_refused", ("many",)),
    Slip(nothing, "ann", "/new doudizhu clock=1", "option_refused", ("10s", "72h")),
    Slip(nothing, "ann", "/new doudizhu players=9", "players_fixed", ("9", "3")),
    Slip(nothing, "ann", "/new gandengyan players=9", "players_refused", ("9", "2 to 6")),
    Slip(nothing, "ann", "/new doudizhu a b c", "unreadable_command", ("/new",)),
    Slip(nothing, "ann", "/new doudizhu", "group_only", ("/new", "group"), private=True),
    Slip(nothing, "ann", "/join", "join_by_code", ("/join 12", "group"), private=True),
    Slip(nothing, "ann", "/join", "no_table_here", ("/new",)),
    Slip(nothing, "ann", "/deal", "no_table_here", ("/new",)),
    Slip(nothing, "ann", "/hand", "not_seated_anywhere", ("/join",), private=True),
    Slip(nothing, "ann", "77", "not_seated_anywhere", ("/join",), private=True),
    Slip(nothing, "ann", "/table #99", "no_such_table", ("#99", "/table")),
    Slip(nothing, "ann", "/frobnicate", "unknown_command", ("frobnicate", "help")),
    Slip(nothing, "ann", "/language klingon", "unknown_language", ("klingon", "zh")),
    Slip(nothing, "ann", "/prefer colour red", "prefer_unknown", ("colour", "reminders")),
    Slip(nothing, "ann", "/prefer alerts loud", "prefer_value", ("loud", "on")),
    Slip(nothing, "ann", "/replay yesterday", "unknown_id", ("yesterday", "M17.3")),
    Slip(nothing, "ann", "/leaderboard chess", "unknown_game", ("chess", "Dou Dizhu")),
    Slip(nothing, "ann", "/new #77", "no_such_table", ("#77",)),
    Slip(nothing, "ann", "/new doudizhu clock=soon", "option_refused", ("soon",)),
    Slip(lobby, "ann", "/join", "already_seated", ("#1", "seat 1")),
    Slip(lobby, "cat", "/join 1", "seat_taken", ("Seat 1", "Ann", "Join")),
    Slip(lobby, "cat", "/join 9", "no_such_seat", ("9", "1 to 3")),
    Slip(lobby, "cat", "/join 0", "unreadable_command", ("/join 1",)),
    Slip(lobby, "cat", "/deal", "not_seated", ("/join",)),
    Slip(lobby, "cat", "/ai", "not_seated", ("/join",)),
    Slip(lobby, "ann", "/deal", "seats_missing", ("/join", "/ai")),
    Slip(lobby, "ann", "/hand", "not_dealt_yet", ("/deal",)),
    Slip(lobby, "ann", "/play 3", "not_dealt_yet", ("/deal",)),
    Slip(lobby, "ann", "/ready", "not_dealt_yet", ("/deal",)),
    Slip(lobby, "ann", "/ai 1 genius", "unknown_level", ("genius", "normal")),
    Slip(lobby, "ann", "/settings spring maybe", "option_refused", ("maybe",)),
    Slip(lobby, "ann", "/settings colour red", "option_unknown", ("colour",)),
    Slip(lobby, "ann", "/kick dan", "no_such_person", ("dan",)),
    Slip(lobby, "ann", "/kick", "who_to_kick", ("kick",)),
    Slip(lobby, "ann", "/vote", "no_such_motion", ("vote",)),
    Slip(full, "dan", "/play 77", "not_seated", ("/join",)),
    Slip(full, "dan", "/join 8", "no_such_seat", ("8",)),
    Slip(full, "dan", "/join", "table_full", ("#1", "/new")),
    Slip(full, "ann", "/ai", "no_free_seats", ("#1",)),
    Slip(bidding, not_turn, "/bid 3", "refusal.not_your_turn", ("turn", "/table")),
    Slip(bidding, not_turn, "/play 3", "refusal.not_your_turn", ("turn",)),
    Slip(bidding, turn, "/bid 1", "refusal.bid_too_low", ("3",)),
    Slip(bidding, turn, "/bid 7", "refusal.bid_range", ("3",)),
    Slip(bidding, turn, "/bid high", "unreadable_action", ("high", "bid")),
    Slip(bidding, turn, "/bid", "incomplete_action", ("/bid 3",)),
    Slip(bidding, turn, "/do", "which_verb", ("/do",)),
    Slip(bidding, turn, too_low, "refusal.wrong_verb", ("/bid",)),
    Slip(bidding, "ann", "/settings spring 3", "settings_locked", ("#1",)),
    Slip(bidding, "ann", "/join 2", "moving_too_late", ("first deal",)),
    Slip(bidding, "ann", "/deal", "round_running", ("#1",)),
    Slip(bidding, "ann", "/replay M1.1", "replay_secret", ("M1.1",)),
    Slip(bidding, "ann", "/do burn 3", "unknown_verb", ("burn", "bid", "pass")),
    Slip(bidding, "ann", "/ready", "round_running", ("#1",)),
    Slip(leading, turn, "/pass", "refusal.must_lead", ("lead",)),
    Slip(leading, turn, "/bid 3", "refusal.wrong_verb", ("/play",)),
    Slip(leading, turn, not_held, "refusal.not_in_hand", ("/hand",)),
    Slip(leading, turn, no_combination, "refusal.no_combination", ("/rules",)),
    Slip(leading, turn, "/play 0", "unreadable_play", ("0",)),
    Slip(leading, turn, "/play hello", "unreadable_action", ("hello", "/play")),
    Slip(leading, turn, "/play", "refusal.no_cards", ("/play",)),
    Slip(leading, turn, "/bid", "refusal.wrong_verb", ("/play",)),
    Slip(leading, turn, as_banana, "refusal.no_such_reading", ("/play",)),
    Slip(leading, turn, "sesame open", "unreadable_action", ("sesame",), private=True),
    Slip(leading, turn, "/autopass", "autopass_nothing", ("pass",)),
    Slip(leading, not_turn, "/hint", "no_hint_now", ("turn",)),
    Slip(leading, not_turn, "/back", "not_away", ("#1",)),
    Slip(following, turn, too_low, "refusal.does_not_beat", ("bomb", "pass")),
    Slip(over, "ann", "/play 3", "no_round_now", ("/deal",)),
    Slip(over, "ann", "/hint", "no_round_now", ("/deal",)),
    Slip(closed, "ann", "/hand", "not_seated_anywhere", ("/new", "/join"), private=True),
    Slip(closed, "ann", "/join #1", "table_is_closed", ("#1", "/new")),
]  # fmt: skip


def understood(line: str, *, private: bool) -> c.Command | Notice:
    """As frontends read a line: plain text in a private chat is a play."""
    return read_line(line) or read_talk(line) if private else (read_line(line) or c.ShowHelp())


async def say(world: World, slip: Slip) -> Reply:
    who = slip.who if isinstance(slip.who, str) else slip.who(world)
    line = slip.says if isinstance(slip.says, str) else slip.says(world)
    origin = world.origin(who, private=slip.private)
    command = understood(line, private=slip.private)
    if isinstance(command, Notice):
        return Reply(await world.manager.language_of(origin), False, command)
    reply = await world.manager.handle(origin, command)
    await world.settle()
    return reply


def sentence(reply: Reply) -> str:
    screen = render.reply(reply)
    assert screen is not None
    return plain_text(screen).strip()


def state_of(world: World) -> Any:
    """Everything that a slip could have changed."""
    tables = {
        number: (table.book, table.version, table.pending) for number, table in world.manager.session.tables.items()
    }
    return tables, len(world.chat.tables), len(world.chat.hands), len(world.chat.told)


@pytest.mark.parametrize("when", dict.fromkeys(slip.when for slip in SLIPS), ids=lambda when: when.__name__)
async def test_a_slip_is_answered_in_a_sentence_and_changes_nothing(world: World, when: Moment) -> None:
    await when(world)
    for language in ("en", "zh"):
        for name in (*NAMES, "dan"):
            await world.do(name, c.Language(language), private=True)
        all_hold = each("slip", [slip for slip in SLIPS if slip.when is when])(is_answered)
        await all_hold(world=world, language=language)


async def is_answered(world: World, slip: Slip, language: str) -> None:
    before = state_of(world)
    reply = await say(world, slip)
    assert not reply.ok
    assert isinstance(reply.body, Notice)
    assert reply.body.code == slip.code
    text = sentence(reply)
    assert "\n" not in text, text
    assert len(text) <= 240, text
    assert "{" not in text, text
    assert _END.search(text), text
    assert not _RULE.search(text), "the number of a rule says nothing to a player"
    if language == "en":
        assert not _CHINESE.search(text), text
        assert all(word in text for word in slip.en), text
    else:
        assert _CHINESE.search(text), text
        commands = {word for word in slip.en if word.startswith(("/", "#"))}
        assert all(word in text for word in commands), text
    assert reply.private or slip.private
    assert ("rule" in reply.body.data) is slip.code.startswith("refusal.")
    assert len(render.toast(reply.body, language)) <= 190
    assert state_of(world) == before


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("which", ["another person", "a stranger", "an old turn", "a finished match", "a closed table"])
async def test_a_button_that_is_not_for_this_moment_does_nothing_and_says_so(
    world: World, which: str, language: str
) -> None:
    for name in (*NAMES, "gus"):
        await world.do(name, c.Language(language), private=True)
    await following(world)
    who = turn(world)
    panel = world.chat.panel(who)
    assert panel.pass_now is not None
    buttons = [panel.pass_now, c.PlayPicked(1, panel.decision), panel.counters[0].command, c.Clear(1, panel.decision)]
    match which:
        case "another person":
            who = not_turn(world)
        case "a stranger":
            who = "gus"
        case "an old turn":
            await world.do(who, c.PlayText("pass", 1), private=True)
        case "a finished match":
            await world.end("ann", 1)
        case _:
            await world.end("ann", 1)
            await world.end("ann", 1)
    expected = {
        "another person": "not_your_button",
        "a stranger": "not_seated",
        "an old turn": "stale_decision",
        "a finished match": "stale_decision",
        "a closed table": "table_is_closed",
    }[which]
    for button in buttons:
        books = {number: table.book for number, table in world.manager.session.tables.items()}
        shown = len(world.chat.tables)
        reply = await world.do(who, button, private=True)
        assert not reply.ok
        assert isinstance(reply.body, Notice)
        assert reply.body.code == expected
        assert reply.private
        text = sentence(reply)
        assert bool(_CHINESE.search(text)) == (language == "zh"), text
        assert {number: table.book for number, table in world.manager.session.tables.items()} == books
        assert len(world.chat.tables) == shown


async def test_a_long_play_typed_at_two_tables_gets_a_way_to_say_which(world: World) -> None:
    """Typed in full it does not fit on a button, so the question tells how to name the table."""
    await world.seated(*NAMES)
    await world.do("dan", c.NewTable("doudizhu"))
    await world.do("ann", c.Join(2))
    reply = await world.manager.handle(
        world.origin("ann", private=True), c.PlayText("play ♠3 ♥3 ♣3 ♠4 ♥4 ♣4 ♠5 ♥5 ♣5 ♠7 ♥8 ♣9")
    )
    assert isinstance(reply.body, Menu)
    assert not reply.ok
    assert "#12" in sentence(reply)


async def test_passing_in_the_group_out_of_turn_says_nothing_about_the_hand(world: World) -> None:
    await following(world)
    reply = await world.do(not_turn(world), c.PlayText("pass", 1))
    assert not reply.ok
    assert reply.private
    assert not isinstance(reply.body, PrivateUpdate)
    assert action_text(Pass()) == "pass"
