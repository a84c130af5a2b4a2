"""The lesson of Gong Zhu: compile, search, fit, measure; then again with what has been learned.

In every decision of a lesson each card is tried on sampled tables. The odds are fitted to what came of that: a card that comes to
a few points less is played less often. In the first turn tables are played out by rule of thumb, then by the odds learned so far.
"""

import ctypes
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from arena import native
from games.gongzhu import GAME
from games.gongzhu.ai.odds import SIZE
from games.gongzhu.options import HouseRules, house_rules
from games.kit.network import Network

__all__ = ["begin", "compiled", "learn", "learned"]

_HERE: Final = Path(__file__).parent
_TIMES: Final = 12  # How often every decision is learned from
_MEASURED: Final = 900_000_000
"""Deals that are measured have seeds from here on; those that are learned from have others."""
_DEALS: Final = 200  # So many deals are measured after each turn, from both sides


def compiled(folder: Path) -> ctypes.CDLL:
    found = native.compiled(_HERE / "learning.c", folder)
    found.lessons.restype = ctypes.c_long
    return found


def begin(library: ctypes.CDLL, seed: int, rules: HouseRules) -> None:
    """Forget everything and draw from a seed, by these rules."""
    flags = (rules.expose_rounds, rules.diamond_queen, rules.all_cards_win, rules.teams, rules.pig_is_good)
    library.begin(ctypes.c_uint64(seed), *map(int, flags))


def learn(seed: int, rounds: int, turns: int) -> dict[str, Network]:
    """Return the odds learned in the last of so many turns, of so many rounds each: by the usual rules, and where pig and goat
    have switched values."""
    with TemporaryDirectory() as folder:
        library = compiled(Path(folder))
        return {
            name: learned(library, seed, rounds, turns, swapped=name != "odds") for name in ("odds", "odds_swapped")
        }


def learned(library: ctypes.CDLL, seed: int, rounds: int, turns: int, *, swapped: bool) -> Network:
    """The odds learned by the usual rules, or where pig and goat have switched values."""
    preset = next(preset for preset in GAME.presets if preset.key == ("pig_goat_swapped" if swapped else "standard"))
    begin(library, seed, house_rules(GAME.option_set.complete(preset.options)))
    weights = (ctypes.c_float * SIZE)()
    for turn in range(turns):
        library.forget()
        decisions = _played(library, seed * 1_000 + turn, rounds, turn)
        library.fit(ctypes.c_uint64(seed * 1_000 + turn), _TIMES)
        library.write_weights(weights)
        library.use_weights()
        points, error = measured(library, min(_DEALS, rounds))
        sys.stderr.write(
            f"turn {turn + 1}: {decisions} decisions; {points:+.1f} ± {1.96 * error:.1f} points a pair and round against normal\n"
        )
    about = f"logarithms of the odds of Gong Zhu: {turns} turns of {rounds} rounds, seed {seed}"
    return Network([((tuple(weights),), (0.0,))], about)


def measured(library: ctypes.CDLL, deals: int) -> tuple[float, float]:
    """Return how many points a pair of strong players is ahead of a normal one in a round, and the standard error."""
    told = (ctypes.c_double * 2)()
    library.measure(ctypes.c_uint64(_MEASURED), ctypes.c_long(deals), told)
    return told[0], told[1]


def _played(library: ctypes.CDLL, seed: int, rounds: int, turn: int) -> int:
    """Play lessons, and say how far they are; return how many decisions there were."""
    done = decisions = 0
    part = max(1, rounds // 20)
    while done < rounds:
        number = min(part, rounds - done)
        decisions = library.lessons(ctypes.c_uint64(seed * 1_000_000 + done), ctypes.c_long(number))
        done += number
        sys.stderr.write(f"\rturn {turn + 1}: {done} of {rounds} rounds, {decisions} decisions")
    sys.stderr.write("\n")
    return decisions
