"""The umpire replays the scenario files too: each is true by both engines."""

import json
from pathlib import Path
from typing import Any

from games.gongzhu import GAME
from tests.cases import all_hold, told_by_umpires
from tests.games.gongzhu import naive
from tests.games.gongzhu.umpire import Match

_FOLDER = Path(__file__).parents[2] / "scenarios" / "gongzhu"


def _scenarios() -> list[Any]:
    """Those with hands: how a seed deals is nobody's rule."""
    found = told_by_umpires(_FOLDER)
    deals = [[step["deal"] for step in one["steps"] if isinstance(step, dict) and "deal" in step] for one in found]
    return [
        one
        for one, among in zip(found, deals, strict=True)
        if "hands" in one["start"] and all("hands" in deal for deal in among)
    ]


def _queries() -> list[str]:
    files = sorted(_FOLDER.glob("*.jsonl"))
    return [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def test_the_umpire_tells_the_same_stories() -> None:
    all_hold(((scenario["title"], scenario) for scenario in _scenarios()), _tells_the_same)


def _tells_the_same(scenario: Any) -> None:
    start = dict(scenario["start"])
    match = Match(GAME.option_set.complete(scenario.get("options", {})), start.pop("previous", None))
    match.begin_round(**start)
    for step in scenario["steps"]:
        if isinstance(step, str):
            seat, action = _read(step)
            action = _with_suit(action, match.hands[seat])
            assert action in match.legal(seat), step
            match.act(seat, action)
        elif "illegal" in step:
            seat, action = _read(step["illegal"])
            assert action not in match.legal(seat), step
        elif "deal" in step:
            assert match.phase == "over"
            assert match.winner is None
            match.begin_round(**step["deal"])
        else:
            for key, wanted in step["expect"].items():
                _expect(match, key, wanted)


def _read(step: str) -> tuple[int, str]:
    """Exposed cards in the umpire's order; anything else as it stands."""
    seat, _, said = step.partition(": ")
    verb, _, cards = said.partition(" ")
    if (
        verb == "expose"
        and sorted(set(cards.split())) == sorted(cards.split())
        and set(cards.split()) <= set(naive.SPECIAL)
    ):
        said = " ".join([verb, *(card for card in naive.SPECIAL if card in cards.split())])
    return int(seat), said


def _with_suit(action: str, hand: list[str]) -> str:
    """A rank alone names the one card of that rank in the hand."""
    verb, _, card = action.partition(" ")
    held = [other for other in hand if other[0] == card]
    return f"{verb} {held[0]}" if len(held) == 1 else action


def _expect(match: Match, key: str, wanted: Any) -> None:
    facts = match.facts()
    match key:
        case "hands":
            for seat, hand in wanted.items():
                assert sorted(hand.split()) == sorted(match.hands[int(seat)]), key
        case "legal" | "legal_has" | "legal_hasnt":
            plays = {_read(f"0: {play if play[0].islower() else f'play {play}'}")[1] for play in wanted["plays"]}
            lawful = match.legal(wanted["seat"])
            assert plays & lawful == (set() if key == "legal_hasnt" else plays)
            assert key != "legal" or plays == lawful
        case "standing" if wanted:
            assert {name: facts[key][name] for name in wanted} == wanted
        case "leader" if match.phase == "expose":
            assert wanted is None or wanted == match.leader
        case _:
            assert facts[key] == wanted, key


def test_the_definition_gives_the_same_answers() -> None:
    all_hold(((line, line) for line in _queries()), _gives_the_same)


def _gives_the_same(line: str) -> None:
    query = json.loads(line)
    match query:
        case {"score": cards}:
            swapped = query.get("options", {}).get("swap_jack_queen") is True
            assert naive.score(cards.split(), query["exposed"].split(), swapped=swapped) == query["is"]
        case {"beats": [new, old]}:
            assert naive.wins_over(new, old) is query["is"]
        case {"hand": hand, "to_beat": led}:
            found = naive.playable(hand.split(), led, query["exposed"].split(), query["led"].split())
            assert found == set(query["plays"])
        case _:
            raise AssertionError(query)
