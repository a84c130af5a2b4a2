"""The process may die at any moment: the table goes on exactly where it was."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.session.manager import SessionSettings
from bot.session.port import commands as c
from bot.session.port.replies import ReplayCard
from bot.session.state.unsaved import Unsaved
from games import GAMES
from games.base.actions import action_text
from games.contract import Game
from storage.api import Store
from tests.memory import MemoryStore
from tests.session.world import RecordingFrontend, World, code

NAMES = ("ann", "bob", "cat")


def picture(world: World, number: int) -> Any:
    """Everything that must survive."""
    book = world.book(number)
    seats = {seat: (row.user, row.ai, row.away, row.timeouts, row.ready) for seat, row in book.seats.items()}
    play, score = book.play, book.score
    views = [book.game.view(play.state, viewer) for viewer in (None, 0, 1, 2)] if play.state is not None else []
    return (
        book.row.state, book.row.round, book.row.match, book.row.host, book.options, seats, views, play.seq, play.resolved,
        play.recent, dict(score.carry), score.totals, play.result, play.last, [v.motion for v in book.votes],
    )  # fmt: skip


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_the_buttons_of_a_panel_that_stays_as_it_is_are_good_after_a_restart(game: str) -> None:
    """Nothing of such a panel is made anew: what its buttons name has to be found in the rules alone."""
    world = await World(MemoryStore()).start()
    number = await world.seated("ann", game=game)
    await world.do("ann", c.FillAi(table=number))
    await world.do("ann", c.DealCards(number))
    pressed: list[str] = []
    for _ in range(60):
        book = world.book(number)
        if not book.playing or len(pressed) > 200:
            break
        asked = [waited.seat for waited in book.awaited if book.seats[waited.seat].user is not None]
        for seat in asked:
            hand = world.chat.hand("ann", number)
            assert hand.panel is not None
            buttons = [offered.command for offered in hand.panel.offers]
            buttons += [hand.panel.pass_now] if hand.panel.pass_now is not None else []
            for button in buttons:
                assert isinstance(button, c.Offer)
                assert Unsaved().offered(book, seat, button.digest) is not None, (book.play.seq, button)
                pressed.append(button.digest)
        await world.one_step(number)
        await world.settle()
    assert pressed
    await world.stop()


async def test_killed_after_every_single_step_of_two_rounds_the_match_goes_on(store: Store) -> None:
    world = await World(store).start()
    number = await world.seated("ann", "bob", deals="2")
    await world.do("ann", c.DealCards(number))
    steps = 0
    while world.book(number).row.state != "over" and steps < 400:
        before = picture(world, number)
        world = await world.restarted()
        assert picture(world, number) == before
        await world.advance(5)
        book = world.book(number)
        if book.playing:
            waited = book.awaited[0]
            held = book.seats[waited.seat]
            if held.user is not None:
                action = world.choice(book, waited.seat)
                reply = await world.do(held.external, c.PlayText(action_text(action), number, sure=True), private=True)
                assert reply.ok
        else:
            assert (await world.do("bob", c.DealCards(number))).ok
        steps += 1
    assert world.book(number).row.state == "over"
    assert sum(world.book(number).score.totals) == 0
    await world.stop()


async def test_an_update_that_had_its_effect_has_none_after_a_restart(store: Store) -> None:
    world = await World(store).start()
    number = await world.seated(*NAMES)
    deal, dealing = world.origin("ann"), c.DealCards(number)
    assert (await world.manager.handle(deal, dealing)).ok
    name = NAMES[world.book(number).awaited[0].seat]
    offer = world.chat.hand(name, number).panel.offers[0].command  # type: ignore[union-attr]
    tap = world.origin(name, private=True)
    assert (await world.manager.handle(tap, offer)).ok
    refused = world.origin(name, private=True)
    assert code(await world.manager.handle(refused, c.PlayText("pass", number))) == "refusal.not_your_turn"
    before = picture(world, number)
    world = await world.restarted()
    for origin, command, ok in ((deal, dealing, True), (tap, offer, True), (refused, c.PlayText("pass"), False)):
        again = await world.manager.handle(origin, command)
        assert (again.repeated, again.ok) == (True, ok)
        await world.settle()
        assert picture(world, number) == before
    new = world.origin("dan")
    assert (await world.manager.handle(new, c.NewTable("doudizhu"))).ok
    world = await world.restarted()
    assert (await world.manager.handle(new, c.NewTable("doudizhu"))).repeated
    assert len(world.manager.session.tables) == 2
    await world.stop()


async def test_buttons_made_before_a_restart_are_still_right_or_politely_refused(store: Store) -> None:
    world = await World(store).start()
    number = await world.seated(*NAMES)
    await world.do("ann", c.DealCards(number))
    name = NAMES[world.book(number).awaited[0].seat]
    bid, other = (offer.command for offer in world.chat.hand(name, number).panel.offers[:2])  # type: ignore[union-attr]
    world = await world.restarted()
    assert (await world.do(name, bid, private=True)).ok
    assert code(await world.do(name, other, private=True)) == "stale_decision"
    await world.stop()


async def test_after_a_restart_clocks_wait_until_the_table_is_shown(store: Store) -> None:
    world = await World(store).start()
    number = await world.seated(*NAMES, clock="60")
    await world.do("ann", c.DealCards(number))
    seat = world.book(number).awaited[0].seat
    await world.advance(20)
    world = await world.restarted(frontends=(RecordingFrontend(silent=True),))
    await world.advance(500)
    assert world.book(number).awaited[0].seat == seat
    assert 40 <= world.chat.hand(NAMES[seat], number).seconds_left <= 45  # type: ignore[operator]
    assert world.chat.hand(NAMES[seat], number).alert
    await world.do(NAMES[seat], c.MyHand(number), private=True)
    await world.advance(30)
    assert world.book(number).awaited[0].seat == seat
    await world.advance(20)
    assert world.book(number).awaited[0].seat != seat
    await world.stop()


async def test_tables_of_a_platform_that_comes_later_wait_for_it() -> None:
    store = MemoryStore()
    world = await World(store).start()
    number = await world.seated("ann")
    await world.do("ann", c.DealCards(number))
    await world.kill()
    late = World(store, clock=world.clock, frontends=(RecordingFrontend("elsewhere"),))
    await late.start()
    await late.advance(300)
    assert late.book(number).play.seq == world.book(number).play.seq
    chat = RecordingFrontend()
    chat.report = late.manager.report
    late.manager.add_frontend(chat)
    late.frontends = (chat,)
    await late.settle()
    assert chat.table(number).table.state == "playing"
    await late.advance(5)
    await late.stop()


async def test_lobbies_votes_and_settings_come_back(store: Store) -> None:
    world = await World(store).start()
    lobby = await world.seated("dan", "eve", "fay", spring="3")
    number = await world.seated(*NAMES)
    await world.do("ann", c.DealCards(number))
    await world.do("bob", c.End(number))
    await world.do("cat", c.Away(number))
    before = picture(world, number), picture(world, lobby)
    world = await world.restarted()
    assert (picture(world, number), picture(world, lobby)) == before
    assert code(await world.do("cat", c.Vote(number))) == "ended"
    await world.stop()


async def test_a_round_under_rules_that_have_changed_is_void_and_the_scores_are_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = await World(store).start()
    number = await world.seated(*NAMES)
    await world.do("ann", c.DealCards(number))
    await world.play_on(number)
    totals = world.book(number).score.totals
    await world.do("ann", c.DealCards(number))
    await world.one_step(number)
    game: Game[Any] = world.book(number).game
    monkeypatch.setattr(type(game), "rules_version", game.rules_version + 1)
    world = await world.restarted()
    book = world.book(number)
    assert (book.row.state, book.score.totals) == ("between", totals)
    assert world.chat.table(number).play.last[0].code == "voided"
    assert all("round_void_rules" in world.chat.codes(name) for name in NAMES)
    assert code(await world.do("ann", c.DealCards(number))) == "dealt"
    await world.stop()


async def test_stopping_is_clean_and_says_so_to_whoever_still_asks() -> None:
    world = await World(MemoryStore()).start()
    number = await world.seated("ann")
    await world.do("ann", c.DealCards(number))
    await world.stop()
    reply = await world.manager.handle(world.origin("ann"), c.DealCards(number))
    assert code(reply) == "stopping"
    assert len(world.manager.session.tasks) == 0


async def test_a_seeded_table_repeats_its_deals() -> None:
    hands = []
    for _ in range(2):
        world = World(MemoryStore(), settings=SessionSettings(seed=11))
        world.manager.session.dice = __import__("bot.session.state.dealing", fromlist=["dice_for"]).dice_for(11)
        await world.start()
        number = await world.seated(*NAMES)
        await world.do("ann", c.DealCards(number))
        book = world.book(number)
        hands.append(book.game.hands(book.play.state))
        await world.stop()
    assert hands[0] == hands[1]


async def test_the_end_of_a_round_that_nobody_saw_is_shown_after_the_restart(store: Store) -> None:
    """The process died between the commit and the messages: the result and the Ready button come all the same."""
    world = await World(store).start()
    number = await world.seated("ann", "bob", clock="0")
    await world.do("ann", c.DealCards(number))
    await world.play_on(number)
    assert world.book(number).row.state == "between"
    world = await world.restarted()
    shown = world.chat.table(number)
    assert shown.play.result is not None
    assert not shown.post.renew, "the message that stands is brought up to date"
    assert world.chat.hand("ann", number).play.result is not None
    assert world.chat.hand("bob", number).play.result is not None
    await world.stop()


@pytest.mark.parametrize(("game", "names", "seats"), [("gouji", ("joker_base", "burn_window", "stifled"), 6),
                                                     ("gongzhu", ("swap_jack_queen",), 4)])  # fmt: skip
async def test_a_table_stored_before_a_house_rule_was_known_plays_on_without_it(
    game: str, names: tuple[str, ...], seats: int, store: Store
) -> None:
    world = await World(store).start()
    number = await world.seated(*("ann", "bob", "cat", "dan", "eve", "fay")[:seats], game=game)
    await world.do("ann", c.DealCards(number))
    for _ in range(12):
        await world.one_step(number)
    before = picture(world, number)
    async with store.begin() as unit:
        row = await unit.tables.get(number)
        assert row is not None
        assert row.match is not None
        match = await unit.matches.get(row.match)
        assert match is not None
        known = {name: value for name, value in json.loads(row.options).items() if name not in names}
        assert len(known) == len(json.loads(row.options)) - len(names)
        await unit.tables.put(replace(row, options=json.dumps(known)))
        await unit.matches.put(replace(match, options=json.dumps(known)))
        await unit.commit()
    world = await world.restarted()
    assert picture(world, number) == before
    await world.play_on(number)
    reply = await world.do("ann", c.Replay(f"M{row.match}.1", 1))
    assert isinstance(reply.body, ReplayCard)
    assert reply.body.old_rules == 0
    await world.stop()
