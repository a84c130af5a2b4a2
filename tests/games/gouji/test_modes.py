"""The modes of a round follow one another as docs/gouji-modes.md says, and it says nothing that does not happen."""

import json
import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from games.base.actions import Action, Do, Pass, Play
from games.base.events import Played
from games.base.notation import read, read_step
from games.contract import Json, Step
from games.gouji import GAME
from games.gouji.modes import Mode, mode_of
from games.gouji.play.sequence import BurnAnswer, BurnLead, BurnOffer
from games.scenario import begin
from tests.games.gouji.test_round import house, lively, short_deal
from tests.seeds import seeds


class Deed(StrEnum):
    """What happens in a mode, as far as it decides what may follow. ``threes``: whoever is to lead holds 3s alone, which go by
    themselves (GJ-5); nobody is asked, so no state is ever in that moment, and it may come after whatever ends a sequence."""

    DEAL = "deal"
    ANSWER = "answer"
    PLAY = "play"
    PASS = "pass"
    YIELD = "yield"
    BURN = "burn"
    THREES = "threes"


Taken = tuple[Mode | None, Deed, Mode]
_DOCS = Path(__file__).parents[3] / "docs"
_PAGE = (_DOCS / "gouji-modes.md").read_text(encoding="utf-8")
_ROW = re.compile(r"^\| (?:—|`(\w+)`) \| (\w+) \| `(\w+)` \| (GJ-\w+) \| .+ \|$", re.M)
_ARROW = re.compile(r"^    (\S+) --> (\w+): (.+)$", re.M)
ROWS = [(Mode(mode) if mode else None, Deed(deed), Mode(after)) for mode, deed, after, _ in _ROW.findall(_PAGE)]
_SCENARIOS = Path(__file__).parents[2] / "scenarios" / "gouji"

