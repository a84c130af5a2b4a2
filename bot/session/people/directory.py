"""Who people are, in which chats they are, who may not sit where, and how each can be spoken to.

They are read once and then kept at hand. ``Reach`` knows who can be shown a hand: nobody is dealt one that they cannot see.
"""

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Final

from bot.session.port.commands import ChatRef, Origin, UserRef
from bot.session.port.commands.anywhere import PREFERENCES
from bot.session.port.protocols import Frontend
from storage.api import Store, UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.people import IdentityRow, UserRow
from storage.themes.tables import SeatRow

__all__ = [
    "AT_ONCE", "LANGUAGES", "PAUSE", "Hosting", "KnownChats", "People", "Person", "Reach", "Talk", "digest_of",
    "group_name", "is_banned", "language_hint", "name_of", "never_of",
]  # fmt: skip

LANGUAGES: Final = ("en", "zh")
_NAME_LENGTH: Final = 64
_MOST_KNOWN: Final = 5000
"""So many people besides those who sit somewhere are kept at hand; whoever comes again after that is read again."""


@dataclass(frozen=True, slots=True)
class Person:
    """One account of a person. ``reachable``: whether private messages arrive, ``None`` while unknown; ``bots``: by which of
    several bots, see ``IdentityRow``."""

    user: int
    ref: UserRef
    name: str
    language: str | None = None
    prefs: Mapping[str, Any] = field(default_factory=dict)
    reachable: bool | None = None
    bots: str = ""

    def speaks(self, default: str) -> str:
        return self.language or self.prefs.get("hint") or default

    def wants(self, name: str) -> bool:
        """Whether a switch of ``PREFERENCES`` is on."""
        return bool(self.prefs.get(name, PREFERENCES[name][0]) == "on")

    @property
    def reads_words(self) -> bool:
        """Cards are to be written in words for them, and not drawn."""
        return self.prefs.get("faces") == "words"

    @property
    def never(self) -> frozenset[str]:
        """Verbs that are answered by declining."""
        return frozenset(self.prefs.get("never", ()))


def never_of(person: Person | None) -> frozenset[str]:
    """The questions that a person has answered by themselves."""
    return frozenset() if person is None else person.never


def language_hint(locale: str) -> str | None:
    """The language that a platform's locale points to: ``zh-Hans`` → ``zh``; ``None`` if there is no hint."""
    if not locale:
        return None
    return "zh" if locale.lower().startswith("zh") else "en"


@dataclass(slots=True)
class Hosting:
    """What the hosts have said about the whole place, as it was read last. ``blocked`` has persons and groups as ``BanRow`` names
    them; ``mark`` stands for what was stored then."""

    maintenance: bool = False
    blocked: frozenset[str] = frozenset()
    mark: str | None = None
    waiting: bool = False  # Something is still to be done at a table, here or elsewhere
    looking: asyncio.Lock = field(default_factory=asyncio.Lock)

    def bars_chat(self, chat: ChatRow) -> bool:
        return group_name(chat.platform, chat.group) in self.blocked

    def bars(self, person: Person, origin: Origin) -> str:
        """Return ``blocked`` for somebody who is, ``blocked_group`` for who asks in such a group, ``""`` for all others."""
        if not self.blocked.isdisjoint((name_of(person.user), digest_of(person.ref))):
            return "blocked"
        whole = origin.whole
        return "blocked_group" if whole and group_name(whole.platform, whole.external) in self.blocked else ""


