"""``strong`` by networks that were learned anew against ``strong`` as it is: ``python -m arena.lessons GAME --ship DEALS``."""

import multiprocessing
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import arena
from arena.figures import Interval
from games import GAMES
from games.base.actions import Action
from games.contract import Dice, View
from games.kit import network
from games.simulate import SeededDice

__all__ = ["duel"]


def duel(game: str, folder: Path, deals: int) -> Interval:
    """How many points more a seat gets in a round that plays by the networks of a folder, over so many deals from all sides."""
    report = arena.play(game, [_Challenger(game, folder), "strong"], n=deals, duplicate=True, seed="duel")
    return report.standings[_Challenger.name, ""].margin.interval


class _Challenger:
    """``strong`` by the networks of a folder, in a process of its own: what is made of networks is kept there for good."""

    name = "challenger"

    def __init__(self, game: str, folder: Path) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._asked, asking = spawn.Pipe()
        spawn.Process(target=_answer, args=(asking, game, folder), daemon=True).start()
        asking.close()

    def think(self, view: View, dice: Dice) -> Action:
        self._asked.send((view, dice.below(1 << 30)))
        action: Action = self._asked.recv()
        return action


def _answer(asking: Connection, game: str, folder: Path) -> None:
    network.read_from(folder)
    with suppress(EOFError):  # that all has been asked
        while True:
            view, seed = asking.recv()
            asking.send(GAMES[game].think(view, "strong", SeededDice(seed)))
