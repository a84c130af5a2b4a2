"""The kit and the parts of the contract by themselves, on a game of four seats and single cards that is nobody's."""

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from games.base.actions import Action, Pass, Play
from games.base.cards import Cards, full_pack, rank_of
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Event, LeadInherited, Passed, Played, TrickWon, WentOut
from games.base.notation import read_exact
from games.base.options import OptionSet
from games.contract import Act, Carry, Game, Help, Json, Notation, Players, Rules
from games.kit.climb import Climb, Climbing, ClimbRules, StandingPlay, laid
from games.kit.combinations import Combinations
from games.kit.match import CountedMatch, Match
from games.kit.native import core_of
from games.kit.phases import Setting
from games.kit.position import ImpossiblePosition
from games.kit.queries import Queries

PARTS: tuple[type, ...] = (Rules, Notation, Help, Players)


def members(part: type) -> set[str]:
    return {name for name in vars(part) if not name.startswith("_")}


def test_each_member_of_a_game_belongs_to_one_part_that_a_reader_can_hold() -> None:
    every = [name for part in PARTS for name in members(part)]
    assert len(every) == len(set(every))
    assert not members(Game)
    assert set(PARTS) <= set(Game.__mro__)
    assert max(len(members(part)) for part in PARTS) <= 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Tricks(Climbing[int]):
    """The round ends when one seat alone holds cards."""


@dataclass(frozen=True, slots=True)
class Finished:
    last: int


class Singles(Climb[Tricks, Finished]):
    rules = ClimbRules(lead="T-1", hand="T-2", verbs="T-3")

    def reading(self, state: Tricks, cards: Cards, named: str | None) -> int:
        rank = rank_of(cards[0])
        if state.standing is not None and rank <= state.standing.reading:
            raise IllegalAction(Refusal.DOES_NOT_BEAT, "T-4")
        return rank

    def lay(self, state: Tricks, action: Play, events: list[Event], *, auto: bool) -> Tricks:
        seat, rank = state.turn, self.reading(state, action.cards, None)
        hands, turn, history = laid(state, action.cards, "single", str(rank), events, auto=auto)
        if not hands[seat]:
            events.append(WentOut(audience=EVERYONE, seat=seat, place=4 - sum(map(bool, hands))))
        play = StandingPlay(seat, action.cards, rank)
        return replace(state, hands=hands, turn=turn, standing=play, history=history)

    def is_over(self, state: Tricks) -> bool:
        return sum(map(bool, state.hands)) == 1

    def settle(self, state: Tricks) -> tuple[Finished, list[Event]]:
        return Finished(next(seat for seat, hand in enumerate(state.hands) if hand)), []

    def must_pass(self, state: Tricks) -> bool:
        return state.standing is not None and state.standing.reading == 14


def table(*hands: str, turn: int = 0) -> Tricks:
    return Tricks(hands=tuple(map(read_exact, hands)), turn=turn, setting=None)


def after(state: Tricks, *actions: Action) -> tuple[Tricks, list[Event]]:
    """The state after these actions of whoever has the turn, and what was told."""
    told: list[Event] = []
    for action in actions:
        Singles().check(state, state.turn, action)
        step = Singles().apply(state, state.turn, action)
        assert isinstance(step.state, Tricks)
        state, told = step.state, [*told, *step.events]
    return state, told


def card(text: str) -> Play:
    return Play(read_exact(text))


def test_a_pass_binds_nobody_and_seats_without_cards_are_passed_over() -> None:
    state, _ = after(table("3s 4s", "5s 9s", "", "6s 8s"), card("3s"), Pass(), card("6s"), Pass())
    assert state.turn == 1, "it passed once, and is asked again"
    assert state.standing is not None
    assert (state.standing.seat, state.trick) == (3, 0)


