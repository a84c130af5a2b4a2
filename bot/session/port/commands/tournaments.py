"""Commands about tournaments: opening one, signing up, starting and ending it, the standings."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Final

from bot.session.port.commands.record import Argument, Command, Form, Given, Typed, command
from bot.session.port.commands.words import Unreadable, Words
from games import GAMES

__all__ = [
    "EndTournament", "Enter", "InviteToTournament", "StartTournament", "Tournament", "Withdraw",
]  # fmt: skip

_START: Final = frozenset({"start", "开始", "开赛", "開始"})
_END: Final = frozenset({"end", "结束", "結束"})
_PAIRS: Final = frozenset({"pairs", "双人", "结对"})
_OPTION: Final = re.compile(r"([^\s=]+)\s*=\s*(\S+)")
_EXAMPLE: Final = f"tournament {next(iter(GAMES))} rounds=3"
_NAMES: Final = {"轮数": "rounds", "副数": "deals", "人数": "fill"}


def _tournament(words: Words) -> Command:
    game, preset, pairs, options = "", "", False, dict[str, str]()
    while word := words.take():
        plain = unicodedata.normalize("NFKC", word)
        name, sign, value = plain.partition("=")
        if sign:
            if not name or not value:
                raise Unreadable(word, _EXAMPLE)
            options[_NAMES.get(name.lower(), name.lower())] = value
        elif plain.lower() in _PAIRS:
            pairs = True
        elif not game:
            game = word
        elif not preset:
            preset = plain.lower()
        else:
            raise Unreadable(word, _EXAMPLE)
    if game.lower() in _START | _END and not options and not pairs:
        return StartTournament() if game.lower() in _START else EndTournament()
    return Tournament(game, preset, pairs, options)


def _tournament_of(given: Given) -> Command:
    done = {"start": StartTournament(), "end": EndTournament(), "standings": Tournament()}.get(str(given.get("form")))
    if done is not None:
        return done
    options = dict(_OPTION.findall(given.get("options", "")))
    if given.get("rounds") is not None:
        options["rounds"] = str(given["rounds"])
    game, _, preset = given.get("preset", "").rpartition(":")  # a completion chosen before the game names it
    return Tournament(given.get("game", "") or game, preset, bool(given.get("pairs", False)), options)


@command(
    "5",
    Typed(
        "tournament",
        ("比赛", "锦标赛"),
        menu=187,
        read=_tournament,
        make=_tournament_of,
        forms=(
            Form(
                "open",
                (
                    Argument("game", choices="games", required=True),
                    Argument("preset", suggested=True),
                    Argument("rounds", "number", low=1, high=12),
                    Argument("pairs", "switch"),
                    Argument("options", suggested=True),
                ),
            ),
            Form("standings"),
            Form("start"),
            Form("end"),
        ),
    ),
    admin=True,
    opens=True,
)
@dataclass(frozen=True, slots=True)
class Tournament(Command):
    """/tournament: open the sign-up of one here; without a ``game`` show the standings. ``pairs``: partners stay together."""

    game: str = ""
    preset: str = ""
    pairs: bool = False
    options: dict[str, str] = field(default_factory=dict)


@command("6", private=True)
@dataclass(frozen=True, slots=True)
class Enter(Command):
    """Sign up; with an ``entry`` as its partner. While it is played: take the place of an AI player from the next stage on."""

    tournament: int
    entry: int | None = None


@command("7", private=True)
@dataclass(frozen=True, slots=True)
class Withdraw(Command):
    """Take one's name off; while it is played, an AI player takes the place from the next stage on."""

    tournament: int


@command("8", admin=True, private=True)
@dataclass(frozen=True, slots=True)
class StartTournament(Command):
    """Close the sign-up and play; ``None``: the one that is on here."""

    tournament: int | None = None


@command("9", admin=True, private=True)
@dataclass(frozen=True, slots=True)
class EndTournament(Command):
    """End it as it stands; ``sure``: asked already, and meant."""

    tournament: int | None = None
    sure: bool = False


@command("4", private=True)
@dataclass(frozen=True, slots=True)
class InviteToTournament(Command):
    """Request for the ``code`` by which a tournament comes to other chats, to be handed on; whoever has it may ask anywhere."""

    tournament: int | None = None
    code: str = ""
