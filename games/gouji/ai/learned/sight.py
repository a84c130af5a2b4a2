"""What a learned value is shown of a position: ``shared`` by all actions, and of each one its ``own``; from one seat's side.

Nothing is read but what that seat knows: its own hand, the sizes of the others, what lies open, what the play has told (the
wild cards that a seat has laid, the low sets that it has let go), and ``unseen``, the cards that the others hold together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final

from games.base.cards import rank_counts, rank_of
from games.base.round import Act
from games.gouji.ai.learned.moves import BURDEN
from games.gouji.ai.table import Table
from games.gouji.kinds import DEUCE, THREE, Kind, Makeup, kind_of, makeup_of, unbeatable
from games.gouji.modes import Mode
from games.gouji.numbers import BASE, BIG, BURN, MAKEUPS, NATURAL, PASS, PLAY, SIZE, SMALL, TWOS, YIELD
from games.gouji.state import opposite
from games.kit.history import LAID

__all__ = ["Sight", "Signs", "hand_numbers", "signs"]


@dataclass(frozen=True, slots=True)
class Signs:
    """By seat: the ranks laid, as bits; 2s, small and big jokers laid; and by size of a set (1, 2, more) one more than the
    lowest rank of the other team's that it has passed on, 0 if there was none."""

    laid: tuple[int, ...]
    wild: tuple[tuple[int, ...], ...]
    let_go: tuple[tuple[int, ...], ...]


def signs(acts: Iterable[Act]) -> Signs:
    """Read the deeds of a round."""
    laid = [0] * _SEATS
    wild = [[0, 0, 0] for _ in range(_SEATS)]
    let_go = [[0, 0, 0] for _ in range(_SEATS)]
    standing: Makeup | None = None
    owner = -1
    for act in acts:
        if act.verb in LAID:
            standing, owner = makeup_of(act.cards), act.seat
            assert standing is not None, "a set"
            laid[owner] |= sum({1 << rank_of(card) for card in act.cards})
            for place, count in enumerate((standing.twos, standing.small, standing.big)):
                wild[owner][place] += count
        elif act.verb == "pass" and act.kind != "burn" and standing is not None and (owner - act.seat) % 2:
            if standing.base == THREE or standing.jokers:
                continue
            low, place = let_go[act.seat], min(standing.size, 3) - 1
            low[place] = min(low[place] or standing.base + 1, standing.base + 1)
    return Signs(tuple(laid), tuple(map(tuple, wild)), tuple(map(tuple, let_go)))


_SEATS: Final = 6
_MODES: Final = (
    Mode.LEAD, Mode.FOLLOW, Mode.LAST_CHANCE, Mode.DUEL, Mode.BURN_OFFER, Mode.BURN_ANSWER, Mode.BURN_LEAD, Mode.REVOLT_TRY,
)  # fmt: skip
_POINTS: Final = (4, 2, 0, 0, -2, -4)
_GOUJI: Final = (Kind.OPEN, Kind.GOUJI)
_SHARES: Final = 40  # Shares of the unseen cards are rounded to so many parts


@cache
def _at_least(cards: int, needed: int, parts: int) -> float:
    """The chance that a hand with this share of the unseen cards has so many of these ``cards``."""
    share = parts / _SHARES
    return 1.0 - sum(comb(cards, k) * share**k * (1 - share) ** (cards - k) for k in range(min(needed, cards + 1)))


def hand_numbers(hand: Sequence[int]) -> list[float]:
    """Return a hand in numbers: how many of each rank, which groups, and how much there is still to do."""
    counts = hand[1:DEUCE]
    groups = weak = low = 0
    burden = 0.0
    for rank, count in enumerate(counts, start=1):
        if count:
            groups += 1
            burden += BURDEN[rank][count]
            if BURDEN[rank][count]:
                weak += 1
                low += rank < 8
    total = sum(hand)
    return [
        *(count * 0.25 for count in counts),
        *(float(count > 0) for count in counts),
        *(float(hand[rank] > 0 == BURDEN[rank][hand[rank]]) for rank in range(7, DEUCE)),
        hand[0] * 0.25, hand[12] * 0.25, hand[13] * 0.5, hand[14] * 0.5,
        groups * 0.2, weak * 0.2, low * 0.2, burden * 0.2,
        total / 18, float(0 < total == hand[0]), float(not total),
    ]  # fmt: skip


