"""What ``strong`` makes of plays: networks say which are good, and the best ones are tried on hands that the others may hold.

Networks were learned from rounds played on from such plays (``python -m arena.lessons doudizhu``). Hands of the others are drawn
again and again. Where many cards are left all play on as ``normal`` would; that takes the native core, and without one only the
networks tell. Few cards are played to the end by all seeing everything: who does plays otherwise than who does not, so this tells
half of what a play is worth. The same view always gets the same action.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from games.base.actions import Action, Bid, Pass, Play
from games.contract import Dice, Estimate
from games.doudizhu.ai.choice import PASS, Situation
from games.doudizhu.ai.features import known_numbers, play_numbers, told
from games.doudizhu.ai.player import STRONG, call, normal, situation, worth_of_call
from games.doudizhu.combos import best_reading, legal_plays
from games.doudizhu.facts import DouDizhuView
from games.doudizhu.kinds import ComboRules, Kind, Reading
from games.doudizhu.native import searched
from games.doudizhu.options import HouseRules, house_rules
from games.doudizhu.state import following
from games.kit.counts import UNITS, pack, size_of, take
from games.kit.network import network

__all__ = ["chosen", "estimates", "is_endgame", "shares_won"]

_MOST_UNSEEN: Final = 16
_MOST_OWN: Final = 12
_ENOUGH: Final = 6  # Fewer drawn hands tell nothing


class _Way(NamedTuple):
    """A way to try plays on hands that the others may hold."""

    positions: int
    """So many may be looked at in one decision, playing to the end; 0: all play on as ``normal`` would, which takes a core."""
    drawn: int  # So many times hands are drawn, if there is time
    reach: float  # By how much less, in stakes, the networks may think of plays that are tried
    tried: int  # So many plays at most
    say: float  # How much of what a play is worth this tells; the networks tell the rest


_TO_THE_END: Final = _Way(12_000, 24, 0.7, 9, 0.5)  # In Python some 150 ms
_PLAYED_ON: Final = _Way(0, 100, 0.4, 5, 0.75)


class _Spent(Exception):
    """There is no time left."""


def is_endgame(seen: Situation) -> bool:
    """Whether so few cards are left that rounds can be searched to their end."""
    unseen, own = size_of(seen.unseen), size_of(seen.hand)
    return unseen <= _MOST_UNSEEN and own <= _MOST_OWN and unseen + own == sum(seen.sizes)


def shares_won(
    seen: Situation, passes: int, plays: Sequence[int], house: HouseRules, way: _Way = _TO_THE_END
) -> list[float] | None:
    """Return in which share of the hands that others may hold each play wins; ``None`` if that cannot be told in time.
    ``passes``: in a row, since the play that stands. The same situation always gets the same answer."""
    dice = Random(f"{seen.hand} {seen.unseen} {seen.sizes} {passes}")
    begun = [
        _Position(
            _drawn(seen, dice), seen.seat, seen.standing, seen.standing_seat, 0 if seen.standing is None else passes
        )
        for _ in range(way.drawn)
    ]
    found = searched(begun, seen.landlord, seen.known, plays, way.positions, house)
    if found is None:
        found = _Search(seen.landlord, seen.rules, way.positions).wins(begun, plays)
    won, drawn = found
    return [count / drawn for count in won] if drawn >= _ENOUGH else None


def _drawn(seen: Situation, dice: Random) -> tuple[int, ...]:
    """Return hands that the others may hold: all equally likely, but for what must be in the landlord's."""
    unknown = [unit for unit in UNITS for _ in range((seen.unseen - seen.known) // unit & 7)]
    peasant = next(seat for seat in ((seen.seat + 1) % 3, (seen.seat + 2) % 3) if seat != seen.landlord)
    hands = [0, 0, 0]
    hands[seen.seat] = seen.hand
    hands[peasant] = sum(dice.sample(unknown, seen.sizes[peasant]))
    hands[3 - seen.seat - peasant] = seen.unseen - hands[peasant]
    return tuple(hands)


class _Position(NamedTuple):
    """The middle of a round with open hands: all that decides who wins. ``owner``: of the standing play."""

    hands: tuple[int, ...]
    turn: int
    standing: Reading | None
    owner: int
    passes: int

    def after(self, play: int, rules: ComboRules) -> _Position:
        """The position after a play or a pass of the seat to act, and after the passes that follow by themselves."""
        hands, turn, standing, owner, passes = self
        if play:
            hands = tuple(hand - play if seat == turn else hand for seat, hand in enumerate(hands))
            standing, owner, passes = best_reading(play, standing, rules), turn, 0
        else:
            passes += 1
        while True:
            turn = following(turn)
            if passes == 2:
                return _Position(hands, turn, None, owner, 0)
            assert standing is not None, "somebody has played"
            one_card = standing.size > 1 or standing.top == 14
            if standing.kind is not Kind.ROCKET and not (one_card and size_of(hands[turn]) == 1):
                return _Position(hands, turn, standing, owner, passes)
            passes += 1


class _Search:
    """Rounds with open hands, played to their end by all; the native core does the same (``search.h``)."""

    def __init__(self, landlord: int, rules: ComboRules, positions: int) -> None:
        self._landlord, self._rules, self._left = landlord, rules, positions
        self._known: dict[_Position, bool] = {}

    def wins(self, begun: Sequence[_Position], plays: Sequence[int]) -> tuple[list[int], int]:
        """How often each play wins, and of how many positions that could be told in time."""
        won, told = [0] * len(plays), 0
        try:
            for now in begun:
                alone = now.turn == self._landlord
                outcomes = [self._landlord_wins_after(now, play) == alone for play in plays]
                won = [before + outcome for before, outcome in zip(won, outcomes, strict=True)]
                told += 1
        except _Spent:
            pass
        return won, told

    def _landlord_wins_after(self, now: _Position, play: int) -> bool:
        if play == now.hands[now.turn]:
            return now.turn == self._landlord
        then = now.after(play, self._rules)
        known = self._known.get(then)
        if known is None:
            known = self._known[then] = self._landlord_wins(then)
        return known

    def _landlord_wins(self, now: _Position) -> bool:
        self._left -= 1
        if self._left < 0:
            raise _Spent
        alone, standing = now.turn == self._landlord, now.standing
        plays = list(legal_plays(now.hands[now.turn], standing, self._rules))
        if now.hands[now.turn] in plays:
            return alone
        if standing is not None:
            plays.insert(0, PASS)
        if standing is None or (now.owner == self._landlord) != alone:
            plays.reverse()  # long plays and bombs first, to pass last; but over an own side's play first pass
        return any(self._landlord_wins_after(now, play) == alone for play in plays) == alone


_PACKAGE: Final = "games.doudizhu.ai"
_ROLES: Final = ("landlord", "before", "after")  # Where a seat sits to the landlord: each has a network
_MOST: Final = 8  # So many plays are weighed, those that ``normal`` likes best; and a pass
_REACH: Final = 4.0  # Plays that ``normal`` likes less than its best by more than this, in turns, are not
_TRUST: Final = 0.02
"""What the choice of ``normal`` has to its credit, in stakes: it is only left where something else is clearly better."""
_LEAST: Final = 1e-6  # By how much anything is worth less than what wins for certain


def chosen(view: DouDizhuView) -> Action:
    assert view.hand is not None, "the channel does not play"
    if view.phase == "bid":
        amount = call(pack(view.hand), view.public.bid, STRONG)
        return Bid(amount) if amount else Pass()
    return _action(view, max(_weighed(view))[1])


def estimates(view: DouDizhuView, dice: Dice, effort: float, extra: Action | None) -> tuple[Estimate, ...]:
    """In which share of rounds the seat wins after each sensible action, the best first; ``extra`` is among them. Where they bid:
    what that brings in points."""
    if view.phase == "bid":
        return _calls(view, extra)
    asked = pack(extra.cards) if isinstance(extra, Play) else PASS
    return tuple(
        Estimate(extra if extra is not None and play == asked else _action(view, play), (1 + worth) / 2)
        for worth, play in sorted(_weighed(view, extra), reverse=True)
    )


def _calls(view: DouDizhuView, extra: Action | None) -> tuple[Estimate, ...]:
    """What passing and bidding are worth, what ``chosen`` does first."""
    assert view.hand is not None, "the channel does not play"
    hand, highest, first = pack(view.hand), view.public.bid, chosen(view)
    last = len(view.acts) == len(view.seats) - 1
    offered: list[Action] = [Pass(), *map(Bid, range(highest + 1, 4))]
    worth = {
        action: worth_of_call(hand, highest, action.amount if isinstance(action, Bid) else 0, last=last)
        for action in (offered if extra is None or extra in offered else [*offered, extra])
    }
    worth[first] = max(worth.values())  # found by whole rounds, which tell more than the worth of one call
    ordered = sorted(worth, key=lambda action: (action != first, -worth[action]))
    return tuple(Estimate(action, worth[action]) for action in ordered)


def _weighed(view: DouDizhuView, extra: Action | None = None) -> list[tuple[float, int]]:
    """The plays worth thinking about, packed, with what they are worth in stakes to the seat's side; never empty."""
    seen, heard = situation(view), told(view)
    by = normal(seen.seat == seen.landlord)
    choices = by.choices(seen)
    certain = by.certain(seen, choices)
    liked = {play: value for value, play in sorted(by.weigh(seen, choices), reverse=True)}
    best, readings = max(liked.values()), dict(choices)
    found = [play for play, value in liked.items() if value >= best - _REACH]
    found = [play for rank, play in enumerate(found) if rank < _MOST or play == PASS]
    if certain is not None:
        found = [certain]
    own = len(found)
    if extra is not None:
        found += [play for play in (pack(extra.cards) if isinstance(extra, Play) else PASS,) if play not in found]
    value = network(_PACKAGE, _ROLES[(seen.landlord - seen.seat) % 3]).given(known_numbers(seen, heard))
    worth = []
    for play in found:
        reading = (readings.get(play) or best_reading(play, seen.standing, seen.rules)) if play else None
        behind = (liked[play] if play in liked else by.worth(seen, play, reading)) - best
        trust = 0.0 if behind else _TRUST
        worth.append((value(play_numbers(seen, heard, play, reading, behind)) + trust, play))
    if certain is not None:
        most = max(worth)[0]
        return [(most if play == certain else min(told, most - _LEAST), play) for told, play in worth]
    return _tried(seen, heard.passes, house_rules(view.options), worth, own)


def _tried(
    seen: Situation, passes: int, house: HouseRules, worth: list[tuple[float, int]], own: int
) -> list[tuple[float, int]]:
    """What plays are worth when the best ones are tried; the first so many are the seat's ``own`` choices, which what else is
    asked about takes no place from."""
    best = max(worth[:own])[0]
    for way in (_TO_THE_END, _PLAYED_ON) if is_endgame(seen) else (_PLAYED_ON,):
        first = [*sorted(worth[:own], reverse=True)[: way.tried], *worth[own:]]
        near = {play: told for told, play in first if told >= best - way.reach}
        shares = shares_won(seen, passes, [*near], house, way) if len(near) > 1 else None
        if shares is not None:
            tried = [
                (told + way.say * (2 * share - 1 - told), play)
                for (play, told), share in zip(near.items(), shares, strict=True)
            ]
            least = max(tried)[0] - _LEAST
            return [*tried, *((min(told, least), play) for told, play in worth if play not in near)]
    return worth


def _action(view: DouDizhuView, play: int) -> Action:
    assert view.hand is not None, "a seat sees its hand"
    return Play(take(view.hand, play)) if play else Pass()
