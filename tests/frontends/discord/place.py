"""A channel with two people and the delivery that writes there; rounds to show."""

from dataclasses import dataclass
from typing import Any

from bot.frontends.discord.outgoing.delivery import Delivery
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.protocols import Outcome
from bot.session.port.updates import Player, PrivateUpdate, PublicUpdate
from games import GAMES
from tests.patience import patient
from tests.present.rounds import filled, heard, info, match_states, panel_of, private, public
from tests.simulators.discord import DiscordSim, VirtualChannel, VirtualUser

RULES: Any = GAMES["doudizhu"]


class Report:
    """Takes down what the frontend reports."""

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []

    def report(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)

    def of(self, kind: type) -> list[Any]:
        return [outcome for outcome in self.outcomes if isinstance(outcome, kind)]


@dataclass
class Place:
    """A channel with two people, and the delivery that writes there."""

    sim: DiscordSim
    delivery: Delivery
    report: Report
    alice: VirtualUser
    bob: VirtualUser
    channel: VirtualChannel
    version: int = 0

    @property
    def chat(self) -> ChatRef:
        return ChatRef("discord", str(self.channel.id))

    def ref(self, person: VirtualUser) -> UserRef:
        return UserRef("discord", str(person.id))

    def people(self) -> tuple[Player, ...]:
        return (
            Player(0, "person", "player 1", self.ref(self.alice), host=True),
            Player(1, "person", "player 2", self.ref(self.bob)),
            Player(2, "ai", level="normal"),
        )

    def lobby(self, **more: Any) -> PublicUpdate:
        self.version += 1
        update = public(info(state="lobby"), None, players=self.people(), version=self.version)
        return filled(update, chat=self.chat, **more)

    def round(self, steps: int, **more: Any) -> PublicUpdate:
        """The table after that many states of a round."""
        self.version += 1
        table, state, recent, events = states()[steps]
        view = RULES.view(state, None)
        update = public(table, view, players=self.people(), recent=heard(recent, None), last=events)
        given: dict[str, Any] = {"chat": self.chat, "result": RULES.result(state), "version": self.version}
        return filled(update, **(given | more))

    def hand(self, steps: int, seat: int = 0, **more: Any) -> PrivateUpdate:
        self.version += 1
        table, state, recent, _ = states()[steps]
        panel = panel_of(RULES, state, seat) if RULES.result(state) is None else None
        user = self.ref((self.alice, self.bob)[seat])
        update = private(table, RULES.view(state, seat), panel, players=self.people(), recent=heard(recent, seat))
        given: dict[str, Any] = {"chat": self.chat, "user": user, "version": self.version}
        return filled(update, **(given | more))

    async def done(self) -> None:
        await patient(self.delivery.outbox.drained())


def states() -> list[Any]:
    return list(match_states("discord", rounds=2, level="normal"))


def first_of_seat(seat: int) -> int:
    """The first state of the round in which that seat may act."""
    return next(i for i, (_, state, _, _) in enumerate(states()) if RULES.awaited(state)[0].seat == seat)


def end_of_round() -> int:
    return next(i for i, (_, state, _, _) in enumerate(states()) if RULES.result(state) is not None)
