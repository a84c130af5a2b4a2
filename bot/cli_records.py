"""``paiju export``, ``replay`` and ``review``: played matches and rounds as scenario files, shown step by step, and judged."""

import asyncio
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm

from bot.errors import CommandError
from bot.present.reports.reviews import decision_words, review_screen
from bot.present.screens.screen import plain_text
from bot.present.words.plays import event_text
from bot.present.words.text import name_of, say
from bot.reviews import Review, can_judge, decisions_of, fortune_of, judged
from bot.session.port.replies import ReplayCard, ReviewCard
from bot.session.port.updates import Player
from bot.session.state.dealing import read_deal
from games import GAMES
from games.base.cards import cards_text
from games.base.errors import GameError
from games.contract import Game, Json
from games.record import Frame, Record, RoundRecord, load, scenario_text
from games.record import export as export_record
from games.record import replay as replay_record
from games.scenario import Scenario, ScenarioError, read_scenario, read_scenarios, why
from storage.databases import beside
from storage.themes.matches import ActionRow, RoundRow

__all__ = ["export", "replay", "review"]

_NOTE: Final = re.compile(r"rules version (\d+)")
_HELP: Final = (
    "Enter n: on · b: back · t: next trick · p: trick before · f: first · l: last · a number: that step · q: end"
)


@dataclass(frozen=True, slots=True)
class _Moment:
    """A moment of a file, with the lines that show it. ``chapter`` rises when a trick or a round begins."""

    number: int
    chapter: tuple[int, int]
    lines: tuple[str, ...]


def replay(path: Path, *, wait: bool) -> int:
    """Show every step of a scenario file. ``wait``: let whoever sits there go on, back and to any step; without a person
    at the terminal, or without ``wait``, everything is printed."""
    for raw, scenario in _scenarios(path):
        print(f"— {scenario.title}" + (f" ({scenario.rule})" if scenario.rule else ""))
        _say_version(raw, scenario.game)
        asked = wait and sys.stdin.isatty()
        try:
            moments = _moments(scenario)
            if asked:
                if not _step(list(moments)):
                    return 0
            else:
                for moment in moments:
                    print("\n".join(moment.lines))
        except GameError as error:
            raise CommandError(f"{path}: {why(error)}{_older(raw, scenario.game)}") from None
        except ScenarioError as error:
            raise CommandError(f"{path}: {error}{_older(raw, scenario.game)}") from None
    return 0


def _load_records(path: Path) -> list[Record]:
    """The matches and rounds of a scenario file; ``CommandError`` if it cannot be read or played."""
    records = []
    for raw, scenario in _scenarios(path):
        try:
            records.append(load(scenario))
        except (GameError, ScenarioError) as error:
            told = why(error) if isinstance(error, GameError) else error
            raise CommandError(f"{path}: {told}{_older(raw, scenario.game)}") from None
    return records


def _scenarios(path: Path) -> list[tuple[Any, Scenario]]:
    try:
        return [(raw, read_scenario(raw)) for raw in read_scenarios(path.read_text(encoding="utf-8"))]
    except (OSError, UnicodeError) as error:
        raise CommandError(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'not a text'}") from None
    except ScenarioError as error:
        raise CommandError(f"{path}: {error}") from None


# -- under which rules
def _version(raw: Any, game: str) -> int | None:
    """The version of the rules that a file says it was played under, if that is not today's."""
    found = _NOTE.search(str(raw.get("note", "")))
    if found is None or game not in GAMES or int(found[1]) == GAMES[game].rules_version:
        return None
    return int(found[1])


def _say_version(raw: Any, game: str) -> None:
    version = _version(raw, game)
    if version is not None:
        print(f"  played under rules version {version}, shown with version {GAMES[game].rules_version}")


def _older(raw: Any, game: str) -> str:
    version = _version(raw, game)
    return "" if version is None else f" (it was played under rules version {version})"


# -- moments
def _moments(scenario: Scenario) -> Iterator[_Moment]:
    record = load(scenario)
    game = GAMES[record.game]
    for number, frame in enumerate(replay_record(record)):
        acts = game.view(frame.state, None).acts
        trick = acts[-1].trick if frame.step and acts else -1
        yield _Moment(number, (frame.round, trick), tuple(_lines(game, frame)))


def _lines(game: Game[Any], frame: Frame) -> Iterator[str]:
    yield f"round {frame.round + 1}" if frame.step == 0 else f"  {frame.text}"
    hands = game.hands(frame.state)
    players = [Player(seat, "person", f"seat {seat}") for seat in range(len(hands))]
    for event in frame.events:
        if event.audience is None and (text := event_text(game.key, event, "", players, "en")):
            yield f"      {text}"
    for seat, hand in enumerate(hands):
        yield f"    {seat}: {cards_text(hand)}"


# -- stepping
def _step(moments: Sequence[_Moment]) -> bool:
    """Show moments as somebody asks for them; False when they want to end."""
    at, last = 0, len(moments) - 1
    print(_HELP)
    while True:
        print("\n".join(moments[at].lines))
        while True:
            try:
                said = input(f"[{at}/{last}] ").strip().lower()
            except EOFError:
                return False
            if said == "q":
                return False
            if not said and at == last:
                return True
            wanted = _target(moments, at, said)
            if wanted is not None:
                at = wanted
                break
            print(_HELP)


