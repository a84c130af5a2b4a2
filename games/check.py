"""``python -m games.check [--engine COMMAND] PATH…``: replays scenario files and query files, by this project's rules or by
another program's, and says what does not hold.

One line for each scenario or query that fails (file, title, rule, step, expected, got), then ``N passed, N failed``.
The exit status is 0 only if nothing failed. Whatever is in a file, it never ends in a traceback."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from games.base.errors import GameError
from games.base.notation import read_step
from games.compare import agrees, named_plays, same, same_cards
from games.contract import Json
from games.engine import Engine, Mismatch, Outside, Unknown
from games.scenario import Scenario, ScenarioError, game_named, load_json, read_scenario, read_scenarios, why

__all__ = ["Failure", "Report", "check_file", "check_paths", "main", "run_query", "run_scenario"]


@dataclass(frozen=True, slots=True)
class Failure:
    """What did not hold, and where. ``step`` counts from 1 (0: the start; for queries the line), ``None``: the file."""

    file: str
    title: str
    rule: str
    step: int | None
    expected: str
    got: str

    def __str__(self) -> str:
        where = [self.file]
        if self.title:
            where.append(self.title)
        if self.rule:
            where.append(self.rule)
        if self.step is not None:
            where.append(f"step {self.step}")
        line = f"{' | '.join(where)} | expected {self.expected} | got {self.got}"
        return " ".join(line.splitlines())


@dataclass(frozen=True, slots=True)
class Report:
    """How many scenarios and queries held, those that did not, and how many another engine says it does not know."""

    passed: int
    failures: tuple[Failure, ...]
    unknown: int = 0


_ASKED_APART: Final = frozenset({"hands", "legal", "legal_has", "legal_hasnt"})
_ANSWERS: Final = frozenset({"game", "is", "plays", "title", "rule", "note", "comment", "source"})
"""Keys of a query that are not part of what is asked."""


def main(arguments: Sequence[str] | None = None) -> int:
    paths = list(sys.argv[1:] if arguments is None else arguments)
    command = paths[1] if paths[:1] == ["--engine"] and len(paths) > 1 else None
    del paths[: 2 if command else 0]
    if not paths or any(path.startswith("-") for path in paths):
        print(
            "usage: python -m games.check [--engine COMMAND] PATH…  (scenario files *.json, query files *.jsonl, folders)",
            file=sys.stderr,
        )
        return 0 if paths and set(paths) <= {"-h", "--help"} else 2
    with ExitStack() as stack:
        report = check_paths(paths, stack.enter_context(Outside(command)) if command else None)
    for failure in report.failures:
        print(str(failure).encode(sys.stdout.encoding or "utf-8", "replace").decode(sys.stdout.encoding or "utf-8"))
    told = f"{report.passed} passed, {len(report.failures)} failed"
    print(f"{told}, {report.unknown} not known to it" if command else told)
    return 1 if report.failures else 0


def check_paths(paths: Sequence[str], engine: Engine | None = None) -> Report:
    """``engine``: whose rules are asked; ``None``: this project's."""
    reports = [report for path in paths for report in _reports(Path(path), engine or Engine())]
    failures = tuple(failure for report in reports for failure in report.failures)
    return Report(sum(report.passed for report in reports), failures, sum(report.unknown for report in reports))


def _reports(path: Path, engine: Engine) -> Iterator[Report]:
    if not path.is_dir():
        yield check_file(path, engine)
        return
    files = sorted(file for file in path.rglob("*") if file.suffix in {".json", ".jsonl"} and file.is_file())
    if not files:
        yield _no_file(path, "scenario files (*.json, *.jsonl) in the folder", "none")
    for file in files:
        yield check_file(file, engine)


def _no_file(path: Path, expected: str, got: str) -> Report:
    return Report(0, (Failure(str(path), "", "", None, expected, got),))


