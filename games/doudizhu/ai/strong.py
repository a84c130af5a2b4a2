"""What ``strong`` makes of plays: networks say which are good, and the best ones are tried on hands that the others may hold.

Networks were learned from rounds played on from such plays (``python -m arena.lessons doudizhu``). Then hands of the others are
drawn again and again, the same for all plays, and all play on as ``normal`` would. That takes the native core: without one the
networks alone tell. The same view always gets the same action.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from games.base.actions import Action, Bid, Pass, Play
from games.contract import Dice, Estimate
from games.doudizhu.ai.choice import PASS, Situation
from games.doudizhu.ai.features import known_numbers, play_numbers, told
from games.doudizhu.ai.player import STRONG, call, normal, situation, worth_of_call
from games.doudizhu.combos import best_reading
from games.doudizhu.facts import DouDizhuView
from games.doudizhu.native import played_on
from games.doudizhu.options import HouseRules, house_rules
from games.kit.counts import UNITS, pack, size_of, take
from games.kit.network import network

__all__ = ["chosen", "estimates", "times_won"]

_SAY: Final = 0.75  # How much of what a play is worth is told by trying it; the networks tell the rest


class _Heat(NamedTuple):
    """Plays are tried in heats: fewer and fewer of them, on more and more hands."""

    drawn: int  # So many times hands are drawn
    plays: int  # So many are tried at most
    reach: float  # By how much less, in stakes, they may seem to be worth than the best


_HEATS: Final = (_Heat(50, 5, 0.4), _Heat(120, 3, 0.2))


def times_won(
    seen: Situation, passes: int, plays: Sequence[int], house: HouseRules, dice: Random, drawn: int
) -> tuple[int, ...] | None:
    """With how many of so many drawn hands of the others each play wins where all play on as ``normal`` would; ``None`` without a
    native core. ``passes``: in a row, since the play that stands."""
    hands = (_drawn(seen, dice) for _ in range(drawn))
    stands = seen.standing, seen.standing_seat, 0 if seen.standing is None else passes
    return played_on(hands, seen.landlord, seen.seat, seen.known, stands, plays, house)


def _drawn(seen: Situation, dice: Random) -> tuple[int, ...]:
    """Return hands that the others may hold: all equally likely, but for what must be in the landlord's."""
    unknown = [unit for unit in UNITS for _ in range((seen.unseen - seen.known) // unit & 7)]
    peasant = next(seat for seat in ((seen.seat + 1) % 3, (seen.seat + 2) % 3) if seat != seen.landlord)
    hands = [0, 0, 0]
    hands[seen.seat] = seen.hand
    hands[peasant] = sum(dice.sample(unknown, seen.sizes[peasant]))
    hands[3 - seen.seat - peasant] = seen.unseen - hands[peasant]
    return tuple(hands)


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
    asked about takes no place from. The same situation always gets the same answer."""
    if size_of(seen.unseen + seen.hand) != sum(seen.sizes):
        return worth  # cards are missing, and nobody knows where
    dice = Random(f"{seen.hand} {seen.unseen} {seen.sizes} {passes}")
    first, asked = {play: told for told, play in worth}, {play for _, play in worth[own:]}
    won, drawn, tried, left = dict.fromkeys(first, 0), 0, worth, list[tuple[float, int]]()
    for heat in _HEATS:
        ranked = sorted((one for one in tried if one[1] not in asked), reverse=True)
        best = [*ranked[: heat.plays], *(one for one in tried if one[1] in asked)]
        near = [play for told, play in best if told >= ranked[0][0] - heat.reach]
        wins = times_won(seen, passes, near, house, dice, heat.drawn) if len(near) > 1 else None
        if wins is None:
            break
        left += [one for one in tried if one[1] not in near]
        drawn += heat.drawn
        won.update({play: won[play] + count for play, count in zip(near, wins, strict=True)})
        tried = [(first[play] + _SAY * (2 * won[play] / drawn - 1 - first[play]), play) for play in near]
    most = max(tried)[0]
    return [*tried, *((min(told, most - _LEAST), play) for told, play in left)]


def _action(view: DouDizhuView, play: int) -> Action:
    assert view.hand is not None, "a seat sees its hand"
    return Play(take(view.hand, play)) if play else Pass()
