"""Taking a play back, alone with AI players: the log, the state and what follows from them stay one."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from bot.cli_records import export
from bot.ratings import rebuild
from bot.session.port import commands as c
from bot.session.port.replies import FairCard, HistoryCard, ReplayCard, StatsCard
from bot.session.port.updates import Notice, PrivateUpdate
from bot.session.state.replay import frames_of
from games.base.actions import action_text
from soak.evidence import check_written
from soak.written import in_file
from storage.api import Store
from storage.databases import open_store
from storage.themes.matches import ActionRow
from tests.databases import database_in
from tests.session.world import RecordingFrontend, World, code


async def alone(store: Store, game: str = "doudizhu", **options: str) -> tuple[World, int]:
    """Ann with AI players, asked for the first time in the first round."""
    world = await World(store).start()
    number = await world.seated("ann", game=game, clock="0", **options)
    if world.book(number).free_seats:
        assert (await world.do("ann", c.FillAi(number, level="easy"))).ok
    assert (await world.do("ann", c.DealCards(number))).ok
    await asked(world, number)
    return world, number


async def asked(world: World, number: int, seat: int = 0) -> None:
    for _ in range(400):
        book = world.book(number)
        if not book.playing or any(entry.seat == seat for entry in book.awaited):
            return
        await world.advance(2.0)
    raise AssertionError("Ann is never asked")


async def plays(world: World, number: int, **more: Any) -> str:
    """Ann does something sensible; its text."""
    text = action_text(world.choice(world.book(number), 0))
    assert (await world.do("ann", c.PlayText(text, number, sure=True), private=True, **more)).ok
    return text


async def to_the_end(world: World, number: int) -> None:
    round_ = world.book(number).row.round
    for _ in range(400):
        await asked(world, number)
        if not world.book(number).playing or world.book(number).row.round != round_:
            return
        await plays(world, number)
    raise AssertionError("the round does not end")


async def log_of(world: World, number: int) -> list[tuple[int, int, str, str]]:
    book = world.book(number)
    async with world.store.begin() as unit:
        lines: list[ActionRow] = list(await unit.matches.actions(book.row.match))
    return [(line.seq, line.seat, line.line, line.cause) for line in lines]


def picture(world: World, number: int) -> tuple[Any, ...]:
    """All that the rules and the panel say about the moment, for Ann."""
    book = world.book(number)
    views = [book.game.view(book.play.state, seat) for seat in (None, *range(book.row.players))]
    return (*views, book.game.hands(book.play.state), book.play.seq, book.play.recent, book.score.totals)


@pytest.mark.parametrize("game", ["doudizhu", "guandan", "gongzhu", "gandengyan", "liujiatong", "gouji"])
async def test_the_last_play_is_undone_with_what_ai_players_answered(store: Store, game: str) -> None:
    world, number = await alone(store, game)
    for _ in range(2):
        await plays(world, number)
        await asked(world, number)
    before, log = picture(world, number), await log_of(world, number)
    await plays(world, number)
    await asked(world, number)
    assert len(await log_of(world, number)) > len(log)
    assert code(await world.do("ann", c.Undo(number))) == "taken_back"
    assert picture(world, number) == before
    assert await log_of(world, number) == log
    assert world.chat.table(number).table.practice


async def test_it_is_offered_after_ones_own_play_and_once(store: Store) -> None:
    world, number = await alone(store)
    assert code(await world.do("ann", c.Undo(number))) == "takeback_nothing"
    await plays(world, number)
    await asked(world, number)
    await plays(world, number)
    shown = world.chat.panel("ann", number)
    ((_, last),) = shown.aside
    assert isinstance(last, c.Undo)
    stale = c.Undo(number, last.line - 1)
    assert code(await world.do("ann", stale)) == "stale_decision"
    assert (await world.do("ann", last)).ok
    panel = world.chat.panel("ann", number)
    assert panel.aside == ()
    assert code(await world.do("ann", c.Undo(number))) == "takeback_nothing"
    world = await world.restarted()
    assert code(await world.do("ann", c.Undo(number))) == "takeback_nothing"
    await plays(world, number)
    world = await world.restarted()
    assert code(await world.do("ann", c.Undo(number))) == "taken_back"


async def test_no_decision_is_called_as_one_that_was_taken_back_also_after_a_restart(store: Store) -> None:
    world, number = await alone(store)
    seen = set()
    for _ in range(4):
        await asked(world, number)
        seen.add(world.book(number).decision(0))
        await plays(world, number)
        await asked(world, number)
        seen.add(world.book(number).decision(0))
        old = world.chat.hand("ann", number).panel
        assert (await world.do("ann", c.Undo(number))).ok
        assert world.book(number).decision(0) not in seen
        assert old is not None
        if old.pass_now is not None:
            assert code(await world.do("ann", old.pass_now, private=True)) == "stale_decision"
        now = world.book(number).play
        world = await world.restarted()
        again = world.book(number).play
        assert (again.resolved, again.seq, again.recent) == (now.resolved, now.seq, now.recent)
        assert again.rewind == now.rewind
        await plays(world, number)


async def test_the_round_changes_no_ratings_and_no_statistics_and_says_so(store: Store) -> None:
    world, number = await alone(store, deals="2")
    await plays(world, number)
    assert (await world.do("ann", c.Undo(number))).ok
    await to_the_end(world, number)
    book = world.book(number)
    match = book.row.match
    shown = world.chat.table(number)
    assert shown.play.result is not None
    assert shown.table.practice
    world = await world.restarted()
    assert world.book(number).score.practice
    async with store.begin() as unit:
        assert await unit.results.of_person(1, game=None, chat=None, limit=9) == []
        assert await unit.ratings.endings(after=0, limit=9) == []
        assert await unit.ratings.all() == []
    assert code(await world.do("ann", c.Stats(), private=True)) == "no_results"
    # the next round counts, the match does not
    while not world.book(number).playing:
        assert (await world.do("ann", c.DealCards(number))).ok
    assert not world.chat.table(number).table.practice
    await to_the_end(world, number)
    assert world.book(number).row.state == "over"
    card = await world.shown(StatsCard, "ann", c.Stats(), private=True)
    assert (card.total.rounds, card.total.matches) == (1, 0)
    async with store.begin() as unit:
        rated = await unit.ratings.all()
    assert rated
    assert (await rebuild(store)).changed == 0
    async with store.begin() as unit:
        assert await unit.ratings.all() == rated
    told = await world.shown(HistoryCard, "ann", c.History(), private=True)
    assert [line.id for line in told.lines] == [f"M{match}"]


async def test_replay_fair_deal_and_the_stored_record_tell_of_a_round_without_the_play(store: Store) -> None:
    world = await World(store).start()
    world.manager.session.dice = None  # deals are promised, as they are where nobody asked for a seed
    number = await world.dealt("ann", clock="0")
    await asked(world, number)
    await plays(world, number)
    assert (await world.do("ann", c.Undo(number))).ok
    await to_the_end(world, number)
    book = world.book(number)
    name = f"M{book.row.match}.{book.row.round}"
    looked = await world.shown(ReplayCard, "ann", c.Replay(name), private=True)
    assert looked.practice
    async with store.begin() as unit:
        match, row = await unit.matches.get(book.row.match), await unit.matches.round(book.row.match, book.row.round)
        lines = await unit.matches.actions(book.row.match, book.row.round)
    assert match is not None
    assert row is not None
    assert [line.seq for line in lines] == list(range(lines[0].seq, lines[0].seq + len(lines)))
    assert len(frames_of(match, row, lines)) == len(lines) + 1 == len(looked.frames)
    assert json.loads(row.result or "{}")["taken_back"] is True
    fair = await world.shown(FairCard, "ann", c.Fair(name), private=True)
    assert fair.verdict == "fits"


async def test_the_stored_rows_hold_against_each_other_and_are_exported(tmp_path: Path, capsys: Any) -> None:
    """The long runs' own check: logs without gaps, results as the rules give them, sums that agree."""
    url = database_in(tmp_path)
    store = await open_store(url)
    world, number = await alone(store, deals="2")
    for _ in range(2):
        await plays(world, number)
        assert (await world.do("ann", c.Undo(number))).ok
        await to_the_end(world, number)
        if world.book(number).row.state == "between":
            assert (await world.do("ann", c.DealCards(number))).ok
            await asked(world, number)
    match = world.book(number).row.match
    await world.stop()
    await store.close()
    assert check_written(in_file(tmp_path / url.rpartition("/")[2]))["rounds over"] == 2
    capsys.readouterr()
    await asyncio.to_thread(export, f"M{match}", url)
    assert len(json.loads(capsys.readouterr().out)["steps"]) > 20


