"""``python -m games.check PATH…``: replays scenario files and query files, and says what does not hold.

One line for each scenario or query that fails (file, title, rule, step, expected, got), then ``N passed, N failed``.
The exit status is 0 only if nothing failed. Whatever is in a file, it never ends in a traceback."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from games.base.cards import cards_text
from games.base.errors import GameError
from games.base.notation import matches, read, read_cards, read_step
from games.base.options import Options
from games.compare import action_key, agrees, named_plays, same
from games.contract import Carry, Game, Json
from games.kit.position import listed
from games.scenario import Scenario, ScenarioError, begin, game_named, load_json, read_scenario, read_scenarios, why

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
    """How many scenarios and queries held, and those that did not."""

    passed: int
    failures: tuple[Failure, ...]


_ANSWERS: Final = frozenset({"game", "is", "plays", "title", "rule", "note", "comment", "source"})
"""Keys of a query that are not part of what is asked."""


class _Mismatch(Exception):
    """Something expected does not hold."""

    def __init__(self, expected: str, got: str) -> None:
        super().__init__(expected, got)
        self.expected, self.got = expected, got


def main(arguments: Sequence[str] | None = None) -> int:
    paths = list(sys.argv[1:] if arguments is None else arguments)
    if not paths or any(path.startswith("-") for path in paths):
        print(
            "usage: python -m games.check PATH…  (scenario files *.json, query files *.jsonl, folders)", file=sys.stderr
        )
        return 0 if paths and set(paths) <= {"-h", "--help"} else 2
    report = check_paths(paths)
    for failure in report.failures:
        print(str(failure).encode(sys.stdout.encoding or "utf-8", "replace").decode(sys.stdout.encoding or "utf-8"))
    print(f"{report.passed} passed, {len(report.failures)} failed")
    return 1 if report.failures else 0


def check_paths(paths: Sequence[str]) -> Report:
    passed = 0
    failures: list[Failure] = []
    for path in paths:
        for report in _reports(Path(path)):
            passed += report.passed
            failures += report.failures
    return Report(passed, tuple(failures))


def _reports(path: Path) -> Iterator[Report]:
    if not path.is_dir():
        yield check_file(path)
        return
    files = sorted(file for file in path.rglob("*") if file.suffix in {".json", ".jsonl"} and file.is_file())
    if not files:
        yield _no_file(path, "scenario files (*.json, *.jsonl) in the folder", "none")
    for file in files:
        yield check_file(file)


def _no_file(path: Path, expected: str, got: str) -> Report:
    return Report(0, (Failure(str(path), "", "", None, expected, got),))


def check_file(path: Path) -> Report:
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
        failed = [_query_failure(str(path), number, line) for number, line in lines]
    else:
        try:
            scenarios = read_scenarios(text)
        except ScenarioError as error:
            return _no_file(path, "scenarios", str(error))
        failed = [_scenario_failure(str(path), raw) for raw in scenarios]
    failures = tuple(failure for failure in failed if failure is not None)
    return Report(len(failed) - len(failures), failures)


# --- scenarios -------------------------------------------------------------------------------------------------------
def _scenario_failure(file: str, raw: Json) -> Failure | None:
    title = raw.get("title") if isinstance(raw, Mapping) else None
    rule = raw.get("rule") if isinstance(raw, Mapping) else None
    try:
        scenario = read_scenario(raw)
    except ScenarioError as error:
        return Failure(file, str(title or ""), str(rule or ""), None, "a scenario that can be understood", str(error))
    return run_scenario(scenario, file)


def run_scenario(scenario: Scenario, file: str = "") -> Failure | None:
    """Replay one scenario; the first thing that does not hold, or ``None``."""
    run = _Run(scenario)
    wrong = _wrong(run.all)
    return None if wrong is None else Failure(file, scenario.title, scenario.rule, run.step, *wrong)


def _wrong(asked: Callable[[], None]) -> tuple[str, str] | None:
    """What was expected and what was got instead where something does not hold. A broken invariant of the engine is told
    like any other failure."""
    try:
        asked()
    except _Mismatch as error:
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
    except (GameError, ScenarioError, _Mismatch):
        return True
    return False


class _Run:
    """One scenario under way; ``step`` is where it is."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.step = 0
        self.game: Game[Any]
        self.options: Options
        self.state: Any = None

    def all(self) -> None:
        """Start, then every step in turn."""
        self.game = game_named(self.scenario.game)
        self.options = self.game.option_set.complete(self.scenario.options)
        if self.scenario.refused:
            if not _refuses(self._start):
                raise _Mismatch("the start refused", "accepted")
            return
        self._start()
        for step in self.scenario.steps:
            self.step += 1
            self._do(step)

    def _start(self) -> None:
        start = dict(self.scenario.start)
        previous = start.pop("previous", {})
        if not isinstance(previous, Mapping):
            raise ScenarioError("previous: expected an object")
        self._begin(start, previous, follows=False)

    def _begin(self, keys: Mapping[str, Json], carry: Carry, *, follows: bool) -> None:
        _, begun = begin(self.game, self.options, keys, carry, follows=follows)
        self.state = begun.state

    def _do(self, step: Json) -> None:
        match step:
            case str():
                self._accepted(step)
            case {"illegal": str(text), **others} if not others:
                self._refused(text)
            case {"illegal": {"deal": Mapping() as keys, **more}, **others} if not others and not more:
                self._no_deal(keys)
            case {"expect": Mapping() as wanted, **others} if not others:
                for key, value in wanted.items():
                    self._expect(key, value)
            case {"deal": Mapping() as keys, **others} if not others:
                self._deal(keys)
            case _:
                raise ScenarioError(
                    f"a step is a text, or one of illegal (an action or a deal), expect, deal; not {step!r}"
                )

    def _accepted(self, text: str) -> None:
        seat, said = read_step(text)
        self._seat(seat)
        try:
            action = self.game.read(self.state, seat, read(said))
            self.game.check(self.state, seat, action)
            self.state = self.game.apply(self.state, seat, action).state
        except GameError as error:
            raise _Mismatch(f"{text!r} accepted", f"refused: {why(error)}") from None

    def _refused(self, text: str) -> None:
        seat, said = read_step(text)
        if not 0 <= seat < len(self.game.hands(self.state)):
            return  # nobody sits there: there is nobody whose action the game could be asked about
        before = self._everything()
        try:
            action = self.game.read(self.state, seat, read(said))
        except GameError:
            action = None
        if action is not None:
            if not _refuses(self.game.check, self.state, seat, action):
                raise _Mismatch(f"{text!r} refused", "accepted")
            if not _refuses(self.game.apply, self.state, seat, action):
                raise _Mismatch(f"{text!r} refused", "refused by check but accepted by apply")
        if self._everything() != before:
            raise _Mismatch(f"{text!r} to change nothing", "another state")

    def _no_deal(self, keys: Mapping[str, Json]) -> None:
        before = self._everything()
        if not _refuses(self._deal, keys):
            raise _Mismatch("the deal refused", "accepted")
        if self._everything() != before:
            raise _Mismatch("the refused deal to change nothing", "another state")

    def _everything(self) -> tuple[Any, ...]:
        """All that can be known of the state, to see that a refusal leaves it as it was."""
        game, state = self.game, self.state
        viewers = [None, *range(len(game.hands(state)))]
        return (game.hands(state), game.facts(state), [game.view(state, viewer) for viewer in viewers])

    def _deal(self, keys: Mapping[str, Json]) -> None:
        result = self.game.result(self.state)
        if result is None:
            raise _Mismatch("phase over before a deal", self.game.phase(self.state))
        if result.winner is not None:
            raise _Mismatch("a match that goes on before a deal", f"it was won by {list(result.winner)}")
        if "previous" in keys:
            raise ScenarioError("previous: only in start")
        self._begin(keys, result.carry, follows=True)

    def _seat(self, seat: Json) -> int:
        seats = len(self.game.hands(self.state))
        if type(seat) is not int or not 0 <= seat < seats:
            raise ScenarioError(f"seat {seat!r}: expected 0 to {seats - 1}")
        return seat

    def _expect(self, key: str, wanted: Json) -> None:
        match key:
            case "hands":
                self._expect_hands(wanted)
            case "legal" | "legal_has" | "legal_hasnt":
                self._expect_legal(key, wanted)
            case _:
                facts = self.game.facts(self.state)
                if key not in facts:
                    known = ", ".join([*facts, "hands", "legal", "legal_has", "legal_hasnt"])
                    raise ScenarioError(f"unknown key {key!r} in expect; known: {known}")
                if not agrees(key, wanted, facts[key]):
                    raise _Mismatch(f"{key} {wanted!r}", repr(facts[key]))

    def _expect_hands(self, wanted: Json) -> None:
        if not isinstance(wanted, Mapping):
            raise ScenarioError('hands in expect: expected an object like {"0": "3 4 5"}')
        hands = self.game.hands(self.state)
        for name, text in wanted.items():
            if not name.isdecimal() or not isinstance(text, str):
                raise ScenarioError('hands in expect: expected an object like {"0": "3 4 5"}')
            hand = hands[self._seat(int(name))]
            if not matches(read_cards(text), hand):
                raise _Mismatch(f"hand of seat {name} {text!r}", repr(cards_text(hand)))

    def _expect_legal(self, key: str, wanted: Json) -> None:
        match wanted:
            case {"seat": int(seat), "plays": [*plays], **others} if not others:
                self._seat(seat)
            case _:
                raise ScenarioError(f'{key}: expected an object like {{"seat": 0, "plays": ["3", "pass"]}}')
        suited = self.game.suited
        named = named_plays(plays, suited)
        found = {action_key(action, suited) for action in listed(self.game.legal(self.state, seat))}
        missing = [text for text in named if text not in found]
        if key != "legal_hasnt" and missing:
            raise _Mismatch(f"{key} with {missing[0]!r}", "it is not legal")
        extra = sorted(found - named) if key == "legal" else sorted(found & named) if key == "legal_hasnt" else []
        if extra:
            raise _Mismatch(f"{key} without {extra[0]!r}", "it is legal")


