"""The AI players ``easy`` and ``normal``: they see one seat's view and nothing else.

``normal`` splits its hand into groups, heeds its partner and whoever is nearly out, and counts what has been played;
``easy`` looks at its own hand alone, and errs by the dice."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from games.base.actions import Action, Do, Pass, Play
from games.base.cards import RANKS, Card, Cards, Rank, full_pack, rank_of, sort_cards
from games.contract import Dice, Level
from games.guandan.ai.plan import Outlook, Plan, plan, price
from games.guandan.combinations.kinds import BOMBS, ComboRules, Kind, Reading, card_order, order_index
from games.guandan.combinations.templates import Move, in_force, meaning, moves
from games.guandan.facts import GuandanView
from games.guandan.options import house_rules
from games.kit.memory import laid_cards

__all__ = ["exchange_card", "think"]

_PACK: Final = Counter(full_pack(2))
_EASY_ERROR: Final = 0.9  # How far, in turns, an easy player may misjudge a play
_WEIGHED: Final = 12  # So many plays of each class are weighed in full


@dataclass(frozen=True, slots=True)
class Situation:
    """What a seat knows when it has to play."""

    hand: Cards
    seat: int
    rules: ComboRules
    standing: Reading | None
    standing_seat: int | None
    counts: tuple[int, ...]
    outlook: Outlook

    @property
    def partner(self) -> int:
        return (self.seat + 2) % 4

    @property
    def nearest_enemy(self) -> int:
        """The smallest number of cards that an opponent still holds."""
        return min((n for seat, n in enumerate(self.counts) if n and seat % 2 != self.seat % 2), default=27)


def think(view: GuandanView, level: Level, dice: Dice) -> Action:
    if level == "strong" and view.phase == "play":
        from games.guandan.ai.strong import strong_play  # its network is read only where it plays

        return strong_play(view)
    assert view.hand is not None, "the channel does not play"
    assert view.viewer is not None, "the channel does not play"
    if view.phase in ("tribute", "return"):
        return Do(view.phase, (exchange_card(view),))
    seen = _situation(view, careful=level != "easy")
    if seen.standing is None:
        return _lead(seen, level, dice)
    return _follow(seen, level, dice)


def _rules(view: GuandanView) -> ComboRules:
    assert view.high is not None, "a round has a level"
    return house_rules(view.options).combos(Rank(view.high))


def _situation(view: GuandanView, *, careful: bool) -> Situation:
    assert view.hand is not None
    assert view.viewer is not None
    rules = _rules(view)
    played = laid_cards(view.acts) if careful else ()
    unseen = _PACK - Counter(view.hand) - Counter(played)
    by_rank = Counter(rank_of(card) for card in unseen.elements())
    higher, above = [0] * 15, 0
    for rank in reversed(card_order(rules.level)):
        higher[rank] = above
        above += by_rank[rank]
    counts = tuple(seat.count for seat in view.seats)
    standing = None
    if view.standing is not None:
        shown = view.standing
        standing = Reading(Kind(shown.kind), Rank(RANKS.index(shown.rank)), len(shown.cards))
    return Situation(
        view.hand, view.viewer, rules, standing, None if view.standing is None else view.standing.seat, counts,
        Outlook(tuple(higher)),
    )  # fmt: skip


# --- tribute and return ---------------------------------------------------------------------------------------------
def exchange_card(view: GuandanView) -> Card:
    """The permitted card whose loss costs the hand least; whom a return goes to is not weighed."""
    assert view.hand is not None
    rules = _rules(view)
    index = order_index(rules.level)
    hand = view.hand
    if view.phase == "tribute":
        candidates = [card for card in hand if card != rules.wild] or list(hand)
        top = max(index[rank_of(card)] for card in candidates)
        allowed = [card for card in candidates if index[rank_of(card)] == top]
    else:
        allowed = [card for card in hand if _returnable(card, rules)]
        if view.options["return_max"] == "any":
            allowed = [card for card in hand if card != rules.wild] or list(hand)
        if not allowed:
            low = min(index[rank_of(card)] for card in hand)
            allowed = [card for card in hand if index[rank_of(card)] == low]
    outlook = Outlook(_higher_of_pack(rules))
    worth: dict[Card, float] = {}
    for card in dict.fromkeys(allowed):
        left = list(hand)
        left.remove(card)
        worth[card] = plan(tuple(left), rules, outlook).price
    return min(worth, key=lambda card: (worth[card], index[rank_of(card)], card))


def _returnable(card: Card, rules: ComboRules) -> bool:
    rank = rank_of(card)
    return rank != rules.level and (rank <= 7 or rank == 12)


def _higher_of_pack(rules: ComboRules) -> tuple[int, ...]:
    index = order_index(rules.level)
    sizes = Counter(rank_of(card) for card in _PACK.elements())
    return tuple(sum(n for other, n in sizes.items() if index[other] > index[rank]) for rank in range(15))


# --- leading --------------------------------------------------------------------------------------------------------
def _lead(seen: Situation, level: Level, dice: Dice) -> Action:
    whole = plan(seen.hand, seen.rules, seen.outlook)
    if len(whole.groups) == 1:
        reading, cards = whole.groups[0]
        return _as(seen, cards, reading)
    scored = []
    for at, (reading, cards) in enumerate(whole.groups):
        value = _lead_value(seen, whole, at) if level != "easy" else _plain_lead_value(seen, reading)
        if level == "easy":
            value += _EASY_ERROR * dice.below(1000) / 1000
        scored.append((value, -at, reading, cards))
    _, _, reading, cards = max(scored)
    return _as(seen, cards, reading)


def _plain_lead_value(seen: Situation, reading: Reading) -> float:
    return (-3.0 if reading.kind in BOMBS else 0.0) + 0.15 * reading.size + price(reading, seen.rules, seen.outlook)


def _lead_value(seen: Situation, whole: Plan, at: int) -> float:
    """How good a lead is: many low cards are; strength is kept, unless the rest then goes out by itself."""
    reading, _ = whole.groups[at]
    cost = price(reading, seen.rules, seen.outlook)
    others = [price(other, seen.rules, seen.outlook) for n, (other, _) in enumerate(whole.groups) if n != at]
    losers = sum(1 for one in others if one > 0.35)
    value = cost + 0.08 * reading.size
    if reading.kind in BOMBS:
        value -= 2.0
        if losers <= 1:
            value += 2.6  # win the trick with it, then the rest goes
    elif losers == 0:
        value += 0.5
    elif losers == 1 and cost <= 0.35:
        value += 1.2
    enemy = seen.nearest_enemy
    if enemy <= 5 and reading.size == enemy and reading.kind not in BOMBS:
        value -= 1.5 * cost  # what they may go out with is led only if it wins
    if enemy == 1 and reading.kind is Kind.SINGLE:
        value -= 1.5 * cost
    partner = seen.counts[seen.partner]
    if 0 < partner <= 2 and reading.size == partner and reading.kind in (Kind.SINGLE, Kind.PAIR):
        value += 0.9 if enemy != partner else 0.2
    return value


# --- following ------------------------------------------------------------------------------------------------------
def _follow(seen: Situation, level: Level, dice: Dice) -> Action:
    assert seen.standing is not None
    candidates = _candidates(seen)
    for move in candidates:
        if len(move.cards) == len(seen.hand):
            return Play(move.cards, move.named)
    now = plan(seen.hand, seen.rules, seen.outlook).price
    best: tuple[float, int, Move | None] = (_pass_value(seen, now) if level != "easy" else now + 0.35, 0, None)
    if level == "easy":
        best = (best[0] + _EASY_ERROR * dice.below(1000) / 1000, 0, None)
    for at, move in enumerate(candidates, start=1):
        value = _value_after(seen, move, now) if level != "easy" else _left(seen, move)
        if level == "easy":
            value += _EASY_ERROR * dice.below(1000) / 1000
        if value < best[0]:
            best = value, at, move
    chosen = best[2]
    return Pass() if chosen is None else Play(chosen.cards, chosen.named)


def _candidates(seen: Situation) -> list[Move]:
    """The plays worth weighing: of each reading those with the fewest wild cards, plain plays and bombs
    limited in number."""
    plain: list[Move] = []
    bombs: list[Move] = []
    for move in moves(seen.hand, seen.standing, seen.rules):
        (bombs if move.reading.kind in BOMBS else plain).append(move)
    index = order_index(seen.rules.level)
    plain.sort(key=lambda move: (move.wilds, index[move.reading.rank]))
    bombs.sort(key=lambda move: (move.wilds, price(move.reading, seen.rules, seen.outlook) * -1))
    high = plain[-2:] if len(plain) > _WEIGHED else []
    return plain[:_WEIGHED] + high + bombs[:_WEIGHED]


def _left(seen: Situation, move: Move) -> float:
    left = list(seen.hand)
    for card in move.cards:
        left.remove(card)
    return plan(sort_cards(left), seen.rules, seen.outlook, 40).price


def _pass_value(seen: Situation, now: float) -> float:
    """Return the price of passing: the hand stays as it is, and the seat of the standing play may lead."""
    by = seen.standing_seat
    assert by is not None
    if by == seen.partner:
        return now - 0.25
    return now + 0.3 + _danger(seen.counts[by])


def _danger(count: int) -> float:
    """How urgent it is to stop somebody with so many cards left."""
    return {0: 0.2, 1: 2.2, 2: 1.8, 3: 1.3, 4: 1.1, 5: 1.0}.get(count, 0.5 if count <= 8 else 0.0)


def _value_after(seen: Situation, move: Move, now: float) -> float:
    """The price of a play: what is left, less the chance to lead next."""
    assert seen.standing is not None
    assert seen.standing_seat is not None
    value = _left(seen, move)
    risk = max(0.0, min(1.0, price(move.reading, seen.rules, seen.outlook)))
    value -= 0.45 * (1 - risk)
    enemy = seen.nearest_enemy
    if seen.standing_seat == seen.partner:
        strong = move.reading.kind in BOMBS
        value += 2.0 if strong else 0.45 + 0.8 * (1 - min(1.0, price(seen.standing, seen.rules, seen.outlook)))
        if value < now - 1.5 and len(seen.hand) - len(move.cards) <= 5:
            value -= 1.0
    elif enemy <= 4 and not seen.counts[seen.standing_seat] > enemy + 6:
        value -= 0.3 * (1 - risk)
    if move.reading.kind in BOMBS and enemy > 10 and len(seen.hand) > 14:
        value += 0.35
    return value


def _as(seen: Situation, cards: Cards, reading: Reading) -> Action:
    """A play in this reading, which it names where the cards would be taken otherwise."""

    ordered = sort_cards(cards)
    if in_force(ordered, seen.standing, seen.rules) == reading:
        return Play(ordered)
    return Play(ordered, meaning(ordered, reading, seen.rules))
