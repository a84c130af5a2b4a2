"""Positions at a Gou Ji table."""

from typing import Any

from games.contract import Deal, Json
from tests.present.position import Position, hands_of


def six(
    *hands: str, options: dict[str, Any] | None = None, carry: dict[str, Json] | None = None, **keys: Json
) -> Position:
    """A round with these six hands."""
    return Position("gouji", Deal(hands_of(hands), keys=keys), options, carry)


def duel(**more: Any) -> Position:
    """Seat 0 has led an open set; its opposite 3 is asked."""
    return six("K×2 9 4", "7 8 X", "7 8", "A×2 9 4", "7 8", "7 8 x 6", **more).does("0 play K K")


def yielding() -> Position:
    """Seat 0 has led a plain pair, 1 and 2 have passed; the opposite 3 may yield."""
    return six("7×2 9 4", "5 6 X", "5 8 6", "T×2 9 4", "5 8 6", "J×2 x 6").does("0 play 7 7", "1 pass", "2 pass")


def burning() -> Position:
    """Seat 5 burns seat 0 and holds more; its opposite 2 may stop it."""
    return six("A 2 9 4", "7 8 9", "7×2 9 x", "6 9 4", "7 8 9", "5 6×2 x X 9").does(
        "0 play A 2", "3 pass", "1 pass", "5 burn 6 x"
    )


def declaring(**options: Any) -> Position:
    hands = ("4 5 9", "4 5 8", "5 6 2", "5 7 2", "4 9 2", "6 7 8")
    return six(*hands, options=options, phase="declare")


ALL_ANSWERED = ("0 challenge", "1 challenge", "2 decline", "3 decline", "4 decline", "5 decline")


DUES: dict[str, Any] = {
    "due": [
        {"kind": "point", "from": 3, "to": 0, "cards": 1},
        {"kind": "drop", "from": 4, "to": 1, "cards": 1},
        {"kind": "drop", "from": 5, "to": 0, "cards": 2},
    ],
    "scores": [4, 2, 0, 0, -2, -4],
    "team_scores": [2, -2],
    "sweeps": [0, 0],
    "rounds": 1,
    "next_leader": 0,
}


def tributes() -> Position:
    return six("4 5×3 9", "4 5 8", "5 6 2", "8 9 X", "4 9 2", "6 K A", carry=DUES, phase="tribute")
