"""AI players of every game: legal everywhere, repeatable, from the view alone; what they expect, and who beats whom."""

import pickle
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from games import GAMES
from games.base.actions import Action, Play
from games.base.cards import sort_cards
from games.base.options import Options
from games.compare import action_key
from games.contract import Carry, Deal, Game, Judge, View
from games.scenario import usual_players
from games.simulate import SeededDice, chooser
from tests.cases import each
from tests.seeds import ALL, seeds
from tests.strategies import random_options

AFTER_A_ROUND: dict[str, Carry] = {
    "guandan": {"places": [2, 1, 0, 3]},
    "gouji": {
        "due": [{"kind": "drop", "from": 5, "to": 0, "cards": 2}, {"kind": "point", "from": 1, "to": 4, "cards": 1}]
    },
}
"""What leads to questions before the play."""


def lively(random: Random, game: Game[Any], state: Any, seat: int) -> Action:
    """A legal action, plays more often than chance would have them."""
    actions = list(islice(game.legal(state, seat), 400))
    plays = [action for action in actions if isinstance(action, Play)]
    return random.choice(plays if plays and random.random() < 0.6 else actions)


def asked(game: Game[Any], options: Options, seed: str, carry: Carry) -> Iterator[tuple[Any, int, View, Action]]:
    """Each decision of a round in which whatever is legal is done: the state, who is asked, what is seen, what will be done."""
    random = Random(seed)
    players = random.choice(list(game.seats))
    state = game.start(options, game.deal(options, players, carry, SeededDice(seed)), carry).state
    while awaited := game.awaited(state):
        seat = random.choice(awaited).seat
        action = lively(random, game, state, seat)
        yield state, seat, game.view(state, seat), action
        state = game.apply(state, seat, action).state


def test_every_answer_is_legal_and_repeats_under_any_house_rules(game: Game[Any]) -> None:
    for seed in seeds(4, 24):
        options, carry = (
            random_options(game, Random(f"players {seed}")),
            AFTER_A_ROUND.get(game.key, {}) if seed % 2 else {},
        )
        for number, (state, seat, view, _) in enumerate(asked(game, options, f"answers {seed}", carry)):
            if number % 2 and number > len(view.seats):
                continue
            level = game.levels[number // 2 % len(game.levels)]
            action = game.think(view, level, SeededDice(number))
            game.check(state, seat, action)
            assert game.think(pickle.loads(pickle.dumps(view)), level, SeededDice(number)) == action


def test_an_answer_rests_on_the_view_alone(game: Game[Any]) -> None:
    options = game.option_set.complete({})
    for seed in range(4):
        deal = game.deal(options, usual_players(game), {}, SeededDice(seed))
        here = game.start(options, deal, {}).state
        seat = game.awaited(here)[0].seat
        hidden = [card for other, hand in enumerate(deal.hands) if other != seat for card in hand] + list(deal.stock)
        Random(seed).shuffle(hidden)
        hands = [
            hand if other == seat else sort_cards([hidden.pop() for _ in hand]) for other, hand in enumerate(deal.hands)
        ]
        elsewhere = game.start(options, Deal(tuple(hands), tuple(hidden), deal.keys), {}).state
        for level in game.levels:
            one, other = (game.think(game.view(state, seat), level, SeededDice(1)) for state in (here, elsewhere))
            assert one == other


def test_estimates_name_what_may_be_done_best_first_and_whatever_was_asked_about(game: Game[Any]) -> None:
    assert isinstance(game, Judge)
    for seed in seeds(2, 10):
        options = random_options(game, Random(f"estimates {seed}"))
        for state, seat, view, extra in islice(asked(game, options, f"estimates {seed}", {}), 40):
            plain, told = (game.estimate(view, SeededDice(1), 0.1, action) for action in (None, extra))
            assert action_key(extra, game.suited) in [action_key(one.action, game.suited) for one in told]
            for found in (plain, told):
                assert [one.worth for one in found] == sorted((one.worth for one in found), reverse=True)
                for one in found:
                    game.check(state, seat, one.action)


def margin(game: Game[Any], level: str, other: str, rounds: int) -> float:
    """How many points more a seat of one level wins in a round than one of another: a seat where all play for themselves, else
    every second one, sides alternating."""
    options, ahead = game.option_set.complete({}), 0.0
    for number in range(rounds):
        dice = SeededDice(f"strength {number}")
        state = game.start(options, game.deal(options, usual_players(game), {}, dice), {}).state
        seats = range(len(game.hands(state)))
        alone = game.view(state, None).seats[0].team is None and game.key != "gongzhu"
        ours = {number % len(seats)} if alone else {seat for seat in seats if seat % 2 == number % 2}
        mine, theirs = (chooser(game, name, dice) for name in (level, other))
        while awaited := game.awaited(state):
            seat = awaited[0].seat
            state = game.apply(state, seat, (mine if seat in ours else theirs)(game, state, seat)).state
        result = game.result(state)
        assert result is not None
        of_ours = sum(result.points[seat] for seat in ours)
        ahead += of_ours / len(ours) - (sum(result.points) - of_ours) / (len(seats) - len(ours))
    return ahead / rounds


@each(
    ("key", "level", "other", "rounds", "least"),
    [
        ("gandengyan", "strong", "random", 40, 8), ("gandengyan", "normal", "random", 40, 8),
        ("gandengyan", "easy", "random", 40, 4), ("gandengyan", "normal", "easy", 150, 3),
        ("gongzhu", "normal", "random", 10, 50), ("gongzhu", "easy", "random", 60, 60),
        ("gouji", "strong", "random", 6, 2), ("gouji", "normal", "random", 6, 2), ("gouji", "easy", "random", 6, 2),
        ("guandan", "normal", "random", 6, 2.5),
        ("liujiatong", "normal", "random", 5, 40), ("liujiatong", "easy", "random", 5, 10),
        ("liujiatong", "normal", "easy", 6, 15), ("liujiatong", "strong", "normal", 3, 30),
    ],
)  # fmt: skip
def test_a_level_beats_the_one_below(key: str, level: str, other: str, rounds: int, least: float) -> None:
    """On few rounds with pinned deals; the real measure is ``make bench``."""
    found = margin(GAMES[key], level, other, 2 * rounds if ALL else rounds)
    assert found > least
