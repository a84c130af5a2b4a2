"""Random histories of both stores against an oracle that keeps plain lists and copies them for every transaction."""

import asyncio
import copy
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Awaitable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from storage.api import Conflict, StaleSequence, Store, StoreError, UnitOfWork
from storage.databases import open_store
from storage.themes.chats import ChatRow
from storage.themes.matches import ActionRow, MatchRow, RoundRow
from storage.themes.people import IdentityRow, UserRow
from storage.themes.results import PlayedRound, ResultFilter, ResultRow
from storage.themes.tables import SeatRow, TableRow, VoteRow
from tests.postgres import need_server
from tests.seeds import ALL
from tests.storage.store_rows import table_row

ids = st.sampled_from([1, 2, 1, 2, 3, 4])  # mostly what is there
names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6)
platforms = st.sampled_from(["telegram", "discord"])
externals = st.sampled_from(["1", "2", "3"])
threads = st.sampled_from(["", "7"])
times = st.sampled_from([1.0, 2.5, 3.0])
small = st.integers(0, 3)
points = st.integers(-6, 6)
flags = st.booleans()
GAMES = ("doudizhu", "guandan")
LEVELS = ("easy", "normal")


class Oracle:
    """Rows in lists, found by looking at each of them."""

    def __init__(self) -> None:
        self.rows: dict[type, list[Any]] = defaultdict(list)
        self.updates: dict[tuple[str, str], str] = {}
        self.last_id: dict[type, int] = defaultdict(int)

    def all(self, kind: type, **where: Any) -> list[Any]:
        return [row for row in self.rows[kind] if all(getattr(row, name) == value for name, value in where.items())]

    def one(self, kind: type, **where: Any) -> Any:
        found = self.all(kind, **where)
        assert len(found) < 2
        return found[0] if found else None

    def add(self, row: Any, number: int) -> Any:
        """Add a row under the number that the store gave it; one that was given before must not come again."""
        assert number > self.last_id[type(row)]
        self.last_id[type(row)] = number
        row = replace(row, id=number)
        self.rows[type(row)].append(row)
        return row

    def put(self, row: Any, *keys: str) -> bool:
        """Replace the row with the same key, else add it; was there one?"""
        old = self.one(type(row), **{key: getattr(row, key) for key in keys})
        if old is not None:
            self.rows[type(row)].remove(old)
        self.rows[type(row)].append(row)
        return old is not None

    def points_at(self, kind: type, number: int | None) -> bool:
        return number is None or self.one(kind, id=number) is not None


