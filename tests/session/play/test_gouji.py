"""Gou Ji at the table: hidden declarations, duels, burns, chains of tributes, quick questions and answers ahead of them."""

import re
from dataclasses import replace
from typing import Any, Final

from bot.frontends.web.wire.replay import replay_json
from bot.frontends.web.wire.table import table_json
from bot.present import render
from bot.present.screens.screen import plain_text
from bot.session.port import commands as c
from bot.session.port.replies import HistoryCard, Menu, ReplayCard, Reply, StatsCard
from bot.session.port.updates import Panel, PrivateUpdate
from bot.session.state.answers import standing_order
from games.base.actions import Do, Pass, Play, action_text
from games.gouji.facts import GouJiOwnFacts, GouJiView
from tests.session.world import World, code

NAMES = ("ann", "bob", "cat", "dan", "eve", "fay")
_SIGNED: Final = re.compile(r"(?<!\S)[+−]\d")  # Points, as people are shown them


async def dealt(world: World, clock: str = "0", **options: str) -> int:
    """Six people, and the first round dealt."""
    return await world.dealt(*NAMES, game="gouji", clock=clock, **options)


def whys(world: World, number: int) -> list[str]:
    return [entry.why for entry in world.book(number).awaited]


async def until(world: World, number: int, why: str, most: int = 900) -> int:
    """Play on until this is asked; returns the seat that is asked first."""
    for _ in range(most):
        if not world.book(number).playing:
            assert (await world.do("ann", c.DealCards(number))).ok
        if why in whys(world, number):
            return int(next(entry.seat for entry in world.book(number).awaited if entry.why == why))
        await world.one_step(number)
    raise AssertionError(f"{why} is never asked under this seed")


def panel(world: World, seat: int, number: int) -> Panel:
    return world.chat.panel(NAMES[seat], number)


def told(world: World, number: int, seat: int) -> GouJiView:
    """What a seat's last panel was made from."""
    view = world.chat.hand(NAMES[seat], number).view
    assert view is not None
    return view


def standing_still(world: World, number: int) -> tuple[object, ...]:
    """All that must be the same after a restart."""
    book = world.book(number)
    views = tuple(book.game.view(book.play.state, viewer) for viewer in (None, *range(6)))
    return dict(book.questions), book.game.hands(book.play.state), dict(book.game.facts(book.play.state)), views


async def test_a_round_of_six_people_is_played_and_its_dues_open_the_next(world: World) -> None:
    number = await dealt(world)
    await world.play_on(number)
    book = world.book(number)
    assert book.play.result is not None
    carry = book.play.result.carry
    assert carry["due"]
    world = await world.restarted()
    await world.do("ann", c.DealCards(number))
    assert whys(world, number) == ["return"]
    facts = world.book(number).game.facts(world.book(number).play.state)
    assert (facts["due"], facts["round"], facts["leader"]) == (carry["due"], 2, carry["next_leader"])
    assert (facts["scores"], facts["team_scores"]) == (carry["scores"], carry["team_scores"])


async def test_a_restart_at_any_question_changes_nothing(world: World) -> None:
    """One match with a restart the first time that each question is asked."""
    number = await dealt(world)
    open_questions = {"declare", "duel", "burn", "burn_answer", "burn_lead", "last_chance", "return"}
    for _ in range(2000):
        if not world.book(number).playing:
            assert (await world.do("ann", c.DealCards(number))).ok
        before = standing_still(world, number)
        if asked := open_questions & set(whys(world, number)):
            world = await world.restarted()
            assert standing_still(world, number) == before, asked
            open_questions -= asked
        if not open_questions:
            break
        await world.one_step(number)
        assert standing_still(world, number) != before
    assert not open_questions, "these are never asked under this seed"
    await world.one_step(number)
    assert standing_still(world, number) != before