def test_a_trick_is_over_when_the_turn_comes_round_to_the_play_that_stands() -> None:
    state, told = after(table("3s 4s", "5s 9s", "", "6s 8s"), card("4s"), Pass(), Pass())
    assert (state.turn, state.standing, state.trick) == (0, None, 1)
    assert told[-1] == TrickWon(audience=EVERYONE, seat=0, leader=0)


def test_the_next_seat_that_holds_cards_leads_for_a_winner_that_is_out() -> None:
    state, told = after(table("4s", "", "5s 9s", "6s 8s"), card("4s"), Pass(), Pass())
    assert (state.turn, state.standing) == (2, None)
    assert told[-1] == LeadInherited(audience=EVERYONE, seat=2, winner=0)


def test_the_engine_passes_for_all_that_must_and_tells_it() -> None:
    state, told = after(table("X 4s", "5s 9s", "7s", "6s 8s"), card("X"))
    assert [event for event in told if isinstance(event, Passed)] == [
        Passed(audience=EVERYONE, seat=seat, auto=True) for seat in (1, 2, 3)
    ]
    assert (state.turn, state.standing) == (0, None)
    assert state.history.acts()[-1] == Act(3, "pass", auto=True, trick=0)


def test_a_round_that_is_over_is_settled_at_once() -> None:
    step = Singles().apply(table("4s", "", "", "6s"), 0, card("4s"))
    assert step.state == Finished(3)


