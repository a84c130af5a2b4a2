"""Three people at one table of the real program: one in a group of Telegram, one in a channel of Discord, one at the page. The
first or the last may be its home."""

import asyncio
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal

from tests.frontends.discord import house as on_discord
from tests.frontends.telegram import house as on_telegram
from tests.frontends.web.house import Visitor
from tests.process.conftest import Starter, tokens
from tests.process.program import Program
from tests.simulators.discord import DiscordSim, VirtualChannel, VirtualUser
from tests.simulators.discord import Message as DiscordMessage
from tests.simulators.telegram import Group, Message, Person, TelegramSim

__all__ = ["ThreePlaces"]

_SEAT: Final = re.compile(r"(▶|▫️) (\d)\. [^\n]*?(?:❗)?(?:(\d+) cards?|剩?(\d+)张)")
Home = Literal["ann", "eve"]
_PEOPLE: Final = ("ann", "bob", "eve")


class _Page:
    """The page of whichever program runs now."""

    def __init__(self, program: Program) -> None:
        self.program = program

    @property
    def address(self) -> str:
        return self.program.page


class ThreePlaces:
    """Ann on Telegram, Bob on Discord, Eve at the page. ``home``: who opens the table where they are. ``pace``: of the program,
    as of the simulators' limits. ``order``: everybody by seat."""

    def __init__(
        self,
        telegram: TelegramSim,
        discord: DiscordSim,
        program: Starter,
        folder: Path,
        pace: float = 1000.0,
        home: Home = "ann",
    ) -> None:
        self.telegram, self.discord, self._pace = telegram, discord, pace
        self.home: Home = home
        self.order = sorted(_PEOPLE, key=lambda name: name != home)
        self._program, self._database = program, folder / "paiju.db"
        self.running: Program
        self.ann: Person
        self.bob: VirtualUser
        self.eve: Visitor
        self.group: Group
        self.channel: VirtualChannel
        self.said: list[str] = []
        self._page: Any = None
        self._room = ""
        self._pressed: dict[str, object] = {}

    # -- the program
    async def start(self) -> None:
        """Start the program; of its deals, the first two are over soon when everybody does what is offered first."""
        settings = tokens(self.telegram, self.discord) | {
            "TURN_SECONDS": "0",
            "OUTBOX_PACE": str(self._pace),
            "PAIJU_SEED": "8",
        }
        self.running = await self._program(**settings).start()
        await self.discord.wait_until_ready()

    async def power_cut(self) -> None:
        """Kill the program and start it again; nothing that was stored is lost."""
        query = "SELECT match, seq, line FROM actions ORDER BY match, seq"
        before = self.rows(query)
        await self.running.kill()
        self.said += [*self.running.output, *self.running.errors]
        await self.start()
        self._page.program = self.running
        await self.eve.move(self._page)
        await self.eve.connect(self._room)
        await self.until(lambda: self.eve.latest("table") is not None)
        assert self.rows(query)[: len(before)] == before

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with sqlite3.connect(f"file:{self._database}?mode=ro", uri=True) as connection:
            found = connection.execute(query).fetchall()
        connection.close()
        return found

    # -- coming together
    async def come_together(self, options: str) -> None:
        """One of them opens a table of Gan Deng Yan and presses Invite; the others bring their places to it by the code. Who
        opened it deals."""
        await self._arrive()
        match self.home:
            case "ann":
                await self.ann.says(self.group, f"/new gandengyan players=3 {options}")
                lobby = await self.telegram.wait_for(lambda: self.telegram.find(self.group, "#1"))
                await self.ann.press(lobby, "Invite")
                told = await self.telegram.wait_for(
                    lambda: next((m for m in self.ann.inbox if "/join" in m.text), None)
                )
                code = told.text.partition("/join ")[2].split()[0]
            case "eve":
                rules = dict(one.split("=") for one in options.split())
                opened = await self.eve.ask("new", game="gandengyan", players=3, options=rules)
                self._room = opened["room"]
                code = (await self.eve.ask("invite", table=1))["invitation"]
        for name in self.order[1:]:
            await self._accept(name, code)
        await self.eve.send_raw({"t": "watch", "room": self._room})
        await self.until(lambda: {one["kind"] for one in self.on_page().get("players", [{"kind": ""}])} == {"person"})
        await self.until(lambda: all(name in self.on_telegram().text for name in ("Ann", "Bob", "Eve")))
        await self.until(lambda: all(name in self.on_discord().text for name in ("Ann", "Bob", "Eve")))
        match self.home:
            case "ann":
                await self.ann.press(self.on_telegram(), "Start")
            case "eve":
                assert (await self.eve.ask("deal", table=1))["ok"]

    async def _arrive(self) -> None:
        self.ann = self.telegram.user("Ann", started=True)
        await self.ann.starts()
        self._chief = self.discord.user("Zoe")
        self.group = self.telegram.group("friends", [self.ann], supergroup=True)
        self.bob = self.discord.user("Bob", locale="zh-CN")
        self.channel = self.discord.guild("Club", members=[self.bob], admins=(self._chief,)).channel("cousins")
        self._page = _Page(self.running)
        self.eve = Visitor(self._page, "Eve")
        await self.eve.take_token()
        await self.eve.connect()

    async def _accept(self, name: str, code: str) -> None:
        match name:
            case "ann":
                await self.ann.says(self.group, f"/join {code}")
                await self.telegram.wait_for(lambda: self.telegram.find(self.group, "🀄"))
            case "bob":
                await self.bob.slash(self.channel, "join", invitation=code)
                await self.discord.wait_for(lambda: next((m for m in self.channel.messages if "🀄" in m.text), None))
            case _:
                answer = await self.eve.ask("accept", code=code)
                assert answer["ok"], answer
                self._room = answer["room"]

    # -- what each place shows
    def on_telegram(self) -> Message:
        return next(m for m in reversed(self.telegram.messages(self.group)) if m.text.startswith("🀄"))

    def on_discord(self) -> DiscordMessage:
        return next(m for m in reversed(self.channel.messages) if "🀄" in m.text)

    def everything_in_the_channel(self) -> list[DiscordMessage]:
        """What was ever written there for everybody, also what has been deleted since."""
        every = self.discord.world.messages.values()
        return [m for m in every if m.channel.id == self.channel.id and not m.ephemeral]

    def on_page(self) -> dict[str, Any]:
        return self.eve.latest("table") or {"table": {"state": ""}, "version": 0, "view": None, "result": None}

    def agree(self) -> bool:
        """All places show the same seats with the same numbers of cards, and the same to act; or none shows a round."""
        view = self.on_page()["view"]
        if self.eve.latest("table") is None:
            return False
        if self.on_page()["result"] is not None or view is None:
            return not _seats(self.on_telegram().text) and not _seats(self.on_discord().text)
        acts = {one["seat"] for one in view["awaited"]}
        page = {(one["seat"], one["seat"] in acts, one["count"]) for one in view["seats"] if one["count"]}
        return page == _seats(self.on_telegram().text) == _seats(self.on_discord().text)

    async def until(self, holds: Callable[[], Any]) -> None:
        while not holds():
            looks = [
                asyncio.create_task(self.telegram.wait_for(holds)),
                asyncio.create_task(self.discord.wait_for(holds)),
                asyncio.create_task(self.eve.wait(lambda _: True)),
            ]
            done, _ = await asyncio.wait(looks, return_when=asyncio.FIRST_COMPLETED)
            for look in looks:
                look.cancel()
            await asyncio.gather(*looks, return_exceptions=True)
            assert not any(look.exception() for look in done), self.describe()

    def describe(self) -> str:
        """What each place shows, for whoever looks for a mistake."""
        page = {key: self.on_page()[key] for key in ("table", "view", "result")}
        panel = on_telegram.panel_of(self.ann)
        shown = (self.on_telegram().text, self.on_discord().text, str(page), panel and panel.text, self._eves_panel())
        return "\n---\n".join(map(str, (*shown, *self.running.output[-5:], *self.running.errors[-5:])))

    # -- playing
    def asked(self) -> str:
        """Whose turn it is and who has the panel for it before them, ``""`` as long as nobody has."""
        view = self.on_page()["view"]
        seats = [] if view is None else [one["seat"] for one in view["awaited"]]
        if not seats:
            return ""
        name = self.order[seats[0]]
        panel = self._panel(name)
        return "" if panel is None or panel == self._pressed.get(name) else name

    def _panel(self, name: str) -> object:
        """What this person sees and can press in their turn, to be compared; ``None`` if nothing is asked of them."""
        if name == "ann":
            ann = on_telegram.panel_of(self.ann)
            asks = (
                ann is not None and on_telegram.moves(ann) and any(sign in ann.text for sign in on_telegram.YOUR_TURN)
            )
            return None if ann is None or not asks else [button.data for button in on_telegram.moves(ann)]
        if name == "bob":
            bob = on_discord.turn_of([self.bob])
            return None if bob is None else [button.custom_id for button in on_discord.offers(bob[1])]
        panel = self._eves_panel()
        return panel["decision"] if panel is not None and panel["my_turn"] else None

    def _eves_panel(self) -> Any:
        hand = self.eve.latest("hand")
        return None if hand is None else hand["panel"]

    def resting(self) -> bool:
        return self.on_page()["table"]["state"] == "between" and self.agree()

    def over(self) -> bool:
        return self.on_page()["table"]["state"] == "over" and self.agree()

    async def settled(self) -> None:
        """Wait until every place shows the same, and whoever is to act can, or everybody rests."""
        await self.until(lambda: self.over() or self.resting() or (self.agree() and self.asked()))

    async def act(self) -> bool:
        """Whoever is asked does the first thing on offer; between rounds everybody is ready. False when the match is over."""
        await self.settled()
        if self.over():
            return False
        if self.resting():
            await self._be_ready()
            return True
        before, version, name = len(self.rows("SELECT seq FROM actions")), self.on_page()["version"], self.asked()
        self._pressed[name] = self._panel(name)
        match name:
            case "ann":
                panel = on_telegram.panel_of(self.ann)
                assert panel is not None
                await self.ann.press(panel, on_telegram.moves(panel)[0])
            case "bob":
                assert await on_discord.act(self.discord, [self.bob])
            case _:
                asks = self._eves_panel()
                await self.eve.ask("press", data=asks["offers"][0]["data"] if asks["offers"] else asks["pass"])
        assert len(self.rows("SELECT seq FROM actions")) > before
        await self.until(lambda: self.on_page()["version"] > version and self.agree())
        return True

    async def _be_ready(self) -> None:
        panel = on_telegram.panel_of(self.ann)
        ready = on_telegram.wants_ready(panel)
        assert panel is not None
        assert ready is not None
        await self.ann.press(panel, ready)
        await self.bob.press(self.on_discord(), "准备好了")
        await self.eve.ask("ready", table=1)
        await self.until(lambda: self.on_page()["result"] is None and self.agree())

    async def overrule(self) -> None:
        """An administrator of a guest place tries to remove the host, and to end the match: the one is refused, the other takes
        the table from there and from nowhere else."""
        refused = await self._chief.slash(self.channel, "kick", who=self.home.capitalize())
        assert "was opened somewhere else" in refused.text
        shown = self.on_discord()
        await self._chief.slash(self.channel, "end")
        await self.until(lambda: "这一桌不在这里显示了" in shown.text and "Club" not in self.on_telegram().text)
        assert self.on_page()["table"]["state"] == "over"
        assert {one["name"] for one in self.on_page()["players"]} == {"Ann", "Bob", "Eve"}, "whose seats stay theirs"

    # -- what it has cost
    def group_calls(self) -> tuple[int, int]:
        """How many messages about the table were sent and edited so far in the group, and in the channel; less the last edits of
        messages that another has followed, one a round."""
        there, newest = f"/channels/{self.channel.id}/messages", str(self.on_discord().id)
        group = [call for call in self.telegram.calls if call.is_message and call.chat == self.group.id]
        channel = [call for call in self.discord.calls if there in call.path and call.kind in ("create", "edit")]
        return (
            sum(call.parameters.get("message_id") in (None, self.on_telegram().message_id) for call in group),
            sum(call.kind == "create" or call.path.endswith(newest) for call in channel),
        )

    def refused(self) -> list[Any]:
        """Calls that the platforms refused for coming too fast."""
        return [
            *(call for call in self.telegram.calls if not call.ok and "Too Many" in (call.error or "")),
            *(call for call in self.discord.calls if call.status == 429),
        ]


def _seats(text: str) -> set[tuple[int, bool, int]]:
    """The seats of a round as a table message shows them: number, whether it is to act, cards."""
    return {
        (int(number) - 1, mark == "▶", int(english or chinese))
        for mark, number, english, chinese in _SEAT.findall(text)
    }
