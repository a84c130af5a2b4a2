"""Scenario files: reading them, and setting up the rounds they describe (``docs/notation.md``).

A scenario is one table from a first deal onwards. This module knows the format and no game; what a game's own keys mean
is the business of its room (``Game.start``)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from games import GAMES
from games.base.cards import Card, Cards
from games.base.errors import AmbiguousPlay, GameError, IllegalAction, NotationError
from games.base.notation import place, read_cards
from games.base.options import Options
from games.contract import Carry, Deal, Game, Json, Rules, Step
from games.kit.position import ImpossiblePosition

__all__ = [
    "Scenario", "ScenarioError", "begin", "begin_match", "game_named", "load_json", "read_scenario", "read_scenarios",
    "usual_players", "why",
]  # fmt: skip

_KEYS = frozenset({"title", "rule", "game", "options", "start", "steps", "refused", "note", "comment", "source"})


class ScenarioError(Exception):
    """A file, scenario or query that cannot be understood; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as written; ``start`` and ``steps`` are still raw. ``refused``: the start has to be, and there are no steps."""

    title: str
    rule: str
    game: str
    options: Mapping[str, Json]
    start: Mapping[str, Json]
    steps: tuple[Json, ...]
    refused: bool = False


def why(error: GameError) -> str:
    """The reason of a refusal in one line, for people who write scenarios."""
    match error:
        case IllegalAction():
            return f"{error.code} ({error.rule})"
        case ImpossiblePosition():
            return str(error)
        case NotationError():
            return f"cannot read {error.part!r} in {error.text!r}; what can be read: {error.example}"
        case AmbiguousPlay():
            return "several plays fit"
        case _:
            return str(error)


def load_json(text: str) -> Any:
    """Read JSON without repeated keys and without numbers that are none; ``ScenarioError`` otherwise."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = next(key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1)
            raise ScenarioError(f"the key {twice!r} occurs twice")
        return found

    def no_number(name: str) -> Any:
        raise ScenarioError(f"{name} is no number")

    try:
        return json.loads(text, object_pairs_hook=unique, parse_constant=no_number)
    except json.JSONDecodeError as error:
        raise ScenarioError(f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})") from None
    except (RecursionError, ValueError) as error:  # nested too deep, a number with too many digits
        raise ScenarioError(f"not JSON that can be read: {error}") from None


def read_scenarios(text: str) -> list[Json]:
    """The scenarios of a ``*.json`` file, still raw: one object, or a list of them."""
    found = load_json(text)
    if isinstance(found, dict):
        return [found]
    if isinstance(found, list):
        return found
    raise ScenarioError("expected a scenario or a list of scenarios")


def read_scenario(raw: Json) -> Scenario:
    """Return one scenario with all its parts in place; ``ScenarioError`` names the part that is not."""
    if not isinstance(raw, Mapping):
        raise ScenarioError("expected a scenario, an object with game, start and steps")
    for key in raw:
        if key not in _KEYS:
            raise ScenarioError(f"unknown key {key!r} in the scenario; known: {', '.join(sorted(_KEYS))}")
    refused = "refused" in raw
    if refused and (raw["refused"] is not True or "steps" in raw):
        raise ScenarioError("refused: expected true, in place of steps")
    steps = () if refused else raw.get("steps")
    if not isinstance(steps, Sequence) or isinstance(steps, str):
        raise ScenarioError("steps: expected a list")
    return Scenario(
        title=_text(raw, "title", "untitled"),
        rule=_text(raw, "rule", ""),
        game=_text(raw, "game", None),
        options=_mapping(raw, "options", {}),
        start=_mapping(raw, "start", None),
        steps=tuple(steps),
        refused=refused,
    )


def _text(raw: Mapping[str, Json], key: str, default: str | None) -> str:
    value = raw.get(key, default)
    if not isinstance(value, str):
        raise ScenarioError(f"{key}: expected a text" + ("" if key in raw else ", but it is missing"))
    return value


