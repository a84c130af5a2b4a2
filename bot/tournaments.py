"""Tournaments as pure values: who meets whom, who sits where with which cards, and what it is worth. No clock, no chat."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import ceil, log
from random import Random
from typing import Final, Self

__all__ = [
    "FEW", "MOST_STAGES", "Meetings", "Pairing", "Rank", "Score", "Shape", "Tables", "TournamentTable",
    "all_against_all", "entries_needed", "finished_deals", "letter_of", "match_points", "meetings", "pair",
    "place_of", "position_points", "seat_of", "seating", "standings", "swiss", "usual_deals", "usual_stages",
]  # fmt: skip

FEW: Final = 6
"""Up to so many entries, two at a table, everybody meets everybody unless another number of stages is asked for."""
MOST_STAGES: Final = 12
_TABLES: Final = 2  # Results are compared between tables, so there are at least so many


@dataclass(frozen=True, slots=True)
class Shape:
    """One table: how many ``seats`` it has, and how many of them belong to one entry (``members``)."""

    seats: int
    members: int = 1

    @property
    def sides(self) -> int:
        """How many entries meet at a table."""
        return self.seats // self.members


def entries_needed(shape: Shape, entries: int, players: int = 0) -> int:
    """Return how many entries there are once AI players have filled up: whole tables, at least two of them, and at least as
    many ``players`` as were asked for."""
    wanted = max(entries, ceil(players / shape.members), _TABLES * shape.sides)
    return ceil(wanted / shape.sides) * shape.sides


def usual_stages(shape: Shape, entries: int) -> int:
    """How many stages are played if nobody says: all against all where few entries meet in twos, else enough for
    Swiss pairing to find an order."""
    if shape.sides == 2 and entries <= FEW:
        return entries - 1
    enough = ceil(log(entries, shape.sides)) + 1
    return min(max(3, enough), entries - 1, MOST_STAGES)


def usual_deals(shape: Shape) -> int:
    """How many deals a stage has if nobody says: as many as put each entry once into each place at the table, and
    three where that would take too long."""
    return shape.sides if shape.sides <= 4 else 3


def place_of(position: int, deal: int, shape: Shape) -> int:
    """The place of the entry at this position of its table, with the ``deal`` of the stage (from 0)."""
    return (position + deal) % shape.sides


def seat_of(place: int, member: int, first: int, shape: Shape) -> int:
    """The seat of a place; members of one entry sit as far apart as partners do. ``first``: the seat asked first."""
    return (first + place + member * shape.sides) % shape.seats


def seating(deal: int, first: int, shape: Shape) -> Sequence[int]:
    """Return by seat who sits there: the number of a player of the table, position by position, member by member."""
    held = [0] * shape.seats
    for position in range(shape.sides):
        for member in range(shape.members):
            seat = seat_of(place_of(position, deal, shape), member, first, shape)
            held[seat] = position * shape.members + member
    return held


Tables = list[tuple[int, ...]]
Meetings = Mapping[frozenset[int], int]  # How often two entries have sat at one table

_STEPS: Final = 20_000  # So many steps a search for tables without repeats may take before more repeats are allowed
_TRIES: Final = 6
_REPEAT: Final = 10_000  # What a repeated meeting costs, in places of the ranking by which those who meet are apart


def meetings(tables: Iterable[Sequence[int]]) -> Counter[frozenset[int]]:
    """Count who has met whom at these tables."""
    return Counter(frozenset(two) for table in tables for two in combinations(table, 2))


def pair(ranked: Sequence[int], sides: int, before: Sequence[Tables], stages: int, chance: Random) -> Tables:
    """The tables of the next stage. ``ranked``: all entries, the best first; ``before``: the stages so far.
    Everybody meets everybody where two meet at a table and there are stages enough; else those meet who stand close
    together and have not met yet."""
    if sides == 2 and stages >= len(ranked) - 1:
        return all_against_all(sorted(ranked), len(before))
    return swiss(ranked, sides, meetings(table for stage in before for table in stage), chance)


def all_against_all(entries: Sequence[int], stage: int) -> Tables:
    """The pairs of a stage (counted from 0): after one stage less than there are entries each has met each once."""
    fixed, *others = entries
    turn = stage % len(others)
    circle = [fixed, *others[turn:], *others[:turn]]
    half = len(circle) // 2
    pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
    return [two if stage % 2 == 0 else (two[1], two[0]) for two in pairs]


def swiss(ranked: Sequence[int], sides: int, met: Meetings, chance: Random) -> Tables:
    """Return tables of entries that stand close together, with as few meetings repeated as can be found."""
    tables = _twos(ranked, met) if sides == 2 else _groups(ranked, sides, met, chance)
    return [tuple(chance.sample(table, len(table))) for table in tables]


# -- two at a table: exact
def _twos(ranked: Sequence[int], met: Meetings) -> list[tuple[int, ...]]:
    most = max(met.values(), default=0)
    for allowed in range(most + 1):
        found = _matching(list(ranked), met, allowed, [_STEPS])
        if found is not None:
            return found
    return [tuple(ranked[at : at + 2]) for at in range(0, len(ranked), 2)]


def _matching(left: list[int], met: Meetings, allowed: int, steps: list[int]) -> list[tuple[int, ...]] | None:
    """Match the best one left with the closest one that they have met at most ``allowed`` times, and so on."""
    if not left:
        return []
    first = left[0]
    for other in left[1:]:
        steps[0] -= 1
        if steps[0] < 0:
            return None
        if met.get(frozenset((first, other)), 0) > allowed:
            continue
        rest = _matching([entry for entry in left[1:] if entry != other], met, allowed, steps)
        if rest is not None:
            return [(first, other), *rest]
    return None


# -- more than two: by exchanging neighbours as long as that helps
def _groups(ranked: Sequence[int], sides: int, met: Meetings, chance: Random) -> list[tuple[int, ...]]:
    place = {entry: at for at, entry in enumerate(ranked)}
    best: list[list[int]] = []
    least = -1
    for attempt in range(_TRIES):
        order = list(ranked)
        if attempt:
            chance.shuffle(order)
        tables = [order[at : at + sides] for at in range(0, len(order), sides)]
        cost = _exchange(tables, place, met)
        if least < 0 or cost < least:
            best, least = [list(table) for table in tables], cost
        if least < _REPEAT:
            break
    return [tuple(table) for table in best]


def _exchange(tables: list[list[int]], place: Mapping[int, int], met: Meetings) -> int:
    """Exchange entries of different tables as long as one exchange makes them better; return what they cost then."""
    costs = [_cost(table, place, met) for table in tables]
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            for here, there in ((i, k) for i in range(len(tables[one])) for k in range(len(tables[other]))):
                left, right = tables[one], tables[other]
                left[here], right[there] = right[there], left[here]
                now = _cost(left, place, met), _cost(right, place, met)
                if sum(now) < costs[one] + costs[other]:
                    costs[one], costs[other], better = *now, True
                else:
                    left[here], right[there] = right[there], left[here]
    return sum(costs)


def _cost(table: Sequence[int], place: Mapping[int, int], met: Meetings) -> int:
    cost = 0
    for one, other in combinations(table, 2):
        times = met.get(frozenset((one, other)), 0)
        cost += times * times * _REPEAT + abs(place[one] - place[other])
    return cost


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table of a stage: ``entries`` by position. Its deals are the ``first`` one and those after it, ``deals`` of them."""

    stage: int
    number: int
    entries: tuple[int, ...]
    first: int
    deals: int


