"""What travels between workers is values; nothing that arrives can run."""

import json
import os
import pickle
import subprocess
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest

from bot.cluster.packing import SPOKEN, Unpackable, _allowed, pack, unpack
from bot.session.port.commands import (
    AskReview,
    DealCards,
    Hint,
    History,
    Join,
    MyHand,
    Replay,
    ShowHelp,
    ShowRules,
    Stats,
    TableSettings,
)
from bot.session.port.commands.record import ChatRef, Origin, UserRef
from bot.session.port.updates import Titled
from games import GAMES
from storage.themes import people
from storage.themes.people import UserRow
from tests.cases import each
from tests.cluster.spoken import FILE, spoken
from tests.memory import MemoryStore
from tests.session.club.test_replays import one_round
from tests.session.world import World


class Runs:
    """Would run a command when it is read."""

    def __init__(self, function: Any, *values: Any) -> None:
        self.said = function, values

    def __reduce__(self) -> Any:
        return self.said


@dataclass
class Changeable:
    """No value: it can be changed."""

    name: str = ""


ORIGIN = Origin("17", UserRef("telegram", "5"), "某人", ChatRef("telegram", "-7"), lacking=("send_text",))


@each(
    "value",
    [None, True, 7, 1.5, "文", b"\0", (1, [2, {"a": {3}, "b": frozenset({4})}]), ORIGIN, UserRow(1, "n"), Join(None)],
)
def test_values_travel(value: object) -> None:
    read = unpack(pack(value))
    assert read == value
    assert type(read) is type(value)


def test_a_title_travels_with_its_chat() -> None:
    read = unpack(pack(Titled("Club", ChatRef("discord", "7", "8"))))
    assert (read, read.chat) == ("Club", ChatRef("discord", "7", "8"))


@each(
    "evil",
    [
        Runs(os.system, "true"), Runs(subprocess.Popen, ["true"]), Runs(eval, "1"), Runs(getattr, ORIGIN, "user"),
        Runs(__import__, "os"), Runs(pickle.loads, b""), Changeable(), os.system, Origin.__init__, ValueError("x"),
        datetime.now(), 1j,
    ],
)  # fmt: skip
def test_nothing_else_is_read_or_packed(evil: object) -> None:
    for protocol in range(6):
        with pytest.raises(Unpackable):
            unpack(pickle.dumps(evil, protocol))
    with pytest.raises(Unpackable):
        pack([evil])


@each(
    "words",
    [
        b"cgames.registry\nimport_module\n.",
        b"cstorage.themes.people\ndataclass\n.",
        b"\x80\x04\x8c\x15storage.themes.people\x8c\x1cUserRow.__init__.__globals__\x93.",
        b"cbot.session.port.commands.record\n__builtins__\n.",
        b"cgames.nothing\nNothing\n.",
        b"cbot.session.port.protocols\nStartRefused\n.",
        b"cbot.session.port.protocols\nAlone\n.",
        b"Pnumber\n.",
        b"\x80\x05\x82\x01.",
        b"",
        b"garbage",
    ],
)
def test_names_that_lead_elsewhere_are_refused(words: bytes) -> None:
    with pytest.raises(Unpackable):
        unpack(words)


def test_the_version_before_is_understood_and_understands() -> None:
    before = json.loads(FILE.read_text())
    assert before["spoken"] == SPOKEN, "python -m tests.cluster.spoken writes down what is spoken from now on"
    now = spoken()
    for name, said in before["values"].items():
        heard = now.get(name, {})
        # Before the first release it is enough to write them down anew.
        assert {field: heard.get(field) for field in said} == said, f"{name} has lost or changed a field: raise SPOKEN"
        lacking = [field for field in heard.keys() - said.keys() if " = " not in heard[field]]
        assert not lacking, f"{name}: what is new needs a default, as the version before does not say it: {lacking}"


def test_a_field_that_one_side_does_not_know_is_left_out_or_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True)
    class Before:
        id: int
        name: str

    @dataclass(frozen=True)
    class After:
        name: str
        id: int
        colour: str = "red"

    for kind in (Before, After):
        kind.__module__, kind.__qualname__ = people.__name__, "UserRow"
    for spoken_by, read_by, read in (
        (Before(1, "n"), After, After("n", 1)),
        (After("n", 1, "blue"), Before, Before(1, "n")),
    ):
        monkeypatch.setattr(people, "UserRow", type(spoken_by))
        _allowed.cache_clear()
        packed = pack(spoken_by)
        monkeypatch.setattr(people, "UserRow", read_by)
        _allowed.cache_clear()
        assert unpack(packed) == read
    _allowed.cache_clear()


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_what_people_are_shown_and_told_travels(game: str) -> None:
    world = await World(MemoryStore()).start()
    number = await world.seated("ann", game=game)
    replies = [await world.do("ann", DealCards(number))]
    for _ in range(6):
        await world.one_step(number)
    for command in (MyHand(), Hint(), TableSettings(number), ShowRules(game), ShowHelp()):
        replies.append(await world.do("ann", command))
    shown = [*world.chat.tables, *world.chat.hands, *world.chat.told, *replies]
    await world.stop()
    assert len(shown) > 15
    for value in shown:
        assert unpack(pack(value)) == value


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_what_people_are_told_of_the_past_travels(game: str) -> None:
    world = await World(MemoryStore()).start()
    id_ = f"M{await one_round(world, game)}.1"
    asked = (Replay(id_), Replay(id_, 3), AskReview(id_), Stats(), History())
    replies = [await world.do("ann", command) for command in asked]
    await world.stop()
    assert all(reply.ok for reply in replies)
    for reply in replies:
        assert unpack(pack(reply)) == reply