async def test_a_redelivered_update_neither_plays_nor_takes_back_again(store: Store) -> None:
    world, number = await alone(store)
    await plays(world, number)
    await asked(world, number)
    await plays(world, number, update="the play")
    assert (await world.do("ann", c.Undo(number), update="the undo")).ok
    log = await log_of(world, number)
    for restarted in (False, True):
        if restarted:
            world = await world.restarted()
        again = await world.do("ann", c.PlayText("pass", number, sure=True), private=True, update="the play")
        assert again.repeated
        assert (await world.do("ann", c.Undo(number), update="the undo")).repeated
        assert await log_of(world, number) == log


async def test_nobody_takes_back_where_others_sit_wait_or_have_played(world: World) -> None:
    number = await world.dealt("ann", "bob", clock="0")
    while not any(seat == 0 for _, seat, _, _ in await log_of(world, number)):
        await world.one_step(number)
    panel = world.chat.panel("ann", number)
    assert panel.aside == ()
    assert code(await world.do("ann", c.Undo(number))) == "takeback_company"
    assert (await world.do("bob", c.Leave(number))).ok
    assert code(await world.do("ann", c.Undo(number))) == "takeback_company"
    assert code(await world.do("eve", c.Undo(number))) == "not_seated"


async def test_who_waits_for_a_seat_ends_it_and_a_round_that_is_over_stays(store: Store) -> None:
    world, number = await alone(store)
    await plays(world, number)
    assert code(await world.do("bob", c.Join(number))) == "joined_next_round"
    assert code(await world.do("ann", c.Undo(number))) == "takeback_company"
    assert (await world.do("bob", c.Leave(number))).ok
    await to_the_end(world, number)
    reply = await world.do("ann", c.Undo(number))
    assert reply.body == Notice("takeback_too_late", {"table": number})


async def test_an_answer_of_an_ai_player_that_was_on_its_way_does_not_come_after_all(store: Store) -> None:
    world, number = await alone(store)
    await plays(world, number)
    assert world.manager.session.tables[number].pending, "an AI player thinks"
    assert (await world.do("ann", c.Undo(number))).ok
    log = await log_of(world, number)
    assert not world.manager.session.tables[number].pending
    await world.advance(30)
    assert await log_of(world, number) == log


async def test_the_page_hears_of_it_like_any_other_change(store: Store) -> None:
    page = RecordingFrontend("web")
    world = await World(store, frontends=(RecordingFrontend(), page)).start()
    number = await world.dealt("ann", clock="0")
    await asked(world, number)
    await plays(world, number)
    shown = page.hand("ann", number)
    assert isinstance(shown, PrivateUpdate)
    assert shown.panel is not None
    assert (await world.do("ann", c.Undo(number), private=True)).ok
    assert page.hand("ann", number).version > shown.version
    assert page.table(number).table.practice
