"""Removing a person and ending a match: the host or an administrator at once, everybody else by vote."""

from __future__ import annotations

from typing import Final

from bot.session import rounds
from bot.session.asking import Answer, Ask, Refused
from bot.session.book import Book
from bot.session.commands import End, Kick, UserRef, Vote
from bot.session.seats import close, vacate
from bot.session.updates import Notice
from storage.api import UnitOfWork, VoteRow

__all__ = ["VOTE_SECONDS", "end", "kick", "lapse", "vote"]

VOTE_SECONDS: Final = 60.0


async def end(ask: Ask, draft: Book, unit: UnitOfWork, command: End) -> Answer:
    """End the match here; where none is on, the table is closed."""
    return _move(ask, draft, "end")


async def kick(ask: Ask, draft: Book, unit: UnitOfWork, command: Kick) -> Answer:
    """Remove somebody, named by mention, by name or by seat."""
    if command.user is None and not command.name.strip():
        raise Refused("who_to_kick", example="kick 2")
    seat = _target(ask, draft, command)
    if draft.seats[seat].user is None and draft.playing:
        raise Refused("ai_plays_on", name=str(seat + 1))
    return _move(ask, draft, f"kick:{seat}")


def _target(ask: Ask, draft: Book, command: Kick) -> int:
    name = command.name.strip().lstrip("@")
    if command.user is not None:
        for seat, held in draft.seats.items():
            if (held.platform, held.external) == (command.user.platform, command.user.external):
                return seat
        raise Refused("no_such_person", name=name or command.user.external)
    if name.isascii() and name.isdigit() and int(name) - 1 in draft.seats:
        return int(name) - 1
    named = [seat for seat, held in draft.persons.items() if ask.hall.people.name_of(held).lower() == name.lower()]
    if len(named) != 1:
        raise Refused("no_such_person", name=name)
    return named[0]


async def vote(ask: Ask, draft: Book, unit: UnitOfWork, command: Vote) -> Answer:
    """Agree to the motion that stands."""
    ask.seat(draft)
    standing = _standing(draft, ask.hall.clock.now())
    if standing is None or standing.partition(":")[0] != command.motion.partition(":")[0]:
        raise Refused("no_such_motion")
    if ":" in command.motion and command.motion != standing:
        raise Refused("no_such_motion")
    return _agree(ask, draft, standing, draft.votes[0].expires_at)


def _move(ask: Ask, draft: Book, motion: str) -> Answer:
    """Carry a motion out if the sender may, else start (or join) a vote on it."""
    if ask.admin or draft.row.host == ask.person.user:
        return _carry_out(ask, draft, motion)
    ask.seat(draft)
    now = ask.hall.clock.now()
    standing = _standing(draft, now)
    if standing is None:
        draft.votes = ()
        return _agree(ask, draft, motion, now + VOTE_SECONDS)
    if standing != motion:
        raise Refused("motion_standing", motion=standing.partition(":")[0])
    return _agree(ask, draft, motion, draft.votes[0].expires_at)


def _standing(draft: Book, now: float) -> str | None:
    return draft.votes[0].motion if draft.votes and draft.votes[0].expires_at > now else None


def _agree(ask: Ask, draft: Book, motion: str, expires_at: float) -> Answer:
    seat, needed = ask.seat(draft), len(draft.persons) // 2 + 1
    kind = motion.partition(":")[0]
    if any(cast.seat == seat for cast in draft.votes):
        raise Refused("already_voted", motion=kind, votes=len(draft.votes), needed=needed)
    code = "vote_counted" if draft.votes else "vote_started"
    draft.votes = (*draft.votes, VoteRow(draft.id, motion, seat, expires_at))
    if len(draft.votes) >= needed:
        return _carry_out(ask, draft, motion)
    seconds = max(0, round(expires_at - ask.hall.clock.now()))
    data = {"motion": kind, "votes": len(draft.votes), "needed": needed, "seconds": seconds}
    return Answer(Notice(code, data))


def _carry_out(ask: Ask, draft: Book, motion: str) -> Answer:
    kind, _, seat = motion.partition(":")
    now = ask.hall.clock.now()
    draft.votes = ()
    if kind == "kick":
        return _kick(ask, draft, int(seat), now)
    if draft.row.state in ("playing", "between"):
        rounds.end_match(draft, "ended", now, blameless=ask.table.broken)
        rounds.seat_waiters(draft, now)
        return Answer(Notice("ended", {"table": draft.id}))
    close(draft, now)
    return Answer(Notice("table_closed", {"table": draft.id}))


def _kick(ask: Ask, draft: Book, seat: int, now: float) -> Answer:
    held = draft.seats[seat]
    name = ask.hall.people.name_of(held) or f"AI ({held.ai})"
    vacate(draft, seat, now)
    if held.user is not None:
        ref = UserRef(held.platform, held.external)
        draft.tells.append((ref, Notice("you_were_kicked", {"table": draft.id})))
    return Answer(Notice("kicked", {"name": name}))


def lapse(draft: Book, now: float) -> bool:
    """Put a motion away whose time is over; whether there was one."""
    if not draft.votes or draft.votes[0].expires_at > now:
        return False
    draft.votes = ()
    return True
