"""Tournaments in the store: who signed up, who met where, what it brought. On all stores."""

from dataclasses import replace

from storage.api import Store
from storage.themes.matches import MatchRow
from storage.themes.tables import TableRow, Terms
from storage.themes.tournaments import EntrantRow, PairingRow, ScoreRow, TableTerms, TournamentRow, VenueRow

ROW = TournamentRow(
    id=0, chat=0, game="doudizhu", terms=TableTerms("{}", "standard", 3, 1, 90, "on"), fill=0,
    state="sign_up", opener=None, stages=0, deals=0, stage=0, commitment="c", root="secret root", links=60, revision=1,
    message=None, message_at=None, created_at=5.0, ended_at=None,
)  # fmt: skip


async def test_a_tournament_with_all_that_belongs_to_it(store: Store) -> None:
    async with store.change() as unit:
        person = await unit.people.add_user("ann", "chat", "ann")
        chat = await unit.chats.add("chat", "g1", "", "Group")
        first = await unit.tournaments.add(replace(ROW, chat=chat.id, opener=person.id))
        later = await unit.tournaments.add(replace(ROW, chat=chat.id))
        await unit.tournaments.put(replace(later, state="playing", stage=1, message="m"))
        entrant = EntrantRow(first.id, 1, 1, person.id, None, "chat", "ann", True, False, "w", 6.0)
        await unit.tournaments.put_entrant(entrant)
        await unit.tournaments.put_entrant(replace(entrant, number=2, user=None, ai="easy"))
        await unit.tournaments.put_entrant(replace(entrant, number=3, user=None, ai="easy"))
        await unit.tournaments.remove_entrant(first.id, 3)
        table = await unit.tables.add(TableRow(0, chat.id, "doudizhu", "{}", "standard", 3, "lobby", None, Terms(90)))
        match = await unit.matches.add(MatchRow(0, table.id, chat.id, "doudizhu", "{}", "open", 7.0))
        pairing = PairingRow(first.id, 1, 1, table.id, "[1, 2, 3]", 1, 3)
        await unit.tournaments.add_pairing(pairing)
        score = ScoreRow(first.id, 1, 1, 1, match.id, 1, "[2, -1, -1]", 8.0)
        await unit.tournaments.put_score(score)
        await unit.tournaments.put_score(score)
    async with store.begin() as unit:
        assert [row.id for row in await unit.tournaments.latest_in(chat.id, limit=5)] == [later.id, first.id]
        assert [row.id for row in await unit.tournaments.latest_in(chat.id, limit=1)] == [later.id]
        held = await unit.tournaments.hold(later.id)
        assert held is not None
        assert (held.state, held.stage, held.message) == ("playing", 1, "m")
        assert await unit.tournaments.get(first.id) == first
        assert "secret root" not in repr(first)
        assert [row.number for row in await unit.tournaments.entrants(first.id)] == [1, 2]
        assert await unit.tournaments.entrants_of(person.id) == [entrant]
        assert await unit.tournaments.pairings(first.id) == [pairing]
        assert await unit.tournaments.scores(first.id) == [score]
        assert await unit.tournaments.scores(later.id) == []


async def test_a_tournament_follows_its_group(store: Store) -> None:
    async with store.change() as unit:
        old = await unit.chats.add("chat", "old", "", "Group")
        new = await unit.chats.add("chat", "new", "", "Group")
        there = await unit.tournaments.add(replace(ROW, chat=new.id))
    async with store.change() as unit:
        await unit.groups.move_chat("chat", "old", "new")
    async with store.begin() as unit:
        found = await unit.tournaments.get(there.id)
        assert found is not None
        assert found.chat == old.id


async def test_a_tournament_is_shown_in_further_chats(store: Store) -> None:
    async with store.change() as unit:
        person = await unit.people.add_user("ann", "chat", "ann")
        home = await unit.chats.add("chat", "g1", "", "Home")
        group = await unit.chats.add("chat", "g2", "", "Group")
        topic = await unit.chats.add("chat", "g2", "7", "Group")
        private = await unit.chats.add("chat", "ann", "", "")
        row = await unit.tournaments.add(replace(ROW, chat=home.id, invite="ABCD"))
        own = VenueRow(row.id, private.id, "m", 4.0, 3.0, person.id)
        later = VenueRow(row.id, group.id, since=5.0)
        await unit.tournaments.put_venue(later)
        await unit.tournaments.put_venue(own)
        entrant = EntrantRow(row.id, 1, 1, person.id, None, "chat", "ann", True, False, "w", 6.0, place=private.id)
        await unit.tournaments.put_entrant(entrant)
    async with store.begin() as unit:
        assert await unit.tournaments.venues(row.id) == [own, later]
        assert await unit.tournaments.venues_in(group.id) == [later]
        assert await unit.tournaments.venues_of(person.id) == [own]
        assert await unit.tournaments.entrants(row.id) == [entrant]
        assert [chat.id for chat in await unit.chats.topics("chat", "g2")] == [group.id, topic.id]
        assert "ABCD" not in repr(await unit.tournaments.get(row.id))
        await unit.tournaments.remove_venue(row.id, private.id)
        assert await unit.tournaments.venues(row.id) == [later]


async def test_chats_that_become_one_show_a_tournament_once(store: Store) -> None:
    async with store.change() as unit:
        person = await unit.people.add_user("ann", "chat", "ann")
        home = await unit.chats.add("chat", "g1", "", "Home")
        old = await unit.chats.add("chat", "old", "", "Group")
        new = await unit.chats.add("chat", "new", "", "Group")
        row = await unit.tournaments.add(replace(ROW, chat=home.id))
        own = await unit.tournaments.add(replace(ROW, chat=old.id))
        for there in (old, new):
            await unit.tournaments.put_venue(VenueRow(row.id, there.id, there.external))
        await unit.tournaments.put_venue(VenueRow(own.id, new.id))
        await unit.tournaments.put_entrant(
            EntrantRow(row.id, 1, 1, person.id, None, "chat", "ann", True, False, "w", 6.0, new.id)
        )
    async with store.change() as unit:
        await unit.groups.move_chat("chat", "old", "new")
    async with store.begin() as unit:
        assert await unit.tournaments.venues(row.id) == [VenueRow(row.id, old.id, "old")]
        assert await unit.tournaments.venues(own.id) == []
        assert [entrant.place for entrant in await unit.tournaments.entrants(row.id)] == [old.id]
