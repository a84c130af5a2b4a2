"""/replay and /share: a finished round to look back on, one moment a page, and to show to a group."""

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from bot.reviews import VERSION, can_judge
from bot.session.club.results import chat_here
from bot.session.host.change import once
from bot.session.host.request import Direct, Refused
from bot.session.host.session import Session
from bot.session.host.tell import post
from bot.session.people.directory import Person
from bot.session.play.contests import is_secret
from bot.session.port import commands as c
from bot.session.port.page import PAGE
from bot.session.port.protocols import PostTarget, SharedRound
from bot.session.port.replies import Menu, MenuEntry, ReplayCard, ReplayFrame
from bot.session.port.updates import Notice, Player
from bot.session.state.book import is_practice, read_result
from bot.session.state.dealing import read_deal
from bot.session.state.replay import Unplayable
from bot.session.state.stored import contest_of
from bot.tournaments import TournamentTable
from games import GAMES
from games.record import Record, RoundRecord, export, scenario_text
from storage.api import UnitOfWork
from storage.themes.matches import ActionRow, MatchRow, RoundRow
from storage.themes.people import UserRow

__all__ = [
    "HANDLERS", "card_of", "clear_old", "last_round", "may_see", "record_text", "refuse_cleared", "replay", "share",
]  # fmt: skip

_ID: Final = re.compile(r"[Mm]?([0-9]{1,9})(?:\.([0-9]{1,5})(?:-([0-9a-f]{32}))?)?")
_EXAMPLE: Final = "M17.3"
_ROUNDS: Final = 12  # So many rounds of a match a menu offers, the latest ones
_MATCHES: Final = 8  # So many matches back somebody's last round is looked for


async def replay(session: Session, origin: c.Origin, person: Person, command: c.Replay) -> ReplayCard | Menu:
    """A finished round, or the choice of a match's rounds. Only where it was played, for who played in it, and on the page for
    whoever was told its link by one of them."""
    text = command.id.strip() or await last_round(session, origin, person, "replay")
    found = _ID.fullmatch(text.lstrip("#"))
    if found is None:
        raise Refused("unknown_id", id=text, example=_EXAMPLE)
    async with session.store.begin() as unit:
        match = await unit.matches.get(int(found[1]))
        rounds = [] if match is None else list(await unit.matches.rounds(match.id))
        told = match is not None and origin.page and await _is_told(unit, match, rounds, found[2], found[3])
        told = told or (origin.chat is None and origin.user in session.settings.hosts)  # who looks into complaints
        if match is None or not (told or await may_see(unit, origin, person, match, rounds)):
            raise Refused("unknown_id", id=text, example=_EXAMPLE)
        if found[2] is None:
            return _choice(match, [row for row in rounds if not await is_secret(unit, match, row.round)])
        row = next((row for row in rounds if row.round == int(found[2])), None)
        if row is None:
            raise Refused("unknown_id", id=text, example=_EXAMPLE)
        if await is_secret(unit, match, row.round):
            raise Refused("replay_tournament", id=f"M{match.id}.{row.round}")
        if row.status != "over":
            code = "replay_secret" if row.status == "open" else "replay_unfinished"
            raise Refused(code, id=f"M{match.id}.{row.round}")
        refuse_cleared(row)
        frames = session.replays.known(match.id, row.round)
        actions = await unit.matches.actions(match.id, row.round) if frames is None or origin.page else ()
        people = await unit.people.users([user for user, _ in json.loads(row.seats) if user is not None])
        contest = await contest_of(unit, match.table)
        kept = await unit.reviews.get(match.id, row.round) if origin.page else None
    try:
        frames = frames or await session.replays.play(match, row, actions)
    except Unplayable:
        if row.rules_version == GAMES[match.game].rules_version:
            raise  # our own record: the host hears of it
        raise Refused("replay_old_rules", id=f"M{match.id}.{row.round}", version=row.rules_version) from None
    mine = next((seat for seat, (user, _) in enumerate(json.loads(row.seats)) if user == person.user), None)
    shareable = mine is not None and origin.chat is not None and origin.chat.platform != PAGE and not origin.page
    card = _card(match, row, frames, people, contest, command.step)
    record = await asyncio.to_thread(record_text, card.id, match, row, actions) if origin.page else ""
    reviewable = can_judge(match.game) and not (card.old_rules or card.practice)
    return replace(
        card,
        shareable=shareable,
        reviewable=reviewable,
        record=record,
        mine=mine,
        link=_link(row, actions) if origin.page and (told or mine is not None) else "",
        reviewed=reviewable and kept is not None and kept.version == VERSION,
    )


