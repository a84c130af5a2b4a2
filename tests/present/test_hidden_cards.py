"""Cards change places between two hands: the channel and whoever holds neither see the very same."""

from typing import Any

import pytest

from bot.present.words import text as catalogue
from games.base.cards import Cards, sort_cards
from games.base.notation import read_exact
from games.contract import Deal
from tests.present.gouji_table import ALL_ANSWERED
from tests.present.position import Position, hands_of

PLAIN = ("4 5×2 9 K×2", "4 5 8 T×2", "5 6 2 9", "5 7 2 A×2", "4 9 2 J×2", "6 7 8 8")
SWAPPED = (PLAIN[0], "4 5 8 J×2", *PLAIN[2:4], "4 9 2 T×2", PLAIN[5])
MINE = "3s 3h 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s 2h 2d 2c"
THEIRS = "3d 3c 4h 4d 4c 5h 5d 5c 6h 6d 6c 7h 7d 7c 8h 8d X", "9h 9d 9c Th Td Tc Jh Jd Jc Qh Qd Qc Kh Kd Kc Ah x"


def exact(*hands: str) -> tuple[Cards, ...]:
    return tuple(sort_cards(read_exact(hand)) for hand in hands)


ROUNDS: dict[str, tuple[Any, Any, str, dict[str, Any], dict[str, Any], tuple[str, ...], tuple[int, ...]]] = {
    "gouji": (
        hands_of(PLAIN), hands_of(SWAPPED), "", {"phase": "declare"}, {}, (*ALL_ANSWERED, "4 challenge", "0 play 5 5"),
        (0, 2, 3, 5),
    ),
    "liujiatong": (
        hands_of(PLAIN), hands_of(SWAPPED), "", {}, {}, ("0 play 5 5", "1 pass", "2 pass", "3 play A A", "4 pass"),
        (0, 2, 3, 5),
    ),
    "guandan": (
        exact("4s 5d 9c 9d", "Ks 5c 5h Jh", "6s 7d Qc Qd", "As Ad 3c Jd"),
        exact("4s 5d 9c 9d", "Ks 5c 5h Jd", "6s 7d Qc Qd", "As Ad 3c Jh"),
        "", {"phase": "tribute", "levels": ["8", "2"]}, {"places": [0, 2, 1, 3]}, ("1 tribute Ks", "3 tribute Ad"), (0, 2),
    ),
    "doudizhu": (
        exact(MINE, *THEIRS), exact(MINE, THEIRS[0].replace("X", "x"), THEIRS[1].replace("x", "X")),
        "8c Ad Ac", {"phase": "bid", "leader": 0}, {},
        ("0 bid 3", "0 play 2s 2h 2d 2c", "1 pass", "2 pass", "0 play 8c"), (0,),
    ),
}  # fmt: skip


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
@pytest.mark.parametrize("game", ROUNDS)
def test_no_screen_tells_what_others_hold(game: str, language: str) -> None:
    plain, swapped, kitty, keys, carry, deeds, viewers = ROUNDS[game]
    seen = []
    for hands in (plain, swapped):
        position = Position(game, Deal(hands, read_exact(kitty), keys), carry=carry)
        seen.append([screens(position, viewers, language)])
        for deed in deeds:
            seen[-1].append(screens(position.does(deed), viewers, language))
    assert seen[0] == seen[1]
    for hands in (plain, swapped):
        other = Position(game, Deal(hands, read_exact(kitty), keys), carry=carry)
        seen.append([screens(other, (1,), language)])
    assert seen[2] != seen[3], "whose cards they are is shown them"


def screens(position: Position, viewers: tuple[int, ...], language: str) -> list[tuple[Any, ...]]:
    made = [position.table(language), *(position.panel(seat, language) for seat in viewers)]
    return [(one.title, one.lines, one.rows, one.picture and (one.picture.key, one.picture.alt)) for one in made]
