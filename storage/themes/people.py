"""Persons: their accounts on the platforms, how several accounts become one person's, and what their browsers show."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from sqlalchemy import Index, bindparam, delete

from storage.errors import Conflict
from storage.sql import All, Call, One, PersonField, Put, Query, Remove, Rows, Statement, Stored

__all__ = ["USERS", "DoorbellRow", "IdentityRow", "LinkRow", "PageKeyRow", "StoredPeople", "UserRow"]


@dataclass(frozen=True, slots=True)
class UserRow:
    """A person. ``language`` is ``en``/``zh`` once chosen; ``prefs`` is JSON of personal answers. ``listed``: may be named in
    lists that reach beyond the groups where the person plays."""

    id: Annotated[int, PersonField(forgotten="keep")]
    name: str
    language: str | None = None
    prefs: str = "{}"
    listed: bool = False


USERS = Rows(UserRow, "users", key="id", later="listed")
_USER, _USER_TO_SHOW, _ADD_USER = USERS.one(hold=True), USERS.one(), USERS.insert_new()


@dataclass(frozen=True, slots=True)
class IdentityRow:
    """A person's account on one platform. ``reachable``: ``None`` unknown, else whether private messages arrive. ``name``:
    what the person is called there; ``UserRow.name`` is the name under which they were seen last, anywhere. ``bots``: by which of
    several of ours they can be reached, with commas between them, the one they used last before the others; ``""``: the first."""

    platform: str
    external: Annotated[str, PersonField(holds="account")]
    user: Annotated[int, PersonField()]
    reachable: bool | None = None
    name: str = ""
    bots: str = ""


IDENTITIES = Rows(
    IdentityRow, "identities", key="platform external", refers={"user": "users"}, index="user", later="name bots"
)
_IDENTITIES_OF = IDENTITIES.all("user", order="platform external")
_ADD_IDENTITY = IDENTITIES.insert(taken=Conflict)


@dataclass(frozen=True, slots=True)
class LinkRow:
    """What a person does about joining accounts. ``digest``: of the one standing code (``""``: none), good until
    ``expires_at``. ``made`` codes and ``tries`` that failed are counted from ``since`` on."""

    user: Annotated[int, PersonField(forgotten="remove")]
    digest: str = ""
    expires_at: float = 0.0
    made: int = 0
    tries: int = 0
    since: float = 0.0


LINKS = Rows(LinkRow, "links", key="user", refers={"user": "users"}, index="digest")
_FIND_LINK = LINKS.all("digest", hold=True)


@dataclass(frozen=True, slots=True)
class PageKeyRow:
    """Something secret that a browser shows, known by its digest alone, good until ``expires_at``. ``kind``:
    ``session`` (a browser speaks for this account), ``link`` (is exchanged for one, once), ``proof`` (a platform's
    proof that has been exchanged; it names no account), ``code`` (brings a visitor's seat to another browser).
    ``about``: of a link the table to show, of a proof the digest of the session that it brought, when that was, and a
    digest of where, of a code the visitor's token, sealed with it."""

    digest: str
    kind: str
    platform: str = ""
    external: Annotated[str, PersonField(holds="account")] = ""
    about: str = ""
    expires_at: float = 0.0


PAGE_KEYS = Rows(PageKeyRow, "page_keys", Index(None, "platform", "external"), key="digest", index="expires_at")
_PAGE_KEY, _ADD_PAGE_KEY = PAGE_KEYS.one(), PAGE_KEYS.insert_absent()
_TAKE_PAGE_KEY: Query[PageKeyRow] = Query(
    delete(PAGE_KEYS.table).where(*PAGE_KEYS.given("digest")).returning(*PAGE_KEYS.columns), PAGE_KEYS.read
)
_REMOVE_PAGE_KEYS = PAGE_KEYS.remove("platform", "external")
_REMOVE_PAGE_KEYS_OF_KIND = PAGE_KEYS.remove("platform", "external", "kind")


@dataclass(frozen=True, slots=True)
class DoorbellRow:
    """A browser of an account that is told of a turn while its page is closed: an address of its push service, and what only
    that browser reads with."""

    endpoint: str = field(repr=False)
    platform: str
    external: Annotated[str, PersonField(holds="account")]
    p256dh: str = field(repr=False)
    auth: str = field(repr=False)
    since: float


DOORBELLS = Rows(DoorbellRow, "doorbells", Index(None, "platform", "external"), key="endpoint")


class StoredPeople(Stored):
    """What is asked about persons."""

    user = One[[int], UserRow](_USER)

    async def users(self, ids: Sequence[int]) -> Sequence[UserRow]:
        """Return those of these persons that there are, in the order of ids; nobody waits for them."""
        return await self._unit.each(_USER_TO_SHOW, [{"of_id": number} for number in sorted(set(ids))])

    async def add_user(self, name: str, platform: str, external: str) -> UserRow:
        """Add a person with an account. ``Conflict`` if the account has a person already."""
        row = UserRow(0, name)
        row = replace(row, id=await self._unit.the(_ADD_USER, **USERS.values(row)))
        account = IdentityRow(platform, external, row.id, name=name)
        await self._unit.run([Call(_ADD_IDENTITY, IDENTITIES.values(account))])
        return row

    put_user = Put(USERS, USERS.update())

    async def lock_user(self, user: int) -> None:
        """Let no other unit that asks for the same person go on before this one is over."""
        await self._unit.all(_USER, of_id=user)

    # -- accounts
    identity = One[[str, str], IdentityRow](IDENTITIES.one(hold=True))
    identities = All[[int], IdentityRow](_IDENTITIES_OF)
    put_identity = Put(IDENTITIES)
    remove_identity = Remove[[str, str]](IDENTITIES.remove())
    """Take an account from its person; its next message makes a new person. Do nothing if it is unknown."""

    # -- one person, several accounts
    link = One[[int], LinkRow](LINKS.one(hold=True))
    find_link = One[[str], LinkRow](_FIND_LINK)  # Return the row with this standing code; ``digest`` is not empty
    put_link = Put(LINKS)
    remove_link = Remove[[int]](LINKS.remove())

    # -- what browsers show
    page_key = One[[str], PageKeyRow](_PAGE_KEY)

    async def add_page_key(self, row: PageKeyRow) -> bool:
        """Add a key, or return ``False`` and leave the one that has its digest."""
        return bool(await self._unit.all(_ADD_PAGE_KEY, **PAGE_KEYS.values(row)))

    take_page_key = One[[str], PageKeyRow](_TAKE_PAGE_KEY)
    """Return a key and take it away: of several that ask at once, one gets it."""

    async def remove_page_keys(self, platform: str, external: str, kind: str | None = None) -> None:
        of = {"of_platform": platform, "of_external": external}
        if kind is None:
            self._unit.write(_REMOVE_PAGE_KEYS, of)
        else:
            self._unit.write(_REMOVE_PAGE_KEYS_OF_KIND, {**of, "of_kind": kind})

    expire_page_keys = Remove[[float]](
        Statement(delete(PAGE_KEYS.table).where(PAGE_KEYS.c.expires_at <= bindparam("now")))
    )

    # -- browsers whose page is closed
    put_doorbell = Put(DOORBELLS)
    remove_doorbell = Remove[[str]](DOORBELLS.remove())
    doorbells = All[[str, str], DoorbellRow](DOORBELLS.all("platform", "external", order="-since endpoint"))
    remove_doorbells = Remove[[str, str]](DOORBELLS.remove("platform", "external"))
