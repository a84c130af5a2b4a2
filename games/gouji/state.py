"""What a round of Gou Ji is made of: seats, the match so far, the round so far, the sequence on the table.

Each phase, and each mode of the play, is a type of its own in a module of its own; all of them hold a ``Round``.
Invariants: hands are sorted; cards in hands and cards played are the cards dealt; a seat is in at most one of finished,
dead and revolted; outside ``buy`` and ``declare`` exactly one seat is to act."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from games.base.cards import Cards, rank_of, sort_cards
from games.base.facts import notation_of
from games.contract import Act, Carry, Json
from games.gouji.kinds import THREE, Kind, Makeup, kind_of, makeup_of
from games.gouji.options import HouseRules
from games.kit import phases
from games.kit.history import UNTOLD, History
from games.kit.position import ImpossiblePosition, known_keys, number, numbers

__all__ = [
    "DUE_KINDS", "KEPT", "SEATS", "Burn", "Due", "MatchSoFar", "Round", "Setting", "StandingSet", "Trick", "dues_of", "kept_by",
    "opposite", "removed", "team_of", "turn_order",
]  # fmt: skip

SEATS: Final = 6
DUE_KINDS: Final = ("stifle", "point", "challenge", "burn", "sweep", "drop")
"""The kinds of tribute, in the order in which they are settled (GJ-10)."""


def opposite(seat: int) -> int:
    """Find the seat across the table, always an opponent (GJ-1)."""
    return (seat + 3) % SEATS


def team_of(seat: int) -> int:
    """Say which team a seat is of: 0 holds seats 0, 2 and 4, 1 seats 1, 3 and 5 (GJ-1)."""
    return seat % 2


def turn_order(first: int) -> list[int]:
    """List all seats from this one on."""
    return [(first + step) % SEATS for step in range(SEATS)]


def removed(hand: Cards, cards: Iterable[int]) -> Cards:
    left = list(hand)
    for card in cards:
        left.remove(card)  # type: ignore[arg-type]  # a card is an int
    return tuple(left)


@dataclass(frozen=True, slots=True)
class Due:
    """``giver`` owes ``receiver`` so many cards at the start of the next round (GJ-41)."""

    kind: str
    giver: int = field(metadata={"key": "from"})  # not ``named``, behind which a type checker sees no required argument
    receiver: int = field(metadata={"key": "to"})
    cards: int

    @property
    def order(self) -> tuple[int, int, int]:
        """What sorts dues into the order in which they are settled (GJ-10)."""
        return DUE_KINDS.index(self.kind), self.giver, self.receiver


def dues_of(value: Json) -> tuple[Due, ...]:
    """Read dues in notation form; ``ImpossiblePosition`` if they cannot be."""
    if not isinstance(value, list | tuple):
        raise ImpossiblePosition("due", value, "a list of dues")
    dues = []
    for entry in value:
        if not isinstance(entry, Mapping):
            raise ImpossiblePosition("due", entry, 'an object such as {"kind": "drop", "from": 5, "to": 0, "cards": 2}')
        known_keys(entry, ("kind", "from", "to", "cards"))
        kind = entry.get("kind")
        if kind not in DUE_KINDS:
            raise ImpossiblePosition("kind", kind, " or ".join(DUE_KINDS))
        giver, receiver = number(entry, "from", -1, 0, SEATS - 1), number(entry, "to", -1, 0, SEATS - 1)
        if giver == receiver:
            raise ImpossiblePosition("to", receiver, "another seat than the one that gives")
        dues.append(Due(str(kind), giver, receiver, number(entry, "cards", 0, 1, 36)))
    return tuple(dues)


KEPT: Final = ("due", "scores", "team_scores", "sweeps", "rounds", "next_leader")
"""What a round may leave to the next one."""


def kept_by(rules: HouseRules) -> tuple[str, ...]:
    """List what a round leaves to the next one under these house rules: no totals where no score is kept, and nothing that
    only a second round could have where there is none (GJ-43)."""
    if rules.match_end == "single":
        return ("due", "next_leader")
    return KEPT if rules.scored else tuple(key for key in KEPT if key not in ("scores", "team_scores"))


@dataclass(frozen=True, slots=True)
class MatchSoFar:
    """What earlier rounds left behind (GJ-41 to GJ-43): totals by seat and by team, sweeps by team, completed rounds, dues,
    and who leads the next round (``None`` before the first)."""

    scores: tuple[int, ...] = (0,) * SEATS
    team_scores: tuple[int, ...] = (0, 0)
    sweeps: tuple[int, ...] = (0, 0)
    rounds: int = 0
    due: tuple[Due, ...] = ()
    next_leader: int | None = None

    @staticmethod
    def of(carry: Carry, kept: Collection[str]) -> MatchSoFar:
        """Read from ``previous`` of the notation, which may hold what is ``kept``; ``ImpossiblePosition`` if it is malformed."""
        known_keys(carry, kept)
        scores = numbers(carry, "scores", (0,) * SEATS)
        sums = (sum(scores[0::2]), sum(scores[1::2]))
        led = carry.get("next_leader")
        return MatchSoFar(
            scores=scores,
            team_scores=numbers(carry, "team_scores", sums),
            sweeps=numbers(carry, "sweeps", (0, 0), 0),
            rounds=number(carry, "rounds", 0, 0),
            due=dues_of(carry.get("due", ())),
            next_leader=None if led is None else number(carry, "next_leader", 0, 0, SEATS - 1),
        )

    def carry(self, kept: Collection[str]) -> Carry:
        """Write as ``previous``, as far as it is ``kept``."""
        written = notation_of(self)
        return {key: written[key] for key in kept}


@dataclass(frozen=True, slots=True)
class Setting(phases.Setting[HouseRules, MatchSoFar]):
    """What stays the same through a round. ``leader`` leads it unless it revolts (GJ-9, GJ-18)."""

    leader: int


@dataclass(frozen=True, slots=True)
class StandingSet:
    """The set to beat, and whose it is."""

    seat: int
    cards: Cards
    made: Makeup
    kind: Kind

    @staticmethod
    def of(seat: int, cards: Cards, rules: HouseRules) -> StandingSet:
        made = makeup_of(cards)
        assert made is not None
        return StandingSet(seat, sort_cards(cards), made, kind_of(made, rules.sets))


@dataclass(frozen=True, slots=True)
class Trick:
    """A sequence (GJ-18 to GJ-22): the standing set, who is barred, who has yielded and waits for the last word, and who
    has yielded at all."""

    standing: StandingSet
    barred: frozenset[int] = frozenset()
    yielder: int | None = None
    has_yielded: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Burn:
    """A burn in progress (GJ-29); ``chain`` counts burns in a row from 1 (GJ-34)."""

    burner: int
    victim: int
    chain: int = 1


@dataclass(frozen=True, slots=True)
class Round:
    """All that lasts longer than one decision. ``finished`` and ``dead`` in the order in which it happened; ``blocked``
    (seat, blocker) likewise (GJ-36); ``returns`` (receiver, giver, cards) are known to those two; ``number`` counts
    sequences."""

    setting: Setting
    hands: tuple[Cards, ...]
    finished: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    revolted: frozenset[int] = frozenset()
    opened: frozenset[int] = frozenset()
    forfeited: frozenset[int] = frozenset()
    must_fours: int | None = None
    challenged: frozenset[int] = frozenset()
    played: frozenset[int] = frozenset()
    blocked: tuple[tuple[int, int], ...] = ()
    burn_dues: tuple[Due, ...] = ()
    stopped: tuple[int, ...] = ()  # Seats that have stopped a burn, once for each
    returns: tuple[tuple[int, int, Cards], ...] = ()
    number: int = -1
    history: History = field(default=UNTOLD)

    @property
    def rules(self) -> HouseRules:
        return self.setting.rules

    def active(self, seat: int) -> bool:
        """Whether a seat takes part: not out, not dead, not revolted."""
        return bool(self.hands[seat]) and seat not in self.dead and seat not in self.revolted

    @property
    def actives(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(SEATS) if self.active(seat))

    @property
    def entangled(self) -> bool:
        """Four-house entanglement (GJ-27)."""
        return not self.opened and len(self.actives) <= 4

    def next_active(self, seat: int) -> int:
        """Find the next active seat after this one; there is one."""
        return next(other for other in turn_order(seat + 1) if self.active(other))

    def only_threes(self, seat: int) -> bool:
        """Whether a seat holds 3s and nothing else."""
        hand = self.hands[seat]
        return bool(hand) and rank_of(hand[-1]) == THREE

    def holds(self, seat: int, rank: int) -> int:
        return sum(rank_of(card) == rank for card in self.hands[seat])

    def with_hand(self, seat: int, hand: Cards) -> Round:
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))

    def told(self, act: Act) -> Round:
        return replace(self, history=self.history.add(act))
