"""On the first of a month each group that played hears once what the last one was like.

A row (group, month) says that the post was made: whoever adds it may announce it, and it is marked when the post has arrived.
Until then it is announced again now and then, so that neither an outage nor a restart loses it. A wall clock that is wrong posts
nothing: it has to agree with the seconds that really pass for an hour first, and a month is told only in the ten days after it.
"""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from bot.achievements import Month, bounds_of, earlier, titles_of
from bot.ratings import season_of
from bot.session.club.results import title_of
from bot.session.host.session import Session
from bot.session.host.tell import post
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.page import PAGE
from bot.session.port.protocols import PostTarget, SeasonCard, Title
from storage.api import UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.seasons import SeasonPostRow

__all__ = ["Seasons", "given_up", "posted"]

_STEADY: Final = 3600.0  # Seconds for which the wall clock must have gone on evenly before it is believed
_SLACK: Final = 120.0  # Seconds that it may gain or lose in that time
_DAYS: Final = 10  # So many days after its end a month is told
_ASKED: Final = 120.0  # Seconds that platforms get to say who has left a group
_AGAIN: Final = 3600.0
"""Seconds after which a post that has not arrived is announced again, by whichever process sees to it then."""
_KEY: Final = "season"


class Seasons:
    """Looks now and then whether a month is over. One process of all does it; what it keeps can be lost without harm."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._drift: float | None = None
        self._steady_since = 0.0
        self._told = ""  # The month of which every group has heard
        self._homes: tuple[str, list[int]] = ("", [])
        """A month and the groups that played in it: what is over does not change."""
        self._looking = False
        self._asked: dict[int, float] = {}  # By group: when platforms were asked who is still there

    async def look(self) -> None:
        """Take the next step, if there is one and the last one is done."""
        if self._looking:
            return
        self._looking = True
        try:
            await self._look()
        finally:
            self._looking = False

    async def _look(self) -> None:
        session = self._session
        now, wall = session.clocks.uptime(), session.clock.now()
        drift = wall - now
        if self._drift is None or abs(drift - self._drift) > _SLACK:
            self._drift, self._steady_since = drift, now
        if now - self._steady_since < _STEADY or datetime.fromtimestamp(wall, UTC).day > _DAYS:
            return
        season = earlier(season_of(wall))
        if season == self._told or (session.ownership is not None and not session.ownership.keeper):
            return
        waiting = False
        async with session.store.begin() as unit:
            if self._homes[0] != season:
                self._homes = season, await _homes(unit, season)
            rows = await unit.seasons.posts(season)
        told = {row.scope for row in rows}
        for home in self._homes[1]:
            if home not in told:
                waiting = True
                await self._make(home, season, now)
        for row in rows:
            if row.season == season and not row.sent:
                waiting = True
                if abs(wall - row.made_at) >= _AGAIN:
                    await self._announce(row)
        if not waiting:
            self._told = season
            self._asked.clear()

    async def _make(self, home: int, season: str, now: float) -> None:
        """Ask who is still in a group, and a little later make its post."""
        if home not in self._asked:
            async with self._session.store.begin() as unit:
                chat = await _place(unit, home, season)
                month = await titles_of(unit, home, season)
                people = {} if chat is None else await _accounts(unit, chat, month)
            self._asked[home] = now
            if chat is not None:
                self._look_for(chat, people)
            return
        if now - self._asked[home] < _ASKED:
            return
        async with self._session.store.begin() as unit:
            chat = await _place(unit, home, season)
            row = SeasonPostRow(home, season, 0 if chat is None else chat.id, self._session.clock.now(), chat is None)
            if not await unit.seasons.add(row):
                return
            await unit.commit()
        if chat is not None:
            await self._announce(row)

    def _look_for(self, chat: ChatRow, people: dict[int, UserRef]) -> None:
        frontend, ref = self._session.frontends.get(chat.platform), _ref(chat)
        for user in people.values() if frontend is not None else ():
            self._session.chats.absent.discard((ref, user))
            if frontend is not None:
                frontend.look_for(user, ref, chat.group)

    async def _announce(self, row: SeasonPostRow) -> None:
        session = self._session
        async with session.store.begin() as unit:
            chat = await unit.chats.get(row.chat)
            await unit.seasons.put(replace(row, made_at=session.clock.now(), sent=chat is None))
            if chat is None:
                await unit.commit()
                return
            ref, month = _ref(chat), await titles_of(unit, row.scope, row.season)
            people = await _accounts(unit, chat, month)
            gone = {user for user, account in people.items() if (ref, account) in session.chats.absent}
            if gone:
                month = await titles_of(unit, row.scope, row.season, gone)
            card = await _card(unit, chat, row.season, month)
            await unit.commit()
        language = chat.language or session.settings.default_language
        post(session, PostTarget(ref, f"{_KEY}:{row.season}:{row.scope}"), card, language)


def _ref(chat: ChatRow) -> ChatRef:
    return ChatRef(chat.platform, chat.external, chat.thread)


async def _homes(unit: UnitOfWork, season: str) -> list[int]:
    """The groups in which persons played in a month."""
    return sorted({await unit.chats.home(chat) for chat in await unit.results.chats_between(*bounds_of(season))})


async def _place(unit: UnitOfWork, home: int, season: str) -> ChatRow | None:
    """Where a group hears of a month: its chat with most rounds. ``None``: it is no group, but somebody's private chat
    or a room of the page."""
    rows = await unit.results.between(home, *bounds_of(season))
    rounds = Counter(row.chat for row in rows if row.user is not None)
    for number, _ in sorted(rounds.items(), key=lambda one: (-one[1], one[0])):
        chat = await unit.chats.get(number)
        if chat is not None and chat.platform != PAGE and title_of(chat):
            return chat
    return None


async def _accounts(unit: UnitOfWork, chat: ChatRow, month: Month) -> dict[int, UserRef]:
    """The accounts on the group's own platform of everybody with a title."""
    found = {}
    for user in sorted({user for award in month.awards for user in award.users}):
        for account in await unit.people.identities(user):
            if account.platform == chat.platform:
                found[user] = UserRef(account.platform, account.external)
    return found


async def _card(unit: UnitOfWork, chat: ChatRow, season: str, month: Month) -> SeasonCard:
    names = {
        row.id: row.name for row in await unit.people.users([user for award in month.awards for user in award.users])
    }
    titles = tuple(
        Title(award.code, tuple(names[user] for user in award.users), award.game, award.data) for award in month.awards
    )
    return SeasonCard(season, title_of(chat), month.rounds, month.persons, titles)


# -- what became of a post
async def posted(session: Session, target: PostTarget) -> None:
    """Write down that a post has arrived; of other posts nothing is kept."""
    kind, _, rest = target.key.partition(":")
    season, _, scope = rest.partition(":")
    if kind != _KEY:
        return
    async with session.store.begin() as unit:
        for row in await unit.seasons.posts(season):
            if (row.season, str(row.scope)) == (season, scope) and not row.sent:
                await unit.seasons.put(replace(row, sent=True))
                await unit.commit()
                return


async def given_up(session: Session, ref: ChatRef) -> None:
    """Write down that a chat cannot be told any more."""
    async with session.store.change() as unit:
        season = earlier(season_of(session.clock.now()))
        open_rows = [row for row in await unit.seasons.posts(season) if not row.sent]
        for row in open_rows:
            chat = await unit.chats.get(row.chat)
            if chat is not None and _ref(chat) == ref:
                await unit.seasons.put(replace(row, sent=True))