class People:
    """All people met in this process, by account. ``announce`` hears of each account whose person was changed."""

    def __init__(self, store: Store, announce: Callable[[UserRef], None] = lambda ref: None) -> None:
        self._store = store
        self._announce = announce
        self._known: dict[UserRef, Person] = {}
        self.hosting = Hosting()
        self.listeners: list[Callable[[frozenset[UserRef]], None]] = []
        """Who hears that accounts have been joined, parted or forgotten."""

    def hear(self, changed: frozenset[UserRef]) -> None:
        """Tell who listens here that accounts are another person's now, or nobody's, or not alone any more."""
        for listener in self.listeners:
            listener(changed)

    def at(self, platform: str, external: str) -> Person | None:
        return self._known.get(UserRef(platform, external))

    def in_seat(self, seat: SeatRow) -> Person | None:
        return None if seat.user is None else self._known.get(UserRef(seat.platform, seat.external))

    async def meet(self, origin: Origin) -> Person:
        """The sender, known or new; a changed name, a first hint of their language and a proof of being reachable are
        written down."""
        person = self._known.pop(origin.user, None)
        elsewhere = origin.page and origin.user.platform != "web"
        if person is not None:
            self._known[origin.user] = person  # the latest to be met stand last, and are let go of last
        name = origin.name.strip()[:_NAME_LENGTH] or "?"
        private = origin.chat is None and origin.user.platform != "web"
        reachable = True if not elsewhere and (origin.reachable or private) else None
        if person is not None and elsewhere:
            return person  # the page knows no better name, and proves nothing about private messages
        hint = language_hint(origin.locale)
        told = hint is None or (person is not None and "hint" in person.prefs)
        if person is not None and person.name == name and told and (reachable is None or person.reachable):
            same = person.bots == origin.bot or person.bots == _bots_after(person, origin)
            if same:
                return person
        async with self._store.change() as unit:
            await self.read_again(unit, origin.user)  # what is written must not overwrite what others have
            person = before = await self.find(unit, origin.user)
            if person is None:
                person = await self._add(unit, origin, name)
            if person.name != name and not elsewhere:
                person = replace(person, name=name)
                await self.write(unit, person)
            if hint and "hint" not in person.prefs:  # the first word came from where no language is told
                person = replace(person, prefs={**person.prefs, "hint": hint})
                await self.write(unit, person)
            bots = _bots_after(person, origin) if before is not None else origin.bot
            if (reachable and not person.reachable) or bots != person.bots:
                person = replace(person, reachable=reachable or person.reachable, bots=bots)
                await unit.people.put_identity(_identity_row(person))
        self.keep(person)
        if before is not None and person != before:
            self._announce(person.ref)
        return person

    async def find(self, unit: UnitOfWork, ref: UserRef) -> Person | None:
        """Return somebody by account, from memory or the store."""
        if ref in self._known:
            return self._known[ref]
        identity = await unit.people.identity(ref.platform, ref.external)
        user = None if identity is None else await unit.people.user(identity.user)
        if identity is None or user is None:
            return None
        return _person(user, identity)

    async def _add(self, unit: UnitOfWork, origin: Origin, name: str) -> Person:
        row = await unit.people.add_user(name, origin.user.platform, origin.user.external)
        hint = language_hint(origin.locale)
        person = Person(row.id, origin.user, name, prefs={"hint": hint} if hint else {})
        if hint:
            await unit.people.put_user(_user_row(person))
        return person

    async def read_seated(self, unit: UnitOfWork, seats: Iterable[SeatRow]) -> None:
        """Get to know everybody who sits somewhere (at the start, or when a table is taken up again)."""
        strangers = [seat for seat in seats if seat.user is not None and self.in_seat(seat) is None]
        users = {
            row.id: row for row in await unit.people.users([seat.user for seat in strangers if seat.user is not None])
        }
        accounts = await asyncio.gather(*(unit.people.identity(seat.platform, seat.external) for seat in strangers))
        for identity in accounts:
            row = None if identity is None else users.get(identity.user)
            if identity is not None and row is not None:
                self.keep(_person(row, identity))

    async def write(self, unit: UnitOfWork, person: Person) -> None:
        await unit.people.put_user(_user_row(person))
        await unit.people.put_identity(_identity_row(person))

    def keep(self, person: Person) -> None:
        self._known[person.ref] = person

    def keep_changed(self, person: Person) -> None:
        """Keep what has been written about somebody, and let others read it again."""
        self.keep(person)
        self._announce(person.ref)

    @property
    def accounts(self) -> list[UserRef]:
        """The accounts of everybody who is kept at hand."""
        return list(self._known)

    async def read_again(self, unit: UnitOfWork, ref: UserRef) -> tuple[Person | None, Person | None]:
        """Read an account that is kept at hand once more, as others may have changed it; return what was known and what is."""
        before = self._known.get(ref)
        if before is None:
            return None, None
        identity = await unit.people.identity(ref.platform, ref.external)
        user = None if identity is None else await unit.people.user(identity.user)
        if self._known.get(ref) is not before:
            return before, before  # it was written here meanwhile
        if identity is None or user is None:
            self.drop(ref)
            return before, None
        self._known[ref] = _person(user, identity)
        self.choose(user)
        return before, self._known[ref]

    async def is_still(self, unit: UnitOfWork, person: Person) -> bool:
        """Whether the account is this person's, as stored; it stays so until ``unit`` is over."""
        await unit.people.lock_user(person.user)
        identity = await unit.people.identity(person.ref.platform, person.ref.external)
        return identity is not None and identity.user == person.user

    def share_choices(self, person: Person) -> None:
        """Give the other accounts of the same person the same language and preferences."""
        for ref, other in self._known.items():
            if other.user == person.user and ref != person.ref:
                self._known[ref] = replace(other, language=person.language, prefs=person.prefs)

    def choose(self, row: UserRow) -> None:
        """Give all known accounts of a person what they have chosen."""
        for ref, known in self._known.items():
            if known.user == row.id:
                self._known[ref] = replace(known, language=row.language, prefs=json.loads(row.prefs or "{}"))

    def trim(self, needed: Set[int]) -> None:
        """Let go of those met long ago, where they have become very many; whoever is needed stays, and does not count."""
        spare = [ref for ref, person in self._known.items() if person.user not in needed]
        for ref in spare[: max(0, len(spare) - _MOST_KNOWN)]:
            del self._known[ref]

    def drop(self, ref: UserRef) -> None:
        self._known.pop(ref, None)

    def name_of(self, seat: SeatRow) -> str:
        person = self.in_seat(seat)
        return "" if person is None else person.name


