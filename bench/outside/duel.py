"""Who is meant by a player's name, and single rounds of two players over the same cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Final

from arena.contest import Contest, play
from arena.players import Outsider, Player, house, name_of, require_players
from arena.report import Report
from arena.table import TableRun
from bench.outside.ladder import Ladder
from games import GAMES
from games.base.cards import Card, full_pack
from games.base.options import Options
from games.contract import Carry, Deal, Dice, Json

__all__ = ["compare", "contest", "player_of"]


def player_of(game: str, said: str, seconds: float) -> Player:
    """The player that is meant: a level, a folder with a bot of the Guandan competition, or ``MODULE:MAKER:REST``, where a module
    without a dot is one of ``bench.outside``. A program may think for so many ``seconds``."""
    if Path(said).is_dir():
        said = f"guandan:client:{said}"
    module, _, rest = said.partition(":")
    if not rest:
        require_players(GAMES[game], [said])
        return said
    maker, _, rest = rest.partition(":")
    path = module if "." in module else f"bench.outside.{module}"
    try:
        made = import_module(path)
    except ModuleNotFoundError as error:
        if error.name is None or not path.startswith(error.name):
            raise
        raise ValueError(f"no module {path} that makes players") from None
    if not callable(getattr(made, maker, None)):
        raise ValueError(f"{path} makes no players by {maker!r}")
    player: Outsider = getattr(made, maker)(game, rest, seconds)
    return player


def _any_level(options: Options, dice: Dice) -> tuple[Deal, Carry]:
    """A round of Guandan as papers play it: at any level, after a round that ended in any order, so with any tribute."""
    level = "23456789TJQKA"[dice.below(13)]
    places: Json = [int(card) for card in dice.shuffled(tuple(map(Card, range(4))))]
    carry: Carry = {"levels": [level, level], "places": places, "round": 1}
    return GAMES["guandan"].deal(options, 4, carry, dice), carry


def _without_bidding(options: Options, dice: Dice) -> tuple[Deal, Carry]:
    """A round of Dou Dizhu as papers play it: the first seat is the landlord."""
    cards = dice.shuffled(full_pack())
    hands = tuple(tuple(sorted(part)) for part in (cards[:20], cards[20:37], cards[37:]))
    return Deal(hands, keys={"landlord": 0}), {}


_OPENINGS: Final = {"guandan": _any_level, "doudizhu": _without_bidding}
_LINEUPS: Final = {"doudizhu": ((0, 1, 1), (1, 0, 0))}
_RULES: Final = {"doudizhu": {"shuttles": False, "spring": 1}}  # What others know; only bombs double


def contest(
    game: str, one: Player, other: Player, seed: int | str, options: Mapping[str, object] | None = None
) -> Contest:
    """Two players over the same single rounds from all sides."""
    if name_of(one) == name_of(other):
        raise ValueError(f"{name_of(one)} cannot be told apart from itself")
    _, complete, seats = house(game, None, {**_RULES.get(game, {}), **(options or {})}, None)
    return Contest(game, complete, (one, other), seats, seed, True, _OPENINGS.get(game), _LINEUPS.get(game, ()))


def compare(
    planned: Contest, deals: int, ladder: Ladder | None = None, check: Callable[[], object] = lambda: None, *,
    progress: bool | None = False,
) -> Report:  # fmt: skip
    """Play it. ``ladder`` keeps the deals; ``check`` is called after each and may raise."""
    waiting: list[TableRun] = []

    def watch(table: TableRun) -> None:
        waiting.append(table)
        if len(waiting) == len(planned.turns(0)):
            if ladder is not None:
                ladder.add(waiting)
            waiting.clear()
            check()

    return play(
        planned.game, planned.players, deals, duplicate=True, seed=planned.seed, options=planned.options, watch=watch,
        opening=planned.opening, lineups=planned.lineups, progress=progress,
    )  # fmt: skip
