"""Whole matches against the umpire, a second engine written from the sheet: exposing, play, points, totals, the end."""

from collections import Counter
from random import Random
from typing import Any

from games.base.actions import Action, Do, action_text
from games.base.cards import RANKS as KIT_RANKS
from games.base.cards import SUITS as KIT_SUITS
from games.base.cards import Cards, cards_text, make_card, sort_cards
from games.base.options import Options
from games.contract import Carry, Deal, Json
from games.gongzhu import GAME
from tests.games.gongzhu import naive
from tests.games.gongzhu.umpire import Match
from tests.seeds import seeds
from tests.strategies import random_options

_MATCHES = 30
_ROUNDS = 6  # In a match that does not end sooner
_SEEN: Counter[str] = Counter()


def house(random: Random) -> Options:
    return random_options(GAME, random)


def card_of(text: str) -> Any:
    return make_card(KIT_RANKS.index(text[0]), KIT_SUITS.index(text[1]))


def cards_of(cards: list[str]) -> Cards:
    return sort_cards([card_of(text) for text in cards])


def wording(action: Action) -> str:
    match action:
        case Do("expose", cards):
            held = cards_text(cards).split()
            return "expose " + " ".join(card for card in naive.SPECIAL if card in held)
        case _:
            return action_text(action)


def position(random: Random, *, follows: bool) -> tuple[list[list[str]], dict[str, Json]]:
    """A fresh deal from its first phase, or an end game with cards taken, exposed and suits led."""
    pack = list(naive.PACK)
    random.shuffle(pack)
    size = random.choice((1, 2, 3, 4, 5, 6, 13, 13))
    hands, rest = [pack[seat * size : seat * size + size] for seat in range(4)], pack[4 * size :]
    keys: dict[str, Json] = {}
    if random.random() < 0.25 or (not follows and size < 13 and random.random() < 0.5):
        keys["leader"] = random.randrange(4)
    if size == 13:
        keys["phase"] = "expose"
        return hands, keys
    taken: list[list[str]] = [[], [], [], []]
    greed, best = random.choice((0.0, 0.5, 0.95, 1.0)), random.randrange(4)
    for card in rest:
        if card in naive.POINT_CARDS and random.random() < greed:
            taken[best].append(card)
        elif random.random() < 0.9:
            taken[random.randrange(4)].append(card)
    there = {card for cards in (*hands, *taken) for card in cards}
    shown = [card for card in naive.SPECIAL if card in there and random.random() < 0.5]
    keys["exposed"] = " ".join(shown)
    keys["taken"] = [" ".join(cards) for cards in taken]
    keys["led"] = " ".join(suit for suit in "shdc" if random.random() < 0.4)
    if random.random() < 0.3:
        keys["phase"] = "expose" if len(shown) < 4 else "play"
    return hands, keys


def carry_of(random: Random) -> Carry:
    """Nothing, or totals around their limits, which count at the end of a round; now and then with a round before."""
    if random.random() < 0.3:
        return {}
    totals: list[Json] = [random.choice((1, 1, 9)) * random.randrange(-11, 12) * 10 for _ in range(4)]
    return {"scores": totals, "pig": random.randrange(4)} if random.random() < 0.5 else {"scores": totals}


def facts_of(state: Any) -> dict[str, Any]:
    facts: dict[str, Any] = dict(GAME.facts(state))
    standing = facts["standing"]
    if standing is not None:
        facts["standing"] = {name: standing[name] for name in ("seat", "cards", "kind")}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in facts.items()}


def play_round(random: Random, state: Any, umpire: Match, told: list[Any]) -> Any:
    while True:
        facts, mine = facts_of(state), umpire.facts()
        wrong = {name: (facts[name], mine[name]) for name in mine if facts[name] != mine[name]}
        assert not wrong, (wrong, told, umpire.rules)
        assert list(GAME.hands(state)) == [cards_of(hand) for hand in umpire.hands], told
        for seat in range(4):
            listed = [wording(action) for action in GAME.legal(state, seat)]
            assert len(listed) == len(set(listed))
            assert set(listed) == umpire.legal(seat), (seat, told, umpire.rules)
        _SEEN.update((str(mine["phase"]), f"asked {umpire.asked}"))
        if not mine["to_act"]:
            return state
        seat = random.choice(mine["to_act"])
        actions = {wording(action): action for action in GAME.legal(state, seat)}
        choice = random.choice(sorted(actions))
        told.append(f"{seat}: {choice}")
        _SEEN[choice.split()[0]] += 1
        _SEEN["a forbidden card"] += len(actions) < len(naive.playable(umpire.hands[seat], None, (), ()))
        state = GAME.apply(state, seat, actions[choice]).state
        umpire.act(seat, choice)


def play_match(seed: str) -> None:
    random = Random(seed)
    options = house(random)
    carry: Carry = carry_of(random)
    umpire = Match(options, carry)
    while umpire.judged()[1]:  # a match that is over cannot go on
        carry = carry_of(random)
        umpire = Match(options, carry)
    for number in range(_ROUNDS):
        hands, keys = position(random, follows=number > 0)
        if not options["expose_rounds"]:
            keys["phase"] = "play"
        told: list[Any] = [seed, number, dict(carry), [" ".join(hand) for hand in hands], keys]
        deal = Deal(tuple(cards_of(hand) for hand in hands), keys=keys, follows=number > 0)
        state = GAME.start(options, deal, carry).state
        umpire.begin_round([" ".join(hand) for hand in hands], **keys)  # type: ignore[arg-type]  # keys of the notation
        state = play_round(random, state, umpire, told)
        points, losers, best = umpire.points or [], umpire.losers, umpire.winner
        _SEEN["all hearts"] += any(set(naive.HEARTS) <= set(cards) for cards in umpire.taken)
        _SEEN["bonus"] += bool(options["diamond_queen"]) and any(umpire.bonus)
        _SEEN["slam"] += any(umpire.hands)
        _SEEN["transformer alone"] += any(point in (50, 100) for point in points)
        result = GAME.result(state)
        assert result is not None
        assert list(result.points) == points
        assert (None if result.winner is None else list(result.winner)) == best
        carry = result.carry
        if best is not None:
            _SEEN[f"won by {len(best)}"] += 1
            _SEEN[f"{options['plus_1000']}, {len(losers)} lost"] += 1
            return


def test_a_second_engine_agrees_on_whole_matches_that_show_every_side_of_the_game() -> None:
    _SEEN.clear()
    for number in seeds(5 * _MATCHES, 15 * _MATCHES):
        play_match(f"umpire all.{number}")
    wanted = {"expose", "decline", "play", "over", "asked 2", "a forbidden card", "all hearts", "bonus", "slam"}
    ends = {"transformer alone", "won by 1", "won by 2", "off, 1 lost", "ends, 1 lost", "loses, 2 lost"}
    assert not {name for name in wanted | ends if not _SEEN[name]}


def test_a_deal_goes_round_the_table_card_by_card() -> None:
    """GZ-3: card i of the shuffled pack goes to seat i mod 4."""

    class Stacked:
        def shuffled(self, cards: Cards) -> Cards:
            return cards

        def below(self, limit: int) -> int:
            return 0

    options = GAME.option_set.complete({})
    pack = GAME.pack(options, 4)
    assert sorted(cards_text(pack).split()) == sorted(naive.PACK)
    deal = GAME.deal(options, 4, {}, Stacked())
    assert [sort_cards(hand) for hand in deal.hands] == [sort_cards(pack[seat::4]) for seat in range(4)]
