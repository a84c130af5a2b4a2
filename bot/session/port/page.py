"""The page as everybody's hand: where people reach it, and for whom a browser speaks there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.session.port.commands.record import UserRef

__all__ = ["PAGE", "Doorbell", "Doorbells", "Holder", "PagePlace", "PageSession", "Pages", "Proof"]


@dataclass(frozen=True, slots=True)
class PagePlace:
    """The page under its public address; without one nothing of it is offered in chats. ``url`` begins with https and
    ends without a slash: the Mini App is under ``/app``, the Activity under ``/activity``. ``telegram_app``: the short
    name of the registered Mini App, for direct links from groups; empty without one. ``activity``: the page can be
    launched as a Discord Activity."""

    url: str
    telegram_app: str = ""
    activity: bool = False


@dataclass(frozen=True, slots=True)
class Proof:
    """What a platform says of a person: the account is theirs. ``digest``: of a proof that may be shown again until
    ``expires_at``, empty for one that the platform itself takes once."""

    account: UserRef
    name: str
    locale: str = ""
    digest: str = ""
    expires_at: float = 0.0


@dataclass(frozen=True, slots=True)
class PageSession:
    """A browser speaks for ``account`` for so many ``seconds``, as long as it shows ``token``. ``table``: what to show first."""

    token: str = field(repr=False)
    account: UserRef
    seconds: float
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Holder:
    """The person of an account: ``accounts`` are all of theirs, ``tables`` those at which they sit."""

    account: UserRef
    name: str
    accounts: frozenset[UserRef]
    tables: tuple[int, ...] = ()


class Pages(Protocol):
    """What the page asks about the people in front of it. ``StoreError`` where the memory does not answer."""

    async def sign_in(self, proof: Proof, *, held: str = "", address: str = "") -> PageSession | None:
        """Make a session for an account that was proved. A proof that was exchanged before is good for the browser that
        holds the session it brought (``held``), and for a minute from the ``address`` that showed it first: the answer may
        have been lost."""

    async def redeem(self, code: str) -> PageSession | None:
        """Exchange a personal link, once."""

    async def account_of(self, token: str) -> UserRef | None:
        """Return for whom a session speaks, ``None`` if it is none any more."""

    async def keep_code(self, account: UserRef, digest: str, sealed: str) -> None:
        """Keep for a year by which digest a visitor's code is known, and what only that code opens."""

    async def kept_code(self, digest: str) -> tuple[UserRef, str] | None:
        """Return whose code has this digest, and what it opens."""

    async def sign_out(self, token: str) -> None: ...

    async def holder(self, account: UserRef) -> Holder:
        """The person of an account as they are now."""

    def watch(self, listener: Callable[[frozenset[UserRef]], None]) -> None:
        """Call ``listener`` with the accounts that have been joined, parted or forgotten, or for which a browser does not
        speak any more."""


@dataclass(frozen=True, slots=True)
class Doorbell:
    """Where a browser can be told of a turn while its page is closed: an address of its push service, and what only that
    browser reads with (``p256dh`` and ``auth``, as it calls them)."""

    endpoint: str = field(repr=False)
    p256dh: str = field(repr=False)
    auth: str = field(repr=False)


class Doorbells(Protocol):
    """The browsers that are told. ``StoreError`` where the memory does not answer."""

    async def key(self, new: str) -> str:
        """Return the key by which browsers know this house; where there is none yet, it is ``new`` from now on."""

    async def hang(self, account: UserRef, bell: Doorbell) -> None:
        """Tell a browser for this account, and no other; of very many those that came first are left out."""

    async def of(self, account: UserRef) -> Sequence[Doorbell]: ...

    async def remove(self, endpoint: str) -> None:
        """Leave out a browser that does not want to be told any more."""


PAGE = "web"  # The platform that shows the tables of all others