_SILENT: dict[str, Json] = {"revolution": "off", "point_challenge": "off"}
_ALONE = ["5", "", "", "", "", ""]
_CHAIN: dict[str, Json] = {"counter_burn": "on", "two_big_kill_one": "on"}
POSITIONS: tuple[dict[str, Any], ...] = (
    {"title": "one seat has cards", "start": {"hands": _ALONE}, "steps": []},
    {
        "title": "a tribute of a seat that takes no part, to the only one that does", "options": _SILENT,
        "start": {"hands": ["5", "", "", "6", "", ""], "dead": [3], "phase": "tribute",
                  "previous": {"due": [{"kind": "drop", "from": 3, "to": 0, "cards": 1}]}},
        "steps": ["0: return 5"],
    },
    {
        "title": "one seat may buy a 4", "options": {**_SILENT, "buy_fours": "on"},
        "start": {"hands": _ALONE, "phase": "buy"}, "steps": ["0: decline"],
    },
    {
        "title": "a challenge and a try", "options": {"revolt_try": "on"},
        "start": {"hands": ["4 5", "5", "K K 5", "4 6", "6", "7"], "phase": "declare"},
        "steps": ["0: challenge", "1: decline", "2: revolt K K", "3: decline", "4: decline", "5: decline", "3: decline"],
    },
    {
        "title": "a team is out when its last seat beats a try", "options": {"revolt_try": "on"},
        "start": {"hands": ["5", "", "K K 5", "", "6", "A A"], "finished": [1, 3], "phase": "declare"},
        "steps": ["0: decline", "2: revolt K K", "4: decline", "5: decline", "5: play A A"],
    },
    {
        "title": "an answer in a duel to a seat that is out",
        "start": {"hands": ["K K", "5", "5", "A A 6", "5", "5"]}, "steps": ["0: play K K", "3: play A A"],
    },
    {
        "title": "a team is out with an answer in a duel",
        "start": {"hands": ["K K 5", "", "6", "A A", "7", ""], "finished": [1, 5], "opened": [2]},
        "steps": ["0: play K K", "3: play A A"],
    },
    {
        "title": "a team is out with a last word",
        "start": {"hands": ["7 5", "", "6", "8", "6", ""], "finished": [1, 5], "opened": [2]},
        "steps": ["0: play 7", "2: pass", "3: yield", "4: pass", "3: play 8"],
    },
    {
        "title": "a team is out with a counter-burn", "options": _CHAIN,
        "start": {"hands": ["K K 2 X", "A x 5", "", "5 6", "", "5 6"], "finished": [2, 4], "opened": [0]},
        "steps": ["0: play K K", "3: pass", "1: burn A x", "0: burn 2 X"],
    },
    {
        "title": "a team is out with the 3s of a counter-burner", "options": {"counter_burn": "on"},
        "start": {"hands": ["K K 2 X 3", "A x 5", "", "5 6", "", "5 6"], "finished": [2, 4], "opened": [0]},
        "steps": ["0: play K K", "3: pass", "1: burn A x", "0: burn 2 X"],
    },
    {
        "title": "a team is out with the last set of a run", "options": {"counter_burn": "on"},
        "start": {"hands": ["K K 2 X 5 x", "A x 5", "", "5 6", "", "5 6"], "finished": [2, 4], "opened": [0]},
        "steps": ["0: play K K", "3: pass", "1: burn A x", "0: burn 2 X", "0: play 5 x"],
    },
    {
        "title": "nobody is left when the last burner is stopped", "options": {"counter_burn": "on"},
        "start": {"hands": ["K K 2 X 5 x 9", "A x 5", "", "6 X", "", ""], "finished": [2, 5, 4], "opened": [0]},
        "steps": ["0: play K K", "3: pass", "1: burn A x", "0: burn 2 X", "0: play 5 x", "3: play 6 X"],
    },
    {
        "title": "one seat is left when the last burner has no joker", "options": _CHAIN,
        "start": {"hands": ["K K 2 X 9", "A x 5", "", "6 6", "", ""], "finished": [2, 5, 4], "opened": [0]},
        "steps": ["0: play K K", "3: pass", "1: burn A x", "0: burn 2 X", "3: pass"],
    },
    {
        "title": "the last return leads to the play", "options": _SILENT,
        "start": {
            "hands": ["9 3", "A 3", "Q 3", "J 3", "T 3", "7 3"], "phase": "tribute",
            "previous": {"due": [{"kind": "drop", "from": 5, "to": 0, "cards": 1}]},
        },
        "steps": ["0: return 9"],
    },
    {
        "title": "a burn succeeds with a set of its run",
        "start": {"hands": ["K K 5", "A x 6 X", "5 5", "5 6", "5 7", "5 8"], "opened": [0]},
        "steps": ["0: play K K", "3: pass", "1: burn A x", "4: pass", "1: play 6 X"],
    },
    {
        "title": "four burners die one after the other, the last for want of a joker when the only other seat has passed",
        "options": _CHAIN,
        "start": {"hands": ["K K 2 X 5 x 9", "A x 5", "", "9 9", "8 X 9", "6 X 7 x 9"], "finished": [2], "opened": [0]},
        "steps": [
            "0: play K K", "3: pass", "1: burn A x", "4: pass", "0: burn 2 X", "3: pass", "5: pass",
            "0: play 5 x", "3: pass", "5: burn 6 X", "4: pass", "5: play 7 x", "4: burn 8 X", "3: pass",
        ],
    },
)  # fmt: skip
"""Scenarios of what neither the files nor a few random rounds bring about."""


def deed_of(action: Action) -> Deed:
    match action:
        case Play():
            return Deed.PLAY
        case Pass():
            return Deed.PASS
        case Do("yield"):
            return Deed.YIELD
        case Do("burn"):
            return Deed.BURN
        case _:
            return Deed.ANSWER


def burner_of(state: Any, seat: int, action: Action) -> int | None:
    """Whose burn is on once this is done."""
    if isinstance(state, BurnOffer) and isinstance(action, Do):
        return seat
    if isinstance(state, BurnOffer | BurnAnswer | BurnLead) and state.burn is not None:
        return state.burn.burner
    return None


