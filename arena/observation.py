"""What a seat observes, as one vector: the planes that all games share, kept up to date as deeds happen, then the game's own."""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arena.interface import CARDS, OTHER, Face, Interface, Numbers, Plane
from games.base.cards import RANKS, Cards
from games.base.round import Act
from games.kit.history import LAID, History

__all__ = ["DEEDS", "PLACES", "Board", "Observer", "common_planes"]

DEEDS: Final = 12  # So many of the latest deeds are told, the newest first

PLACES: Final = {rank: at for at, rank in enumerate(RANKS)}  # Where each rank stands in the plane of the rank to beat


def common_planes(interface: Interface, seats: int, pack: Cards) -> tuple[Plane, ...]:
    """The planes that every game has."""
    most = float(np.bincount(pack, minlength=CARDS).max())
    whole = float(len(pack))
    return (
        Plane("hand", (CARDS,), most, "cards", "copies of each card in the observer's own hand"),
        Plane("unseen", (CARDS,), most, "cards", "copies of each card that others hold, or that is hidden"),
        Plane("laid", (seats, CARDS), most, "cards", "copies of each card that each seat has laid in this round"),
        Plane("count", (seats,), whole, "cards", "cards in each hand"),
        Plane("place", (seats,), float(seats), "place", "1 for the seat that went out first, and so on; 0: still in"),
        Plane("asked", (seats,), 1.0, "flag", "who may act now"),
        Plane("why", (len(interface.whys),), 1.0, "flag", f"what the observer is asked: {' '.join(interface.whys)}"),
        Plane("standing", (CARDS,), most, "cards", "the play to beat, copies of each card"),
        Plane("standing_seat", (seats,), 1.0, "flag", "whose it is"),
        Plane("standing_kind", (len(interface.kinds),), 1.0, "flag", f"what it is: {' '.join(interface.kinds)}"),
        Plane("standing_rank", (len(RANKS),), 1.0, "flag", f"the rank to beat: {' '.join(RANKS)}"),
        Plane("deed_cards", (DEEDS, CARDS), most, "cards", "copies of each card of the latest deeds, newest first"),
        Plane("deed_seat", (DEEDS, seats), 1.0, "flag", "whose they were"),
        Plane("deed_verb", (DEEDS, len(interface.verbs)), 1.0, "flag", f"what they were: {' '.join(interface.verbs)}"),
        Plane("score", (seats,), float("inf"), "points", "points of each seat in the match so far", low=float("-inf")),
    )


