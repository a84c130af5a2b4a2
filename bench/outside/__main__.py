"""``python -m arena baseline|serve|ladder``: programs of other people against ours, and a server and a ladder for all."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from arena.players import Outsider
from bench.outside.duel import compare, contest, player_of
from bench.outside.ladder import Ladder
from bench.outside.programs import Programs
from bench.outside.server import Server
from games import GAMES

__all__ = ["main"]

_LIBRARIES = {"pyspiel": "open_spiel", "rlcard": "rlcard", "torch": "torch", "numpy": "numpy"}  # and what installs them


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m arena")
    commands = parser.add_subparsers(dest="command", required=True)
    baseline = commands.add_parser("baseline", help="play against programs of other people")
    baseline.add_argument("--bots", nargs="+", required=True, metavar="BOT", help="as docs/outside-players.md says")
    baseline.add_argument("--against", default="strong", metavar="PLAYER", help="a level or a bot (default: strong)")
    baseline.add_argument("-n", type=int, default=200, metavar="N", help="deals for each (default: %(default)s)")
    baseline.add_argument("--seed", default="baseline", help="(default: %(default)s)")
    baseline.add_argument("--json", action="store_true")
    serve = commands.add_parser("serve", help="let programs play over JSON lines on a socket")
    serve.add_argument("--host", default="127.0.0.1", help="(default: %(default)s)")
    serve.add_argument("--port", type=int, default=8765, help="(default: %(default)s; 0: any that is free)")
    serve.add_argument("--deals", type=int, default=20, help="of a contest, at most (default: %(default)s)")
    serve.add_argument("--bots", nargs="*", default=[], metavar="NAME=BOT", help="programs that may be played against")
    ladder = commands.add_parser("ladder", help="show ratings, or the replay of a deal")
    ladder.add_argument("--replay", type=int, metavar="DEAL", help="print the records of a deal")
    for command in (baseline, serve, ladder):
        command.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
        command.add_argument("--db", type=Path, required=command is not baseline, metavar="FILE", help="of the ladder")
        command.add_argument("--seconds", type=float, default=5.0, help="for one answer (default: %(default)s)")
        command.add_argument("--option", nargs="*", default=[], metavar="NAME=VALUE", help="house rules")
    given = parser.parse_args(arguments)
    try:
        return {"baseline": _baseline, "serve": _serve, "ladder": _ladder}[given.command](given)
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
    except ModuleNotFoundError as error:
        if error.name not in _LIBRARIES:
            raise
        print(f"{error.name} is missing: pip install {_LIBRARIES[error.name]}", file=sys.stderr)
    return 2


def _options(given: Any) -> dict[str, object]:
    return dict(one.partition("=")[::2] for one in given.option)


def _baseline(given: Any) -> int:
    ladder = None if given.db is None else Ladder(given.db)
    ours, *theirs = (player_of(given.game, said, given.seconds) for said in (given.against, *given.bots))
    for bot in theirs:
        found = compare(contest(given.game, ours, bot, given.seed, _options(given)), given.n, ladder, progress=None)
        print(found.to_json() if given.json else found.summary(), flush=True)
        if isinstance(bot, Programs):
            bot.close()
    return 0


def _serve(given: Any) -> int:
    bots = dict(one.partition("=")[::2] for one in given.bots)
    programs = {name: player_of(given.game, said, given.seconds) for name, said in bots.items()}
    for name, program in programs.items():
        if not isinstance(program, Outsider):
            raise ValueError(f"--bots {name}: a program, as NAME=BOT; levels are there anyway")
        program.name = name
    with Server(
        given.game, (given.host, given.port), Ladder(given.db), seconds=given.seconds, deals=given.deals,
        options=_options(given), programs=programs,
    ) as server:  # fmt: skip
        print(f"{given.game} is played at {given.host}:{server.server_address[1]}", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    return 0


def _ladder(given: Any) -> int:
    if not given.db.exists():
        print(f"no ladder is kept in {given.db}", file=sys.stderr)
        return 1
    ladder = Ladder(given.db)
    if given.replay is not None:
        if not (records := ladder.replay(given.replay)):
            raise ValueError(f"no deal {given.replay} in {given.db}")
        print(json.dumps(records, ensure_ascii=False, indent=1))
        return 0
    print(f"{'player':30} {'rating':>6}  {'95 % interval':15} {'deals':>6} {'failures':>8}")
    for name, rating, deals, failures in ladder.standings(given.game):
        print(f"{name:30} {rating.value:6.0f}  {rating.low:5.0f} – {rating.high:5.0f}   {deals:6} {failures:8}")
    return 0