def check_file(path: Path, engine: Engine) -> Report:
    if path.suffix not in {".json", ".jsonl"}:
        return _no_file(
            path, "a file *.json or *.jsonl, or a folder", "another kind of file" if path.exists() else "no such file"
        )
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        return _no_file(path, "UTF-8 text", "other bytes")
    except OSError as error:
        return _no_file(path, "a file that can be read", error.strerror or "an error")
    if path.suffix == ".jsonl":
        # not splitlines(): within a text JSON allows characters that Python takes for line breaks
        lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
        asked = [partial(_query_failure, str(path), number, line) for number, line in lines]
    else:
        try:
            scenarios = read_scenarios(text)
        except ScenarioError as error:
            return _no_file(path, "scenarios", str(error))
        asked = [partial(_scenario_failure, str(path), raw) for raw in scenarios]
    failures: list[Failure] = []
    unknown = 0
    for failed in asked:
        try:
            failure = failed(engine)
        except Unknown:
            unknown += 1
        else:
            failures += [] if failure is None else [failure]
    return Report(len(asked) - len(failures) - unknown, tuple(failures), unknown)


# --- scenarios -------------------------------------------------------------------------------------------------------
def _scenario_failure(file: str, raw: Json, engine: Engine) -> Failure | None:
    title = raw.get("title") if isinstance(raw, Mapping) else None
    rule = raw.get("rule") if isinstance(raw, Mapping) else None
    try:
        scenario = read_scenario(raw)
    except ScenarioError as error:
        return Failure(file, str(title or ""), str(rule or ""), None, "a scenario that can be understood", str(error))
    return run_scenario(scenario, file, engine)


def run_scenario(scenario: Scenario, file: str = "", engine: Engine | None = None) -> Failure | None:
    """Replay one scenario; the first thing that does not hold, or ``None``."""
    run = _Run(scenario, engine or Engine())
    wrong = _wrong(run.all)
    return None if wrong is None else Failure(file, scenario.title, scenario.rule, run.step, *wrong)


def _wrong(asked: Callable[[], None]) -> tuple[str, str] | None:
    """What was expected and what was got instead where something does not hold. A broken invariant of the engine is told
    like any other failure."""
    try:
        asked()
    except Unknown:
        raise
    except Mismatch as error:
        return error.expected, error.got
    except ScenarioError as error:
        return "what can be understood", str(error)
    except GameError as error:
        return "what the rules accept", why(error)
    except Exception as error:
        return "an answer", f"the engine broke: {type(error).__name__} {error}"
    return None


def _refuses(tried: Callable[..., object], *what: object) -> bool:
    """Whether something is refused with a reason; a broken engine refuses nothing."""
    try:
        tried(*what)
    except (GameError, ScenarioError, Mismatch):
        return True
    return False


