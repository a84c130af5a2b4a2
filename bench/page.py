"""How quickly the page answers, in a real Chromium: the first load, a tap to the raised card, frames while cards fly.

Two processors are imitated: this machine's own, and one of a phone that is four times slower. A tap and a drawing are
measured by the page itself (``paiju.tap``, ``paiju.draw`` in its trace), frames by their times while a hand of 36 cards is
swept over and a trick is played.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, CDPSession, Page

from bot.clock import SystemClock
from bot.frontends.web import WebFrontend
from bot.session.host.thinker import InlineThinker
from bot.session.manager import SessionManager, SessionSettings
from tests.frontends.web.browser import open_browser
from tests.memory import MemoryStore

PHONE: Final = {"width": 360, "height": 740}
SLOWER: Final = (1, 4)
SEED: Final = 5
FRAMES: Final = """async (seconds) => {
  const times = [];
  await new Promise((done) => {
    const frame = (now) => { times.push(now); if (now - times[0] < seconds * 1000) requestAnimationFrame(frame); else done(); };
    requestAnimationFrame(frame);
  });
  return times.slice(1).map((time, at) => time - times[at]);
}"""
REST: Final = "() => new Promise((done) => setTimeout(() => requestIdleCallback(done), 150))"
"""What waits for the answer to a tap and its drawings, as a person's next tap does."""
MEASURED: Final = """(name) => performance.getEntriesByName(name).map((entry) => entry.duration)"""


class Table:
    """The page with a hand of Gou Ji, six at the table, on a processor that is so many times slower."""

    def __init__(self, page: Page, wire: CDPSession) -> None:
        self.page, self.wire = page, wire

    @classmethod
    async def open(cls, browser: Browser, address: str, slower: int) -> tuple[Table, float]:
        """Open it; and how long the lobby took until its first button could be pressed."""
        context = await browser.new_context(viewport=PHONE, device_scale_factor=2, has_touch=True)  # type: ignore[arg-type]  # a plain mapping of the same shape
        page = await context.new_page()
        wire = await context.new_cdp_session(page)
        await wire.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        await page.goto(address)
        await page.locator('[data-test="play-now"]:enabled').wait_for()
        loaded = float(await page.evaluate("performance.now()"))
        await page.locator(".game[data-key=gouji]").tap()
        await page.locator('[data-test="play-now"]').tap()
        await page.locator(".mine.turn .hand .card").first.wait_for()
        return cls(page, wire), loaded

    async def taps(self, count: int) -> list[float]:
        """Tap so many cards, each when the page has come to rest after the last; milliseconds until each was seen raised."""
        await self.page.evaluate("performance.clearMeasures()")
        cards = await self.page.locator(".hand .card").all()
        for at in range(count):
            await self.page.evaluate(REST)
            await cards[at % len(cards)].tap(position={"x": 8, "y": 8}, force=True)
        return list(await self.page.evaluate(MEASURED, "paiju.tap"))

    async def sweep(self, seconds: float) -> list[float]:
        """Sweep over the hand for so long; milliseconds between frames."""
        boxes = [await card.bounding_box() for card in (await self.page.locator(".hand .card:not(.covered)").all())]
        spots = [(box["x"] + 6, box["y"] + 6) for box in boxes if box]
        watched = asyncio.ensure_future(self.page.evaluate(FRAMES, seconds))
        mouse = self.page.mouse
        end = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < end:
            await mouse.move(*spots[0])
            await mouse.down()
            for spot in spots:
                await mouse.move(*spot, steps=3)
            await mouse.up()
        return list(await watched)

    async def play(self, seconds: float) -> list[float]:
        """Let the others play a few tricks, with their flights; milliseconds between frames."""
        await self.page.locator('[data-test="menu"]').tap()
        await self.page.locator('[data-test="menu-away"]').tap()
        return list(await self.page.evaluate(FRAMES, seconds))


def summary(milliseconds: list[float]) -> dict[str, float]:
    """The middle, the 95th percentile and the worst."""
    ordered = sorted(milliseconds)
    return {
        "median_ms": round(statistics.median(ordered), 1),
        "p95_ms": round(ordered[int(len(ordered) * 0.95)], 1),
        "worst_ms": round(ordered[-1], 1),
        "count": len(ordered),
    }


async def measure(seconds: float, taps: int) -> dict[str, Any]:
    """All figures, by how many times slower the processor was."""
    settings = SessionSettings(turn_seconds=0, ai_delay=0.3, seed=SEED)
    manager = SessionManager(MemoryStore(), SystemClock(), InlineThinker(), settings)

    async def well() -> bool:
        return True

    page = WebFrontend(manager, well, port=0)
    manager.add_frontend(page)
    await manager.start()
    await page.start()
    found: dict[str, Any] = {}
    try:
        async with open_browser() as browser:
            for slower in SLOWER:
                table, loaded = await Table.open(browser, page.address, slower)
                found[f"{slower}x"] = {
                    "load_ms": round(loaded, 0),
                    "tap": summary(await table.taps(taps)),
                    "frames while sweeping 36 cards": summary(await table.sweep(seconds)),
                    "frames while cards fly": summary(await table.play(seconds)),
                    "drawing": summary(list(await table.page.evaluate(MEASURED, "paiju.draw"))),
                }
                await table.page.context.close()
    finally:
        await page.stop()
        await manager.stop()
    return found


def main() -> None:
    """Measure, and write the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.page", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="how long frames are watched (default: %(default)s)")
    parser.add_argument("--taps", type=int, default=40, help="taps (default: %(default)s)")
    parser.add_argument("--json", type=Path, help="where the figures go")
    arguments = parser.parse_args()
    found = asyncio.run(measure(arguments.seconds, arguments.taps))
    if arguments.json:
        arguments.json.write_text(json.dumps(found), encoding="utf-8")
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
