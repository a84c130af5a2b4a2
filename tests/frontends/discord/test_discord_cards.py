"""Cards that look like cards: emojis of the application, uploaded once, and words wherever they are not there."""

import re
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.frontends.discord.outgoing.emojis import NAMED
from bot.frontends.discord.outgoing.markup import PANEL, TABLE, CardSigns, content
from bot.present import render
from bot.present.screens.screen import Faces, Screen
from bot.present.words.text import LANGUAGES
from games import GAMES
from games.base.cards import Card
from tests.frontends.discord.house import House, act, offers, panel_of, seat_and_deal, texts, turn_of
from tests.present.rounds import filled, heard, match_states, private, public
from tests.present.rounds import panel_of as panel_of_rules
from tests.simulators.discord import DiscordSim, VirtualChannel, VirtualUser
from tests.simulators.discord.limits import message_flaws, unknown_emojis
from tests.simulators.discord.schema import flaws
from tests.simulators.discord.world import COMPONENTS_V2, component_texts


def uploads(sim: DiscordSim) -> list[int]:
    """How each attempt to upload an emoji was answered."""
    return [call.status for call in sim.calls if call.method == "POST" and call.path.endswith("/emojis")]


async def test_emojis_are_uploaded_once_and_half_an_upload_is_gone_on_with(sim: DiscordSim, tmp_path: Path) -> None:
    sim.world.emoji_room = 20
    async with House(sim, tmp_path) as house:
        with capture_logs() as logs:
            await sim.wait_for(lambda: 400 in uploads(sim) or None)
            await sim.wait_for(lambda: any(entry["event"] == "discord_cards_missing" for entry in logs))
            await house.rests()
        assert [entry["code"] for entry in logs if entry["event"] == "discord_cards_missing"] == [30008]
        assert not house.frontend._delivery.emojis.signs.texts, "a pack with gaps is no pack"
    assert (uploads(sim).count(200), uploads(sim).count(400)) == (20, 1), "one refusal is enough for this start"

    sim.world.emoji_room = 2000
    async with House(sim, tmp_path) as house:
        await sim.wait_for(lambda: house.frontend._delivery.emojis.signs.texts or None)
    assert len(set(sim.world.emojis.values())) == len(sim.world.emojis) == uploads(sim).count(200) == 54
    before = len(uploads(sim))
    async with House(sim, tmp_path) as house:
        assert len(house.frontend._delivery.emojis.signs.texts) == 54, "known before anything is shown"
    assert len(uploads(sim)) == before

    del sim.world.emojis[next(iter(sim.world.emojis))]  # by the host, in the portal
    async with House(sim, tmp_path) as house:
        assert not house.frontend._delivery.emojis.signs.texts
        await sim.wait_for(lambda: house.frontend._delivery.emojis.signs.texts or None)
    assert len(uploads(sim)) == before + 1


async def test_two_that_upload_at_once_do_not_disturb_each_other(sim: DiscordSim, tmp_path: Path) -> None:
    sim.world.emoji_room = 2000
    (tmp_path / "two").mkdir()
    async with House(sim, tmp_path) as one, House(sim, tmp_path / "two") as two:
        packs = [house.frontend._delivery.emojis for house in (one, two)]
        await sim.wait_for(lambda: all(pack.signs.texts for pack in packs) or None)
    assert packs[0].signs == packs[1].signs
    assert len(sim.world.emojis) == 54


CARD = re.compile(r"<:card_\w+:\d+>")


def has_all(sim: DiscordSim) -> None:
    """All cards were uploaded by an earlier start."""
    sim.world.emojis = dict(enumerate(NAMED, 10**18))


def hand_of(person: VirtualUser) -> str:
    panel = panel_of(person)
    rows = panel.text.split("\n") if panel is not None else []
    return next((row.partition(": ")[2].strip() for row in rows if re.match(r"Your \d+ cards: .*<:card_", row)), "")


