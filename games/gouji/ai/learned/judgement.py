"""The player ``strong``: a network tells what a round comes to for the team after each sensible action.

It was learned from rounds of its own (``python -m arena.lessons gouji``). It is asked what it would do otherwise than ``normal``,
who has its way where the network sees no clear gain. Late in a round the actions that seem best are tried on hands that the
others may hold, which takes the native core: without one the network alone tells. The same view always gets the same action.
"""

from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import Final

from games.base.actions import Action
from games.base.cards import rank_counts
from games.contract import Dice, Estimate
from games.gouji.ai.learned.moves import sensible
from games.gouji.ai.learned.sight import Sight, signs
from games.gouji.ai.player import think
from games.gouji.ai.table import Table
from games.gouji.facts import GouJiView
from games.gouji.kinds import Makeup
from games.gouji.modes import Mode
from games.gouji.native import rules_of
from games.gouji.numbers import BURN, PLAY, TWOS, action_of, number_of_action
from games.gouji.state import SEATS
from games.kit.network import network

__all__ = ["LATE", "ODDS", "TWO", "chosen", "estimates", "played_on"]

_GAIN: Final = 0.02  # So many points an action has to be better than what ``normal`` would do to take its place
TWO: Final = 0.04  # So many points more than the network says a 2 is worth: it looks as far as the next lead
LATE: Final = 100  # So few cards in play are late: with more, to play on takes too long
ODDS: Final = 2 * 2 * 15 * 9 + 2 * 3 * 5
"""How many odds of hidden hands there are (``native/odds.h``): how many cards of each rank a seat still holds, by what it has
laid and let go. They were learned from rounds, too."""
_MARKS: Final = ("barred", "yielded", "burner", "victim", "opened", "forfeited", "dead", "revolted")
_DRAWN: Final = 150  # So many times hands are drawn …
_TRIED: Final = 5  # … for so many actions at most …
_REACH: Final = 0.4  # … that the network takes for worth so many points less than the best, or fewer
_SAY: Final = 0.7  # How much of what an action is worth is told by trying it
_LEAST: Final = 1e-6  # By how much what was not tried is worth less than the best that was
_WINS_A_POINT: Final = 0.12  # By how much oftener a round is won whose points are one more, about


def chosen(view: GouJiView, dice: Dice) -> Action:
    return action_of(_weighed(view, dice)[0][0], view.hand or ())


def estimates(view: GouJiView, dice: Dice, effort: float, extra: Action | None) -> tuple[Estimate, ...]:
    """How often the own team wins after each action, the best first. Before the play nothing is learned: what
    ``normal`` does comes first, and all else is worth as much."""
    if view.public.mode is None:
        told = (think(view, "normal", dice), extra)
        return tuple(Estimate(action, 0.5) for action in dict.fromkeys(told) if action is not None)
    asked = None if extra is None else number_of_action(extra)
    found = _weighed(view, dice, asked)
    return tuple(
        Estimate(
            extra if extra is not None and number == asked else action_of(number, view.hand or ()),
            min(max(0.5 + _WINS_A_POINT * points, 0.0), 1.0),
        )
        for number, points in found
    )


def _weighed(view: GouJiView, dice: Dice, extra: int | None = None) -> list[tuple[int, float]]:
    """Return actions with their points, the one that is chosen first."""
    table = Table.of(view)
    choices = sensible(table)
    usual = number_of_action(think(view, "normal", dice))
    sight = Sight(table)
    value = network("games.gouji.ai", "strong").given(sight.shared())

    def worth(number: int) -> float:
        laid = TWOS[number - BURN + PLAY if number >= BURN else number]
        return value(sight.own(number, usual=number == usual)) - TWO * laid

    points = {number: worth(number) for number in dict.fromkeys((usual, *choices))}
    best = max(points, key=points.__getitem__)
    if points[best] - points[usual] < _GAIN:
        best = usual
    own = sorted(points, key=lambda number: (number != best, -points[number]))
    if extra is not None and extra not in points:
        points[extra] = worth(extra)
    points = _tried(table, points, own)
    best = max(own, key=points.__getitem__)
    # What is chosen comes first, so it is worth at least as much as all else.
    points[best] = max(points.values())
    return sorted(points.items(), key=lambda entry: (entry[0] != best, -entry[1]))


def _tried(table: Table, points: dict[int, float], own: list[int]) -> dict[int, float]:
    """What actions are worth when the best are tried, late in a round; what is asked about besides the ``own`` ones, of which
    the chosen one comes first, takes no place from them."""
    near = [number for number in own if points[number] >= points[own[0]] - _REACH][:_TRIED]
    asked = [*near, *(number for number in points if number not in own)]
    worth = played_on(table, asked, _DRAWN) if sum(table.counts) <= LATE and len(asked) > 1 else None
    if worth is None:
        return points
    tried = {number: points[number] + _SAY * (told - points[number]) for number, told in zip(asked, worth, strict=True)}
    most = max(tried[number] for number in near)
    return {number: tried.get(number, min(told, most - _LEAST)) for number, told in points.items()}


def played_on(table: Table, numbers: Sequence[int], drawn: int) -> list[float] | None:
    """What each action brings the own team where all play on as ``normal`` would, as the network counts it, on so many drawn
    hands: the same ones for the same table. ``None`` without a native core, which alone does so in time, where sets are compared
    as the core's ``normal`` does not, and where cards are missing."""
    public, sets, seats, made = table.view.public, table.rules, table.view.seats, table.standing or Makeup(0, 0)
    unusual = sets.each_card or sets.free_base or sets.two_big_kill_one != "off"
    rules = None if unusual else rules_of(table.house)
    if (
        rules is None
        or public.mode is None
        or sum(table.odds.unseen) + len(table.hand) != sum(one.count for one in seats)
    ):
        return None
    (likely,), _ = network("games.gouji.ai", "odds").layers[0]
    done, fours = signs(table.view.acts), table.seat if table.view.own.fours_due else -1
    told = [
        [*Mode].index(public.mode), public.leader, fours, -1 if table.owner is None else table.owner,
        made.base, made.size, made.size - made.twos - made.jokers, made.twos, made.small, made.big,
        len(public.finished), len(public.dead), *(*public.finished, *public.dead, *[-1] * SEATS)[:SEATS],
        *(one.count for one in seats),
        *(sum(1 << at for at, mark in enumerate(_MARKS) if mark in one.marks) for one in seats),
        *rank_counts(table.hand), *table.odds.unseen, *done.laid, *chain(*done.let_go),
        *(round(1000 * weight) for weight in likely),
    ]  # fmt: skip
    worth = rules.answer([table.seat, Random(str(told)).getrandbits(62), drawn, len(numbers), *told, *numbers])
    return [twice / (2 * drawn) for twice in worth]
