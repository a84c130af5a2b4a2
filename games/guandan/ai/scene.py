"""A decision as ``strong`` sees it: the choices worth weighing, what habit would do, and the numbers that a network is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.base.actions import Action, Pass, Play
from games.base.cards import RANKS, Card, Cards, Rank, make_card, sort_cards
from games.guandan.ai.sight import Outlook, Told, own_features, shared_features
from games.guandan.ai.split import Group, Split, splits
from games.guandan.combinations.kinds import (
    BOMBS,
    SUITED,
    ComboRules,
    Kind,
    Reading,
    at_least,
    beats,
    card_order,
    order_index,
    rank_items,
)
from games.guandan.combinations.readings import in_force, meaning
from games.guandan.combinations.selection import WILD, Hand, ReadingTable, reading_table
from games.guandan.combinations.tables import tables
from games.guandan.facts import GuandanView
from games.guandan.options import house_rules
from games.guandan.play import TRICKS
from games.kit.counts import UNITS

__all__ = ["Choice", "Decision", "Option", "Scene", "Weighed", "choices", "group_cards", "habit"]

_MOST_PLAYS: Final = 8
_MOST_BOMBS: Final = 5
_MOST_LOOKED_AT: Final = 26
_FEW_CARDS: Final = 7  # With so many cards or fewer, every lead is weighed


class Choice(NamedTuple):
    """A play, and the hand that is left after it."""

    cards: Cards
    reading: Reading
    wilds: int
    left: Hand


def group_cards(hand: Hand, split: Split) -> list[Cards]:
    """The cards of each group: flushes take theirs first, then straights, which must not be of one suit."""
    held: list[list[Card]] = [[*cards] for cards in hand.by_rank]
    level = hand.level.bit_length() // 4
    found: list[Cards] = [()] * len(split.groups)
    order = sorted(range(len(split.groups)), key=lambda at: _first(split.groups[at]))
    for at in order:
        reading, ranks, wilds, suit = split.groups[at]
        taken: list[Card] = [held[WILD].pop() for _ in range(wilds)]
        natural = ranks - (wilds << 4 * level)
        if suit >= 0:
            for rank, _ in rank_items[natural]:
                card = make_card(rank, suit)
                held[rank].remove(card)
                taken.append(card)
        elif reading.kind is Kind.STRAIGHT:
            last = -1
            for rank, _ in rank_items[natural]:
                cards = held[rank]
                other = next((card for card in cards if card & 3 != last), cards[0]) if last >= 0 else cards[0]
                last = cards[0] & 3 if last < 0 else last
                cards.remove(other)
                taken.append(other)
        else:
            for rank, n in rank_items[natural]:
                taken += held[rank][:n]
                del held[rank][:n]
        found[at] = sort_cards(taken)
    return found


def _first(group: Group) -> int:
    return 0 if group.suit >= 0 else 1 if group.reading.kind is Kind.STRAIGHT else 2


def choices(hand: Hand, standing: Reading | None, split: Split, rules: ComboRules) -> list[Choice]:
    """The plays that are worth weighing, passing left out; none only where nothing beats the standing play."""
    by_shape = reading_table(standing, rules)
    found: dict[tuple[int, bool], Choice] = {}
    grouped = group_cards(hand, split) if standing is None or _may_hold(split, standing) else []
    spoken_for: Cards = ()
    for group, cards in zip(split.groups, grouped, strict=False):
        if group.suit >= 0:
            spoken_for += cards
        if standing is None or beats(group.reading, standing, rules):
            found[group.ranks, group.suit >= 0] = Choice(cards, group.reading, group.wilds, hand.less(cards))
    parts = [hand]
    if spoken_for:
        parts = [hand.less(spoken_for), hand]
    if standing is None and sum(map(len, hand.by_rank)) > _FEW_CARDS:
        for play in _small_leads(parts[0], split, rules):
            _add(found, hand, parts[0], play, by_shape)
        return [*found.values()]
    looked = _MOST_LOOKED_AT
    for part in parts:
        natural = part.counted.natural
        masks = at_least(natural)
        plays = sorted(play for play in tables(rules).plays(part.counted, standing) if (play, False) not in found)
        if len(plays) > looked:
            plays.sort(key=lambda play: _torn(play, masks, part.counted.wilds, part.level))
        for play in plays[:looked]:
            _add(found, hand, part, play, by_shape)
    if len(found) <= _MOST_PLAYS:
        return [*found.values()]
    masks = at_least(hand.counted.natural)
    ordered = sorted(
        found.items(), key=lambda entry: _torn(entry[0][0], masks, entry[1].wilds, hand.level) + 3 * entry[1].wilds
    )
    plain = [choice for _, choice in ordered if choice.reading.kind not in BOMBS]
    bombs = [choice for _, choice in ordered if choice.reading.kind in BOMBS]
    return plain[:_MOST_PLAYS] + bombs[:_MOST_BOMBS]


def _may_hold(split: Split, standing: Reading) -> bool:
    """Whether a group of the split might beat this; cards are looked for only then."""
    kind = standing.kind
    return any(group.suit >= 0 or group.reading.kind is kind or group.reading.kind in BOMBS for group in split.groups)


def _small_leads(hand: Hand, split: Split, rules: ComboRules) -> list[int]:
    """Return low singles and pairs, and triples and pairs that the split keeps together."""
    natural = hand.counted.natural
    masks = at_least(natural)
    found: list[int] = []
    for size in (1, 2):
        alone = masks[size] & ~masks[4]
        if size == 2:
            alone &= SUITED
        low = [UNITS[rank] for rank in card_order(rules.level) if alone & UNITS[rank]][:2]
        found += [size * unit for unit in low]
    for group in split.groups:
        if group.reading.kind is Kind.FULL_HOUSE and not group.wilds:
            triple = UNITS[group.reading.rank]
            found += [3 * triple, group.ranks - 3 * triple]
    return found


def _torn(play: int, masks: tuple[int, ...], wilds: int, level: int) -> int:
    """Return what a play takes apart: groups of equal cards, bombs above all, and higher cards later."""
    cost = 0
    for rank, n in rank_items[play]:
        unit = 1 << 4 * rank
        if unit == level and wilds:
            cost += 2
        if masks[4] & unit:
            if n < 4:
                cost += 4
        elif n < 8 and masks[n + 1] & unit:
            cost += 1
    return cost


def _add(found: dict[tuple[int, bool], Choice], hand: Hand, part: Hand, play: int, by_shape: ReadingTable) -> None:
    if (play, False) in found or (play, True) in found:
        return
    cards = part.cards(play, by_shape)
    wilds = cards.count(hand.wild)
    one_suit = len(cards) == 5 and len({card & 3 for card in cards if card != hand.wild}) == 1
    reading = by_shape[(play - wilds * hand.level) << 3 | wilds << 1 | one_suit]
    if reading is not None:
        found[play, False] = Choice(cards, reading, wilds, hand.less(cards))


_DANGER: Final = (0.2, 2.2, 1.8, 1.3, 1.1, 1.0, 0.5, 0.5, 0.5)
"""By the number of cards that somebody has left: how urgent it is to stop that seat."""


def habit(
    scene: Scene, outlook: Outlook, before: Split, choices: Sequence[Choice], afters: Sequence[Split]
) -> list[float]:
    """How good each choice is, in turns; the last one is a pass where one may pass."""
    seat, counts, standing = scene.seat, scene.counts, scene.standing
    enemy = min((n for other, n in enumerate(counts) if n and (other ^ seat) & 1), default=27)
    if standing is None:
        partner = counts[seat ^ 2]
        return [
            _lead(outlook, before, choice, after, enemy, partner) for choice, after in zip(choices, afters, strict=True)
        ]
    now, found = before.price, []
    of_partner = scene.standing_seat == seat ^ 2
    for choice, after in zip(choices, afters, strict=True):
        reading = choice.reading
        bomb = reading.kind in BOMBS
        risk = max(0.0, min(1.0, outlook.price(reading)))
        value = after.price - 0.45 * (1 - risk)
        if of_partner:
            value += 2.0 if bomb else 0.45 + 0.8 * (1 - min(1.0, outlook.price(standing)))
            if value < now - 1.5 and counts[seat] - reading.size <= 5:
                value -= 1.0
        elif enemy <= 4 and counts[scene.standing_seat] <= enemy + 6:
            value -= 0.3 * (1 - risk)
        if bomb and enemy > 10 and counts[seat] > 14:
            value += 0.35
        if not after.groups:
            value -= 10.0
        found.append(-value)
    count = counts[scene.standing_seat]
    found.append(-(now - 0.25 if of_partner else now + 0.3 + (_DANGER[count] if count < len(_DANGER) else 0.0)))
    return found


def _lead(outlook: Outlook, before: Split, choice: Choice, after: Split, enemy: int, partner: int) -> float:
    """How good a lead is: many low cards are; strength is kept, unless the rest then goes out by itself."""
    reading = choice.reading
    cost = outlook.price(reading)
    losers = sum(outlook.price(group.reading) > 0.35 for group in after.groups)
    value = cost + 0.08 * reading.size - 0.8 * (after.price - before.price + cost)
    if reading.kind in BOMBS:
        value -= 2.0
        if losers <= 1:
            value += 2.6
    else:
        if losers == 0:
            value += 0.5
        elif losers == 1 and cost <= 0.35:
            value += 1.2
        if enemy <= 5 and reading.size == enemy:
            value -= 1.5 * cost
    if enemy == 1 and reading.kind is Kind.SINGLE:
        value -= 1.5 * cost
    if 0 < partner <= 2 and reading.size == partner and reading.size < 3:
        value += 0.9 if enemy != partner else 0.2
    return value if after.groups else value + 10.0


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
        """Which option to take: that of habit, unless one is worth so many ``points`` more."""
        options = range(len(self.options))
        usual = max(options, key=lambda at: self.options[at].habit)
        hoped = max(options, key=lambda at: points[at])
        return hoped if points[hoped] > points[usual] + gate else usual

    def out(self) -> int | None:
        """The option that lays the whole hand, if there is one."""
        for at, option in enumerate(self.options):
            if option.choice is not None and not any(option.choice.left.by_rank):
                return at
        return None


class Weighed(NamedTuple):
    """The choices of a scene: the hand's split now and after each, and how good habit finds each, in turns; a pass, where one may
    pass, comes last and has a price alone."""

    outlook: Outlook
    before: Split
    choices: list[Choice]
    afters: list[Split]
    habits: list[float]

    @property
    def usual(self) -> Choice | None:
        """What habit takes."""
        at = self.habits.index(max(self.habits))
        return self.choices[at] if at < len(self.choices) else None


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

    def weighed(self, extra: Choice | None = None) -> Weighed:
        """Every choice worth weighing, and ``extra``, with how good habit finds each."""
        hand, known = self.hand, splits(self.rules)
        before = known[hand.counted]
        found = choices(hand, self.standing, before, self.rules)
        if extra is not None and all(
            choice.cards != extra.cards or choice.reading != extra.reading for choice in found
        ):
            found.append(extra)
        outlook = Outlook(self.rules, hand.held, sum(self.told.laid))
        afters = [known[choice.left.counted] for choice in found]
        return Weighed(outlook, before, found, afters, habit(self, outlook, before, found, afters))

    def decision(self, extra: Choice | None = None) -> Decision:
        """The same with all that a network is shown."""
        outlook, before, found, afters, habits = self.weighed(extra)
        of_each: list[tuple[Choice | None, Split]] = [*zip(found, afters, strict=True)]
        if self.standing is not None:
            of_each.append((None, before))
        options = [
            Option(choice, price, own_features(self, outlook, before, choice, after))
            for (choice, after), price in zip(of_each, habits, strict=True)
        ]
        return Decision(shared_features(self, outlook, before), options)

    def action(self, choice: Choice | None) -> Action:
        """A choice as an action; it names its reading where the cards would be taken otherwise."""
        if choice is None:
            return Pass()
        cards, reading = choice.cards, choice.reading
        if in_force(cards, self.standing, self.rules) == reading:
            return Play(cards)
        return Play(cards, meaning(cards, reading, self.rules))

    def choice(self, action: Play) -> Choice:
        reading = TRICKS.taken(action.cards, self.standing, self.rules, action.reading)
        cards = tuple(sorted(action.cards))
        return Choice(cards, reading, cards.count(self.rules.wild), self.hand.less(cards))


def _reading(kind: str, rank: str, cards: Cards) -> Reading:
    return Reading(Kind(kind), Rank(RANKS.index(rank)), len(cards))