def refuse_cleared(row: RoundRow) -> None:
    """Raise ``Refused`` for a round of which no more is kept than its result."""
    if not row.deal:
        raise Refused("round_cleared", id=f"M{row.match}.{row.round}")


_CLEARED_AT_ONCE: Final = 100  # So many rounds are cleared away in one transaction


async def clear_old(session: Session) -> None:
    """Clear away what is kept of rounds that ended so long ago that the hosts keep no more of them than their results. Of
    several workers one does that."""
    keep, owners = session.settings.keep_rounds, session.ownership
    found = keep is not None and not session.clocks.day_is_doubted() and (owners is None or owners.keeper)
    while found and keep is not None:
        async with session.store.change() as unit:
            rows = await unit.matches.ended_before(session.clock.now() - keep, _CLEARED_AT_ONCE)
            for row in rows:
                await unit.matches.clear(row.match, row.round)
                await unit.reviews.remove(row.match, row.round)
        found = len(rows) == _CLEARED_AT_ONCE


def _link(row: RoundRow, actions: Sequence[ActionRow]) -> str:
    """The name of a finished round that nobody can guess: it is made of all its cards and deeds, so that whoever could make
    it up knows the round already, and it lasts as long as the round does."""
    told = "\n".join([row.deal, *(f"{action.seat} {action.line}" for action in actions)])
    return f"M{row.match}.{row.round}-{sha256(told.encode()).hexdigest()[:32]}"


async def _is_told(
    unit: UnitOfWork, match: MatchRow, rounds: Sequence[RoundRow], number: str | None, key: str | None
) -> bool:
    """Tell whether somebody names a finished round by its link."""
    row = next((row for row in rounds if str(row.round) == number and row.status == "over"), None)
    if row is None or key is None:
        return False
    link = _link(row, await unit.matches.actions(match.id, row.round))
    return compare_digest(link.partition("-")[2], key)


async def last_round(session: Session, origin: c.Origin, person: Person, command: str) -> str:
    """What is meant where no round is named: the last one here that the asker has played to its end, else the group's
    last one. ``command``: what they can type in its place."""
    latest = ""
    async with session.store.begin() as unit:
        here = await chat_here(unit, origin)
        if here is not None or origin.chat is None:
            chat, user = (None, person.user) if here is None else (here.id, None)
            for match in await unit.matches.latest(chat, user, limit=_MATCHES, offset=0):
                for row in reversed(await unit.matches.rounds(match.id)):
                    over = row.status == "over" and row.result is not None and not is_practice(row.result)
                    if not (over and row.deal) or await is_secret(unit, match, row.round):
                        continue
                    latest = latest or f"M{match.id}.{row.round}"
                    if any(held == person.user for held, _ in json.loads(row.seats)):
                        return f"M{match.id}.{row.round}"
    if not latest:
        raise Refused("nothing_finished", command=command, example=_EXAMPLE)
    return latest


async def card_of(session: Session, match: int, round: int) -> ReplayCard | None:
    """A finished round for whoever was allowed to look at it before; ``None`` where it cannot be played again."""
    async with session.store.begin() as unit:
        of_match, row = await unit.matches.get(match), await unit.matches.round(match, round)
        if of_match is None or row is None or row.status != "over" or not row.deal:
            return None
        frames = session.replays.known(match, round)
        actions = await unit.matches.actions(match, round) if frames is None else ()
        people = await unit.people.users([user for user, _ in json.loads(row.seats) if user is not None])
        contest = await contest_of(unit, of_match.table)
    try:
        frames = frames or await session.replays.play(of_match, row, actions)
    except Unplayable:
        return None
    card = _card(of_match, row, frames, people, contest, None)
    return replace(card, reviewable=can_judge(of_match.game) and not (card.old_rules or card.practice))


def record_text(title: str, match: MatchRow, row: RoundRow, actions: Sequence[ActionRow]) -> str:
    """A finished round as a file that ``paiju replay`` plays and ``paiju check`` checks. Slow: run it beside the loop."""
    options = GAMES[match.game].option_set.complete(json.loads(match.options))
    lines = tuple((action.seat, action.line) for action in actions)
    played = RoundRecord(read_deal(row.deal), json.loads(row.carry_in), lines)
    return scenario_text(export(Record(match.game, options, (played,), title)))


