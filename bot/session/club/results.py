"""/history and /leaderboard, and what all questions about results have in common: whose they are, which chats share them.

The channels and threads of a server and the topics of a group share results, lists and limits. In a group an answer is about
that group; privately about the groups where the person has played. A list says who is in it: in a group those who have played
there, everywhere those who have agreed to be named, besides whoever asks. The rating is one and the same in all of them: that
of everywhere.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot import achievements, ratings
from bot.ratings import AI, EVERYWHERE, PEOPLE, is_sure, season_of, shown, spread
from bot.session.host.request import Direct, Refused
from bot.session.host.session import Session
from bot.session.people.directory import Person
from bot.session.play.contests import is_secret
from bot.session.port import commands as c
from bot.session.port.commands import Origin
from bot.session.port.protocols import News
from bot.session.port.replies import HistoryCard, HistoryLine, Leaders, RankLine
from bot.session.port.updates import Player
from bot.session.state.book import read_result
from bot.session.state.guests import heard
from bot.session.state.stored import contest_of, course_of
from games import GAMES, find_game
from storage.api import StoreError, UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.matches import MatchRow
from storage.themes.ratings import RatedList, RatingKey, RatingRow

__all__ = [
    "HANDLERS", "chat_here", "game_key", "group_of", "hear", "history", "leaders", "refresh_ratings",
    "title_of",
]  # fmt: skip


async def refresh_ratings(session: Session) -> None:
    """Compute all ratings anew where that was requested (accounts or groups became one) or the recipe has changed. Of
    several workers one does that; the others ask it to."""
    if session.ownership is not None and not session.ownership.keeper:
        session.announce(News(ratings=True))
        return
    try:
        async with session.rating:
            if await ratings.needs_rebuild(session.store):
                done = await ratings.rebuild(session.store)
                session.meter.count("rebuilds", int(done.rounds > 0))
            await achievements.catch_up(session.store)
    except StoreError as error:  # the request stands: the next start tries again
        session.complain("ratings could not be computed anew", None, error)


def title_of(row: ChatRow) -> str:
    return row.group_title or row.title


async def hear(session: Session, origin: Origin) -> None:
    """Write down that a known chat is part of another group, or is called otherwise. The lists of its group are others
    then, so that ratings are computed anew."""
    assert origin.chat is not None
    row = await session.chats.known(origin.chat)
    now = None if row is None else heard(row, origin)
    if row is None or now is None or now == row:
        return
    async with session.store.change() as unit:
        await unit.chats.put(now)
        if now.group != row.group:
            if row.group == row.external:  # what was set there before it was known to be a part of something
                await unit.groups.move(row.platform, row.group, now.group)
            await ratings.request_rebuild(unit)
    session.keep_chat(now)
    if now.group != row.group:
        session.tasks.start(refresh_ratings(session))


_HISTORY_PAGE: Final = 8


def game_key(name: str) -> str | None:
    if not name:
        return None
    game = find_game(name)
    if game is None:
        raise Refused("unknown_game", name=name, games=", ".join(GAMES))
    return game.key


async def chat_here(unit: UnitOfWork, origin: c.Origin) -> ChatRow | None:
    """The group in which something is asked, if it is known: the chat that stands for it."""
    if origin.chat is None:
        return None
    chat = await unit.chats.find(origin.chat.platform, origin.chat.external, origin.chat.thread)
    return None if chat is None else await group_of(unit, chat)


async def group_of(unit: UnitOfWork, chat: ChatRow) -> ChatRow:
    """The chat that stands for a chat's group, with what the group is called."""
    home = await unit.chats.get(await unit.chats.home(chat.id))
    return chat if home is None else replace(home, title=title_of(home) or title_of(chat))


async def history(session: Session, origin: c.Origin, person: Person, command: c.History) -> HistoryCard:
    page = max(0, command.page)
    async with session.store.begin() as unit:
        here = await chat_here(unit, origin)
        if origin.chat is not None and here is None:
            raise Refused("no_history")
        chat, user = (None, person.user) if here is None else (here.id, None)
        matches = await unit.matches.latest(chat, user, limit=_HISTORY_PAGE + 1, offset=page * _HISTORY_PAGE)
        if not matches:
            raise Refused("no_history")
        lines = [await _match_line(unit, match, person.user) for match in matches[:_HISTORY_PAGE]]
    title = None if here is None else here.title
    return HistoryCard(tuple(lines), page, more=len(matches) > _HISTORY_PAGE, title=title)