@dataclass(frozen=True, slots=True)
class Score:
    """The result of one deal of a stage at one of its tables: ``points`` by position."""

    stage: int
    number: int
    deal: int
    points: tuple[int, ...]


def position_points(points: Sequence[int], shape: Shape) -> tuple[int, ...]:
    """The points of each position from those of the players, in the order of ``seating``. Partners who score together
    have the same points each; where each scores alone, theirs are added."""
    return tuple(sum(points[at : at + shape.members]) for at in range(0, shape.seats, shape.members))


def match_points(deal: int, tables: Mapping[int, Sequence[int]], shape: Shape) -> dict[int, tuple[int, ...]]:
    """The match points of one deal by table, in the order of positions. ``deal`` counts from 0 in its stage; ``tables``:
    the points of all its tables."""
    by_place: list[list[int]] = [[] for _ in range(shape.sides)]
    for points in tables.values():
        for position in range(shape.sides):
            by_place[place_of(position, deal, shape)].append(points[position])
    return {
        table: tuple(
            _compared(points[position], by_place[place_of(position, deal, shape)]) for position in range(shape.sides)
        )
        for table, points in tables.items()
    }


def _compared(mine: int, all_of_them: Sequence[int]) -> int:
    """Return two for each that got less, one for each that got as much; one's own result is among them."""
    return sum(2 * (mine > other) + (mine == other) for other in all_of_them) - 1


@dataclass(frozen=True, slots=True)
class Rank:
    """One entry. ``share``: match points of those there were to win, ``None`` before its first deal is compared. Of
    equal shares the stronger opponents decide (``strength``: the mean of their shares), then the deals that nobody
    played better (``tops``), then points. Whoever is equal in all of it shares the ``place``."""

    entry: int
    place: int
    share: Fraction | None
    deals: int
    strength: Fraction
    tops: int
    points: int


def finished_deals(pairings: Sequence[Pairing], scores: Iterable[Score]) -> frozenset[int]:
    """The deals that every table of their stage has finished; of all others nothing may be told."""
    tables = defaultdict[int, set[int]](set)
    for pairing in pairings:
        tables[pairing.stage].add(pairing.number)
    done = defaultdict[tuple[int, int], set[int]](set)
    for score in scores:
        done[score.stage, score.deal].add(score.number)
    return frozenset(deal for (stage, deal), numbers in done.items() if numbers >= tables[stage])