def _mapping(raw: Mapping[str, Json], key: str, default: Mapping[str, Json] | None) -> Mapping[str, Json]:
    value = raw.get(key, default)
    if not isinstance(value, Mapping):
        raise ScenarioError(f"{key}: expected an object" + ("" if key in raw else ", but it is missing"))
    return value


def game_named(key: str) -> Game[Any]:
    """The game with this key; ``ScenarioError`` tells a game that cannot be used from no game at all."""
    if key in GAMES:
        return GAMES[key]
    for fault in GAMES.faults:
        if fault.game == key:
            raise ScenarioError(f"game {key!r} cannot be used: {fault.why}")
    raise ScenarioError(f"unknown game {key!r}; known: {', '.join(GAMES)}")


class _NotationDice:
    """Shuffles from the number in ``seed``. What else would be drawn is the first choice, as if it were not given:
    the sheets give seat 0 where a ``leader`` is left out."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def shuffled(self, cards: Cards) -> Cards:
        order: list[Card] = list(cards)
        self._random.shuffle(order)
        return tuple(order)

    def below(self, limit: int) -> int:
        return 0


def begin(
    game: Game[Any], options: Options, keys: Mapping[str, Json], carry: Carry, *, follows: bool
) -> tuple[Deal, Step[Any]]:
    """Set up the round of a ``start`` (without its ``previous``) or a ``deal`` step. Raises ``ScenarioError`` where the
    format is broken, ``GameError`` where the game refuses the position."""
    own = dict(keys)
    hands, seed, stock, players = (own.pop(key, None) for key in ("hands", "seed", "stock", "players"))
    if (hands is None) == (seed is None):
        raise ScenarioError("expected either hands or seed")
    if hands is not None:
        if not isinstance(hands, Sequence) or isinstance(hands, str):
            raise ScenarioError("hands: expected a list with a text for each seat")
        count = len(hands)
    else:
        count = _players_of(game, carry) if follows else usual_players(game)
        count = _whole(players, "players") if players is not None else count
    if count not in game.seats or (players is not None and (len(game.seats) == 1 or players != count)):
        raise ScenarioError(f"{count} players: {game.key} is played by {' or '.join(map(str, game.seats))}")
    if hands is not None:
        texts = [*hands, "" if stock is None else stock]
        groups = [read_cards(_cards_text(text)) for text in texts]
        *placed, rest = place(groups, game.pack(options, count))
        deal = Deal(tuple(placed), stock=rest, keys=own, follows=follows)
    else:
        if stock is not None:
            raise ScenarioError("stock: only together with hands")
        # A banker who is named is dealt the banker's cards: that is settled before anything is dealt.
        settled = {**carry, "banker": own["banker"]} if "banker" in own else carry
        dealt = game.deal(options, count, settled, _NotationDice(_whole(seed, "seed")))
        # What was drawn for the first phase, such as who begins it, is nothing to another that is asked for.
        drawn = dealt.keys if own.get("phase") in (None, dealt.keys.get("phase")) else {}
        deal = replace(dealt, keys={**drawn, **own}, follows=follows)
    return deal, game.start(options, deal, carry)


def begin_match(game: Game[Any], options: Options, start: Mapping[str, Json]) -> tuple[Deal, Carry, Step[Any]]:
    """Set up the first round of a scenario from its whole ``start``, of which ``previous`` is what the round follows."""
    keys = dict(start)
    previous = keys.pop("previous", {})
    if not isinstance(previous, Mapping):
        raise ScenarioError("previous: expected an object")
    deal, step = begin(game, options, keys, previous, follows=False)
    return deal, previous, step


def usual_players(game: Rules[Any]) -> int:
    """How many play if nobody says: four where four can."""
    return 4 if 4 in game.seats else game.seats[0]


def _players_of(game: Rules[Any], carry: Carry) -> int:
    """How many play the match that goes on; their number does not change."""
    scores = carry.get("scores")
    return len(scores) if isinstance(scores, list | tuple) and len(scores) in game.seats else usual_players(game)


def _cards_text(value: Json) -> str:
    if not isinstance(value, str):
        raise ScenarioError("hands and stock: expected cards in a text")
    return value


def _whole(value: Json, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ScenarioError(f"{key}: expected a whole number")
    return value
