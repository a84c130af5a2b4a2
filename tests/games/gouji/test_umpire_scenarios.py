"""The umpire replays the scenario files too: each is true by both engines."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from games.gouji import GAME
from tests.cases import all_hold, told_by_umpires
from tests.games.gouji.test_umpire import text
from tests.games.gouji.umpire_match import Match
from tests.games.gouji.umpire_sets import kind, sets_of, tops

_FOLDER = Path(__file__).parents[2] / "scenarios" / "gouji"
_VERBS = ("pass", "yield", "decline", "challenge", "revolt", "buy", "return", "burn", "play")


def _scenarios() -> list[Any]:
    """Those with hands (how a seed deals is nobody's rule) whose deals say in which phase they begin."""
    found = told_by_umpires(_FOLDER)
    deals = [[step["deal"] for step in one["steps"] if "deal" in step and isinstance(step, dict)] for one in found]
    clear = [all("phase" in deal and "hands" in deal for deal in among) for among in deals]
    return [one for one, good in zip(found, clear, strict=True) if good and "hands" in one["start"]]


def test_the_umpire_tells_the_same_stories() -> None:
    all_hold(((scenario["title"], scenario) for scenario in _scenarios()), _tells_the_same)


def _tells_the_same(scenario: Any) -> None:
    start = dict(scenario["start"])
    match = Match(GAME.option_set.complete(scenario.get("options", {})), start.pop("previous", None))
    _begin(match, {"leader": 0, "phase": "play", **start})
    for step in scenario["steps"]:
        if isinstance(step, str):
            seat, action = _read(step)
            assert action in match.legal(seat), step
            match.act(seat, action)
        elif "illegal" in step:
            seat, action = _read(step["illegal"])
            assert seat not in range(6) or action not in match.legal(seat), step
        elif "deal" in step:
            _begin(match, step["deal"])
        else:
            for key, wanted in step["expect"].items():
                _expect(match, key, wanted)


def _begin(match: Match, keys: dict[str, Any]) -> None:
    others = {name: value for name, value in keys.items() if name not in ("hands", "phase", "leader")}
    match.begin_round([text(hand) for hand in keys["hands"]], keys["phase"], keys.get("leader"), **others)


def _read(step: str) -> tuple[int, str]:
    """``as`` makes an action that nobody may take; so do words that the notation does not know."""
    seat, _, said = step.partition(": ")
    verb, _, cards = said.partition(" ")
    odd = " as " in said or set(cards) - set("3456789TJQKA2xXshdc ")
    return int(seat), said if odd or verb not in _VERBS else f"{verb} {text(cards)}".rstrip()


def _expect(match: Match, key: str, wanted: Any) -> None:
    facts = match.facts()
    match key:
        case "hands":
            for seat, hand in wanted.items():
                assert Counter(text(hand)) == +match.hands[int(seat)], key
        case "legal" | "legal_has" | "legal_hasnt":
            plays, lawful = {_play(match, play) for play in wanted["plays"]}, match.legal(wanted["seat"])
            assert plays & lawful == (set() if key == "legal_hasnt" else plays)
            assert key != "legal" or plays == lawful
        case "standing" if wanted:
            mine = {name: facts[key][name] for name in wanted if name != "rank"}
            assert mine == {name: text(value) if name == "cards" else value for name, value in wanted.items()}
        case "due":
            assert sorted((due["kind"], due["from"], due["to"], due["cards"]) for due in wanted) == facts[key]
        case _:
            assert facts[key] == wanted, key


def _play(match: Match, play: str) -> str:
    verb, _, cards = play.partition(" ")
    if verb in _VERBS:
        return f"{verb} {text(cards)}".rstrip()
    return f"{'burn' if match.mode == 'burn_offer' else 'play'} {text(play)}"


def _queries() -> list[str]:
    files = sorted(_FOLDER.glob("*.jsonl"))
    return [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def test_the_umpire_gives_the_same_answers() -> None:
    all_hold(((line, line) for line in _queries()), _gives_the_same)


def _gives_the_same(line: str) -> None:
    query = json.loads(line)
    rules = GAME.option_set.complete(query.get("options", {}))
    match query:
        case {"kind_of": cards}:
            assert kind(text(cards), rules) == query["is"]
        case {"beats": [new, old]}:
            assert tops(text(new), text(old), rules) is query["is"]
        case {"hand": hand, "to_beat": old}:
            sets = set(sets_of(Counter(text(hand))))
            better = sets if old is None else {one for one in sets if tops(one, text(old), rules)} | {"pass"}
            assert better == {play if play == "pass" else text(play) for play in query["plays"]}
        case _:
            raise AssertionError(query)