async def may_see(unit: UnitOfWork, origin: c.Origin, person: Person, match: MatchRow, rounds: list[RoundRow]) -> bool:
    """Tell whether somebody may look back at a match: who played in it, and whoever asks where it was played."""
    if any(user == person.user for row in rounds for user, _ in json.loads(row.seats)):
        return True
    here = await chat_here(unit, origin)
    return here is not None and await unit.chats.home(match.chat) == here.id


def _choice(match: MatchRow, rounds: Sequence[RoundRow]) -> Menu:
    finished = [row for row in rounds if row.status == "over" and row.result is not None]
    if finished:
        refuse_cleared(finished[-1])
    if not finished:
        raise Refused("replay_nothing", id=f"M{match.id}")
    entries = []
    for row in [row for row in finished if row.deal][-_ROUNDS:]:
        name = f"M{match.id}.{row.round}"
        result = read_result(row.result or "{}", {})
        points = ": " + " ".join(f"{points:+d}" for points in result.points) if result.scored else ""
        entries.append(MenuEntry(name + points, c.Replay(name), literal=True))
    return Menu(Notice("which_round", {"id": f"M{match.id}"}), tuple(entries))


def _card(
    match: MatchRow,
    row: RoundRow,
    frames: tuple[ReplayFrame, ...],
    people: Sequence[UserRow],
    contest: TournamentTable | None,
    step: int | None,
) -> ReplayCard:
    names, seats = {user.id: user.name for user in people}, json.loads(row.seats)
    if contest is not None:
        asked = frames[0].view.awaited
        contest, _ = contest.moved(row.round, asked[0].seat if len(asked) == 1 else 0)
    persons = {seat for seat, (user, _) in enumerate(seats) if user is not None}
    players = tuple(
        Player(seat, "person", names.get(user, ""), level=ai or "")
        if user is not None
        else Player(seat, "ai", "" if contest is None else contest.ai_name(seat, persons), level=ai or "")
        for seat, (user, ai) in enumerate(seats)
    )
    today = row.rules_version == GAMES[match.game].rules_version
    result = read_result(row.result or "{}", {})
    return ReplayCard(
        f"M{match.id}.{row.round}",
        match.game,
        players,
        read_deal(row.deal).hands,
        frames[-1].view.acts,
        result.points,
        frames,
        None if step is None else min(max(0, step), len(frames) - 1),
        0 if today else row.rules_version,
        is_practice(row.result or "{}"),
        scored=result.scored,
    )


_PAUSE: Final = 60.0  # Seconds between two rounds that are shared in one group


async def share(session: Session, origin: c.Origin, person: Person, command: c.ShareRound) -> Notice | Menu:
    """Post a round into the group where that is asked, for who played in it or administers the group."""
    if origin.chat is None or origin.page or origin.chat.platform == PAGE:
        raise Refused("share_group_only", id=command.id or _EXAMPLE)
    group, now = (origin.chat.platform, origin.group or origin.chat.external), session.clocks.uptime()
    if now - session.talk.shared.get(group, -_PAUSE) < _PAUSE:
        raise Refused("share_too_soon")
    card = await replay(session, origin, person, c.Replay(command.id))
    if isinstance(card, Menu):
        return replace(card, entries=tuple(_shared(entry) for entry in card.entries))
    match_id, _, number = card.id.removeprefix("M").partition(".")
    async with once(session, origin) as unit:
        match, row = await unit.matches.get(int(match_id)), await unit.matches.round(int(match_id), int(number))
        assert match is not None, "it has just been looked at"
        assert row is not None, "it has just been looked at"
        if not origin.admin and all(user != person.user for user, _ in json.loads(row.seats)):
            raise Refused("share_not_yours", id=card.id)
        session.talk.shared[group] = now
        actions = await unit.matches.actions(match.id, row.round)
    record = await asyncio.to_thread(record_text, card.id, match, row, actions)
    chat = await session.chats.known(origin.chat)
    language = session.language_for(None, chat)
    target = PostTarget(origin.chat, f"share:{card.id}:{origin.update or now}")
    post(session, target, SharedRound(card, person.name, record), language)
    return Notice("share_coming", {"id": card.id})


def _shared(entry: MenuEntry) -> MenuEntry:
    return replace(entry, command=c.ShareRound(entry.command.id)) if isinstance(entry.command, c.Replay) else entry


HANDLERS: Final = (Direct(c.Replay, replay), Direct(c.ShareRound, share))