class _Run:
    """One scenario under way; ``step`` is where it is."""

    def __init__(self, scenario: Scenario, engine: Engine) -> None:
        self.scenario, self.engine = scenario, engine
        self.step = 0

    def all(self) -> None:
        """Start, then every step in turn."""
        self.game = game_named(self.scenario.game)
        options = self.game.option_set.complete(self.scenario.options)
        if self.scenario.refused:
            if not _refuses(self.engine.start, self.game, options, self.scenario.start):
                raise Mismatch("the start refused", "accepted")
            return
        self.engine.start(self.game, options, self.scenario.start)
        for step in self.scenario.steps:
            self.step += 1
            self._do(step)

    def _do(self, step: Json) -> None:
        match step:
            case str():
                self._accepted(step)
            case {"illegal": str(text), **others} if not others:
                self._refused(text)
            case {"illegal": {"deal": Mapping() as keys, **more}, **others} if not others and not more:
                self._changes_nothing("the deal", self.engine.deal, keys)
            case {"expect": Mapping() as wanted, **others} if not others:
                facts = self.engine.facts([key for key in wanted if key not in _ASKED_APART])
                for key, value in wanted.items():
                    self._expect(key, value, facts)
            case {"deal": Mapping() as keys, **others} if not others:
                self.engine.deal(keys)
            case _:
                raise ScenarioError(
                    f"a step is a text, or one of illegal (an action or a deal), expect, deal; not {step!r}"
                )

    def _accepted(self, text: str) -> None:
        self._seat(read_step(text)[0])
        try:
            self.engine.act(text)
        except GameError as error:
            raise Mismatch(f"{text!r} accepted", f"refused: {why(error)}") from None

    def _refused(self, text: str) -> None:
        seat, _ = read_step(text)
        if 0 <= seat < self.engine.seats():  # else there is nobody whose action could be asked about
            self._changes_nothing(repr(text), self.engine.act, text)

    def _changes_nothing(self, what: str, tried: Callable[[Any], None], said: Json) -> None:
        before = self.engine.everything()
        if not _refuses(tried, said):
            raise Mismatch(f"{what} refused", "accepted")
        if self.engine.everything() != before:
            raise Mismatch(f"{what} to change nothing", "another state")

    def _seat(self, seat: Json) -> int:
        seats = self.engine.seats()
        if type(seat) is not int or not 0 <= seat < seats:
            raise ScenarioError(f"seat {seat!r}: expected 0 to {seats - 1}")
        return seat

    def _expect(self, key: str, wanted: Json, facts: Mapping[str, Json]) -> None:
        match key:
            case "hands":
                self._expect_hands(wanted)
            case "legal" | "legal_has" | "legal_hasnt":
                self._expect_legal(key, wanted)
            case _ if not agrees(key, wanted, facts[key]):
                raise Mismatch(f"{key} {wanted!r}", repr(facts[key]))

    def _expect_hands(self, wanted: Json) -> None:
        if not isinstance(wanted, Mapping):
            raise ScenarioError('hands in expect: expected an object like {"0": "3 4 5"}')
        hands = self.engine.hands()
        for name, text in wanted.items():
            if not name.isdecimal() or not isinstance(text, str):
                raise ScenarioError('hands in expect: expected an object like {"0": "3 4 5"}')
            hand = hands[self._seat(int(name))]
            if not same_cards(text, hand):
                raise Mismatch(f"hand of seat {name} {text!r}", repr(hand))

    def _expect_legal(self, key: str, wanted: Json) -> None:
        match wanted:
            case {"seat": int(seat), "plays": [*plays], **others} if not others:
                self._seat(seat)
            case _:
                raise ScenarioError(f'{key}: expected an object like {{"seat": 0, "plays": ["3", "pass"]}}')
        named = named_plays(plays, self.game.suited)
        found = self.engine.legal(seat)
        missing = [text for text in named if text not in found]
        if key != "legal_hasnt" and missing:
            raise Mismatch(f"{key} with {missing[0]!r}", "it is not legal")
        extra = sorted(found - named) if key == "legal" else sorted(found & named) if key == "legal_hasnt" else []
        if extra:
            raise Mismatch(f"{key} without {extra[0]!r}", "it is legal")


# --- queries ---------------------------------------------------------------------------------------------------------
def _query_failure(file: str, number: int, line: str, engine: Engine) -> Failure | None:
    rule = ""

    def ask() -> None:
        nonlocal rule
        raw = load_json(line)
        if not isinstance(raw, Mapping):
            raise ScenarioError("expected an object")
        rule = str(raw.get("rule", ""))
        run_query(raw, engine)

    wrong = _wrong(ask)
    return None if wrong is None else Failure(file, line.strip(), rule, number, *wrong)


def run_query(raw: Mapping[str, Json], engine: Engine | None = None) -> None:
    """Ask one query; raises if the answer is another, or if it cannot be understood."""
    asked = {key: value for key, value in raw.items() if key not in _ANSWERS}
    key = raw.get("game")
    if not isinstance(key, str):
        raise ScenarioError("game: expected a text")
    game = game_named(key)
    if ("is" in raw) == ("plays" in raw):
        raise ScenarioError("expected either is or plays")
    answer = (engine or Engine()).query(key, asked)
    if "is" in raw:
        if isinstance(answer, list | tuple):
            raise ScenarioError("this query is answered by plays, not by is")
        if not same(raw["is"], answer):
            raise Mismatch(f"is {raw['is']!r}", repr(answer))
        return
    plays = raw["plays"]
    if not isinstance(plays, list):
        raise ScenarioError("plays: expected a list of texts")
    if not isinstance(answer, list | tuple):
        raise ScenarioError("this query is answered by is, not by plays")
    wanted, found = named_plays(plays, game.suited), named_plays(answer, game.suited)
    for missing in sorted(wanted - found):
        raise Mismatch(f"plays with {missing!r}", "it is not legal")
    for extra in sorted(found - wanted):
        raise Mismatch(f"plays without {extra!r}", "it is legal")


if __name__ == "__main__":
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the report has gone (`… | head`); closing must not try to write again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
