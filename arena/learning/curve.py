"""The curve of what has been learned, as a picture."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

__all__ = ["draw"]


def draw(told: Sequence[dict[str, Any]], file: Path) -> None:
    """Draw the share of rounds won over the minutes, with its interval, and the points a round."""
    minutes = [line["minutes"] for line in told]
    figure = Figure(figsize=(8, 5), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True)
    for axes, name, factor, label in ((above, "won", 100, "rounds won, %"), (below, "points", 1, "points a round")):
        value, low, high = ([factor * line[name][at] for line in told] for at in range(3))
        axes.plot(minutes, value, marker="o", markersize=3)
        axes.fill_between(minutes, low, high, alpha=0.2)
        axes.set_ylabel(label)
        axes.grid(alpha=0.3)
    rounds = f"{told[-1]['played']:,} rounds" if told else "nothing yet"
    above.set_title(f"{told[-1]['game']} against {told[-1]['against']}, {rounds}" if told else rounds)
    below.set_xlabel("minutes of training")
    figure.savefig(file, dpi=110)
