"""A decision in the play, as it is weighed: each choice with the price of habit and the numbers by which a network values it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.base.actions import Action, Pass, Play
from games.base.cards import RANKS, Cards, Rank
from games.guandan.ai.choices import Choice, choices
from games.guandan.ai.habit import habit
from games.guandan.ai.sight import Outlook, Told, own_features, shared_features
from games.guandan.ai.split import splits
from games.guandan.combinations.combos import in_force, meaning
from games.guandan.combinations.kinds import ComboRules, Kind, Reading, order_index
from games.guandan.combinations.selection import Hand
from games.guandan.facts import GuandanView
from games.guandan.fast_round import FastRound
from games.guandan.options import house_rules
from games.guandan.play import reading_of

__all__ = ["Decision", "Option", "Scene"]


@dataclass(frozen=True, slots=True)
class Option:
    """A choice (``None``: a pass), how good habit finds it, in turns, and its own features."""

    choice: Choice | None
    habit: float
    own: list[float]


@dataclass(frozen=True, slots=True)
class Decision:
    """All that is weighed: the features that the options share, and the options, a pass last where one may pass."""

    shared: list[float]
    options: list[Option]

    def best(self, points: Sequence[float], gate: float) -> int:
        """Return which option to take: that of habit, unless one is worth so many ``points`` more."""
        options = range(len(self.options))
        usual = max(options, key=lambda at: self.options[at].habit)
        hoped = max(options, key=lambda at: points[at])
        return hoped if points[hoped] > points[usual] + gate else usual

    def out(self) -> int | None:
        """Return the option that lays the whole hand, if there is one."""
        for at, option in enumerate(self.options):
            if option.choice is not None and not any(option.choice.left.by_rank):
                return at
        return None


@dataclass(frozen=True, slots=True)
class Scene:
    """What the seat to act knows when it has to play or pass."""

    seat: int
    rules: ComboRules
    hand: Hand
    counts: tuple[int, ...]
    finished: tuple[int, ...]
    standing: Reading | None
    standing_seat: int
    told: Told

    @staticmethod
    def of(view: GuandanView) -> Scene:
        """Return the scene of ``view.viewer``."""
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
        shown = view.standing
        return Scene(
            view.viewer, rules, Hand(view.hand, rules), tuple(seat.count for seat in view.seats),
            tuple(view.public.finished), None if shown is None else _reading(shown.kind, shown.rank, shown.cards),
            view.viewer if shown is None else shown.seat, told,
        )  # fmt: skip

    @staticmethod
    def of_round(round_: FastRound, told: Told) -> Scene:
        """Return the scene of the seat to act, to whom all deeds have been told."""
        seat = round_.turn
        return Scene(
            seat, round_.rules, round_.hands[seat], tuple(round_.sizes), tuple(round_.finished), round_.standing,
            round_.standing_seat, told,
        )  # fmt: skip

    def decision(self, extra: Choice | None = None) -> Decision:
        """Return every choice worth weighing, and ``extra``."""
        hand, rules, seat, counts, told = self.hand, self.rules, self.seat, self.counts, self.told
        standing, by = self.standing, self.standing_seat
        known = splits(rules)
        before = known[hand.counted]
        found = choices(hand, standing, before, rules)
        if extra is not None and all(
            choice.cards != extra.cards or choice.reading != extra.reading for choice in found
        ):
            found.append(extra)
        held = hand.counted.natural + hand.counted.wilds * hand.level
        outlook = Outlook(rules, held, told.laid)
        afters = [known[choice.left.counted] for choice in found]
        habits = habit(seat, counts, standing, by, outlook, before, found, afters)
        options = []
        for choice, after, price in zip(found, afters, habits, strict=False):
            left = choice.left.counted
            own = own_features(
                seat, counts, standing, by, told, outlook, before, choice.reading, choice.wilds, after,
                left.natural + left.wilds * hand.level,
            )  # fmt: skip
            options.append(Option(choice, price, own))
        if standing is not None:
            own = own_features(seat, counts, standing, by, told, outlook, before, None, 0, before, held)
            options.append(Option(None, habits[-1], own))
        shared = shared_features(seat, counts, self.finished, standing, by, told, outlook, before, hand.counted.wilds)
        return Decision(shared, options)

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
