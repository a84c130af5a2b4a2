"""Commands about tournaments: opening one, signing up, starting and ending it, the standings."""

from __future__ import annotations

import unicodedata
from dataclasses import field
from typing import Final

from bot.session.port.commands import record
from games import GAMES

__all__ = ["EndTournament", "Enter", "InviteToTournament", "StartTournament", "Tournament", "Withdraw"]

_START: Final = frozenset({"start", "开始", "开赛", "開始"})
_END: Final = frozenset({"end", "结束", "結束"})
_PAIRS: Final = frozenset({"pairs", "双人", "结对"})
_EXAMPLE: Final = f"tournament {next(iter(GAMES))} rounds=3"
_NAMES: Final = {"轮数": "rounds", "副数": "deals", "人数": "fill"}


def _tournament(words: record.Words) -> record.Command:
    named, options = words.take_options(_EXAMPLE)
    kept = [word for word in named if unicodedata.normalize("NFKC", word).lower() not in _PAIRS]
    game, preset = record.game_and_preset(kept, _EXAMPLE)
    if game.lower() in _START | _END and not options and kept == named:
        return StartTournament() if game.lower() in _START else EndTournament()
    given = {_NAMES.get(name, name): value for name, value in options.items()}
    return Tournament(game, preset, len(kept) < len(named), given)


def _tournament_of(given: record.Given) -> record.Command:
    done = {"start": StartTournament(), "end": EndTournament(), "standings": Tournament()}.get(str(given.get("form")))
    if done is not None:
        return done
    game, preset, options = record.chosen(given)
    if given.get("rounds") is not None:
        options["rounds"] = str(given["rounds"])
    return Tournament(game, preset, bool(given.get("pairs", False)), options)


@record.command(
    "5",
    record.Typed(
        "tournament",
        ("比赛", "锦标赛"),
        menu=187,
        read=_tournament,
        make=_tournament_of,
        forms=(
            record.Form(
                "open",
                (
                    record.Argument("game", choices="games", required=True),
                    record.Argument("preset", suggested=True),
                    record.Argument("rounds", "number", low=1, high=12),
                    record.Argument("pairs", "switch"),
                    record.Argument("options", suggested=True),
                ),
            ),
            record.Form("standings"),
            record.Form("start"),
            record.Form("end"),
        ),
    ),
    admin=True,
    opens=True,
)
class Tournament(record.Command):
    """/tournament: open the sign-up of one here; without a ``game`` show the standings. ``pairs``: partners stay together."""

    game: str = ""
    preset: str = ""
    pairs: bool = False
    options: dict[str, str] = field(default_factory=dict)


@record.command("6", private=True)
class Enter(record.Command):
    """Sign up; with an ``entry`` as its partner. While it is played: take the place of an AI player from the next stage on."""

    tournament: int
    entry: int | None = None


@record.command("7", private=True)
class Withdraw(record.Command):
    """Take one's name off; while it is played, an AI player takes the place from the next stage on."""

    tournament: int


@record.command("8", admin=True, private=True)
class StartTournament(record.Command):
    """Close the sign-up and play; ``None``: the one that is on here."""

    tournament: int | None = None


@record.command("9", admin=True, private=True)
class EndTournament(record.Command):
    """End it as it stands; ``sure``: asked already, and meant."""

    tournament: int | None = None
    sure: bool = False


@record.command("4", private=True)
class InviteToTournament(record.Command):
    """Request for the ``code`` by which a tournament comes to other chats, to be handed on; whoever has it may ask anywhere."""

    tournament: int | None = None
    code: str = ""
