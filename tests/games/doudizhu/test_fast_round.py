"""A fast round and the rules play the same rounds."""

import random
from itertools import product

import pytest

from bench.rates import peak_memory
from games.base.actions import Action, Bid, Pass, Play
from games.base.cards import Cards, full_pack, sort_cards
from games.base.events import Passed
from games.contract import Deal
from games.doudizhu import GAME
from games.doudizhu.fast_round import PASS, FastRound
from games.doudizhu.options import house_rules
from games.doudizhu.state import Playing
from games.kit.counts import pack, take
from games.simulate import SeededDice
from tests.cases import each
from tests.twins import fields_of, moments

ALL_OPTIONS = [
    {"joker_kickers": jokers, "equal_kickers": equal, "shuttles": shuttles}
    for jokers, equal, shuttles in product(("none", "one", "both"), (True, False), (True, False))
]


def deal(rng: random.Random, landlord: int, *, endgame: bool = False) -> tuple[Cards, ...]:
    """Three hands, the landlord's with the kitty; an endgame has few ranks, so that much can be answered."""
    cards = list(full_pack())
    rng.shuffle(cards)
    if endgame:
        cards = sorted(cards[:18], key=lambda card: (card >> 2) % 4)
        return tuple(sort_cards(cards[seat::3]) for seat in range(3))
    hands = [cards[:17], cards[17:34], cards[34:51]]
    hands[landlord] += cards[51:]
    return tuple(sort_cards(hand) for hand in hands)


def play_both(options: dict[str, object], rng: random.Random, *, endgame: bool = False) -> int:
    """Plays one random round on both engines and compares everything on the way; returns the automatic passes."""
    complete = GAME.option_set.complete(options)
    landlord = rng.randrange(3)
    hands = deal(rng, landlord, endgame=endgame)
    state = GAME.start(complete, Deal(hands, keys={"landlord": landlord}), {}).state
    fast = FastRound([pack(hand) for hand in hands], landlord, house_rules(complete).combos)
    automatic = 0
    while awaited := GAME.awaited(state):
        seat = awaited[0].seat
        assert fast.winner is None
        assert (seat, awaited[0].why) == (fast.turn, "follow" if fast.standing else "lead")
        actions = list(GAME.legal(state, seat))
        plays = [pack(action.cards) if isinstance(action, Play) else PASS for action in actions]
        assert sorted(plays) == sorted(fast.legal())
        facts = GAME.facts(state)
        standing = facts["standing"]
        assert standing == (standing and {**standing, "seat": fast.standing_seat, "kind": fast.standing.kind})  # type: ignore[union-attr,dict-item]  # json
        assert facts["counts"] == fast.sizes
        assert facts["plays"] == fast.plays
        assert facts["bombs"] == fast.bombs
        play = rng.choice(plays)
        step = GAME.apply(state, seat, Play(take(GAME.hands(state)[seat], play)) if play else Pass())
        automatic += sum(isinstance(event, Passed) and event.auto for event in step.events)
        state = step.state
        fast.step(play)
    assert GAME.facts(state)["finished"] == [fast.winner]
    assert [pack(hand) for hand in GAME.hands(state)] == fast.hands
    assert GAME.facts(state)["bombs"] == fast.bombs
    return automatic


def test_random_rounds_are_the_same_on_both_engines() -> None:
    automatic = 0
    for options in ALL_OPTIONS:
        rng = random.Random(str(options))
        automatic += sum(play_both(options, rng, endgame=number > 4) for number in range(20))
    assert automatic > 5


def number_of(action: Action) -> int:
    """What ``step`` takes for an action."""
    match action:
        case Play(cards):
            return pack(cards)
        case Bid(amount):
            return amount
        case _:
            return PASS


def test_four_trios_answer_an_airplane_with_small_wings_on_both_engines() -> None:
    """The play with two readings: it follows as one thing and would have led as another (DZ-18)."""
    hands = tuple(
        sort_cards(cards)  # type: ignore[arg-type]  # plain numbers are cards here
        for cards in (
            [4, 5, 6, 8, 9, 10, 12, 13, 14, 0, 20, 28, 52],
            [16, 17, 18, 20 + 1, 22, 23, 24, 25, 26, 28 + 1, 30, 31, 53],
            [1, 2],
        )
    )
    options = GAME.option_set.complete({})
    state = GAME.start(options, Deal(hands), {}).state
    fast = FastRound([pack(hand) for hand in hands])
    for seat, cards in ((0, hands[0][:-1]), (1, hands[1][:-1])):
        state = GAME.apply(state, seat, Play(cards)).state
        fast.step(pack(cards))
        assert fast.standing is not None
        assert GAME.facts(state)["standing"]["kind"] == fast.standing.kind == "airplane_small"  # type: ignore[index,call-overload]  # json
        top = fast.standing.top
    assert top == 7


def test_the_rules_need_little_memory() -> None:
    """Tables are filled as they are asked for, so importing them costs next to nothing."""
    memory = peak_memory("import games, games.doudizhu.fast_round")
    if memory is None:
        pytest.skip("no /proc here: the memory of the rules is NOT measured")
    assert memory < 40


WHOLE_ROUNDS = [
    *(preset.options for preset in GAME.presets),
    {"bidding": "until_passed", "all_pass": "force", "spring": 1, "scoring": "cards_left"},
    {"all_pass": "force", "spring": 3, "first_bidder": "winner"},
]


@each("given", WHOLE_ROUNDS)
def test_rounds_are_the_same_from_the_deal_to_the_points_and_resumed_at_any_moment(given: dict[str, object]) -> None:
    options = GAME.option_set.complete(given)
    for number in range(6):
        deal = GAME.deal(options, 3, {}, SeededDice(f"doors/{number}"))
        hands, (first_bidder, *_) = (
            [pack(hand) for hand in deal.hands],
            GAME.awaited(GAME.start(options, deal, {}).state),
        )
        first = FastRound.dealt(hands, pack(deal.stock), first_bidder.seat, house_rules(options))
        for state, seat, action in moments(GAME, options, deal, {}, f"doors/{given}/{number}"):
            if isinstance(state, Playing):
                standing = state.standing
                acts = [act.verb for act in GAME.view(state, None).acts]
                second = FastRound.resumed(
                    [pack(hand) for hand in state.hands], state.landlord, state.turn, house_rules(options),
                    standing=None if standing is None else standing.reading,
                    standing_seat=0 if standing is None else standing.seat,
                    passes=0 if standing is None else acts[::-1].index("play"),
                    bid=state.bid, bombs=state.all_bombs, plays=state.plays,
                )  # fmt: skip
                assert fields_of(second) == fields_of(first)
            assert sorted(map(number_of, GAME.legal(state, seat))) == sorted(first.legal())
            before, branch = fields_of(first), first.copy()
            branch.step(branch.legal()[-1])
            assert fields_of(first) == before
            first.step(number_of(action))
            over = GAME.apply(state, seat, action).state
        assert first.is_over
        assert list(first.points()) == GAME.facts(over)["points"]
