"""The page's first load on a slow line: ``python -m bench.page_load`` (Chromium's preset "Slow 3G").

Nothing is in the browser's cache; the clock stops when a game can be begun. Then the page is opened once more. Bytes
are counted as they come over the line, the WebSocket's messages included as they are before packing.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Final

from playwright.async_api import Browser, expect

from tests.frontends.web.browser import open_browser
from tests.frontends.web.house import House

__all__ = ["SLOW", "FirstLoad", "first_load"]

SLOW: Final[dict[str, Any]] = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 400_000 / 8,
    "uploadThroughput": 400_000 / 8,
}
"""400 kbit/s both ways, 400 ms there and back."""


@dataclass(frozen=True, slots=True)
class FirstLoad:
    """Seconds until a game can be begun (``again``: with the second visit), bytes over the line by kind, and requests."""

    seconds: float
    again: float
    painted: float
    bytes: dict[str, int]
    requests: int

    @property
    def total(self) -> int:
        """All bytes of files."""
        return sum(self.bytes.values())


async def first_load(browser: Browser, address: str, locale: str = "en-US") -> FirstLoad:
    """Load a page for the first time and measure it."""
    context = await browser.new_context(viewport={"width": 360, "height": 740}, locale=locale)
    page = await context.new_page()
    line = await context.new_cdp_session(page)
    kinds: dict[str, str] = {}
    found: dict[str, int] = {}
    line.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))

    def finished(event: dict[str, Any]) -> None:
        kind = kinds.get(event["requestId"], "other")
        found[kind] = found.get(kind, 0) + int(event["encodedDataLength"])

    line.on("Network.loadingFinished", finished)
    await line.send("Network.enable")
    await line.send("Network.emulateNetworkConditions", SLOW)
    loop = asyncio.get_running_loop()
    begun = loop.time()
    await page.goto(address, wait_until="commit")
    await expect(page.locator('[data-test="play-now"]')).to_be_enabled()
    seconds = loop.time() - begun
    paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
    painted = float(await page.evaluate(paint)) / 1000
    sizes, requests = dict(found), len(kinds)
    await page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    begun = loop.time()
    await page.reload(wait_until="commit")
    await expect(page.locator('[data-test="play-now"]')).to_be_enabled()
    again = loop.time() - begun
    await context.close()
    return FirstLoad(seconds, again, painted, sizes, requests)


async def _main() -> None:
    async with House() as house, open_browser() as browser:
        for locale in ("en-US", "zh-CN"):
            load = await first_load(browser, house.address, locale)
            told = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in sorted(load.bytes.items()))
            print(
                f"{locale}: {load.seconds:.2f} s, first paint after {load.painted:.2f} s, {load.requests} requests; "
                f"again {load.again:.2f} s"
            )
            print(f"  {load.total / 1000:.1f} kB ({told})")


if __name__ == "__main__":
    asyncio.run(_main())
