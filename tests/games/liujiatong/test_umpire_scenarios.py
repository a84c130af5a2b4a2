"""The umpire and the naive enumerator go through the scenario files too: each is true by both engines."""

import json
from pathlib import Path
from typing import Any

from tests.cases import all_hold, told_by_umpires
from tests.games.liujiatong import naive
from tests.games.liujiatong.umpire import Umpire

_FOLDER = Path(__file__).parents[2] / "scenarios" / "liujiatong"
_DEFAULTS = {"first_lead": "random", "leftover": "none", "target": 0}
_CARDS = frozenset("3456789TJQKA2xXshdc ")


def _scenarios() -> list[Any]:
    """Those with hands: how a seed deals is nobody's rule."""
    found = told_by_umpires(_FOLDER)
    deals = [[step["deal"] for step in one["steps"] if "deal" in step and isinstance(step, dict)] for one in found]
    return [
        one for one, among in zip(found, deals, strict=True) if all("hands" in keys for keys in [one["start"], *among])
    ]


def _queries() -> list[str]:
    files = sorted(_FOLDER.glob("*.jsonl"))
    return [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def _text(cards: str) -> str:
    return naive.in_order("".join(letter for letter in cards if letter in naive.ORDER))


def test_the_umpire_tells_the_same_stories() -> None:
    all_hold(((scenario["title"], scenario) for scenario in _scenarios()), _tells_the_same)


def _tells_the_same(scenario: Any) -> None:
    umpire = Umpire({**_DEFAULTS, **scenario.get("options", {})}, scenario["start"].get("previous"))
    _begin(umpire, scenario["start"])
    for step in scenario["steps"]:
        match step:
            case str():
                assert _does(umpire, step), step
            case {"illegal": said}:
                before = umpire.facts()
                assert not _does(umpire, said), said
                assert umpire.facts() == before
            case {"deal": keys}:
                assert umpire.phase == "over"
                assert umpire.winner is None
                _begin(umpire, keys)
            case {"expect": wanted}:
                for key, value in wanted.items():
                    _expect(umpire, key, value)
            case _:
                raise AssertionError(step)


def _begin(umpire: Umpire, keys: dict[str, Any]) -> None:
    hands = [_text(hand) for hand in keys["hands"]]
    umpire.begin(hands, keys.get("leader"), keys.get("finished"), keys.get("taken"))


def _does(umpire: Umpire, step: str) -> bool:
    """Whether it is allowed; if so, it is done."""
    number, _, said = step.partition(": ")
    verb, _, rest = said.partition(" ")
    seat, (cards, _, ranks) = int(number), rest.partition(" as ")
    if seat not in range(6) or set(cards + ranks) - _CARDS:
        return False
    if said == "pass":
        allowed = "pass" in umpire.legal(seat)
        if allowed:
            umpire.decline(seat)
        return allowed
    named = _text(ranks) if ranks else None
    if verb != "play" or not umpire.read(seat, _text(cards), named):
        return False
    umpire.play(seat, _text(cards), named)
    return True


def _expect(umpire: Umpire, key: str, wanted: Any) -> None:
    facts = umpire.facts()
    match key:
        case "hands":
            for seat, hand in wanted.items():
                assert umpire.hand(int(seat)) == _text(hand), key
        case "legal" | "legal_has" | "legal_hasnt":
            plays = {play if play == "pass" else _text(play) for play in wanted["plays"]}
            lawful = umpire.legal(wanted["seat"])
            assert plays & lawful == (set() if key == "legal_hasnt" else plays)
            assert key != "legal" or plays == lawful, plays ^ lawful
        case "standing" if wanted:
            mine = {name: facts[key][name] for name in wanted}
            assert mine == {name: _text(value) if name == "cards" else value for name, value in wanted.items()}
        case _:
            assert facts[key] == wanted, (key, facts[key])


def test_the_naive_enumerator_gives_the_same_answers() -> None:
    all_hold(((line, line) for line in _queries()), _gives_the_same)


def _gives_the_same(line: str) -> None:
    query = json.loads(line)
    named = _text(query["as"]) if "as" in query else None
    match query:
        case {"kind_of": cards}:
            made = naive.read_as(_text(cards), named) if named else naive.kind_of(_text(cards))
            assert (made and made.kind) == query["is"]
        case {"beats": [new, old]}:
            standing = naive.kind_of(_text(old))
            assert standing
            mine = naive.read_as(_text(new), named) if named else naive.answer(_text(new), standing)
            assert (mine is not None and naive.beats(mine, standing)) is query["is"]
        case {"hand": hand, "to_beat": None}:
            assert naive.leads(_text(hand)) == {_text(play) for play in query["plays"]}
        case {"hand": hand, "to_beat": old}:
            standing = naive.kind_of(_text(old))
            assert standing
            wanted = {play if play == "pass" else _text(play) for play in query["plays"]}
            assert naive.answers(_text(hand), standing) | {"pass"} == wanted
        case _:
            raise AssertionError(query)
