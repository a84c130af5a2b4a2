"""Cards and declarations with open suits, and moves told apart, against trying everything (GD-32, GD-64)."""

from collections import Counter
from itertools import combinations, product
from random import Random

import pytest

from games.base.actions import Pattern
from games.base.cards import RANKS, SUITS, Cards, Rank, cards_text, full_pack, rank_of, sort_cards
from games.base.notation import pattern_text, patterns_text, read_cards, read_exact
from games.guandan.combinations.kinds import Kind, Reading
from games.guandan.combinations.readings import fitting, in_force
from games.guandan.combinations.selection import select, selections
from games.guandan.combinations.templates import legal_plays, moves
from tests.cases import each
from tests.games.guandan import naive
from tests.games.guandan.test_combos import HOUSES, LEVELS, hand_of, rules_of, texts
from tests.seeds import seeds

Beaten = tuple[tuple[str, str], int] | None


def names(cards: list[str], named: list[str]) -> bool:
    """Whether the cards are exactly those named; without suit any of the rank."""
    exact = Counter(one for one in named if len(one) == 2)
    return Counter(card[0] for card in cards) == Counter(one[0] for one in named) and exact <= Counter(cards)


def fits(cards: list[str], named: list[str], sheet: naive.Rules) -> list[tuple[str, str]]:
    """The readings that a declaration fits, by trying every card for every wild card."""
    wild = sheet.level + "h"
    wilds = cards.count(wild)
    if wilds == len(cards) or (not sheet.wild_with_jokers and set(cards) & {"x", "X"}):
        ways = [cards]
    else:
        others = [card for card in cards if card != wild]
        ways = [others + list(instead) for instead in product(naive.SUITED, repeat=wilds)]
    found = {naive.plain_kind(way, sheet) for way in ways if names(way, named)}
    return naive.strongest_first({reading for reading in found if reading is not None}, len(cards), sheet)


def best(
    patterns: list[str], hand: list[str], named: list[str] | None, beaten: Beaten, sheet: naive.Rules
) -> list[str]:
    """What GD-64 picks, by trying all selections; empty if none is legal."""
    found = []
    for cards in {tuple(sorted(chosen)) for chosen in combinations(hand, len(patterns)) if names([*chosen], patterns)}:
        possible = (
            naive.strongest_first(naive.readings([*cards], sheet), len(cards), sheet)
            if named is None
            else fits([*cards], named, sheet)
        )
        may = [one for one in possible if beaten is None or naive.beats(one, len(cards), *beaten, sheet)]
        if may:
            by_suit = sorted(cards, key=lambda card: ("23456789TJQKAxX".index(card[0]), "shdc".find(card[1:])))
            weakest = naive.strongest_first({*may}, len(cards), sheet)[0]
            strength = (naive.bomb_class(weakest, len(cards), sheet) or (0.0, 0), height(weakest, sheet))
            key = cards.count(sheet.level + "h"), strength, ["shdc".find(card[1:]) for card in by_suit]
            found.append((key, [*cards]))
    return min(found)[1] if found else []


def height(reading: tuple[str, str], sheet: naive.Rules) -> tuple[int, int]:
    kind, rank = reading
    if kind not in naive.PLAIN:
        return 0, 0
    order = list(naive.NATURAL) if kind in ("tube", "plate", "straight") else sheet.order
    return naive.PLAIN.index(kind), order.index(rank)


def loosened(cards: Cards, random: Random) -> tuple[Pattern, ...]:
    """Cards with some of their suits left out, in any order."""
    patterns = [
        Pattern(rank_of(card), card & 3 if card < 52 and random.random() < 0.4 else None)
        for card in random.sample(cards, len(cards))
    ]
    return tuple(patterns)


