"""``paiju doctor --live``: every kind of call that we make, made once in a chat that the host names, with what the platform says.

What is sent is made by the same code as in play. There is no table behind it, and no card of anybody's."""

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeVar

from bot.delivery.chats import MessageId
from bot.delivery.outbox import Calls
from bot.present.pictures.charts import StandingsArt, standings_png
from bot.present.pictures.table import TableArt
from bot.present.pictures.views import replay_gif
from bot.present.screens.screen import Button, Document, Faces, Mention, Picture, Screen, Select, Span, pictured
from bot.present.words.text import say
from bot.session.port.commands import MyTurns, OpenPage, PlayText, Privacy
from bot.session.port.page import PagePlace
from bot.session.port.protocols import Clock, Outcome

__all__ = ["FORM", "HEARD", "LATER", "MOVING", "PRESS_SECONDS", "Deaf", "Trial", "Witness"]

T = TypeVar("T")

PRESS_SECONDS: Final = 90.0
_MOST_SAID: Final = 300
HEARD: Final = Privacy()
FORM: Final = PlayText("", 1)
LATER: Final = MyTurns()
"""What the buttons mean, for who hears their presses: to be answered in words, by a form, and late."""
_REEL: Final = (TableArt("Paiju", "", "", (), 0, ()),) * 2
MOVING: Final = Picture(partial(replay_gif, _REEL), "Paiju", "trial-moving", animated=True)


class Witness(Calls):
    """Notes what a platform refuses, in its own words."""

    def __init__(self, refusals: list[str]) -> None:
        super().__init__()
        self._refusals = refusals

    def refused(self, method: str, status: int, answer: bytes) -> None:
        try:
            said = json.loads(answer)
            told = [said.get("description") or said.get("message"), said.get("code"), said.get("errors")]
        except (ValueError, AttributeError):
            told = []
        self._refusals.append(f"{method}: {status} {' '.join(str(one)[:_MOST_SAID] for one in told if one)}")


class Deaf(Exception):
    """Nothing was heard, for this reason."""


@dataclass(slots=True)
class Trial:
    """Goes step by step, and tells a line of each. ``pause``: before each message; ``deaf``: why presses cannot be heard;
    ``topic``: of a chat that has them."""

    tell: Callable[[str], None]
    clock: Clock
    language: str
    base_url: str
    page: PagePlace | None
    pause: float
    deaf: str
    topic: int | None = None
    refusals: list[str] = field(default_factory=list)
    """What the platform has refused during a step, in its own words."""
    failed: bool = False
    left: list[Callable[[], Awaitable[object]]] = field(default_factory=list)

    async def step(self, what: str, work: Awaitable[T]) -> T | None:
        """Do something and say what became of it; ``None`` where it failed."""
        done = None
        self.refusals.clear()
        try:
            done = await work
        except Exception as error:
            if not self.refusals:
                self.refusals.append(str(error) if isinstance(error, Deaf) else type(error).__name__)
        self.failed |= bool(self.refusals)
        refused = "; ".join(dict.fromkeys(self.refusals))
        self.tell(f"✗ {what}: {refused}" if refused else f"✓ {what}")
        return done

    async def post(
        self, what: str, work: Awaitable[MessageId | None], remove: Callable[[MessageId], Awaitable[object]]
    ) -> MessageId | None:
        """The same for a message, which goes away at the end, however that comes."""
        await self.clock.sleep(self.pause)
        posted = await self.step(what, work)
        if posted is not None:
            self.left.append(partial(remove, posted))
        return posted

    async def tidy(self) -> None:
        """Take away what is there still."""

        async def take_away() -> None:
            for removal in reversed(self.left):
                with suppress(Exception):  # what was refused is noted
                    await removal()

        if self.left:
            await self.step(f"deletions: {len(self.left)} taken away again", take_away())

    def report(self, outcome: Outcome) -> None:
        """Outcomes are for tables: there is none."""

    def screen(
        self,
        *said: str,
        last: Span | Mention | None = None,
        buttons: bool = True,
        chart: bool = False,
        file: bool = False,
    ) -> Screen:
        """What is shown: these texts (keys below ``trial.``), ``last`` and, with ``buttons``, one of each kind; the first shows
        the card of ``last``."""
        language, styles = self.language, ("primary", "success", "danger", "secondary")
        title, here = say(language, "trial.title"), say(language, "trial.button")
        texts = [say(language, f"trial.{one}", button=here) for one in said]
        card = next((one for one in last.faces if not isinstance(one, str)), None) if isinstance(last, Faces) else None
        first = Button(here, HEARD, style=styles[0], card=card)
        numbered = (Button(str(n), one, style=styles[n]) for n, one in ((1, HEARD), (2, FORM), (3, LATER)))
        link = Button(say(language, "trial.link"), url="https://core.telegram.org/bots")
        more = (
            Button("▢", OpenPage()), Button("⧉", start="help"), Button("↗", share="help"), Button("+", bring="new"),
            Button("@", inline="new"),
        )  # fmt: skip
        art = StandingsArt("Paiju", texts[0], ((1, "player 1", 600), (2, "player 2", 400)), "")
        lines = [(Span(text, style),) for text, style in zip(texts, ("", "italic", "bold"), strict=False)]
        return Screen(
            language,
            title,
            (*lines, *(((last,),) if last is not None else ())),
            ((first, *numbered, link), more) if buttons else (),
            pictured("trial", standings_png, art, title) if chart else None,
            Document("paiju.txt", title) if file else None,
            (Select(link.label, (first,)),) if buttons else (),
        )
