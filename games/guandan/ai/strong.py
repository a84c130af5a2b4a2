"""The AI player ``strong``: it sees one seat's view, and knows from many rounds of self-play what such choices came to.

Every choice worth weighing gets a price by rules of thumb (``habit``) and the points that a learned network expects
(``sight`` says from what). The choice of habit is left only where the network sees clearly more points in another one,
since what was learned is noisy, too. Once few cards are left, the best choices are tried on hands that the others may hold:
all play on as ``normal`` would. That takes the native core; without one the network alone tells. The same view always gets
the same action, within some milliseconds."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import chain
from random import Random
from typing import Final

from games.base.actions import Action, Do, Play
from games.base.cards import full_pack
from games.contract import Dice, Estimate
from games.guandan.ai.player import exchange_costs
from games.guandan.ai.scene import Choice, Decision, Scene
from games.guandan.combinations.kinds import Kind, Reading
from games.guandan.facts import GuandanView
from games.guandan.native import rules_of
from games.guandan.options import house_rules
from games.kit.native import copies
from games.kit.network import network

__all__ = ["FEW", "GATE", "ODDS", "estimates", "played_on", "strong_play"]

GATE: Final = 0.06  # So many points more the network must see in a choice before that of habit is left for it
FEW: Final = 60  # Choices are tried where all hands together have no more cards
ODDS: Final = 3 * 3 * 15 * 6 + 3 * 6
"""How many odds of hidden hands there are (``native/odds.h``); they were learned from rounds, too."""
_LET_PASS: Final = 3  # Singles, pairs and triples that were let pass tell of hands
_DRAWN: Final = 2400  # So many cards are drawn in all, so that it takes about as long whether many or few are left
_MOST: Final = 3  # So many choices are tried
_REACH: Final = 0.3  # By how many points less than what is chosen so far another may seem to be worth
_SAY: Final = 0.5  # How much of what a choice is worth is told by trying it; the network tells the rest
_TRUST: Final = 0.03  # What is chosen so far has to its credit, in points
_WINS_A_POINT: Final = 0.23  # By how much oftener a round is won whose points are one more, about
_WINS_A_TURN: Final = 0.09  # How much oftener where a hand needs a turn less


def _points(decision: Decision) -> list[float]:
    """What the network expects of each option, in points of the round for the team."""
    value = network(__package__, "strong").given(decision.shared)
    return [value(option.own) for option in decision.options]


def strong_play(view: GuandanView) -> Action:
    scene = Scene.of(view)
    decision = scene.decision()
    best, _ = _tried(view, scene, decision, _points(decision))
    return scene.action(decision.options[best].choice)


def _tried(view: GuandanView, scene: Scene, decision: Decision, points: list[float]) -> tuple[int, list[float]]:
    """Which option is best, and what all are worth in points, when the best ones are tried; whoever can go out does."""
    out = decision.out()
    if out is not None:
        return out, [max(points) if at == out else told for at, told in enumerate(points)]
    usual = decision.best(points, GATE)
    others = sorted((at for at in range(len(points)) if at != usual), key=lambda at: -points[at])
    near = [usual, *(at for at in others[: _MOST - 1] if points[at] >= points[usual] - _REACH)]
    if sum(scene.counts) > FEW or len(near) < 2:
        return usual, points
    drawn = _DRAWN // sum(scene.counts)
    results = played_on(view, scene, [decision.options[at].choice for at in near], drawn)
    if results is None:
        return usual, points
    tried = dict(zip(near, results, strict=True))
    # Half of it is points, half is to win at all, which counts as two.
    worth = {at: (won / 2 + 2 * wins - drawn) / drawn for at, (won, wins) in tried.items()}
    judged = [told + _SAY * (worth[at] - told) if at in worth else told for at, told in enumerate(points)]
    return max(near, key=lambda at: judged[at] + (_TRUST if at == usual else 0.0)), judged


def played_on(
    view: GuandanView, scene: Scene, choices: Sequence[Choice | None], drawn: int
) -> list[tuple[int, int]] | None:
    """What each choice brings the own team in points, added up, and how often it wins, where all play on as ``normal`` would
    from so many hands of the others, drawn by learned odds: the same ones for the same scene. ``None`` without a native core,
    and where cards are missing."""
    assert view.hand is not None, "the channel does not play"
    rules = rules_of(house_rules(view.options))
    seen = chain(view.hand, *(act.cards for act in view.acts if act.verb == "play"))
    unseen = tuple((Counter(full_pack(2)) - Counter(seen)).elements())
    if rules is None or len(unseen) != sum(scene.counts) - len(view.hand):
        return None
    sure = [copies(seat.shown if at != scene.seat else ()) for at, seat in enumerate(view.seats)]
    plays = [(*_told(one and one.reading, -1), *copies(one.cards if one else ())) for one in choices]
    found = rules.answer([
        scene.rules.level, scene.seat, scene.standing_seat, *_told(scene.standing, len(Kind)), *scene.counts, len(scene.finished),
        *(*scene.finished, *[-1] * len(view.seats))[: len(view.seats)],
        len(choices), drawn, Random(f"{view.hand} {unseen} {scene.counts}").getrandbits(62), *copies(view.hand), *copies(unseen),
        *scene.told.laid, *chain.from_iterable(lowest[:_LET_PASS] for lowest in scene.told.declined), *_odds(),
        *chain.from_iterable((*sure, *plays)),
    ])  # fmt: skip
    return [*zip(found[::2], found[1::2], strict=True)]


def _told(reading: Reading | None, none: int) -> tuple[int, int, int]:
    """A reading as the core is told it; where there is none, it is of the kind ``none``."""
    return (none, 0, 0) if reading is None else ([*Kind].index(reading.kind), reading.rank, reading.size)


@cache
def _odds() -> list[int]:
    """The logarithms of the odds, in thousandths."""
    (odds,), _ = network(__package__, "odds").layers[0]
    return [round(1000 * weight) for weight in odds]


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
    chosen, judged = _tried(view, scene, offered, [points[at] for at in own])
    best = own[chosen]
    for at, worth in zip(own, judged, strict=True):
        points[at] = worth
    ordered = sorted(range(len(points)), key=lambda at: (at != best, -points[at]))
    # What strong would play is not worth less than what it leaves for it.
    most = points[best]
    return tuple(
        Estimate(
            scene.action(decision.options[at].choice),
            min(max(0.5 + _WINS_A_POINT * (min(points[at], most)), 0.0), 1.0),
        )
        for at in ordered
    )


def _of_exchange(view: GuandanView) -> tuple[Estimate, ...]:
    """The cards that may be given; one is worth less than another by what the hand then costs more."""
    costs = exchange_costs(view)
    least = min(costs.values())
    return tuple(Estimate(Do(view.phase, (card,)), 0.5 - _WINS_A_TURN * (cost - least)) for card, cost in costs.items())
