"""Personal links in a real browser: good once, gone from the address before anything else, and a way on when used up."""

from playwright.async_api import Browser

from bot.session.port.commands import UserRef
from tests.frontends.web.browser import Person, expect, in_browser
from tests.frontends.web.doors import OpenHouse
from tests.frontends.web.test_browser_screens import FAINT

pytestmark = in_browser()
ANN = UserRef("discord", "41")


async def test_a_personal_link_lets_one_browser_in_once(browser: Browser) -> None:
    async with OpenHouse() as house:
        code = await house.link_of(ANN)
        ann = await Person.come(browser, house, f"/#in={code}")
        await expect(ann.see("language")).to_be_visible()
        assert ann.page.url == f"{house.address}/#/"
        assert [url for url in ann.requests if code in url.partition("#")[0]] == []
        assert await ann.page.evaluate("document.referrer") == ""
        await ann.page.reload()  # the browser is known now
        await ann.see("settings").tap()
        await expect(ann.page.locator("dialog")).to_contain_text("You are Ann, as on Discord")
        stranger = await Person.come(browser, house, f"/#in={code}")
        await expect(stranger.see("refusal")).to_contain_text("used already")
        for look in ("light", "dark"):
            await stranger.page.evaluate("look => { document.documentElement.dataset.theme = look; }", look)
            assert await stranger.page.evaluate(FAINT) == []
        await stranger.see("go-on").tap()
        await expect(stranger.see("play-now")).to_be_visible()
        await ann.see("sign-out").tap()
        for nobody in (ann, stranger):
            await nobody.see("settings").tap()
            await expect(nobody.page.locator("dialog").get_by_placeholder("Player")).to_be_visible()