def standings(entries: Sequence[int], pairings: Sequence[Pairing], scores: Sequence[Score], shape: Shape) -> list[Rank]:
    at_table = {(pairing.stage, pairing.number): pairing for pairing in pairings}
    finished = finished_deals(pairings, scores)
    by_deal = defaultdict[tuple[int, int], dict[int, tuple[int, ...]]](dict)
    for score in scores:
        if score.deal in finished:
            by_deal[score.stage, score.deal][score.number] = score.points
    won, most, deals, tops, points = (dict.fromkeys(entries, 0) for _ in range(5))
    for (stage, deal), tables in by_deal.items():
        best = 2 * (len(tables) - 1)
        index = deal - next(pairing.first for pairing in pairings if pairing.stage == stage)
        for number, gained in match_points(index, tables, shape).items():
            for position, entry in enumerate(at_table[stage, number].entries):
                won[entry] += gained[position]
                most[entry] += best
                deals[entry] += 1
                tops[entry] += best > 0 and gained[position] == best
                points[entry] += tables[number][position]
    share = {entry: Fraction(won[entry], most[entry]) if most[entry] else None for entry in entries}
    strength = _strengths(entries, pairings, share)
    keys = {
        entry: (-1 if share[entry] is None else share[entry], strength[entry], tops[entry], points[entry])
        for entry in entries
    }
    ranked = sorted(entries, key=lambda entry: (*(-value for value in keys[entry] if value is not None), entry))
    return [
        Rank(
            entry,
            1 + sum(keys[other] > keys[entry] for other in entries),
            share[entry],
            deals[entry],
            strength[entry],
            tops[entry],
            points[entry],
        )
        for entry in ranked
    ]


def _strengths(
    entries: Sequence[int], pairings: Sequence[Pairing], share: Mapping[int, Fraction | None]
) -> dict[int, Fraction]:
    """The mean share of those whom each entry has met, a half where nothing is known of them."""
    opponents = defaultdict[int, list[Fraction]](list)
    for pairing in pairings:
        for entry in pairing.entries:
            for other in pairing.entries:
                if other != entry:
                    known = share.get(other)
                    opponents[entry].append(Fraction(1, 2) if known is None else known)
    return {
        entry: sum(opponents[entry], Fraction(0)) / len(opponents[entry]) if opponents[entry] else Fraction(1, 2)
        for entry in entries
    }


_LETTERS: Final = 26


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """The place of a table in its tournament: table ``number`` of a ``stage`` (both from 1) with ``deals`` deals, of which the
    ``first`` has this number in the tournament. ``sat``: by seat the player of the table who sits there, as in ``seating``;
    ``won``: by player the points of the deals so far. ``entries``: who plays there, by position; empty at tables that an earlier
    version has opened."""

    tournament: int
    stage: int
    number: int
    first: int
    deals: int
    members: int
    sat: tuple[int, ...]
    won: tuple[int, ...]
    entries: tuple[int, ...] = ()

    @property
    def shape(self) -> Shape:
        return Shape(len(self.sat), self.members)

    def ai_name(self, seat: int, people: Container[int]) -> str:
        """What the AI player of a seat is called by as in the standings, where no seat of its entry has one of the
        ``people``; else ``""``."""
        position = self.sat[seat] // self.members
        held = [one for one, player in enumerate(self.sat) if player // self.members == position]
        if not self.entries or any(one in people for one in held):
            return ""
        return letter_of(self.entries[position])

    def deal(self, round_number: int) -> int:
        """The number in the tournament of the deal of a round."""
        return self.first + round_number - 1

    def moved(self, round_number: int, first: int) -> tuple[Self, list[int]]:
        """The same with everybody where they sit for a round whose seat asked first is ``first``; and by seat from which
        seat they come."""
        now = tuple(seating(round_number - 1, first, self.shape))
        return replace(self, sat=now), [self.sat.index(player) for player in now]

    def scored(self, by_seat: Sequence[int]) -> Self:
        """The same with the points of one more round."""
        gained = self._by_player(by_seat)
        return replace(self, won=tuple(had + more for had, more in zip(self.won, gained, strict=True)))

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of the deals so far, by seat."""
        return tuple(self.won[player] for player in self.sat)

    def points(self, by_seat: Sequence[int]) -> tuple[int, ...]:
        """The points of a round by position."""
        return position_points(self._by_player(by_seat), self.shape)

    def _by_player(self, by_seat: Sequence[int]) -> list[int]:
        players = [0] * len(self.sat)
        for seat, player in enumerate(self.sat):
            players[player] = by_seat[seat]
        return players


def letter_of(entry: int) -> str:
    return chr(ord("A") + entry - 1) if entry <= _LETTERS else str(entry)
