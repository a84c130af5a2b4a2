"""What a play means, and which plays of a hand beat it: worked out once, then looked up.

An answer of the same kind depends on few ranks of a hand, and the bombs of a hand on nothing that stands; so both recur
and are remembered apart. ``combos`` and ``kinds`` work out what is not known yet."""

from functools import lru_cache
from typing import Final

from games.gandengyan.combos import legal_plays
from games.gandengyan.kinds import DEUCE, PER_RANK, Kind, Reading, beats, readings
from games.gandengyan.options import HouseRules
from games.gandengyan.scoring import factor_of
from games.kit.counts import UNITS

__all__ = ["Meaning", "Tables", "tables"]

_KEPT: Final = 40_000  # So many hands are remembered, then it starts afresh
_JOKERS: Final = 15 * (UNITS[13] + UNITS[14])
_NONE: Final[tuple[int, ...]] = ()
_SOLO_TWO: Final = Reading(Kind.SOLO, DEUCE, 1)  # Only bombs beat it, and all of them do (GY-21, GY-22)


class Meaning:
    """One reading under some rules, made once: two are the same only if they are the same object. ``factor``: by how
    much it raises the multiplier (GY-51). ``stops_one``: a seat with a single card cannot beat it; ``stops_all``:
    nobody can (GY-35)."""

    __slots__ = ("_followers", "_ranks", "_rules", "factor", "reading", "stops_all", "stops_one")

    def __init__(self, reading: Reading, rules: HouseRules) -> None:
        self.reading = reading
        self.factor = factor_of(reading, rules)
        self.stops_all = reading.kind is Kind.ROCKET and rules.combos.rocket_top
        self.stops_one = reading.kind is not Kind.SOLO or reading.top == DEUCE
        self._rules = rules.combos
        self._ranks = _ranks_above(reading) | _JOKERS
        self._followers: dict[int, tuple[int, ...]] = {}

    def followers(self, hand: int) -> tuple[int, ...]:
        """The plays of a hand that beat this and are no bombs."""
        part = hand & self._ranks
        known = self._followers.get(part)
        if known is None:
            known = self._followers[part] = self._made(part) if part & ~_JOKERS else _NONE
            if len(self._followers) >= _KEPT:
                self._followers.clear()
        return known

    def _made(self, part: int) -> tuple[int, ...]:
        return tuple(
            play
            for play in legal_plays(part, self.reading, self._rules)
            if any(found.kind is self.reading.kind for found in readings(play, self._rules) if self.beaten_by(found))
            and readings(play, self._rules)[0].kind not in _BOMBS
        )

    def beaten_by(self, reading: Reading) -> bool:
        return beats(reading, self.reading, self._rules)


_BOMBS: Final = (Kind.BOMB, Kind.ROCKET)


def _ranks_above(reading: Reading) -> int:
    """The ranks of which plays of the same kind that beat this are made, as packed counts of 15."""
    kind, top, size = reading
    match kind:
        case Kind.SOLO | Kind.PAIR:
            ranks = {min(top + 1, DEUCE), DEUCE} if top < DEUCE else set[int]()
        case Kind.TRIO:
            ranks = set(range(top + 1, DEUCE + 1))
        case Kind.CHAIN | Kind.PAIR_CHAIN if top + 1 < DEUCE:
            ranks = set(range(top + 2 - size // PER_RANK[kind], top + 2))
        case _:
            ranks = set()
    return sum(15 * UNITS[rank] for rank in ranks)


class Tables:
    """Plays and their meanings under one set of house rules; get it from ``tables``."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        self._combos = rules.combos
        self._meanings: dict[Reading, Meaning] = {}
        self._meant: dict[int, tuple[Meaning, ...]] = {}
        self._leads: dict[int, tuple[int, ...]] = {}
        self._bombs: dict[int, tuple[tuple[int, Reading], ...]] = {}
        self._bomb_plays: dict[int, tuple[int, ...]] = {}

    def meanings(self, play: int) -> tuple[Meaning, ...]:
        """All that packed cards can be, strongest first (GY-15)."""
        known = self._meant.get(play)
        if known is None:
            known = self._meant[play] = tuple(map(self.meaning, readings(play, self._combos)))
        return known

    def meaning(self, reading: Reading) -> Meaning:
        known = self._meanings.get(reading)
        if known is None:
            known = self._meanings[reading] = Meaning(reading, self.rules)
        return known

    def meant(self, play: int, standing: Meaning | None) -> Meaning:
        """What a play means when it is played on this: the strongest reading that is legal (GY-15)."""
        known = self.meanings(play)
        if standing is None or len(known) == 1:
            return known[0]
        return next(meaning for meaning in known if standing.beaten_by(meaning.reading))

    def leads(self, hand: int) -> tuple[int, ...]:
        known = self._leads.get(hand)
        if known is None:
            if len(self._leads) >= _KEPT:
                self._leads.clear()
            known = self._leads[hand] = tuple(legal_plays(hand, None, self._combos))
        return known

    def answers(self, hand: int, standing: Meaning) -> tuple[int, ...]:
        if standing.stops_all:
            return _NONE
        bombs = self._bomb_plays.get(hand)
        if bombs is None:
            bombs = self._bombs_of(hand)
        if not bombs:
            return standing.followers(hand)
        if standing.factor > 1:
            beaten_by = standing.beaten_by
            return tuple(play for play, reading in self._bombs[hand] if beaten_by(reading))
        return standing.followers(hand) + bombs

    def _bombs_of(self, hand: int) -> tuple[int, ...]:
        if len(self._bombs) >= _KEPT:
            self._bombs.clear()
            self._bomb_plays.clear()
        plays = self._bomb_plays[hand] = tuple(legal_plays(hand, _SOLO_TWO, self._combos))
        self._bombs[hand] = tuple((play, self.meanings(play)[0].reading) for play in plays)
        return plays


@lru_cache(maxsize=16)
def tables(rules: HouseRules) -> Tables:
    """The tables for some rules, made once and shared; they grow with use, within bounds."""
    return Tables(rules)
