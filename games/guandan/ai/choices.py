"""The plays that are worth weighing: the groups of the hand's split, and of all other plays those that tear least apart."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.base.cards import Card, Cards, make_card, sort_cards
from games.guandan.ai.split import Group, Split
from games.guandan.combinations.counts import SUITED, UNITS, at_least, rank_items
from games.guandan.combinations.kinds import BOMBS, ComboRules, Kind, Reading, beats
from games.guandan.combinations.selection import WILD, Hand, ReadingTable, reading_table
from games.guandan.combinations.tables import tables

__all__ = ["Choice", "choices", "group_cards"]

_MOST_PLAYS: Final = 8
_MOST_BOMBS: Final = 5
_MOST_LOOKED_AT: Final = 26
_FEW_CARDS: Final = 7
"""With so many cards or fewer, every lead is weighed."""


class Choice(NamedTuple):
    """A play, and the hand that is left after it."""

    cards: Cards
    reading: Reading
    wilds: int
    left: Hand


def group_cards(hand: Hand, split: Split) -> list[Cards]:
    """Return the cards of each group: flushes take theirs first, then straights, which must not be of one suit."""
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
    """Return the plays that are worth weighing, passing left out; none only where nothing beats the standing play."""
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
        for part in parts[:1]:
            for play in _small_leads(part, split):
                _add(found, hand, part, play, by_shape)
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
    """Return whether a group of the split might beat this; cards are looked for only then."""
    kind = standing.kind
    return any(group.suit >= 0 or group.reading.kind is kind or group.reading.kind in BOMBS for group in split.groups)


def _small_leads(hand: Hand, split: Split) -> list[int]:
    """Return low singles and pairs, and triples and pairs that the split keeps together."""
    natural = hand.counted.natural
    masks = at_least(natural)
    found: list[int] = []
    for size in (1, 2):
        alone = masks[size] & ~masks[4]
        if size == 2:
            alone &= SUITED
        order = low_to_high(hand.level)
        low = [unit for unit in order if alone & unit][:2]
        found += [size * unit for unit in low]
    for group in split.groups:
        if group.reading.kind is Kind.FULL_HOUSE and not group.wilds:
            triple = UNITS[group.reading.rank]
            found += [3 * triple, group.ranks - 3 * triple]
    return found


def low_to_high(level: int) -> tuple[int, ...]:
    """Return one card of each rank, low to high where this is the unit of the level."""
    order = _ORDERS.get(level)
    if order is None:
        deuce = UNITS[12]
        plain = [unit for unit in (deuce, *UNITS[:12]) if unit != level]
        order = _ORDERS[level] = (*plain, level, UNITS[13], UNITS[14])
    return order


_ORDERS: dict[int, tuple[int, ...]] = {}


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
