"""A database of an earlier version: every table is found as it was left, and is played on."""

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.session.port import commands as c
from bot.session.port.buttons import decode
from bot.session.port.replies import ReplayCard, Reply
from bot.session.port.updates import Notice
from games import GAMES
from games.base.actions import action_text
from games.base.cards import cards_text
from storage.databases import open_store
from storage.themes.ratings import RatingKey
from tests.fairness.fair_world import FairWorld
from tests.session.world import ManualClock, RecordingFrontend

SAMPLES = Path(__file__).parents[2] / "storage" / "samples"
SAID: dict[str, Any] = json.loads((SAMPLES / "schema_0005.json").read_text(encoding="utf-8"))
TABLES: dict[int, dict[str, Any]] = {int(number): table for number, table in SAID["tables"].items()}
PLATFORM = {name: platform for platform, name in map(str.split, SAID["people"])}


class Stored(FairWorld):
    """The people of the sample come back, each on their own platform."""

    _updates = count(1_000_000)  # those of the sample are remembered

    async def says(self, name: str, command: c.Command, **more: Any) -> Reply:
        return await self.do(name, command, user=c.UserRef(PLATFORM[name], name), private=True, **more)

    async def turn_over(self, number: int) -> None:
        """Whoever is waited for first acts."""
        book = self.book(number)
        seat = book.awaited[0].seat
        if book.seats[seat].user is None:
            await self.advance(2.0)
            return
        said = action_text(self.choice(book, seat))
        reply = await self.says(book.seats[seat].external, c.PlayText(said, number, sure=True))
        assert reply.ok, reply


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[Stored]:
    with closing(sqlite3.connect(tmp_path / "paiju.db")) as database:
        database.executescript((SAMPLES / "schema_0005.sql").read_text(encoding="utf-8"))
    store = await open_store(f"sqlite+aiosqlite:///{tmp_path}/paiju.db")
    frontends = (RecordingFrontend("telegram"), RecordingFrontend("discord"))
    made = Stored(store, clock=ManualClock(SAID["at"]), frontends=frontends)
    await made.start()
    yield made
    await made.stop()
    await store.close()


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value, default=lambda part: dict(part) if hasattr(part, "keys") else list(part)))


def picture(world: Stored, number: int) -> dict[str, Any]:
    """What the sample says of a table, as today's program sees it."""
    book = world.book(number)
    game = GAMES[book.row.game]
    seats = {
        str(seat): held.external if held.user is not None else f"AI {held.ai}" for seat, held in book.seats.items()
    }
    seen: dict[str, Any] = {
        "game": book.row.game,
        "state": book.row.state,
        "round": book.row.round,
        "options": json.loads(book.row.options),
        "seats": seats,
        "away": [seat for seat, held in book.seats.items() if held.away],
        "autopass": {str(seat): held.autopass for seat, held in book.seats.items() if held.autopass},
        "votes": [[vote.motion, vote.seat] for vote in book.votes],
        "totals": as_json(book.score.totals),
        "tally": as_json(sorted(book.score.tally.items())),
        "carry": as_json(book.score.carry),
        "waiting": len(book.people.waiters),
        "log": book.play.seq,
        "words": [luck.word for luck in book.promises.words],
        "dealt": book.promises.dealt and book.promises.dealt.commitment,
    }
    if book.promises.pledge is not None:
        seen["commitment"] = book.promises.pledge.commitment
    if book.playing:
        view = game.view(book.play.state, None)
        standing = view.standing
        seen |= {
            "questions": dict(book.questions),
            "hands": [cards_text(hand) for hand in game.hands(book.play.state)],
            "facts": as_json(game.facts(book.play.state)),
            "standing": standing
            and {"seat": standing.seat, "cards": cards_text(standing.cards), "kind": standing.kind},
            "played": [f"{act.seat} {act.verb} {cards_text(act.cards)}".strip() for act in view.acts],
            "after": run_out(book),
        }
    found: dict[str, Any] = as_json(seen)
    return found


