"""Limits: short ones delay and lose nothing; nothing sleeps through long ones, and what can be shown in another way is."""

from functools import partial

import pytest

from bot.delivery.outbox import CREATE, Later
from bot.frontends.discord.outgoing.markup import TABLE, content
from bot.present import render
from tests.frontends.discord.place import Place, first_of_seat
from tests.simulators.discord import DiscordSim

HOUR = 3600.0


def shows(place: Place, versions: int) -> bool:
    return [len(message.versions) for message in place.alice.inbox] == [versions]


async def test_a_429_delays_and_loses_nothing(place: Place) -> None:
    place.sim.faults.fail_next("POST", r"/messages$", status=429, times=2, retry_after=0.01)
    place.delivery.show_table(place.lobby())
    await place.done()
    assert len(place.channel.messages) == 1


async def test_a_table_that_may_not_be_edited_for_an_hour_is_posted_anew_at_once(place: Place) -> None:
    place.delivery.show_table(place.round(2))
    await place.done()
    (old,) = place.channel.messages
    place.sim.faults.fail_next("PATCH", r"/messages/", status=429, retry_after=HOUR)
    place.delivery.show_table(place.round(3))
    await place.done()
    (new,) = place.channel.messages
    assert old.deleted
    assert new.has_button("My hand")
    edits = sum(call.kind == "edit" for call in place.sim.calls)
    place.delivery.show_table(place.round(4))
    await place.done()
    assert sum(call.kind == "edit" for call in place.sim.calls) == edits, "nothing is asked for again meanwhile"
    place.sim.clock.advance(HOUR + 1)
    place.delivery.show_table(place.round(5))
    place.delivery.show_table(place.round(6))
    await place.done()
    assert len(place.channel.messages) == 1


async def test_where_nothing_may_be_posted_for_an_hour_the_old_message_is_edited(place: Place) -> None:
    place.delivery.show_table(place.round(2))
    await place.done()
    (old,) = place.channel.messages
    step = first_of_seat(1)
    place.sim.faults.fail_next("POST", r"/messages$", status=429, retry_after=HOUR)
    place.delivery.show_table(place.round(step, ping=(place.ref(place.bob),)))
    await place.done()
    assert place.channel.messages == [old]
    assert len(old.versions) == 2


@pytest.mark.parametrize("too", ["old", "often"])
async def test_a_message_too_old_or_too_often_edited_is_replaced_at_once(place: Place, too: str) -> None:
    place.delivery.show_table(place.round(2))
    await place.done()
    (old,) = place.channel.messages
    if too == "old":
        place.sim.clock.advance(51 * 60)
    else:
        place.sim.faults.fail_next("PATCH", r"/messages/", code=30046)
    place.delivery.show_table(place.round(3))
    await place.done()
    (new,) = place.channel.messages
    assert old.deleted, "its buttons may not stay"
    assert new.has_button("My hand")
    assert len(new.versions) == 1


async def test_a_channel_that_takes_nothing_for_an_hour_holds_up_no_hand_and_is_shown_afterwards(place: Place) -> None:
    for method in ("POST", "PATCH"):
        place.sim.faults.fail_next(method, rf"^/channels/{place.channel.id}/", status=429, retry_after=HOUR)
    place.delivery.show_table(place.round(2))
    for step in (2, 3, 4):
        place.delivery.show_hand(place.hand(step))
        await place.sim.wait_for(partial(shows, place, step - 1))
    assert place.channel.messages == []
    assert place.delivery.outbox.waiting == 1
    place.sim.clock.advance(HOUR + 1)
    place.delivery.show_table(place.round(5))
    await place.done()
    assert len(place.channel.messages) == 1


async def test_a_panel_that_may_not_be_edited_for_an_hour_comes_anew(place: Place) -> None:
    place.delivery.show_hand(place.hand(1))
    await place.done()
    (old,) = place.alice.inbox
    place.sim.faults.fail_next("PATCH", r"/messages/", status=429, retry_after=HOUR)
    place.delivery.show_hand(place.hand(first_of_seat(0)))
    await place.done()
    (new,) = place.alice.inbox
    assert old.deleted
    assert new is not old


async def test_a_limit_of_the_whole_bot_is_told_apart_from_that_of_a_channel(place: Place, sim: DiscordSim) -> None:
    wire = place.delivery.wire
    shown = content(render.table(place.lobby()), TABLE)
    for everywhere in (True, False):
        sim.faults.fail_next("POST", r"/messages$", status=429, retry_after=HOUR, everywhere=everywhere)
        with pytest.raises(Later) as slow:
            await wire.post(place.channel.id, shown, "once")
        assert (slow.value.seconds, slow.value.kind, slow.value.everywhere) == (HOUR, CREATE, everywhere)
