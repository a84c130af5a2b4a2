"""Messages of their own: the post about a month arrives once and rings nobody; where it cannot arrive, that is reported."""

from bot.session.port.protocols import Delivered, Gone, PostTarget, SeasonCard, Title
from tests.simulators.telegram import Person, TelegramSim

from .stage import Notebook, chat_of, connected

MONTH = SeasonCard("2026-10", "friends", 34, 3, (Title("busiest", ("Ann <b>",), data={"rounds": 12}),))


async def test_a_month_is_posted_without_ringing(sim: TelegramSim, ann: Person) -> None:
    here, deleted = sim.group("friends", [ann]), sim.group("old friends", [ann])
    moved = sim.group("small", [ann], supergroup=False)
    deleted.is_deleted()
    new = moved.migrates(announce=False)
    manager = Notebook()
    frontend = await connected(sim, manager)
    for group in (here, deleted, moved):
        for _ in range(2):  # announced again before it has left
            frontend.announce(PostTarget(chat_of(group), "season:2026-10:1"), MONTH, "en")
    await sim.wait_for(lambda: manager.delivered(PostTarget(chat_of(moved), "season:2026-10:1")))
    await sim.wait_for(lambda: Gone(chat_of(deleted)) in manager.outcomes)
    await sim.wait_for(lambda: manager.delivered(PostTarget(chat_of(here), "season:2026-10:1")))
    await frontend.stop()
    for group in (here, new):
        (message,) = sim.messages(group)
        assert message.silent
        assert message.text.startswith("🏁 October 2026")
        assert "Ann <b> (12)" in message.text
        assert message.labels == ["🏆 The month's list"]
    assert len([one for one in manager.outcomes if isinstance(one, Delivered)]) == 2
