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

GATE: Final = 0.06  # So many points more the network must see in a choice before that of habit is left for it
_WINS_A_POINT: Final = 0.23  # By how much oftener a round is won whose points are one more, about
_WINS_A_TURN: Final = 0.09  # How much oftener where a hand needs a turn less


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
    """How often the team of ``view.viewer`` wins after each choice, the best first; ``extra`` among them."""
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
        Estimate(
            scene.action(decision.options[at].choice),
            min(max(0.5 + _WINS_A_POINT * (most if at == best else min(points[at], most)), 0.0), 1.0),
        )
        for at in ordered
    )


def _of_exchange(view: GuandanView) -> tuple[Estimate, ...]:
    """The cards that may be given; one is worth less than another by what the hand then costs more."""
    costs = exchange_costs(view)
    least = min(costs.values())
    return tuple(Estimate(Do(view.phase, (card,)), 0.5 - _WINS_A_TURN * (cost - least)) for card, cost in costs.items())
