"""/review: a finished round judged by the strongest player of its game. Slow the first time, remembered for good.

In a chat the answer goes on by itself: the message that says how far a review is is edited at each quarter, until the
review stands there. Such messages are rows, so that a restart, or another worker where the one that judged has died,
begins anew what somebody waits for. A row goes once the platform has said that its message shows the review."""

import asyncio
import json
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from bot.reviews import VERSION, Review, can_judge
from bot.session.club.replays import card_of, last_round, replay
from bot.session.host.change import aside
from bot.session.host.request import Direct, Refused
from bot.session.host.reviewer import Progress
from bot.session.host.session import Session
from bot.session.people.directory import Person
from bot.session.port import commands as c
from bot.session.port.protocols import AnswerTarget
from bot.session.port.replies import Body, Menu, MenuEntry, Placement, ReplayCard, Reply, ReviewCard
from bot.session.port.updates import Notice
from bot.session.state.dealing import read_deal
from games import GAMES
from games.record import RoundRecord
from storage.api import UnitOfWork
from storage.themes.matches import ActionRow, MatchRow, RoundRow
from storage.themes.reviews import PendingReviewRow, ReviewRow

__all__ = ["HANDLERS", "begin", "cancel", "forget", "note", "resume", "take_over"]

Key = tuple[int, int]  # A match and the number of its round
_QUARTERS: Final = 4
_SILENT: Final = 150.0  # Seconds after which what a worker judges is another's to judge, if it is not heard of


def _name(key: Key) -> str:
    return f"M{key[0]}.{key[1]}"


def begin(session: Session, match: MatchRow, row: RoundRow, actions: Sequence[ActionRow]) -> Progress:
    """Judge a round and remember the review; if that is being done already, join in."""
    key = match.id, row.round
    options = GAMES[match.game].option_set.complete(json.loads(match.options))
    lines = tuple((action.seat, action.line) for action in actions)
    record = RoundRecord(read_deal(row.deal), json.loads(row.carry_in), lines)

    async def keep(review: Review) -> None:
        async with session.store.begin() as unit:
            await unit.reviews.put(ReviewRow(*key, VERSION, review.written()))
            await unit.commit()

    return session.reviewer.start(key, match.game, options, record, keep, partial(_advanced, session, key))


async def note(session: Session, target: AnswerTarget, message: str) -> None:
    """Take note of where an answer stands that says how far a review is, or that it shows the review now."""
    platform = target.user.platform
    if (platform, message) in session.reviewer.shown:
        session.reviewer.shown.discard((platform, message))
        async with session.store.begin() as unit:
            await unit.reviews.remove_pending(platform, message)
            await unit.commit()
        return
    match, round = (int(part) for part in target.round[1:].split("."))
    place = ("", "") if target.chat is None else (target.chat.external, target.chat.thread)
    row = PendingReviewRow(
        platform, message, match, round, target.user.external, *place, target.language, session.clock.now()
    )
    async with session.store.begin() as unit:
        await unit.reviews.put_pending([row])
        await unit.commit()
    await _await_review(session, (match, round), [row])


async def resume(session: Session) -> None:
    """Begin anew what people were waiting for when the process ended."""
    await _take_up(session, None)


async def take_over(session: Session) -> None:
    """Say that the reviews in the making here are, and take up those of workers that are not heard of any more."""
    ownership, now = session.ownership, session.clock.now()
    if ownership is None:
        return
    ours = [row for progress in session.reviewer.running.values() for row in progress.messages.values()]
    if ours:
        async with session.store.begin() as unit:
            await unit.reviews.put_pending([replace(row, seen_at=now) for row in ours])
            await unit.commit()
    if ownership.keeper:
        await _take_up(session, now - _SILENT)


async def cancel(session: Session, key: Key, origin: c.Origin) -> Notice:
    progress = session.reviewer.progress(key)
    again = () if origin.page else (("review_again", c.AskReview(_name(key))),)  # the page has its own button for it
    said = Notice("review_cancelled", {"id": _name(key)}, actions=again)
    if progress is None:
        return said
    row = progress.messages.pop((origin.user.platform, origin.message or ""), None)
    if row is not None:
        async with session.store.begin() as unit:
            await unit.reviews.remove_pending(row.platform, row.message)
            await unit.commit()
        _amend(session, key, row, said)
    if not progress.messages:
        session.reviewer.cancel(key)
    return said


async def forget(session: Session, unit: UnitOfWork, accounts: Iterable[c.UserRef]) -> None:
    """Let no message wait for these accounts any more."""
    for account in accounts:
        await unit.reviews.forget_pending(account.platform, account.external)
        for progress in session.reviewer.running.values():
            for at, row in list(progress.messages.items()):
                if (row.platform, row.user) == (account.platform, account.external):
                    del progress.messages[at]


# -- inside
async def _take_up(session: Session, before: float | None) -> None:
    async with session.store.begin() as unit:
        rows = await unit.reviews.pending(before)
    waiting: dict[Key, list[PendingReviewRow]] = {}
    for row in rows:
        waiting.setdefault((row.match, row.round), []).append(replace(row, seen_at=session.clock.now()))
    for key, messages in waiting.items():
        async with session.store.begin() as unit:
            await unit.reviews.put_pending(messages)
            await unit.commit()
        await _await_review(session, key, messages)


