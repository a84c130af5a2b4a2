"""Messages of their own: the post about a month arrives once, also when it is announced again after a restart."""

from bot.session.port.protocols import Delivered, Gone, PostTarget, SeasonCard, Title
from tests.frontends.discord.place import Place

MONTH = SeasonCard("2026-10", "friends", 34, 3, (Title("busiest", ("Ann *",), data={"rounds": 12}),))


async def test_a_month_is_posted_once(place: Place) -> None:
    target = PostTarget(place.chat, "season:2026-10:1")
    for _ in range(2):  # the second time nobody remembers that it has arrived, but Discord does
        place.delivery.announce(target, MONTH, "en")
        await place.done()
    (message,) = place.channel.messages
    assert "October 2026" in message.text
    assert message.notified == set()
    assert message.has_button("The month's list")
    assert [one.target for one in place.report.of(Delivered)] == [target, target]
    place.channel.denies("send_messages")
    place.delivery.announce(PostTarget(place.chat, "season:2026-11:1"), MONTH, "en")
    await place.done()
    assert [one.chat for one in place.report.of(Gone)] == [place.chat]
