"""A fast round and the rules play the same rounds."""

from random import Random
from typing import Any

import pytest

from bench.rates import play_randomly
from games.base.actions import Play
from games.base.cards import Cards, cards_text, full_pack, sort_cards
from games.base.events import Played
from games.contract import Deal, Json
from games.gongzhu import GAME
from games.gongzhu.cards import POINT_CARDS, SPECIALS
from games.gongzhu.fast_round import CARD_AT, FastRound, bits_of, cards_of
from games.gongzhu.options import house_rules
from tests.games.gongzhu import naive

OPTIONS: list[dict[str, Any]] = [
    {},
    {"expose_rounds": 2, "plus_1000": "loses"},
    {"diamond_queen": True},
    {"all_cards_win": True},
    {"diamond_queen": True, "all_cards_win": True, "teams": True},
    {"swap_jack_queen": True},
]


def position(random: Random) -> tuple[tuple[Cards, ...], dict[str, Any]]:
    """A fresh deal or an end game, with anything exposed; ``taken`` as tuples of cards."""
    pack = list(full_pack(jokers=False))
    random.shuffle(pack)
    size = random.choice((13, 13, 8, 5, 3, 2, 1))
    if size == 3:
        return one_card_short(pack)
    hands = tuple(sort_cards(pack[seat * size : seat * size + size]) for seat in range(4))
    taken: list[list[Any]] = [[], [], [], []]
    one = random.randrange(4) if random.random() < 0.7 else None
    for card in pack[4 * size :]:
        taken[random.randrange(4) if one is None or card not in POINT_CARDS else one].append(card)
    for cards in taken:
        if set(POINT_CARDS) <= set(cards):  # a round that has ended is no position
            cards.remove(SPECIALS[3])
    exposed = tuple(card for card in SPECIALS if random.random() < 0.5)
    led = 0 if size == 13 else random.randrange(16)
    return hands, {"exposed": exposed, "taken": tuple(map(tuple, taken)), "led": led, "leader": random.randrange(4)}


def one_card_short(pack: list[Any]) -> tuple[tuple[Cards, ...], dict[str, Any]]:
    """The leader has taken all point cards but the ace of hearts, and holds it."""
    plain = [card for card in pack if card not in POINT_CARDS]
    ace = SPECIALS[3]
    hands = (sort_cards([ace, *plain[:2]]), *(sort_cards(plain[at : at + 3]) for at in (2, 5, 8)))
    mine = tuple(card for card in POINT_CARDS if card != ace)
    return hands, {"exposed": SPECIALS, "taken": (mine, (), (), ()), "led": 15, "leader": 0}


def begun(options: dict[str, Any], hands: tuple[Cards, ...], keys: dict[str, Any]) -> tuple[Any, FastRound]:
    """The same position on both engines: the first step of one, and the other."""
    told: dict[str, Json] = {
        "phase": "play",
        "leader": keys["leader"],
        "exposed": cards_text(keys["exposed"]),
        "taken": [cards_text(cards) for cards in keys["taken"]],
        "led": " ".join(suit for at, suit in enumerate("shdc") if keys["led"] >> at & 1),
    }
    complete = GAME.option_set.complete(options)
    twin = FastRound(
        hands, keys["leader"], house_rules(complete), exposed=keys["exposed"], taken=keys["taken"], led=keys["led"]
    )
    return GAME.start(complete, Deal(hands, keys=told), {}), twin


def play_both(options: dict[str, Any], random: Random) -> tuple[int, bool]:
    """One random round on both, everything compared on the way; the automatic plays, and whether cards were left."""
    hands, keys = position(random)
    step, fast = begun(options, hands, keys)
    alone = 0
    while True:
        state = step.state
        alone += sum(isinstance(event, Played) and event.auto for event in step.events)
        facts: dict[str, Any] = dict(GAME.facts(state))
        assert [sort_cards(cards_of(hand)) for hand in fast.hands] == list(GAME.hands(state))
        assert facts["tricks"] == fast.won
        taken = [cards_of(bits & bits_of(POINT_CARDS)) for bits in fast.taken]
        assert [sorted(cards.split()) for cards in facts["taken"]] == [sorted(cards_text(c).split()) for c in taken]
        awaited = GAME.awaited(state)
        assert bool(awaited) is not fast.is_over
        if not awaited:
            assert facts["points"] == list(fast.points())
            return alone, any(facts["counts"])
        (waiting,) = awaited
        assert waiting.seat == fast.turn
        assert facts["leader"] == fast.leader
        assert facts["trick"] == cards_text([CARD_AT[place] for place in fast.trick])
        actions = list(GAME.legal(state, waiting.seat))
        places = fast.legal()
        lawful = sorted(action.cards[0] for action in actions if isinstance(action, Play))
        assert sorted(CARD_AT[place] for place in places) == lawful
        place = random.choice(places)
        step = GAME.apply(state, waiting.seat, Play((CARD_AT[place],)))
        fast.step(place)


@pytest.mark.parametrize("options", OPTIONS, ids=repr)
def test_random_rounds_are_the_same_on_both_engines(options: dict[str, Any]) -> None:
    random = Random(repr(options))
    alone, left = zip(*(play_both(options, random) for _ in range(100)), strict=True)
    assert min(alone) == 0 or not options.get("all_cards_win")
    assert max(alone) == 4
    assert any(left) is bool(options.get("all_cards_win"))


@pytest.mark.parametrize("options", OPTIONS, ids=repr)
def test_playing_out_is_playing_step_by_step(options: dict[str, Any]) -> None:
    random = Random(f"out {options!r}")
    for number in range(80):
        hands, keys = position(random)
        (_, one), (_, other) = begun(options, hands, keys), begun(options, hands, keys)
        for _ in range(random.choice((0, 0, 1, 2, 3, 6))):
            if not one.is_over:
                place = random.choice(one.legal())
                one.step(place)
                other.step(place)
        drawn, again = Random(number), Random(number)
        choices = one.play_out(drawn.random)
        assert choices == play_randomly(other, again.random)
        names = ("hands", "taken", "won", "bonus", "is_over", "leader", "turn", "waiting", "trick")
        assert {name: getattr(one, name) for name in names} == {name: getattr(other, name) for name in names}
        assert one.points() == other.points()


def test_places_run_through_the_suits_from_two_to_ace() -> None:
    assert cards_text(CARD_AT).split() == [rank + suit for suit in "shdc" for rank in naive.ORDER]
    assert cards_of(bits_of(CARD_AT[5:9])) == CARD_AT[5:9]
