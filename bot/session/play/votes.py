"""Removing a person and ending a match: the host or an administrator at once, everybody else by vote."""

from typing import Final

from bot.session.host.clocks import VOTE_SECONDS
from bot.session.host.request import Answer, Change, Refused, Request
from bot.session.play.dealing import close, vacate
from bot.session.play.places import take_away
from bot.session.port.commands import ClosePoll, End, Kick, Leave, UserRef, Vote
from bot.session.port.replies import Menu, MenuEntry
from bot.session.port.updates import Notice, Player
from bot.session.state import guests, rounds
from bot.session.state.book import Book
from storage.api import UnitOfWork
from storage.themes.tables import VoteRow

__all__ = ["HANDLERS", "end", "end_here", "kick", "lapse", "recount", "vote"]

_ASKED: Final = {"end": "vote_asked_end", "kick": "vote_asked_kick"}
"""How those who have a say are asked, by kind of motion."""


async def end(request: Request, draft: Book, unit: UnitOfWork, command: End) -> Answer:
    """End the match here; where none is on, the table is closed. Whoever may do that at once is asked first, alone,
    while a round is on: the button ends it, and so does ``/end`` again."""
    if request.place is not None and request.guest_admin and draft.row.host != request.person.user:
        return take_away(draft, request.place)
    if draft.contest is not None and not request.broken:
        raise Refused("tournament_table_end", tournament=draft.contest.tournament)
    round_ = f"{draft.row.match}-{draft.row.round}"
    if not draft.playing or request.broken:
        return _move(request, draft, "end")
    asked = request.unsaved.was_asked(request.person.user, round_, request.session.clocks.uptime())
    if not (_decides(request, draft) or (asked and command.sure)):
        return _move(request, draft, "end")
    if asked or command.sure == round_:
        return _carry_out(request, draft, "end")
    request.unsaved.ask_to_end(request.person.user, round_, request.session.clocks.uptime())
    yes = MenuEntry("menu.end_match", End(draft.id, round_))
    question = Notice("end_sure", {"table": draft.id, "round": draft.row.round})
    raise Refused.with_body(Menu(question, (yes, MenuEntry("menu.keep_playing", ClosePoll()))))


def _decides(request: Request, draft: Book) -> bool:
    """Whether the sender needs no vote: the host, or an administrator of the group."""
    return request.admin or draft.row.host == request.person.user


async def kick(request: Request, draft: Book, unit: UnitOfWork, command: Kick) -> Answer:
    if command.user is None and not command.name.strip():
        raise Refused("who_to_kick", example="kick 2")
    seat = _target(request, draft, command)
    if draft.seats[seat].user is None and draft.playing:
        raise Refused("ai_plays_on", name=str(seat + 1))
    return _move(request, draft, f"kick:{seat}")


def _target(request: Request, draft: Book, command: Kick) -> int:
    name = command.name.strip().lstrip("@")
    if command.user is not None:
        for seat, held in draft.seats.items():
            if (held.platform, held.external) == (command.user.platform, command.user.external):
                return seat
        raise Refused("no_such_person", name=name or command.user.external)
    if name.isascii() and name.isdigit() and int(name) - 1 in draft.seats:
        return int(name) - 1
    named = [
        seat for seat, held in draft.persons.items() if request.session.people.name_of(held).lower() == name.lower()
    ]
    if len(named) > 1:
        entries = (MenuEntry(f"{seat + 1}. {name}", Kick(draft.id, name=str(seat + 1)), literal=True) for seat in named)
        raise Refused.with_body(Menu(Notice("which_person", {"name": name}), tuple(entries)))
    if not named:
        raise Refused("no_such_person", name=name)
    return named[0]


async def vote(request: Request, draft: Book, unit: UnitOfWork, command: Vote) -> Answer:
    request.seat(draft)
    motion = guests.standing(draft)
    if not motion or motion.partition(":")[0] != command.motion.partition(":")[0]:
        raise Refused("no_such_motion")
    if ":" in command.motion and command.motion != motion:
        raise Refused("no_such_motion")
    return _agree(request, draft, motion)


def _move(request: Request, draft: Book, motion: str) -> Answer:
    """Carry a motion out if the sender may, else start (or join) a vote on it."""
    if _decides(request, draft):
        return _carry_out(request, draft, motion)
    request.seat(draft)
    on = guests.standing(draft)
    if on and on != motion:
        raise Refused("motion_standing", motion=on.partition(":")[0])
    return _agree(request, draft, motion)