def declared(cards: Cards, reading: Reading, random: Random, sheet: naive.Rules) -> tuple[Pattern, ...]:
    """A way to name a reading of cards: with what wild cards stand for, some suits left out."""
    wild = sheet.level + "h"
    shown = [card for card in texts(cards) if card != wild]
    wilds = len(cards) - len(shown)
    joker = bool({"x", "X"} & {*shown})
    if not shown or (joker and not sheet.wild_with_jokers):
        shown, wilds = texts(cards), 0
    ways = [
        shown + list(instead)
        for instead in product(random.sample(naive.SUITED, 52), repeat=wilds)
        if naive.plain_kind(shown + list(instead), sheet) == (reading.kind.value, RANKS[reading.rank])
    ]
    way = random.choice(ways)
    written = [card if len(card) == 2 and random.random() < 0.5 else card[0] for card in way]
    return read_cards(" ".join(random.sample(written, len(written))))


def beaten_by(standing: Reading | None) -> Beaten:
    return None if standing is None else ((standing.kind.value, RANKS[standing.rank]), standing.size)


@each("wilds", [0, 1, 2])
@each("seed", seeds(5, 24))
def test_written_and_open_suits_together_pick_what_the_sheet_picks(wilds: int, seed: int) -> None:
    random = Random(f"select {seed}/{wilds}")
    rules, sheet = rules_of(random.choice(LEVELS), **random.choice(HOUSES))
    hand = hand_of(random, rules, 10, wilds)
    standings = [None, *(move.reading for move in moves(hand_of(random, rules, 8, 0), None, rules))]
    offered = list(moves(hand, None, rules))
    for move in random.sample(offered, min(12, len(offered))):
        standing = random.choice([None, random.choice(standings)])
        patterns = loosened(move.cards, random)
        named = random.choice([None, declared(move.cards, move.reading, random, sheet)])
        found = select(patterns, hand, standing, rules, named)
        expected = best(
            [pattern_text(pattern) for pattern in patterns],
            texts(hand),
            None if named is None else [pattern_text(pattern) for pattern in named],
            beaten_by(standing),
            sheet,
        )
        told = cards_text(hand), patterns_text(patterns), named and patterns_text(named), standing
        assert sorted([] if found is None else texts(found)) == sorted(expected), told


@each("wilds", [0, 1, 2])
@each("seed", range(8))
def test_a_declaration_fits_the_readings_that_some_substitution_makes(wilds: int, seed: int) -> None:
    random = Random(f"fitting {seed}/{wilds}")
    rules, sheet = rules_of(random.choice(LEVELS), **random.choice(HOUSES))
    offered = list(moves(hand_of(random, rules, 12, wilds), None, rules))
    for move in random.sample(offered, min(20, len(offered))):
        named = declared(move.cards, move.reading, random, sheet)
        found = [(one.kind.value, RANKS[one.rank]) for one in fitting(move.cards, named, rules)]
        assert found == fits(texts(move.cards), [pattern_text(pattern) for pattern in named], sheet)


@each("wilds", [0, 1, 2])
@each("seed", seeds(5, 24))
def test_moves_are_all_readings_of_all_plays_each_once_and_named_where_they_must_be(wilds: int, seed: int) -> None:
    random = Random(f"moves {seed}/{wilds}")
    rules, sheet = rules_of(random.choice(LEVELS), **random.choice(HOUSES))
    hand = hand_of(random, rules, 8, wilds)
    others = [move.reading for move in moves(hand_of(random, rules, 8, 1), None, rules)]
    for standing in (None, random.choice(others), random.choice(others)):
        beaten = beaten_by(standing)
        expected = set()
        for cards in (cards for ways in naive.legal(texts(hand), beaten, sheet).values() for cards in ways):
            for reading in naive.readings(cards, sheet):
                if beaten is None or naive.beats(reading, len(cards), *beaten, sheet):
                    natural = {card[1:] for card in cards if card != sheet.level + "h"}
                    suit = natural.pop() if "flush" in reading[0] else ""
                    ranks = tuple(sorted(card[0] for card in cards))
                    expected.add((ranks, cards.count(sheet.level + "h"), reading, suit))
        found = [
            (
                tuple(sorted(RANKS[rank_of(card)] for card in move.cards)),
                move.wilds,
                (move.reading.kind.value, RANKS[move.reading.rank]),
                suit_of_flush(move.cards, rules.wild) if "flush" in move.reading.kind.value else "",
            )
            for move in moves(hand, standing, rules)
        ]
        assert sorted(found) == sorted(expected), (cards_text(hand), standing)
        for move in moves(hand, standing, rules):
            assert not Counter(move.cards) - Counter(hand)
            assert move.cards == sort_cards(move.cards)
            named = None if move.named is None else read_cards(move.named)
            assert in_force(move.cards, standing, rules, named) == move.reading
            if move.named is not None:
                assert in_force(move.cards, standing, rules) != move.reading


