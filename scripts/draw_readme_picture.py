"""Draw the pictures of the front page from the running program: ``python scripts/draw_readme_picture.py``.

``paiju run`` plays against the simulated platforms of the tests; what both chats were sent is laid out as they show it, and the
page is what a browser shows. Needs Chromium, and Debian's fonts-noto-cjk and fonts-noto-color-emoji for its words."""

from __future__ import annotations

import asyncio
import re
import sys
from base64 import b64encode
from collections.abc import Iterable
from html import escape
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402 the project is found by its place
from playwright.async_api import Browser  # noqa: E402 likewise

from tests.frontends.web.browser import Person, expect, open_browser  # noqa: E402 likewise
from tests.process.conftest import tokens  # noqa: E402 likewise
from tests.process.program import Program  # noqa: E402 likewise
from tests.simulators.discord import DiscordSim  # noqa: E402 likewise
from tests.simulators.discord import Message as Posted  # noqa: E402 likewise
from tests.simulators.telegram import Message, TelegramSim  # noqa: E402 likewise

TARGET: Final = ROOT / "docs" / "images"
PLAYS: Final = 3  # So many turns are taken before the picture
_NOTHING: Final = "You hold nothing that beats it"
_STYLE: Final = """
body { margin: 0; padding: 14px; width: 840px; display: flex; gap: 14px; align-items: flex-start;
  font: 14px/1.4 "Noto Sans CJK SC", "Noto Color Emoji", sans-serif }
section { flex: 1; min-width: 0 }
h2 { font-size: 12px; margin: 0 0 8px; opacity: .7; font-weight: 600 }
small { opacity: .75 }
big { font-size: 24px }
.box { border-radius: 10px; padding: 8px 10px; white-space: pre-wrap; overflow-wrap: anywhere }
.picture { display: block; max-width: 100%; border-radius: 8px; margin: 4px 0 }
.card { height: 1.5em; vertical-align: middle }
.row { display: flex; flex-wrap: wrap; gap: 4px; margin-top: 4px }
.button { border-radius: 7px; padding: 5px 9px; font-size: 13px; text-align: center }
.telegram { background: #8fb18a }
.telegram .box { background: #fff }
.telegram .button { flex: 1; background: #5f7f5c; color: #fff }
.discord { background: #313338; color: #dbdee1 }
.discord .box { background: #2b2d31; border-left: 4px solid #5865f2 }
.discord .button { background: #4e5058; color: #fff }
.discord .style1 { background: #5865f2 }
.discord .style3 { background: #248046 }
.discord .style4 { background: #da373c }
.discord .menu { background: #1e1f22; width: 100%; text-align: left }
"""


_MARKS: Final = {
    r"(?m)^-# (.*)$": "small",
    r"(?m)^#+ (.*)$": "big",
    r"\*\*(.+?)\*\*": "b",
    r"\*(.+?)\*": "i",
    r"`(.+?)`": "code",
}
"""Discord's marks in a text, and how each is shown."""


def _picture(data: bytes) -> str:
    return f'<img class="picture" src="data:image/png;base64,{b64encode(data).decode()}">'


def _row(buttons: Iterable[str]) -> str:
    return f'<div class="row">{"".join(buttons)}</div>'


def _of_telegram(message: Message) -> str:
    """Entities count in units of UTF-16."""
    content = message.content
    units = content.text.encode("utf-16-le")
    marks: dict[int, str] = {}
    for entity in content.entities:
        tag = {"bold": "b", "italic": "i", "code": "code", "blockquote": "i"}.get(entity["type"])
        if tag:
            begin, end = 2 * entity["offset"], 2 * (entity["offset"] + entity["length"])
            marks[begin] = f"{marks.get(begin, '')}<{tag}>"
            marks[end] = f"</{tag}>{marks.get(end, '')}"
    cuts = sorted({0, len(units), *marks})
    text = "".join(
        marks.get(at, "") + escape(units[at:to].decode("utf-16-le"))
        for at, to in zip(cuts, [*cuts[1:], len(units)], strict=True)
    )
    photo = "" if content.photo is None else _picture(content.photo)
    rows = (_row(f'<div class="button">{escape(one.text)}</div>' for one in row) for row in content.keyboard)
    return f'<div class="box">{photo}{text}</div>{"".join(rows)}'


