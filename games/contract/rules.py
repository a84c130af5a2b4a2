"""The part of a game that plays: packs, deals, turns, what is allowed, what follows, who may know what."""

from collections.abc import Iterator
from typing import Protocol, TypeVar

from games.base.actions import Action
from games.base.cards import Cards
from games.base.options import Options, OptionSet, Preset
from games.base.round import Awaited, Carry, Deal, Dice, RoundResult, Step
from games.base.view import View

__all__ = ["Rules"]

S = TypeVar("S")


class Rules(Protocol[S]):
    """State + action → new state + events. ``S`` is the game's own state: immutable, and opaque to everybody else."""

    @property
    def key(self) -> str:
        """The name of its entry point: lower case, letters alone."""

    @property
    def rules_version(self) -> int:
        """Rises when an old record would replay differently."""

    @property
    def option_set(self) -> OptionSet:
        """The house rules."""

    @property
    def presets(self) -> tuple[Preset, ...]:
        """Named sets of options, the standard one first."""

    @property
    def seats(self) -> range:
        """The numbers of players that can play."""

    def pack(self, options: Options, players: int) -> Cards:
        """All cards in use, ascending."""

    def deal(self, options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
        """Deal a round that follows ``carry``: hands and stock, with all else that chance decides."""

    def start(self, options: Options, deal: Deal, carry: Carry) -> Step[S]:
        """Begin a round. ``NotationError`` if a set-up position is impossible (unknown key, too many of a card …)."""

    def phase(self, state: S) -> str:
        """The phase's name as in the notation."""

    def awaited(self, state: S) -> tuple[Awaited, ...]:
        """The seats that may act now, ascending; empty exactly when the round is over."""

    def check(self, state: S, seat: int, action: Action) -> None:
        """Raise ``IllegalAction`` if ``apply`` would. Never builds a list of plays."""

    def apply(self, state: S, seat: int, action: Action) -> Step[S]:
        """Carry the action out with all that follows by itself, or raise ``IllegalAction``."""

    def legal(self, state: S, seat: int) -> Iterator[Action]:
        """Every legal action once (by rank where suits do not matter), lazily; none if the seat may not act."""

    def view(self, state: S, viewer: int | None) -> View:
        """What a viewer may know; ``None`` is the channel, which sees what everybody may."""

    def result(self, state: S) -> RoundResult | None:
        """How the round ended, ``None`` while it goes on."""

    def hands(self, state: S) -> tuple[Cards, ...]:
        """All hands, sorted: for scenario files and finished rounds, never for a view."""
