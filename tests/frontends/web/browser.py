"""A real Chromium for tests, and a person in front of it."""

import asyncio
import json
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final, Self

import pytest
from playwright.async_api import Browser, Locator, Page, ViewportSize, WebSocket, async_playwright
from playwright.async_api import expect as at_once

from tests.frontends.web.house import House, Message, assert_described
from tests.patience import ENOUGH, Patience

__all__ = ["PHONE", "Person", "chromium_path", "expect", "in_browser", "open_browser"]

PHONE: ViewportSize = {"width": 360, "height": 640}
_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
_LOOK: Final = 2_000  # Milliseconds of one look at the page

SETTLED: Final = """async ([width, height]) => {
  while (innerWidth !== width || innerHeight !== height)
    await new Promise((then) => addEventListener("resize", then, { once: true }));
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
}"""
"""The window has its new size, and is drawn for it: once for the size, once more for the width that the hand then has."""
FELT: Final = """() => {
  const texts = [...document.querySelectorAll(".felt .head, .standing p, .notes")];
  const boxes = texts.map((one) => [one.textContent, one.getBoundingClientRect()]).filter(([, box]) => box.width);
  const end = document.querySelector(".mine").getBoundingClientRect().top;
  const crossing = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  const found = boxes.filter(([, box]) => box.bottom > end + 8).map(([text]) => `below the felt: ${text}`);
  boxes.forEach(([text, box], at) => boxes.slice(at + 1).forEach(([other, its]) => {
    if (crossing(box, its)) found.push(`${text} | ${other}`);
  }));
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push("scrolls sideways");
  return found;
}"""
"""What lies over something else that is to be read, or runs out of the felt."""
AT_REST = f"""async () => {{
  let frames = 300;
  let found = [];
  do {{
    found = ({FELT})();
    await new Promise(requestAnimationFrame);
  }} while (found.length && frames-- > 0);
  return found;
}}"""
"""The same once nothing moves any more: the page forbids code from strings, so that it has to look itself."""


class _Patiently:
    """Expects the same again and again, as long as anything gets on."""

    def __init__(self, seen: Locator | Page) -> None:
        self._seen = seen

    def __getattr__(self, name: str) -> Any:
        async def wait(*given: Any, **more: Any) -> None:
            patience = Patience()
            counting = asyncio.create_task(_count(patience))
            try:
                while True:
                    try:
                        await getattr(at_once(self._seen), name)(*given, **more, timeout=_LOOK)
                    except AssertionError:
                        if patience.rested >= ENOUGH:
                            raise
                    else:
                        return
            finally:
                counting.cancel()

        return wait


async def _count(patience: Patience) -> None:
    while True:
        await patience.look()


if TYPE_CHECKING:
    expect = at_once
else:
    expect = _Patiently


def chromium_path() -> str | None:
    """The browser that ``CHROMIUM`` names, or the first that is there."""
    names = (os.environ["CHROMIUM"],) if "CHROMIUM" in os.environ else _NAMES
    return next((path for name in names if (path := shutil.which(name))), None)


def in_browser() -> list[pytest.MarkDecorator]:
    """The marks of tests that drive a browser: loudly skipped where there is none."""
    missing = "!!! NO CHROMIUM: the page is NOT tested in a browser. Install it: apt-get install chromium !!!"
    return [
        pytest.mark.browser,
        pytest.mark.asyncio(loop_scope="session"),
        pytest.mark.skipif(chromium_path() is None, reason=missing),
    ]


@asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=_FLAGS)
        try:
            yield browser
        finally:
            await browser.close()


