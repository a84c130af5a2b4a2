"""What a folder has learned, as a player at anybody's table."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from arena.environment import Environment
from arena.interface import Face, described
from arena.learning.features import action_features, scales
from arena.learning.folder import open_folder
from arena.learning.selfplay import Setting
from arena.observation import Observer
from games.base.actions import Action
from games.base.options import OptionValue
from games.contract import View
from games.kit.history import History

__all__ = ["choose"]

_learned = cache(open_folder)


@cache
def _table(game: str, options: tuple[tuple[str, OptionValue], ...], players: int) -> Environment:
    return Setting(game, None, dict(options), players).env(0)


def choose(folder: Path, view: View, legal: Sequence[Action]) -> Action | None:
    """What the network of a folder thinks most of among all that is legal, from what the view's seat knows; ``None`` where house
    rules or a number of players show it other things than it has learned from."""
    assert view.viewer is not None, "a seat that may act"
    env, (_, worth) = _table(view.game, tuple(view.options.items()), len(view.seats)), _learned(view.game, folder)
    if env.observation_size != len(worth.weights["seen"]):
        return None
    observer = Observer(env.interface, len(view.seats), env.game.pack(view.options, len(view.seats)))
    observer.hear(History.of(view.acts))
    why = next(one.why for one in view.awaited if one.seat == view.viewer)
    looked = observer.seen(Face(view.viewer, view.hand or (), view.public, view.own, why)) * scales(env.planes)
    rows = action_features(env, described(legal, env.feature_verbs))
    return legal[int(worth.of(looked[None], rows, np.zeros(len(rows), dtype=np.intp)).argmax())]
