"""The AI player ``strong``: a network tells what the rest of the round brings after each sensible play.

It was learned from rounds of its own (``python -m arena.lessons liujiatong``): how many more points than the other side
the own side got from there on. Nothing is drawn and nothing is searched, so a decision takes some milliseconds."""

from collections.abc import Iterator
from typing import Final

from games.base.actions import Action, Play
from games.base.cards import Rank
from games.base.notation import read_cards
from games.contract import Dice, Estimate
from games.kit.network import network
from games.kit.runs import run_ranks
from games.liujiatong.ai.features import marks, own, shared
from games.liujiatong.ai.plan import plan
from games.liujiatong.ai.weighing import BUDGET, Choice, Situation, as_action, options, situation
from games.liujiatong.facts import LiuJiaTongView
from games.liujiatong.kinds import NATURAL, Kind, Reading, tops
from games.liujiatong.readings import UNIT, in_force, makeup_of, named

__all__ = ["chosen", "estimates"]

_PACKAGE: Final = "games.liujiatong.ai"
_POINTS: Final = 100.0  # What the network counts in
_GROUPS: Final = (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE)


def chosen(view: LiuJiaTongView) -> Action:
    seen = situation(view)
    return as_action(seen, max(_weighed(view, seen, _sensible(seen)), key=lambda entry: entry[0])[1])


def estimates(view: LiuJiaTongView, dice: Dice, effort: float, extra: Action | None) -> tuple[Estimate, ...]:
    """What the sensible actions are worth, the best first: points of the own side less those of the other one, with what
    both have already. ``extra`` is among them."""
    seen = situation(view)
    found = _sensible(seen)
    asked: dict[Choice | None, Action] = {}
    if extra is not None:
        choice = _choice_of(seen, extra)
        asked[choice] = extra
        found += [choice] * (choice not in found)
    taken = view.public.taken
    before = sum(points if seat % 2 == seen.seat % 2 else -points for seat, points in enumerate(taken))
    told = [
        Estimate(asked.get(choice) or as_action(seen, choice), before + _POINTS * value)
        for value, choice in _weighed(view, seen, found)
    ]
    return tuple(sorted(told, key=lambda one: -one.worth))


def _weighed(
    view: LiuJiaTongView, seen: Situation, found: list[Choice | None]
) -> Iterator[tuple[float, Choice | None]]:
    told = marks(view)
    value = network(_PACKAGE, "strong").given(shared(seen, told))
    now = plan(seen.counts, BUDGET).price
    for choice in found:
        yield value(own(seen, told, choice, now)), choice


def _choice_of(seen: Situation, action: Action) -> Choice | None:
    """An action as a choice, with the reading in which it is played."""
    if not isinstance(action, Play):
        return None
    made = makeup_of(action.cards)
    reading = in_force(made, seen.standing) if action.reading is None else named(made, read_cards(action.reading))
    if reading is None:
        raise ValueError(f"{action}: no such play now")
    return reading, (made.natural, made.small, made.big)


def _sensible(seen: Situation) -> list[Choice | None]:
    """What is worth weighing: what ``normal`` weighs and a pass, or further leads."""
    found = options(seen)
    if seen.standing is not None or (found[0] is not None and found[0][0].size == len(seen.hand)):
        return found
    known = {choice[1] for choice in found if choice is not None}
    for choice in _leads(seen.counts):
        if choice[1] not in known:
            known.add(choice[1])
            found.append(choice)
    return found


def _leads(counts: tuple[int, ...]) -> Iterator[Choice]:
    """Yield simple leads that no plan may hold: equal cards, triples with a low pair, straights."""
    pairs = [rank for rank in range(NATURAL) if counts[rank] == 2][:2]
    for at in range(NATURAL):
        held, rank, unit = counts[at], Rank(at), UNIT[at]
        for size, kind in enumerate(_GROUPS[:held], start=1):
            yield Reading(kind, rank, size), (size * unit, 0, 0)
        if held >= 4:
            yield Reading(Kind.BOMB, rank, held), (held * unit, 0, 0)
        pair = next((pair for pair in pairs if pair != at), None)
        if held >= 3 and pair is not None:
            yield Reading(Kind.TRIPLE_PAIR, rank, 5, Rank(pair)), (3 * unit + 2 * UNIT[pair], 0, 0)
    for top in tops(5):
        ranks = run_ranks(top, 5)
        if all(counts[rank] for rank in ranks):
            yield Reading(Kind.STRAIGHT, top, 5), (sum(UNIT[rank] for rank in ranks), 0, 0)
