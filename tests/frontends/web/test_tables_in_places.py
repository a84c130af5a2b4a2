"""One table, shown in chats and in rooms of the page: the page knows it once, by several keys."""

from dataclasses import replace
from typing import Any

from bot.frontends.web.latest_updates import LatestUpdates
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.updates import Player, PublicUpdate
from tests.present.rounds import info, public

GROUP, ROOM, OTHER = ChatRef("telegram", "-7"), ChatRef("web", "room"), ChatRef("web", "other")
ANN, BEN = UserRef("telegram", "1"), UserRef("web", "w1")
PLAYERS = (Player(0, "person", "Ann", ANN), Player(1, "person", "Ben", BEN), Player(2, "empty"))


def seen_in(chat: ChatRef, version: int = 1, number: int = 12, **more: Any) -> PublicUpdate:
    table = replace(info(state="lobby"), id=number)
    return replace(public(table, None, players=PLAYERS, version=version, **more), chat=chat, home=chat is GROUP)


def test_a_table_with_a_room_and_a_group_is_one_table_with_two_keys() -> None:
    latest = LatestUpdates()
    assert latest.put_table(seen_in(GROUP))
    assert latest.put_table(seen_in(ROOM))
    assert latest.keys(12) == {"table-12", "room"}
    home = latest.table("room")
    assert home is latest.table("table-12")
    assert home is not None
    assert home.chat == GROUP, "what its home says of it goes before what a guest place says"
    assert [update.table.id for update in latest.of_person({ANN})] == [12]
    assert latest.key_for(home, {ANN}) == "table-12", "who came by a chat is not handed the key of a room"
    assert latest.key_for(home, {BEN}) == "room"


def test_a_room_that_the_table_has_left_opens_nothing_and_the_table_goes_on() -> None:
    latest = LatestUpdates()
    for chat in (GROUP, ROOM, OTHER):
        latest.put_table(seen_in(chat))
    assert latest.put_table(seen_in(ROOM, left=True))
    assert latest.table("room") is None
    assert latest.table("other") is latest.table("table-12") is not None
    assert latest.key_for(latest.of_person({BEN})[0], {BEN}) == "other"


def test_an_older_state_of_one_place_takes_nothing_back() -> None:
    latest = LatestUpdates()
    latest.put_table(seen_in(GROUP, version=5))
    assert not latest.put_table(seen_in(ROOM, version=4))
    assert latest.table("room") is None, "it may have been left since"


def test_a_room_shows_the_newer_of_two_tables() -> None:
    latest = LatestUpdates()
    latest.put_table(seen_in(ROOM, number=12))
    latest.put_table(seen_in(ROOM, number=13))
    assert not latest.put_table(seen_in(ROOM, version=9, number=12))
    shown = latest.table("room")
    assert shown is not None
    assert shown.table.id == 13
    assert len(latest) == 1
