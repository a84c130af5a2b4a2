"""The plays that a panel suggests."""

from random import Random

from games.base.cards import RANKS, Cards, Rank, cards_text, full_pack, sort_cards
from games.base.notation import read_exact
from games.guandan.combinations.kinds import BOMBS, ComboRules, Kind, Reading
from games.guandan.combinations.templates import Move, moves
from games.guandan.suggestions import suggested_plays
from tests.cases import each
from tests.seeds import seeds

PACK = full_pack(2)
FLUSHES = (Kind.STRAIGHT_FLUSH, Kind.ROYAL_FLUSH)


def rules_at(level: str) -> ComboRules:
    return ComboRules(Rank(RANKS.index(level)))


def dealt(seed: int) -> tuple[Cards, ComboRules]:
    """A hand of up to 27 cards at a random level, every third one with both wild cards."""
    random = Random(seed)
    rules = ComboRules(Rank(random.randrange(13)))
    hand = random.sample(PACK, random.choice((5, 12, 20, 27)))
    if seed % 3 == 0:
        rest = [card for card in hand if card != rules.wild]
        hand = [*rest[:25], rules.wild, rules.wild]
    return sort_cards(hand), rules


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