class Sight:
    """A decision during the play, as the seat that is asked sees it."""

    def __init__(self, table: Table) -> None:
        self._table, self._public, self._me = table, table.view.public, table.seat
        self._hand, self._unseen, self._left = rank_counts(table.hand), table.odds.unseen, table.view.public.counts
        self._opposite = opposite(table.seat)
        total = max(1, sum(self._unseen))
        self._parts = [min(_SHARES, round(_SHARES * count / total)) for count in table.counts]
        self._foes = [seat for seat in table.foes if seat not in table.barred]
        self._mates = [seat for seat in table.friends if seat not in table.barred]
        self._running = self._public.mode is Mode.BURN_LEAD
        self._known: dict[tuple[int, int, int], float] = {}

    # -- what all actions share
    def shared(self) -> list[float]:
        """What does not depend on the action."""
        return [*self._others(), *self._standing(), *self._course()]

    def _others(self) -> list[float]:
        public, me, unseen, told = self._public, self._me, self._unseen, signs(self._table.view.acts)
        seen = [*(count / 16 for count in unseen[:13]), unseen[13] * 0.25, unseen[14] * 0.25]
        for step in range(1, _SEATS):
            seat = (me + step) % _SEATS
            left, wild = self._table.counts[seat], told.wild[seat]
            seen += [
                float(left > 0), left / 18, float(0 < left <= 2), float(0 < left <= 5), float(0 < left <= 10),
                float(seat in public.opened), float(seat in public.passed),
                float(seat == self._table.owner), float(seat == public.yielded),
                wild[0] / 8, wild[1] * 0.5, wild[2] * 0.5, *(low / 12 for low in told.let_go[seat]),
            ]  # fmt: skip
        seen += [
            float(me in public.opened), float(me in public.forfeited), float(self._table.view.own.fours_due > 0),
            float(me in public.passed), self._left[me] / 18,
        ]  # fmt: skip
        return seen

    def _standing(self) -> list[float]:
        table, me, made, owner = self._table, self._me, self._table.standing, self._table.owner
        if made is None or owner is None:
            return [0.0] * 14
        burner = self._public.burner
        return [
            1.0, made.size / 6, float(made.size == 1), float(made.size == 2), made.base / 12,
            made.twos * 0.5, made.small * 0.5, made.big * 0.5,
            float(table.kind in _GOUJI), float(table.kind == Kind.OPEN), float(table.friend(owner)),
            float(not table.counts[owner]), float(self._public.mode is Mode.DUEL and table.would_be_opened),
            float(burner is not None and (burner - me) % 2 == 0),
        ]  # fmt: skip

    def _course(self) -> list[float]:
        table, me, finished = self._table, self._me, self._public.finished
        waits = table.still_to_act()
        foes, mates = len(table.foes), len(table.friends)
        ahead = sum(
            points if (seat - me) % 2 == 0 else -points for points, seat in zip(_POINTS, finished, strict=False)
        )
        sweeping = len(finished) == 2 and (finished[0] - finished[1]) % 2 == 0
        us = sweeping and (finished[0] - me) % 2 == 0
        return [
            *(float(self._public.mode is mode) for mode in _MODES),
            float(table.may_yield), float(table.entangled), (1 + foes + mates) / 6, (1 + mates) / 3, foes / 3,
            ahead / 4, len(finished) / 3, float(us), float(sweeping and not us),
            sum((seat - me) % 2 for seat in waits) / 3, sum((seat - me) % 2 == 0 for seat in waits) / 2,
        ]  # fmt: skip

    # -- what an action makes of it
    def own(self, number: int, *, usual: bool) -> list[float]:
        """Return what an action does, who might answer it, the hand that it leaves, and whether ``normal`` would take it."""
        hand, rules = self._hand, self._table.rules
        if number < PLAY:
            return [float(number == PASS), float(number == YIELD), *(0.0,) * 24, *hand_numbers(hand), float(usual)]
        burning = number >= BURN
        play = number - BURN + PLAY if burning else number
        natural, base = NATURAL[play], BASE[play]
        after = hand[:]
        if natural:
            after[base] -= natural
        after[12] -= TWOS[play]
        after[13] -= SMALL[play]
        after[14] -= BIG[play]
        made = MAKEUPS[play - PLAY]
        kind = kind_of(made, rules)
        torn = 0 < natural < hand[base]
        return [
            0.0, 0.0, float(burning), float(not burning),
            SIZE[play] / 6, float(SIZE[play] == 1), base / 12, TWOS[play] * 0.5, SMALL[play] * 0.5, BIG[play] * 0.5,
            float(kind in _GOUJI), float(kind is Kind.OPEN), float(unbeatable(made, rules)), float(torn),
            *self._answered(play, kind, after, running=burning or self._running),
            float(self._left[self._me] - SIZE[play] == after[0]),
            *hand_numbers(after), float(usual),
        ]  # fmt: skip

    def _answered(self, play: int, kind: Kind, after: Sequence[int], *, running: bool) -> list[float]:
        """Return who may answer a set, how likely that is, and who could go out on it."""
        table, size, opposite = self._table, SIZE[play], self._opposite
        duel = running or (kind in _GOUJI and table.opposite_active and not table.entangled)
        opens = duel and not running and kind is Kind.OPEN and table.may_open(self._me)
        told = [float(duel), float(opens), float(opens and after[1] > 0)]
        if unbeatable(MAKEUPS[play - PLAY], table.rules):
            return [*told, *(0.0,) * 8]
        left = self._left
        if duel:
            higher, topped = self._higher(play, opposite), self._topped(play, opposite)
            return [
                *told, higher, topped, 0.0, 0.0, 0.0,
                float(left[opposite] == size), float(left[opposite] == size + 1), 0.0,
            ]  # fmt: skip
        natural = joker = friendly = 1.0
        for seat in self._foes:
            natural *= 1.0 - self._higher(play, seat)
            joker *= 1.0 - self._topped(play, seat)
        for seat in self._mates:
            friendly *= 1.0 - self._higher(play, seat)
        return [
            *told, 0.0, 0.0, 1.0 - natural, 1.0 - joker, 1.0 - friendly,
            float(sum(left[seat] == size for seat in self._foes)),
            float(sum(left[seat] == size + 1 for seat in self._foes)),
            float(sum(left[seat] in (size, size + 1) for seat in self._mates)),
        ]  # fmt: skip

    def _higher(self, play: int, seat: int) -> float:
        """Estimate the chance that a seat has enough cards of one higher rank; 0 for a set with jokers."""
        size, base, parts = SIZE[play], BASE[play], self._parts[seat]
        if SMALL[play] or BIG[play] or not parts or self._left[seat] < size:
            return 0.0
        key = base, size, seat
        found = self._known.get(key)
        if found is None:
            none, unseen = 1.0, self._unseen
            for rank in range(base + 1, DEUCE + 1):
                cards = unseen[rank]
                if size > 1 and rank < DEUCE:
                    cards += unseen[DEUCE] // 5
                if cards >= size:
                    none *= 1.0 - _at_least(cards, size, parts)
            found = self._known[key] = 1.0 - none
        return found

    def _topped(self, play: int, seat: int) -> float:
        """Estimate the chance that a seat has the jokers to beat a set."""
        if BIG[play]:
            return 0.0
        big, parts = self._unseen[14], self._parts[seat]
        if SMALL[play]:
            return _at_least(big, SMALL[play], parts)
        return _at_least(self._unseen[13] + big, 1, parts)
