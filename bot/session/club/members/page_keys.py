"""Whom a browser speaks for: personal links (/page), sessions of proved accounts, proofs that were exchanged, codes of visitors.

The store keeps digests alone. A link is good once and for five minutes; a proof of a platform once, but for the browser
that holds the session it brought, and for a minute from where it was shown first. The store knows all of this, so that
it does not matter which process is asked."""

import hashlib
import secrets
from collections.abc import Callable
from typing import Final

from bot.session.host.change import refuse_repetition
from bot.session.host.request import Direct, Refused
from bot.session.host.session import Session
from bot.session.people.directory import Person
from bot.session.play import lookup
from bot.session.port import commands as c
from bot.session.port.page import Holder, PageSession, Proof
from bot.session.port.replies import PageLink
from storage.api import UnitOfWork
from storage.themes.people import PageKeyRow

__all__ = ["AGAIN_SECONDS", "HANDLERS", "LINK_SECONDS", "SESSION_SECONDS", "PageKeys", "digest_of", "open_page"]

LINK_SECONDS: Final = 300.0  # So long a link is good
SESSION_SECONDS: Final = 30 * 86_400.0  # So long a browser speaks for an account
CODE_SECONDS: Final = 365 * 86_400.0  # So long a visitor's code is good after it was shown: as long as the cookie
AGAIN_SECONDS: Final = 60.0  # So long the answer to a proof may have been lost on its way
_BYTES: Final = 32  # Random bytes of a link or a session: nobody guesses one


def digest_of(kind: str, secret: str) -> str:
    return hashlib.sha256(f"paiju page {kind} {secret}".encode(errors="replace")).hexdigest()


# -- personal links
async def open_page(session: Session, origin: c.Origin, person: Person, command: c.OpenPage) -> PageLink:
    """Make a link that opens the page as the sender, and void the one before it."""
    place = session.settings.page
    if place is None:
        raise Refused("page_off")
    if origin.page:
        raise Refused("page_here")
    if origin.chat is not None and not origin.ephemeral:
        raise Refused("page_seen_by_others", start_link=command.table or 0)
    code = secrets.token_urlsafe(_BYTES)
    about = "" if command.table is None else str(command.table)
    now = session.clock.now()
    row = PageKeyRow(digest_of("link", code), "link", *_names(origin.user), about, now + LINK_SECONDS)
    async with session.store.change() as unit:
        await refuse_repetition(unit, origin)
        await unit.people.remove_page_keys(*_names(origin.user), "link")
        await unit.people.add_page_key(row)
    return PageLink(f"{place.url}/#in={code}", round(LINK_SECONDS / 60))


def _names(account: c.UserRef) -> tuple[str, str]:
    return account.platform, account.external


# -- sessions
class PageKeys:
    """``page.Pages`` over the store."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def sign_in(self, proof: Proof, *, held: str = "", address: str = "") -> PageSession | None:
        now = self._session.clock.now()
        used = digest_of("proof", proof.digest)
        await self._session.people.meet(
            c.Origin("", proof.account, proof.name, locale=proof.locale, page=True)  # a first visit makes a person
        )
        async with self._session.store.begin() as unit:
            await unit.people.expire_page_keys(now)
            mine = await unit.people.page_key(digest_of("session", held)) if held else None
            if mine is not None and (_account(mine) != proof.account or not _is_good(mine, now)):
                mine = None
            token = held if mine is not None else secrets.token_urlsafe(_BYTES)
            if proof.digest:
                session = digest_of("session", token)
                place = digest_of("place", f"{proof.digest} {address}") if address else ""
                row = PageKeyRow(used, "proof", about=f"{session} {now} {place}", expires_at=proof.expires_at)
                known = None if await unit.people.add_page_key(row) else await unit.people.page_key(used)
                if known is not None and not _is_good_again(known, session, now, place):
                    return None
            made = await self._add(unit, token, proof.account, now)
            await unit.commit()
        return made

    async def redeem(self, code: str) -> PageSession | None:
        now = self._session.clock.now()
        async with self._session.store.change() as unit:
            found = await unit.people.take_page_key(digest_of("link", code))
            good = found is not None and found.kind == "link" and now < found.expires_at <= now + LINK_SECONDS
            made = None
            if found is not None and good:
                await unit.people.expire_page_keys(now)
                table = int(found.about) if found.about else None
                made = await self._add(unit, secrets.token_urlsafe(_BYTES), _account(found), now, table)
        return made

    async def _add(
        self, unit: UnitOfWork, token: str, account: c.UserRef, now: float, table: int | None = None
    ) -> PageSession:
        row = PageKeyRow(digest_of("session", token), "session", *_names(account), expires_at=now + SESSION_SECONDS)
        await unit.people.take_page_key(row.digest)  # the same browser again: it has all the time anew
        await unit.people.add_page_key(row)
        return PageSession(token, account, SESSION_SECONDS, table)

    async def account_of(self, token: str) -> c.UserRef | None:
        async with self._session.store.begin() as unit:
            found = await unit.people.page_key(digest_of("session", token))
        if found is None or not _is_good(found, self._session.clock.now()):
            return None
        return _account(found)

    async def keep_code(self, account: c.UserRef, digest: str, sealed: str) -> None:
        now = self._session.clock.now()
        row = PageKeyRow(digest_of("code", digest), "code", *_names(account), sealed, now + CODE_SECONDS)
        async with self._session.store.change() as unit:
            await unit.people.expire_page_keys(now)
            await unit.people.take_page_key(row.digest)
            await unit.people.add_page_key(row)

    async def kept_code(self, digest: str) -> tuple[c.UserRef, str] | None:
        async with self._session.store.begin() as unit:
            found = await unit.people.page_key(digest_of("code", digest))
        good = found is not None and self._session.clock.now() < found.expires_at
        return (_account(found), found.about) if found is not None and good else None

    async def sign_out(self, token: str) -> None:
        async with self._session.store.change() as unit:
            found = await unit.people.take_page_key(digest_of("session", token))
        if found is not None:
            self._session.tell_accounts((_account(found),))

    async def holder(self, account: c.UserRef) -> Holder:
        async with self._session.store.begin() as unit:
            person = await self._session.people.find(unit, account)
            rows = () if person is None else await unit.people.identities(person.user)
        if person is None:
            return Holder(account, "", frozenset({account}))
        accounts = frozenset(c.UserRef(row.platform, row.external) for row in rows) | {account}
        tables = tuple(table.id for table in await lookup.of_person(self._session, person.user))
        return Holder(account, person.name, accounts, tables)

    def watch(self, listener: Callable[[frozenset[c.UserRef]], None]) -> None:
        self._session.people.listeners.append(listener)


def _account(row: PageKeyRow) -> c.UserRef:
    return c.UserRef(row.platform, row.external)


def _is_good_again(proof: PageKeyRow, session: str, now: float, place: str) -> bool:
    """Whether a proof that was exchanged before is good once more: for the same session, or soon after at the same place."""
    brought, _, shown = proof.about.partition(" ")
    at, _, where = shown.partition(" ")
    return brought == session or (where != "" and where == place and abs(now - float(at)) < AGAIN_SECONDS)


def _is_good(row: PageKeyRow, now: float) -> bool:
    """Whether a session is still one; the clock may have been set back."""
    return row.kind == "session" and now < row.expires_at <= now + SESSION_SECONDS


HANDLERS: Final = (Direct(c.OpenPage, open_page),)
