"""Describe what learners are shown: ``python scripts/describe_environments.py`` writes ``docs/environments.md``."""

from __future__ import annotations

import inspect
import sys
from math import inf
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import arena  # noqa: E402 # found from the root set above
from arena.interface import Plane  # noqa: E402
from games import GAMES  # noqa: E402

PAGE: Final = ROOT / "docs" / "environments.md"
_TITLE: Final = """# Environments

Every game is an environment of PettingZoo, for programs that learn to play (`pip install paiju[arena]`):

```python
import arena

env = arena.env("guandan", seed=7)
env.reset()
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    over = terminated or truncated
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
```

An observation has two parts:

- `observation`: a vector of numbers (`float32`), made of *planes* that stand one after the other as in the tables below;
  `env.slices["hand"]` says where a plane stands. Where a shape begins with the number of seats, place 0 is the observer
  itself, then come the others in order of play. Cards are counted in 54 places: rank by rank from 3 to 2, in each spades,
  hearts, diamonds, clubs; then the small and the big joker.
- `action_mask`: 1 for every action that is legal now; all 0 for whoever is not asked.

Actions are numbers that mean the same in every position. `env.decode(number, agent)` tells one in the [notation](notation.md),
with cards of the agent's hand, and `env.encode(text, agent)` goes back; `env.legal_actions()` lists the legal ones, and
`env.legal_features()` describes each of them by the cards that it lays and what is done with them: where there are very many
numbers, learners had better score the legal actions by their features. Decisions that people make at the same time, hidden from
each other, are made one after the other, without seeing each other.

`arena.gym_env("doudizhu", seat=0, opponents="normal")` is one seat of a game as an environment of Gymnasium, among AI players.
After `import arena.openspiel` all games are OpenSpiel's too, as `paiju_gandengyan` and so on; the two smallest, Gan Deng Yan and
Gong Zhu, suit its algorithms best.

## Many tables at once

```python
import arena
import numpy as np

many, dice = arena.vec("doudizhu", 64, seed=7), np.random.default_rng(1)
many.reset()
for _ in range(1_000):
    counts = np.diff(many.offsets)
    many.step(many.ids[many.offsets[:-1] + dice.integers(counts)])  # one number a table
```

All that is seen stands in arrays that each step overwrites: `observations` (a row a table, what the seat that acts there observes), `seats` (which
one that is), the legal actions of table `t` as `ids[offsets[t]:offsets[t + 1]]`, ascending, with a line each in `features` (as of `legal_features`;
written when they are first looked at after a step), `done` (whether the last step ended the round there) and `rewards` (by table and seat, all 0 but
where one ended). A round that is over is followed by the next one by itself. The same `seed` deals the same cards, and with the same actions all
is the same, with a native core or without one, in however many `threads`.

With `opponents` a level or an agent plays all seats but `seat`, and a step goes on to that seat's next decision. What this costs, in decisions of the
learner a second of one processor: `random` 500,000–1,000,000, played by the core; levels and agents look at views, so that these tables are run by the rules
and think as long as ever: `easy` and `normal` 100–2,000, `strong` 30–170. `python -m bench.tables` measures it; [benchmarks](benchmarks.md) has figures.
`threads=8` moves eighths of the tables at the same time, without Python's lock; several processes serve as well.

Rewards come when a round ends: points as the [rule sheets](rules/) say *for learning agents*, or 1 and −1 for who has won and who
has not with `reward="win"`. An episode is a round, or with `episode="match"` a match with all that rounds leave to each other.
Nothing that a seat may not know is in what it observes: `tests/arena` swaps hidden cards and compares every plane.

The tables are for the usual house rules and numbers of players. `python scripts/describe_environments.py` writes this page.
"""


def page() -> str:
    """Return the page as it has to be."""
    parts = [_TITLE]
    for key in GAMES:
        env = arena.env(key)
        about = inspect.getdoc(sys.modules[type(env.interface).__module__]) or ""
        sizes = f"{env.interface.actions:,} actions; {sum(plane.size for plane in env.planes):,} numbers are observed."
        parts.append(f"## `{key}`\n\n{_flowing(about)}\n\n{sizes}\n\n{_table(env.planes)}")
    return "\n".join(parts)


def _flowing(text: str) -> str:
    """Return paragraphs without their line breaks."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n")).replace("``", "`")


def _table(planes: tuple[Plane, ...]) -> str:
    rows = ["| plane | shape | from | to | unit | what it tells |", "| --- | --- | --- | --- | --- | --- |"]
    for plane in planes:
        shape = " × ".join(map(str, plane.shape))
        rows.append(
            f"| `{plane.name}` | {shape} | {_end(plane.low)} | {_end(plane.high)} | {plane.unit} | {plane.about} |"
        )
    return "\n".join(rows) + "\n"


def _end(number: float) -> str:
    return "" if abs(number) == inf else f"{number:g}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
