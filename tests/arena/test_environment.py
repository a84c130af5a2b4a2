"""Environments: what others' checks ask of them, numbers that mean the same everywhere, and observations without secrets."""

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import islice
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from pettingzoo.test import api_test, seed_test

import arena
from arena.environment import Environment
from arena.games import interface_of
from arena.observation import Observer
from arena.single import SingleSeat
from games import GAMES
from games.base.actions import action_text
from games.base.cards import SMALL_JOKER
from games.base.events import Played
from games.base.notation import read, read_exact
from games.contract import Deal
from games.scenario import usual_players
from tests.hidden import Pair, pairs
from tests.native import SideBySide
from tests.strategies import random_options

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent"),  # a dictionary, as the masks need it
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:.*A Box observation space m:UserWarning"),  # points have no bounds
]
KEYS = list(GAMES)


READINGS = {"guandan"}  # Games in which the same cards, played in several readings, have several numbers
CLASSES = {"liujiatong"}  # Games in which a number names a class of plays, of which any may be made

TEAMS = {"gouji", "liujiatong"}
"""Games in which each seat gets what its whole team has won; in one of them, less what the other has."""


def by_rank(text: str) -> str:
    """An action without its suits and what it is to be read as."""
    return " ".join(word[0] if len(word) == 2 else word for word in text.partition(" as ")[0].split())


def played_as(env: Environment, agent: str, text: str) -> str:
    """What everybody is told of an action: its kind, the rank that counts, how many cards and how many of them jokers."""
    seat = int(agent.removeprefix("seat_"))
    state, game = env.state_now, env.game
    event = game.apply(state, seat, game.read(state, seat, read(text))).events[0]
    if not isinstance(event, Played):
        return event.code
    jokers = sum(card >= SMALL_JOKER for card in event.cards)
    return f"{event.kind} {event.rank} {len(event.cards)} {jokers}"


LONG = {
    "gouji": ([8, 9, 10, 11] * 3 + [48, 49, 50, 51] * 4 + [52, 53] * 4, {"phase": "tribute", "leader": 0}),
    "guandan": ([49, 49, *range(0, 48, 4), *range(1, 48, 4), 48], {"turned": "6h"}),
}
"""Hands of who leads that have very many plays: twelve 5s, all 2s and jokers; two of each rank and both wild cards."""


@pytest.fixture(params=KEYS)
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def random_play(env: Environment, rng: random.Random, episodes: int = 1) -> Iterator[str]:
    """Play by chance; yields the agent before each of its moves."""
    for _ in range(episodes):
        env.reset()
        while env.agents:
            agent = env.agent_selection
            if env.terminations[agent] or env.truncations[agent]:
                env.step(None)
                continue
            yield agent
            env.step(rng.choice(env.legal_actions()))


