"""Strength and speed of the Dou Dizhu AI: win rates with confidence intervals, milliseconds a move.

``python -m bench.ai [--json FILE] [--deals N] [--level LEVEL]``. All rounds go through the contract, players see
views only, bidding is left out. Against uniformly random play half of the deals are played as landlord and half
as the two peasants; against RLCard's rule agent each deal is played from both sides.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from games.base.actions import Action, Pass, Play
from games.base.cards import Cards, full_pack, rank_of, sort_cards
from games.contract import Deal, View
from games.doudizhu import GAME
from games.doudizhu.ai.player import think
from games.kit.counts import take

Player = Callable[[View, Callable[[], list[Action]]], Action]
"""Chooses from its view; the second argument lists the legal actions, for those who draw from them."""

THEIR_RANKS = "3456789TJQKA2BR"
OPTIONS = GAME.option_set.complete({"shuttles": False})
"""The rules that RLCard's agent knows too."""


class RandomDice:
    """Chance from a seed."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def shuffled(self, cards: Cards) -> Cards:
        return tuple(self._rng.sample(cards, len(cards)))

    def below(self, limit: int) -> int:
        return self._rng.randrange(limit)


# -- players ------------------------------------------------------------------------------------------------


class Ours:
    """An AI level, with a stopwatch."""

    def __init__(self, level: str) -> None:
        self._level, self._dice = level, RandomDice(1)
        self.seconds: list[float] = []

    def __call__(self, view: View, legal: Callable[[], list[Action]]) -> Action:
        began = time.thread_time()
        action = think(view, self._level, self._dice)
        self.seconds.append(time.thread_time() - began)
        return action


def random_player(seed: int) -> Player:
    """Uniform over the legal actions."""
    rng = random.Random(seed)
    return lambda view, legal: rng.choice(legal())


def rule_player() -> Player:
    """RLCard's ``doudizhu-rule-v1``, fed from a view; ``ImportError`` if RLCard is not installed."""
    import numpy as np
    from rlcard.games.doudizhu.utils import CARD_TYPE, get_gt_cards
    from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

    np.random.seed(1)  # it draws from the global generator
    agent = DouDizhuRuleAgentV1()

    def choose(view: View, legal: Callable[[], list[Action]]) -> Action:
        assert view.hand is not None
        hand, actions = _their_text(view.hand), []
        if view.standing is not None:
            standing = _their_text(view.standing.cards)
            if standing not in CARD_TYPE[0]:
                return Pass()  # a combination that it has not heard of
            player = SimpleNamespace(current_hand=[SimpleNamespace(rank=rank) for rank in hand])
            actions = get_gt_cards(player, SimpleNamespace(played_cards=standing))
        trace = [(act.seat, _their_text(act.cards) or "pass") for act in view.acts]
        raw = {
            "trace": trace,
            "current_hand": hand,
            "actions": actions,
            "landlord": view.public.landlord,
            "self": view.viewer,
        }
        chosen = agent.step({"raw_obs": raw})
        if chosen == "pass":
            return Pass()
        return Play(take(view.hand, sum(1 << 4 * THEIR_RANKS.index(rank) for rank in chosen)))

    return choose


def _their_text(cards: Cards) -> str:
    return "".join(THEIR_RANKS[rank] for rank in sorted(rank_of(card) for card in cards))


# -- rounds -------------------------------------------------------------------------------------------------


def deals(count: int, seed: int) -> list[tuple[tuple[Cards, ...], int]]:
    """So many deals: hands, and who is landlord (in turn)."""
    rng = random.Random(seed)
    dealt = []
    for number in range(count):
        cards = rng.sample(full_pack(), 54)
        hands = [cards[:17], cards[17:34], cards[34:51]]
        hands[number % 3] += cards[51:]
        dealt.append((tuple(sort_cards(hand) for hand in hands), number % 3))
    return dealt


def landlord_wins(hands: tuple[Cards, ...], landlord: int, as_landlord: Player, as_peasant: Player) -> bool:
    """Plays one round."""
    state = GAME.start(OPTIONS, Deal(hands, keys={"landlord": landlord}), {}).state
    while awaited := GAME.awaited(state):
        seat = awaited[0].seat
        player = as_landlord if seat == landlord else as_peasant
        now = state
        action = player(GAME.view(now, seat), lambda now=now, seat=seat: list(GAME.legal(now, seat)))  # type: ignore[misc]  # defaults bind the loop's values
        state = GAME.apply(state, seat, action).state
    result = GAME.result(state)
    assert result is not None
    return landlord in result.won