@pytest.mark.parametrize(("game", "seats", "most"), [("gouji", 6, 40), ("guandan", 4, 200)])
async def test_a_round_is_seen_in_cards_by_who_may_see_them(
    sim: DiscordSim, tmp_path: Path, game: str, seats: int, most: int
) -> None:
    has_all(sim)
    people = [sim.user(f"player {number}") for number in range(seats)]
    channel = sim.guild(members=people).channel("friends")
    held: set[tuple[int, str]] = set()
    laid = pressed = 0
    async with House(sim, tmp_path) as house:
        await people[0].slash(channel, "new", game=game)
        for person in people[1:]:
            await person.slash(channel, "join")
        await people[0].slash(channel, "deal")
        for _ in range(most):
            if any((last := panel_of(one)) and last.has_button("Ready") for one in people):
                break
            person, panel = await sim.wait_for(lambda: turn_of(people))
            held |= {(one.id, hand) for one in people if len(hand := hand_of(one)) > 200}
            laid += bool(re.search(r"^# <:card_", texts(channel), re.MULTILINE))
            pressed += any(button.emoji for button in panel.buttons)
            await person.press(panel, offers(panel)[0].custom_id or "")
            await house.rests()
        assert CARD.search(texts(channel))
    for one in people:
        seen = "\n".join(one.sees())
        assert all((hand in seen) == (owner == one.id) for owner, hand in held)
    assert laid
    assert pressed
    assert max(len(hand) for _, hand in held) > 400


async def test_who_cannot_see_them_reads_words_alone(
    sim: DiscordSim, house: House, people: list[VirtualUser], channel: VirtualChannel
) -> None:
    has_all(sim)
    await house.stop()
    await house.start()
    reader = people[0]
    await seat_and_deal(sim, people, channel)
    panel = await sim.wait_for(lambda: panel_of(reader))
    assert CARD.search(panel.text)
    assert (await reader.slash(channel, "prefer", name="faces", value="words")).text == "Cards on Discord: in words."
    await sim.wait_for(lambda: not CARD.search(panel.text))
    assert not any(button.emoji for button in panel.buttons)
    assert all(CARD.search(other.text) for one in people[1:] if (other := panel_of(one)))
    for _ in range(4):
        await act(sim, people)
        await house.rests()
    for command in ("hand", "played"):
        assert not CARD.search((await reader.slash(channel, command)).text)
    assert not CARD.search((await people[1].slash(channel, "table", plain=True)).text)
    assert CARD.search((await people[1].slash(channel, "hand")).text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["gouji", "guandan", "liujiatong"])
def test_whole_rounds_stay_within_the_limits_of_a_message(game: str, language: str) -> None:
    rules, longest = GAMES[game], 0
    signs = CardSigns(
        {card: f"<:{name}:{10**18}>" for name, card in NAMED.items()},
        {card: {"name": name, "id": str(10**18)} for name, card in NAMED.items()},
    )
    for number, (table, state, recent, _) in enumerate(match_states("cards", game=game, rounds=1)):
        seat = number % rules.seats[0]
        update = private(table, rules.view(state, seat), panel_of_rules(rules, state, seat), language)
        screens = [(render.hand(filled(update, recent=heard(recent, seat))), PANEL)]
        screens.append(
            (render.table(public(table, rules.view(state, None), language, recent=heard(recent, None))), TABLE)
        )
        for screen, source in screens:
            listed = content(screen, source, signs).view().to_components()  # type: ignore[no-untyped-call] # the library's
            body = {"components": listed, "flags": COMPONENTS_V2}
            assert message_flaws(body, has_files=False, creating=True, flags=COMPONENTS_V2) == []
            assert flaws("POST", "/channels/1/messages", body) == []
            assert unknown_emojis(listed, {10**18}) == []
            longest = max(longest, len("".join(component_texts(listed))))
    assert longest > 1000


def test_cards_are_written_in_words_where_there_is_no_room() -> None:
    faces = Faces("pair 3", "", (Card(0), Card(1)))
    signs = CardSigns({Card(0): "<:card_3S:1>" * 3, Card(1): "<:card_3H:1>" * 3}, {})
    assert "<:card_3S" in content(Screen("en", "", ((faces,),) * 40), TABLE, signs).text
    full = content(Screen("en", "", ((faces,),) * 60), TABLE, signs).text
    assert full.split("\n") == ["pair 3"] * 60
