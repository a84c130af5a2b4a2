"""The AI player ``strong``: it sees one seat's view, and knows from many rounds of self-play what such choices came to.

Every choice worth weighing gets a price by rules of thumb (``habit``) and the points that a learned network expects
(``sight`` says from what). The choice of habit is left only where the network sees clearly more points in another one,
since what was learned is noisy, too. It draws no dice, and takes some milliseconds."""

from typing import Final

from games.base.actions import Action, Do, Play
from games.contract import Dice, Estimate
from games.guandan.ai.player import exchange_costs
from games.guandan.ai.scene import Decision, Scene
from games.guandan.facts import GuandanView
from games.kit.network import network

__all__ = ["GATE", "estimates", "strong_play"]

GATE: Final = 0.1  # So many points more the network must see in a choice before that of habit is left for it
_ERROR: Final = 0.2  # How far the network is usually off, in points, where it compares choices
_POINTS_A_TURN: Final = 0.4  # What a turn more that a hand needs costs in points, about


def _points(decision: Decision) -> list[float]:
    """What the network expects of each option, in points of the round for the team."""
    value = network(__package__, "strong").given(decision.shared)
    return [value(option.own) for option in decision.options]


def strong_play(view: GuandanView) -> Action:
    scene = Scene.of(view)
    decision = scene.decision()
    best = decision.out()
    if best is None:
        best = decision.best(_points(decision), GATE)
    return scene.action(decision.options[best].choice)


def estimates(view: GuandanView, dice: Dice, effort: float, extra: Action | None) -> tuple[Estimate, ...]:
    """What each choice of ``view.viewer`` is worth to its team, the best first; ``extra`` among them."""
    if view.phase != "play":
        return _of_exchange(view)
    scene = Scene.of(view)
    asked = scene.choice(extra) if isinstance(extra, Play) else None
    decision = scene.decision(asked)
    points = _points(decision)
    own = [at for at, option in enumerate(decision.options) if asked is None or option.choice is not asked]
    offered = Decision(decision.shared, [decision.options[at] for at in own])
    out = offered.out()
    best = own[offered.best([points[at] for at in own], GATE) if out is None else out]
    ordered = sorted(range(len(points)), key=lambda at: (at != best, -points[at]))
    # What strong would play is not worth less than what it leaves for it.
    most = points[best] if out is None else max(points)
    return tuple(
        Estimate(scene.action(decision.options[at].choice), most if at == best else min(points[at], most), _ERROR)
        for at in ordered
    )


def _of_exchange(view: GuandanView) -> tuple[Estimate, ...]:
    """The cards that may be given; one is worth less than another by what the hand then costs more."""
    costs = exchange_costs(view)
    least = min(costs.values())
    return tuple(
        Estimate(Do(view.phase, (card,)), -_POINTS_A_TURN * (cost - least), _ERROR) for card, cost in costs.items()
    )