def test_the_library_finds_nothing_wrong(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(arena.env(key, seed=1), num_cycles=100)
    api_test(arena.env(key, seed=1, episode="match", mask=True), num_cycles=100)
    api_test(arena.env(key, seed=1, two_steps=True), num_cycles=100)
    assert capsys.readouterr().out.count("Passed") == 3
    about: dict[str, Any] = {"two_steps": True, "opponents": "random", "illegal": "penalise"}
    check_env(gymnasium.make(f"paiju/{key}-v0", seed=1, **about).unwrapped)


def test_a_round_runs_faster_than_by_the_rules_and_the_same(key: str) -> None:
    """Step by step: who is asked what, what is legal, what everybody observes; and what comes of it."""
    game, rng = GAMES[key], random.Random(11)
    presets = [game.option_set.complete(preset.options) for preset in game.presets]
    for options in [*presets, *[random_options(game, rng) for _ in range(2)]]:
        table = SideBySide(game, options, usual_players(game), rng)
        for number in range(3):  # rounds that follow one another: tributes and the like begin with the second
            if not table.play(number):
                pytest.skip(f"no native core of {key} here: it was NOT compared with the rules")


def test_a_seed_says_everything(key: str) -> None:
    seed_test(lambda: arena.env(key), num_cycles=30)
    env = arena.env(key, seed=3)
    env.reset()
    first = env.observe("seat_0")
    env.reset()
    assert not data_equivalence(first, env.observe("seat_0")), "the next episode has other cards"


def test_numbers_are_the_legal_actions_and_go_both_ways(key: str) -> None:
    env = arena.env(key, seed=7, mask=True)
    game = env.game
    for agent in random_play(env, random.Random(7), 2):
        seat = int(agent.removeprefix("seat_"))
        texts = {number: env.decode(number, agent) for number in env.legal_actions()}
        assert len(texts) == len(env.legal_actions())
        legal = [action_text(one) for one in islice(game.legal(env.state_now, seat), 500)]
        assert {env.encode(text, agent) for text in legal} <= texts.keys()
        if key not in CLASSES:
            assert {by_rank(text) for text in texts.values()} >= {by_rank(text) for text in legal}
            assert len(texts) == len(legal) or len(legal) == 500 or key in READINGS
        for text in texts.values():
            game.check(env.state_now, seat, game.read(env.state_now, seat, read(text)))
        assert {env.encode(text, agent): text for text in texts.values()} == texts
        assert set(np.flatnonzero(env.observe(agent)["action_mask"])) == texts.keys()


def test_a_number_means_the_same_in_every_position(key: str) -> None:
    """By what ranks alone tell: of several cards of a rank any may be played. A game that says nothing of this has a list."""
    meant: dict[int, str] = {}
    env = arena.env(key, seed=11)
    for agent in random_play(env, random.Random(11), 4):
        numbers = env.legal_actions()
        if not env.interface.fixed:
            assert numbers == list(range(len(numbers)))
            continue
        for number in random.Random(1).sample(numbers, min(len(numbers), 20)) if key in CLASSES else numbers:
            text = env.decode(number, agent)
            if key in CLASSES:
                text = played_as(env, agent, text)
            elif not env.interface.suited:
                text = by_rank(text)
            assert meant.setdefault(number, text) == text


@pytest.mark.parametrize("two_steps", [False, True])
def test_what_is_not_legal_changes_nothing(key: str, *, two_steps: bool) -> None:
    env = arena.env(key, seed=2, two_steps=two_steps)
    env.reset()
    agent = env.agent_selection
    before = env.observe(agent)
    wrong = next(number for number in range(env.actions) if number not in env.legal_actions())
    with pytest.raises(ValueError, match="not legal"):
        env.step(wrong)
    with pytest.raises(ValueError, match="nonsense"):
        env.encode("nonsense", agent)
    assert env.agent_selection == agent
    assert data_equivalence(before, env.observe(agent))
    lenient = arena.env(key, seed=2, illegal="penalise", two_steps=two_steps)
    lenient.reset()
    lenient.step(wrong)
    assert lenient.rewards == {one: -1.0 if one == agent else 0.0 for one in lenient.agents}
    assert (
        lenient.state_now
        == env.game.apply(env.state_now, int(agent[-1]), env.game.fallback(env.state_now, int(agent[-1]))).state
    )


def test_the_points_of_a_round_are_its_reward(key: str) -> None:
    env = arena.env(key, seed=4)
    for _ in random_play(env, random.Random(4)):
        worth = dict(env.rewards)
    result = env.game.result(env.state_now)
    assert result is not None
    assert not any(worth.values()), "nothing before the end"
    points = result.points
    if key in TEAMS:
        other = 1 if key == "liujiatong" else 0
        points = tuple(sum(points[seat % 2 :: 2]) - other * sum(points[1 - seat % 2 :: 2]) for seat in range(6))
    assert env.last_rewards == tuple(map(float, points))


@pytest.mark.parametrize("scoring", ["standard", "small"])
def test_shaped_rewards_add_up_to_what_hands_have_shrunk_by_and_the_points(scoring: str) -> None:
    env, rng = arena.env("gouji", seed=4, reward="shaped", options={"scoring": scoring}), random.Random(4)
    env.reset()
    paid, steps = np.zeros(6), 0
    while not any(env.terminations.values()):
        env.step(rng.choice(env.legal_actions()))
        paid += [env.rewards[agent] for agent in env.possible_agents]
        steps += any(env.rewards.values())
    laid = env.observation("seat_0")[env.slices["laid"]].reshape(6, 54).sum(axis=1)
    shrunk = [(laid[seat] - laid[1 - seat % 2 :: 2].mean()) / 36 for seat in range(6)]
    assert paid == pytest.approx(shrunk + np.array(env.last_points) / (6 if scoring == "standard" else 3))
    assert steps > 50


def test_a_match_goes_on_until_somebody_has_won_it() -> None:
    env = arena.env("gandengyan", seed=6, episode="match", reward="win", options={"deals": 3})
    rng = random.Random(6)
    rounds = [sum(1 for _ in random_play(env, rng)) > 0 and env.rounds for _ in range(2)]
    assert rounds == [3, 3]
    assert sorted(env.last_rewards)[0] == -1.0
    assert max(env.last_rewards) == 1.0


def test_features_tell_the_cards_and_the_verb_of_each_legal_action(key: str) -> None:
    env = arena.env(key, seed=8)
    for number, agent in enumerate(random_play(env, random.Random(8))):
        if number % 7 == 0:
            features = env.legal_features()
            for line, action in list(zip(features, env.legal_actions(), strict=True))[:50]:
                verb, _, rest = env.decode(action, agent).partition(" ")
                cards = read_exact(rest.partition(" as ")[0]) if verb != "bid" else ()
                assert list(line[:54]) == list(np.bincount(cards, minlength=54) if cards else np.zeros(54))
                assert line[54:-1].sum() == line[54 + env.feature_verbs.index(verb)] == 1.0
                assert line[-1] == (int(rest) if verb == "bid" else 0)


def choosing(env: Environment) -> bool:
    """Whether a kind has been chosen and nothing has been done yet."""
    return bool(env.observation(env.agent_selection)[env.slices["kind"]].any())


def reached(env: Environment, numbers: list[int], line: Any = None) -> list[bytes]:
    """What may be done after these numbers, as lines of features; ``line``: of the last of them."""
    env.reset(seed=13)
    for number in numbers:
        env.step(number)
    if line is not None and not choosing(env):
        return [line.tobytes()]
    legal = list(zip(env.legal_actions(), env.legal_features(), strict=True))
    found = [line.tobytes() for _, line in legal[:-1] if choosing(env)]  # the last may stand for many
    for number, line in legal[len(found) :]:
        found += reached(env, [*numbers, number], line)
    return found


@pytest.mark.parametrize(("key", "long"), [*((key, False) for key in GAMES), *((key, True) for key in LONG)])
def test_two_steps_reach_all_that_is_legal_and_do_the_same(key: str, *, long: bool) -> None:
    whole, steps, again = envs = arena.env(key), arena.env(key, two_steps=True), arena.env(key, two_steps=True)
    if long:
        hand, keys = LONG[key]
        rest = sorted((Counter(whole.game.pack(whole.options, len(whole.possible_agents))) - Counter(hand)).elements())
        others = len(rest) // len(hand)
        hands: Any = (tuple(sorted(hand)), *(tuple(rest[at::others]) for at in range(others)))
        for env in envs:
            env.game = copy(env.game)
            vars(env.game)["deal"] = lambda *_, keys=keys, hands=hands: Deal(hands, keys=keys)
    whole.reset(seed=13)
    steps.reset(seed=13)
    dice, numbers, decisions, most = random.Random(13), list[int](), 0, 0
    while not any(whole.terminations.values()):
        agent, legal = whole.agent_selection, whole.legal_actions()
        assert steps.agent_selection == agent
        assert (whole.observation(agent) == steps.observation(agent)[: whole.observation_size]).all()
        if decisions % 20 == 0 or len(legal) > max(most, 1_000):
            assert sorted(reached(again, numbers)) == sorted(line.tobytes() for line in whole.legal_features())
        decisions, most = decisions + 1, max(most, len(legal))
        action = dice.choice(legal)
        text = whole.decode(action, agent)
        whole.step(action)
        begun = len(numbers)
        while len(numbers) == begun or choosing(steps):
            for other in set(steps.possible_agents) - {agent}:
                assert not steps.observation(other)[steps.slices["kind"]].any(), "nobody else sees the kind"
                assert not steps.observe(other)["action_mask"].any()
            numbers.append(steps.encode(text, agent))
            steps.step(numbers[-1])
    assert steps.rewards == whole.rewards
    assert most > 1_000 or not long


def test_one_seat_is_an_environment_too(key: str) -> None:
    env = gymnasium.make(f"paiju/{key}-v0", seat=1, opponents="random", seed=3).unwrapped
    assert isinstance(env, SingleSeat)
    rng = random.Random(1)
    for _ in range(2):
        seen, _ = env.reset()
        ended = False
        while not ended:
            assert env.observation_space.contains(seen)
            seen, reward, ended, cut, _ = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
            assert not cut
        assert reward == env.table.last_rewards[1]


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="seat: 0 to 2, not 3"):
        arena.gym_env("doudizhu", seat=3)


