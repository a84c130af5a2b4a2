"""A table that another worker has had comes back: what is remembered of its messages is not true any more."""

from __future__ import annotations

import asyncio

from bot.delivery.pace import Pace
from bot.frontends.discord.outgoing.calls import ChannelCalls
from bot.frontends.discord.outgoing.delivery import Delivery
from bot.frontends.discord.outgoing.rate_limits import LIMITS
from bot.session.port.protocols import Delivered, PrivateTarget, PublicTarget
from bot.session.port.updates import Notice
from bot.session.port.workers import FENCE_BITS
from tests.frontends.discord.clocks import SimClock
from tests.frontends.discord.place import Place, Report, first_of_seat
from tests.present.rounds import filled


def of_owner(fence: int, news: int) -> int:
    return (fence << FENCE_BITS) + news


async def test_a_hand_and_a_table_are_edited_where_the_other_worker_has_left_them(
    place: Place, sim_clock: SimClock
) -> None:
    report, client = Report(), place.delivery.wire._client
    other = Delivery(ChannelCalls(client, sim_clock), report, sim_clock, Pace(LIMITS, 1000.0))
    other.outbox.open()
    sending = asyncio.create_task(other.outbox.run())
    at = first_of_seat(0)
    private, public = PrivateTarget(place.ref(place.alice), 12), PublicTarget(12, place.chat)

    def known(where: Report, target: object) -> str:
        return str(next(one.message for one in reversed(where.of(Delivered)) if one.target == target))

    place.delivery.show_table(place.round(at, version=of_owner(1, 1)))
    place.delivery.show_hand(place.hand(at, version=of_owner(1, 1)))
    await place.done()
    hand, table = known(place.report, private), known(place.report, public)
    said = Notice("already_done")
    other.show_hand(place.hand(at, version=of_owner(2, 1), message=hand, notice=said))
    other.show_table(place.round(at, version=of_owner(2, 1), message=table, renew=True))
    await other.outbox.drained()
    place.sim.clock.advance(21 * 60)
    other.show_table(place.round(at, version=of_owner(2, 2), message=table, renew=True))
    await other.outbox.drained()
    newer = known(report, public)
    assert newer != table, "the other worker has posted the table anew"
    place.delivery.show_hand(place.hand(at, version=of_owner(3, 1), message=hand))
    place.delivery.show_table(filled(place.round(at + 1, version=of_owner(3, 1)), message=newer))
    await place.done()
    assert known(place.report, public) == newer
    assert len(place.channel.messages) == 1
    (panel,) = [message for message in place.alice.inbox if message.has_button("h:") or message.current.attachments]
    assert panel.current.attachments
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)
