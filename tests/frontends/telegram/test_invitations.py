"""The Invite button of a group's lobby: who sits there is given the invitation alone, and the group is told nothing."""

from pathlib import Path

from tests.simulators.telegram import Call, Group, Message, Person, TelegramSim

from .house import open_house


def invitations(person: Person) -> list[Message]:
    return [message for message in person.inbox if "/join 1-" in message.text]


def said_in(sim: TelegramSim, group: Group) -> list[Call]:
    """What the group has read; what asks the server whether it knows messages for one alone goes again at once."""
    said = [call for call in sim.calls if call.is_message and call.chat == group.id]
    return [call for call in said if not str(call.parameters.get("text")).startswith(("Your hand, for", "你的手牌，"))]


async def test_who_sits_there_gets_the_invitation_alone_also_by_an_old_button(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person
) -> None:
    zoe = sim.user("player 9")
    group = sim.group("friends", [ann, ben, zoe], supergroup=True)
    async with open_house(sim, tmp_path) as house:
        await ann.starts()
        await ann.says(group, "/new doudizhu")
        lobby = await sim.wait_for(lambda: sim.find(group, "🀄"))
        await ben.press(lobby, "Join")
        await sim.wait_for(lambda: ben.name in lobby.text)
        old, before = lobby.frozen(), said_in(sim, group)
        answer = await ann.press(lobby, "Invite")
        assert (answer.url, str(answer)) == (f"https://t.me/{sim.username}?start=i1", "")
        (told,) = await sim.wait_for(lambda: invitations(ann))
        links = {button.text: button.url for button in told.buttons}
        code = told.text.partition("/join ")[2].split()[0]
        assert (
            links["✉ Send it to a friend"]
            == f"https://t.me/share/url?url=https%3A%2F%2Ft.me%2F{sim.username}%3Fstart%3Dj{code}"
        )
        assert links["👥 Bring it into a group"] == f"https://t.me/{sim.username}?startgroup=j{code}"
        assert "Discord" not in told.text, "it does not run here"
        await ann.press(lobby, "Invite")
        await sim.wait_for(lambda: told.deleted and len(invitations(ann)) == 1)
        await house.restart()
        leads = (await ben.press(old, "Invite")).url  # whom no private message reaches yet
        assert leads is not None
        await ben.follows(leads)
        (his,) = await sim.wait_for(lambda: invitations(ben))
        assert code in his.text
        refused = await zoe.press(lobby, "Invite")
        assert refused.show_alert
        assert "你不在 #1 桌上" in refused or "do not sit at table #1" in refused
        await zoe.follows(leads)
        await sim.wait_for(lambda: sim.find(zoe, "#1"))
        assert invitations(zoe) == []
        lobby_again = said_in(sim, group)[len(before) :]
        assert [call.method for call in lobby_again if call.method != "editMessageText"] == [], (
            "nothing is said in the group"
        )


async def test_the_code_as_forms_name_it_is_read_where_it_is_typed(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person
) -> None:
    here, there = sim.group("friends", [ann]), sim.group("cousins", [ben])
    async with open_house(sim, tmp_path):
        await ann.starts()
        await ann.says(here, "/new doudizhu")
        lobby = await sim.wait_for(lambda: sim.find(here, "🀄"))
        await ann.press(lobby, "Invite")
        (told,) = await sim.wait_for(lambda: invitations(ann))
        code = told.text.partition("/join ")[2].split()[0]
        await ben.says(there, f"/join invitation:{code}")
        await sim.wait_for(lambda: ben.name in lobby.text and "Also shown to cousins" in lobby.text)
        await sim.wait_for(lambda: sim.find(there, "🀄"))
