"""Where players are built and measured: whole contests between AI players, by processes, with figures that can be trusted, and
environments in which programs learn to play; for Gymnasium also by their ids, ``paiju/GAME-v0``.

Nothing here needs a chat, and the bot needs nothing of it but ``paiju selfplay``. Environments need ``pip install paiju[arena]``.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

from arena.contest import Contest, play
from arena.players import Agent, Player, house, require_one_of, require_players, require_seat
from arena.report import Report
from games import GAMES

with suppress(ModuleNotFoundError):  # only who learns has it
    from gymnasium import register

    for _game in GAMES:
        register(f"paiju/{_game}-v0", "arena:gym_env", kwargs={"game": _game})

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
    reward: Literal["points", "win", "shaped"] = "points",
    render_mode: str | None = None,
    illegal: Literal["raise", "penalise"] = "raise",
    mask: bool | None = None,
    mini: int = 0,
    two_steps: bool = False,
) -> Environment:
    """Return a game as an environment of PettingZoo; ``ValueError`` says what is wrong with the arguments. ``mask``: whether
    observations have an ``action_mask``, ``None`` if there are no more than 10,000 actions. ``mini``: so many cards in each
    hand, of the 24 from 3 to 8 (``arena.mini``); 0 for the whole game. ``two_steps``: first a kind is chosen, then what it is
    done with (``arena.steps``)."""
    from arena.environment import Environment  # numpy and others are needed for this alone
    from arena.games import interface_of
    from arena.steps import TwoSteps

    rules, complete, seats = house(game, preset, options, players)
    made = TwoSteps if two_steps else Environment
    return made(
        rules, interface_of(game)(complete, seats), complete, seats, seed=seed, episode=episode, reward=reward,
        render_mode=render_mode, illegal=illegal, mask=mask, mini=mini,
    )  # fmt: skip


def gym_env(
    game: str,
    *,
    seat: int = 0,
    opponents: Player = "normal",
    seed: int | None = None,
    **about: Any,
) -> SingleSeat:
    """Return one seat of a game as an environment of Gymnasium, ``opponents`` (a level or an agent) on all others; all else is as
    ``env`` takes it. ``ValueError`` says what is wrong with the arguments."""
    from arena.single import SingleSeat

    chosen = secrets.randbits(32) if seed is None else seed
    return SingleSeat(env(game, seed=chosen, **about), seat, opponents, chosen)


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
