"""What is typed without suits, which decide here."""

import pytest

from games import GAMES
from games.base.actions import action_text
from games.base.cards import Cards, sort_cards
from games.base.errors import AmbiguousPlay
from games.base.notation import read_exact
from games.contract import Deal
from games.meant import meant
from games.typed import typed

GAME = GAMES["bigtwo"]
HAND = sort_cards(read_exact("Jd Js Jh 6h 7d 8d 9d 9c"))


def asked(text: str) -> list[str]:
    """What somebody who may lead is asked about; what they play, if nothing is asked."""
    others: tuple[Cards, ...] = tuple(sort_cards(read_exact(f"4{suit} 5{suit} Q{suit}")) for suit in "chs")
    state = GAME.start(GAME.option_set.complete({}), Deal((HAND, *others), keys={"leader": 0}), {}).state
    try:
        return [action_text(meant(GAME, state, 0, typed(text, GAME)))]
    except AmbiguousPlay as several:
        return [action_text(choice) for choice in several.choices]


@pytest.mark.parametrize("text", ["J", "jack", "J J", "pair J", "9"])
def test_cards_of_one_rank_are_asked_about(text: str) -> None:
    assert len(asked(text)) == len({*asked(text)}) == (2 if text == "9" else 3)


@pytest.mark.parametrize(("text", "played"), [("♠J", "Js"), ("JJJ", "Js Jh Jd"), ("JJJ99", "9d 9c Js Jh Jd")])
def test_what_is_one_play_alone_is_played(text: str, played: str) -> None:
    assert asked(text) == [f"play {played}"]
