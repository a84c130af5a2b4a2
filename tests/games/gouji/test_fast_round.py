"""The fast round beside the rules: random rounds are played through both, for the options of every preset and for others."""

import random
from typing import Any

import pytest

from games.base.actions import Action, Do, Pass, Play
from games.base.cards import rank_counts
from games.base.notation import read, read_step
from games.base.options import Options
from games.contract import Carry, Deal
from games.gouji import GAME
from games.gouji.fast_round import FastRound
from games.gouji.kinds import makeup_of
from games.gouji.options import OPTIONS, PRESETS, house_rules
from games.gouji.scoring import Over
from games.gouji.state import KEPT, MatchSoFar
from games.gouji.twin.numbers import BURN, NUMBER_OF, PLAY, RETURN_OF, REVOLT_WITH, VERBS
from games.gouji.twin.position import of_state, of_view
from games.scenario import begin
from games.simulate import SeededDice
from tests.cases import all_hold, each
from tests.games.gouji.test_modes import POSITIONS, scenarios
from tests.twins import fields_of, moments

_OTHERS: tuple[dict[str, Any], ...] = (
    {"counter_burn": True, "burn_needs_play": True, "two_revolts": "allow", "revolter_third": True, "scoring": "small"},
    {
        "burn_when": "before_own_open",
        "open_fours": "force",
        "natural_open": False,
        "open_with_twos": True,
        "two_gouji": "any",
    },
    {"counter_burn": True, "burn_window": "before", "joker_gouji": "threshold", "scoring": "team2", "revolt_try": True},
    {"revolt_try": True, "burn_needs_play": True, "scoring": "none", "challenge_both": "split", "match_end": "lead"},
)
_SETTINGS = [*(dict(preset.options) for preset in PRESETS), *_OTHERS]


def _number(action: Action) -> int:
    match action:
        case Pass():
            return 0
        case Do(verb, ()):
            return VERBS.index(verb)
        case Do("return", cards):
            return RETURN_OF[tuple(rank for rank, count in enumerate(rank_counts(cards)) for _ in range(count))]
        case Play(cards) | Do(_, cards):
            made = makeup_of(cards)
            assert made is not None
            first = PLAY if isinstance(action, Play) else {"burn": BURN, "revolt": REVOLT_WITH}[action.verb]
            return NUMBER_OF[made] - PLAY + first
        case _:
            raise AssertionError(action)


def _play(options: Options, deal: Deal, carry: Carry, rng: random.Random) -> Over:
    """Play one round through both; players like to pass and like many cards, so that rounds take all kinds of turns."""
    rules = house_rules(options)
    state = GAME.start(options, deal, carry).state
    leader = deal.keys.get("leader", 0)
    assert isinstance(leader, int)
    fast = FastRound.dealt(rules, deal.hands, leader, due=MatchSoFar.of(carry, KEPT).due)
    while not isinstance(state, Over):
        assert fields_of(of_state(state)) == fields_of(fast)
        asked = GAME.awaited(state)
        assert fast.turn == asked[0].seat
        assert fast.why == asked[0].why
        seat = fast.turn
        actions = {_number(action): action for action in GAME.legal(state, seat)}
        assert sorted(fast.legal()) == sorted(actions)
        most = rng.choice([1, 1, 4, 40])
        number = rng.choice(sorted(actions)[-most:] if rng.random() < 0.7 else sorted(actions))
        state = GAME.apply(state, seat, actions[number]).state
        fast.step(number)
    assert fields_of(of_state(state)) == fields_of(fast)
    assert fast.is_over
    if state.void:
        assert fast.void
    else:
        assert fast.places() == state.places
    assert fast.points() == tuple(state.team_points) * 3
    return state


@each("at", range(len(_SETTINGS)))
def test_both_engines_agree_from_the_deal_to_the_points(at: int) -> None:
    options = OPTIONS.complete(_SETTINGS[at])
    rng = random.Random(at)
    carry: Carry = {}
    for number in range(9):
        deal = GAME.deal(options, 6, carry, SeededDice(f"fast/{at}/{number}"))
        if number % 3 == 1:  # poor in main cards, for revolutions: the two highest ranks go to few seats
            cards = sorted((card for hand in deal.hands for card in hand), key=lambda card: card < 48)
            spread = [cards[0:36], cards[36:72], *(cards[72 + seat :: 4] for seat in range(4))]
            deal = Deal(tuple(tuple(sorted(hand)) for hand in spread), keys=deal.keys, follows=deal.follows)
        over = _play(options, deal, carry, rng)
        carry = over.after.carry(KEPT) if over.winner is None else {}


def _the_same_by_every_door(fast: FastRound, state: Any, seat: int) -> None:
    """From the state of the rules, and in the play from what a seat sees with hands that it guesses right: all fields."""
    fields = fields_of(fast)
    assert fields_of(of_state(state)) == fields
    if GAME.phase(state) == "play":
        hands = [rank_counts(hand) for hand in GAME.hands(state)]
        assert fields_of(of_view(GAME.view(state, seat), hands)) == fields


@pytest.mark.parametrize("at", range(len(_SETTINGS)))
def test_every_door_leads_to_the_same_round_in_all_fields(at: int) -> None:
    options = OPTIONS.complete(_SETTINGS[at])
    carry: Carry = {"due": [{"kind": "drop", "from": 5, "to": 0, "cards": 2}]}
    for number in range(3):
        deal = GAME.deal(options, 6, carry, SeededDice(f"doors/{at}/{number}"))
        leader = deal.keys["leader"]
        assert isinstance(leader, int)
        fast = FastRound.dealt(house_rules(options), deal.hands, leader, due=MatchSoFar.of(carry, KEPT).due)
        for state, seat, action in moments(GAME, options, deal, carry, f"doors/{at}/{number}"):
            _the_same_by_every_door(fast, state, seat)
            fast.turn = seat
            fast.step(_number(action), seat)
        assert fast.is_over


def test_every_door_leads_to_the_same_round_in_every_story() -> None:
    """Those of the scenario files bring about what AI players seldom do: chains of burns, tries, stifled 3s."""
    stories = [*scenarios(), *POSITIONS]
    seen: set[str] = set()
    all_hold(((one["title"], one) for one in stories if "played" not in one["start"]), lambda one: _tell(one, seen))
    assert {"tried", "chain", "stopped", "burn_dues", "blocked", "yielded", "given", "said"} <= seen


def _tell(story: Any, seen: set[str]) -> None:
    """Go through the first round of a scenario."""
    options, keys = OPTIONS.complete(story.get("options", {})), dict(story["start"])
    state = begin(GAME, options, keys, keys.pop("previous", {}), follows=False)[1].state
    fast = of_state(state)
    for step in [*(step for step in story["steps"] if isinstance(step, str)), ""]:
        if isinstance(state, Over):
            return
        _the_same_by_every_door(fast, state, GAME.awaited(state)[0].seat)
        seen |= {name for name, value in fields_of(fast).items() if value and (name != "chain" or fast.chain > 1)}
        if step:
            seat, said = read_step(step)
            action = GAME.read(state, seat, read(said))
            fast.turn = seat
            fast.step(_number(action), seat)
            state = GAME.apply(state, seat, action).state
