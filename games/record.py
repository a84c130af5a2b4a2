"""A match as text: what was dealt and done, as a scenario that ``games.check`` replays and anybody can read.

A record holds deals and exact actions only. States, events and views come back by replaying it; nothing of them is
stored. A round that is not over, and a void deal, whose hands are not shown, are never written out."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.base.actions import action_text
from games.base.cards import cards_text
from games.base.errors import GameError
from games.base.events import Event
from games.base.notation import read, read_action, read_exact, read_step
from games.base.options import Options
from games.contract import Carry, Deal, Json, Rules
from games.scenario import Scenario, ScenarioError, begin, begin_match, game_named

__all__ = ["Frame", "Record", "RoundRecord", "deal_keys", "deal_of", "export", "load", "replay", "scenario_text"]


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round: what it began with, and every action in order as (seat, ``action_text``)."""

    deal: Deal
    carry: Carry
    actions: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Record:
    """Rounds of one match in order, under complete ``options``."""

    game: str
    options: Options
    rounds: tuple[RoundRecord, ...]
    title: str = "a match"


@dataclass(frozen=True, slots=True)
class Frame:
    """A moment of a replay: ``text`` (``0: play 3s``, empty for a deal) led to ``state`` with these events. ``round``
    and ``step`` count from 0; step 0 is the deal."""

    round: int
    step: int
    text: str
    state: Any
    events: tuple[Event, ...]


def deal_keys(deal: Deal) -> dict[str, Json]:
    """A deal as the keys of ``start`` or ``deal`` in the notation, exact to the card."""
    keys: dict[str, Json] = {"hands": [cards_text(hand) for hand in deal.hands]}
    if deal.stock:
        keys["stock"] = cards_text(deal.stock)
    return keys | dict(deal.keys)


def deal_of(keys: Mapping[str, Json], *, follows: bool = False) -> Deal:
    """The inverse of ``deal_keys``; ``follows`` is not part of the notation but of the place where it stands."""
    own = dict(keys)
    hands, stock = own.pop("hands"), own.pop("stock", "")
    if not isinstance(hands, list | tuple) or not isinstance(stock, str):
        raise ScenarioError("hands: expected a list with a text for each seat")
    return Deal(tuple(read_exact(str(hand)) for hand in hands), read_exact(stock), own, follows)


def replay(record: Record) -> Iterator[Frame]:
    """Play a record again, moment by moment. ``GameError`` if the rules of today refuse what was done."""
    game = game_named(record.game)
    for number, played in enumerate(record.rounds):
        step = game.start(record.options, played.deal, played.carry)
        yield Frame(number, 0, "", step.state, step.events)
        for at, (seat, text) in enumerate(played.actions, start=1):
            step = game.apply(step.state, seat, read_action(text))
            yield Frame(number, at, f"{seat}: {text}", step.state, step.events)


def export(record: Record) -> dict[str, Json]:
    """Return a record as a scenario with its expectations: after every deal, and in full when a round is over.
    ``ScenarioError`` if there is no finished round in it."""
    game = game_named(record.game)
    start: dict[str, Json] = {}
    steps: list[Json] = []
    for played in record.rounds:
        frames = list(replay(Record(record.game, record.options, (played,))))
        result = game.result(frames[-1].state)
        if result is None or (result.void and dict(result.carry) == dict(played.carry or result.carry)):
            continue  # nothing has happened; before the first round there may be no carry yet
        keys = deal_keys(played.deal)
        if not start:
            start = keys | ({"previous": _plain(played.carry)} if played.carry else {})
        else:
            bare = replace(played.deal, keys={}, follows=True)
            by_itself = _begins_alike(game, record.options, played, bare)
            steps.append({"deal": deal_keys(bare) if by_itself else keys})
        facts = game.facts(frames[0].state)
        steps.append({"expect": {key: _plain(facts[key]) for key in ("phase", "to_act", "counts")}})
        steps += [frame.text for frame in frames[1:]]
        steps.append({"expect": {key: _plain(fact) for key, fact in game.facts(frames[-1].state).items()}})
    if not start:
        raise ScenarioError("no finished round to export")
    options = {name: _plain(value) for name, value in record.options.items()}
    return {"title": record.title, "game": record.game, "options": options, "start": start, "steps": steps}


def _begins_alike(game: Rules[Any], options: Options, played: RoundRecord, deal: Deal) -> bool:
    """Whether another deal begins the very same round: what follows from the match need not be written down."""
    try:
        return bool(game.start(options, deal, played.carry) == game.start(options, played.deal, played.carry))
    except GameError:
        return False


def _plain(value: Any) -> Json:
    """A value as JSON gives it back: lists for tuples, dictionaries for mappings."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value  # type: ignore[no-any-return]  # a text, number, truth value or None is left


def scenario_text(scenario: Mapping[str, Json]) -> str:
    """A scenario as a file: one step a line."""
    lines = ["{"]
    for key, value in scenario.items():
        if key != "steps":
            lines.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)},")
    steps = scenario["steps"]
    assert isinstance(steps, list)
    lines.append(' "steps": [')
    lines += [f"  {json.dumps(step, ensure_ascii=False)}{',' * (at < len(steps))}" for at, step in enumerate(steps, 1)]
    return "\n".join([*lines, " ]", "}", ""])


def load(scenario: Scenario) -> Record:
    """A scenario as a record: open suits are closed as ``games.check`` closes them, expectations are left out.
    ``ScenarioError`` or ``GameError`` if it cannot be replayed."""
    game = game_named(scenario.game)
    options = game.option_set.complete(scenario.options)
    deal, previous, step = begin_match(game, options, scenario.start)
    done = [(deal, previous, list[tuple[int, str]]())]
    for raw in scenario.steps:
        match raw:
            case str():
                seat, said = read_step(raw)
                action = game.read(step.state, seat, read(said))
                step = game.apply(step.state, seat, action)
                done[-1][2].append((seat, action_text(action)))
            case {"deal": Mapping() as next_keys}:
                result = game.result(step.state)
                if result is None or result.winner is not None:
                    raise ScenarioError("a deal before the round is over, or after the match")
                deal, step = begin(game, options, next_keys, result.carry, follows=True)
                done.append((deal, result.carry, []))
    rounds = tuple(RoundRecord(deal, carry, tuple(actions)) for deal, carry, actions in done)
    return Record(scenario.game, options, rounds, scenario.title)
