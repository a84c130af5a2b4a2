"""The page as an Activity of Discord: a real browser, the platform's own kit, a stand-in of the window around the frame and
of the proxy, the code exchanged with the simulated platform."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from discord.gateway import DiscordWebSocket
from discord.http import Route
from playwright.async_api import Browser

from bot.clock import SystemClock
from bot.frontends.discord.frontend import DiscordFrontend
from bot.session.port.page import PagePlace
from tests.frontends.discord.house import offers, panel_of, turn_of
from tests.frontends.web.apps import open_activity
from tests.frontends.web.browser import expect, in_browser
from tests.frontends.web.doors import PUBLIC, OpenHouse
from tests.simulators.discord import DiscordSim, VirtualChannel, VirtualUser

pytestmark = in_browser()


@asynccontextmanager
async def _house(sim: DiscordSim) -> AsyncIterator[OpenHouse]:
    """Bot and page of one manager; the library's addresses are put back, they are class attributes."""
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    frontend = DiscordFrontend(
        sim.token, clock=SystemClock(), api_base_url=sim.base_url, pace=1000.0, page=PagePlace(PUBLIC, activity=True)
    )
    async with OpenHouse(
        frontends=(frontend,),
        discord_secret=sim.oauth.secret,
        discord_api=sim.base_url,
        discord_app=lambda: frontend.application_id,
    ) as house:
        await frontend.start(house.manager)
        try:
            await frontend.wait_connected()
            yield house
        finally:
            await frontend.stop()
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


async def _deals(sim: DiscordSim, ann: VirtualUser) -> VirtualChannel:
    """Ann is to act at a table of a channel, beside two AI players."""
    channel = sim.guild(members=[ann]).channel("friends")
    await ann.slash(channel, "new", game="doudizhu", options="deals=1")
    await ann.slash(channel, "ai")
    await ann.slash(channel, "deal")
    await sim.wait_for(lambda: turn_of([ann]))
    return channel


async def test_the_activity_opens_the_table_of_its_channel_and_a_play_shows_in_both(browser: Browser) -> None:
    async with DiscordSim() as sim, _house(sim) as house:
        ann = sim.user("Ann")
        channel = await _deals(sim, ann)
        agreed: list[str] = []

        def agree(asked: str) -> str:
            agreed.append(asked)
            return ann.agrees()

        activity = await open_activity(browser, house, sim.world.bot.id, channel.id, agree)
        frame, person = activity.frame, activity.person
        await expect(frame.locator(".mine.turn")).to_be_visible()
        assert '"scope":["identify"]' in agreed[0]
        # Everything came by paths on the platform's own name.
        origin = f"https://{sim.world.bot.id}.discordsays.com/"
        assert [url for url in person.requests if not url.startswith((origin, "https://discord.com/channels/"))] == []
        # Looks and room as the app says, and links to elsewhere are opened by it.
        ground = "getComputedStyle(document.body).backgroundColor"
        day = await frame.evaluate(ground)
        await person.page.emulate_media(color_scheme="dark")
        assert await frame.evaluate(ground) != day
        covered = "document.documentElement.style.setProperty('--discord-safe-area-inset-top', '31px')"
        assert await frame.evaluate(f"{covered}, getComputedStyle(app).paddingTop") == "31px"
        await frame.evaluate("app.insertAdjacentHTML('beforebegin', '<a href=\"https://other.example/\">there</a>')")
        await frame.get_by_text("there", exact=True).click()
        assert await activity.said("OPEN_EXTERNAL_LINK") == [{"url": "https://other.example/"}]
        # A play there shows in the chat, and the other way round.
        panel = panel_of(ann)
        assert panel is not None
        shown = panel.text
        decision = await frame.locator(".hand").get_attribute("data-decision")
        await frame.locator("[data-test^=offer-bid]").first.tap()
        await expect(frame.locator(f'.hand[data-decision="{decision}"]')).to_have_count(0)
        await sim.wait_for(lambda: (now := panel_of(ann)) is not None and now.text != shown)
        _, asking = await sim.wait_for(lambda: turn_of([ann]))
        await expect(frame.locator(".mine.turn")).to_be_visible()
        decision = await frame.locator(".hand").get_attribute("data-decision")
        await ann.press(asking, offers(asking)[0].custom_id or "")
        await expect(frame.locator(f'.hand[data-decision="{decision}"]')).to_have_count(0)
        async with house.store.begin() as unit:
            mine = [row.line for row in await unit.matches.actions(1) if row.seat == 0 and row.cause == "player"]
        assert len(mine) == 2, mine
        assert person.complaints == []


async def test_who_does_not_agree_or_is_not_confirmed_reads_why_and_may_try_again(browser: Browser) -> None:
    async with DiscordSim() as sim, _house(sim) as house:
        ann = sim.user("Ann")
        codes = ["", "forged", ann.agrees()]
        activity = await open_activity(browser, house, sim.world.bot.id, 1, lambda asked: codes.pop(0))
        refusal = activity.frame.locator('[data-test="refusal"]')
        await expect(refusal).to_contain_text("has to know who you are")
        await refusal.locator("button").tap()
        await expect(refusal).to_contain_text("did not confirm")
        await refusal.locator("button").tap()
        await expect(activity.frame.locator('[data-test="language"]')).to_be_visible()
        await expect(refusal).to_have_count(0)
