"""A fast round and the rules play the same rounds, under any house rules and with any number of players."""

from random import Random
from typing import Any

from games.base.actions import Action, Pass, Play
from games.base.cards import rank_of
from games.contract import Deal
from games.gandengyan import GAME
from games.gandengyan.fast_round import PASS, FastRound
from games.gandengyan.kinds import ranks_in_words, readings, stands_for
from games.gandengyan.options import PRESETS, house_rules
from games.gandengyan.state import Over, Playing
from games.kit.counts import UNITS, pack, take
from games.simulate import SeededDice
from tests.cases import each
from tests.games.gandengyan.test_round import house, short_deal
from tests.seeds import seeds

_MOST = 400  # Rounds with very large hands are left after so many choices


def both(options: Any, deal: Deal) -> tuple[Any, FastRound]:
    state = GAME.start(options, deal, {}).state
    stock = [UNITS[rank_of(card)] for card in reversed(deal.stock)]
    banker = int(str(deal.keys.get("banker", 0)))
    return state, FastRound([pack(hand) for hand in deal.hands], stock, house_rules(options), banker)


def compare(state: Playing, fast: FastRound) -> list[int]:
    """Compare all that both know of a position that is not over; return the legal plays."""
    (asked,) = GAME.awaited(state)
    assert not fast.is_over
    assert (asked.seat, asked.why) == (fast.turn, "follow" if fast.standing else "lead")
    standing = None if state.standing is None else (state.standing.reading, state.standing.seat)
    assert standing == (fast.standing and (fast.standing.reading, fast.standing_seat))
    assert [pack(hand) for hand in state.hands] == fast.hands
    assert [len(hand) for hand in state.hands] == fast.sizes
    assert [UNITS[rank_of(card)] for card in reversed(state.stock)] == fast.stock
    assert (state.multiplier, list(state.plays), state.passes) == (fast.multiplier, fast.plays, fast.open_passes)
    plays = [pack(action.cards) if isinstance(action, Play) else PASS for action in GAME.legal(state, asked.seat)]
    assert sorted(plays) == sorted(fast.legal())
    return plays


def play_both(random: Random, options: Any, deal: Deal) -> None:
    """Play one random round on both, some plays in another reading than the strongest."""
    state, fast = both(options, deal)
    rules = house_rules(options).combos
    for _ in range(_MOST):
        if not isinstance(state, Playing):
            break
        plays = compare(state, fast)
        play = plays[-1] if random.random() < 0.2 else random.choice(plays)
        seat, meaning = fast.turn, None
        action: Action = Pass()
        if play:
            may = [found for found in readings(play, rules) if fast.standing is None or fast.standing.beaten_by(found)]
            chosen = random.choice([None, *may])
            named = None if chosen is None else ranks_in_words(stands_for(chosen, play))
            meaning = None if chosen is None else fast.tables.meaning(chosen)
            action = Play(take(state.hands[seat], play), named)
        before = len(state.history.acts())
        step = GAME.apply(state, seat, action)
        fast.step(play, meaning)
        state = step.state
        skipped = [act for act in state.history.acts()[before + 1 :] if act.verb == "pass"]
        assert len(skipped) == fast.skipped
    if isinstance(state, Over):
        assert fast.is_over
        assert state.finished == (() if state.void else (fast.winner,))
        assert state.points == fast.points()


@each("seed", seeds(60, 3000))
def test_a_fast_round_is_a_round_of_the_rules(seed: int) -> None:
    random = Random(f"fast {seed}")
    players = random.choice((2, 3, 4, 5, 6))
    if seed % 3:
        options = house(random)
        play_both(random, options, short_deal(random, options, players))
    else:
        options = GAME.option_set.complete(PRESETS[seed // 3 % len(PRESETS)].options)
        play_both(random, options, GAME.deal(options, players, {}, SeededDice(seed)))
