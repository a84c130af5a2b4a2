"""Stand-ins of the apps around the page: Telegram's script object, Discord's window with its frame and its proxy."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import aiohttp
from playwright.async_api import Browser, BrowserContext, Error, Frame, Route, ViewportSize, WebSocketRoute

from tests.frontends.web.browser import Person
from tests.frontends.web.house import House

__all__ = ["DARK", "PHONE", "Activity", "open_activity", "open_mini_app"]

PHONE: ViewportSize = {"width": 390, "height": 844}
DARK = {"bg_color": "#17212b", "text_color": "#f5f5f5", "button_color": "#5288c1"}

MINI_APP = (Path(__file__).parent / "mini_app.js").read_text(encoding="utf-8")


async def _context(browser: Browser, **more: Any) -> BrowserContext:
    options: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "locale": "en-US", "reduced_motion": "reduce"}
    context = await browser.new_context(**(options | more))
    context.set_default_timeout(20_000)
    return context


async def open_mini_app(
    browser: Browser,
    house: House,
    place: str,
    proof: str,
    *,
    blocked: bool = False,
    stalled: asyncio.Event | None = None,
    **more: Any,
) -> Person:
    """Open the page as Telegram does; ``blocked``: its script cannot be had there, ``stalled``: it comes no sooner than that."""
    context = await _context(browser, **more)

    async def script(route: Route) -> None:
        if blocked:
            await route.abort()
        else:
            if stalled is not None:
                await stalled.wait()
            await route.fulfill(body=MINI_APP, content_type="text/javascript")

    await context.route("https://telegram.org/js/telegram-web-app.js", script)
    person = Person(await context.new_page())
    handed = f"tgWebAppData={quote(proof, safe='')}&tgWebAppThemeParams={quote(json.dumps(DARK), safe='')}"
    if stalled is not None:  # nor does any long rest of the page ever end
        await person.page.add_init_script(
            "const real = setTimeout; window.setTimeout = (done, after, ...more) => after > 900 ? 0 : real(done, after, ...more)"
        )
    await person.page.goto(f"{house.address}{place}#{handed}", wait_until="commit" if stalled is not None else "load")
    return person


# -- Discord

CLIENT = (Path(__file__).parent / "discord.html").read_text(encoding="utf-8")
"""Discord's own window: the handshake with the frame, and the question whether the person agrees."""


class Activity:
    """The page in Discord's frame. ``said``: what it has said to the app around it."""

    def __init__(self, person: Person, frame: Frame) -> None:
        self.person, self.frame = person, frame

    async def said(self, command: str) -> list[dict[str, Any]]:
        """What the page has asked of the app by this command, at least once."""
        asked = "command => said.some(([op, body]) => op === 1 && body.cmd === command)"
        await self.person.page.wait_for_function(asked, arg=command)
        every: list[Any] = await self.person.page.evaluate("said")
        return [body["args"] for op, body in every if op == 1 and body["cmd"] == command]


class _Proxy:
    """The platform's proxy: everything under the application's own name comes from below ``/activity`` of the page."""

    def __init__(self, house: House, origin: str) -> None:
        self._house, self._origin = house, origin
        self._bridges: set[asyncio.Task[None]] = set()

    def _behind(self, url: str) -> str:
        parts = urlsplit(url)
        return f"/activity{parts.path}" + (f"?{parts.query}" if parts.query else "")

    async def fetch(self, route: Route) -> None:
        headers = {**route.request.headers, "host": urlsplit(self._house.address).netloc}
        with suppress(Error):  # the window, or the page's server, may be closed before the answer
            answer = await route.fetch(url=self._house.address + self._behind(route.request.url), headers=headers)
            await route.fulfill(response=answer)

    async def connect(self, browser_side: WebSocketRoute) -> None:
        """Hand on what both sides say, until one of them ends it."""
        waiting: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        browser_side.on_message(waiting.put_nowait)
        browser_side.on_close(lambda code, reason: waiting.put_nowait(None))
        bridge = asyncio.create_task(self._bridge(browser_side, waiting))
        self._bridges.add(bridge)
        bridge.add_done_callback(self._ended)

    def _ended(self, bridge: asyncio.Task[None]) -> None:
        self._bridges.discard(bridge)
        if not bridge.cancelled():
            bridge.exception()  # heard: whoever closes first ends it

    async def _bridge(self, browser_side: WebSocketRoute, waiting: asyncio.Queue[str | bytes | None]) -> None:
        async with aiohttp.ClientSession() as http:
            address = self._house.address + self._behind(browser_side.url)
            async with http.ws_connect(address, headers={"Origin": self._origin}) as ours:

                async def upwards() -> None:
                    while (message := await waiting.get()) is not None:
                        await ours.send_str(str(message))
                    await ours.close()

                going = asyncio.create_task(upwards())
                async for message in ours:
                    browser_side.send(message.data)
                going.cancel()
                await browser_side.close(code=ours.close_code or 1000)


async def open_activity(
    browser: Browser, house: House, application: int, channel: int, agree: Callable[[str], str], **more: Any
) -> Activity:
    """Launch the page as Discord does. ``agree`` gives the code of who agrees, "" of who does not."""
    origin = f"https://{application}.discordsays.com"
    context = await _context(browser, **more)
    proxy = _Proxy(house, origin)
    window = CLIENT.replace("CHANNEL", str(channel)).replace("APPLICATION", origin)
    await context.expose_function("agree", agree)
    await context.route(f"{origin}/**", proxy.fetch)
    await context.route_web_socket(f"{origin.replace('https', 'wss')}/**", proxy.connect)
    await context.route(
        "https://discord.com/channels/*", lambda route: route.fulfill(body=window, content_type="text/html")
    )
    person = Person(await context.new_page())
    await person.page.goto("https://discord.com/channels/1")
    element = await person.page.wait_for_selector("iframe")
    frame = None if element is None else await element.content_frame()
    assert frame is not None
    return Activity(person, frame)
