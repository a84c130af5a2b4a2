"""Draw the page's icons for home screens from its ``favicon.svg``: ``python scripts/draw_icons.py`` (with a Chromium).

Apple's and the maskable one fill their square, as the device cuts it to its own shape; what matters stays in the middle."""

from __future__ import annotations

import asyncio
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image

from tests.frontends.web.browser import open_browser

STATIC: Final = Path(__file__).parents[1] / "bot" / "frontends" / "web" / "static"
ICONS: Final = {
    "192": (192, 0.94, ""),
    "512": (512, 0.94, ""),
    "maskable": (512, 0.62, "#2f6f5b"),
    "apple": (180, 0.76, "#2f6f5b"),
}
"""By name: the width, how much of it the drawing takes, and the ground."""


async def main() -> None:
    drawing = (STATIC / "favicon.svg").read_text(encoding="utf-8")
    async with open_browser() as browser:
        for name, (width, part, ground) in ICONS.items():
            page = await browser.new_page(viewport={"width": width, "height": width})
            style = f"margin:0;display:grid;place-items:center;height:100vh;background:{ground or 'transparent'}"
            sized = drawing.replace("<svg ", f'<svg width="{width * part}" height="{width * part}" ')
            await page.set_content(f'<body style="{style}">{sized}')
            picture = Image.open(BytesIO(await page.screenshot(omit_background=True)))
            few = picture.convert("RGB").quantize(64) if ground else picture.quantize(64)
            few.save(STATIC / "icons" / f"{name}.png", optimize=True)


if __name__ == "__main__":
    asyncio.run(main())
