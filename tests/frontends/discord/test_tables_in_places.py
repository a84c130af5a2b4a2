"""One table in two channels of one bot: each has its message, and one that is left gets a last edit."""

from dataclasses import replace

from bot.session.port.commands import ChatRef
from bot.session.port.protocols import Delivered, PublicTarget
from tests.frontends.discord.place import Place, end_of_round
from tests.present.rounds import filled
from tests.simulators.discord import VirtualChannel


def chat(channel: VirtualChannel) -> ChatRef:
    return ChatRef("discord", str(channel.id))


async def test_two_channels_show_the_same_table_and_one_that_is_left_says_so(place: Place) -> None:
    other = place.sim.guild("Cousins", members=[place.bob]).channel("table")
    for steps in (3, 4):
        update = place.round(steps)
        place.delivery.show_table(update)
        place.delivery.show_table(replace(update, chat=chat(other), home=False, language="zh", elsewhere=("friends",)))
        await place.done()
    (here,), (there,) = place.channel.messages, other.messages
    assert len(here.versions) == len(there.versions) == 2
    assert "同桌还在：friends" in there.text
    assert set(place.report.outcomes) == {
        Delivered(PublicTarget(12, chat(channel)), f"{channel.id}:{message.id}")
        for channel, message in ((place.channel, here), (other, there))
    }
    place.delivery.show_table(filled(place.round(5), chat=chat(other), home=False, left=True))
    place.delivery.show_table(place.round(5))
    await place.done()
    assert "is not shown here any more" in there.text
    assert not there.has_button("My hand")
    assert here.has_button("My hand")
    assert len(here.versions) == 3


async def test_a_result_stays_to_be_read_in_a_place_that_is_left(place: Place) -> None:
    update = place.round(end_of_round(), ended=True)
    place.delivery.show_table(update)
    await place.done()
    (message,) = place.channel.messages
    told = message.text.splitlines()[0]
    place.delivery.show_table(filled(update, left=True, ended=False, version=update.version + 1))
    await place.done()
    assert told in message.text
    assert "is not shown here any more" in message.text