def wilson(wins: int, rounds: int) -> tuple[float, float]:
    """The 95 % confidence interval of a win rate (Wilson's score interval)."""
    z = 1.96
    rate, spread = wins / rounds, z * z / rounds
    middle = (rate + spread / 2) / (1 + spread)
    half = z * math.sqrt(rate * (1 - rate) / rounds + spread / (4 * rounds)) / (1 + spread)
    return middle - half, middle + half


def rates(landlord: list[bool], peasants: list[bool]) -> dict[str, Any]:
    """Win rates with intervals, by role and together."""
    figures = {}
    for role, won in (("landlord", landlord), ("peasants", peasants), ("all", landlord + peasants)):
        low, high = wilson(sum(won), len(won))
        figures[role] = {"rounds": len(won), "rate": sum(won) / len(won), "low": low, "high": high}
    return figures


def against_random(level: Player, count: int) -> dict[str, Any]:
    """Half of the deals as landlord, half as the two peasants."""
    other, dealt = random_player(2), deals(count, 11)
    half = count // 2
    return rates(
        [landlord_wins(hands, landlord, level, other) for hands, landlord in dealt[:half]],
        [not landlord_wins(hands, landlord, other, level) for hands, landlord in dealt[half:]],
    )


def from_both_sides(level: Player, other: Player, count: int) -> dict[str, Any]:
    """Each deal once as landlord and once as the two peasants."""
    dealt = deals(count, 12)
    return rates(
        [landlord_wins(hands, landlord, level, other) for hands, landlord in dealt],
        [not landlord_wins(hands, landlord, other, level) for hands, landlord in dealt],
    )


def run(count: int = 2000, level: str = "normal") -> dict[str, Any]:
    """All figures of a level: win rates over so many deals (fewer where nothing is promised), milliseconds a move."""
    ours = Ours(level)
    figures: dict[str, Any] = {"level": level, "deals": count, "against": {}}
    figures["against"]["random"] = against_random(ours, count)
    try:
        rule = rule_player()
    except ImportError as missing:
        print(f"rlcard's rule agent: skipped, {missing.name} is not installed")
    else:
        figures["against"]["doudizhu-rule-v1"] = from_both_sides(ours, rule, count)
    if level != "easy":
        figures["against"]["easy"] = from_both_sides(ours, Ours("easy"), count // 4)
    spent = sorted(ours.seconds)
    figures["milliseconds_a_move"] = {
        "p50": spent[len(spent) // 2] * 1000,
        "p99": spent[len(spent) * 99 // 100] * 1000,
        "max": spent[-1] * 1000,
    }
    figures["bidding"] = bidding(count // 4, level)
    return figures


def bidding(count: int, level: str) -> dict[str, float]:
    """How often deals are bid at each stake or thrown in, and how often the landlord then wins."""
    ours, dice = Ours(level), RandomDice(3)
    options = GAME.option_set.complete({})
    stakes: dict[str, int] = {"void": 0, "1": 0, "2": 0, "3": 0}
    won = 0
    for _ in range(count):
        state = GAME.start(options, GAME.deal(options, 3, {}, dice), {}).state
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            state = GAME.apply(state, seat, ours(GAME.view(state, seat), list)).state
        result = GAME.result(state)
        assert result is not None
        facts = GAME.view(state, None).public
        stakes["void" if result.void else str(facts.bid)] += 1
        won += facts.landlord in result.won
    played = count - stakes["void"]
    return {stake: number / count for stake, number in stakes.items()} | {"landlord_wins": won / max(1, played)}


def show(figures: dict[str, Any]) -> None:
    """Prints the table."""
    print(f"{figures['level']}, {figures['deals']} deals")
    for other, roles in figures["against"].items():
        for role, rate in roles.items():
            interval = f"{rate['low']:.1%} to {rate['high']:.1%}"
            print(f"  against {other:<18}{role:<10}{rate['rate']:>7.1%}  ({interval}, {rate['rounds']} rounds)")
    print("  ms a move: " + ", ".join(f"{name} {value:.2f}" for name, value in figures["milliseconds_a_move"].items()))
    print("  bidding: " + ", ".join(f"{name} {value:.1%}" for name, value in figures["bidding"].items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--level", default="normal", choices=GAME.levels)
    arguments = parser.parse_args()
    figures = run(arguments.deals, arguments.level)
    show(figures)
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