def _of_discord(sim: DiscordSim, message: Posted) -> str:
    drawn = {call.body["name"]: call.body["image"] for call in sim.calls if call.path.endswith("/emojis") and call.body}

    def words(text: str) -> str:
        found = escape(text)
        for mark, shown in _MARKS.items():
            found = re.sub(mark, rf"<{shown}>\1</{shown}>", found)
        found = re.sub(r"&lt;#\d+&gt;", "#cards", found)
        return re.sub(r"&lt;:(\w+):\d+&gt;", lambda known: f'<img class="card" src="{drawn[known[1]]}">', found)

    def one(part: dict[str, Any]) -> str:
        inner = part.get("components", [])
        match part["type"]:
            case 1:
                return _row(map(one, inner))
            case 2:
                emoji = part.get("emoji", {}).get("name", "")
                image = f'<img class="card" src="{drawn[emoji]}"> ' if emoji in drawn else escape(emoji)
                return f'<div class="button style{part["style"]}">{image}{escape(part.get("label", ""))}</div>'
            case 3:
                return f'<div class="button menu">{escape(part.get("placeholder", ""))} ▾</div>'
            case 10:
                return f"<div>{words(part['content'])}</div>"
            case 12:
                names = (item["media"]["url"].rpartition("/")[2] for item in part["items"])
                return "".join(_picture(message.files[name]) for name in names if name in message.files)
            case _:
                return f'<div class="box">{"".join(map(one, inner))}</div>'

    return "".join(map(one, message.current.components))


async def _telegram(sim: TelegramSim) -> str:
    player = sim.user("player 1", started=True)
    group = sim.group("Friday evening", members=[player])
    await player.says(group, "/new doudizhu")
    lobby = await sim.wait_for(lambda: next((one for one in sim.messages(group) if one.button("Start with")), None))
    await player.press(lobby, "Start with")

    def asked() -> Message | None:
        return next((one for one in player.inbox[::-1] if "👉" in one.text), None)

    for _ in range(PLAYS):
        panel = await sim.wait_for(asked)
        text = panel.text
        await player.press(panel, "Pass" if _NOTHING in text else next(one for one in panel.buttons if one.data))
        await sim.wait_for(lambda: (now := asked()) is None or now.text != text)  # noqa: B023 waited for here
    panel = await sim.wait_for(asked)
    standing = next((line for line in panel.text.splitlines() if line.startswith("To beat")), "▶ 1.")
    table = await sim.wait_for(lambda: sim.find(group, standing))
    return _two("telegram", "Friday evening", _of_telegram(table), _of_telegram(panel))


async def _discord(sim: DiscordSim) -> str:
    player = sim.user("player 1")
    channel = sim.guild("Friday evening", members=[player]).channel("cards")
    await sim.wait_until_ready()
    await sim.wait_for(lambda: len(sim.world.emojis) == sim.world.emoji_room)
    await player.slash(channel, "new", game="guandan")
    await player.press(channel.messages[-1], "Start with")

    def asked() -> Posted | None:
        return next((one for one in [*player.ephemerals, *player.inbox][::-1] if "👉" in one.text), None)

    for _ in range(PLAYS):
        panel = await sim.wait_for(asked)
        text = panel.text
        usable = next(one.custom_id for one in panel.buttons if one.custom_id and not one.disabled)
        await player.press(panel, "Pass" if _NOTHING in text else usable)
        await sim.wait_for(lambda: (now := asked()) is None or now.text != text)  # noqa: B023 waited for here
    panel = await sim.wait_for(asked)
    table = await sim.wait_for(lambda: next((one for one in channel.messages[::-1] if "▶ 1." in one.text), None))
    return _two("discord", "#cards", _of_discord(sim, table), _of_discord(sim, panel))


def _two(platform: str, group: str, table: str, hand: str) -> str:
    """What all see, and what one alone sees."""
    parts = f"<section><h2>{group}</h2>{table}</section><section><h2>player 1 alone</h2>{hand}</section>"
    return f'<meta charset="utf-8"><style>{_STYLE}</style><body class="{platform}">{parts}'


async def _page(browser: Browser, program: Program) -> bytes:
    opened = await browser.new_context(
        viewport={"width": 1040, "height": 740}, has_touch=True, locale="en-US", reduced_motion="reduce"
    )
    player = Person(await opened.new_page())
    await player.page.goto(program.page)
    await player.page.locator(".game[data-key=gouji]").tap()
    await player.play_now()
    for _ in range(PLAYS):
        await expect(player.turn).to_be_visible()
        await player.tap_a_turn()
    await expect(player.turn).to_be_visible()
    await player.overlaps()
    return await player.page.screenshot()


def _keep(name: str, data: bytes) -> None:
    Image.open(BytesIO(data)).convert("RGB").quantize(128).save(TARGET / f"{name}.png", optimize=True)


async def main() -> None:
    with TemporaryDirectory() as folder:
        async with TelegramSim() as telegram, DiscordSim() as discord, open_browser() as browser:
            discord.world.emoji_room = 54
            settings = tokens(telegram, discord) | {"AI_DELAY_SECONDS": "0"}
            async with Program(Path(folder), settings) as program:
                _keep("page", await _page(browser, program))
                chats = {"telegram": await _telegram(telegram), "discord": await _discord(discord)}
            for name, shown in chats.items():
                page = await browser.new_page(viewport={"width": 870, "height": 300})
                await page.set_content(shown)
                _keep(name, await page.screenshot(full_page=True))


if __name__ == "__main__":
    asyncio.run(main())
