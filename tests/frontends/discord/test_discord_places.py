"""Channels in which the bot may not do everything, or nothing any more: less is shown, people are told, play goes on."""

from pathlib import Path

import pytest

from bot.session.port.protocols import Gone, Lacking
from tests.frontends.discord.house import House, act, deal, play_out, seat_all, seat_and_deal, texts, turn_of
from tests.frontends.discord.place import Place, end_of_round
from tests.simulators.discord import DiscordSim, VirtualUser


def told(person: VirtualUser, words: str) -> int:
    return sum(words in message.text for message in person.inbox)


async def test_without_attach_files_a_round_ends_in_words_and_the_next_begins(place: Place) -> None:
    place.channel.denies("attach_files")
    end = end_of_round()
    place.delivery.show_table(place.round(end - 1))
    await place.done()
    place.delivery.show_table(place.round(end))
    await place.done()
    (message,) = place.channel.messages
    assert "is over" in message.text
    assert message.current.attachments == ()
    assert message.has_button("Replay") or message.buttons
    assert place.report.of(Lacking) == [Lacking(place.chat, ("attach_files",))]
    assert place.report.of(Gone) == []
    place.delivery.show_table(place.round(end + 1))
    await place.done()
    assert place.channel.messages[-1].has_button("My hand")


async def test_without_embed_links_the_table_has_all_its_buttons(place: Place) -> None:
    place.channel.denies("embed_links")
    place.delivery.show_table(place.lobby())
    await place.done()
    (message,) = place.channel.messages
    assert len(message.buttons) > 3
    assert place.report.of(Lacking) == []


async def test_a_permission_that_is_back_is_used_again(place: Place) -> None:
    place.channel.denies("attach_files")
    end = end_of_round()
    place.delivery.show_table(place.round(end))
    await place.done()
    place.channel.allows("attach_files")
    place.sim.clock.advance(601)
    place.delivery.show_table(place.round(end + 1))
    place.delivery.show_table(place.round(end, renew=True))
    await place.done()
    assert place.channel.messages[-1].current.attachments


async def test_without_send_messages_the_old_message_goes_on_being_edited(place: Place) -> None:
    place.delivery.show_table(place.round(end_of_round()))
    await place.done()
    place.channel.denies("send_messages")
    place.delivery.show_table(place.round(end_of_round() + 1))
    await place.done()
    (message,) = place.channel.messages
    assert message.has_button("My hand")
    assert place.report.of(Gone) == []
    assert place.report.of(Lacking)[-1].rights == ("send_messages",)


async def test_where_nothing_may_be_written_the_manager_hears_what_is_missing(place: Place) -> None:
    place.channel.denies("send_messages")
    place.delivery.show_table(place.lobby())
    await place.done()
    assert place.report.outcomes == [Gone(place.chat, ("send_messages",))]


async def test_a_channel_that_may_not_be_seen_is_gone(place: Place) -> None:
    place.delivery.show_table(place.round(2))
    await place.done()
    place.channel.denies("view_channel")
    place.delivery.show_table(place.round(3))
    await place.done()
    assert place.report.of(Gone) == [Gone(place.chat)]


async def test_new_says_by_name_what_is_missing_and_opens_nothing(sim: DiscordSim, tmp_path: Path) -> None:
    alice = sim.user("Alice")
    channel = sim.guild(members=[alice]).channel("friends")
    channel.denies("send_messages")
    async with House(sim, tmp_path):
        refused = await alice.slash(channel, "new", game="doudizhu")
        assert "“Send Messages”" in refused.text
        assert "is open" not in refused.text
        shown = await alice.slash(channel, "table")
        assert "no table here" in shown.text
        channel.allows("send_messages")
        await alice.slash(channel, "new", game="doudizhu")
        await sim.wait_for(lambda: any(message.has_button("Join") for message in channel.messages))


async def test_the_host_hears_once_by_name_that_pictures_are_missing_and_the_match_goes_on(
    sim: DiscordSim, tmp_path: Path
) -> None:
    people = [sim.user(name) for name in ("Alice", "Bob", "Carol")]
    channel = sim.guild(members=people).channel("friends")
    channel.denies("attach_files")
    async with House(sim, tmp_path) as house:
        await seat_all(sim, people, channel, "deals=2")
        await deal(sim, people, channel)
        for _ in range(400):
            if any("Round 1 is over" in message.text for message in channel.messages):
                break
            await act(sim, people)
        await house.quiet()
        for person in people:
            await person.slash(channel, "deal")
        await sim.wait_for(lambda: turn_of(people))
        await house.quiet()
        assert [told(person, "“Attach Files”") for person in people] == [1, 0, 0]
        assert "Round 2 of 2" in texts(channel)
        hand = await people[0].slash(channel, "hand")
        assert "Your" in hand.text


_LOST = "I cannot write in “"


@pytest.mark.parametrize("how", ["deleted unheard", "locked"])
async def test_a_match_whose_channel_is_lost_is_played_in_private_and_goes_on_wherever_somebody_says(
    sim: DiscordSim, tmp_path: Path, how: str
) -> None:
    people = [sim.user(name) for name in ("Alice", "Bob", "Carol")]
    guild = sim.guild(members=people)
    channel, other = guild.channel("friends"), guild.channel("evening")
    async with House(sim, tmp_path) as house:
        await seat_and_deal(sim, people, channel)
        await house.quiet()
        if how == "locked":
            channel.raw.locked = True
        else:
            channel.is_deleted(announce=False)
            for person in people:
                person.ephemerals.clear()  # what stood there for one person's eyes is gone as well
        await people[0].slash(people[0].dm, "away")  # the first that would be shown there
        await sim.wait_for(lambda: all(told(person, _LOST) for person in people))
        await people[0].slash(people[0].dm, "back")
        await house.quiet()
        for _ in range(4):
            await act(sim, people)
        await house.stop()
        await house.start()
        await act(sim, people)
        await house.quiet()
        assert [told(person, _LOST) for person in people] == [1, 1, 1]
        if how == "locked":
            told_there = next(one for one in reversed(people[0].dm.messages) if one.has_button("Go on here"))
            await people[0].press(told_there, "Go on here")
            board = people[0].dm
        else:
            assert (await people[1].slash(other, "deal")).text
            board = other
        await play_out(sim, people)
        await house.quiet()
        assert "The match is over" in texts(board)
        assert [told(person, _LOST) for person in people] == [1, 1, 1]
