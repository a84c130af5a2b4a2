"""What one seat knows of a round of Gou Ji reaches that seat and nobody else (GJ-44)."""

import pickle
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from games.base.actions import Action, Do
from games.base.facts import fact_keys
from games.base.notation import place, read_cards
from games.contract import Carry, Deal, Json
from games.gouji import GAME
from games.gouji.facts import GouJiOwnFacts, GouJiView, PositionFacts, PublicFacts
from games.simulate import SeededDice

STANDARD = GAME.option_set.complete({})


def position(*hands: str, **keys: Json) -> Any:
    cards = place([read_cards(hand) for hand in hands], GAME.pack(STANDARD, 6))
    return GAME.start(STANDARD, Deal(cards, keys=keys), {}).state


def declared(action: Action) -> Any:
    """Seat 0, who holds a 4 as its opposite does, has answered; the others have not."""
    state = position("4 5", "6 7", "6 7", "4 8", "6 7", "6 7", phase="declare")
    return GAME.apply(state, 0, action).state


def returned(choice: int) -> Any:
    """Seat 0 has sent one of its cards back to seat 4, for the first of two tributes."""
    dues: list[Json] = [{"kind": "drop", "from": seat, "to": seat - 4, "cards": 1} for seat in (4, 5)]
    before: Carry = {"due": dues, "next_leader": 0}
    state = GAME.start(STANDARD, GAME.deal(STANDARD, 6, before, SeededDice(3)), before).state
    return GAME.apply(state, 0, list(GAME.legal(state, 0))[choice]).state


def fours_due(opener: int | None) -> Any:
    """Seat 0 leads, and has opened the point; its 4s are due or not."""
    state = position("4 4 5", "6 7", "6 7", "6 8", "6 7", "6 7", opened=[0])
    return replace(state, round=replace(state.round, must_fours=opener))


CASES: dict[str, tuple[Any, Any, set[int]]] = {
    "answer": (declared(Do("challenge")), declared(Do("decline")), {0}),
    "returns": (returned(0), returned(5), {0, 4}),
    "fours_due": (fours_due(0), fours_due(None), {0}),
    "must_fours": (fours_due(0), fours_due(None), {0}),
}
"""By private fact: two positions that differ in it alone, and the seats that may know."""


def seeing(view: Callable[[Any, int | None], GouJiView]) -> Iterator[tuple[str, int | None]]:
    """The private facts, each with every viewer whose view depends on it."""
    for name, (one, other, _) in CASES.items():
        for viewer in (None, *range(6)):
            if pickle.dumps(view(one, viewer)) != pickle.dumps(view(other, viewer)):
                yield name, viewer


def test_each_private_fact_has_a_case() -> None:
    """Whoever adds one says here who may know it."""
    private = {field.name for kind in (GouJiOwnFacts, PositionFacts) for field in fields(kind)}
    assert private == set(CASES)
    assert fact_keys(PublicFacts).isdisjoint(private)


def test_a_private_fact_reaches_its_own_seats_and_nobody_else() -> None:
    assert set(seeing(GAME.view)) == {(name, seat) for name, (_, _, seats) in CASES.items() for seat in seats}


def test_a_private_fact_among_the_public_ones_would_be_noticed() -> None:
    def careless(state: Any, viewer: int | None) -> GouJiView:
        view: GouJiView = GAME.view(state, viewer)
        return replace(view, public=replace(view.public, victim=state.round.must_fours))

    assert ("must_fours", None) in set(seeing(careless))


def test_only_positions_say_whose_fours_are_due() -> None:
    state = fours_due(0)
    assert GAME.facts(state)["must_fours"] == 0
    assert all("must_fours" not in GAME.view(state, viewer).facts for viewer in (None, *range(6)))
    assert [GAME.view(state, seat).own.fours_due for seat in range(6)] == [2, 0, 0, 0, 0, 0]