async def test_a_restart_in_a_chain_of_tributes_keeps_what_was_returned_and_what_is_owed(world: World) -> None:
    number = await dealt(world)
    seat = await until(world, number, "return")
    owed = len(world.book(number).game.facts(world.book(number).play.state)["due"])
    assert owed > 1
    returned = panel(world, seat, number).offers[0]
    assert (await world.do(NAMES[seat], returned.command, private=True)).ok
    before = standing_still(world, number)
    world = await world.restarted()
    assert standing_still(world, number) == before
    assert len(world.book(number).game.facts(world.book(number).play.state)["due"]) == owed - 1
    assert told(world, number, seat).own.returns
    knowing = [at for at in range(6) if told(world, number, at).own.returns]
    assert len(knowing) == 2, "the two whom it concerns know the cards that were returned"


async def test_half_of_the_declarations_survive_a_restart_and_stay_hidden(world: World) -> None:
    number = await dealt(world)
    for seat in (4, 0, 2):
        choice = next(offer for offer in panel(world, seat, number).offers if offer.action == Do("decline"))
        assert (await world.do(NAMES[seat], choice.command, private=True)).ok
    for again in (False, True):
        if again:
            world = await world.restarted()
        assert [entry.seat for entry in world.book(number).awaited] == [1, 3, 5]
        for seat in range(6):
            own = told(world, number, seat).own
            assert own.answer == (Do("decline") if seat in (0, 2, 4) else None)
            assert {act.verb for act in told(world, number, seat).acts} <= {"bought"}
        table = world.chat.table(number).view
        assert table is not None
        assert table.own == GouJiOwnFacts()
        assert {seat.seat for seat in table.seats if "answered" in seat.marks} == {0, 2, 4}
    assert code(await world.do("ann", c.PlayText("challenge", number), private=True)) == "refusal.answered"
    for seat in (1, 3, 5):
        await world.do(NAMES[seat], c.PlayText("decline", number), private=True)
    assert whys(world, number) == ["lead"]


async def test_half_of_the_answers_to_challenges_survive_a_restart_and_stay_hidden(world: World) -> None:
    number = await dealt(world)
    for seat in range(6):
        verb = "challenge" if seat in (0, 1) else "decline"
        assert (await world.do(NAMES[seat], c.PlayText(verb, number), private=True)).ok
    assert [(entry.seat, entry.why) for entry in world.book(number).awaited] == [(3, "counter"), (4, "counter")]
    assert (await world.do(NAMES[3], c.PlayText("challenge", number), private=True)).ok
    before = standing_still(world, number)
    world = await world.restarted()
    assert standing_still(world, number) == before
    assert told(world, number, 3).own == GouJiOwnFacts(answer=Do("challenge"))
    assert world.chat.table(number).view.public.challenged == (0, 1)  # type: ignore[union-attr]
    assert {told(world, number, seat).own for seat in (0, 1, 2, 4, 5)} == {GouJiOwnFacts()}
    assert (await world.do(NAMES[4], c.PlayText("decline", number), private=True)).ok
    assert world.chat.table(number).view.public.challenged == (0, 1, 3)  # type: ignore[union-attr]


async def test_who_never_burns_is_not_asked(world: World) -> None:
    number = await dealt(world)
    for name in NAMES:
        await world.do(name, c.Prefer("burn", "never"), private=True)
    seat = await until(world, number, "burn")
    acts = len(told(world, number, seat).acts)
    await world.advance(3.0)
    assert "burn" not in whys(world, number)
    passed = told(world, number, seat).acts[acts:]
    assert [act.verb for act in passed if act.seat == seat] == ["pass"]


async def test_who_never_declares_is_counted_as_declining(world: World) -> None:
    number = await world.seated(*NAMES, game="gouji", clock="0")
    for name in NAMES:
        await world.do(name, c.Prefer("declare", "never"), private=True)
    await world.do("ann", c.DealCards(number))
    await world.advance(10.0)
    assert whys(world, number) == ["lead"]


