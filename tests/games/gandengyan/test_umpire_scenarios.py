"""The umpire replays the scenario files too: each is true by both engines."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from games.gandengyan import GAME
from tests.cases import all_hold, told_by_umpires
from tests.games.gandengyan import naive
from tests.games.gandengyan.umpire import Match, Refused

_FOLDER = Path(__file__).parents[2] / "scenarios" / "gandengyan"
_SUITED = re.compile(r" [3-9TJQKA2][shdc]\b")
"""A card with its suit: whether just this one is held is more than the umpire knows."""


def letters(cards: str) -> str:
    """Cards in notation as a text of rank letters, ascending."""
    return naive.ascending("".join(card[0] for card in cards.split()))


def _scenarios() -> list[Any]:
    """Those with hands: which cards a seed deals is nobody's rule."""
    found = told_by_umpires(_FOLDER)
    return [
        one
        for one in found
        if "hands" in one["start"]
        and all("hands" in step["deal"] for step in one["steps"] if isinstance(step, dict) and "deal" in step)
    ]


def test_the_umpire_tells_the_same_stories() -> None:
    all_hold(((scenario["title"], scenario) for scenario in _scenarios()), _tells_the_same)


def _tells_the_same(scenario: Any) -> None:
    start = dict(scenario["start"])
    previous = start.pop("previous", {})
    match = Match(GAME.option_set.complete(scenario.get("options", {})), len(start["hands"]))
    match.scores = list(previous.get("scores", match.scores))
    match.deals = previous.get("deals", 0)
    _begin(match, start)
    for step in scenario["steps"]:
        if isinstance(step, str):
            _act(match, step)
        elif "illegal" in step:
            if not _SUITED.search(step["illegal"]):
                with pytest.raises(Refused):
                    _act(match, step["illegal"])
        elif "deal" in step:
            _begin(match, step["deal"])
        else:
            for key, wanted in step["expect"].items():
                _expect(match, key, wanted)


def _begin(match: Match, keys: dict[str, Any]) -> None:
    others = {name: value for name, value in keys.items() if name not in ("hands", "stock")}
    stock = "".join(card[0] for card in keys.get("stock", "").split())
    match.begin([letters(hand) for hand in keys["hands"]], stock, **others)


def _act(match: Match, step: str) -> None:
    seat, _, said = step.partition(": ")
    verb, _, rest = said.partition(" ")
    cards, _, reading = rest.partition(" as ")
    if verb == "pass":
        match.act(int(seat), None)
    elif verb == "play" and _are_cards(cards) and (not reading or _are_cards(reading)):
        match.act(int(seat), letters(cards), letters(reading) or None)
    else:
        raise Refused


def _are_cards(text: str) -> bool:
    return bool(text) and all(card[0] in naive.ORDER for card in text.split())


def _expect(match: Match, key: str, wanted: Any) -> None:
    match key:
        case "hands":
            assert {seat: match.hands[int(seat)] for seat in wanted} == {
                seat: letters(hand) for seat, hand in wanted.items()
            }
        case "legal" | "legal_has" | "legal_hasnt":
            assert match.turn == wanted["seat"]
            plays, lawful = {_play(text) for text in wanted["plays"]}, match.answers()
            assert plays & lawful == (set() if key == "legal_hasnt" else plays)
            assert key != "legal" or plays == lawful
        case "standing" if wanted:
            mine = match.facts()[key]
            assert mine == mine | {
                name: letters(value) if name in ("cards", "as") else value for name, value in wanted.items()
            }
        case _:
            assert match.facts()[key] == wanted, key


def _play(text: str) -> str:
    return text if text == "pass" else letters(text)


def _queries() -> list[str]:
    return [line for file in sorted(_FOLDER.glob("*.jsonl")) for line in file.read_text().splitlines()]


def test_the_umpire_gives_the_same_answers() -> None:
    all_hold(((line, line) for line in _queries()), _gives_the_same)


def _gives_the_same(line: str) -> None:
    query = json.loads(line)
    rules = GAME.option_set.complete(query.get("options", {}))
    old = _reading(query.get("to_beat"), query.get("to_beat_as"), rules)
    match query:
        case {"kind_of": cards}:
            assert naive.kind(letters(cards), rules) == query["is"]
        case {"beats": [new, standing]}:
            known = _reading(standing, query.get("to_beat_as"), rules)
            assert (known is not None and bool(naive.beating(letters(new), known, rules))) is query["is"]
        case {"hand": hand, "to_beat": _}:
            assert naive.answers(letters(hand), old, rules) == {_play(text) for text in query["plays"]}
        case _:
            raise AssertionError(query)


def _reading(cards: str | None, named: str | None, rules: naive.Rules) -> tuple[str, str] | None:
    """The default reading of what is to be beaten, or the one that is named."""
    found = naive.readings(letters(cards or ""), rules) if cards else ()
    return next((one for one in found if named is None or one[1] == letters(named)), None)
