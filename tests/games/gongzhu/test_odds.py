"""The odds by which tables are played to their end."""

from random import Random

import pytest

from games.base.actions import Play
from games.base.cards import cards_text
from games.contract import Deal, Json
from games.gongzhu import GAME
from games.gongzhu.ai.bits import CARD_AT, PLACE_OF, POINT_BITS, bits_of
from games.gongzhu.ai.odds import SIZE, Odds
from games.gongzhu.cards import SPECIALS
from games.gongzhu.options import house_rules
from games.gongzhu.state import State
from games.kit.network import network
from games.simulate import SeededDice

RULES = house_rules(GAME.option_set.complete({}))


@pytest.mark.parametrize("name", ["odds", "odds_swapped"])
def test_the_files_have_as_many_factors_as_there_are_contexts(name: str) -> None:
    assert network("games.gongzhu.ai", name).sizes == (SIZE, 1)


class Seen(Odds):
    """Odds that note what was asked."""

    lawful: list[tuple[int, ...]]

    def leads(self, *given: int) -> tuple[list[int], list[float]]:
        places, sums = super().leads(*given)
        self.lawful.append(tuple(places))
        return list(places), sums

    def follows(self, *given: int) -> tuple[list[int], list[float]]:
        places, sums = super().follows(*given)
        self.lawful.append(tuple(places))
        return list(places), sums

    def throws(self, *given: int) -> tuple[list[int], list[float]]:
        places, sums = super().throws(*given)
        self.lawful.append(tuple(places))
        return list(places), sums


@pytest.mark.parametrize("seed", range(8))
def test_a_table_is_played_to_its_end_by_the_rules(seed: int) -> None:
    """Whatever is chosen among, the rules allow the same cards; and both end alike."""
    random = Random(seed)
    dealt = GAME.deal(GAME.option_set.complete({}), 4, {}, SeededDice(seed)).hands
    shown = tuple(card for card in SPECIALS if random.random() < 0.5)
    hands, exposed = [bits_of(hand) for hand in dealt], bits_of(shown)
    odds = Seen((1.0,) * SIZE, exposed, RULES)
    odds.lawful = []
    draws = [random.random() for _ in range(52)]
    taken, bonus = [0] * 4, [0] * 4
    odds.play_out(list(hands), taken, bonus, 1, (), exposed, 0, draws)
    keys: dict[str, Json] = {"leader": 1, "exposed": cards_text(shown)}
    state = GAME.start(GAME.option_set.complete({}), Deal(dealt, keys=keys), {}).state
    for lawful in odds.lawful:
        while len(places := legal_places(state)) == 1:
            state = laid(state, places[0])
        assert places == lawful
        left = sum(map(len, GAME.hands(state)))
        state = laid(state, lawful[int(draws[left - 1] * len(lawful))])
    while GAME.awaited(state):
        state = laid(state, legal_places(state)[0])
    ended = [bits_of(read.taken) for read in GAME.view(state, None).seats]
    assert [cards & POINT_BITS for cards in ended] == [cards & POINT_BITS for cards in taken]


def legal_places(state: State) -> tuple[int, ...]:
    (waiting,) = GAME.awaited(state)
    return tuple(sorted(PLACE_OF[play.cards[0]] for play in GAME.legal(state, waiting.seat) if isinstance(play, Play)))


def laid(state: State, place: int) -> State:
    return GAME.apply(state, GAME.awaited(state)[0].seat, Play((CARD_AT[place],))).state
