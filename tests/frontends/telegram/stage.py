"""What the tests of the Telegram frontend share: a manager that writes down what it hears, and screens to show."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.clock import SystemClock
from bot.frontends.telegram.frontend import TelegramFrontend
from bot.session.port.commands import ChatRef, Command, Join, MyHand, Origin, UserRef
from bot.session.port.protocols import Delivered, Outcome
from bot.session.port.replies import Reply
from bot.session.port.updates import (
    AtHand,
    Completion,
    Notice,
    Offered,
    Panel,
    Player,
    PlayWords,
    PrivateUpdate,
    PublicUpdate,
    TableInfo,
    TablePlace,
)
from games import GAMES
from games.base.actions import Bid
from games.base.cards import Cards
from games.contract import Step
from tests.present.rounds import filled
from tests.simulators.telegram import Group, Message, Person, TelegramSim


@dataclass
class Notebook:
    """A manager that says what it is told to say and writes everything down."""

    answer: Callable[[Origin, Command], Reply] = lambda origin, command: Reply("en", True)
    heard: list[tuple[Origin, Command]] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    gates: dict[str, asyncio.Event] = field(default_factory=dict)
    unreached: set[str] = field(default_factory=set)
    changed: Callable[[], None] = lambda: None

    async def handle(self, origin: Origin, command: Command) -> Reply:
        gate = self.gates.get(origin.user.external)
        if gate is not None:
            await gate.wait()
        self.heard.append((origin, command))
        self.changed()
        return self.answer(origin, command)

    def report(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        self.changed()

    async def completions(self, origin: Origin, text: str, table: int | None, words: PlayWords) -> list[Completion]:
        return []

    async def verbs(self, origin: Origin, table: int | None) -> None:
        return None

    async def at_hand(self, origin: Origin) -> AtHand:
        return AtHand()

    async def seated(self, origin: Origin, table: int | None) -> tuple[Player, ...]:
        return ()

    async def language_of(self, origin: Origin) -> str:
        return "zh" if origin.locale == "zh" else "en"

    async def reaches(self, origin: Origin) -> bool:
        return origin.user.external not in self.unreached

    def commands(self) -> list[Command]:
        return [command for _, command in self.heard]

    def delivered(self, target: object) -> list[str]:
        return [o.message for o in self.outcomes if isinstance(o, Delivered) and o.target == target]


def frontend_of(sim: TelegramSim, **more: Any) -> TelegramFrontend:
    values: dict[str, Any] = {"clock": SystemClock(), "pace": 200.0, "timeout": 5.0, "doubt_seconds": 0.3}
    return TelegramFrontend(sim.token, base_url=sim.base_url, **(values | more))


async def connected(sim: TelegramSim, manager: Notebook, **more: Any) -> TelegramFrontend:
    frontend = frontend_of(sim, **more)
    await frontend.start(manager)
    await frontend.wait_connected()
    return frontend


async def lobby(sim: TelegramSim, frontend: TelegramFrontend, *people: Person) -> Message:
    group = sim.group("friends", people)
    frontend.show_table(table_update(group))
    return await sim.wait_for(lambda: sim.find(group, "#12"))


def user_of(person: Person) -> UserRef:
    return UserRef("telegram", str(person.id))


def chat_of(group: Group, topic: int | None = None) -> ChatRef:
    return ChatRef("telegram", str(group.id), str(topic) if topic else "")


GAME = GAMES["doudizhu"]
OPTIONS = GAME.option_set.complete({})


def info(table: int = 12, state: str = "lobby", round_number: int = 0) -> TableInfo:
    return TableInfo(table, "doudizhu", "", OPTIONS, 90, state, 3, round_number, 17 if round_number else None)


def table_update(group: Group, *players: Person, topic: int | None = None, **more: Any) -> PublicUpdate:
    """A table in the lobby with these people."""
    seats = tuple(
        Player(at, "person", players[at].name, user_of(players[at])) if at < len(players) else Player(at, "empty")
        for at in range(3)
    )
    return filled(PublicUpdate(info(), chat_of(group, topic), "en", seats, None), **more)


class Straight:
    """Chance that changes nothing."""

    def shuffled(self, cards: Cards) -> Cards:
        return cards

    def below(self, limit: int) -> int:
        return 0


def dealt() -> Step[Any]:
    return GAME.start(OPTIONS, GAME.deal(OPTIONS, 3, {}, Straight()), {})


def hand_update(group: Group, person: Person, seat: int = 0, **more: Any) -> PrivateUpdate:
    state = dealt().state
    panel = Panel("1.0", True, "bid", (Offered(Bid(1), Join(12)),), (), (), None, None, None, None, False, MyHand(12))
    players = tuple(Player(at, "person", f"seat {at}") for at in range(3))
    table, place, view = info(12, "playing", 1), TablePlace(chat_of(group), "friends"), GAME.view(state, seat)
    return filled(PrivateUpdate(table, user_of(person), "en", seat, players, view, panel, place), **more)


def said(text: str = "not_seated_anywhere", **data: object) -> Reply:
    return Reply("en", False, Notice(text, data))
