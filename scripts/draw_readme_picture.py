"""Draw ``docs/images/table.png``, the table on the front page: run ``python scripts/draw_readme_picture.py``."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402 the project is found by its place

from bot.present.pictures.table import HandArt, SeatArt, TableArt, hand_png, table_png  # noqa: E402 likewise  # noqa: E402 likewise
from bot.present.words.text import read_cards  # noqa: E402 likewise

TABLE = TableArt(
    heading="Dou Dizhu · #12 · Round 3 of 6",
    stake="Stake: bid 2 × bombs 2 = 4",
    pile_name="Kitty",
    pile=read_cards("6d Jc 2s"),
    pile_count=3,
    seats=(
        SeatArt("1. player 1", "peasant", 13, cards=read_cards("5s 6h 7d 8c 9s"), word="straight"),
        SeatArt(
            "2. 玩家二", "landlord", 11, crown=True, leads=True, cards=read_cards("9h Td Jc Qs Kh"), word="straight"
        ),
        SeatArt("3. player 3", "peasant", 12, acts=True),
    ),
)
HAND = read_cards("3s 3d 4h 8s 8h 8d Tc Jh Qd Ks Ac x")


def main() -> None:
    """The table above, the hand of the seat to act below."""
    parts = [Image.open(BytesIO(data)) for data in (table_png(TABLE), hand_png(HandArt(HAND)))]
    whole = Image.new("RGB", (parts[0].width, sum(part.height for part in parts)))
    top = 0
    for part in parts:
        whole.paste(part.convert("RGB"), (0, top))
        top += part.height
    target = ROOT / "docs" / "images" / "table.png"
    whole.quantize(96).save(target, optimize=True)


if __name__ == "__main__":
    main()