def suit_of_flush(cards: Cards, wild: int) -> str:
    return SUITS[next(card for card in cards if card != wild) & 3]


def test_ranks_alone_make_a_plain_straight_rather_than_a_flush() -> None:
    rules, _ = rules_of("9")
    hand = sort_cards(read_exact("3s 4s 5s 6s 7s 7d 5d"))
    assert select(read_cards("3 4 5 6 7"), hand, None, rules) == sort_cards(read_exact("3s 4s 5s 6s 7d"))
    assert select(read_cards("3 4 5 6 7s"), hand, None, rules) == sort_cards(read_exact("3s 4s 5d 6s 7s"))
    bomb = Reading(Kind.BOMB, Rank(0), 4)
    assert select(read_cards("3 4 5 6 7"), hand, bomb, rules) == sort_cards(read_exact("3s 4s 5s 6s 7s"))


@each("wilds", [0, 1, 2])
@each("seed", seeds(4, 20))
def test_straights_of_a_nearly_suited_hand_are_mixed_as_the_sheet_picks(wilds: int, seed: int) -> None:
    random = Random(f"mixed {seed}/{wilds}")
    rules, sheet = rules_of(random.choice(LEVELS))
    start = random.randrange(13)
    run = [f"{naive.NATURAL[(start + step) % 13]}s" for step in range(6)]
    others = [card for card in naive.SUITED if card[0] + "s" in run and card[1] != "s" and card[0] != sheet.level]
    hand = sort_cards([*read_exact(" ".join(run + random.sample(others, 4))), *[rules.wild] * wilds])
    for standing in (None, Reading(Kind.BOMB, Rank(0), 4)):
        plays = {
            " ".join(RANKS[rank_of(card)] for card in cards): cards for cards in legal_plays(hand, standing, rules)
        }
        fives = [ranks for ranks in plays if len(set(ranks.split())) >= 4 and len(ranks.split()) == 5]
        for ranks in random.sample(fives, min(12, len(fives))):
            expected = best(ranks.split(), texts(hand), None, beaten_by(standing), sheet)
            assert sorted(texts(plays[ranks])) == sorted(expected), (cards_text(hand), ranks)
            chosen = select(read_cards(ranks), hand, standing, rules)
            assert chosen is not None
            assert sorted(texts(chosen)) == sorted(expected), (cards_text(hand), ranks)


def test_a_wild_card_is_spent_only_where_it_must_be() -> None:
    rules, _ = rules_of("8")
    hand = sort_cards(read_exact("8h 8s 8c 9s 9d"))
    assert select(read_cards("8 8"), hand, None, rules) == sort_cards(read_exact("8s 8c"))
    assert select(read_cards("8 8 8"), hand, None, rules) == sort_cards(read_exact("8h 8s 8c"))
    assert select(read_cards("9 9 8"), hand, None, rules) == sort_cards(read_exact("9s 9d 8h"))
    assert select(read_cards("9 9 8s"), hand, None, rules) is None
    assert select(read_cards("9 9 T"), hand, None, rules) is None


@pytest.mark.parametrize("text", ["", "3 " * 11, "3 4 5 6 7 8 9 T J Q", "8 8 8 8 8 8 8 8", "x X", "4 4 5 5 6 6"])
def test_a_long_list_of_open_cards_is_answered_without_trying_all_suits(text: str) -> None:
    """Work that does not grow with the number of suits to choose from: counted in selections, not in seconds."""
    rules, _ = rules_of("8")
    hand = full_pack(2)
    tried = list(selections(read_cards(text), Counter(hand), rules, None))
    assert len(tried) <= 3 * 7
