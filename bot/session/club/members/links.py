"""/link and /unlink: the accounts of one person on several platforms, joined by a one-time code, and parted again.

The person who makes the code stays, and the one who gives it becomes that person; where one of them sits at an open
table it is that one who stays, so that nothing changes there. The store knows the code by its digest alone, for a few
minutes, and once. Who guesses is stopped after a few tries."""

import hashlib
import json
import secrets
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.session.club.members.lessons import join_progress
from bot.session.club.members.possessions import Touched, follow, hand_over, held_at
from bot.session.club.results import refresh_ratings, title_of
from bot.session.host import change
from bot.session.host.change import effect_text, once, refuse_repetition, remember
from bot.session.host.request import Direct, Refused
from bot.session.host.session import Seen, Session
from bot.session.host.tell import tell_person
from bot.session.people.directory import Person
from bot.session.port import commands as c
from bot.session.port.updates import Notice
from storage.api import UnitOfWork
from storage.themes.people import IdentityRow, LinkRow, UserRow

__all__ = ["CODE_SECONDS", "HANDLERS", "MOST", "WINDOW_SECONDS", "link", "unlink"]

CODE_SECONDS: Final = 600.0  # So long a code is good
WINDOW_SECONDS: Final = 3600.0
MOST: Final = 5  # So many codes may one person make, and so many wrong ones give, in that time
_SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Nothing that is mistaken for something else when it is copied by hand."""
_LENGTH: Final = 10


async def link(session: Session, origin: c.Origin, person: Person, command: c.Link) -> Notice:
    """Make a code, or join the sender's account to the person whose code this is."""
    code = command.code
    said = await (_join(session, origin, person, code) if code.strip() else _make(session, origin, person))
    session.tasks.start(refresh_ratings(session))
    return said


# -- the code
async def _make(session: Session, origin: c.Origin, person: Person) -> Notice:
    code = "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))
    now = session.clock.now()
    async with once(session, origin) as unit:
        row = await _row(unit, person, now)
        if row.made >= MOST:
            raise _too_often(row, now)
        digest = _digest(code)
        await unit.people.put_link(replace(row, digest=digest, expires_at=now + CODE_SECONDS, made=row.made + 1))
    return Notice("link_code", {"code": f"{code[:5]}-{code[5:]}", "minutes": round(CODE_SECONDS / 60)})


async def _row(unit: UnitOfWork, person: Person, now: float) -> LinkRow:
    row = await unit.people.link(person.user) or LinkRow(person.user, since=now)
    return replace(row, made=0, tries=0, since=now) if now - row.since >= WINDOW_SECONDS else row


def _too_often(row: LinkRow, now: float) -> Refused:
    return Refused("link_too_often", minutes=max(1, round(min(row.since + WINDOW_SECONDS - now, WINDOW_SECONDS) / 60)))


def _digest(code: str) -> str:
    plain = "".join(sign for sign in unicodedata.normalize("NFKC", code).upper() if sign.isalnum())
    return hashlib.sha256(f"paiju link {plain}".encode(errors="replace")).hexdigest()


# -- joining
async def _join(session: Session, origin: c.Origin, person: Person, code: str) -> Notice:
    now = session.clock.now()
    refused: Refused | None = None
    async with change.alone(session), session.store.begin() as unit:
        await refuse_repetition(unit, origin)
        await _still(unit, person)
        own = await _row(unit, person, now)
        if own.tries >= MOST:
            raise _too_often(own, now)
        found = await unit.people.find_link(_digest(code))
        if found is None or not now < found.expires_at <= now + CODE_SECONDS:  # the clock may have been set back
            await unit.people.put_link(replace(own, tries=own.tries + 1))
            refused = Refused("link_wrong")
        elif origin.chat is not None and not origin.ephemeral:
            await unit.people.put_link(replace(found, digest=""))
            refused = Refused("link_seen_by_others")
        else:
            for user in sorted({person.user, found.user}):  # neither sits down anywhere meanwhile
                await unit.people.lock_user(user)
            refused = await _obstacle(session, unit, person, found.user)
        if refused is not None:
            await remember(session, unit, origin, effect_text(False, refused.body))
            await unit.commit()
            raise refused
        assert found is not None
        mine, theirs = await unit.people.identities(person.user), await unit.people.identities(found.user)
        sits = await held_at(session, unit, person.user) is not None
        joining, staying = (theirs, mine) if sits else (mine, theirs)
        whole, touched = await _merge(session, unit, joining, staying[0].user)
        await remember(session, unit, origin)
        await unit.commit()
        follow(session, _refs(joining), touched)
    session.people.choose(whole)
    session.tell_accounts(_refs(staying))
    for account in theirs:
        _tell(session, account, Notice("link_joined", {"name": person.name, "platform": origin.user.platform}))
    return Notice("linked", {"name": whole.name, "platforms": ", ".join(sorted(one.platform for one in theirs))})


