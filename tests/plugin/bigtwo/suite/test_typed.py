"""What is typed without suits, which decide here."""

import pytest

from games import GAMES
from games.base.cards import sort_cards
from games.base.errors import AmbiguousPlay
from games.base.notation import read_exact
from games.contract import Deal
from games.meant import meant
from games.typed import typed


@pytest.mark.parametrize(("text", "plays"), [("J", 3), ("pair J", 3), ("9", 2), ("♠J", 1), ("JJJ99", 1)])
def test_cards_of_one_rank_are_asked_about(text: str, plays: int) -> None:
    game = GAMES["bigtwo"]
    hands = tuple(
        sort_cards(read_exact(hand))
        for hand in ("Jd Js Jh 9d 9c", "4c Kc 5c 6c 8c", "4s 5s 6s 7s 8s", "4h 5h 6h 7h 8h")
    )
    state = game.start(game.option_set.complete({}), Deal(hands, keys={"leader": 0}), {}).state
    try:
        found = {meant(game, state, 0, typed(text, game))}
    except AmbiguousPlay as several:
        found = {*several.choices}
    assert len(found) == plays