def _target(moments: Sequence[_Moment], at: int, said: str) -> int | None:
    """The moment that a word leads to, ``None`` for a word that is none."""
    last = len(moments) - 1
    begins = [0, *(n for n in range(1, last + 1) if moments[n].chapter != moments[n - 1].chapter)]
    if said.isascii() and said.isdigit():
        return min(int(said[:9]), last)
    return {
        "": min(at + 1, last),
        "n": min(at + 1, last),
        "b": max(at - 1, 0),
        "t": next((begin for begin in begins if begin > at), last),
        "p": next((begin for begin in reversed(begins) if begin < at), 0),
        "f": 0,
        "l": last,
    }.get(said)


_ID = re.compile(r"M?(\d{1,9})(?:\.(\d{1,5}))?", re.IGNORECASE)


def export(text: str, url: str) -> int:
    """Print a finished match or round as a scenario file. Works beside a running bot."""
    found = _ID.fullmatch(text.strip())
    if found is None:
        raise CommandError(f"{text!r} is no id; a match is M17, one of its rounds M17.3")
    match, number = int(found[1]), int(found[2]) if found[2] else None
    record, older = asyncio.run(_stored(url, match, number))
    try:
        scenario = export_record(record)
    except (ScenarioError, GameError):
        reason = f"; it was played under rules version {older}, which today's cannot follow" if older else ""
        raise CommandError(f"{text} has no finished round that can be shown{reason}") from None
    print(scenario_text(_noted(scenario, older)), end="")
    return 0


def _noted(scenario: dict[str, Json], older: int) -> dict[str, Json]:
    """The scenario with a note of the rules that it was played under, if they are not today's."""
    if not older:
        return scenario
    head = {"title": scenario["title"], "note": f"rules version {older}"}  # ``replay`` reads it back
    return head | {key: value for key, value in scenario.items() if key != "title"}


async def _stored(url: str, match: int, number: int | None) -> tuple[Record, int]:
    """Return the record of what is finished, and the older version of the rules that it was played under (0:
    today's)."""
    async with beside(url) as store, store.begin() as unit:
        row = await unit.matches.get(match)
        rounds = await unit.matches.rounds(match) if row else ()
        actions = await unit.matches.actions(match) if row else ()
    if row is None:
        raise CommandError(f"there is no match M{match}")
    game = GAMES.get(row.game)
    if game is None:
        raise CommandError(f"M{match} is a match of {row.game}, which this version does not have")
    chosen = [played for played in rounds if number is None or played.round == number]
    if number is not None and not chosen:
        raise CommandError(f"M{match} has no round {number}")
    # The deal is a secret until the round is over.
    finished = [played for played in chosen if played.status == "over"]
    if not finished:
        raise CommandError("that round is not finished" if number is not None else f"M{match} has no finished round")
    finished = [played for played in finished if played.deal]
    if not finished:
        raise CommandError("its cards are not kept any more (KEEP_ROUNDS_DAYS)")
    older = min((row.rules_version for row in finished if row.rules_version != game.rules_version), default=0)
    if older:
        print(f"paiju: played under rules version {older}, this is {game.rules_version}", file=sys.stderr)
    title = f"M{match}" + (f".{number}" if number is not None else "")
    return _record(row.options, game, finished, actions, title), older


def _record(
    options: str, game: Game[Any], rounds: Sequence[RoundRow], actions: Sequence[ActionRow], title: str
) -> Record:
    records = []
    for played in rounds:
        lines = tuple((action.seat, action.line) for action in actions if action.round == played.round)
        records.append(RoundRecord(read_deal(played.deal), json.loads(played.carry_in), lines))
    return Record(game.key, game.option_set.complete(json.loads(options)), tuple(records), title)


def review(path: Path, *, language: str, as_json: bool) -> int:
    """Judge every finished round of a file; with a bar on standard error where that is a terminal. ``as_json``: one
    JSON object a round on standard output instead of words. Interrupted (Ctrl-C) it ends with what is judged."""
    for record in _load_records(path):
        if not can_judge(record.game):
            raise CommandError(f"{record.game}: nobody can judge a round of it yet, it has no strong AI player")
        for number, played in enumerate(record.rounds, start=1):
            card = _card(record, played, f"{record.title} – {number}" if len(record.rounds) > 1 else record.title)
            if card is None:
                continue
            try:
                judgement = _judged(record, played)
            except KeyboardInterrupt:
                return 130
            print(judgement.written() if as_json else _told(card, judgement, language))
    return 0


def _judged(record: Record, played: RoundRecord) -> Review:
    steps = decisions_of(record.game, record.options, played)
    decisions = [
        judged(record.game, record.options, played, step)
        for step in tqdm(steps, unit="decision", file=sys.stderr, disable=None, leave=False)
    ]
    return Review(tuple(decisions), fortune_of(record.game, record.options, played))


def _card(record: Record, played: RoundRecord, title: str) -> ReplayCard | None:
    """A round as a replay shows it, ``None`` if it is not over or did not count."""
    rules = GAMES[record.game]
    last = list(replay_record(Record(record.game, record.options, (played,))))[-1].state
    result = rules.result(last)
    if result is None or result.void:
        return None
    players = tuple(Player(seat, "person") for seat in range(len(result.points)))
    return ReplayCard(title, record.game, players, played.deal.hands, (), result.points, scored=result.scored)


def _told(card: ReplayCard, judgement: Review, language: str) -> str:
    lines = [plain_text(review_screen(ReviewCard(card, judgement), language)), ""]
    for one in judgement.decisions:
        if one.grade == "best":
            continue
        name = name_of(card.players, one.seat, language)
        words = " · ".join(decision_words(ReviewCard(card, judgement), one, language))
        lines.append(f"{one.step:4} {say(language, f'review.grade.{one.grade}')} {name}: {one.done}. {words}")
    return "\n".join(lines)