async def _still(unit: UnitOfWork, person: Person) -> None:
    """Refuse if the account has become another person's since the command came in."""
    account = await unit.people.identity(person.ref.platform, person.ref.external)
    if account is None or account.user != person.user:
        raise Refused("account_changed")


async def _obstacle(session: Session, unit: UnitOfWork, person: Person, other: int) -> Refused | None:
    """Return why two persons cannot become one."""
    if other == person.user:
        return Refused("link_same")
    mine = {account.platform for account in await unit.people.identities(person.user)}
    both = mine & {account.platform for account in await unit.people.identities(other)}
    if both:
        return Refused("link_platform", platform=min(both))
    tables = [{seat.table for seat in await unit.tables.seats_of(user)} for user in (person.user, other)]
    if tables[0] & tables[1] or await unit.results.have_met(person.user, other):
        return Refused("link_met")
    mine_at, other_at = await held_at(session, unit, person.user), await held_at(session, unit, other)
    return _seated(mine_at, person) if mine_at is not None and other_at is not None else None


def _seated(table: Seen, person: Person) -> Refused:
    actions = (("leave", c.Leave(table.id)),) if table.book.seat_of(person.user) is not None else ()
    return Refused("link_seated", actions=actions, table=table.id, chat=title_of(table.chat))


async def _merge(
    session: Session, unit: UnitOfWork, accounts: Sequence[IdentityRow], to: int
) -> tuple[UserRow, Touched]:
    """Make everything of the person of these accounts another's, whose choices go first. Returns who stays, as stored, and what
    changes at open tables."""
    user = accounts[0].user
    gone, stays = await unit.people.user(user), await unit.people.user(to)
    assert gone is not None, "the sender is known"
    assert stays is not None, "a code belongs to somebody"
    touched = await hand_over(session, unit, user, to)
    for account in accounts:
        await unit.people.put_identity(replace(account, user=to))
    ours, theirs = json.loads(gone.prefs or "{}"), json.loads(stays.prefs or "{}")
    never = sorted({*ours.get("never", ()), *theirs.get("never", ())})
    ours.pop("global", None)  # who stays was not asked whether strangers may read the name
    prefs = {**ours, **theirs, **({"never": never} if never else {}), **join_progress(ours, theirs)}
    whole = replace(stays, language=stays.language or gone.language, prefs=json.dumps(prefs))
    await unit.people.put_user(whole)
    await unit.people.put_user(UserRow(user, ""))
    await unit.people.remove_link(user)
    await unit.people.remove_link(to)
    return whole, touched


def _refs(accounts: Sequence[IdentityRow]) -> list[c.UserRef]:
    return [c.UserRef(account.platform, account.external) for account in accounts]


def _tell(session: Session, account: IdentityRow, notice: Notice) -> None:
    if account.reachable is not False:
        ref = c.UserRef(account.platform, account.external)
        tell_person(session, ref, notice, session.language_for(session.people.at(ref.platform, ref.external), None))


# -- parting
async def unlink(session: Session, origin: c.Origin, person: Person, command: c.Unlink) -> Notice:
    """The sender's account becomes a person of its own, with what was played on its platform."""
    platform, external = person.ref.platform, person.ref.external
    async with change.alone(session), session.store.begin() as unit:
        await refuse_repetition(unit, origin)
        await _still(unit, person)
        await unit.people.lock_user(person.user)  # nobody sits down as this person meanwhile
        accounts = await unit.people.identities(person.user)
        if len(accounts) < 2:
            raise Refused("not_linked")
        table = await held_at(session, unit, person.user)
        if table is not None:
            raise _seated(table, person)
        before = await unit.people.user(person.user)
        mine = next(account for account in accounts if (account.platform, account.external) == (platform, external))
        assert before is not None, "the sender is known"
        await unit.people.remove_identity(platform, external)
        alone = await unit.people.add_user(person.name, platform, external)
        await unit.people.put_identity(replace(mine, user=alone.id))
        await unit.people.put_user(replace(before, id=alone.id, name=person.name))
        touched = await hand_over(session, unit, person.user, alone.id, platform)
        await remember(session, unit, origin)
        left = next(account for account in accounts if account is not mine)
        await unit.people.put_user(replace(before, name=left.name or before.name))
        await unit.commit()
        follow(session, _refs(accounts), touched)
    session.tasks.start(refresh_ratings(session))
    return Notice("unlinked", {"platform": platform})


HANDLERS: Final = (Direct(c.Link, link), Direct(c.Unlink, unlink))
