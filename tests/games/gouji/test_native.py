"""The native core takes late rounds as the rules do, by every door: few ranks and many jokers, so that duels, burns, revolutions
and tries are common; dues of every kind; and the stories that are told of the game."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from arena.games import interface_of
from arena.interface import CoreRound
from arena.observation import Observer
from arena.running import RulesRound
from games.base.cards import Cards, sort_cards
from games.base.notation import read, read_step
from games.contract import Deal
from games.gouji import GAME
from games.gouji.ai.learned.judgement import chosen, estimates, played_on
from games.gouji.ai.table import Table
from games.gouji.native import CORE, going_on
from games.gouji.numbers import number_of_action
from games.gouji.scenario import PACK
from games.gouji.scoring import Over
from games.gouji.state import DUE_KINDS
from games.scenario import begin
from games.simulate import SeededDice
from tests.cases import all_hold, each
from tests.games.gouji.test_modes import POSITIONS, scenarios
from tests.native import SideBySide
from tests.seeds import seeds
from tests.strategies import random_options

pytestmark = pytest.mark.skipif(CORE is None, reason="no native core: it was NOT compared with the rules")


def few(random: Random, *, whole: bool) -> Iterator[Cards]:
    """Six hands of few ranks, perhaps without some main cards, some perhaps empty."""
    ranks = random.sample(range(12), random.randint(2, 5))
    main = random.choice(([], [12], [13, 14], [12, 13, 14]))
    cards = [card for card in PACK if (card >> 2 if card < 52 else card - 39) in (*ranks, *main)]
    random.shuffle(cards)
    for _ in range(6):
        size = random.randint(1, 9) if whole or random.random() < 0.8 else 0
        yield sort_cards([cards.pop() for _ in range(min(size, len(cards)))])


@each("seed", seeds(150, 20_000))
def test_late_rounds_are_the_same_by_core_and_rules(seed: int) -> None:
    random = Random(f"late {seed}")
    table = SideBySide(GAME, random_options(GAME, random), 6, random)
    phase = random.choice(("tribute", "buy", "declare", "play"))
    hands = tuple(few(random, whole=phase == "tribute"))
    holding = [seat for seat in range(6) if hands[seat]]
    keys: dict[str, Any] = {
        "phase": phase, "leader": random.choice(holding or [0]), "played": random.sample(range(6), random.randint(0, 6)),
        "opened": random.sample(range(6), random.randint(0, 2)),
    }  # fmt: skip
    if phase == "play":
        keys["challenged"] = random.sample(range(6), random.randint(0, 6))
        keys["dead"], keys["revolted"] = holding[:1], holding[1 : random.randint(1, 3)]
    if phase == "tribute":
        pairs = [random.sample(range(6), 2) for _ in range(random.randint(0, 4))]
        dues: Any = [
            {"kind": random.choice(DUE_KINDS), "from": giver, "to": to, "cards": random.choice((1, 2, 4, 8))}
            for giver, to in pairs
        ]
        table.carry = {"due": dues}
    table.play(seed, Deal(hands, keys=keys), doors=0.1)


def test_stories_are_the_same_by_every_door() -> None:
    """Those of the scenario files bring about what chance seldom does: chains of burns, tries, stifled 3s."""
    stories = [*scenarios(), *POSITIONS]
    all_hold(((one["title"], one) for one in stories if "played" not in one["start"]), _tell)


def _tell(story: Any) -> None:
    options, keys = GAME.option_set.complete(story.get("options", {})), dict(story["start"])
    state = begin(GAME, options, keys, keys.pop("previous", {}), follows=False)[1].state
    interface = interface_of("gouji")(options, 6)
    rules, core = RulesRound(GAME, interface, Observer(interface, 6, PACK), state), going_on(state)
    for step in [*(step for step in story["steps"] if isinstance(step, str)), ""]:
        assert (core is None) == isinstance(rules.state, Over)
        if core is None:
            return
        again = going_on(rules.state)
        for round_ in (core, again) if again else (core,):
            _compare(CoreRound(interface, round_), rules)
        if not step:
            return
        seat, said = read_step(step)
        action = GAME.read(rules.state, seat, read(said))
        try:
            core.step(seat, interface.number(action, rules.state, seat))
        except ValueError:
            return  # more cards are returned than have a number together
        rules.play(seat, action)
        if isinstance(rules.state, Over):
            _compare(CoreRound(interface, core), rules)
            return


def _compare(core: CoreRound, rules: RulesRound) -> None:
    assert dict(core.asked) == dict(rules.asked)
    assert all(sorted(core.legal(seat)) == sorted(rules.legal(seat)) for seat in rules.asked)
    assert all((core.observe(seat) == rules.observe(seat)).all() for seat in range(6))


def by_normal(state: Any) -> Iterator[tuple[Any, Any]]:
    """Tell what comes to be, with the view of who is asked, the end with none."""
    while asked := GAME.awaited(state):
        view = GAME.view(state, asked[0].seat)
        yield state, view
        state = GAME.apply(state, asked[0].seat, GAME.think(view, "normal", SeededDice("any"))).state
    yield state, None


def test_the_best_told_is_chosen_and_where_nothing_is_hidden_it_is_worth_what_normal_makes_of_it() -> None:
    options, compared = GAME.option_set.complete({"revolution": False}), list[float]()
    for seed in range(8):
        deal = GAME.deal(options, 6, {}, SeededDice(f"tried {seed}"))
        for state, view in by_normal(GAME.start(options, deal, {}).state):
            if not view or (holding := sum(one.count > 0 for one in view.seats)) > 3:
                continue
            legal = {number_of_action(one): one for one in GAME.legal(state, view.viewer)}
            assert estimates(view, SeededDice("other"), 1.0, legal[min(legal)])[0].action == chosen(
                view, SeededDice("any")
            )
            for number in [*legal][-6:] if holding == 2 else ():
                *_, (end, _) = by_normal(GAME.apply(state, view.viewer, legal[number]).state)
                points = end.team_points[view.viewer % 2]
                compared.append(points / 2 + (points > 0) * 2 - (points < 0))
                assert played_on(Table.of(view), [number], 3) == compared[-1:]
    assert len(compared) > 40
    assert len({*compared}) > 3
