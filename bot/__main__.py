"""``python -m bot`` and ``paiju``: the shell commands, what they are called, what they take, and how they end.

Exit code 0 only on success. Every error a person can cause is one clear line on stderr; 2 is wrong usage, 1 all else.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from bot import __version__
from bot.errors import CommandError
from bot.settings import SettingError, read_settings
from games import GAMES
from storage.api import StoreError

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except (CommandError, SettingError, StoreError) as error:
        print(f"paiju: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader of our output has gone (`paiju check … | head`): not an error worth words.
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        print("paiju: interrupted", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="paiju", description="Chinese card games with friends, right inside the group chat."
    )
    parser.add_argument("--version", action="version", version=f"paiju {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    run = commands.add_parser("run", help="start every frontend whose token is set, and the local page")
    run.add_argument("--check", action="store_true", help="validate settings, database and tokens' shape, then exit")
    run.set_defaults(run=_run)

    doctor = commands.add_parser("doctor", help="look at every part that a start needs, each with its remedy")
    doctor.add_argument(
        "--live",
        metavar="CHAT",
        help="make every kind of call in that chat (telegram:ID, telegram:ID/TOPIC or discord:ID) and take it away",
    )
    doctor.set_defaults(run=lambda o: _of("bot.cli_doctor").examine(read_settings, o.live))

    deeds = commands.add_parser("game", help="the games that are there; a package for a new one").add_subparsers(
        required=True, metavar="DEED"
    )
    listing = deeds.add_parser("list", help="the games, from where they come, and what was left out")
    listing.add_argument("--json", action="store_true", help="for machines")
    listing.set_defaults(run=lambda o: _of("bot.cli_games").listed(as_json=o.json))
    new = deeds.add_parser("new", help="write a package with a game that plays at once")
    new.add_argument("key", metavar="KEY", help="letters from a to z")
    new.add_argument("--kind", required=True, choices=("climbing", "tricks"), help="beat or pass, or follow suit")
    new.add_argument("--out", default=".", metavar="DIR", help="where its folder is made")
    new.set_defaults(run=lambda o: _of("bot.cli_games").made(o.key, o.kind, o.out))
    testing = deeds.add_parser("test", help="run all suites for a game of a package")
    testing.add_argument("target", metavar="PATH|PACKAGE", help="the package's folder, or a game that is installed")
    testing.set_defaults(run=lambda o: _of("bot.cli_games").tested(o.target))

    check = commands.add_parser("check", help="replay scenario and query files")
    check.add_argument("paths", nargs="+", metavar="PATH", help="*.json, *.jsonl or folders of them")
    check.add_argument(
        "--engine", metavar="COMMAND", help="a program that answers for the rules instead (docs/notation.md)"
    )
    check.set_defaults(run=lambda o: _of("games.check").main([*(("--engine", o.engine) if o.engine else ()), *o.paths]))

    selfplay = commands.add_parser(
        "selfplay", help="AI players play each other without any chat", epilog=f"Games: {', '.join(GAMES)}."
    )
    selfplay.add_argument("game", metavar="GAME", help="one of the games below")
    selfplay.add_argument("-n", type=int, default=1, metavar="N", help="how many matches (default 1)")
    selfplay.add_argument("--rounds", action="store_true", help="count N in rounds instead of matches")
    selfplay.add_argument("--ai", default="normal", metavar="LEVEL,…", help="one level for all, or one a seat")
    selfplay.add_argument("--duplicate", action="store_true", help="play each deal once from every side")
    selfplay.add_argument("--workers", type=int, default=1, metavar="W", help="how many processes play (default 1)")
    selfplay.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule")
    selfplay.add_argument("--players", type=int, metavar="N", help="in games with a range of players")
    selfplay.add_argument("--seed", type=int, default=None, metavar="S", help="makes everything reproducible")
    selfplay.add_argument("--record", type=Path, metavar="DIR", help="write every match there as a scenario file")
    selfplay.add_argument("--json", action="store_true", help="the figures as one JSON object")
    selfplay.set_defaults(run=lambda o: _of("bot.cli_selfplay").selfplay(o))

    export = commands.add_parser("export", help="print a finished match (M17) or round (M17.3) as a scenario file")
    export.add_argument("id", metavar="ID")
    export.set_defaults(run=lambda o: _of("bot.cli_records").export(o.id, _database()))

    replay = commands.add_parser("replay", help="replay a scenario file step by step")
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument("--all", action="store_true", help="print every step without waiting for Enter")
    replay.set_defaults(run=lambda o: _of("bot.cli_records").replay(o.file, wait=not o.all))

    review = commands.add_parser("review", help="judge the rounds of a scenario file by the strongest AI player")
    review.add_argument("file", type=Path, metavar="FILE", help="as paiju export writes it")
    review.add_argument("--language", choices=("en", "zh"), default="en", help="of the words (default: %(default)s)")
    review.add_argument("--json", action="store_true", help="one JSON object a round")
    review.set_defaults(run=lambda o: _of("bot.cli_records").review(o.file, language=o.language, as_json=o.json))

    database = commands.add_parser("db", help="migrate, verify or copy the database")
    deeds = database.add_subparsers(required=True, metavar="DEED")
    upgrade = deeds.add_parser("upgrade", help="bring the database to this version")
    upgrade.set_defaults(run=lambda _: _of("bot.cli_database").upgrade(_database()))
    verify = deeds.add_parser("check", help="verify the database; works beside a running bot")
    verify.set_defaults(run=lambda _: _of("bot.cli_database").check(_database()))
    backup = deeds.add_parser("backup", help="make a consistent copy; works beside a running bot")
    backup.add_argument("file", type=Path, metavar="FILE")
    backup.set_defaults(run=lambda o: _of("bot.cli_database").backup(_database(), o.file))

    epoch = deeds.add_parser(
        "epoch", help="after other tools have put an older state back: the next start shows everything anew"
    )
    epoch.set_defaults(run=lambda _: _of("bot.cli_database").epoch(_database()))

    copy = deeds.add_parser("copy", help="move everything to an empty other database, SQLite or PostgreSQL")
    copy.add_argument("source", metavar="FROM", help="a DATABASE_URL; no bot may run on it")
    copy.add_argument("target", metavar="TO", help="a DATABASE_URL of a database without rows, or of none yet")
    copy.set_defaults(run=lambda o: _of("bot.cli_database").copy(o.source, o.target))

    restore = commands.add_parser(
        "restore", help="put a backup back; what is there is kept, and the next start shows everything anew"
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="as paiju db backup writes it")
    restore.add_argument("target", nargs="?", metavar="TO", help="a DATABASE_URL or a file, on which no bot may run")
    restore.set_defaults(run=_restore)

    cluster = commands.add_parser("cluster", help="list workers with their tables, leases and queues")
    cluster.add_argument("--json", action="store_true", help="for machines")
    cluster.set_defaults(run=lambda o: _of("bot.cli_cluster").show(read_settings(), as_json=o.json))
    deed = cluster.add_subparsers(metavar="DEED")
    drain = deed.add_parser("drain", help="have the tables of a worker go elsewhere, until it is started anew")
    drain.add_argument("worker", metavar="WORKER", help="its name")
    drain.set_defaults(run=lambda o: _of("bot.cli_cluster").drain(read_settings(), o.worker))

    person = commands.add_parser(
        "person", help="print all that is stored of a person as JSON; works beside a running bot"
    )
    person.add_argument("account", metavar="ACCOUNT", help="one of their accounts, for example telegram:123")
    person.set_defaults(run=lambda o: _of("bot.cli_database").person(_database(), o.account))

    admin = commands.add_parser(
        "admin",
        help="run the place beside a running bot: list and end tables, block, announce, maintain",
        epilog="tables · end ID · block [ACCOUNT] · unblock ACCOUNT · reports · announce TEXT [--at TIME] · maintenance [on|off]."
        " An ACCOUNT is a person's or a group's, as the lists name it: telegram:123.",
    )
    admin.add_argument("verb", metavar="VERB", help="one of those below")
    announce = commands.add_parser("announce", help="tell all open tables something, for example before a restart")
    announce.set_defaults(verb="announce")
    for told, what in ((admin, "what it is about"), (announce, "the text")):
        told.add_argument("words", nargs="*", metavar="WORD", help=what)
        told.add_argument("--at", metavar="TIME", help="when that will be, for example 22:30 or +15m")
        told.set_defaults(run=_admin)

    ratings = commands.add_parser("ratings", help="skill ratings")
    rebuild = ratings.add_subparsers(required=True, metavar="DEED")
    anew = rebuild.add_parser("rebuild", help="anew from the stored results")
    anew.set_defaults(run=lambda _: _of("bot.cli_database").rebuild(_database()))
    return parser


def _of(module: str) -> Any:
    """A module with commands, imported when one of them is run: `paiju check` should not load two chat libraries."""
    return import_module(module)


def _run(options: argparse.Namespace) -> int:
    settings = read_settings()  # first, so that a wrong one is told at once
    found: int = _of("bot.cli_doctor").check_start(settings) if options.check else _of("bot.app").serve(settings)
    return found


def _restore(options: argparse.Namespace) -> int:
    target = options.target or _database()
    target = target if "://" in target else f"sqlite+aiosqlite:///{target}"
    found: int = _of("bot.cli_database").restore(options.file, target)
    return found


def _admin(options: argparse.Namespace) -> int:
    at = f" --at {options.at}" if options.at else ""
    found: int = _of("bot.cli_admin").admin(_database(), " ".join([options.verb, *options.words]) + at)
    return found


def _database() -> str:
    return read_settings().database_url


if __name__ == "__main__":
    raise SystemExit(main())
