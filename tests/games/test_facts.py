"""No fact that is one seat's own reaches the view of anybody else, whatever stands in the states.

In many positions of every game the hidden cards of all other seats are dealt among them anew, within the state itself,
and hidden answers are given otherwise; a stranger's view has to stay the same in every field. That this would notice a
private fact among the public ones is shown by putting such facts there."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, make_dataclass, replace
from importlib import import_module
from typing import Any

import pytest

from games import GAMES
from games.base.cards import Cards
from games.base.facts import fact_keys
from games.contract import CommonFacts, Game, OwnFacts
from games.kit.door import PhasedDoor
from games.scenario import usual_players
from games.simulate import SeededDice
from tests.hidden import pairs, seats

HIDDEN_ANSWERS = {"guandan", "gouji", "gongzhu"}
"""Games that ask several seats at the same time and show no answer before all are there."""


def differences(one: object, other: object, path: str = "view") -> Iterator[str]:
    """The fields in which two views differ, down to plain values."""
    if is_dataclass(one):
        assert type(one) is type(other), path
        for each in fields(one):
            yield from differences(getattr(one, each.name), getattr(other, each.name), f"{path}.{each.name}")
    elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        for at, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            yield from differences(mine, theirs, f"{path}[{at}]")
    else:
        assert one is None or isinstance(one, bool | int | str | tuple | dict), f"{path} is no plain value"
        if type(one) is not type(other) or one != other:
            yield path


def leaks(game: Game[Any], hidden: str | None = None) -> Iterator[str]:
    """The fields by which somebody could tell two such positions apart."""
    for pair in pairs(game.key):
        for viewer in pair.viewers if hidden in (None, pair.hidden) else ():
            yield from differences(game.view(pair.one, viewer), game.view(pair.other, viewer))


def test_no_field_of_a_view_tells_of_cards_or_answers_that_are_hidden_from_it(game: Game[Any]) -> None:
    assert not set(leaks(game))
    assert {pair.hidden for pair in pairs(game.key)} == {"cards"} | (
        {"answer"} if game.key in HIDDEN_ANSWERS else set()
    )


def let_out(monkeypatch: pytest.MonkeyPatch, game: Game[Any], kind: Any, fact: Callable[[Any], Any]) -> None:
    """Give the game's ``PublicFacts`` one more field, ``secret``, as somebody might who adds a fact without much thought."""
    of = import_module(f"games.{game.key}.facts")
    make = of.public_facts
    wider: Any = make_dataclass(
        "Wider", [("secret", kind)], bases=(of.PublicFacts,), frozen=True, slots=True, kw_only=True
    )

    def public_facts(state: Any, *others: Any) -> Any:
        known = make(state, *others)
        return wider(**{each.name: getattr(known, each.name) for each in fields(known)}, secret=fact(state))

    if isinstance(game, PhasedDoor):
        monkeypatch.setattr(type(game), "public_facts", staticmethod(public_facts))
    else:
        monkeypatch.setattr(import_module(f"games.{game.key}.view"), "public_facts", public_facts)


def test_a_hand_among_the_public_facts_is_noticed(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    let_out(monkeypatch, game, tuple[Cards, ...], game.hands)
    assert any(path.startswith("view.public.secret") for path in leaks(game, "cards"))


@pytest.mark.parametrize("key", sorted(HIDDEN_ANSWERS))
def test_a_hidden_answer_among_the_public_facts_is_noticed(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[key]
    own = import_module(f"games.{key}.facts").own_facts
    let_out(
        monkeypatch, game, tuple[OwnFacts, ...], lambda state: tuple(own(state, seat) for seat in seats(game, state))
    )
    assert any(path.startswith("view.public.secret") for path in leaks(game, "answer"))


def test_who_holds_the_two_of_spades_would_be_noticed_among_the_public_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gong Zhu's leader, which files of positions show before the play and nobody else may know."""
    from games.gongzhu import facts

    let_out(monkeypatch, GAMES["gongzhu"], int, lambda state: facts.position_facts(state).leader)
    assert set(leaks(GAMES["gongzhu"], "cards")) == {"view.public.secret"}


def test_every_field_of_the_public_facts_has_a_notation(game: Game[Any]) -> None:
    public = import_module(f"games.{game.key}.facts").PublicFacts
    assert issubclass(public, CommonFacts)
    assert fact_keys(public) >= {each.name for each in fields(CommonFacts)}
    for pair in pairs(game.key):
        assert isinstance(view := game.view(pair.one, None).public, public)
        assert game.view(pair.one, None).facts.keys() <= fact_keys(type(view))


@pytest.mark.parametrize("kind", [object, set[int], dict[str, int], float, "tuple[int, str]"])
def test_a_field_without_a_notation_is_an_error(kind: Any) -> None:
    wider = make_dataclass("Wider", [("state", kind)], bases=(CommonFacts,), frozen=True, slots=True, kw_only=True)
    with pytest.raises(TypeError, match="no notation"):
        fact_keys(wider)


@pytest.mark.parametrize(("key", "why"), [("doudizhu", "redeal"), ("gandengyan", "void")])
def test_a_void_deal_is_repeated_under_its_number(key: str, why: str) -> None:
    game = GAMES[key]
    options = game.option_set.complete({})
    state = game.start(options, game.deal(options, usual_players(game), {}, SeededDice(1)), {}).state
    facts = game.view(state, None).public
    ended = replace(facts, points=(0,) * len(facts.counts))
    assert facts.round_number == replace(ended, **{why: True}).round_number == replace(ended, deals=1).round_number == 1
    assert replace(facts, deals=1).round_number == 2
