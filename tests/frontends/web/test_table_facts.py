"""What the page is told of a table beyond the view: sides of a result, plays that can be felt, hands to be stacked."""

from __future__ import annotations

import pytest

from bot.present.presentation import presentation_of
from games import GAMES
from games.base.cards import make_card
from games.contract import Act
from tests.frontends.web.house import House, Visitor


async def test_a_result_names_the_sides_with_the_winners_first(house: House) -> None:
    async with Visitor(house) as ann:
        await ann.play_now()
        await ann.play_round()
        message = await ann.wait(lambda found: found["t"] == "table" and found["result"] is not None, fresh=False)
    result = message["result"]
    assert {side["name"] for side in result["sides"]} == {"landlord", "peasant"}
    assert [side["won"] for side in result["sides"]] == [True, False]
    assert sorted(result["sides"][0]["seats"]) == sorted(result["won"])
    assert sorted(seat for side in result["sides"] for seat in side["seats"]) == [0, 1, 2]


@pytest.mark.parametrize(
    ("game", "verb", "kind", "impact"),
    [
        ("doudizhu", "play", "rocket", "rocket"),
        ("doudizhu", "play", "chain", ""),
        ("guandan", "play", "straight_flush", "bomb"),
        ("guandan", "play", "joker_bomb", "rocket"),
        ("gouji", "burn", "gouji", "bomb"),
        ("gouji", "play", "gouji", ""),
    ],
)
def test_bombs_and_rockets_are_told_as_such(game: str, verb: str, kind: str, impact: str) -> None:
    act = Act(0, verb, (make_card(12, 0),), kind, "")
    assert presentation_of(game).impact(act) == impact
    assert presentation_of(game).impact(Act(0, "pass", (), kind, "")) == "", "a question that was declined is no bomb"


def test_games_with_long_hands_stack_them() -> None:
    assert {game for game in GAMES if presentation_of(game).stacked} == {"guandan", "gouji", "liujiatong"}


@pytest.mark.parametrize("game", ["doudizhu", "guandan", "liujiatong", "gandengyan"])
async def test_a_suggestion_says_its_kind_once(house: House, game: str) -> None:
    """Never ``pair`` and beside it ``pair 4``."""
    async with Visitor(house) as ann:
        assert (await ann.ask("quick", game=game, level="easy"))["ok"]
        await ann.play_round()
        panels = [message["panel"] for message in ann.heard if message["t"] == "hand" and message["panel"]]
    offers = [offer for panel in panels for offer in panel["offers"] if offer["ranks"]]
    assert offers
    for offer in offers:
        assert not offer["kind"] or not any(word in offer["ranks"] for word in ("single", "pair", "three ", "four ")), (
            offer
        )
