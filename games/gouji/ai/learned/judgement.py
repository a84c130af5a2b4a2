"""The player ``strong``: a network tells what a round comes to for the team after each sensible action.

It was learned from rounds of its own (``python -m arena.lessons gouji``). It is asked what it would do otherwise than ``normal``,
who has its way where the network sees no clear gain. Nothing is searched, so a decision takes some milliseconds.
"""

from typing import Final

from games.base.actions import Action, Do, Pass, Play
from games.base.cards import Card, rank_of
from games.contract import Dice, Estimate
from games.gouji.ai.learned.moves import sensible
from games.gouji.ai.learned.sight import Sight
from games.gouji.ai.player import think
from games.gouji.ai.table import Table
from games.gouji.facts import GouJiView
from games.gouji.numbers import BASE, BIG, BURN, NATURAL, PLAY, SMALL, TWOS, VERBS, number_of
from games.kit.network import network

__all__ = ["TWO", "chosen", "estimates", "number_of_action"]

_GAIN: Final = 0.02  # So many points an action has to be better than what ``normal`` would do to take its place
TWO: Final = 0.04  # So many points more than the network says a 2 is worth: it looks as far as the next lead
_WINS_A_POINT: Final = 0.12  # By how much oftener a round is won whose points are one more, about


def chosen(view: GouJiView, dice: Dice) -> Action:
    return _action(view, _weighed(view, dice)[0][0])


def estimates(view: GouJiView, dice: Dice, effort: float, extra: Action | None) -> tuple[Estimate, ...]:
    """How often the own team wins after each action, the best first. Before the play nothing is learned: what
    ``normal`` does comes first, and all else is worth as much."""
    if view.public.mode is None:
        told = [think(view, "normal", dice)]
        if extra is not None and extra != told[0]:
            told.append(extra)
        return tuple(Estimate(action, 0.5) for action in told)
    asked = None if extra is None else number_of_action(extra)
    found = _weighed(view, dice, asked)
    return tuple(
        Estimate(
            extra if extra is not None and number == asked else _action(view, number),
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
    if extra is not None and extra not in points:
        points[extra] = worth(extra)
    # What is chosen comes first, so it is worth at least as much as all else.
    points[best] = max(points.values())
    return sorted(points.items(), key=lambda entry: (entry[0] != best, -entry[1]))


def number_of_action(action: Action) -> int:
    match action:
        case Play(cards):
            return number_of("play", cards)
        case Do(verb, cards):
            return number_of(verb, cards)
        case _:
            return 0


def _action(view: GouJiView, number: int) -> Action:
    """An action with cards of the own hand, the first of each rank."""
    if number < PLAY:
        return Pass() if number == 0 else Do(VERBS[number])
    burning = number >= BURN
    play = number - BURN + PLAY if burning else number
    wanted = [0] * 15
    if NATURAL[play]:
        wanted[BASE[play]] = NATURAL[play]
    wanted[12], wanted[13], wanted[14] = TWOS[play], SMALL[play], BIG[play]
    assert view.hand is not None
    taken: list[Card] = []
    for card in view.hand:
        if wanted[rank_of(card)]:
            wanted[rank_of(card)] -= 1
            taken.append(card)
    return Do("burn", tuple(taken)) if burning else Play(tuple(taken))
