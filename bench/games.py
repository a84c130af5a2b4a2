"""Speed of the rules: random Dou Dizhu rounds and legal plays, ours and others' side by side in the same run.

``python -m bench.games [--json FILE] [--seconds S] [--repeats N]``. Every engine plays whole rounds by uniformly
random choices with bidding left out, and lists the legal plays of positions from such rounds, each list fully
built. Engines take turns, so that a busy moment of the machine hits all of them; figures are medians.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from games.base.actions import Pass
from games.base.cards import Cards, full_pack, sort_cards
from games.contract import Deal
from games.doudizhu import GAME
from games.doudizhu.combos import ComboRules, pack
from games.doudizhu.fast_round import PASS, FastRound, play_randomly
from games.doudizhu.tables import tables

Rounds = Callable[[], object]
"""Plays one random round."""
Calls = Callable[[], int]
"""Lists the legal plays of many positions once; returns how many positions."""


def deals(seed: int) -> Iterator[tuple[Cards, Cards, Cards]]:
    """Hands without end, the landlord's (seat 0) with the kitty."""
    rng = random.Random(seed)
    cards = list(full_pack())
    while True:
        rng.shuffle(cards)
        yield sort_cards(cards[:20]), sort_cards(cards[20:37]), sort_cards(cards[37:])


# -- the engines --------------------------------------------------------------------------------------------


def fast_rounds() -> Rounds:
    dealt, rng = deals(1), random.Random(1)
    return lambda: play_randomly(FastRound([pack(hand) for hand in next(dealt)]), rng.random)


def fast_calls() -> Calls:
    rng = random.Random(2)
    dealt = deals(2)
    positions: list[tuple[int, Any]] = []
    for _ in range(200):
        round_ = FastRound([pack(hand) for hand in next(dealt)])
        while round_.winner is None:
            positions.append((round_.hands[round_.turn], round_.standing))
            round_.step(rng.choice(round_.legal()))
    found = tables(ComboRules())
    asked = [(hand, standing and found.answers(standing)) for hand, standing in positions]

    def run() -> int:
        for hand, answers in asked:
            if answers is None:
                found.leads(hand)
            else:
                [PASS, *answers(hand)]
        return len(asked)

    return run


def contract_rounds() -> Rounds:
    dealt, rng, options = deals(3), random.Random(3), GAME.option_set.complete({})

    def run() -> None:
        state = GAME.start(options, Deal(next(dealt), keys={"landlord": 0}), {}).state
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            state = GAME.apply(state, seat, rng.choice(list(GAME.legal(state, seat)))).state

    return run


def contract_calls() -> Calls:
    dealt, rng, options = deals(4), random.Random(4), GAME.option_set.complete({})
    positions = []
    for _ in range(60):
        state = GAME.start(options, Deal(next(dealt), keys={"landlord": 0}), {}).state
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            positions.append((state, seat))
            actions = list(GAME.legal(state, seat))
            state = GAME.apply(state, seat, rng.choice(actions) if actions else Pass()).state

    def run() -> int:
        for state, seat in positions:
            list(GAME.legal(state, seat))
        return len(positions)

    return run


def rlcard_rounds() -> Rounds:
    import numpy as np
    from rlcard.games.doudizhu import Game

    rng = random.Random(5)
    game = Game()
    game.np_random = np.random.RandomState(5)

    def run() -> None:
        state, _ = game.init_game()
        while not game.is_over():
            state, _ = game.step(rng.choice(state["actions"]))

    return run


def rlcard_calls() -> Calls:
    import numpy as np
    from rlcard.games.doudizhu import Game

    rng = random.Random(6)
    game = Game()
    game.np_random = np.random.RandomState(6)
    spent = _Spent()

    def run() -> int:
        """One round; the engine keeps lists up to date as it steps, so it cannot be asked about stored positions."""
        calls = 0
        game.init_game()
        while not game.is_over():
            player = game.players[game.round.current_player]
            began = time.perf_counter()
            plays = list(player.available_actions(game.round.greater_player, game.judger))
            spent.seconds += time.perf_counter() - began
            calls += 1
            game.step(rng.choice(plays))
        return calls

    run.spent = spent  # type: ignore[attr-defined]  # the time of the calls alone, for ``rate_of_calls``
    return run


class _Spent:
    """A stopwatch that counts only what it is told to."""

    def __init__(self) -> None:
        self.seconds = 0.0


def rlcard_public_rounds() -> Rounds:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("doudizhu", config={"seed": 7})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    return lambda: env.run(is_training=False)