async def test_who_never_yields_has_an_ordinary_turn_and_nobody_else_can_tell(world: World) -> None:
    number = await dealt(world, clock="90")
    seat = await until(world, number, "yield")
    asked = panel(world, seat, number)
    assert asked.why == "yield"
    assert any(offer.action == Do("yield") for offer in asked.offers)
    assert world.manager.session.clocks.of(number, seat).total == 15  # type: ignore[union-attr]
    public = world.chat.table(number).view
    assert (await world.do(NAMES[seat], c.Prefer("yield", "never"), private=True)).ok
    await world.do(NAMES[seat], c.MyHand(number), private=True)
    reply = await world.do(NAMES[seat], c.MyHand(number), private=True)
    shown = reply.body
    assert shown.panel.why == "follow"  # type: ignore[union-attr]
    assert not any(offer.action == Do("yield") for offer in shown.panel.offers)  # type: ignore[union-attr]
    assert world.chat.table(number).view == public


async def test_a_burn_can_be_declined_while_the_opposite_still_thinks(world: World) -> None:
    number = await dealt(world, clock="90")
    for _ in range(40):
        owner_opposite = await until(world, number, "duel")
        book = world.book(number)
        ahead = [entry.seat for entry in book.game.ahead(book.play.state)]
        if len(ahead) == 2:
            break
        await world.one_step(number)
    assert len(ahead) == 2
    for seat in ahead:
        shown = panel(world, seat, number)
        assert (shown.my_turn, shown.advance_why, shown.advance_on) == (False, "burn", False)
        reply = await world.do(NAMES[seat], shown.advance, private=True)  # type: ignore[arg-type]
        assert reply.ok
        assert panel(world, seat, number).advance_on
    now = world.clock.now()
    await world.do(NAMES[owner_opposite], c.PlayText("pass", number))
    assert world.clock.now() == now, "nobody had to wait"
    assert "burn" not in whys(world, number)
    acts = told(world, number, 0).acts
    assert [(act.seat, act.verb) for act in acts[-3:]] == [(seat, "pass") for seat in (owner_opposite, *ahead)]


async def test_no_burn_in_advance_lapses_when_the_set_is_answered(world: World) -> None:
    number = await dealt(world)
    for _ in range(60):
        duellist = await until(world, number, "duel")
        book = world.book(number)
        ahead = [entry.seat for entry in book.game.ahead(book.play.state)]
        answers = [action for action in book.game.suggest(book.play.state, duellist) if isinstance(action, Play)]
        if ahead and answers:
            break
        await world.one_step(number)
    table, trick = world.manager.session.tables[number], book.game.view(book.play.state, None).trick
    await world.do(NAMES[ahead[0]], panel(world, ahead[0], number).advance, private=True)  # type: ignore[arg-type]  # offered
    assert standing_order(world.book(number), ahead[0], table.book.public_view).ahead.startswith("burn@")
    assert (await world.do(NAMES[duellist], c.PlayText(action_text(answers[0]), number, sure=True))).ok
    assert table.book.public_view.trick == trick, "another set stands in the same trick"
    assert not standing_order(world.book(number), ahead[0], table.book.public_view).ahead


async def test_no_burn_in_advance_can_be_taken_back(world: World) -> None:
    number = await dealt(world)
    for _ in range(40):
        duellist = await until(world, number, "duel")
        book = world.book(number)
        ahead = [entry.seat for entry in book.game.ahead(book.play.state)]
        if ahead:
            break
        await world.one_step(number)
    seat = ahead[0]
    on = panel(world, seat, number).advance
    assert on is not None
    await world.do(NAMES[seat], on, private=True)
    off = panel(world, seat, number).advance
    assert off is not None
    await world.do(NAMES[seat], off, private=True)
    assert not panel(world, seat, number).advance_on
    await world.do(NAMES[duellist], c.PlayText("pass", number))
    assert [entry.seat for entry in world.book(number).awaited] == [seat]
    assert panel(world, seat, number).why == "burn"


