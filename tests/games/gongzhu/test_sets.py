"""Legal cards, the winner of a trick and the score table against the definition, over thousands of pinned hands."""

from itertools import combinations, product
from random import Random
from typing import Any

from games.gongzhu import GAME
from tests.cases import each
from tests.games.gongzhu import naive

STANDARD = GAME.option_set.complete({})


def shown_sets() -> list[tuple[str, ...]]:
    return [cards for size in range(5) for cards in combinations(naive.SPECIAL, size)]


def spicy_hand(random: Random, size: int) -> list[str]:
    """Hands rich in the four special cards and in lone cards of a suit."""
    hand = [card for card in naive.SPECIAL if random.random() < 0.6]
    others = [card for card in naive.PACK if card not in hand]
    return [*hand, *random.sample(others, size)]


def asked(**query: Any) -> Any:
    return GAME.query(query)


@each("exposed", shown_sets())
def test_what_may_be_led_and_followed_is_what_the_definition_says(exposed: tuple[str, ...]) -> None:
    random = Random(repr(exposed))
    for _ in range(150):
        hand = spicy_hand(random, random.choice((1, 2, 3, 4, 9)))
        led = random.choice([None, *(card for card in naive.PACK if card not in hand)])
        opened = [suit for suit in "shdc" if random.random() < 0.4]
        found = asked(hand=" ".join(hand), to_beat=led, exposed=" ".join(exposed), led=" ".join(opened))
        assert len(found) == len(set(found))
        assert set(found) == naive.playable(hand, led, exposed, opened), (hand, led, opened)
        assert found


def test_a_card_beats_exactly_the_lower_cards_of_its_suit() -> None:
    for new, old in product(naive.PACK, naive.PACK):
        assert asked(beats=[new, old]) is naive.wins_over(new, old), (new, old)


@each("exposed", shown_sets())
def test_cards_taken_are_worth_what_the_score_table_says(exposed: tuple[str, ...]) -> None:
    random = Random(f"score {exposed!r}")
    for number in range(300):
        hearts = random.choice((0, 0, 1, 2, 6, 12, 13)) if number % 2 else 13
        taken = [*random.sample(naive.HEARTS, hearts), *(card for card in naive.SPECIAL[:3] if random.random() < 0.5)]
        taken += random.sample([card for card in naive.PACK if card not in naive.POINT_CARDS], random.randrange(4))
        random.shuffle(taken)
        swapped = number % 3 == 0
        found = asked(score=" ".join(taken), exposed=" ".join(exposed), options={"swap_jack_queen": swapped})
        assert found == naive.score(taken, exposed, swapped=swapped), taken