async def _await_review(session: Session, key: Key, rows: Collection[PendingReviewRow]) -> None:
    """Let messages wait for a review that is being made, or show the one that there is."""
    async with session.store.begin() as unit:
        kept = await unit.reviews.get(*key)
        match, row, actions = (
            await unit.matches.get(key[0]),
            await unit.matches.round(*key),
            await unit.matches.actions(*key),
        )
    if kept is not None and kept.version == VERSION:
        await _show(session, key, rows, Review.read(kept.text))
        return
    if match is None or row is None or await card_of(session, *key) is None:
        await _show(session, key, rows, None)  # it was played under rules that are not today's any more
        return
    progress = begin(session, match, row, actions)
    progress.messages |= {(one.platform, one.message): one for one in rows}


def _advanced(session: Session, key: Key, progress: Progress) -> None:
    """Let the messages follow; returns at once."""
    rows = list(progress.messages.values())
    if not rows:
        return
    if progress.over.is_set():
        if progress.review is not None or progress.failed:  # else the process stops: it is begun anew
            aside(session, _show(session, key, rows, progress.review))
        return
    quarter = _QUARTERS * progress.done // progress.total
    if progress.quarter < quarter < _QUARTERS:
        progress.quarter = quarter
        aside(session, _tell(session, key, progress))


async def _tell(session: Session, key: Key, progress: Progress) -> None:
    card = await card_of(session, *key)
    if card is None or progress.over.is_set():
        return
    for row in list(progress.messages.values()):
        _amend(session, key, row, ReviewCard(card, progress=(progress.done, progress.total)))


async def _show(session: Session, key: Key, rows: Iterable[PendingReviewRow], review: Review | None) -> None:
    card = None if review is None else await card_of(session, *key)
    failed = Notice("review_failed", {"id": _name(key)})
    ready = Notice("review_ready", {"id": _name(key)}, actions=(("review_round", c.AskReview(_name(key))),))
    for row in rows:
        if row.platform in session.frontends:  # else at the next start
            session.reviewer.shown.add((row.platform, row.message))
            _amend(
                session,
                key,
                row,
                failed if card is None else ReviewCard(card, review),
                failed if card is None else ready,
            )


def _amend(session: Session, key: Key, row: PendingReviewRow, body: Body, instead: Notice | None = None) -> None:
    frontend = session.frontends.get(row.platform)
    if frontend is None:
        return
    user, chat = c.UserRef(row.platform, row.user), c.ChatRef(row.platform, row.chat, row.thread) if row.chat else None
    if instead is not None and session.is_quiet(session.people.at(row.platform, row.user)):
        instead = replace(instead, quiet=True)
    reply = Reply(row.language, ok=True, body=body, placement=Placement.IN_PLACE)
    frontend.amend(AnswerTarget(user, chat, _name(key), row.language), row.message, reply, instead)


_WAIT: Final = 0.3
"""Seconds that an answer in a chat waits for the review before it says how far that is; then it goes on saying so by itself."""
_LOOK: Final = 2.0  # Seconds that the page is kept waiting, which asks again and again


async def review(
    session: Session, origin: c.Origin, person: Person, command: c.AskReview
) -> ReviewCard | Menu | Notice:
    """A finished round judged, or how far that is. Only where it was played, or for who played in it."""
    id = command.id.strip() or await last_round(session, origin, person, "review")
    found = await replay(session, origin, person, c.Replay(id))
    if isinstance(found, Menu):
        entries = tuple(
            MenuEntry(entry.label, c.AskReview(entry.command.id), literal=entry.literal)
            for entry in found.entries
            if isinstance(entry.command, c.Replay)
        )
        return replace(found, entries=entries)
    if not can_judge(found.game):
        raise Refused("review_nobody")
    if not found.reviewable:
        raise Refused("review_not_played", id=found.id)
    match, round = (int(part) for part in found.id[1:].split("."))
    key = match, round
    if command.what == "cancel":
        return await cancel(session, key, origin)
    async with session.store.begin() as unit:
        kept = await unit.reviews.get(match, round)
        if kept is not None and kept.version == VERSION:
            return _card(found, Review.read(kept.text), command.step)
        of_match, rows = await unit.matches.get(match), await unit.matches.rounds(match)
        actions = await unit.matches.actions(match, round)
    if session.reviewer.progress(key) is None and session.reviewer.is_full:
        raise Refused("review_busy")
    assert of_match is not None, "it has just been found"
    row = next(one for one in rows if one.round == round)
    made = await _awaited(begin(session, of_match, row, actions), found.id, _LOOK if origin.page else _WAIT)
    if isinstance(made, Progress):
        return ReviewCard(found, progress=(made.done, made.total))
    return _card(found, made, command.step)


async def _awaited(progress: Progress, id: str, seconds: float) -> Review | Progress:
    """A review if it is done soon, else how far it is."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await progress.over.wait()
    if progress.failed:
        raise Refused("review_failed", id=id)
    return progress.review or progress


def _card(found: ReplayCard, review: Review, step: int | None) -> ReviewCard:
    steps = [one.step for one in review.decisions]
    chosen = None if step is None or not steps else min(steps, key=lambda one: abs(one - step))
    return ReviewCard(found, review, at=None if chosen is None else steps.index(chosen))


HANDLERS: Final = (Direct(c.AskReview, review),)
