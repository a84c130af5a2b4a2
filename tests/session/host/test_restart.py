"""The process may die at any moment: the table goes on exactly where it was."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.session.port import commands as c
from bot.session.port.replies import ReplayCard
from bot.session.state.answers import Unsaved
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
    viewers = () if play.state is None else (None, *range(book.row.players))
    views = [book.game.view(play.state, viewer) for viewer in viewers]
    return (
        book.row.state, book.row.round, book.row.match, book.row.host, book.options, seats, views, play.seq, play.resolved,
        play.recent, dict(score.carry), score.totals, play.result, play.last, [v.motion for v in book.votes],
    )  # fmt: skip


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_restarts_all_through_a_round_change_nothing_and_buttons_of_panels_stay_good(
    world: World, game: str
) -> None:
    """Nothing of a panel that stays as it is is made anew: what its buttons name has to be found in the rules alone."""
    number = await world.seated("ann", game=game)
    await world.do("ann", c.FillAi(table=number))
    await world.do("ann", c.DealCards(number))
    pressed: list[str] = []
    for step in range(120):
        book = world.book(number)
        if not book.playing:
            break
        asked = [waited.seat for waited in book.awaited if book.seats[waited.seat].user is not None]
        for seat in asked if len(pressed) < 200 else ():
            panel = world.chat.panel("ann", number)
            for button in [*(offered.command for offered in panel.offers), panel.pass_now]:
                assert button is None or isinstance(button, c.Offer)
                if button is not None:
                    assert Unsaved().offered(book, seat, button.digest) is not None, (book.play.seq, button)
                    pressed.append(button.digest)
        if step % 8 == 0 or len(book.awaited) > 1:
            before = picture(world, number)
            world = await world.restarted()
            assert picture(world, number) == before
        await world.one_step(number)
    assert pressed


async def test_killed_after_every_single_step_of_two_rounds_the_match_goes_on(world: World) -> None:
    number = await world.dealt("ann", "bob", deals="2")
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


async def test_an_update_that_had_its_effect_has_none_after_a_restart(world: World) -> None:
    number = await world.seated(*NAMES)
    deal, dealing = world.origin("ann"), c.DealCards(number)
    assert (await world.manager.handle(deal, dealing)).ok
    name = NAMES[world.book(number).awaited[0].seat]
    offer = world.chat.panel(name, number).offers[0].command
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


async def test_after_a_restart_clocks_wait_until_the_table_is_shown(world: World) -> None:
    number = await world.dealt(*NAMES, clock="60")
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


async def test_tables_of_a_platform_that_comes_later_wait_for_it() -> None:
    store = MemoryStore()
    world = await World(store).start()
    number = await world.dealt("ann")
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


async def test_lobbies_votes_and_settings_come_back(world: World) -> None:
    lobby = await world.seated("dan", "eve", "fay", spring="3")
    number = await world.dealt(*NAMES)
    await world.do("bob", c.End(number))
    await world.do("cat", c.Away(number))
    before = picture(world, number), picture(world, lobby)
    world = await world.restarted()
    assert (picture(world, number), picture(world, lobby)) == before
    assert code(await world.do("cat", c.Vote(number))) == "ended"


async def test_a_round_under_rules_that_have_changed_is_void_and_the_scores_are_kept(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await world.dealt(*NAMES)
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


async def test_stopping_is_clean_and_says_so_to_whoever_still_asks(world: World) -> None:
    number = await world.dealt("ann")
    await world.stop()
    reply = await world.manager.handle(world.origin("ann"), c.DealCards(number))
    assert code(reply) == "stopping"
    assert len(world.manager.session.tasks) == 0


async def test_the_end_of_a_round_that_nobody_saw_is_shown_after_the_restart(world: World) -> None:
    """The process died between the commit and the messages: the result and the Ready button come all the same."""
    number = await world.dealt("ann", "bob", clock="0")
    await world.play_on(number)
    assert world.book(number).row.state == "between"
    world = await world.restarted()
    shown = world.chat.table(number)
    assert shown.play.result is not None
    assert not shown.post.renew, "the message that stands is brought up to date"
    assert world.chat.hand("ann", number).play.result is not None
    assert world.chat.hand("bob", number).play.result is not None


@pytest.mark.parametrize(("game", "names", "seats"), [("gouji", ("joker_base", "burn_window", "stifled"), 6),
                                                     ("gongzhu", ("swap_jack_queen",), 4)])  # fmt: skip
async def test_a_table_stored_before_a_house_rule_was_known_plays_on_without_it(
    game: str, names: tuple[str, ...], seats: int, store: Store
) -> None:
    world = await World(store).start()
    number = await world.dealt(*("ann", "bob", "cat", "dan", "eve", "fay")[:seats], game=game)
    for _ in range(12):
        await world.one_step(number)
    before = picture(world, number)
    async with store.change() as unit:
        row = await unit.tables.get(number)
        assert row is not None
        assert row.match is not None
        match = await unit.matches.get(row.match)
        assert match is not None
        known = {name: value for name, value in json.loads(row.options).items() if name not in names}
        assert len(known) == len(json.loads(row.options)) - len(names)
        await unit.tables.put(replace(row, options=json.dumps(known)))
        await unit.matches.put(replace(match, options=json.dumps(known)))
    world = await world.restarted()
    assert picture(world, number) == before
    await world.play_on(number)
    reply = await world.shown(ReplayCard, "ann", c.Replay(f"M{row.match}.1", 1))
    assert reply.old_rules == 0
