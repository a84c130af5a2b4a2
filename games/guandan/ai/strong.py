"""The AI player ``strong``: it sees one seat's view, and knows from many rounds of self-play what such choices came to.

Every choice worth weighing gets a price by rules of thumb (``habit``) and the points that a learned network expects
(``sight`` says from what). The choice of habit is left only where the network sees clearly more points in another one, since what
was learned is noisy, too. It draws no dice, and takes some milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from games.base.actions import Action, Do, Pass, Play
from games.base.cards import RANKS, Cards, Rank
from games.contract import Estimate
from games.guandan.ai.choices import Choice, choices
from games.guandan.ai.habit import habit
from games.guandan.ai.player import exchange_card
from games.guandan.ai.sight import Outlook, Told, own_features, shared_features
from games.guandan.ai.split import Split, splits
from games.guandan.combinations.combos import in_force, meaning
from games.guandan.combinations.kinds import ComboRules, Kind, Reading, order_index
from games.guandan.combinations.selection import Hand
from games.guandan.facts import GuandanView
from games.guandan.options import house_rules
from games.guandan.play import reading_of
from games.guandan.tribute import givable
from games.kit.network import network

__all__ = ["estimates", "strong_play"]

_GATE: Final = 0.1
"""So many points more the network must see in a choice before that of habit is left for it."""
_ERROR: Final = 0.2
"""How far the network is usually off, in points, where it compares choices."""

_POINTS_A_TURN: Final = 0.4
"""What a turn more that a hand needs costs in points, about."""


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A choice (``None``: a pass), how good habit finds it, in turns, and the points that the network expects."""

    choice: Choice | None
    habit: float
    points: float


@dataclass(frozen=True, slots=True)
class _Scene:
    """A view, in the form in which plays are weighed."""

    seat: int
    rules: ComboRules
    hand: Hand
    counts: tuple[int, ...]
    finished: tuple[int, ...]
    standing: Reading | None
    standing_seat: int
    told: Told

    @staticmethod
    def of(view: GuandanView) -> _Scene:
        assert view.hand is not None, "the channel does not play"
        assert view.viewer is not None, "the channel does not play"
        assert view.high is not None, "a round has a level"
        rules = house_rules(view.options).combos(Rank(view.high))
        index, told = order_index(rules.level), Told()
        for act in view.acts:
            if act.verb == "play":
                told.hear(act.seat, act.cards, _reading(act.kind, act.rank, act.cards), index)
            elif act.verb == "pass":
                told.hear(act.seat, (), None, index)
        standing, shown = None, view.standing
        if shown is not None:
            standing = _reading(shown.kind, shown.rank, shown.cards)
        return _Scene(
            view.viewer, rules, Hand(view.hand, rules), tuple(seat.count for seat in view.seats),
            tuple(view.public.finished), standing, view.viewer if shown is None else shown.seat, told,
        )  # fmt: skip

    def weigh(self, extra: Choice | None = None) -> list[_Weighed]:
        """Return every choice worth weighing, and ``extra``; a pass last where one may pass."""
        hand, rules = self.hand, self.rules
        known = splits(rules)
        before = known[hand.counted]
        found = choices(hand, self.standing, before, rules)
        if extra is not None and all(
            choice.cards != extra.cards or choice.reading != extra.reading for choice in found
        ):
            found.append(extra)
        held = hand.counted.natural + hand.counted.wilds * hand.level
        outlook = Outlook(rules, held, self.told.laid)
        afters = [known[choice.left.counted] for choice in found]
        habits = habit(self.seat, self.counts, self.standing, self.standing_seat, outlook, before, found, afters)
        value = network(__package__, "strong").given(
            shared_features(
                self.seat, self.counts, self.finished, self.standing, self.standing_seat, self.told, outlook, before,
                hand.counted.wilds,
            )
        )  # fmt: skip

        def points(play: Reading | None, wilds: int, after: Split, left: int) -> float:
            return value(
                own_features(
                    self.seat, self.counts, self.standing, self.standing_seat, self.told, outlook, before, play, wilds,
                    after, left,
                )
            )  # fmt: skip

        weighed = []
        for choice, after, price in zip(found, afters, habits, strict=False):
            left = choice.left.counted
            worth = points(choice.reading, choice.wilds, after, left.natural + left.wilds * hand.level)
            weighed.append(_Weighed(choice, price, worth))
        if self.standing is not None:
            weighed.append(_Weighed(None, habits[-1], points(None, 0, before, held)))
        return weighed

    def action(self, choice: Choice | None) -> Action:
        """Return a choice as an action; it names its reading where the cards would be taken otherwise."""
        if choice is None:
            return Pass()
        cards, reading = choice.cards, choice.reading
        if in_force(cards, self.standing, self.rules) == reading:
            return Play(cards)
        return Play(cards, meaning(cards, reading, self.rules))

    def choice(self, action: Play) -> Choice:
        """Return a legal play as a choice."""
        reading = reading_of(action.cards, self.standing, self.rules, action.reading)
        cards = tuple(sorted(action.cards))
        return Choice(cards, reading, cards.count(self.rules.wild), self.hand.less(cards))


def _reading(kind: str, rank: str, cards: Cards) -> Reading:
    return Reading(Kind(kind), Rank(RANKS.index(rank)), len(cards))


def _best(weighed: list[_Weighed]) -> _Weighed:
    usual = max(weighed, key=lambda one: one.habit)
    hoped = max(weighed, key=lambda one: one.points)
    return hoped if hoped.points > usual.points + _GATE else usual


def strong_play(view: GuandanView) -> Action:
    """Choose a play or a pass for ``view.viewer``, whose turn it is."""
    scene = _Scene.of(view)
    weighed = scene.weigh()
    out = next((one for one in weighed if one.choice is not None and not any(map(len, one.choice.left.by_rank))), None)
    return scene.action((out or _best(weighed)).choice)


def estimates(view: GuandanView, extra: Action | None = None) -> tuple[Estimate, ...]:
    """Return what each choice of ``view.viewer`` is worth to its team, the best first; ``extra`` among them."""
    if view.phase != "play":
        return _of_exchange(view)
    scene = _Scene.of(view)
    asked = scene.choice(extra) if isinstance(extra, Play) else None
    weighed = scene.weigh(asked)
    best = _best([one for one in weighed if asked is None or one.choice is not asked])
    weighed.sort(key=lambda one: (one is not best, -one.points))
    # What strong would play is not worth less than what it leaves for it.
    return tuple(Estimate(scene.action(one.choice), min(one.points, best.points), _ERROR) for one in weighed)


def _of_exchange(view: GuandanView) -> tuple[Estimate, ...]:
    """Return the cards that may be given; one is worth less than another by what the hand then costs more."""
    assert view.hand is not None
    verb: Literal["tribute", "return"] = "tribute" if view.phase == "tribute" else "return"
    house = house_rules(view.options)
    rules = house.combos(Rank(view.high or 0))
    hand, known = Hand(view.hand, rules), splits(rules)
    costs = {
        card: known[hand.less((card,)).counted].price
        for card in givable(view.hand, verb, rules, any_returned=house.return_max == "any")
    }
    usual = exchange_card(view)
    ordered = sorted(costs, key=lambda card: (card != usual, costs[card], card))
    return tuple(
        Estimate(Do(verb, (card,)), -_POINTS_A_TURN * max(0.0, costs[card] - costs[usual]), _ERROR) for card in ordered
    )
