"""Legal cards, the winner of a trick and the score table against the definition, over thousands of pinned hands."""

from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from games.base.actions import Play
from games.base.cards import cards_text
from games.base.errors import IllegalAction
from games.contract import Deal, Json
from games.gongzhu import GAME
from tests.cases import each
from tests.games.gongzhu import naive
from tests.games.gongzhu.test_umpire import card_of, cards_of

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


@each("exposed", shown_sets())
def test_a_position_allows_the_same_cards_and_refuses_all_others(exposed: tuple[str, ...]) -> None:
    random = Random(f"refused {exposed!r}")
    for _ in range(25):
        size = random.choice((2, 3, 5, 8))
        first = random.sample([*naive.SPECIAL, *naive.PACK], size)
        hand = list(dict.fromkeys(first))
        others = [card for card in naive.PACK if card not in hand]
        random.shuffle(others)
        hands = [hand, *(others[number * len(hand) :][: len(hand)] for number in range(3))]
        if len(hand) < 2:
            continue
        opened = [suit for suit in "shdc" if random.random() < 0.4]
        seat = random.randrange(4)
        keys: dict[str, Json] = {"leader": (seat - 1) % 4, "exposed": " ".join(exposed), "led": " ".join(opened)}
        placed = [hands[(number - seat) % 4] for number in range(4)]
        state = GAME.start(STANDARD, Deal(tuple(map(cards_of, placed)), keys=keys), {}).state
        leads = list(GAME.legal(state, (seat - 1) % 4))
        lead = random.choice(leads)
        assert isinstance(lead, Play)
        state = GAME.apply(state, (seat - 1) % 4, lead).state
        lawful = naive.playable(hand, cards_text(lead.cards), exposed, opened)
        assert {cards_text(action.cards) for action in GAME.legal(state, seat) if isinstance(action, Play)} == lawful
        for card in naive.PACK:
            action = Play((card_of(card),))
            if card in lawful:
                GAME.check(state, seat, action)
            else:
                with pytest.raises(IllegalAction):
                    GAME.check(state, seat, action)


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


def test_a_hand_offers_every_choice_of_its_special_cards_once() -> None:
    random = Random(9)
    seen = set()
    for _ in range(60):
        pack = list(naive.PACK)
        random.shuffle(pack)
        hands = [pack[seat::4] for seat in range(4)]
        state = GAME.start(STANDARD, Deal(tuple(map(cards_of, hands)), keys={"phase": "expose"}), {}).state
        for seat in range(4):
            offered = [tuple(sorted(cards_text(getattr(one, "cards", ())).split())) for one in GAME.legal(state, seat)]
            choices = [tuple(sorted(cards)) for cards in naive.choices_to_expose(hands[seat], ())]
            assert sorted(offered) == sorted(choices)
            seen.add(len(offered))
    assert {1, 2, 4, 8} <= seen
