"""How the AI splits a hand into plays, and the plays that a panel suggests."""

from random import Random

from games.base.cards import RANKS, Cards, Rank, cards_text, full_pack, sort_cards
from games.base.notation import read_exact
from games.guandan.ai.plan import Outlook, plan
from games.guandan.combinations.kinds import BOMBS
from games.guandan.combinations.templates import ComboRules, Kind, Move, Reading, moves, readings
from games.guandan.suggestions import suggested_plays
from tests.cases import each
from tests.seeds import seeds

PACK = full_pack(2)
NOTHING_OUT = Outlook((0,) * 15)
FLUSHES = (Kind.STRAIGHT_FLUSH, Kind.ROYAL_FLUSH)


def rules_at(level: str) -> ComboRules:
    return ComboRules(Rank(RANKS.index(level)))


def split(hand: str, level: str = "2") -> list[tuple[Kind, str]]:
    whole = plan(sort_cards(read_exact(hand)), rules_at(level), Outlook(tuple(range(30, 15, -1))))
    return sorted((reading.kind, cards_text(sort_cards(cards))) for reading, cards in whole.groups)


def dealt(seed: int) -> tuple[Cards, ComboRules]:
    """A hand of up to 27 cards at a random level, every third one with both wild cards."""
    random = Random(seed)
    rules = ComboRules(Rank(random.randrange(13)))
    hand = random.sample(PACK, random.choice((5, 12, 20, 27)))
    if seed % 3 == 0:
        rest = [card for card in hand if card != rules.wild]
        hand = [*rest[:25], rules.wild, rules.wild]
    return sort_cards(hand), rules


@each("seed", seeds(20, 120))
def test_a_split_is_the_whole_hand_in_plays_that_the_rules_know(seed: int) -> None:
    hand, rules = dealt(seed)
    whole = plan(hand, rules, NOTHING_OUT)
    assert sort_cards([card for _, cards in whole.groups for card in cards]) == hand
    for reading, cards in whole.groups:
        assert reading in readings(sort_cards(cards), rules)


def test_a_straight_flush_is_seen_among_pairs() -> None:
    found = split("4s 4d 5s 5d 6s 7s 8s Jc")
    assert (Kind.STRAIGHT_FLUSH, "4s 5s 6s 7s 8s") in found


def test_a_wild_card_completes_a_straight_flush() -> None:
    assert split("4s 5s 6s 8s 2h") == [(Kind.STRAIGHT_FLUSH, "4s 5s 6s 8s 2h")]


def test_a_bomb_is_not_torn_for_a_straight() -> None:
    kinds = [kind for kind, _ in split("7s 7h 7d 7c 5s 5d 6d 6s 8d 8s 9c 9s 3s 3d 3c")]
    assert Kind.BOMB in kinds


def test_an_ace_may_stand_below_a_two_in_a_straight() -> None:
    assert [kind for kind, _ in split("As 2d 3c 4s 5d", "9")] == [Kind.STRAIGHT]


def test_two_triples_in_a_row_go_out_as_one_plate() -> None:
    assert [kind for kind, _ in split("5s 5d 5c 6s 6d 6h")] == [Kind.PLATE]


@each("seed", seeds(14, 80))
def test_suggestions_are_few_legal_and_show_a_flush_where_there_is_one(seed: int) -> None:
    hand, rules = dealt(seed)
    standings: list[Reading | None] = [None, Reading(Kind.PAIR, Rank(4), 2), Reading(Kind.BOMB, Rank(1), 4)]
    for standing in standings:
        legal: list[Move] = list(moves(hand, standing, rules))
        suggested = suggested_plays(hand, standing, rules)
        assert len(suggested) <= 12
        assert len(set(suggested)) == len(suggested)
        assert set(suggested) <= set(legal)
        assert bool(suggested) == bool(legal)
        if any(move.reading.kind in FLUSHES for move in legal):
            assert any(move.reading.kind in FLUSHES for move in suggested)


def test_to_beat_a_pair_the_low_pairs_come_first_and_the_bomb_last() -> None:
    hand = sort_cards(read_exact("6s 6d 6c 7s 7d Ks Kd 8s 8h 8d 8c"))
    suggested = suggested_plays(hand, Reading(Kind.PAIR, Rank(RANKS.index("5")), 2), rules_at("2"))
    assert [cards_text(move.cards) for move in suggested[:2]] == ["6s 6d", "7s 7d"]
    assert [move.reading.kind in BOMBS for move in suggested].index(True) == len(suggested) - 1
