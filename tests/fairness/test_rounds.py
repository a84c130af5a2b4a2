"""Rounds that the program has dealt and stored, computed again from what it published, without any code of its own."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.cli_records import export
from bot.errors import CommandError
from bot.session.port import commands as c
from bot.session.port.replies import FairCard
from games import GAMES
from storage.databases import open_store
from tests.databases import database_in
from tests.fairness.by_hand import promise
from tests.fairness.fair_world import FairWorld, published

VARIANTS: list[tuple[str, dict[str, str]]] = [
    *((game, {}) for game in GAMES),
    ("doudizhu", {"first_bidder": "winner"}),
    ("doudizhu", {"first_bidder": "three_of_hearts"}),
    ("guandan", {"start_level": "7"}),
    ("guandan", {"tribute": "off"}),
    ("gandengyan", {"players": "6", "packs": "2"}),
    ("gandengyan", {"players": "2"}),
    ("liujiatong", {"first_lead": "same"}),
    ("liujiatong", {"first_lead": "first_out"}),
]


def stored(path: Path) -> list[dict[str, Any]]:
    """Every promised deal with its round, straight from the file."""
    with closing(sqlite3.connect(path)) as database:
        database.row_factory = sqlite3.Row
        rows = database.execute(
            'SELECT p.*, r.deal, r.carry_in, m.options, m.game FROM pledges p JOIN rounds r ON r."match" = p."match" '
            'AND r.round = p.round JOIN matches m ON m.id = p."match" ORDER BY p."table", p.number'
        ).fetchall()
        words = [
            [word for (word,) in database.execute(
                'SELECT word FROM luck WHERE "table" = ? AND number = ?', (row["table"], row["number"])
            )]
            for row in rows
        ]  # fmt: skip
    return [{**dict(row), "words": added} for row, added in zip(rows, words, strict=True)]


def check(page: dict[str, Any], row: dict[str, Any]) -> None:
    """One stored round against the page."""
    assert row["commitment"] == promise(row["table"], row["number"], row["secret"])
    assert row["commitment"] == page["commitment"](row["table"], row["number"], row["secret"])
    deal, before = json.loads(row["deal"]), json.loads(row["carry_in"])
    options = {option.name: option.default for option in GAMES[row["game"]].option_set.options}
    options |= json.loads(row["options"])
    below = page["dice"](row["table"], row["number"], row["secret"], row["words"])
    hands, stock, drawn = page[row["game"]](below, len(deal["hands"]), options, before)
    assert [sorted(hand) for hand in hands] == [sorted(hand.split()) for hand in deal["hands"]]
    assert stock == deal.get("stock", "").split()
    for name, value in drawn.items():
        assert deal[name] == value, name


@pytest.mark.parametrize(("game", "options"), [one for one in VARIANTS if one[0] in GAMES], ids=str)
async def test_the_published_recipe_deals_every_stored_round(
    game: str, options: dict[str, str], tmp_path: Path
) -> None:
    store = await open_store(database_in(tmp_path))
    world = FairWorld(store)
    await world.start()
    page = published()
    number = await world.opened(game, "ann", "bob", **options)
    await world.do("ann", c.Luck(number, "first"))
    assert (await world.do("ann", c.DealCards(number))).ok
    await world.do("bob", c.Away(number))
    await world.finish_round(number)
    for _ in range(8):
        await world.do("bob", c.Luck(number))
        assert (await world.do("ann", c.DealCards(number))).ok
        dealt = f"M{world.book(number).row.match}.{world.book(number).row.round}"
        await world.end("ann", number)
        card = (await world.do("ann", c.Fair(dealt))).body
        assert isinstance(card, FairCard)
        assert card.verdict == "fits"
    await world.stop()
    await store.close()
    rows = stored(tmp_path / "paiju.db")
    assert len(rows) >= 9
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
    assert len({row["deal"] for row in rows}) == len(rows)
    for row in rows:
        assert row["words"]
        check(page, row)


async def test_a_round_that_follows_another_is_dealt_by_the_same_recipe(tmp_path: Path) -> None:
    """The second deal of a match depends on the first: who draws first, who leads."""
    store = await open_store(database_in(tmp_path))
    world = FairWorld(store)
    await world.start()
    for game in GAMES:
        number = await world.opened(game)
        for _ in range(2):
            assert (await world.do("ann", c.DealCards(number))).ok
            await world.finish_round(number)
            await world.advance(5.0)
        await world.end("ann", number)
    await world.stop()
    await store.close()
    rows = stored(tmp_path / "paiju.db")
    assert len(rows) >= 2 * len(GAMES)
    assert sum(row["round"] > 1 for row in rows) >= len(GAMES) - 1
    for row in rows:
        check(published(), row)


async def test_a_changed_secret_word_or_deal_does_not_fit(tmp_path: Path) -> None:
    store = await open_store(database_in(tmp_path))
    world = FairWorld(store)
    await world.start()
    number = await world.opened("doudizhu")
    await world.do("ann", c.Luck(number, "dragon"))
    await world.do("ann", c.DealCards(number))
    await world.end("ann", number)

    async def verdict() -> str:
        card = (await world.do("ann", c.Fair("M1.1"))).body
        assert isinstance(card, FairCard)
        return card.verdict

    assert await verdict() == "fits"
    (row,) = stored(tmp_path / "paiju.db")
    changes: list[tuple[str, str, str]] = [
        ("UPDATE luck SET word = ?", "dragoon", "dragon"),
        ("UPDATE pledges SET secret = ? WHERE round = 1", "0" * 64, row["secret"]),
        ("UPDATE pledges SET commitment = ? WHERE round = 1", "0" * 64, row["commitment"]),
        ("UPDATE rounds SET deal = ?", row["deal"].replace('"hands": ["', '"hands": ["3s '), row["deal"]),
    ]
    for statement, wrong, right in changes:
        with closing(sqlite3.connect(tmp_path / "paiju.db")) as database, database:
            database.execute(statement, (wrong,))
        assert await verdict() == "differs", statement
        with closing(sqlite3.connect(tmp_path / "paiju.db")) as database, database:
            database.execute(statement, (right,))
    assert await verdict() == "fits"
    await world.stop()
    await store.close()


async def test_an_export_tells_no_secret_of_a_round_that_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'paiju.db'}"
    store = await open_store(url)
    world = FairWorld(store)
    await world.start()
    number = await world.opened("doudizhu", "ann", "bob")
    await world.do("bob", c.Away(number))
    await world.do("ann", c.DealCards(number))
    await world.finish_round(number)
    await world.do("ann", c.DealCards(number))
    finished, going_on = world.book(number).row.round - 1, world.book(number).row.round
    await world.advance(2.0)
    capsys.readouterr()
    await asyncio.to_thread(export, "M1", url)
    await asyncio.to_thread(export, f"M1.{finished}", url)
    with pytest.raises(CommandError) as refused:
        await asyncio.to_thread(export, f"M1.{going_on}", url)
    said = capsys.readouterr()
    text = said.out + said.err + str(refused.value)
    assert "doudizhu" in text
    rows = stored(tmp_path / "paiju.db")
    assert rows
    for row in rows:
        for hidden in (row["secret"], row["root"], row["commitment"]):
            assert hidden not in text
    await world.stop()
    await store.close()
