"""/review: a finished round judged by the strongest player of its game. Slow the first time, remembered for good."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.reviews.judgement import can_judge
from bot.reviews.review import VERSION, Review
from bot.session.minds.reviewer import Progress
from bot.session.people.directory import Person
from bot.session.port import commands as c
from bot.session.port.replies import Menu, MenuEntry, ReplayCard, ReviewCard
from bot.session.port.updates import Notice
from bot.session.results import pending
from bot.session.results.replays import last_round, replay
from bot.session.tables.request import Direct, Refused
from bot.session.tables.session import Session

__all__ = ["HANDLERS"]

_WAIT: Final = 0.3
"""Seconds that an answer in a chat waits for the review before it says how far that is; then it goes on saying so by itself."""
_LOOK: Final = 2.0
"""Seconds that the page is kept waiting, which asks again and again."""


async def review(session: Session, origin: c.Origin, person: Person, command: c.Review) -> ReviewCard | Menu | Notice:
    """Return a finished round judged, or how far that is. Only where it was played, or for who played in it."""
    id = command.id.strip() or await last_round(session, origin, person, "review")
    found = await replay(session, origin, person, c.Replay(id))
    if isinstance(found, Menu):
        entries = tuple(
            MenuEntry(entry.label, c.Review(entry.command.id), literal=entry.literal)
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
        return await pending.cancel(session, key, origin)
    async with session.store.begin() as unit:
        kept = await unit.review(match, round)
        if kept is not None and kept.version == VERSION:
            return _card(found, Review.read(kept.text), command.step)
        of_match, rows = await unit.match(match), await unit.rounds(match)
        actions = await unit.actions(match, round)
    if session.reviewer.progress(key) is None and session.reviewer.is_full:
        raise Refused("review_busy")
    assert of_match is not None, "it has just been found"
    row = next(one for one in rows if one.round == round)
    made = await _awaited(pending.begin(session, of_match, row, actions), found.id, _LOOK if origin.page else _WAIT)
    if isinstance(made, Progress):
        return ReviewCard(found, progress=(made.done, made.total))
    return _card(found, made, command.step)


async def _awaited(progress: Progress, id: str, seconds: float) -> Review | Progress:
    """Return a review if it is done soon, else how far it is."""
    with suppress(TimeoutError):
        await asyncio.wait_for(progress.over.wait(), seconds)
    if progress.failed:
        raise Refused("review_failed", id=id)
    return progress.review or progress


def _card(found: ReplayCard, review: Review, step: int | None) -> ReviewCard:
    steps = [one.step for one in review.decisions]
    chosen = None if step is None or not steps else min(steps, key=lambda one: abs(one - step))
    return ReviewCard(found, review, at=None if chosen is None else steps.index(chosen))


HANDLERS: Final = (Direct(c.Review, review),)
