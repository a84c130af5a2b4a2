"""A table in two groups of Telegram, with all that may befall either: moving, losing the bot, silence, coming back."""

from pathlib import Path

from tests.simulators.telegram import Group, Message, Person, TelegramSim

from .house import Table, open_house


def board(sim: TelegramSim, group: Group) -> Message | None:
    """The newest message in a group that shows the table."""
    return next((m for m in reversed(sim.messages(group)) if m.content.photo is None and "🀄" in m.text), None)


def says(sim: TelegramSim, group: Group, words: str) -> bool:
    """Whether the table message of a group says this."""
    message = board(sim, group)
    return message is not None and words in message.text


def told(person: Person, words: str) -> int:
    return sum(words in message.text for message in person.inbox)


async def test_whatever_befalls_one_group_the_table_goes_on_in_the_other(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person
) -> None:
    home, guest = sim.group("friends", [ann]), sim.group("cousins", [ben])
    async with open_house(sim, tmp_path):
        for person in (ann, ben):
            await person.starts()
        await ann.says(home, "/new doudizhu deals=8")
        lobby = await sim.wait_for(lambda: sim.find(home, "🀄"))
        await ann.press(lobby, "Invite")
        invitation = await sim.wait_for(lambda: sim.find(ann, "/join 1-"))
        code = invitation.text.partition("/join ")[2].split()[0]
        await ben.says(guest, f"/join {code}")
        await sim.wait_for(lambda: ben.name in lobby.text)
        await ann.press(lobby, "Fill with AI")
        await ann.press(lobby, "Start")
        table = Table(sim, home, [ann, ben])

        guest = guest.migrates()
        await sim.wait_for(lambda: board(sim, guest))
        await table.one_move()
        home = table.group = home.migrates()
        await sim.wait_for(lambda: board(sim, home))
        await table.one_move()
        assert says(sim, home, "cousins")
        assert says(sim, guest, "friends")

        guest.removes_bot(by=ben)
        await sim.wait_for(lambda: told(ben, "我不能再在“cousins”发言了"))
        await sim.wait_for(lambda: not says(sim, home, "cousins"))
        await table.one_move()
        assert (told(ann, "发言"), told(ben, "发言")) == (0, 1)
        guest.adds_bot(by=ben)
        await ben.says(guest, f"/join {code}")
        await sim.wait_for(lambda: says(sim, home, "cousins") and says(sim, guest, "friends"))

        home.forbids("can_send_messages")
        for message in sim.messages(home):
            message.deleted = True  # somebody clears the chat: a new message would be needed
        await table.one_move()
        await sim.wait_for(lambda: told(ann, "cannot write in “friends”"))
        await sim.wait_for(lambda: not says(sim, guest, "friends"))
        assert (told(ann, "cannot write in"), told(ben, "发言")) == (1, 1)
        table.group = guest
        await table.one_move()
        home.allows("can_send_messages")
        await ann.says(home, f"/join {code}")
        await sim.wait_for(lambda: says(sim, guest, "friends") and says(sim, home, "cousins"))
        await table.one_move()
    assert sim.violations == []