async def _match_line(unit: UnitOfWork, match: MatchRow, asker: int) -> HistoryLine:
    """A match with what may be told of it: nothing of deals that other tables of a tournament are still playing."""
    every = await unit.matches.rounds(match.id)
    contest = await contest_of(unit, match.table)
    rounds = [row for row in every if not (contest is not None and await is_secret(unit, match, row.round))]
    told = len(rounds) == len(every)
    seats: list[tuple[int | None, str | None]] = json.loads(every[-1].seats) if every else []
    totals, finished = [0] * len(seats), []
    for row in rounds:
        if row.status == "over" and row.result is not None:
            sat = next((seat for seat, (user, _) in enumerate(json.loads(row.seats)) if user == asker), None)
            result = read_result(row.result, {})
            if not result.scored:
                totals = []
            for seat in range(len(totals)):
                totals[seat] += result.points[seat]
            finished.append((row.round, result.points[sat] if sat is not None and result.scored else None))
    if contest is not None:  # whose players change seats with every deal
        totals = list(contest.totals) if told else []
    held = {seat for seat, (user, _) in enumerate(seats) if user is not None}
    people = {row.id: row.name for row in await unit.people.users([user for user, _ in seats if user is not None])}
    winner = json.loads(match.winner) if match.winner and told else []
    return HistoryLine(
        id=f"M{match.id}",
        game=match.game,
        status=match.status if told else "open",
        rounds=len(finished),
        at=match.started_at,
        players=tuple(
            Player(seat, "ai", "" if contest is None else contest.ai_name(seat, held), level=ai or "")
            if user is None
            else Player(seat, "person", people.get(user, ""))
            for seat, (user, ai) in enumerate(seats)
        ),
        points=tuple(totals),
        won=tuple(winner),
        course=course_of(rounds),
        mine=next((seat for seat, (user, _) in enumerate(seats) if user == asker), None),
        told=tuple(finished),
    )


_PAGE: Final = 10
_LATEST: Final = 300  # So many of a person's results are looked through for the groups where they played last
_CHATS: Final = 3
_SEASONS: Final = 4
_LEVEL: Final = "ai:"


async def leaders(session: Session, origin: c.Origin, person: Person, wanted: c.Leaderboard) -> Leaders:
    """A page of the list that is asked for, as far as the question leaves it open the one that was played last."""
    game = game_key(wanted.game)
    async with session.store.begin() as unit:
        scope, place, title, chats = await _scope(unit, origin, person, wanted.scope)
        viewer = person.user if scope == EVERYWHERE else None
        lists = await unit.ratings.lists(scope, viewer)
        if not lists:
            raise Refused("unlisted" if scope == EVERYWHERE and wanted.scope else "nothing_rated")
        chosen = _choose(lists, game, wanted, season_of(session.clock.now()))
        pages = -(-chosen.players // _PAGE)
        page = min(max(0, wanted.page), pages - 1)
        lines = await unit.ratings.ranked(
            game=chosen.game, board=chosen.board, scope=scope, season=chosen.season, viewer=viewer,
            limit=_PAGE, offset=page * _PAGE,
        )  # fmt: skip
        ranks = [_line(row.place, row.name, row.rating, person) for row in lines]
        mine = None if any(line.me for line in ranks) else await _mine(unit, chosen, scope, viewer, person)
        others = await unit.ratings.others(game=chosen.game, board=chosen.board, scope=scope, season=chosen.season)
    levels = sorted((row for row in others if row.player.startswith(_LEVEL)), key=lambda row: (-row.mu, row.player))
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
        boards=tuple(
            board for board in (PEOPLE, AI) if any((one.board, one.season) == (board, chosen.season) for one in here)
        ),
        seasons=tuple(sorted({one.season for one in here if one.board == chosen.board}))[-_SEASONS:],
        chats=chats,
        listed=person.wants("global"),
        private=origin.chat is None,
        theme=str(person.prefs.get("pictures", "dark")),
    )


async def _scope(
    unit: UnitOfWork, origin: c.Origin, person: Person, wanted: str
) -> tuple[int, str, str, tuple[tuple[int, str], ...]]:
    """The scope, what it is called, the title of its group, and the groups where the asker has played (privately)."""
    chats: tuple[tuple[int, str], ...] = ()
    if origin.chat is None:
        rows = await unit.results.of_person(person.user, game=None, chat=None, limit=_LATEST)
        found = [await unit.chats.get(number) for number in dict.fromkeys(row.chat for row in rows)]
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
    """The list that fits: of the game, the season and the board asked for; people's before that with AI players."""
    season = month if wanted.season == "month" else wanted.season
    fitting = [one for one in lists if game in (None, one.game) and one.season == season]
    fitting = [one for one in fitting if wanted.board in ("", one.board)]
    if not fitting:
        raise Refused("no_ratings", game=game or lists[0].game)
    latest = fitting[0].game
    return min((one for one in fitting if one.game == latest), key=lambda one: one.board != PEOPLE)


async def _mine(unit: UnitOfWork, chosen: RatedList, scope: int, viewer: int | None, person: Person) -> RankLine | None:
    """The asker's own line, wherever it stands."""
    key = RatingKey(chosen.game, chosen.board, scope, chosen.season, f"u{person.user}")
    if not await unit.ratings.get([key]):
        return None
    (row,) = await unit.ratings.get([replace(key, scope=EVERYWHERE)])
    return _line(await unit.ratings.ranked_above(row, scope=scope, viewer=viewer) + 1, person.name, row, person)


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


HANDLERS: Final = (Direct(c.History, history), Direct(c.Leaderboard, leaders))
