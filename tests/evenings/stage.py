"""A place in which an evening happens: the same deeds on every platform."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.session.port.commands import Command
from tests.evenings.paper import Paper, Sight
from tests.evenings.quiet import Quiet

GROUP = "group"  # Where people are together; any other place is somebody's private chat with the bot
_BREATH = 1.5  # Seconds after a deed, in which people look


@dataclass(frozen=True)
class Key:
    """A button or an entry of a menu (``value``), and what it means."""

    label: str
    means: Command
    data: str = ""
    value: str = ""


Choice = Callable[[list[Key]], Key | None]


class Stage(ABC):
    """People, a group, and a bot; ``people``: their names."""

    def __init__(self, story: Quiet, language: str) -> None:
        self.story = story
        self.language = language
        self.paper = Paper(lambda: story.at)
        self.people = (
            ["玩家一", "玩家二", "玩家三", "玩家四"] if language == "zh" else [f"player {n}" for n in range(1, 5)]
        )
        story.moments = self._look

    def _look(self) -> None:
        self.paper.look(self.sights())

    async def types(self, person: str, name: str, *, alone: bool = False, **given: object) -> None:
        """Give a command in the group, or ``alone`` in the private chat."""
        words = " ".join(["/" + name, *(str(value) for value in given.values())])
        self.paper.did(person, f"types {words}{' in private' if alone else ''}")
        await self.sends(person, name, alone, given)
        await self.story.passes(_BREATH)

    async def presses(self, person: str, *wanted: type[Command], **fields: object) -> bool:
        """Press the newest button in sight that means one of these; whether there is one."""

        def fits(command: Command) -> bool:
            return isinstance(command, wanted) and all(getattr(command, name) == is_ for name, is_ in fields.items())

        return await self.takes(person, lambda found: next((one for one in found if fits(one.means)), None))

    async def takes(self, person: str, choice: Choice) -> bool:
        """Press the button that is chosen among those of one message, asked for the newest message first."""
        pressed = await self.chooses(person, choice)
        await self.story.passes(_BREATH)
        return pressed

    @abstractmethod
    async def chooses(self, person: str, choice: Choice) -> bool:
        """What ``takes`` does here."""

    @abstractmethod
    async def sends(self, person: str, name: str, alone: bool, given: dict[str, object]) -> None:
        """Give a command."""

    async def starts(self, person: str) -> None:  # noqa: B027  # where no private chat has to be begun, nothing happens
        """Press Start in the private chat."""

    @abstractmethod
    async def talks(self, person: str, text: str, *, alone: bool = False) -> None:
        """Write something that is no command (in a group, to the bot)."""

    @abstractmethod
    async def loses_group(self) -> None:
        """The group is there no more, or the bot not in it."""

    @abstractmethod
    def panel(self, person: str) -> list[Command]:
        """What the buttons of this person's hand mean, if they have one."""

    @abstractmethod
    def sights(self) -> Iterable[Sight]:
        """All messages in their order, place by place."""
