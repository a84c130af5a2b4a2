"""Where players are built and measured: whole contests between AI players, by processes, with figures that can be trusted, and
environments in which programs learn to play.

Nothing here needs a chat, and the bot needs nothing of it but ``paiju selfplay``. Environments need ``pip install paiju[arena]``.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from arena.contest import Contest, play
from arena.players import Agent, Player, house, require_one_of, require_players, require_seat
from arena.report import Report

if TYPE_CHECKING:
    from arena.environment import Environment
    from arena.single import SingleSeat
    from arena.tables import Tables

__all__ = ["Agent", "Contest", "Report", "env", "gym_env", "play", "vec"]


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


def gym_env(
    game: str,
    *,
    seat: int = 0,
    opponents: Player = "normal",
    seed: int | None = None,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    episode: Literal["round", "match"] = "round",
    reward: Literal["points", "win"] = "points",
    render_mode: str | None = None,
) -> SingleSeat:
    """Return one seat of a game as an environment of Gymnasium, ``opponents`` (a level or an agent) on all others; ``ValueError``
    says what is wrong with the arguments."""
    from arena.single import SingleSeat

    chosen = secrets.randbits(32) if seed is None else seed
    table = env(
        game, preset=preset, options=options, players=players, seed=chosen, episode=episode, reward=reward,
        render_mode=render_mode,
    )  # fmt: skip
    return SingleSeat(table, seat, opponents, chosen)


def vec(
    game: str,
    n: int,
    *,
    seed: int | None = None,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    reward: Literal["points", "win"] = "points",
    seat: int = 0,
    opponents: Player | None = None,
    threads: int = 1,
) -> Tables:
    """Return ``n`` tables of a game that are stepped together; ``ValueError`` says what is wrong with the arguments.

    Whoever acts is learned for, or ``seat`` alone if there are ``opponents`` (a level or an agent) on all others: chance
    (``random``) is as fast as none, levels think as long as ever. ``threads`` share the tables where a native core runs them."""
    from arena.games import interface_of
    from arena.tables import Tables

    rules = house(game, preset, options, players)
    require_one_of("reward", reward, ("points", "win"))
    if n < 1 or threads < 1:
        raise ValueError("n and threads: at least 1")
    require_seat(rules.seats, seat)
    if opponents is not None:
        require_players(rules.game, [opponents])
    interface = interface_of(game)(rules.options, rules.seats)
    chosen = secrets.randbits(32) if seed is None else seed
    return Tables(rules, interface, n, seed=chosen, reward=reward, seat=seat, opponents=opponents, threads=threads)
