"""What tests draw from: cards, notation, and positions in the middle of random rounds of any game."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

from hypothesis import strategies as st

from games import GAMES
from games.base.actions import Action, Bid, Do, Pass, Pattern, Play, Said
from games.base.cards import RANKS, Card, Cards, full_pack
from games.base.options import Choice, Flag, ListOf, Number, Options, Text
from games.contract import Game
from games.simulate import SeededDice

__all__ = ["actions", "any_options", "choices", "game_keys", "hands", "positions", "random_options", "said"]

VERBS = ("play", "tribute", "return", "expose", "burn", "yield", "challenge", "decline", "revolt", "buy")
game_keys = st.sampled_from(sorted(GAMES))


def choices(hand: str) -> Iterator[str]:
    """Every non-empty choice of cards of a hand, by rank, once: the hand is a text of rank letters."""
    counts = Counter(hand)
    ranks = sorted(counts, key=RANKS.index)
    for amounts in product(*(range(counts[rank] + 1) for rank in ranks)):
        if any(amounts):
            yield "".join(rank * amount for rank, amount in zip(ranks, amounts, strict=True))


@st.composite
def hands(draw: st.DrawFn, most: int = 20) -> Cards:
    """Some cards of one pack, sorted."""
    return tuple(sorted(draw(st.lists(st.sampled_from(full_pack()), max_size=most, unique=True))))


def _cards(least: int = 0) -> st.SearchStrategy[Cards]:
    return st.lists(st.integers(0, 53).map(Card), min_size=least, max_size=40).map(tuple)


def actions() -> st.SearchStrategy[Action]:
    """Any action that can be written down."""
    readings = st.none() | st.sampled_from(["airplane_small", "8 8 8", "5 6 7 8 9"])
    return st.one_of(
        st.builds(Play, _cards(1), readings),
        st.just(Pass()),
        st.builds(Bid, st.integers(-5, 500)),
        st.builds(Do, st.sampled_from(VERBS[1:]), _cards()),
    )


def said() -> st.SearchStrategy[Said]:
    """Anything that can be said in the strict notation."""
    patterns = st.one_of(
        st.builds(Pattern, st.integers(0, 12), st.none() | st.integers(0, 3)), st.builds(Pattern, st.integers(13, 14))
    )
    return st.one_of(
        st.builds(Said, st.sampled_from(VERBS), st.lists(patterns, max_size=30).map(tuple)),
        st.builds(
            Said, st.just("play"), st.lists(patterns, min_size=1, max_size=30).map(tuple), reading=st.just("trio_pair")
        ),
        st.just(Said("pass")),
        st.builds(Said, st.just("bid"), number=st.integers(-9, 99)),
    )


def any_options(game: Game[Any]) -> st.SearchStrategy[Options]:
    """Any complete options of a game."""
    seeds = st.integers(0, 10**6)
    return seeds.map(lambda seed: random_options(game, Random(seed)))


def random_options(game: Game[Any], random: Random, **numbers: Sequence[int]) -> Options:
    """Complete options with every value drawn; numbers stay small so that matches end, or are drawn from ``numbers``."""
    given: dict[str, object] = {}
    for option in game.option_set.options:
        match option:
            case Choice():
                given[option.name] = random.choice(option.values)
            case Flag():
                given[option.name] = random.random() < 0.5
            case Number():
                given[option.name] = random.choice(
                    numbers.get(option.name) or range(option.low, min(option.high, option.low + 8) + 1)
                )
            case Text():
                given[option.name] = "".join(letter for letter in option.alphabet if random.random() < 0.3)
            case ListOf():
                given[option.name] = [value for value in option.values if random.random() < 0.5]
    return game.option_set.complete(given)


def positions(game: Game[Any], seed: int, options: Options | None = None) -> Iterator[Any]:
    """Every state of one random round, from the deal to the end; a random number of players where that may vary."""
    random = Random(seed)
    dice = SeededDice(seed)
    options = game.option_set.complete({}) if options is None else options
    players = random.choice(list(game.seats))
    state = game.start(options, game.deal(options, players, {}, dice), {}).state
    yield state
    while awaited := game.awaited(state):
        seat = random.choice(awaited).seat
        legal = list(game.legal(state, seat))
        state = game.apply(state, seat, random.choice(legal)).state
        yield state
