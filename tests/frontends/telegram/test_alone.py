"""A table in one's own private chat with the bot: alone against AI players, and with friends who come by invitation."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from tests.frontends.stage import as_mini_app
from tests.simulators.telegram import Message, Person, TelegramSim

from .house import moves, open_house, panel_of, to_act


def _lobby(person: Person) -> Message | None:
    return next((m for m in reversed(person.inbox) if m.button("Invite a friend")), None)


async def _opens(sim: TelegramSim, person: Person) -> Message:
    await person.starts()
    await person.says(person, "/new doudizhu deals=1")
    return await sim.wait_for(lambda: _lobby(person))


async def _plays(sim: TelegramSim, *people: Person) -> None:
    def over() -> bool:
        return any("Another match" in label for label in (panel_of(people[0]) or people[0].inbox[-1]).labels)

    for _ in range(200):
        await sim.wait_for(lambda: to_act(people) or over())
        found = to_act(people)
        if found is None:
            return
        person, panel = found
        before = panel.content
        await person.press(panel, moves(panel)[0])
        await sim.wait_for(lambda p=panel, b=before, w=person: p.content != b or panel_of(w) is not p)  # type: ignore[misc]  # typed by its use
    raise AssertionError("no end in sight")


async def test_a_friend_comes_by_the_link_of_an_invitation(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person
) -> None:
    async with open_house(sim, tmp_path):
        lobby = await _opens(sim, ann)
        await ann.press(lobby, "Invite a friend")
        invitation = await sim.wait_for(lambda: next((m for m in ann.inbox if "/join 1-" in m.text), None))
        button = invitation.button("Send it to a friend")
        assert button is not None
        assert button.url is not None
        link = parse_qs(urlsplit(button.url).query)["url"][0]
        await ben.starts(parse_qs(urlsplit(link).query)["start"][0])
        await sim.wait_for(lambda: any("2号位" in m.text for m in ben.inbox))
        await sim.wait_for(lambda: ben.name in lobby.text)
        await ann.press(lobby, "Start with AI")
        await _plays(sim, ann, ben)


async def test_the_link_of_an_invitation_lets_the_bot_into_a_group(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person
) -> None:
    cousins = sim.group("cousins", [ben])
    cousins.bot_status = "left"
    async with open_house(sim, tmp_path):
        lobby = await _opens(sim, ann)
        await ann.press(lobby, "Invite a friend")
        invitation = await sim.wait_for(lambda: next((m for m in ann.inbox if "/join 1-" in m.text), None))
        button = invitation.button("Bring it into a group")
        assert button is not None
        assert button.url is not None
        await ben.brings(button.url, cousins)
        await sim.wait_for(lambda: ben.name in lobby.text)
        await sim.wait_for(lambda: any("同桌还在：player 1" in m.text for m in sim.messages(cousins)))
        await sim.wait_for(lambda: "Also shown to cousins" in lobby.text)
        await ben.says(cousins, f"/start@{sim.username}")
        await sim.wait_for(lambda: any("/help" in m.text for m in sim.messages(cousins)))


async def test_somebody_who_never_pressed_start_plays_a_table_of_their_own_on_the_page(
    sim: TelegramSim, tmp_path: Path, cem: Person
) -> None:
    async with open_house(sim, tmp_path) as house, as_mini_app(house, cem.id, sim.token) as guest:
        await guest.connect()
        await guest.play_now()
        hand = await guest.my_turn()
        assert (await guest.ask("press", data=hand["panel"]["offers"][0]["data"]))["ok"]
        book = next(iter(house.manager.session.tables.values())).book
        assert book.row.message is not None
        assert book.row.message.startswith("web")
        person = house.manager.session.people.at("telegram", str(cem.id))
        assert person is not None
        assert person.reachable is not True