def _agree(request: Request, draft: Book, motion: str) -> Answer:
    seat, needed = request.seat(draft), guests.needed(draft, motion)
    kind = motion.partition(":")[0]
    voters = guests.voters(draft, motion)
    if seat not in voters:
        raise Refused("no_vote_on_oneself")
    if len(voters) < needed:
        raise Refused("no_vote_alone", actions=(("leave", Leave(draft.id)),), name=_name(request, draft, motion))
    if any(cast.seat == seat for cast in draft.votes):
        raise Refused("already_voted", motion=kind, votes=len(draft.votes), needed=needed)
    code = "vote_counted" if draft.votes else "vote_started"
    lapses = draft.votes[0].expires_at if draft.votes else request.session.clock.now() + VOTE_SECONDS
    draft.votes = (*draft.votes, VoteRow(draft.id, motion, seat, lapses))
    if len(draft.votes) >= needed:
        return _carry_out(request, draft, motion)
    seconds = request.session.clocks.vote_seconds(draft.id)
    if code == "vote_started":
        _call(request, draft, motion, seat, seconds)
    data = {"motion": kind, "votes": len(draft.votes), "needed": needed, "seconds": seconds}
    return Answer(Notice(code, data))


def _call(request: Request, draft: Book, motion: str, mover: int, seconds: int) -> None:
    """Begin a vote: everybody who has a say hears of it where they are reached, and so does the person it is about."""
    kind = motion.partition(":")[0]
    data = {"table": draft.id, "by": request.person.name, "seconds": seconds}
    about = {} if kind == "end" else {"name": _name(request, draft, motion)}
    asked = Notice(_ASKED[kind], {**data, **about}, actions=((f"vote_{kind}", Vote(draft.id, motion)),))
    for seat, held in guests.voters(draft, motion).items():
        if seat != mover:
            draft.tell(held, asked)
    concerned = draft.persons.get(-1 if (seat_ := guests.target(motion)) is None else seat_)
    if concerned is not None:
        draft.tell(concerned, Notice("vote_about_you", data))


def _name(request: Request, draft: Book, motion: str) -> str | Player:
    """Return whom a motion is about; AI players are called in the words of whoever reads it."""
    seat = guests.target(motion)
    held = None if seat is None else draft.seats.get(seat)
    if seat is None or held is None:
        return ""
    return request.session.people.name_of(held) or Player(seat, "ai", level=held.ai or "")


def recount(request: Request, before: Book, draft: Book) -> None:
    """Count again after somebody has come or gone: a motion that has the votes of those who are left is carried out."""
    guests.follow_votes(before, draft)
    motion = guests.standing(draft)
    if motion and len(draft.votes) >= guests.needed(draft, motion):
        _carry_out(request, draft, motion)


def _carry_out(request: Request, draft: Book, motion: str) -> Answer:
    """Do what was moved. The others are told of an end, and of whatever they have voted on."""
    kind, _, seat = motion.partition(":")
    now, voted = request.session.clock.now(), bool(draft.votes)
    draft.votes = ()
    told = _kick(request, draft, int(seat), now) if kind == "kick" else end_here(draft, now)
    if voted or kind == "end":
        others = [held for held in draft.persons.values() if held.user != request.person.user]
        draft.says.tells += [(UserRef(held.platform, held.external), told) for held in others]
    return Answer(told)


def end_here(draft: Book, now: float) -> Notice:
    """End the match, or where none is on close the table; return what is said of it."""
    if draft.row.state in ("playing", "between"):
        rounds.end_match(draft, "ended", now)
        rounds.seat_waiters(draft, now)
        return Notice("ended", {"table": draft.id})
    close(draft, now)
    return Notice("table_closed", {"table": draft.id})


def _kick(request: Request, draft: Book, seat: int, now: float) -> Notice:
    held = draft.seats[seat]
    name = _name(request, draft, f"kick:{seat}")
    vacate(draft, seat, now)
    if held.user is not None:
        ref = UserRef(held.platform, held.external)
        draft.says.tells.append((ref, Notice("you_were_kicked", {"table": draft.id})))
    return Notice("kicked", {"name": name})


def lapse(draft: Book) -> None:
    motion = guests.standing(draft)
    data = {"motion": motion.partition(":")[0], "votes": len(draft.votes), "needed": guests.needed(draft, motion)}
    for cast in draft.votes:
        held = draft.seats[cast.seat]
        draft.tell(held, Notice("vote_lapsed", data))
    draft.votes = ()


HANDLERS: Final = (Change(Kick, kick), Change(End, end), Change(Vote, vote))