def _person(row: UserRow, identity: IdentityRow) -> Person:
    ref = UserRef(identity.platform, identity.external)
    name = identity.name or row.name
    return Person(row.id, ref, name, row.language, json.loads(row.prefs or "{}"), identity.reachable, identity.bots)


def _bots_after(person: Person, origin: Origin) -> str:
    """Return by which bots a person can be reached, now that one has heard from them: in private it comes before the others."""
    known = person.bots.split(",")
    if origin.page or (origin.chat is not None and origin.bot in known):
        return person.bots
    others = [bot for bot in known if bot != origin.bot]
    return ",".join([origin.bot, *others] if origin.chat is None else [*others, origin.bot])


def _user_row(person: Person) -> UserRow:
    listed = person.wants("global")  # whether lists that reach beyond the person's groups may name them
    return UserRow(person.user, person.name, person.language, json.dumps(dict(person.prefs)), listed)


def _identity_row(person: Person) -> IdentityRow:
    ref = person.ref
    return IdentityRow(ref.platform, ref.external, person.user, person.reachable, person.name, person.bots)


class KnownChats:
    """The chats that are kept at hand, as they are stored, and who is in them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rows: dict[ChatRef, ChatRow] = {}
        self.absent: set[tuple[ChatRef, UserRef]] = set()
        """Who was not in a group any more when its platform was last asked."""
        self.callees: dict[tuple[ChatRef, UserRef], set[int]] = {}
        """Who is to be called to which tables, as soon as their platform says that they are in the group."""

    @property
    def refs(self) -> list[ChatRef]:
        return list(self._rows)

    def at_hand(self, ref: ChatRef | None) -> ChatRow | None:
        return None if ref is None else self._rows.get(ref)

    async def of(self, unit: UnitOfWork, origin: Origin) -> ChatRow:
        """The place that a command came from; it is written down when it is new or has a new title."""
        ref = origin.place
        assert ref is not None
        row = self._rows.get(ref) or await unit.chats.find(ref.platform, ref.external, ref.thread)
        if row is None:
            topics = await unit.chats.topics(ref.platform, ref.external)
            bot = topics[0].bot if topics else origin.bot
            row = await unit.chats.add(ref.platform, ref.external, ref.thread, origin.chat_title)
            if not (origin.group or bot):
                return row
            row = replace(row, group=origin.group or row.group, group_title=origin.group_title, bot=bot)
            await unit.chats.put(row)
        elif origin.chat_title and row.title != origin.chat_title:
            row = replace(row, title=origin.chat_title)
            await unit.chats.put(row)
        return row

    async def known(self, ref: ChatRef) -> ChatRow | None:
        """A chat that has been seen before, read if it is not at hand."""
        if ref not in self._rows:
            async with self._store.begin() as unit:
                row = await unit.chats.find(ref.platform, ref.external, ref.thread)
            if row is None:
                return None
            self._rows[ref] = row
        return self._rows[ref]

    def keep(self, row: ChatRow) -> bool:
        ref = ChatRef(row.platform, row.external, row.thread)
        before, self._rows[ref] = self._rows.get(ref), row
        return before != row

    def drop(self, chats: Iterable[ChatRef]) -> None:
        for chat in chats:
            self._rows.pop(chat, None)


def name_of(user: int) -> str:
    """The name of a person in lists of bans."""
    return f"u{user}"


def group_name(platform: str, group: str) -> str:
    """The name of a group in the list of who is blocked everywhere."""
    return f"g:{platform}:{group}"


def digest_of(account: UserRef) -> str:
    """Return the name of somebody who has been forgotten: it tells nobody who they were, and knows the account again."""
    return f"a:{sha256(f'paiju ban {account.platform} {account.external}'.encode()).hexdigest()[:32]}"


async def is_banned(unit: UnitOfWork, origin: Origin, person: Person, *chats: ChatRow) -> bool:
    """Whether somebody may not sit at a table that stands in these chats, or not from where they ask."""
    groups = {(chat.platform, chat.group) for chat in chats}
    if origin.whole is not None:
        groups.add((origin.whole.platform, origin.whole.external))
    for platform, group in sorted(groups):
        for who in (name_of(person.user), digest_of(person.ref)):
            if await unit.groups.ban(platform, group, who) is not None:
                return True
    return False


class Reach:
    """What is known about reaching people privately."""

    def __init__(self, people: People, frontends: Mapping[str, Frontend]) -> None:
        self._people = people
        self._frontends = frontends

    @property
    def platforms(self) -> tuple[str, ...]:
        return tuple(sorted(self._frontends))

    def privately(self, platform: str, reachable: bool | None) -> bool | None:
        """Whether private messages arrive; ``None``: likely, but not proved. A platform that needs a start proves
        it."""
        if reachable is None:
            frontend = self._frontends.get(platform)
            return False if frontend is not None and frontend.needs_start else None
        return reachable

    def can_see(self, in_the_group: Set[int], held: SeatRow) -> bool:
        """Whether the person of a seat can see a hand: in private, or as one of those who are shown it ``in_the_group``."""
        if held.user is None or held.user in in_the_group:
            return True
        person = self._people.in_seat(held)
        return self.privately(held.platform, person.reachable if person else None) is not False

    def is_here(self, held: SeatRow) -> bool:
        """Tell whether the person of a seat wants their hand in the group, and not in the private chat."""
        person = self._people.in_seat(held)
        return person is not None and person.prefs.get("hand") == "here"

    def to_ping(self, held: SeatRow) -> UserRef | None:
        """The person, if only the group can notify them."""
        person = self._people.in_seat(held)
        if person is None or self.privately(held.platform, person.reachable) is not False:
            return None
        return person.ref


AT_ONCE: Final = 3  # So many phrases in a row
PAUSE: Final = 4.0  # Seconds after which somebody who has said as many may say one more
_PEOPLE: Final = 1000  # When so many have spoken, those whose last word is long over are forgotten


class Talk:
    """Who has said how much lately, at all tables together, and which groups were shown a round. Nothing of it is kept."""

    def __init__(self) -> None:
        self._free_at: dict[int, float] = {}  # For each person the moment from which everything is allowed again
        self.shared: dict[tuple[str, str], float] = {}
        """When a round was last shared in a group (platform, its id there)."""
        self.warned: dict[ChatRef, float] = {}
        """When a group was last told that the bot is busy."""

    def wait(self, user: int, now: float) -> float:
        """Return for how many seconds somebody has to wait; 0.0: not at all, and it counts as said. ``now`` in uptime."""
        free_at = max(now, self._free_at.get(user, now))
        wait = free_at - now - (AT_ONCE - 1) * PAUSE
        if wait > 0:
            return wait
        if len(self._free_at) >= _PEOPLE:
            self._free_at = {one: at for one, at in self._free_at.items() if at > now}
        self._free_at[user] = free_at + PAUSE
        return 0.0
