"""Which message shows what: tables edited in place, hands in private, nobody rung for nothing."""

import pytest

from bot.frontends.discord.outgoing import markup
from bot.present.pictures import views
from bot.present.pictures.views import Kept
from bot.session.port.protocols import PrivateTarget, Unreachable
from bot.session.port.updates import Motion, Notice
from tests.frontends.discord.clocks import SimClock
from tests.frontends.discord.house import House, act, deal, seat_all
from tests.frontends.discord.place import RULES, Place, end_of_round, first_of_seat, states
from tests.simulators.discord import DiscordSim, VirtualChannel, VirtualUser


def uploads(sim: DiscordSim) -> int:
    return sum(len(call.files) for call in sim.calls)


async def test_a_deleted_table_message_is_posted_again(place: Place) -> None:
    place.delivery.show_table(place.round(2))
    await place.done()
    place.channel.messages[0].deleted = True
    place.delivery.show_table(place.round(3))
    await place.done()
    assert len(place.channel.messages) == 1


async def test_a_new_trick_renews_the_message_only_when_it_has_scrolled_away(place: Place) -> None:
    place.delivery.show_table(place.round(2))
    await place.done()
    first = place.channel.messages[0]
    stored = f"{place.channel.id}:{first.id}"
    place.delivery.show_table(place.round(3, renew=True, message=stored))
    await place.done()
    assert place.channel.messages == [first]
    for number in range(6):
        await place.alice.talks(place.channel, f"chatter {number}")
    place.delivery.show_table(place.round(4, renew=True, message=stored))
    await place.done()
    assert first.deleted
    assert place.channel.messages[-1].has_button("My hand")


@pytest.mark.parametrize("place", [1.0], indirect=True)
async def test_plays_make_one_edit_while_nobody_who_reads_the_board_is_asked(place: Place) -> None:
    async def shows(step: int, **more: bool) -> None:
        place.delivery.show_table(place.round(step, **more))
        place.delivery.tell(place.ref(place.alice), Notice("you_are_host", {"table": 12}), "en", 12)
        known = len(place.alice.inbox)
        await place.sim.wait_for(lambda: len(place.alice.inbox) > known)

    playing = [at for at, (_, state, _, _) in enumerate(states()) if RULES.result(state) is None]
    asked, ai = (
        [at for at in playing if (RULES.awaited(states()[at][1])[0].seat == 2) is is_ai] for is_ai in (False, True)
    )
    await shows(asked[0])
    (board,) = place.channel.messages
    for step in playing[1:3]:
        await shows(step, calm=True)
    assert len(board.versions) == 1, "all who play look at their own hands"
    await shows(ai[-1])
    assert len(board.versions) == 1, "an AI player goes on at once"
    place.delivery.show_table(place.round(asked[-1]))
    await place.sim.wait_for(lambda: len(board.versions) == 2)


async def test_where_the_bot_may_not_look_back_a_new_trick_renews_the_message_by_its_age(place: Place) -> None:
    place.channel.denies("read_message_history")
    place.delivery.show_table(place.round(2))
    await place.done()
    first = place.channel.messages[0]
    stored = f"{place.channel.id}:{first.id}"
    place.sim.clock.advance(4 * 60)
    place.delivery.show_table(place.round(3, renew=True, message=stored))
    await place.done()
    assert place.channel.messages == [first]
    place.sim.clock.advance(2 * 60)
    place.delivery.show_table(place.round(4, renew=True, message=stored))
    await place.done()
    assert first.deleted
    assert len(place.channel.messages) == 1


async def test_an_old_result_can_be_read_but_nothing_pressed_on_it(place: Place) -> None:
    end = end_of_round()
    place.delivery.show_table(place.round(end))
    await place.done()
    result = place.channel.messages[0]
    words, picture = next(iter(result.current.texts())), result.current.attachments
    assert result.buttons
    assert picture
    place.delivery.show_table(place.round(end + 1))
    await place.done()
    assert result.buttons == []
    now = next(iter(result.current.texts()))
    assert "Waiting for" in words
    assert "Waiting for" not in now
    assert set(now.splitlines()) < set(words.splitlines())
    assert result.current.attachments == picture
    assert place.channel.messages[-1].buttons


