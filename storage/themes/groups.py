"""Groups: what they play by themselves, who may not sit there, who wants to be called to a table, and how they get another id.

A group is ``ChatRow.platform`` and ``ChatRow.group``, so all channels and threads of it share these rows.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from sqlalchemy import bindparam, delete, or_, select, update
from sqlalchemy.sql.elements import BindParameter

from storage.sql import All, One, PersonField, Put, Query, Remove, Rows, Statement, Stored, first_number
from storage.themes.chats import CHATS, StoredChats
from storage.themes.matches import MATCHES
from storage.themes.results import RESULTS
from storage.themes.tables import PARTICIPANTS, PLACES, PLAYED, SEATS, TABLES
from storage.themes.tournaments import ENTRANTS, TOURNAMENTS, VENUES

__all__ = ["EVERYWHERE", "BanRow", "CallRow", "HouseRow", "StoredGroups"]


@dataclass(frozen=True, slots=True)
class HouseRow:
    """What ``/new`` uses in a group for one game: a preset (``""``: the game's first) and ``options``, JSON of texts by name as
    somebody typed them, the clock and the level of AI players among them."""

    platform: str
    group: str
    game: str
    preset: str
    options: str


HOUSES = Rows(HouseRow, "houses", key="platform group game")


EVERYWHERE = ("", "")  # The platform and the group of bans that hold in all groups


@dataclass(frozen=True, slots=True)
class BanRow:
    """Somebody who may not sit in a group, or anywhere (``EVERYWHERE``). ``who``: ``u12`` for a person; of
    somebody who has been forgotten a digest of the account, and no ``user``; ``g:PLATFORM:GROUP`` for a whole group."""

    platform: str
    group: str
    who: Annotated[str, PersonField(holds="player")]
    user: Annotated[int | None, PersonField()]
    since: float


BANS = Rows(BanRow, "bans", key="platform group who", refers={"user": "users"}, index="user")
_t, _s, _b = TABLES.c, SEATS.c, BANS.c
_TABLES_OF_BANNED: Query[int] = Query(
    select(_t.id)
    .where(_s.user == _b.user, _t.id == _s.table, CHATS.c.id == _t.chat)
    .where(CHATS.c.platform == _b.platform, CHATS.c.group == _b.group, *PLAYED)
    .distinct()
    .order_by(_t.id),
    first_number,
)


@dataclass(frozen=True, slots=True)
class CallRow:
    """Somebody who wants to be called when a table opens in a group: for one game, or (``""``) for any. ``external``: the account
    on the group's platform; ``chat``: where they asked, which is how it is known that they may see the group."""

    platform: str
    group: str
    user: Annotated[int, PersonField(forgotten="remove")]
    game: str
    external: Annotated[str, PersonField(holds="account")]
    chat: int
    since: float


CALLS = Rows(CallRow, "calls", key="platform group user game", refers={"user": "users", "chat": "chats"}, index="user")
_wanted = or_(CALLS.c.game == "", CALLS.c.game == bindparam("of_game"))
_CALLS = CALLS.all("platform", "group", order="since user game")

# -- two rows of one group become one: what is at ``other`` goes to ``mine``, and what stood in both stands there once
_other: BindParameter[Any] = bindparam("other")
_mine: BindParameter[Any] = bindparam("mine")


def _follow(rows: Rows[Any], column: str = "chat") -> Statement:
    return Statement(update(rows.table).where(rows.c[column] == _other).values({column: _mine}))


def _drop_twins(rows: Rows[Any], owner: str) -> Statement:
    """Remove what is at ``other`` of an owner who has it at ``mine`` as well."""
    there_too = select(rows.c[owner]).where(rows.c.chat == _mine).scalar_subquery()
    return Statement(delete(rows.table).where(rows.c.chat == _other, rows.c[owner].in_(there_too)))


def _drop_at_home(rows: Rows[Any], owner: str, owners: Rows[Any]) -> Statement:
    """Remove what is at ``mine`` of an owner whose home that is."""
    at_home = select(owners.c.id).where(owners.c.chat == _mine).scalar_subquery()
    return Statement(delete(rows.table).where(rows.c.chat == _mine, rows.c[owner].in_(at_home)))


_AT_CHATS: tuple[Rows[Any], ...] = (TABLES, MATCHES, RESULTS, CALLS, TOURNAMENTS)
_ABSORB = (
    _drop_twins(PLACES, "table"), _follow(PLACES), _follow(SEATS, "place"), _follow(PARTICIPANTS, "place"),
    _drop_twins(VENUES, "tournament"), _follow(VENUES), _follow(ENTRANTS, "place"),
    *(_follow(rows) for rows in _AT_CHATS),
    _drop_at_home(PLACES, "table", TABLES), _drop_at_home(VENUES, "tournament", TOURNAMENTS),
)  # fmt: skip
_REMOVE_CHAT = CHATS.remove()


class StoredGroups(Stored):
    """What is asked about groups."""

    # -- what a group plays by itself
    house = All[[str, str], HouseRow](HOUSES.all("platform", "group", order="game"))  # What a group has set, by game
    put_house = Put(HOUSES)
    remove_house = Remove[[str, str, str]](HOUSES.remove())

    # -- who may not sit there
    bans = All[[str, str], BanRow](BANS.all("platform", "group", order="since who"))  # All of a group, oldest first
    ban = One[[str, str, str], BanRow](BANS.one())
    bans_of = All[[int], BanRow](BANS.all("user", order="platform group"))
    tables_of_banned = All[[], int](_TABLES_OF_BANNED)
    """The tables, neither closed nor put aside, at which somebody sits who is banned from their home; ascending."""
    put_ban = Put(BANS)
    remove_ban = Remove[[str, str, str]](BANS.remove())

    # -- who wants to be called
    calls = All[[str, str, str], CallRow](CALLS.all("platform", "group", _wanted, order="since user game"))
    """Who is to be called to a table of a game, in the order in which they asked."""
    calls_of = All[[int], CallRow](CALLS.all("user", order="platform group game"))
    put_call = Put(CALLS)
    remove_call = Remove[[str, str, int, str]](CALLS.remove())

    # -- groups that get another id
    async def move_chat(self, platform: str, old: str, new: str) -> None:
        """Give a group its new id on its platform: all its rows (every thread) follow, and what it is a part of."""
        if old == new:
            return
        chats = StoredChats(self._unit)
        for row in await chats.topics(platform, old):
            newcomer = await chats.find(platform, new, row.thread)
            if newcomer is not None:  # somebody already wrote in the group under its new id
                for statement in _ABSORB:
                    self._unit.write(statement, {"mine": row.id, "other": newcomer.id})
                self._unit.write(_REMOVE_CHAT, {"of_id": newcomer.id})
            await chats.put(replace(row, external=new, group=new if row.group == old else row.group))
        await self.move(platform, old, new)

    async def move(self, platform: str, old: str, new: str) -> None:
        """Give everything of a group to another one, which keeps what it has set itself."""
        if old == new:
            return
        of_old = {"of_platform": platform, "of_group": old}
        houses = {row.game for row in await self.house(platform, new)}
        for house in await self.house(platform, old):
            await self.remove_house(platform, old, house.game)
            if house.game not in houses:
                await self.put_house(replace(house, group=new))
        for ban in await self.bans(platform, old):
            await self.remove_ban(platform, old, ban.who)
            await self.put_ban(replace(ban, group=new))
        for block in await self.bans(*EVERYWHERE):
            if block.who == f"g:{platform}:{old}":
                await self.remove_ban(*EVERYWHERE, block.who)
                await self.put_ban(replace(block, who=f"g:{platform}:{new}"))
        for call in await self._unit.all(_CALLS, **of_old):
            await self.remove_call(platform, old, call.user, call.game)
            await self.put_call(replace(call, group=new))