class StoreMachine(RuleBasedStateMachine):
    """One unit of work at a time, committed or not, with a restart now and then."""

    kind: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = Path(tempfile.mkdtemp())
        self.url = f"sqlite+aiosqlite:///{self.folder}/paiju.db"
        if self.kind == "server":
            server = need_server()
            self.url = server.url(self.runner.run(server.used()))
        self.store: Store
        self.kept = Oracle()
        self.now = Oracle()
        self.open: AbstractAsyncContextManager[UnitOfWork] | None = None
        self.unit: UnitOfWork

    def start(self) -> None:
        self.store = self.runner.run(open_store(self.url))
        self.begin()

    @initialize(busy=st.sampled_from([True, True, True, False]))
    def people_at_tables(self, busy: bool) -> None:
        """Most histories start with somebody there, or little would ever refer to anything."""
        self.start()
        if busy:
            for number in ("1", "2"):
                self.add_user("Ann", "telegram", number)
                self.add_chat("telegram", number, "", "Friends")
                self.add_table(int(number), int(number))
                self.add_match(int(number), int(number), 1.0)
                self.put_table(int(number), int(number), "playing", False, 1.0)
            self.commit()

    def begin(self) -> None:
        self.open = self.store.begin()
        self.unit = self.runner.run(self._entered(self.open))
        self.now = copy.deepcopy(self.kept)

    @staticmethod
    async def _entered(unit: AbstractAsyncContextManager[UnitOfWork]) -> UnitOfWork:
        return await unit.__aenter__()

    async def _leave(self) -> None:
        assert self.open is not None
        await self.open.__aexit__(None, None, None)

    def teardown(self) -> None:
        if self.open is not None:
            self.runner.run(self._leave())
            self.runner.run(self.store.close())
        self.runner.close()
        shutil.rmtree(self.folder)

    def ask(self, question: Any) -> Any:
        answer = self.runner.run(question)
        return list(answer) if isinstance(answer, tuple) else answer

    def do(self, change: Any, expected: type[StoreError] | None) -> None:
        """Make a change. If the oracle says that it is refused, it must be by the commit, and all is undone."""
        if expected is None:
            self.runner.run(change)
            return
        with pytest.raises(StoreError) as caught:
            self.runner.run(self._through(change))
        assert caught.type is expected
        self.runner.run(self._leave())
        self.begin()

    def added(self, row: Any, change: Any) -> Any:
        """Add a row on both sides. Only a server leaves numbers out, those of rows that were undone."""
        answer, before = self.ask(change), self.now.last_id[type(row)]
        assert answer == self.now.add(row, answer.id)
        assert self.kind == "server" or answer.id == before + 1
        return answer

    async def _through(self, change: Awaitable[object]) -> None:
        await change
        await self.unit.commit()

    # -- the transaction
    @rule()
    def commit(self) -> None:
        self.runner.run(self.unit.commit())
        self.runner.run(self._leave())
        self.kept = self.now
        self.begin()
        self.compare()

    @rule()
    def undo(self) -> None:
        self.compare()
        self.runner.run(self._leave())
        self.begin()
        self.compare()

    @rule()
    def restart(self) -> None:
        self.runner.run(self._leave())
        self.runner.run(self.store.close())
        self.start()
        self.compare()

    # -- updates, people
    @rule(platform=platforms, update=externals, effect=names)
    def remember(self, platform: str, update: str, effect: str) -> None:
        known = (platform, update) in self.now.updates
        self.do(self.unit.updates.remember(platform, update, effect, 1.0), Conflict if known else None)
        if not known:
            self.now.updates[platform, update] = effect

    @rule(name=names, platform=platforms, external=externals)
    def add_user(self, name: str, platform: str, external: str) -> None:
        if self.now.one(IdentityRow, platform=platform, external=external) is not None:
            self.do(self.unit.people.add_user(name, platform, external), Conflict)
            return
        row = self.added(UserRow(0, name), self.unit.people.add_user(name, platform, external))
        self.now.put(IdentityRow(platform, external, row.id, name=name), "platform", "external")

    @rule(user=ids, name=names, language=st.sampled_from(["en", "zh", None]))
    def put_user(self, user: int, name: str, language: str | None) -> None:
        row = UserRow(user, name, language)
        known = self.now.points_at(UserRow, user)
        self.do(self.unit.people.put_user(row), None if known else StoreError)
        if known:
            self.now.put(row, "id")

    @rule(platform=platforms, external=externals, user=ids, reachable=st.sampled_from([True, False, None]))
    def put_identity(self, platform: str, external: str, user: int, reachable: bool | None) -> None:
        row = IdentityRow(platform, external, user, reachable)
        known = self.now.points_at(UserRow, user)
        self.do(self.unit.people.put_identity(row), None if known else StoreError)
        if known:
            self.now.put(row, "platform", "external")

    @rule(platform=platforms, external=externals)
    def remove_identity(self, platform: str, external: str) -> None:
        self.do(self.unit.people.remove_identity(platform, external), None)
        gone = self.now.all(IdentityRow, platform=platform, external=external)
        self.now.rows[IdentityRow] = [row for row in self.now.rows[IdentityRow] if row not in gone]

    # -- chats
    @rule(platform=platforms, external=externals, thread=threads, title=names)
    def add_chat(self, platform: str, external: str, thread: str, title: str) -> None:
        change = self.unit.chats.add(platform, external, thread, title)
        if self.now.one(ChatRow, platform=platform, external=external, thread=thread) is not None:
            self.do(change, Conflict)
        else:
            self.added(ChatRow(0, platform, external, thread, title, group=external), change)

    @rule(platform=platforms, old=externals, new=externals)
    def move_chat(self, platform: str, old: str, new: str) -> None:
        self.runner.run(self.unit.groups.move_chat(platform, old, new))
        for chat in self.now.all(ChatRow, platform=platform, external=old) if old != new else []:
            other = self.now.one(ChatRow, platform=platform, external=new, thread=chat.thread)
            if other is not None:
                self.now.rows[ChatRow].remove(other)
                for kind in (TableRow, MatchRow, ResultRow):
                    self.now.rows[kind] = [
                        replace(row, chat=chat.id) if row.chat == other.id else row for row in self.now.rows[kind]
                    ]
            self.now.put(replace(chat, external=new, group=new), "id")

    # -- tables, seats, votes
    @rule(chat=ids, host=st.none() | ids)
    def add_table(self, chat: int, host: int | None) -> None:
        row = table_row(chat, host=host)
        if self.now.points_at(ChatRow, chat) and self.now.points_at(UserRow, host):
            self.added(row, self.unit.tables.add(row))
        else:
            self.do(self.unit.tables.add(row), StoreError)

    @rule(table=ids, match=st.none() | ids, state=st.sampled_from(["playing", "closed"]), parked=flags, at=times)
    def put_table(self, table: int, match: int | None, state: str, parked: bool, at: float) -> None:
        old = self.now.one(TableRow, id=table)
        row = replace(old or replace(table_row(1), id=table), match=match, state=state, parked=parked, message_at=at)
        fine = old is not None and self.now.points_at(MatchRow, match)
        self.do(self.unit.tables.put(row), None if fine else StoreError)
        if fine:
            self.now.put(row, "id")

    @rule(table=ids, seat=small, user=st.none() | ids, away=flags, at=times)
    def put_seat(self, table: int, seat: int, user: int | None, away: bool, at: float) -> None:
        row = SeatRow(table, seat, user, "easy" if user is None else None, at, away=away)
        fine = self.now.points_at(TableRow, table) and self.now.points_at(UserRow, user)
        self.do(self.unit.tables.put_seat(row), None if fine else StoreError)
        if fine:
            self.now.put(row, "table", "seat")

    @rule(table=ids, seat=small)
    def remove_seat(self, table: int, seat: int) -> None:
        self.runner.run(self.unit.tables.remove_seat(table, seat))
        gone = self.now.all(SeatRow, table=table, seat=seat)
        self.now.rows[SeatRow] = [row for row in self.now.rows[SeatRow] if row not in gone]

    @rule(beats=st.lists(st.tuples(ids, small, times), max_size=4))
    def beat(self, beats: list[tuple[int, int, float]]) -> None:
        self.runner.run(self.unit.tables.put_remaining(beats))
        for table, seat, left in beats:
            for row in self.now.all(SeatRow, table=table, seat=seat):
                self.now.put(replace(row, remaining=left), "table", "seat")

    @rule(table=ids, motion=st.sampled_from(["end", "kick:1"]), seat=small, at=times)
    def put_vote(self, table: int, motion: str, seat: int, at: float) -> None:
        fine = self.now.points_at(TableRow, table)
        self.do(self.unit.tables.put_vote(VoteRow(table, motion, seat, at)), None if fine else StoreError)
        if fine:
            self.now.put(VoteRow(table, motion, seat, at), "table", "motion", "seat")

    @rule(table=ids)
    def clear_votes(self, table: int) -> None:
        self.runner.run(self.unit.tables.clear_votes(table))
        self.now.rows[VoteRow] = [row for row in self.now.rows[VoteRow] if row.table != table]

    # -- matches, rounds, the log, results
    @rule(table=ids, chat=ids, at=times)
    def add_match(self, table: int, chat: int, at: float) -> None:
        row = MatchRow(0, table, chat, GAMES[0], "{}", "open", at)
        if self.now.points_at(TableRow, table) and self.now.points_at(ChatRow, chat):
            self.added(row, self.unit.matches.add(row))
        else:
            self.do(self.unit.matches.add(row), StoreError)

    @rule(match=ids, status=st.sampled_from(["open", "over"]), at=times)
    def put_match(self, match: int, status: str, at: float) -> None:
        row = self.now.one(MatchRow, id=match)
        if row is not None:
            row = replace(row, status=status, ended_at=at, winner="[0]")
            self.runner.run(self.unit.matches.put(row))
            self.now.put(row, "id")

    @rule(match=ids, round=small, deal=names)
    def add_round(self, match: int, round: int, deal: str) -> None:
        row = RoundRow(match, round, 1, deal, "{}", "[]", "open", 1.0)
        fine = self.now.points_at(MatchRow, match) and self.now.one(RoundRow, match=match, round=round) is None
        self.do(self.unit.matches.add_round(row), None if fine else StoreError)
        if fine:
            self.now.rows[RoundRow].append(row)

    @rule(match=ids, round=small, result=names)
    def put_round(self, match: int, round: int, result: str) -> None:
        row = RoundRow(match, round, 2, "[]", "{}", "[]", "over", 1.0, 2.0, "{}", result)
        fine = self.now.one(RoundRow, match=match, round=round) is not None
        self.do(self.unit.matches.put_round(row), None if fine else StoreError)
        if fine:
            self.now.put(row, "match", "round")

    @rule(match=ids, seq=small, round=small, line=names)
    def append(self, match: int, seq: int, round: int, line: str) -> None:
        row = ActionRow(match, seq, round, 0, line, "player", 1.0)
        refusal: type[StoreError] | None = None
        if self.now.one(ActionRow, match=match, seq=seq) is not None:
            refusal = StaleSequence
        elif not self.now.points_at(MatchRow, match):
            refusal = StoreError
        self.do(self.unit.matches.append(row), refusal)
        if refusal is None:
            self.now.rows[ActionRow].append(row)

    @rule(first=flags, gained=st.lists(points, min_size=3, max_size=3), at=times, game=st.sampled_from(GAMES))
    def finish_round(self, first: bool, gained: list[int], at: float, game: str) -> None:
        """A round of the first or second match is counted, and with it the match."""
        match = 1 if first else 2
        if self.now.one(MatchRow, id=match) is None or len(self.now.rows[UserRow]) < 2:
            return
        for round in (len(self.now.all(ResultRow, match=match)) + 1, 0):
            if self.now.all(ResultRow, match=match, round=round) or self.now.one(ChatRow, id=match) is None:
                continue
            who: list[tuple[int | None, str | None]] = [(1, None), (2, None), (None, "easy")]
            rows = [
                ResultRow(match, round, seat, game, match, user, ai, "", gain, gain > 0, None, at, side=int(seat > 0))
                for seat, ((user, ai), gain) in enumerate(zip(who, gained, strict=True))
            ]
            self.runner.run(self.unit.results.add(rows))
            self.now.rows[ResultRow] += rows

    @rule(match=ids, round=small, seat=small, user=st.none() | ids, gained=points, won=flags, at=times, data=st.data())
    def add_result(
        self,
        match: int,
        round: int,
        seat: int,
        user: int | None,
        gained: int,
        won: bool,
        at: float,
        data: st.DataObject,
    ) -> None:
        chat, game, level = data.draw(
            st.tuples(st.sampled_from([1, 2]), st.sampled_from(GAMES), st.sampled_from(LEVELS))
        )
        ai = level if user is None else None
        row = ResultRow(match, round, seat, game, chat, user, ai, "", gained, won, None, at)
        fine = (
            self.now.points_at(MatchRow, match)
            and self.now.points_at(ChatRow, row.chat)
            and self.now.points_at(UserRow, user)
            and self.now.one(ResultRow, match=match, round=round, seat=seat) is None
        )
        self.do(self.unit.results.add([row]), None if fine else StoreError)
        if fine:
            self.now.rows[ResultRow].append(row)

    # -- everything that can be asked
    @rule()
    def compare(self) -> None:
        """Both tell the same about everything."""
        for platform, external in (("telegram", "1"), ("telegram", "3"), ("discord", "2")):
            for thread in ("", "7"):
                self.look_up(platform, external, thread)
        for number in range(1, 5):
            self.read(number, number - 1)
        for user, game, chat, viewer in ((1, None, None, None), (1, None, 1, None), (2, "doudizhu", None, None),
                                         (2, "guandan", 2, None), (1, None, None, 2)):  # fmt: skip
            self.sum_up(ResultFilter(user, game, chat, viewer), 1)
        self.sum_up(ResultFilter(2), 2)
        for user in (1, 2):
            for chat in (None, 1):
                self.look_back(user, chat, 9, 0)
        self.look_back(1, None, 2, 1)

    def look_up(self, platform: str, external: str, thread: str) -> None:
        unit, now = self.unit, self.now
        assert self.ask(unit.updates.seen(platform, external)) == now.updates.get((platform, external))
        assert self.ask(unit.people.identity(platform, external)) == now.one(
            IdentityRow, platform=platform, external=external
        )
        found = now.one(ChatRow, platform=platform, external=external, thread=thread)
        assert self.ask(unit.chats.find(platform, external, thread)) == found
        assert self.ask(unit.people.users([3, 1, 2, 4, 1])) == sorted(now.rows[UserRow], key=lambda row: row.id)[:4]

    def read(self, number: int, second: int) -> None:
        unit, now = self.unit, self.now
        assert self.ask(unit.people.user(number)) == now.one(UserRow, id=number)
        assert self.ask(unit.chats.get(number)) == now.one(ChatRow, id=number)
        assert self.ask(unit.tables.get(number)) == now.one(TableRow, id=number)
        assert self.ask(unit.matches.get(number)) == now.one(MatchRow, id=number)
        assert self.ask(unit.matches.round(number, second)) == now.one(RoundRow, match=number, round=second)
        mine = sorted(now.all(IdentityRow, user=number), key=lambda row: (row.platform, row.external))
        assert self.ask(unit.people.identities(number)) == mine
        assert self.ask(unit.tables.seats(number)) == sorted(now.all(SeatRow, table=number), key=lambda row: row.seat)
        votes = sorted(now.all(VoteRow, table=number), key=lambda row: (row.motion, row.seat))
        assert self.ask(unit.tables.votes(number)) == votes
        rounds = sorted(now.all(RoundRow, match=number), key=lambda row: row.round)
        assert self.ask(unit.matches.rounds(number)) == rounds
        log = sorted(now.all(ActionRow, match=number), key=lambda row: row.seq)
        assert self.ask(unit.matches.actions(number)) == log
        assert self.ask(unit.matches.actions(number, second)) == [row for row in log if row.round == second]
        still_open = sorted((row for row in now.rows[TableRow] if row.state != "closed"), key=lambda row: row.id)
        assert self.ask(unit.tables.open()) == still_open
        assert self.ask(unit.tables.open_in(number)) == [row for row in still_open if row.chat == number]

    def is_drawn(self, row: ResultRow) -> bool:
        return not any(other.won for other in self.now.all(ResultRow, match=row.match, round=row.round))

    def sum_up(self, wanted: ResultFilter, least: int) -> None:
        mine = self.results_in(wanted)
        rounds = [row for row in mine if row.round > 0]
        result_sums = [one for one in self.ask(self.unit.results.sums(wanted)) if one.seat >= 0]
        assert sum(one.rounds for one in result_sums) == len(rounds)
        assert sum(one.points for one in result_sums) == sum(row.points for row in rounds)
        assert sum(one.drawn for one in result_sums) == sum(map(self.is_drawn, rounds))
        assert {(one.game, one.seat): one.won for one in result_sums} == {
            (game, seat): sum(row.won for row in rounds if (row.game, row.seat) == (game, seat))
            for game, seat in {(row.game, row.seat) for row in rounds}
        }
        matches = {one.game: (one.rounds, one.won) for one in self.ask(self.unit.results.sums(wanted)) if one.seat < 0}
        of_matches = [row for row in mine if row.round == 0]
        assert matches == {
            game: (len(of_game := [row for row in of_matches if row.game == game]), sum(row.won for row in of_game))
            for game in {row.game for row in of_matches}
        }
        rounds.sort(key=lambda row: (row.at, row.match, row.round, row.seat))
        assert self.ask(self.unit.results.played(wanted, latest=99)) == [
            PlayedRound(row.at, row.won, row.points, self.is_drawn(row)) for row in rounds
        ]
        met: dict[tuple[int, bool], list[bool]] = defaultdict(list)
        for row in rounds:
            for other in self.now.all(ResultRow, match=row.match, round=row.round):
                if other.user not in (None, wanted.user) and self.now.one(UserRow, id=other.user).name:
                    met[other.user, other.side is not None and other.side == row.side].append(row.won)
        found = self.ask(self.unit.results.shared(wanted, least=least, latest=99))
        assert {(one.user, one.partner): (one.rounds, one.won) for one in found} == {
            key: (len(won), sum(won)) for key, won in met.items() if len(won) >= least
        }

    def results_in(self, wanted: ResultFilter) -> list[ResultRow]:
        chats = {row.chat for row in self.now.all(ResultRow, user=wanted.viewer)}
        return [
            row
            for row in self.now.all(ResultRow, user=wanted.user)
            if wanted.game in (None, row.game)
            and wanted.chat in (None, row.chat)
            and (wanted.viewer is None or row.chat in chats)
        ]

    def look_back(self, user: int, chat: int | None, limit: int, offset: int) -> None:
        now = self.now
        mine = [row for row in now.all(ResultRow, user=user) if chat in (None, row.chat)]
        mine.sort(key=lambda row: (-row.at, -row.match, row.round if row.round == 0 else 1, -row.round, row.seat))
        assert self.ask(self.unit.results.of_person(user, game=None, chat=chat, limit=limit)) == mine[:limit]
        newest = sorted(now.rows[MatchRow], key=lambda row: (row.started_at, row.id), reverse=True)
        here = [row for row in newest if chat in (None, row.chat)]
        assert (
            self.ask(self.unit.matches.latest(chat, None, limit=limit, offset=offset)) == here[offset : offset + limit]
        )
        played = [row for row in here if now.all(ResultRow, match=row.id, user=user) or self.plays_in(user, row)]
        assert self.ask(self.unit.matches.latest(chat, user, limit=limit, offset=0)) == played[:limit]

    def plays_in(self, user: int, match: MatchRow) -> bool:
        running = self.now.all(TableRow, id=match.table, match=match.id) if match.status == "open" else []
        return any(self.now.all(SeatRow, table=table.id, user=user) for table in running)

    @invariant()
    def answers(self) -> None:
        if self.open is not None:
            self.runner.run(self.store.ping())


class SqlMachine(StoreMachine):
    kind = "sql"


class ServerMachine(StoreMachine):
    kind = "server"


def limits(examples: int, steps: int = 40) -> settings:
    return settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )


TestSqliteStoreKeepsTheOraclesBooks = SqlMachine.TestCase
TestSqliteStoreKeepsTheOraclesBooks.settings = limits(12)
TestServerStoreKeepsTheOraclesBooks = ServerMachine.TestCase
TestServerStoreKeepsTheOraclesBooks.settings = limits(30) if ALL else limits(4, steps=20)  # a thousand questions a step