def run_out(book: Any) -> dict[str, Any]:
    """How the round ends if everybody's time runs out: it depends on every card and every answer, hidden ones too."""
    game, state = book.game, book.play.state
    while awaited := game.awaited(state):
        seat = awaited[0].seat
        state = game.apply(state, seat, game.fallback(state, seat)).state
    result = game.result(state)
    return {"points": result.points, "won": result.won, "carry": result.carry}


async def test_every_table_is_found_as_it_was_left(world: Stored) -> None:
    (parked,) = (number for number, table in TABLES.items() if table.get("parked"))
    assert set(world.manager.session.tables) == set(TABLES) - {parked}
    resumed = await world.says("fay", c.DealCards(parked))
    assert resumed.body == Notice("resumed", {"table": parked})
    assert {table["game"] for table in TABLES.values() if table["state"] == "playing"} == set(GAMES)
    for number, table in TABLES.items():
        told = {key: value for key, value in table.items() if key not in ("parked", "button") and value is not None}
        seen = {key: value for key, value in picture(world, number).items() if key in told}
        (told.get("facts", {}).get("standing") or {}).setdefault(
            "rank", (seen.get("facts", {}).get("standing") or {}).get("rank")
        )
        assert seen == told, number


async def test_a_button_on_an_old_screen_still_plays(world: Stored) -> None:
    for number, table in TABLES.items():
        if "button" not in table or table.get("parked"):
            continue
        who, before = table["button"]["who"], world.book(number).play.seq
        command = decode(table["button"]["code"])
        assert isinstance(command, c.Offer)
        pressed = await world.says(who, command)
        assert pressed.ok, (number, pressed)
        assert world.book(number).play.seq > before


async def test_every_round_is_played_to_its_end_and_the_next_is_dealt(world: Stored) -> None:
    assert (await world.says("fay", c.DealCards(11))).ok
    for number, table in TABLES.items():
        if table["state"] != "playing":
            continue
        for _ in range(2000):
            book = world.book(number)
            if not book.playing:
                break
            await world.turn_over(number)
        assert book.round.status == "over", number
        for held in list(book.persons.values()):
            if not world.book(number).playing:
                await world.says(held.external, c.DealCards(number))
        assert world.book(number).playing, number


async def test_a_table_that_waited_deals_what_it_had_promised(world: Stored) -> None:
    lobby = next(number for number, table in TABLES.items() if table["state"] == "lobby")
    assert (await world.says("bob", c.FillAi(lobby, level="easy"))).ok
    between = next(number for number, table in TABLES.items() if table["state"] == "between")
    for number, people in ((lobby, ("bob", "ann")), (between, ("dan", "fay"))):
        for name in people:
            if not world.book(number).playing:
                await world.says(name, c.DealCards(number))
        dealt = world.book(number).promises.dealt
        assert dealt is not None
        assert dealt.commitment == TABLES[number]["commitment"]


async def test_people_keep_their_accounts_results_ratings_and_records(world: Stored) -> None:
    async with world.store.begin() as unit:
        for person, user in SAID["people"].items():
            account = await unit.people.identity(*person.split())
            assert account is not None
            assert account.user == user
            rows = await unit.results.of_person(user, game=None, chat=None, limit=1000)
            assert len(rows) == SAID["results"][person]
        rated = await unit.ratings.get(
            [RatingKey(game, board, 0, "", player) for game, board, player, *_ in SAID["ratings"]]
        )
    assert [(row.game, row.board, row.player) for row in rated] == [tuple(one[:3]) for one in SAID["ratings"]]
    for row, (*_, mu, sigma, rounds) in zip(rated, SAID["ratings"], strict=True):
        assert [row.mu, row.sigma, row.rounds] == pytest.approx([mu, sigma, rounds])
    assert SAID["people"]["telegram ann"] == SAID["people"]["discord annie"]
    shown = await world.says("annie", c.Replay("M1.1"))
    assert isinstance(shown.body, ReplayCard)
