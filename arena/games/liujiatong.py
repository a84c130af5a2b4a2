"""Liu Jia Tong in numbers. An action is ``pass`` or a class of plays: the kind, the number of cards, the rank that counts, the
rank of a triple_pair's pair or the top of a flight's pairs, and how many jokers are used.

A class names no single cards. Jokers first fill what the hand lacks; if the class uses more of them, they take the place of the
lowest ranks of the play, and small jokers go before big ones. A numbering of every set of cards would run into millions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.interface import Face, Numbers, Plane
from games.base.actions import Action, Pass, Play
from games.base.cards import BIG_JOKER, SMALL_JOKER, Cards, Rank, rank_of
from games.base.notation import read_cards
from games.base.options import Options
from games.contract import RoundResult
from games.kit.history import History
from games.liujiatong.facts import PublicFacts, public_facts
from games.liujiatong.kinds import BIG, NATURAL, SMALL, WILD_ORDER, Kind, Reading, beats, ranks_of
from games.liujiatong.readings import Makeup, in_force, makeup_of, meaning, named, shapes
from games.liujiatong.state import SEATS, Playing, State
from games.liujiatong.view import awaited, phase

__all__ = ["INTERFACE", "LiuJiaTong"]

_PASS: Final = 0
_HAND: Final = 36
_OF_A_RANK: Final = 16
_MOST_JOKERS: Final = 8
_POINTS: Final = 400.0
_GROUPS: Final = (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE)
Key = tuple[Reading, int]
"""A reading, and how many jokers are in it."""


def _group(size: int, most: Kind) -> Kind:
    return _GROUPS[size - 1] if size <= len(_GROUPS) else most


def _classes(hand: Makeup) -> Iterator[Key]:
    """Yield every class of plays that a hand could lead."""
    jokers = hand.jokers
    for rank, held in hand.ranks:
        for size in range(1, held + jokers + 1):
            reading = Reading(_group(size, Kind.BOMB), rank, size)
            for used in range(max(0, size - held), min(jokers, size - 1) + 1):
                yield reading, used
    for rank, held in ((SMALL, hand.small), (BIG, hand.big)):
        for size in range(1, min(held, 4) + 1):
            yield Reading(_group(size, Kind.JOKER_BOMB), rank, size), size
    if hand.small >= 3 and hand.big >= 2:
        yield Reading(Kind.TRIPLE_PAIR, SMALL, 5, BIG), 5
    if hand.big >= 3 and hand.small >= 2:
        yield Reading(Kind.TRIPLE_PAIR, BIG, 5, SMALL), 5
    held_of = dict(hand.ranks)
    for size in range(4, min(hand.size, _HAND) + 1):
        for kind in WILD_ORDER:
            for shape in shapes(kind, size):
                yield from _wild(shape.reading, shape.ranks, held_of, size, jokers)


def _wild(
    reading: Reading, ranks: tuple[tuple[Rank, int], ...], held: dict[Rank, int], size: int, jokers: int
) -> Iterator[Key]:
    """Yield the ways in which jokers may be part of a shape, by their number: two natural ranks have to stay (LJ-17)."""
    missing = there = 0
    for rank, need in ranks:
        count = held.get(rank, 0)
        there += count > 0
        if count < need:
            missing += need - count
            if missing > jokers:
                return
    if there >= 2:
        for used in range(missing, min(jokers, size - 2) + 1):
            yield reading, used


@cache
def _numbers() -> dict[Key, int]:
    """Return every class that there is, with its number."""
    every = Makeup(0, tuple((Rank(rank), _OF_A_RANK) for rank in range(NATURAL)), 4, 4)
    kinds = list(Kind)

    def order(key: Key) -> tuple[int, int, int, int, int]:
        reading, used = key
        return (
            kinds.index(reading.kind),
            reading.size,
            reading.rank,
            -1 if reading.pairs is None else reading.pairs,
            used,
        )

    return {key: number for number, key in enumerate(sorted(_classes(every), key=order), start=1)}


class LiuJiaTong:
    """``Interface`` of this game."""

    game = "liujiatong"
    kinds = tuple(kind.value for kind in Kind)
    whys = ("lead", "follow")
    verbs = ("play", "pass")

    def __init__(self, options: Options, players: int) -> None:
        self._numbers = _numbers()
        self._keys = {number: key for key, number in self._numbers.items()}
        self.actions = 1 + len(self._numbers)
        self.planes = (
            Plane("pot", (1,), _POINTS, "points", "points in the trick that is on"),
            Plane("taken", (players,), _POINTS, "points", "points that each seat has got from tricks"),
            Plane("standing_size", (1,), float(_HAND), "cards", "cards of the play to beat"),
            Plane("leader", (players,), 1.0, "flag", "who led the first trick"),
            Plane("team_scores", (2,), float("inf"), "points", "of the series: the observer's side, the other one"),
        )

    def legal(self, state: State, seat: int) -> Sequence[int]:
        """See ``Interface``. Plays in every reading that they may be made in."""
        assert isinstance(state, Playing)
        numbers, hand = self._numbers, makeup_of(state.hands[seat])
        if state.standing is None:
            return [numbers[key] for key in _classes(hand)]
        standing = state.standing.reading
        return [_PASS, *(numbers[key] for key in _classes(hand) if beats(key[0], standing))]

    def action(self, number: int, state: State, seat: int) -> Action:
        """See ``Interface``."""
        if number == _PASS:
            return Pass()
        reading, used = self._keys[number]
        cards = _cards(state.hands[seat], reading, used)
        if cards is None:
            raise ValueError(f"action {number}: the hand has no such cards")
        by_default = in_force(makeup_of(cards), _standing(state))
        return Play(cards, None if by_default == reading else meaning(reading))

    def number(self, action: Action, state: State, seat: int) -> int:
        """See ``Interface``: the class of the play."""
        match action:
            case Pass():
                return _PASS
            case Play(cards, None):
                reading = in_force(makeup_of(cards), _standing(state))
            case Play(cards, str(text)):
                reading = named(makeup_of(cards), read_cards(text))
            case _:
                raise ValueError(f"{action}: no action of this game has a number for that")
        if reading is None:
            raise ValueError(f"{action}: no such play now")
        return self._numbers[reading, sum(card >= SMALL_JOKER for card in cards)]

    def face(self, state: State, seat: int, why: str) -> Face:
        """See ``Interface``."""
        to_act = tuple(entry.seat for entry in awaited(state))
        return Face(seat, state.hands[seat], public_facts(state, phase(state), to_act), None, why)

    def history(self, state: State) -> History:
        """See ``Interface``."""
        return state.history

    def write(self, face: Face, order: NDArray[np.intp], out: Sequence[Numbers]) -> None:
        """See ``Interface``."""
        public, mine = face.public, face.seat
        assert isinstance(public, PublicFacts)
        pot, taken, size, leader, teams = out
        pot[0] = public.pot
        taken[:] = [public.taken[seat] for seat in order]
        if public.standing is not None:
            size[0] = len(public.standing.cards)
        leader[(public.leader - mine) % SEATS] = 1.0
        for team in range(2):
            teams[(team - mine) % 2] = public.team_scores[team]

    def rewards(self, state: State, result: RoundResult) -> tuple[float, ...]:
        """See ``Interface``: points of the own side, less those of the other one."""
        sides = [sum(result.points[side::2]) for side in range(2)]
        return tuple(float(sides[seat % 2] - sides[1 - seat % 2]) for seat in range(SEATS))


def _standing(state: State) -> Reading | None:
    return None if not isinstance(state, Playing) or state.standing is None else state.standing.reading


def _cards(hand: Cards, reading: Reading, used: int) -> Cards | None:
    """Return the cards of a sorted hand that make a class; ``None`` if it has none such."""
    jokers = tuple(card for card in hand if card >= SMALL_JOKER)
    if used > len(jokers):
        return None
    if reading.rank >= NATURAL:
        return _of_jokers(jokers, reading)
    wanted: dict[Rank, int] = {}
    for rank in ranks_of(reading):
        wanted[rank] = wanted.get(rank, 0) + 1
    held: dict[Rank, Cards] = {rank: tuple(card for card in hand if rank_of(card) == rank) for rank in wanted}
    kept = {rank: min(need, len(held[rank])) for rank, need in wanted.items()}
    spare = sum(kept.values()) - (reading.size - used)
    if spare < 0:
        return None
    least = 2 if len(wanted) > 1 else 1
    for rank in sorted(kept):
        if spare:
            others = sum(count > 0 for other, count in kept.items() if other != rank)
            give = min(spare, kept[rank] - (0 if others >= least else 1))
            kept[rank] -= max(give, 0)
            spare -= max(give, 0)
    if spare or sum(count > 0 for count in kept.values()) < least:
        return None
    natural = sorted(card for rank, count in kept.items() for card in held[rank][:count])
    return (*natural, *jokers[:used])


def _of_jokers(jokers: Cards, reading: Reading) -> Cards | None:
    first, second = (SMALL_JOKER, BIG_JOKER) if reading.rank == SMALL else (BIG_JOKER, SMALL_JOKER)
    many, few = (reading.size, 0) if reading.pairs is None else (3, 2)
    if jokers.count(first) < many or jokers.count(second) < few:
        return None
    return tuple(sorted((first,) * many + (second,) * few))


INTERFACE: Final = LiuJiaTong
