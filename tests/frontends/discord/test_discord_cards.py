"""Cards that look like cards: emojis of the application, uploaded once, and words wherever they are not there."""

from __future__ import annotations

from pathlib import Path

from tests.frontends.discord.house import House
from tests.simulators.discord import DiscordSim


def uploads(sim: DiscordSim) -> list[int]:
    """How each attempt to upload an emoji was answered."""
    return [call.status for call in sim.calls if call.method == "POST" and call.path.endswith("/emojis")]


async def test_emojis_are_uploaded_once_and_half_an_upload_is_gone_on_with(sim: DiscordSim, tmp_path: Path) -> None:
    sim.world.emoji_room = 20
    async with House(sim, tmp_path) as house:
        await sim.wait_for(lambda: 400 in uploads(sim))
        await house.rests()
        assert not house.frontend._delivery.emojis.texts, "a pack with gaps is no pack"
    assert (uploads(sim).count(200), uploads(sim).count(400)) == (20, 1), "one refusal is enough for this start"

    sim.world.emoji_room = 2000
    async with House(sim, tmp_path) as house:
        await sim.wait_for(lambda: house.frontend._delivery.emojis.texts or None)
    assert len(set(sim.world.emojis.values())) == len(sim.world.emojis) == uploads(sim).count(200) == 54
    before = len(uploads(sim))
    async with House(sim, tmp_path) as house:
        assert len(house.frontend._delivery.emojis.texts) == 54, "known before anything is shown"
    assert len(uploads(sim)) == before


async def test_two_that_upload_at_once_do_not_disturb_each_other(sim: DiscordSim, tmp_path: Path) -> None:
    sim.world.emoji_room = 2000
    (tmp_path / "two").mkdir()
    async with House(sim, tmp_path) as one, House(sim, tmp_path / "two") as two:
        packs = [house.frontend._delivery.emojis for house in (one, two)]
        await sim.wait_for(lambda: all(pack.texts for pack in packs) or None)
    assert packs[0].texts == packs[1].texts
    assert len(sim.world.emojis) == 54
