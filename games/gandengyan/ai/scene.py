"""What one seat knows when it is to act, what others' deeds tell of their hands, and what it may do.

Who passes does not hold what beats (GY-20), or would not spend it."""

from dataclasses import dataclass
from typing import Final, Self

from games.base.cards import RANKS, Rank
from games.gandengyan.facts import GanDengYanView
from games.gandengyan.kinds import Kind, Reading, with_small_jokers
from games.gandengyan.options import HouseRules, house_rules
from games.gandengyan.scenario import pack_of
from games.gandengyan.tables import Meaning, tables
from games.kit.counts import pack, size_of

__all__ = ["PASS", "Deeds", "Option", "Scene"]

PASS: Final = 0  # The play of no cards

_RANK_OF: Final = {rank: place for place, rank in enumerate(RANKS)}
_MANY: Final = 60  # Of more plays than these only the larger ones are looked at


class Deeds:
    """Follows the public deeds of a round. Automatic passes tell nothing and are not heard. ``laid``: all cards laid,
    small jokers for big ones. By seat, as bits of ranks that it seems to lack: ``singles`` and ``pairs`` since it last
    drew a card, ``old_singles`` and ``old_pairs`` before that."""

    __slots__ = ("_kind", "_top", "laid", "old_pairs", "old_singles", "pairs", "silences", "singles")

    def __init__(self, seats: int) -> None:
        self.laid = 0
        self.singles, self.pairs = [0] * seats, [0] * seats
        self.old_singles, self.old_pairs = [0] * seats, [0] * seats
        self.silences = [0] * seats
        """Passes of each seat since it last played or drew."""
        self._kind, self._top = Kind.ROCKET, 0

    @classmethod
    def of(cls, view: GanDengYanView) -> Self:
        told = cls(len(view.seats))
        trick = -1
        for act in view.acts:
            if act.verb == "play":
                told.played(act.seat, Kind(act.kind), _RANK_OF[act.rank], with_small_jokers(pack(act.cards)))
                trick = act.trick
            elif act.verb == "draw":
                told.drew(act.seat)
            elif not act.auto and act.trick == trick:
                told.passed(act.seat)
        return told

    def played(self, seat: int, kind: Kind, top: int, play: int) -> None:
        self.laid += play
        self.silences[seat] = 0
        self._kind, self._top = kind, top

    def passed(self, seat: int) -> None:
        self.silences[seat] += 1
        if self._kind is Kind.SOLO:
            self.singles[seat] |= 2 << self._top
        elif self._kind is Kind.PAIR:
            self.pairs[seat] |= 2 << self._top

    def drew(self, seat: int) -> None:
        """Hear that a seat drew a card: what it lacked before is less sure."""
        self.old_singles[seat] |= self.singles[seat]
        self.old_pairs[seat] |= self.pairs[seat]
        self.singles[seat] = self.pairs[seat] = self.silences[seat] = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """What one seat knows when it is to act. Other seats are told in order of play, the next one first; jokers are
    small ones. ``owner``: whose play stands, as a place among the others. ``lacks``: of each other seat the bits of
    ``Deeds``: singles, pairs, and both from before it drew."""

    hand: int
    unseen: int
    stock: int
    standing: Meaning | None
    owner: int
    counts: tuple[int, ...]
    plays: tuple[int, ...]
    lacks: tuple[tuple[int, int, int, int], ...]
    silences: tuple[int, ...]
    own_plays: int
    banker: int  # 0: the seat itself, 1: the next one, and so on
    multiplier: int
    rules: HouseRules

    @classmethod
    def of_view(cls, view: GanDengYanView) -> Self:
        """What the viewer knows, who must be the seat to act."""
        seat, seats = view.viewer, len(view.seats)
        assert seat is not None, "the channel does not play"
        assert view.hand is not None, "a seat sees its hand"
        order = [*range(seat + 1, seats), *range(seat)]
        rules, deeds, public = house_rules(view.options), Deeds.of(view), view.public
        hand = with_small_jokers(pack(view.hand))
        standing = view.standing
        meaning = None
        if standing is not None:
            reading = Reading(Kind(standing.kind), Rank(RANKS.index(standing.rank)), len(standing.cards))
            meaning = tables(rules).meaning(reading)
        return cls(
            hand=hand,
            unseen=with_small_jokers(pack(pack_of(view.options))) - deeds.laid - hand,
            stock=public.stock,
            standing=meaning,
            owner=0 if standing is None else (standing.seat - seat - 1) % seats,
            counts=tuple(view.seats[other].count for other in order),
            plays=tuple(public.plays[other] for other in order),
            lacks=_lacks(deeds, order),
            silences=tuple(deeds.silences[other] for other in order),
            own_plays=public.plays[seat],
            banker=(public.banker - seat) % seats,
            multiplier=public.multiplier,
            rules=rules,
        )

    def options(self) -> list["Option"]:
        """Every sensible play in every reading that is legal, and a pass where one may pass."""
        standing, known = self.standing, tables(self.rules)
        plays = known.plays(self.hand, standing)
        if len(plays) > _MANY:
            plays = tuple(sorted(plays, key=size_of)[-_MANY:])
        found = [
            Option(play, meaning)
            for play in plays
            for meaning in known.meanings(play)
            if standing is None or standing.beaten_by(meaning.reading)
        ]
        if standing is not None or not plays:
            found.append(Option(PASS, None))
        return found


def _lacks(deeds: Deeds, order: list[int]) -> tuple[tuple[int, int, int, int], ...]:
    singles, pairs, old_singles, old_pairs = deeds.singles, deeds.pairs, deeds.old_singles, deeds.old_pairs
    return tuple([(singles[seat], pairs[seat], old_singles[seat], old_pairs[seat]) for seat in order])


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a seat may do: packed cards in one of their meanings, or ``PASS`` without one."""

    play: int
    meaning: Meaning | None
