"""What a seat observes, as one vector: the planes that all games share, kept up to date as deeds happen, then the game's own."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arena.interface import Face, Interface, Plane
from games.base.cards import RANKS, Cards
from games.base.round import Act
from games.kit.history import LAID, History

__all__ = ["CARDS", "DEEDS", "Observer", "common_planes"]

CARDS: Final = 54
"""Every card once: rank by rank from 3 to 2, in each spades, hearts, diamonds, clubs; then the small and the big joker."""
DEEDS: Final = 12
"""So many of the latest deeds are told, the newest first."""

_PLACES: Final = {rank: at for at, rank in enumerate(RANKS)}


def common_planes(interface: Interface, seats: int, pack: Cards) -> tuple[Plane, ...]:
    """Return the planes that every game has."""
    most = float(np.bincount(pack, minlength=CARDS).max())
    whole = float(len(pack))
    return (
        Plane("hand", (CARDS,), most, "cards", "copies of each card in the observer's own hand"),
        Plane(
            "unseen",
            (CARDS,),
            most,
            "cards",
            "copies of each card neither in the own hand nor laid: held by others, or hidden",
        ),
        Plane("laid", (seats, CARDS), most, "cards", "copies of each card that each seat has laid in this round"),
        Plane("count", (seats,), whole, "cards", "cards in each hand"),
        Plane("place", (seats,), float(seats), "place", "1 for the seat that went out first, and so on; 0: still in"),
        Plane("asked", (seats,), 1.0, "flag", "who may act now"),
        Plane(
            "why",
            (len(interface.whys),),
            1.0,
            "flag",
            f"what the observer is asked, one of {', '.join(interface.whys)}",
        ),
        Plane("standing", (CARDS,), most, "cards", "the play to beat, copies of each card"),
        Plane("standing_seat", (seats,), 1.0, "flag", "whose it is"),
        Plane(
            "standing_kind", (len(interface.kinds),), 1.0, "flag", f"what it is, one of {', '.join(interface.kinds)}"
        ),
        Plane(
            "standing_rank", (len(RANKS),), 1.0, "flag", f"the rank by which it is compared, one of {' '.join(RANKS)}"
        ),
        Plane(
            "deed_cards", (DEEDS, CARDS), most, "cards", "the latest public deeds, newest first: copies of each card"
        ),
        Plane("deed_seat", (DEEDS, seats), 1.0, "flag", "whose they were"),
        Plane(
            "deed_verb",
            (DEEDS, len(interface.verbs)),
            1.0,
            "flag",
            f"what they were, one of {', '.join(interface.verbs)}",
        ),
        Plane("score", (seats,), float("inf"), "points", "points of each seat in the match so far", low=float("-inf")),
    )


class Observer:
    """Follows the public deeds of a round, and writes down what a seat observes."""

    def __init__(self, interface: Interface, seats: int, pack: Cards) -> None:
        self.interface, self.seats = interface, seats
        shared = common_planes(interface, seats, pack)
        self.planes = (*shared, *interface.planes)
        self.slices: dict[str, slice] = {}
        """Where each plane stands in the vector."""
        at = 0
        for plane in self.planes:
            self.slices[plane.name] = slice(at, at + plane.size)
            at += plane.size
        self.size = at
        self._vector = np.zeros(at, dtype=np.float32)
        parts = [self._vector[self.slices[plane.name]].reshape(plane.shape) for plane in self.planes]
        self._shared, self._own = parts[: len(shared)], parts[len(shared) :]
        self._pack = np.bincount(pack, minlength=CARDS).astype(np.float32)
        orders = [[(seat + step) % seats for step in range(seats)] for seat in range(seats)]
        self._orders = [np.array(order, dtype=np.intp) for order in orders]
        self._verbs = {verb: at for at, verb in enumerate(interface.verbs)}
        self._kinds = {kind: at for at, kind in enumerate(interface.kinds)}
        self._whys = {why: at for at, why in enumerate(interface.whys)}
        self.begin()

    def begin(self) -> None:
        """Begin with a new round, of which nothing has been told."""
        self._laid = np.zeros((self.seats, CARDS), dtype=np.float32)
        self._out = self._pack.copy()
        """What has not been laid."""
        self._deed_cards = np.zeros((DEEDS, CARDS), dtype=np.float32)
        self._deed_verbs = np.zeros((DEEDS, len(self._verbs)), dtype=np.float32)
        self._deed_seats: list[int] = []
        self._told: History | None = None

    def hear(self, history: History) -> None:
        """Take in what has been done since the last time."""
        new: list[Act] = []
        entry: History | None = history
        while entry is not None and entry is not self._told and entry.last is not None:
            new.append(entry.last)
            entry = entry.before
        self._told = history
        for act in reversed(new):
            self._hear(act)

    def _hear(self, act: Act) -> None:
        self._deed_cards[1:] = self._deed_cards[:-1]
        self._deed_verbs[1:] = self._deed_verbs[:-1]
        self._deed_cards[0] = 0.0
        self._deed_verbs[0] = 0.0
        self._deed_verbs[0, self._verbs[act.verb]] = 1.0
        self._deed_seats = [act.seat, *self._deed_seats[: DEEDS - 1]]
        for card in act.cards:
            self._deed_cards[0, card] += 1.0
        if act.verb in LAID and act.cards:
            self._laid[act.seat] += self._deed_cards[0]
            self._out -= self._deed_cards[0]

    def observe(self, state: Any, seat: int, why: str) -> NDArray[np.float32]:
        """Return what a seat observes now."""
        face, order = self.interface.face(state, seat, why), self._orders[seat]
        self._vector.fill(0.0)
        self._write(face, order)
        self.interface.write(face, order, self._own)
        return self._vector.copy()

    def _write(self, face: Face, order: NDArray[np.intp]) -> None:
        public, mine, seats = face.public, face.seat, self.seats
        (
            hand, unseen, laid, count, places, asked, why,
            cards, owner, kind, rank, deed_cards, deed_seats, deed_verbs, scores,
        ) = self._shared  # fmt: skip
        for card in face.hand:
            hand[card] += 1.0
        np.subtract(self._out, hand, out=unseen)
        np.take(self._laid, order, axis=0, out=laid)
        count[:] = [public.counts[seat] for seat in order]
        for place, seat in enumerate(public.finished, start=1):
            places[(seat - mine) % seats] = place
        for seat in public.to_act:
            asked[(seat - mine) % seats] = 1.0
        if face.why:
            why[self._whys[face.why]] = 1.0
        standing = getattr(public, "standing", None)
        if standing is not None:
            for card in standing.cards:
                cards[card] += 1.0
            owner[(standing.seat - mine) % seats] = 1.0
            kind[self._kinds[standing.kind]] = 1.0
            compared = getattr(standing, "rank", None) or getattr(standing, "top", None)
            if compared in _PLACES:
                rank[_PLACES[compared]] = 1.0
        deed_cards[:] = self._deed_cards
        deed_verbs[:] = self._deed_verbs
        for row, seat in enumerate(self._deed_seats):
            deed_seats[row, (seat - mine) % seats] = 1.0
        scores[:] = [public.scores[seat] for seat in order]