@pytest.mark.parametrize(
    ("action", "code", "rule"),
    [(Pass(), "must_lead", "T-1"), (Play(()), "no_cards", "T-2"), (card("Ks"), "not_in_hand", "T-2")],
)
def test_a_lead_is_refused_by_the_rules_of_the_game(action: Action, code: str, rule: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        Singles().check(table("3s", "4s", "5s", "6s"), 0, action)
    assert (refused.value.code, refused.value.rule) == (code, rule)


@dataclass(frozen=True, slots=True)
class Led(Match):
    leader: int | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    deals: int
    target: int


def test_what_is_carried_over_is_read_back_as_it_was() -> None:
    assert Led.of({}, 3) == Led((0, 0, 0))
    assert Led.of(Led((5, -5, 0), 2).carry(), 3) == Led((5, -5, 0), 2)


@pytest.mark.parametrize(
    "carry", [{"scores": [1, 2]}, {"leader": 3}, {"leader": "0"}, {"led": 1}, {"scores": [1, 2, True]}]
)
def test_what_cannot_be_carried_over_is_refused(carry: Carry) -> None:
    with pytest.raises(ImpossiblePosition):
        Led.of(carry, 3)


@pytest.mark.parametrize(
    ("limits", "winners"),
    [(Limits(0, 0), None), (Limits(4, 0), None), (Limits(3, 0), (0, 2)), (Limits(0, 9), (0, 2)), (Limits(0, 10), None)],
)
def test_a_counted_match_ends_by_deals_or_points(limits: Limits, winners: tuple[int, ...] | None) -> None:
    match = CountedMatch((9, 1, 9), 3)
    assert match.winner(limits) == winners
    if winners is None:
        match.verify_open(limits, "T-5")
    else:
        with pytest.raises(ImpossiblePosition):
            match.verify_open(limits, "T-5")


class Kind(StrEnum):
    LOW = "low"
    HIGH = "high"


class Taken(NamedTuple):
    kind: Kind
    top: int
    size: int = 1


class Wild(Combinations[Taken, object]):
    """Single cards; a 2 may also be a 3."""

    def readings(self, cards: Cards, rules: object) -> tuple[Taken, ...]:
        if len(cards) != 1:
            return ()
        own = Taken(Kind.HIGH if rank_of(cards[0]) > 5 else Kind.LOW, rank_of(cards[0]))
        return (own, Taken(Kind.LOW, 0)) if own.top == 12 else (own,)

    def beats(self, reading: Taken, standing: Taken, rules: object) -> bool:
        return reading.top > standing.top

    def plays(self, hand: Cards, standing: Taken | None, rules: object) -> list[Cards]:
        return [(card,) for card in hand if standing is None or rank_of(card) > standing.top]


class Whole(Climb[Tricks, Finished]):
    """The same tricks, by what cards are."""

    rules = ClimbRules(lead="T-1", hand="T-2", verbs="T-3", combinations="T-5", named="T-6", beats="T-7")
    combinations = Wild()
    is_over, settle, must_pass = Singles.is_over, Singles.settle, Singles.must_pass


def climbing(*hands: str) -> Any:
    return Tricks(hands=tuple(map(read_exact, hands)), turn=0, setting=Setting({}, None, None))


def test_what_cards_are_is_enough_for_a_course() -> None:
    course, state = Whole(), climbing("9s", "2s 9h", "5s", "")
    step = course.apply(state, 0, card("9s"))
    assert (step.state.standing, step.state.finished) == (  # type: ignore[union-attr]
        StandingPlay(0, read_exact("9s"), Taken(Kind.HIGH, 6), "9"), (0,),
    )  # fmt: skip
    assert [type(event) for event in step.events] == [Played, WentOut]
    assert list(course.legal(step.state, 1)) == [card("2s"), Pass()]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cards", "named", "code", "rule"),
    [
        ("2s 9h", None, "no_combination", "T-5"),
        ("9h", "low", "no_such_reading", "T-6"),
        ("2s", "low", "does_not_beat", "T-7"),
    ],
)
def test_why_a_play_is_refused_follows_from_what_cards_are(cards: str, named: str | None, code: str, rule: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        Whole().taken(read_exact(cards), Taken(Kind.HIGH, 6), None, named)
    assert (refused.value.code, refused.value.rule) == (code, rule)


def test_further_readings_are_recognised_by_what_names_them() -> None:
    found = Whole().recognise(climbing("2s", "3s", "", ""), 0, read_exact("2s"))
    assert (found.kind, found.rank, found.legal) == ("high", "2", True)
    assert found.others == ((Play(read_exact("2s"), "low"), "low", "3"),)
    assert not Whole().recognise(climbing("2s 3s", "3s", "", ""), 0, read_exact("2s 3s")).legal


class Named(Queries[Taken, object]):
    standing_as = "as"


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ({"kind_of": "2"}, "high"), ({"kind_of": "3 4"}, None), ({"kind_of": "5 5 5 5 5"}, None),
        ({"beats": ["3", "2"]}, False), ({"beats": ["4", "2"], "as": "low"}, True),
        ({"hand": "3 9", "to_beat": None}, ["3", "9"]), ({"hand": "3 9", "to_beat": "4"}, ["9", "pass"]),
    ],
)  # fmt: skip
def test_queries_follow_from_what_cards_are(query: dict[str, Json], answer: Json) -> None:
    assert Named(Wild(), OptionSet(()), dict, lambda options: full_pack())(query) == answer


@pytest.mark.parametrize(
    "query", [{"beats": ["3", "4"], "as": "high"}, {"hand": "3", "as": "low"}, {"kind_of": "3", "as": "low"}]
)
def test_a_query_that_names_what_cannot_be_is_refused(query: dict[str, Json]) -> None:
    with pytest.raises(ImpossiblePosition):
        Named(Wild(), OptionSet(()), dict, lambda options: full_pack())(query)


def test_a_core_that_is_not_built_of_the_source_beside_it_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "aged"
    folder.mkdir()
    for name, text in {"__init__.py": "", "core.py": "source = 1\n", "core.c": "int changed;\n"}.items():
        (folder / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv("PAIJU_NATIVE", raising=False)
    with pytest.warns(UserWarning, match=r"aged\.core is not built of the source beside it"):
        assert core_of("aged") is None
    (folder / "core.c").unlink()  # an installation has no source
    assert core_of("aged") is not None
