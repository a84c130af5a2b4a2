"""A round of Dou Dizhu in numbers, run by its fast twin: what each seat observes is kept up to date deed by deed."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.interface import Numbers
from arena.observation import CARDS, DEEDS, Board
from games.base.cards import BIG_JOKER, SMALL_JOKER, Cards
from games.doudizhu.fast_round import NOBODY, PASS, FastRound
from games.doudizhu.scenario import PACK
from games.doudizhu.state import SEATS, Bidding, Playing
from games.kit.counts import pack

__all__ = ["Layout", "TwinRound"]

_BID: Final = "bid"
_LEAD: Final = "lead"
_FOLLOW: Final = "follow"


_OWN: Final = frozenset({"hand", "unseen"})
_BY_SEAT: Final = frozenset({"laid", "count", "place", "asked", "standing_seat", "score", "landlord", "plays"})
_ROOM: Final = 256  # A round has at most some 170 deeds, calls and automatic passes included


@cache
def _first_of(low: int, suits: int, count: int) -> tuple[int, ...]:
    """The cards that are laid: so many of the suits held of the rank that begins with ``low``, ``s h d c`` first."""
    return tuple([low + suit for suit in range(4) if suits >> suit & 1][:count])


@lru_cache(maxsize=50_000)
def _ranks_of(play: int) -> tuple[tuple[int, int], ...]:
    """The first card of each rank of a play and how many there are; no number for jokers."""
    plain = tuple((low, play >> low & 7) for low in range(0, SMALL_JOKER, 4) if play >> low & 7)
    jokers = tuple((joker, 0) for joker, low in ((SMALL_JOKER, 52), (BIG_JOKER, 56)) if play >> low & 7)
    return plain + jokers


class Layout:
    """How a row of numbers holds all that is observed in a round, by whichever seat, and which of them a seat sees where.

    Only the latest deeds stand apart: there is a window on them, which moves.
    """

    def __init__(self, board: Board) -> None:
        shapes = {plane.name: plane.size for plane in board.planes}
        # Seats have their hand and what they have not seen to themselves.
        shapes |= {name: SEATS * shapes[name] for name in _OWN}
        self.parts: dict[str, slice] = {}
        at = 0
        for name, size in shapes.items():
            self.parts[name] = slice(at, at + size)
            at += size
        self.size = at
        places = np.arange(at, dtype=np.intp)
        self.seen = [
            np.concatenate([_seen_by(seat, plane.name, places[self.parts[plane.name]]) for plane in board.planes])
            for seat in range(SEATS)
        ]
        """By seat: where each number that it observes is to be found."""
        self.windows = [board.slices[name] for name in ("deed_cards", "deed_verb", "deed_seat")]
        self.verbs, self.kinds, self.whys = board.verbs, board.kinds, board.whys


class _Sheet:
    """All that is observed in a round."""

    def __init__(self, layout: Layout) -> None:
        self.numbers = np.zeros(layout.size, dtype=np.float32)
        self.part: dict[str, Numbers] = {name: self.numbers[part] for name, part in layout.parts.items()}
        for name in ("hand", "unseen", "laid"):
            self.part[name] = self.part[name].reshape(SEATS, CARDS)
        room = _ROOM + DEEDS
        self._cards = np.zeros(room * CARDS, dtype=np.float32)
        self._verbs = np.zeros(room * len(layout.verbs), dtype=np.float32)
        self._seats = [np.zeros(room * SEATS, dtype=np.float32) for _ in range(SEATS)]
        self._verb_count = len(layout.verbs)
        self._windows, self._seen = layout.windows, layout.seen
        self._at = _ROOM

    def tell(self, seat: int, verb: int, row: Numbers | None = None) -> None:
        """Add a deed, newest first, with copies of each card."""
        self._at = at = self._at - 1
        if row is not None:
            self._cards[at * CARDS : at * CARDS + CARDS] = row
        self._verbs[at * self._verb_count + verb] = 1.0
        for viewer, seats in enumerate(self._seats):
            seats[at * SEATS + (seat - viewer) % SEATS] = 1.0

    def observed(self, seat: int) -> Numbers:
        found: Numbers = self.numbers.take(self._seen[seat])
        at, end, many = self._at, self._at + DEEDS, self._verb_count
        cards, verbs, seats = self._windows
        found[cards] = self._cards[at * CARDS : end * CARDS]
        found[verbs] = self._verbs[at * many : end * many]
        found[seats] = self._seats[seat][at * SEATS : end * SEATS]
        return found


def _seen_by(seat: int, name: str, places: NDArray[np.intp]) -> NDArray[np.intp]:
    """Where a seat finds the numbers of a plane, itself first."""
    if name not in _OWN | _BY_SEAT:
        return places
    rolled: NDArray[np.intp] = np.roll(places.reshape(SEATS, -1), -seat, axis=0)
    return rolled[0] if name in _OWN else rolled.reshape(-1)


class TwinRound:
    """``Running`` by the twin. ``sets`` and ``numbers``: by number the packed play, and the number of each."""

    def __init__(
        self,
        state: Bidding | Playing,
        layout: Layout,
        sets: Sequence[int],
        numbers: Mapping[int, int],
        deals_left: tuple[int, int],
    ) -> None:
        self._sets, self._numbers = sets, numbers
        rules = state.setting.rules
        hands = [pack(hand) for hand in state.hands]
        self._suits = [_mask(hand) for hand in state.hands]
        self._kitty: Cards = ()
        if isinstance(state, Bidding):
            self._kitty = state.kitty
            self._fast = FastRound.dealt(hands, pack(state.kitty), state.turn, rules)
        else:
            self._fast = FastRound.resumed(
                hands, state.landlord, state.turn, rules, bid=state.bid, bombs=state.all_bombs, plays=state.plays
            )
        self._kinds, self._whys = layout.kinds, layout.whys
        self._bid, self._played, self._pass = (layout.verbs[verb] for verb in ("bid", "play", "pass"))
        self._deals_after = float(deals_left[1])
        self._sheet = _Sheet(layout)
        self._part = part = self._sheet.part
        whole = np.zeros(CARDS, dtype=np.float32)
        whole[list(PACK)] = 1.0
        for seat, hand in enumerate(state.hands):
            part["hand"][seat, list(hand)] = 1.0
            part["unseen"][seat] = whole - part["hand"][seat]
        part["count"][:] = self._fast.sizes
        part["score"][:] = state.setting.before.scores
        part["plays"][:] = self._fast.plays
        part["deals_left"][0] = deals_left[0]
        part["bid"][self._fast.bid] = 1.0
        part["bombs"][0] = self._fast.bombs
        if self._fast.landlord != NOBODY:
            part["landlord"][self._fast.landlord] = 1.0
        held, laid, unseen = part["hand"], part["laid"], part["unseen"]
        self._rows = [(held[seat], laid[seat], unseen[seat - 1], unseen[seat - 2]) for seat in range(SEATS)]
        """By seat what changes with its plays: its hand, what it has laid, what the others have not seen."""
        self._stands = -1
        """Which kind of play stands, -1 for none."""
        self._question = 0
        self.asked: Mapping[int, str] = {}
        self._ask()

    def _ask(self) -> None:
        """Find who is asked what, and write it down."""
        fast, part = self._fast, self._part
        for seat in self.asked:
            part["asked"][seat] = 0.0
        part["why"][self._question] = 0.0
        if fast.is_over:
            self.asked = {}
            return
        why = _BID if fast.landlord == NOBODY else _LEAD if fast.standing is None else _FOLLOW
        self.asked = {fast.turn: why}
        self._question = self._whys[why]
        part["asked"][fast.turn] = 1.0

    def legal(self, seat: int) -> NDArray[np.intp]:
        fast = self._fast
        found = fast.legal()  # ``PASS`` and bids are their own numbers
        if fast.landlord != NOBODY:
            return np.fromiter(map(self._numbers.__getitem__, found), np.intp, len(found))
        return np.array(found, dtype=np.intp)

    def step(self, seat: int, number: int) -> None:
        fast = self._fast
        if fast.landlord == NOBODY:
            self._call(seat, number)
        elif number:
            self._play(seat, self._sets[number])
        else:
            passed = fast.passes
            fast.step(PASS)
            self._passed(seat - 1, passed)
        self._ask()

    def _call(self, seat: int, amount: int) -> None:
        fast, part = self._fast, self._part
        self._sheet.tell(seat, self._bid if amount else self._pass)
        fast.step(amount)
        part["bid"][:] = 0.0
        part["bid"][fast.bid] = 1.0
        landlord = fast.landlord
        if landlord != NOBODY:
            cards = list(self._kitty)
            part["hand"][landlord, cards] = 1.0
            part["unseen"][landlord, cards] = 0.0
            part["kitty"][cards] = 1.0
            part["count"][landlord] += len(cards)
            part["landlord"][landlord] = 1.0
            self._suits[landlord] |= _mask(self._kitty)

    def _play(self, seat: int, play: int) -> None:
        fast, part = self._fast, self._part
        row = np.zeros(CARDS, dtype=np.float32)
        suits = self._suits[seat]
        for low, count in _ranks_of(play):
            for card in _first_of(low, suits >> low & 15, count) if count else (low,):
                row[card] = 1.0
                suits -= 1 << card
        self._suits[seat] = suits
        self._sheet.tell(seat, self._played, row)
        fast.step(play)
        hand, laid, one, other = self._rows[seat]
        hand -= row
        laid += row
        one -= row
        other -= row
        part["count"][seat] = fast.sizes[seat]
        part["plays"][seat] = fast.plays[seat]
        part["bombs"][0] = fast.bombs
        if fast.is_over:
            self._nothing_stands()
            part["place"][seat] = 1.0
            part["score"] += np.array(fast.points(), dtype=np.float32)
            part["deals_left"][0] = self._deals_after
            return
        standing = fast.standing
        if standing is not None:
            if self._stands >= 0:
                part["standing_kind"][self._stands] = 0.0
            self._stands = self._kinds[standing.kind]
            part["standing_kind"][self._stands] = 1.0
            part["standing_rank"][:] = 0.0
            part["standing_rank"][standing.top] = 1.0
            part["standing"][:] = row
            part["standing_seat"][:] = 0.0
            part["standing_seat"][seat] = 1.0
            part["standing_size"][0] = standing.size
        if standing is None or fast.passes:
            self._passed(seat, 0)

    def _passed(self, seat: int, before: int) -> None:
        """Tell the passes that followed a seat's deed, automatic ones among them; so many had been told ``before``."""
        over = self._fast.standing is None
        for step in range(1, (SEATS - 1 if over else self._fast.passes) - before + 1):
            self._sheet.tell((seat + step) % SEATS, self._pass)
        if over:
            self._nothing_stands()

    def _nothing_stands(self) -> None:
        if self._stands >= 0:
            for name in ("standing", "standing_seat", "standing_kind", "standing_rank", "standing_size"):
                self._part[name][:] = 0.0
            self._stands = -1

    def observe(self, seat: int) -> NDArray[np.float32]:
        # What is asked is nobody else's business.
        self._part["why"][self._question] = float(seat in self.asked)
        return self._sheet.observed(seat)

    def rewards(self) -> tuple[float, ...]:
        return tuple(map(float, self._fast.points()))

    def won(self) -> tuple[int, ...]:
        fast = self._fast
        if fast.winner is None:
            return ()
        alone = fast.winner == fast.landlord
        return tuple(seat for seat in range(SEATS) if (seat == fast.landlord) is alone)


def _mask(cards: Cards) -> int:
    return sum(1 << card for card in cards)
