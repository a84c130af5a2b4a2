"""After a restart: what is still right on people's screens is left alone, and only the rest is shown again."""

from bot.session.port import commands as c
from tests.frontends.stage import GROUP, OnDiscord, Stage
from tests.frontends.untold import play_untold


async def test_nothing_is_sent_after_a_restart_in_which_nothing_has_happened(stage: Stage) -> None:
    await stage.in_play()
    person, panel = stage.asked()
    before = await stage.restarts()
    await stage.rests()
    assert stage.written(before) == []
    (table,) = stage.house.manager.session.tables.values()
    assert not table.held, "a table that everybody sees goes on"
    await stage.presses(person, panel, c.Offer)
    await stage.sim.wait_for(lambda: (turn := stage.turn()) is not None and turn[0] != person)
    await stage.rests()
    edited = {where for kind, where in stage.written(before) if kind == "edit"}
    assert GROUP in edited, "and the next press goes on in the same messages"


async def test_picked_cards_that_a_restart_forgets_go_from_the_panel_and_nothing_else_is_sent(stage: Stage) -> None:
    await stage.in_play()
    person, panel = stage.asked()
    unpicked = panel.text
    await stage.picks(person, panel)
    await stage.sim.wait_for(lambda: "✋" in panel.text)
    await stage.rests()
    before = await stage.restarts()
    await stage.rests()
    assert stage.asked() == (person, panel)
    assert panel.text.partition("💡")[0] == unpicked.partition("💡")[0]
    # On Discord every panel loses its link to the table with the restart.
    losers = [1, 2, 3] if isinstance(stage, OnDiscord) else [person]
    assert sorted(stage.written(before)) == [("edit", one) for one in losers]


async def test_news_that_a_kill_kept_back_is_told_after_it(stage: Stage) -> None:
    await stage.in_play()
    actor = await play_untold(stage.house.manager)
    before = await stage.restarts()
    await stage.sim.wait_for(lambda: (turn := stage.turn()) is not None and str(stage.people[turn[0] - 1].id) != actor)
    await stage.rests()
    written = stage.written(before)
    assert [where for kind, where in written if kind == "new"] == [stage.asked()[0]], "who is next hears of it, once"
    assert ("edit", GROUP) in written


async def test_a_result_stays_to_be_read_though_the_bot_was_restarted_after_it(stage: Stage) -> None:
    await stage.deals(1)
    while await stage.acts():
        pass
    await stage.rests()
    (result,) = [message for message in stage.shown() if stage.offers(message, "Another match")]
    before = await stage.restarts()
    await stage.rests()
    assert stage.written(before) == []
    await stage.people[0].press(result, "Another match")
    await stage.sim.wait_for(stage.turn)
    await stage.rests()
    assert not result.deleted
    assert stage.shown()[-1] is not result, "the next match has a message of its own"