# --- queries ---------------------------------------------------------------------------------------------------------
def _query_failure(file: str, number: int, line: str) -> Failure | None:
    rule = ""

    def ask() -> None:
        nonlocal rule
        raw = load_json(line)
        if not isinstance(raw, Mapping):
            raise ScenarioError("expected an object")
        rule = str(raw.get("rule", ""))
        run_query(raw)

    wrong = _wrong(ask)
    return None if wrong is None else Failure(file, line.strip(), rule, number, *wrong)


def run_query(raw: Mapping[str, Json]) -> None:
    """Ask one query; raises if the answer is another, or if it cannot be understood."""
    asked = {key: value for key, value in raw.items() if key not in _ANSWERS}
    key = raw.get("game")
    if not isinstance(key, str):
        raise ScenarioError("game: expected a text")
    game = game_named(key)
    if ("is" in raw) == ("plays" in raw):
        raise ScenarioError("expected either is or plays")
    answer = game.query(asked)
    if "is" in raw:
        if isinstance(answer, list | tuple):
            raise ScenarioError("this query is answered by plays, not by is")
        if not same(raw["is"], answer):
            raise _Mismatch(f"is {raw['is']!r}", repr(answer))
        return
    plays = raw["plays"]
    if not isinstance(plays, list):
        raise ScenarioError("plays: expected a list of texts")
    if not isinstance(answer, list | tuple):
        raise ScenarioError("this query is answered by is, not by plays")
    wanted, found = named_plays(plays, game.suited), named_plays(answer, game.suited)
    for missing in sorted(wanted - found):
        raise _Mismatch(f"plays with {missing!r}", "it is not legal")
    for extra in sorted(found - wanted):
        raise _Mismatch(f"plays without {extra!r}", "it is legal")


if __name__ == "__main__":
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the report has gone (`… | head`); closing must not try to write again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