class Person:
    """A person at a page: taps, types, looks. Everything that the page is told is kept in ``frames``, what it says in
    ``said``."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        self.said: list[str] = []
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda line: self.complaints.append(line.text) if line.type == "error" else None)
        page.on("request", lambda request: self.requests.append(request.url))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.frames.append(str(payload)))
        socket.on("framesent", lambda payload: self.said.append(str(payload)))

    def check_messages(self) -> None:
        """Whatever has been said here, in both directions, is as it is described."""
        for way, frames in (("ToPage", self.frames), ("FromPage", self.said)):
            for frame in frames:
                found = json.loads(frame)
                for message in found if isinstance(found, list) else [found]:
                    assert_described(way, message)
        assert self.frames
        assert self.said

    @classmethod
    async def come(cls, browser: Browser, house: House, place: str = "/", **context: Any) -> Self:
        """Open the page; nothing moves there unless a test is about motion (``reduced_motion="no-preference"``)."""
        usual = {"viewport": PHONE, "has_touch": True, "locale": "en-US", "reduced_motion": "reduce"}
        options: dict[str, Any] = usual | context
        opened = await browser.new_context(**options)
        opened.set_default_timeout(0)
        return await cls(await opened.new_page()).visit(house, place)

    async def visit(self, house: House, place: str = "/") -> Self:
        """Open the page of a house."""
        await self.page.goto(house.address + place)
        return self

    def see(self, name: str) -> Locator:
        """What the page's own test names mark."""
        return self.page.locator(f'[data-test="{name}"]')

    @property
    def turn(self) -> Locator:
        return self.page.locator(".mine.turn")

    @property
    def result(self) -> Locator:
        return self.see("result")

    @property
    def cards(self) -> Locator:
        return self.page.locator(".hand .card")

    async def card_names(self) -> list[str]:
        return [str(name) for name in await self.cards.evaluate_all("all => all.map(one => one.dataset.card)")]

    async def play_now(self) -> None:
        await self.see("play-now").tap()
        await expect(self.cards.first).to_be_visible()

    async def play_round(self) -> None:
        """Play to the end of the round by taps."""
        while await self.my_turn_or_result():
            await self.tap_a_turn()

    def panel(self) -> dict[str, Any]:
        """What this person can press, as the server said last."""
        found: dict[str, Any] = [message for message in self.messages() if message["t"] == "hand"][-1]["panel"]
        return found

    async def tap_a_turn(self) -> None:
        """Answer the open question by taps: what is offered first is raised and laid, else the last button without cards, else
        a pass."""
        decision, panel = await self.decision(), self.panel()
        verbs = [offer["verb"] for offer in panel["offers"]]
        if panel["one_card"] or "play" in verbs:
            if panel["one_card"]:
                card = panel["offers"][0]["cards"][0]
                await self.page.locator(f'.hand .card[data-card="{card}"]').first.tap()
            else:
                await self.see(f"offer{verbs.index('play')}").tap()
            await expect(self.see("play")).to_be_enabled()
            await self.see("play").tap()
        elif "bid" in verbs:
            await self.page.locator("[data-test^=offer-bid]").first.tap()
        elif verbs:
            await self.see(f"offer{len(verbs) - 1}").tap()
        else:
            await self.see("pass").tap()
        await self.answered(decision)

    async def answered(self, decision: str) -> None:
        """Wait until the question is not open any more."""
        await expect(self.page.locator(f'.hand[data-decision="{decision}"]')).to_have_count(0)

    async def my_turn_or_result(self) -> bool:
        """Wait; whether it is this person's turn (else the round is over)."""
        await expect(self.turn.or_(self.result)).to_be_visible()
        return await self.turn.is_visible()

    def messages(self) -> list[Message]:
        return [message for frame in self.frames for message in json.loads(frame)]

    async def resize(self, width: int, height: int) -> None:
        """Give the window this size, and wait until the page is drawn for it."""
        await self.page.set_viewport_size({"width": width, "height": height})
        await self.page.evaluate(SETTLED, [width, height])

    async def overlaps(self) -> list[str]:
        """What lies over something else once the page has come to rest; what is only in passing does not count."""
        return list(await self.page.evaluate(AT_REST))

    async def decision(self) -> str:
        hands = [message for message in self.messages() if message["t"] == "hand"]
        return str(hands[-1]["panel"]["decision"])