class _Places(dict[str, int]):
    """Where names stand; ``OTHER``, if it is among them, is where all others do."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__((name, at) for at, name in enumerate(names))

    def __missing__(self, name: str) -> int:
        if OTHER not in self:
            raise KeyError(name)
        return self[OTHER]


class Board:
    """What all games show, as it stands now; whoever runs a round keeps it up to date and writes it down for one seat at a time.

    ``hands``, ``laid``: by seat, copies of each card. ``out``: copies of each card that have not been laid. ``counts``,
    ``places``, ``scores``: by seat. The standing play: whose it is (-1: none stands), which kind and rank (places in the planes,
    -1: none), copies of its cards.
    """

    def __init__(self, interface: Interface, seats: int, pack: Cards) -> None:
        self.seats = seats
        shared = common_planes(interface, seats, pack)
        self.planes = (*shared, *interface.planes)
        self.slices: dict[str, slice] = {}
        """Where each plane stands in the vector."""
        at = 0
        for plane in self.planes:
            self.slices[plane.name] = slice(at, at + plane.size)
            at += plane.size
        self.size = at
        self.vector = np.zeros(at, dtype=np.float32)
        """What was written last."""
        parts = [self.vector[self.slices[plane.name]].reshape(plane.shape) for plane in self.planes]
        self._shared, self.own = parts[: len(shared)], parts[len(shared) :]
        self._pack = np.bincount(pack, minlength=CARDS).astype(np.float32)
        self.orders = [
            np.array([(seat + step) % seats for step in range(seats)], dtype=np.intp) for seat in range(seats)
        ]
        """By seat: all seats as it counts them, itself first."""
        self.verbs, self.kinds, self.whys = map(_Places, (interface.verbs, interface.kinds, interface.whys))
        self.begin()

    def begin(self) -> None:
        """Begin with a new round, of which nothing has been told."""
        self.hands = np.zeros((self.seats, CARDS), dtype=np.float32)
        self.laid = np.zeros((self.seats, CARDS), dtype=np.float32)
        self.out = self._pack.copy()
        self.counts = np.zeros(self.seats, dtype=np.float32)
        self.places = np.zeros(self.seats, dtype=np.float32)
        self.scores = np.zeros(self.seats, dtype=np.float32)
        self.standing = np.zeros(CARDS, dtype=np.float32)
        self.clear()
        widths = CARDS, self.seats, len(self.verbs)
        self._deeds: list[Numbers] = [np.zeros((DEEDS, width), dtype=np.float32) for width in widths]
        """Cards, seats and verbs of the latest deeds, newest first."""

    def clear(self) -> None:
        """Let nothing stand: the next to act leads."""
        self.standing_seat = self.standing_kind = self.standing_rank = -1

    def stand(self, seat: int, kind: int, rank: int, cards: Numbers) -> None:
        """Let a play stand; ``cards``: copies of each card."""
        self.standing_seat, self.standing_kind, self.standing_rank = seat, kind, rank
        self.standing[:] = cards

    def tell(self, seat: int, verb: int, cards: Iterable[int] = ()) -> Numbers:
        """Add a deed, and return its copies of each card."""
        for part in self._deeds:
            part[1:] = part[:-1]
            part[0] = 0.0
        row: Numbers
        row, seats, verbs = (part[0] for part in self._deeds)
        for card in cards:
            row[card] += 1.0
        seats[seat] = verbs[verb] = 1.0
        return row

    def lay(self, seat: int, row: Numbers) -> None:
        """Let a seat have laid these copies of each card."""
        self.laid[seat] += row
        self.out -= row

    def write(self, seat: int, acting: Iterable[int], why: str) -> None:
        """Write down what a seat sees of all this: who is known to be ``acting``, and what it is asked itself, ``""`` if
        nothing. The game's own planes are left at 0."""
        self.vector.fill(0.0)
        order, seats, hand = self.orders[seat], self.seats, self.hands[seat]
        (
            own_hand, unseen, laid, count, places, asked, question,
            cards, owner, kind, rank, deed_cards, deed_seats, deed_verbs, scores,
        ) = self._shared  # fmt: skip
        own_hand[:] = hand
        np.subtract(self.out, hand, out=unseen)
        self.laid.take(order, 0, laid, "clip")
        self.counts.take(order, 0, count, "clip")
        self.places.take(order, 0, places, "clip")
        self.scores.take(order, 0, scores, "clip")
        for one in acting:
            asked[(one - seat) % seats] = 1.0
        if why:
            question[self.whys[why]] = 1.0
        if self.standing_seat >= 0:
            cards[:] = self.standing
            owner[(self.standing_seat - seat) % seats] = 1.0
            if self.standing_kind >= 0:
                kind[self.standing_kind] = 1.0
            if self.standing_rank >= 0:
                rank[self.standing_rank] = 1.0
        deed_cards[:], by_seat, deed_verbs[:] = self._deeds
        by_seat.take(order, 1, deed_seats, "clip")


class Observer:
    """Follows the public deeds of a round by the rules, and writes down what a seat observes."""

    def __init__(self, interface: Interface, seats: int, pack: Cards) -> None:
        self.interface = interface
        self.board = Board(interface, seats, pack)
        self.begin()

    def begin(self) -> None:
        """Begin with a new round, of which nothing has been told."""
        self.board.begin()
        self._told: History | None = None
        self._count = 0

    def hear(self, history: History) -> None:
        """Take in what has been done since the last time."""
        new: list[Act] = []
        entry: History | None = history
        while entry is not None and entry is not self._told and entry.last is not None:
            new.append(entry.last)
            entry = entry.before
        if entry is not self._told:  # a history that was written down anew
            del new[len(new) - self._count :]
        self._told, self._count = history, self._count + len(new)
        for act in reversed(new):
            row = self.board.tell(act.seat, self.board.verbs[act.verb], act.cards)
            if act.verb in LAID and act.cards:
                self.board.lay(act.seat, row)

    def observe(self, state: Any, seat: int, why: str) -> NDArray[np.float32]:
        return self.seen(self.interface.face(state, seat, why))

    def seen(self, face: Face) -> NDArray[np.float32]:
        """Return what a seat observes that knows so much."""
        board, public, seat = self.board, face.public, face.seat
        board.hands[seat] = _copies(face.hand)
        board.counts[:] = public.counts
        board.scores[:] = public.scores or 0
        board.places.fill(0.0)
        for place, one in enumerate(public.finished, start=1):
            board.places[one] = place
        standing = public.standing
        if standing is None:
            board.clear()
        else:
            rank = PLACES.get(standing.rank, -1)
            board.stand(standing.seat, board.kinds[standing.kind], rank, _copies(standing.cards))
        board.write(seat, public.to_act, face.why)
        self.interface.write(face, board.orders[seat], board.own)
        return board.vector.copy()


def _copies(cards: Cards) -> Numbers:
    return np.bincount(cards, minlength=CARDS).astype(np.float32)
