"""The part of a game that has to do with text: what people write, and what files of positions say."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from games.base.actions import Action, Said
from games.base.round import Json
from games.base.words import VerbWords

__all__ = ["Notation"]

S = TypeVar("S", contravariant=True)


class Notation(Protocol[S]):
    """Text in, text out: for scenario files, stored rounds and typed chat."""

    @property
    def verbs(self) -> frozenset[str]:
        """All verbs that can occur in steps."""

    @property
    def words(self) -> tuple[VerbWords, ...]:
        """What people say for the verbs, each verb's own name among it."""

    @property
    def kinds(self) -> Mapping[str, tuple[str, ...]]:
        """What people call the kinds of play, by their codes: named alone, such a word means the play of the kind."""

    @property
    def fewest(self) -> Mapping[str, int]:
        """How many cards plays of its own kinds have at least, where that is less than four."""

    @property
    def called(self) -> Mapping[str, str]:
        """What people call cards in this game alone, with the cards in notation; ``?`` is a joker of either size."""

    @property
    def samples(self) -> Mapping[str, str]:
        """An action in notation by the question (``Awaited.why``) that it fits, ``""`` for all others: to show how one types
        in this game, whatever anybody holds."""

    @property
    def suited(self) -> bool:
        """Whether suits matter: legal plays are then listed with suits, hands shown by suit."""

    def read(self, state: S, seat: int, said: Said) -> Action:
        """Resolve what somebody wrote against the hand: open suits, default reading, typed shorthand.

        Raises ``NotationError``, ``AmbiguousPlay`` or ``IllegalAction`` (cards not held, unknown verb). The action that
        comes back need not be legal; ``check`` says so.
        """

    def facts(self, state: S) -> Mapping[str, Json]:
        """The sheet's ``expect`` keys (``hands`` and ``legal*`` aside), in notation form. All of them are public but
        those that a sheet names as private to a seat, which ``View.facts`` leaves out.
        """

    def query(self, query: Mapping[str, Json]) -> Json:
        """Answer a query of a scenario file: what its ``is`` or ``plays`` should equal (``plays``: a list of texts)."""