def taken(mode: Mode | None, deed: Deed, step: Step[Any], burner: int | None) -> Iterator[Taken]:
    """The transitions of one step: more than one if somebody's last 3s went by themselves."""
    for event in step.events:
        if isinstance(event, Played) and event.auto:
            leads = Mode.BURN_LEAD if event.seat == burner else Mode.LEAD
            yield mode, deed, leads
            mode, deed = leads, Deed.THREES
    yield mode, deed, mode_of(step.state)


def done(state: Any, seat: int, action: Action) -> tuple[Any, list[Taken]]:
    step = GAME.apply(state, seat, action)
    return step.state, [*taken(mode_of(state), deed_of(action), step, burner_of(state, seat, action))]


def begun(options: Any, keys: Json, carry: Any, *, follows: bool = False) -> tuple[Any, list[Taken]]:
    assert isinstance(keys, dict)
    _, step = begin(GAME, options, keys, carry, follows=follows)
    return step.state, [*taken(None, Deed.DEAL, step, None)]


def of_random_rounds(numbers: Iterable[int]) -> Iterator[Taken]:
    """Two rounds each under any house rules."""
    for number in numbers:
        random = Random(f"modes {number}")
        options, carry = house(random), dict[str, Any]()
        for _ in range(2):
            step = GAME.start(options, short_deal(random, random.randint(1, 9)), carry)
            yield from taken(None, Deed.DEAL, step, None)
            state = step.state
            while awaited := GAME.awaited(state):
                seat = random.choice(awaited).seat
                state, steps = done(state, seat, lively(random, state, seat))
                yield from steps
            result = GAME.result(state)
            assert result is not None
            if result.winner is not None:
                break
            carry = dict(result.carry)


def of_scenario(scenario: Any) -> Iterator[Taken]:
    """What happens in the steps of a scenario that are accepted."""
    start = dict(scenario["start"])
    options = GAME.option_set.complete(scenario.get("options", {}))
    state, steps = begun(options, start, start.pop("previous", {}))
    yield from steps
    for step in scenario["steps"]:
        if isinstance(step, str):
            seat, said = read_step(step)
            state, steps = done(state, seat, GAME.read(state, seat, read(said)))
            yield from steps
        elif "deal" in step:
            result = GAME.result(state)
            assert result is not None
            state, steps = begun(options, step["deal"], result.carry, follows=True)
            yield from steps


def scenarios() -> list[Any]:
    """Those of the files that begin."""
    found = (one for file in sorted(_SCENARIOS.glob("*.json")) for one in json.loads(file.read_text(encoding="utf-8")))
    return [one for one in found if "refused" not in one]


@cache
def everything_taken() -> frozenset[Taken]:
    """All transitions of random rounds, of the scenario files and of the positions."""
    told = (step for one in (*scenarios(), *POSITIONS) for step in of_scenario(one))
    return frozenset(told) | frozenset(of_random_rounds(seeds(60, 2000)))


def faults(table: set[Taken]) -> set[Taken]:
    """What happens and is not in a table, or is in it and never happens."""
    return table ^ everything_taken()


def test_what_follows_is_in_the_table_and_all_of_the_table_happens() -> None:
    assert len(ROWS) > 70
    assert not faults(set(ROWS))
    assert len(set(ROWS)) == len(ROWS), "an entry stands there twice"


def test_an_entry_too_many_or_too_few_is_found() -> None:
    for changed in product((None, *Mode), Deed, Mode):
        assert faults(set(ROWS) ^ {changed}) == {changed}


def test_the_page_knows_the_modes_the_rules_of_the_sheet_and_draws_its_tables() -> None:
    assert re.findall(r"^\| `(\w+)` \| [^|`]+ \|$", _PAGE, re.M) == [mode.value for mode in Mode]
    sheet = (_DOCS / "rules" / "gouji.md").read_text(encoding="utf-8")
    assert not [rule for *_, rule in _ROW.findall(_PAGE) if f"**{rule} " not in sheet]
    drawn = {(one, deed, other) for one, other, deeds in _ARROW.findall(_PAGE) for deed in deeds.split(", ")}
    assert drawn == {("[*]" if mode is None else mode.value, deed.value, after.value) for mode, deed, after in ROWS}