def open_spiel_rounds() -> Rounds:
    import pyspiel

    game = pyspiel.load_game("dou_dizhu")
    rng = random.Random(8)

    def run() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            bidding = not state.is_chance_node() and max(actions) <= 3  # three points end the bidding at once
            state.apply_action(max(actions) if bidding else rng.choice(actions))

    return run


# -- measuring ----------------------------------------------------------------------------------------------


def rate_of_rounds(run: Rounds, seconds: float) -> float:
    """Rounds in a second."""
    began = time.perf_counter()
    rounds = 0
    while (spent := time.perf_counter() - began) < seconds:
        run()
        rounds += 1
    return rounds / spent


def rate_of_calls(run: Calls, seconds: float) -> float:
    """Calls in a second; of an engine with a stopwatch of its own, by that."""
    stopwatch = getattr(run, "spent", None)
    if stopwatch is not None:
        stopwatch.seconds = 0.0
    began = time.perf_counter()
    calls = 0
    while (spent := time.perf_counter() - began) < seconds:
        calls += run()
    return calls / (stopwatch.seconds if stopwatch is not None else spent)


def peak_memory(code: str) -> float | None:
    """The peak memory in MiB of a process that runs one line of Python; ``None`` where there is no ``/proc``.

    Not by ``getrusage``: its peak counts what the process was before it became another program.
    """
    if not Path("/proc/self/status").exists():
        return None
    script = f"{code}; print(open('/proc/self/status').read())"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    peak = next(line for line in done.stdout.splitlines() if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 1024


def median_rates(
    makers: dict[str, Callable[[], Any]], rate: Callable[[Any, float], float], seconds: float, repeats: int
) -> dict[str, float | None]:
    """The median rate of each engine, all measured in turns; ``None`` for those that are not installed."""
    runs: dict[str, Any] = {}
    for name, make in makers.items():
        try:
            runs[name] = make()
        except ImportError as missing:
            print(f"{name}: skipped, {missing.name} is not installed")
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for name in runs:
        rate(runs[name], min(1.0, seconds))  # warm up
    for _ in range(repeats):
        for name, run in runs.items():
            rates[name].append(rate(run, seconds))
    return {name: statistics.median(rates[name]) if name in rates else None for name in makers}


ROUNDS = {
    "paiju fast": fast_rounds,
    "paiju contract": contract_rounds,
    "rlcard bare": rlcard_rounds,
    "rlcard public": rlcard_public_rounds,
    "open_spiel": open_spiel_rounds,
}
CALLS = {"paiju fast": fast_calls, "paiju contract": contract_calls, "rlcard bare": rlcard_calls}


def run(seconds: float = 2.0, repeats: int = 5) -> dict[str, Any]:
    """All figures: rates a second, ratios to RLCard's bare game, and peak memory in MiB."""
    rounds = median_rates(ROUNDS, rate_of_rounds, seconds, repeats)
    calls = median_rates(CALLS, rate_of_calls, seconds, repeats)
    return {
        "python": platform.python_version(),
        "rounds_per_second": rounds,
        "rounds_ratio_to_rlcard_bare": _ratios(rounds),
        "legal_calls_per_second": calls,
        "legal_calls_ratio_to_rlcard_bare": _ratios(calls),
        "peak_memory_mib": {
            "python alone": peak_memory("pass"),
            "import games": peak_memory("import games"),
            "import games.doudizhu": peak_memory("import games.doudizhu"),
        },
    }


def _ratios(rates: dict[str, float | None]) -> dict[str, float | None]:
    base = rates["rlcard bare"]
    return {name: rate / base if rate and base else None for name, rate in rates.items()}


def show(figures: dict[str, Any]) -> None:
    """Prints the table."""
    for title, rates, ratios in (
        ("random rounds/s", figures["rounds_per_second"], figures["rounds_ratio_to_rlcard_bare"]),
        ("legal-play calls/s", figures["legal_calls_per_second"], figures["legal_calls_ratio_to_rlcard_bare"]),
    ):
        print(f"{title:<22}{'rate':>12}  {'to rlcard bare':>14}")
        for name, rate in rates.items():
            ratio = f"{ratios[name]:.1f} x" if ratios[name] else "-"
            print(f"  {name:<20}{f'{rate:,.0f}' if rate else 'skipped':>12}  {ratio:>14}")
    for name, memory in figures["peak_memory_mib"].items():
        print(f"peak memory, {name:<26}" + ("unknown" if memory is None else f"{memory:>6.1f} MiB"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one measurement")
    parser.add_argument("--repeats", type=int, default=5, help="measurements of each engine")
    arguments = parser.parse_args()
    figures = run(arguments.seconds, arguments.repeats)
    show(figures)
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