async def test_a_burn_that_cannot_succeed_is_not_offered_and_asks_once(world: World) -> None:
    """Cards are picked for it and burned with the play button; a hand of 36 cards never goes with a joker in each set."""
    number = await dealt(world)
    for _ in range(60):
        seat = await until(world, number, "burn")
        book = world.book(number)
        legal = book.game.legal(book.play.state, seat)
        action = next((one for one in legal if isinstance(one, Do) and one.cards), None)
        if action is not None:
            break
        await world.do(NAMES[seat], c.PlayText("不烧", number))
    assert isinstance(action, Do)
    assert not [offer for offer in panel(world, seat, number).offers if isinstance(offer.action, Do)]
    shown: Panel | None = None
    for card in action.cards:
        pick = c.PickCard(number, panel(world, seat, number).decision, card, action.cards.count(card))
        reply = await world.shown(PrivateUpdate, NAMES[seat], pick, private=True)
        shown = reply.panel
    assert shown is not None
    assert shown.recognised is not None
    assert shown.recognised.legal
    assert shown.play is not None
    for command in (c.PlayText(action_text(action), number), shown.play):
        body = await world.shown(Menu, NAMES[seat], command, private=True)
        menu = body
        assert menu.notice.code == "refusal.hopeless"
        assert world.book(number).play.state is book.play.state
    assert (await world.do(NAMES[seat], menu.entries[0].command, private=True)).ok
    acts = [act for act in told(world, number, 0).acts if act.seat == seat]
    assert acts[-1].verb == "burn"


async def test_the_lowest_cards_go_back_with_one_press(world: World) -> None:
    number = await dealt(world)
    seat = await until(world, number, "return")
    shown = panel(world, seat, number)
    book = world.book(number)
    assert shown.offers[0].action == book.game.fallback(book.play.state, seat)
    assert shown.pass_now is None
    assert not isinstance(shown.offers[0].action, Pass)
    assert (await world.do(NAMES[seat], shown.offers[0].command, private=True)).ok
    assert shown.offers[0].action == Do("return", told(world, number, seat).own.returns[-1].cards)


async def test_where_no_score_is_kept_points_are_shown_nowhere_and_the_rounds_are_rated(world: World) -> None:
    number = await dealt(world, scoring="none", match_end="rounds", match_rounds="2")
    await world.play_on(number, rounds=2)
    assert world.book(number).row.state == "over"
    history = await world.shown(HistoryCard, "ann", c.History())
    assert (history.lines[0].rounds, history.lines[0].points, history.lines[0].won) == (2, (), ())
    whole, last = [(await world.do("ann", c.Replay("M1.2", step))).body for step in (None, 10**6)]
    assert isinstance(whole, ReplayCard)
    choice = await world.shown(Menu, "ann", c.Replay("M1"))
    assert [entry.label for entry in choice.entries] == ["M1.1", "M1.2"]
    for language in ("en", "zh"):
        tables, hands = world.chat.tables, world.chat.hands
        shown = [render.table(replace(update, language=language)) for update in (*tables[::4], *tables[-4:])]
        shown += [render.hand(replace(update, language=language)) for update in (*hands[::7], *hands[-7:])]
        told = [render.reply(Reply(language, True, body)) for body in (history, whole, last)]
        shown += [screen for screen in told if screen is not None]
        for screen in shown:
            assert not _SIGNED.search(plain_text(screen)), plain_text(screen)
        end = plain_text(render.table(replace(world.chat.table(number), language=language)))
        assert {"en": "Nobody has won the match", "zh": "整场没有胜方"}[language] in end
        assert {"en": "better places", "zh": "名次"}[language] in end
        page: Any = table_json(replace(world.chat.table(number), language=language), "table-1", (), language)
        assert page["totals"] == page["result"]["points"] == []
        replayed: Any = replay_json(whole, language)
        assert replayed["points"] == []
    stats = await world.shown(StatsCard, "ann", c.Stats())
    assert (stats.total.rounds, stats.total.points) == (2, 0)
    assert [one.rounds for one in stats.ratings] == [2]