def observed(observer: Observer, state: Any, viewer: int) -> np.ndarray[Any, Any]:
    """What somebody observes who has listened from the beginning."""
    observer.begin()
    observer.hear(observer.interface.history(state))
    whys = {entry.seat: entry.why for entry in GAMES[observer.interface.game].awaited(state)}
    return observer.observe(state, viewer, whys.get(viewer, ""))


def told_apart(key: str, pair: Pair) -> set[str]:
    """The planes by which somebody could tell two positions apart that are the same to them."""
    game = GAMES[key]
    options, players = game.option_set.complete({}), usual_players(game)
    observer = Observer(interface_of(key)(options, players), players, game.pack(options, players))
    names = set()
    for viewer in pair.viewers:
        if viewer is not None:
            one, other = observed(observer, pair.one, viewer), observed(observer, pair.other, viewer)
            names |= {name for name, part in observer.board.slices.items() if (one[part] != other[part]).any()}
    return names


def test_nothing_hidden_is_observed(key: str) -> None:
    assert set().union(*(told_apart(key, pair) for pair in pairs(key))) == set()


def test_hidden_cards_that_were_observed_would_be_noticed(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    interface = interface_of(key)
    honest = interface.face

    def indiscreet(self: Any, state: Any, seat: int, why: str) -> Any:
        face = honest(self, state, seat, why)
        return face._replace(hand=GAMES[key].hands(state)[seat - 1])

    monkeypatch.setattr(interface, "face", indiscreet)
    assert "hand" in set().union(*(told_apart(key, pair) for pair in pairs(key)))


@pytest.mark.parametrize("two_steps", [False, True])
def test_a_copy_is_told_and_goes_on_the_same(key: str, *, two_steps: bool) -> None:
    env = arena.env(key, seed=9, two_steps=two_steps)
    next(one for number, one in enumerate(random_play(env, random.Random(9), 9)) if number == 11)
    both = env, pickle.loads(pickle.dumps(env))
    for _ in range(6):
        agent = env.agent_selection
        assert ("action_mask" in env.observe(agent)) == (env.actions <= 10_000)
        assert np.flatnonzero(env.observe(agent)["action_mask"]).tolist() == sorted(env.legal_actions())
        assert data_equivalence(env.observe(agent), both[1].observe(agent))
        assert sorted(env.infos[agent]["legal_actions"]) == sorted(both[1].infos[agent]["legal_actions"])
        for one in both:
            one.step(min(one.legal_actions()))
    assert env.rewards == both[1].rewards


@pytest.mark.parametrize(("game", "dealt"), [("doudizhu", [3, 3, 3]), ("gandengyan", [3, 3, 3, 4])])
def test_a_mini_game_deals_few_cards_and_is_played_by_the_rules(game: str, dealt: list[int]) -> None:
    env = arena.env(game, mini=3, seed=1, mask=True)
    for agent in random_play(env, random.Random(1), 5):
        copy = pickle.loads(pickle.dumps(env))
        assert copy.legal_actions() == env.legal_actions()
        assert env.observation_space(agent).contains(copy.observe(agent))
    env.reset()
    assert sorted(map(len, env.game.hands(env.state_now))) == dealt
    assert max(card for hand in env.game.hands(env.state_now) for card in hand) < 24
    assert arena.env(game).game.pack(env.options, len(dealt)) != env.game.pack(env.options, len(dealt))


def test_people_can_look_on() -> None:
    env = arena.env("doudizhu", seed=1, render_mode="ansi")
    env.reset()
    text = env.render()
    assert text is not None
    assert text.count("seat_") == 3
    assert f"> {env.agent_selection}" in text
    assert arena.env("doudizhu").render() is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"players": 9}, "played by"),
        ({"reward": "shaped"}, "reward: 'points' or 'win', not 'shaped'"),
        ({"mini": 2}, "mini: gongzhu has no mini game"),
        ({"game": "doudizhu", "mini": 8}, "mini: 1 to 7 cards for each of 3, not 8"),
        ({"illegal": "banana"}, "illegal: 'raise' or 'penalise', not 'banana'"),
        ({"episode": "banana"}, "episode: 'round' or 'match', not 'banana'"),
        ({"render_mode": "human"}, "render_mode: None or 'ansi', not 'human'"),
    ],
)
def test_what_is_wrong_is_said(arguments: dict[str, Any], said: str) -> None:
    given: dict[str, Any] = {"game": "gongzhu", **arguments}
    for door in (arena.env, arena.gym_env):
        with pytest.raises(ValueError, match=said):
            door(**given)
