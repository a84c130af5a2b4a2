"""/leaderboard: a page of a list of ratings, and which other lists there are.

A list says who is in it: in a group those who have played there, everywhere those who have agreed to be named, besides
whoever asks. The rating is one and the same in all of them: that of everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.ratings.calculation import EVERYWHERE, season_of
from bot.ratings.contest import AI, PEOPLE
from bot.ratings.skill import is_sure, shown, spread
from bot.session.people.directory import Person
from bot.session.port import commands as c
from bot.session.port.replies import Leaders, RankLine
from bot.session.results.history import chat_here, game_key, group_of
from bot.session.tables.request import Direct, Refused
from bot.session.tables.session import Session
from games import GAMES
from storage.api import RatedList, RatingKey, RatingRow, UnitOfWork

__all__ = ["HANDLERS", "leaders"]

_PAGE: Final = 10
_LATEST: Final = 300
"""So many of a person's results are looked through for the groups where they played last."""
_CHATS: Final = 3
_SEASONS: Final = 4
_LEVEL: Final = "ai:"


async def leaders(session: Session, origin: c.Origin, person: Person, wanted: c.Leaderboard) -> Leaders:
    """Return a page of the list that is asked for, as far as the question leaves it open the one that was played
    last.
    """
    game = game_key(wanted.game)
    async with session.store.begin() as unit:
        scope, place, title, chats = await _scope(unit, origin, person, wanted.scope)
        viewer = person.user if scope == EVERYWHERE else None
        lists = await unit.rated_lists(scope, viewer)
        if not lists:
            raise Refused("unlisted" if scope == EVERYWHERE and wanted.scope else "nothing_rated")
        chosen = _choose(lists, game, wanted, season_of(session.clock.now()))
        pages = -(-chosen.players // _PAGE)
        page = min(max(0, wanted.page), pages - 1)
        lines = await unit.ranked(
            game=chosen.game, board=chosen.board, scope=scope, season=chosen.season, viewer=viewer,
            limit=_PAGE, offset=page * _PAGE,
        )  # fmt: skip
        ranks = [_line(row.place, row.name, row.rating, person) for row in lines]
        mine = None if any(line.me for line in ranks) else await _mine(unit, chosen, scope, viewer, person)
        others = await unit.rated_others(game=chosen.game, board=chosen.board, scope=scope, season=chosen.season)
    levels = sorted((row for row in others if row.player.startswith(_LEVEL)), key=_weakness)
    here = [one for one in lists if one.game == chosen.game]
    complete = replace(
        wanted, game=chosen.game, page=page, season=chosen.season, board=chosen.board,
        scope="" if place == "here" else str(scope) if place == "chat" else "all",
    )  # fmt: skip
    return Leaders(
        shown=complete,
        place=place,
        title=title,
        lines=tuple(ranks),
        me=mine,
        ais=tuple(_line(number, "", row, person) for number, row in enumerate(levels, start=1)),
        pages=pages,
        games=tuple(key for key in GAMES if any(one.game == key for one in lists)),
        boards=tuple(board for board in (PEOPLE, AI) if any(_same(one, chosen, board) for one in here)),
        seasons=tuple(sorted({one.season for one in here if one.board == chosen.board}))[-_SEASONS:],
        chats=chats,
        listed=person.wants("global"),
        private=origin.chat is None,
        theme=str(person.prefs.get("pictures", "dark")),
    )


async def _scope(
    unit: UnitOfWork, origin: c.Origin, person: Person, wanted: str
) -> tuple[int, str, str, tuple[tuple[int, str], ...]]:
    """Return the scope, what it is called, the title of its group, and the groups where the asker has played
    (privately).
    """
    chats: tuple[tuple[int, str], ...] = ()
    if origin.chat is None:
        rows = await unit.results_of(person.user, game=None, chat=None, limit=_LATEST)
        found = [await unit.chat(number) for number in dict.fromkeys(row.chat for row in rows)]
        homes = [await group_of(unit, chat) for chat in found if chat is not None]
        chats = tuple({chat.id: chat.title for chat in homes}.items())[:_CHATS]
    if wanted == "all":
        return EVERYWHERE, "all", "", chats
    if origin.chat is not None:
        chat = await chat_here(unit, origin)
        if chat is None:
            raise Refused("no_results")
        return chat.id, "here", chat.title, ()
    own = dict(chats)
    asked = int(wanted[:12]) if wanted.isascii() and wanted.isdigit() else next(iter(own), None)
    if asked is None or asked not in own:
        raise Refused("no_results")
    return asked, "chat", own[asked], chats


def _choose(lists: Sequence[RatedList], game: str | None, wanted: c.Leaderboard, month: str) -> RatedList:
    """Return the list that fits: of the game, the season and the board asked for; people's before that with AI
    players.
    """
    season = month if wanted.season == "month" else wanted.season
    fitting = [one for one in lists if game in (None, one.game) and one.season == season]
    fitting = [one for one in fitting if wanted.board in ("", one.board)]
    if not fitting:
        raise Refused("no_ratings", game=game or lists[0].game)
    latest = fitting[0].game
    return min((one for one in fitting if one.game == latest), key=lambda one: one.board != PEOPLE)


def _same(one: RatedList, chosen: RatedList, board: str) -> bool:
    return one.board == board and one.season == chosen.season


async def _mine(unit: UnitOfWork, chosen: RatedList, scope: int, viewer: int | None, person: Person) -> RankLine | None:
    """Return the asker's own line, wherever it stands."""
    key = RatingKey(chosen.game, chosen.board, scope, chosen.season, f"u{person.user}")
    if not await unit.ratings([key]):
        return None
    (row,) = await unit.ratings([replace(key, scope=EVERYWHERE)])
    return _line(await unit.ranked_above(row, scope=scope, viewer=viewer) + 1, person.name, row, person)


def _weakness(row: RatingRow) -> tuple[float, str]:
    return -row.mu, row.player


def _line(place: int, name: str, row: RatingRow, me: Person) -> RankLine:
    return RankLine(
        place=place,
        name=name,
        rating=shown(row.mu, row.sigma),
        spread=spread(row.sigma),
        provisional=not is_sure(row.sigma),
        rounds=row.rounds,
        won=row.won,
        ai=row.player.removeprefix(_LEVEL) if row.user is None else "",
        me=row.user == me.user,
    )


HANDLERS: Final = (Direct(c.Leaderboard, leaders),)
