"""Where players are built and measured: whole contests between AI players, by processes, with figures that can be trusted, and
environments in which programs learn to play.

Nothing here needs a chat, and the bot needs nothing of it but ``paiju selfplay``. Environments need ``pip install paiju[arena]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from arena.contest import Contest, play
from arena.house import house
from arena.players import Agent
from arena.report import Report

if TYPE_CHECKING:
    from arena.environment import Environment

__all__ = ["Agent", "Contest", "Report", "env", "play"]


def env(
    game: str,
    *,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    seed: int | None = None,
    episode: Literal["round", "match"] = "round",
    reward: Literal["points", "win"] = "points",
    render_mode: str | None = None,
) -> Environment:
    """Return a game as an environment of PettingZoo; ``ValueError`` says what is wrong with the arguments."""
    from arena.environment import Environment  # numpy and others are needed for this alone
    from arena.games import interface_of

    rules, complete, seats = house(game, preset, options, players)
    interface = interface_of(game)(complete, seats)
    return Environment(
        rules, interface, complete, seats, seed=seed, episode=episode, reward=reward, render_mode=render_mode
    )