async def test_a_wall_clock_that_is_set_does_not_post_the_table_anew_again_and_again(
    place: Place, sim_clock: SimClock
) -> None:
    place.delivery.show_table(place.round(1))
    await place.done()
    (table,) = place.channel.messages
    sim_clock.ahead = 86_400
    for number in (2, 3):
        place.delivery.show_table(place.round(number))
        await place.done()
    assert [message.id for message in place.channel.messages] == [table.id]


async def test_an_unchanged_picture_is_uploaded_once(place: Place) -> None:
    place.delivery.show_hand(place.hand(1))
    await place.done()
    (panel,) = place.alice.inbox
    (picture,) = panel.current.attachments
    place.delivery.show_hand(place.hand(first_of_seat(0)))
    await place.done()
    assert len(panel.versions) == 2
    assert panel.current.attachments == (picture,)
    assert uploads(place.sim) == 1


async def test_a_picture_that_cannot_be_kept_is_uploaded_again(place: Place) -> None:
    place.delivery.show_hand(place.hand(1))
    await place.done()
    (panel,) = place.alice.inbox
    place.sim.faults.fail_next("PATCH", rf"/messages/{panel.id}$", status=400)
    place.delivery.show_hand(place.hand(first_of_seat(0)))
    await place.done()
    assert len(panel.versions) == 2
    assert len(panel.current.attachments) == 1
    assert uploads(place.sim) == 2


async def test_only_those_who_cannot_be_reached_privately_are_rung(place: Place) -> None:
    step = first_of_seat(1)
    place.delivery.show_table(place.round(step))
    await place.done()
    assert place.bob.notifications == []
    place.delivery.show_table(place.round(step, ping=(place.ref(place.bob),)))
    await place.done()
    assert len(place.bob.notifications) == 1
    assert place.alice.notifications == []
    assert len(place.channel.messages) == 1
    place.delivery.show_table(place.round(step + 1))
    await place.done()
    assert len(place.bob.notifications) == 1


async def test_nobody_is_rung_for_a_turn_that_is_over(place: Place) -> None:
    step = next(i for i in range(first_of_seat(1), 99) if RULES.awaited(states()[i + 1][1])[0].seat != 1)
    place.delivery.show_table(place.round(step, ping=(place.ref(place.bob),)))
    place.delivery.show_table(place.round(step + 1))
    await place.done()
    assert place.bob.notifications == []


async def test_a_table_that_another_worker_has_now_is_shown_by_that_one_alone(place: Place) -> None:
    place.delivery.show_hand(place.hand(1))
    place.delivery.show_table(place.round(1))
    await place.done()
    calls, sent = len(place.sim.calls), len(place.report.outcomes)
    step = first_of_seat(0)
    place.delivery.show_hand(place.hand(step, alert=True))
    place.delivery.show_table(place.round(step, ping=(place.ref(place.alice),), renew=True))
    place.delivery.let_go(12)
    await place.done()
    assert len(place.sim.calls) == calls
    assert len(place.report.outcomes) == sent
    place.delivery.show_table(place.round(step))
    await place.done()
    assert len(place.sim.calls) > calls, "it may come back"


async def test_closed_private_messages_are_tried_once_and_reported(place: Place) -> None:
    place.alice.closes_dms()
    for step in range(4):
        place.delivery.show_hand(place.hand(step, alert=True))
        await place.done()
    assert place.report.of(Unreachable) == [Unreachable(PrivateTarget(place.ref(place.alice), 12))]
    assert sum(call.status == 403 for call in place.sim.calls) == 1
    place.alice.opens_dms()
    place.delivery.hands.may_be_open(str(place.alice.id))
    place.delivery.show_hand(place.hand(5))
    await place.done()
    assert len(place.alice.inbox) == 1


async def test_a_sentence_arrives_or_the_manager_hears_that_it_cannot(place: Place) -> None:
    place.delivery.tell(place.ref(place.alice), Notice("you_are_host", {"table": 12}), "en", 12)
    await place.done()
    assert "12" in place.alice.inbox[0].text
    place.bob.closes_dms()
    place.delivery.tell(place.ref(place.bob), Notice("you_are_host", {"table": 12}), "en", 12)
    await place.done()
    assert place.report.of(Unreachable) == [Unreachable(PrivateTarget(place.ref(place.bob), 12))]


async def test_a_post_whose_answer_was_lost_is_not_posted_twice(place: Place) -> None:
    place.delivery.show_table(place.lobby())
    await place.done()
    call = next(call for call in place.sim.calls if call.kind == "create")
    assert call.body["enforce_nonce"] is True
    assert len(call.body["nonce"]) <= 25


async def test_a_vote_comes_as_a_new_message_so_that_people_can_vote_in_time(place: Place) -> None:
    place.delivery.show_table(place.round(3))
    await place.done()
    (old,) = place.channel.messages
    for votes, seconds in ((1, 60), (2, 30)):
        motion = Motion("end", None, votes, 2, seconds, until=1_800_000_000)
        place.delivery.show_table(place.round(3, motion=motion))
        await place.done()
    (voting,) = place.channel.messages
    assert voting is not old
    assert voting.has_button("Agree to end")
    assert "2 of 2 votes · ⏳ <t:1800000000:R>" in voting.text


async def test_the_time_that_is_left_counts_by_itself_on_every_screen(place: Place) -> None:
    step = first_of_seat(0)
    place.delivery.show_table(place.round(step, seconds_left={0: 62}, due={0: 1_800_000_062}))
    place.delivery.show_hand(place.hand(step, due=1_800_000_062))
    await place.done()
    for message in (*place.channel.messages, *place.alice.inbox):
        assert message.text.count("⏳ <t:1800000062:R>") == 1
        assert "62 s" not in message.text


async def test_a_clock_that_does_not_run_names_the_whole_time(place: Place) -> None:
    step = first_of_seat(0)
    place.delivery.show_table(place.round(step, seconds_left={0: 62}))
    place.delivery.show_hand(place.hand(step))
    await place.done()
    for message in (*place.channel.messages, *place.alice.inbox):
        assert "within 90 s" in message.text


async def test_the_panel_goes_with_the_seat(place: Place) -> None:
    place.delivery.show_hand(place.hand(3))
    place.delivery.show_hand(place.hand(3, 1))
    await place.done()
    place.delivery.tell(place.ref(place.alice), Notice("you_were_kicked", {"table": 12}), "en", 12)
    place.delivery.hand_gone(place.ref(place.bob), 12)
    await place.done()
    assert ["You were removed" in message.text for message in place.alice.inbox] == [True]
    assert place.bob.inbox == []


async def test_a_hand_whose_picture_cannot_be_drawn_comes_without_it(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> bytes:
        raise StopIteration

    monkeypatch.setattr(views, "hand_png", fails)
    monkeypatch.setattr(markup, "_pictures", Kept(1 << 20))
    place.delivery.show_hand(place.hand(first_of_seat(0)))
    await place.done()
    (panel,) = [message for message in place.alice.inbox if "17 cards" in message.text]
    assert not panel.files


async def test_the_board_follows_the_talk_of_which_the_gateway_tells(
    house: House, sim: DiscordSim, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    board = await seat_all(sim, people, channel)
    await deal(sim, people, channel)
    for number in range(60):
        await people[0].talks(channel, f"talk {number}")
    for _ in range(60):
        if board.deleted or not await act(sim, people):
            break
        await house.quiet()
    assert board.deleted
    newest = [message for message in channel.messages if message.author is None]
    assert len(newest) == 1
    assert newest[0].id > max(message.id for message in channel.messages if message.author is not None)
    assert not [call for call in sim.calls if call.method == "GET" and "/messages" in call.path], "nobody need look"


@pytest.mark.parametrize("place", [1.0], indirect=True)
async def test_a_new_hand_is_shown_at_once_and_the_play_of_the_others_with_what_follows(place: Place) -> None:
    waits = [
        at
        for at, (_, state, _, _) in enumerate(states())
        if RULES.result(state) is None and RULES.awaited(state)[0].seat
    ]
    first = next(at for at in waits if not RULES.view(states()[at][1], 0).acts)
    later = [at for at in waits if RULES.view(states()[at][1], 0).acts][:2]
    place.delivery.show_hand(place.hand(first, alert=True))
    await place.sim.wait_for(lambda: place.alice.inbox)
    (panel,) = place.alice.inbox
    for step in later:
        place.delivery.show_hand(place.hand(step))
        place.delivery.tell(place.ref(place.bob), Notice("you_are_host", {"table": 12}), "en", 12)
        known = len(place.bob.inbox)
        await place.sim.wait_for(lambda known=known: len(place.bob.inbox) > known)  # type: ignore[misc]
    assert len(panel.versions) == 1
    place.delivery.show_hand(place.hand(first_of_seat(0)))
    await place.sim.wait_for(lambda: len(panel.versions) == 2)
