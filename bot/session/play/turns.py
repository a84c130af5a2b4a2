"""Acting at the table: typed actions, buttons that name one, passes in advance, being away and back, what the clock does when a
person lets it run out, and who answers when no person does (AI players, stand-ins, passes in advance, standing preferences).

Such an answer is prepared outside the table's mailbox, waits for a time that is drawn without looking at any card, and
enters the mailbox; it counts only if the same decision is still open and still not the person's own.
"""

import asyncio
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from bot.session.host import change
from bot.session.host.clocks import Due
from bot.session.host.request import Answer, Change, Refused, Request, refusal_of
from bot.session.host.session import PendingAnswer, Session, Surroundings, Table, TableBroken
from bot.session.host.tell import has_outlet, private_update, show_hand
from bot.session.people.directory import never_of
from bot.session.port.commands import AdvancePass, Away, Back, ClosePoll, DoVerb, Offer, PlayPicked, PlayText
from bot.session.port.commands.record import Elsewhere
from bot.session.port.replies import Menu, MenuEntry
from bot.session.port.updates import Notice
from bot.session.state import answers, rounds
from bot.session.state import answers as answering
from bot.session.state.book import Book
from games.base.actions import Action, Bid, Pass, Play, verb_of
from games.base.actions import Do as DoAction
from games.base.errors import AmbiguousPlay, IllegalAction, NotationError, Refusal
from games.base.events import Played
from games.base.words import begins_with
from games.contract import Awaited
from games.meant import is_legal, kind_of, meant
from games.typed import typed
from storage.api import Unavailable, UnitOfWork

if TYPE_CHECKING:
    from bot.session.host.session import Session, Table
    from bot.session.state.book import Book
    from games.contract import Awaited
    from storage.api import UnitOfWork

__all__ = [
    "HANDLERS", "advance_pass", "apply_action", "away", "back", "choose", "do", "offer", "play_picked", "play_text",
    "seat_of_button", "time_up", "wake",
]  # fmt: skip

_TIMEOUTS: Final = 2  # Clock answers in a row after which an AI player acts


# -- an action on a draft, by whomever
def apply_action(session: Surroundings, draft: Book, seat: int, action: Action, cause: str) -> None:
    """Carry an action out on a draft, with what it means for the seat: its clock, its picks, whether it is away.
    ``IllegalAction`` changes nothing."""
    asked = draft.questions
    rounds.act(draft, seat, action, cause, session.dice, session.clock.now())
    for other, was in draft.seats.items():
        if was.remaining is not None and draft.questions.get(other) != asked.get(other):
            draft.seats[other] = replace(was, remaining=None)
    held = draft.seats[seat]
    timeouts = held.timeouts + 1 if cause == "clock" else 0 if cause == "player" else held.timeouts
    away = held.away
    if cause == "clock" and timeouts >= _TIMEOUTS and not away:
        away = True
        draft.says.notices[seat] = Notice("clock_away", {"table": draft.id})
    elif cause == "clock":
        draft.says.notices[seat] = Notice("clock_acted", {"table": draft.id})
    draft.seats[seat] = replace(held, timeouts=timeouts, away=away)
    session.meter.count("fallbacks", int(cause == "clock"))


async def time_up(session: Session, table: Table, due: Due) -> None:
    """Act on a clock that has reached a reminder or its end (runs in the mailbox)."""
    clock = session.clocks.of(table.id, due.seat)
    book = table.book
    if clock is None or table.broken or not clock.question == due.question == book.questions.get(due.seat):
        return
    if due.what == "remind":
        _remind(session, table, due.seat)
        return

    async def work(draft: Book, unit: UnitOfWork) -> None:
        action = draft.game.fallback(draft.play.state, due.seat)
        apply_action(session, draft, due.seat, action, "clock")

    try:
        await change.change(session, table, work)
    except Exception:
        session.clocks.call_again(due)
        raise


def _remind(session: Session, table: Table, seat: int) -> None:
    held = table.book.seats[seat]
    person = session.people.in_seat(held)
    if not has_outlet(session, held.platform) or (person is not None and not person.wants("reminders")):
        return
    table.version += 1
    table.attention.unrung.pop(seat, None)
    show_hand(session, private_update(session, table, seat, alert=True, reminder=True))


# -- who may act, where
def _my_round(request: Request, draft: Book) -> int:
    """The sender's seat, while a round is on."""
    seat = request.seat(draft)
    if not draft.playing:
        raise Refused("not_dealt_yet" if draft.row.match is None else "no_round_now", table=draft.id)
    return seat


def _check_decision(draft: Book, seat: int, decision: str) -> None:
    """Refuse a button that was made for another person or another question."""
    if decision == draft.decision(seat):
        return
    owner = decision.split(".")[2:3]
    raise Refused("stale_decision" if owner in ([], [str(seat)]) else "not_your_button")


def seat_of_button(book: Book, user: int, decision: str) -> int:
    """The seat whose decision a button of this person answers, while it is open."""
    seat = book.seat_of(user)
    if seat is None:
        raise Refused("not_your_button")
    if not book.playing:
        raise Refused("stale_decision")
    _check_decision(book, seat, decision)
    return seat


def _waited(draft: Book, seat: int) -> Awaited | None:
    return next((entry for entry in draft.awaited if entry.seat == seat), None)


def _check_private(request: Request, draft: Book, seat: int, *, typed_text: bool) -> None:
    """Refuse a hidden decision, unexamined, where others read along."""
    waited = _waited(draft, seat)
    alone = request.origin.chat is None or (request.origin.ephemeral and not typed_text)
    if waited is not None and waited.private and not alone:
        raise Refused("hidden_in_private", table=draft.id, start_link=draft.id)


# -- the actions
async def play_text(request: Request, draft: Book, unit: UnitOfWork, command: PlayText) -> Answer:
    """Carry out /play, /pass, /bid, /do and plain text: read as people type, echoed as understood."""
    return _typed(request, draft, command)


def _typed(request: Request, draft: Book, command: PlayText, *, verb_first: bool = False) -> Answer:
    """Carry out what was typed; ``verb_first``: it has to begin with a verb (after /do)."""
    seat = _my_round(request, draft)
    _check_private(request, draft, seat, typed_text=True)
    game, waited = draft.game, _waited(draft, seat)
    why = "" if waited is None else waited.why
    if verb_first and begins_with(command.text, game.words, why) is None:
        verbs = sorted(game.verbs) if request.origin.chat is not None else answering.verbs_now(draft, seat)
        code = "unknown_verb" if command.text else "which_verb"
        named = {"part": command.text.split()[0]} if command.text else {}
        raise Refused(code, verbs=",".join(verbs), why=why, game=game.key, **named)  # type: ignore[arg-type]
    try:
        said = typed(command.text, game, why)
        if why and said.why not in ("", why):  # a word for another question: it came too late, or too early
            raise Refused("other_question", why=why, action=_sample(request, draft, seat), game=game.key)
        action = meant(game, draft.play.state, seat, said)
    except AmbiguousPlay as several:
        raise Refused.with_body(_which_one(request, draft, seat, several, sizes=bool(said.others))) from None
    except (NotationError, IllegalAction) as error:
        raise refusal_of(error, draft, _sample(request, draft, seat), asked=waited is not None) from None
    if said.needs_confirmation and not command.sure:
        raise Refused.with_body(_confirm(request, draft, seat, action))
    if not command.sure:
        _check_hope(request, draft, seat, action)
    return _act(request, draft, seat, action)


def _sample(request: Request, draft: Book, seat: int) -> str:
    """Something that could be typed: what this seat may do, where nobody else reads it, else what anybody might."""
    if _waited(draft, seat) is None or (request.origin.chat is not None and not request.origin.ephemeral):
        return answering.public_sample(draft)
    return answering.own_sample(draft, seat)


def _which_one(request: Request, draft: Book, seat: int, several: AmbiguousPlay, *, sizes: bool) -> Menu:
    """Ask which of several actions is meant; ``sizes``: they differ by the jokers in them, so that all cards are named."""
    entries = []
    for action in several.choices:
        button, data = (
            _button(request, draft, seat, action),
            {"cards": getattr(action, "cards", ()), "game": draft.row.game},
        )
        if isinstance(action, Play) and sizes:
            entries.append(MenuEntry("menu.cards", button, data))
        elif isinstance(action, Play):
            kind, rank = kind_of(draft.game, draft.play.state, seat, action)
            entries.append(MenuEntry("menu.reading", button, {**data, "kind": kind, "rank": rank}))
        else:
            verb = "menu.deed" if data["cards"] else "menu.verb"
            entries.append(MenuEntry(verb, button, {**data, "verb": verb_of(action)}))
    same = len({getattr(action, "cards", ()) for action in several.choices}) == 1
    return Menu(Notice("which_reading" if same else "which_play"), tuple(entries))


def _confirm(request: Request, draft: Book, seat: int, action: Action) -> Menu:
    """Return a lone joker, typed as a letter that a keyboard may have changed: said in words, and asked."""
    data = {"cards": getattr(action, "cards", ())}
    yes = MenuEntry("menu.yes_play", _button(request, draft, seat, action), data)
    return Menu(Notice("confirm_letter", data), (yes, MenuEntry("menu.cancel", ClosePoll())))


def _check_hope(request: Request, draft: Book, seat: int, action: Action) -> None:
    """Ask once before what the sender's own hand shows to be in vain."""
    if not is_legal(draft.game, draft.play.state, seat, action) or not draft.game.hopeless(
        draft.play.state, seat, action
    ):
        return
    data = {"verb": verb_of(action), "cards": getattr(action, "cards", ()), "game": draft.row.game}
    yes = MenuEntry("menu.deed", _button(request, draft, seat, action), data)
    raise Refused.with_body(
        Menu(
            Notice(f"refusal.{Refusal.HOPELESS.value}", {"game": draft.row.game}),
            (yes, MenuEntry("menu.cancel", ClosePoll())),
        )
    )


def _button(request: Request, draft: Book, seat: int, action: Action) -> Offer:
    return Offer(draft.id, draft.decision(seat), request.unsaved.offer(draft, seat, action))


async def do(request: Request, draft: Book, unit: UnitOfWork, command: DoVerb) -> Answer:
    text = f"{command.verb.strip()} {command.cards}".strip()
    return _typed(request, draft, PlayText(text, command.table), verb_first=True)


async def offer(request: Request, draft: Book, unit: UnitOfWork, command: Offer) -> Answer:
    seat = _my_button(request, draft, command.decision)
    action = request.unsaved.offered(draft, seat, command.digest)
    if action is None:
        raise Refused("stale_offer")
    answer = _act(request, draft, seat, action)
    return Answer(panel=seat, toast=answer.body if isinstance(answer.body, Notice) else None)


async def play_picked(request: Request, draft: Book, unit: UnitOfWork, command: PlayPicked) -> Answer:
    """Play the picked cards as what they have been recognised as."""
    seat = _my_button(request, draft, command.decision)
    cards = request.unsaved.picked(draft, seat)
    if not cards:
        raise Refused("nothing_picked")
    action = draft.game.recognise(draft.play.state, seat, cards).action or Play(cards)
    _check_hope(request, draft, seat, action)
    answer = _act(request, draft, seat, action)
    return Answer(panel=seat, toast=answer.body if isinstance(answer.body, Notice) else None)


def _my_button(request: Request, draft: Book, decision: str) -> int:
    seat = seat_of_button(draft, request.person.user, decision)
    _check_private(request, draft, seat, typed_text=False)
    return seat


def _act(request: Request, draft: Book, seat: int, action: Action) -> Answer:
    """Carry a person's action out and say how it was understood. Whoever acts is back."""
    waited = _waited(draft, seat)
    why = "" if waited is None else waited.why
    try:
        apply_action(request.session, draft, seat, action, "player")
    except (IllegalAction, NotationError) as error:
        raise refusal_of(error, draft, _sample(request, draft, seat), asked=waited is not None) from None
    _present(draft, seat)
    return Answer(_echo(draft, seat, action, why))


def _present(draft: Book, seat: int) -> None:
    held = draft.seats[seat]
    if held.away or held.timeouts:
        draft.seats[seat] = replace(held, away=False, timeouts=0)


def _echo(draft: Book, seat: int, action: Action, why: str) -> Notice:
    """How it was understood; ``why`` is the question that was answered."""
    match action:
        case Pass():
            code = {"bid": "passed_bid", "burn": "passed_burn"}.get(why, "passed")
            return Notice(code, {"game": draft.row.game})
        case Bid(amount):
            return Notice("bid", {"amount": amount})
        case DoAction(verb, ()):
            return Notice("did_alone", {"verb": f"{verb}.{why}", "game": draft.row.game})
        case DoAction(verb, cards):
            return Notice("did", {"verb": verb, "cards": cards, "game": draft.row.game})
        case Play(cards):
            for event in draft.says.events:
                if isinstance(event, Played) and event.seat == seat and not event.auto:
                    data = {"cards": event.cards, "kind": event.kind, "rank": event.rank, "game": draft.row.game}
                    return Notice("played", data)
            return Notice("did", {"verb": "play", "cards": cards, "game": draft.row.game})


# -- in advance, away, back
async def advance_pass(request: Request, draft: Book, unit: UnitOfWork, command: AdvancePass) -> Answer:
    """Pass for the rest of this trick, or take that back."""
    seat = _my_round(request, draft)
    view = draft.public_view
    waits = bool(command.decision) and command.decision == draft.decision(seat)
    if waits and command.on and request.unsaved.has_turned(request.session.clocks.uptime()):
        raise Refused("stale_decision")  # it was meant for the trick before
    if command.decision and not waits and command.decision != answering.advance_id(draft, seat, view):
        _check_decision(draft, seat, command.decision.rpartition(".")[0])
        raise Refused("stale_decision")
    said = answering.standing_order(draft, seat, view)
    ahead = answering.ahead_of(draft, seat, view) if command.decision and not waits else ""
    now_on = bool(said.ahead) if ahead else said.trick
    wanted = not now_on if command.on is None else command.on
    if wanted and not (answering.may_come(view, seat) if waits else answering.can_advance(view, seat)):
        raise Refused("autopass_nothing")
    said = replace(said, ahead=ahead if wanted else "") if ahead else replace(said, trick=wanted)
    draft.seats[seat] = replace(draft.seats[seat], autopass=said.text(draft, view.trick))
    _present(draft, seat)
    if ahead:
        notice = Notice("declined_ahead" if wanted else "declined_ahead_off", {"why": ahead.partition("@")[0]})
    else:
        notice = Notice("autopass_on" if wanted else "autopass_off")
    return Answer(panel=seat, toast=notice) if command.decision else Answer(notice)


async def away(request: Request, draft: Book, unit: UnitOfWork, command: Away) -> Answer:
    """Let an AI player act for the sender until they act themselves."""
    seat = request.seat(draft)
    clock = request.session.clocks.of(draft.id, seat)
    left = None if clock is None else clock.remaining(request.session.clocks.uptime())
    draft.seats[seat] = replace(draft.seats[seat], away=True, remaining=left)
    return Answer(Notice("away_on", {"table": draft.id}))


async def back(request: Request, draft: Book, unit: UnitOfWork, command: Back) -> Answer:
    seat = request.seat(draft)
    if not draft.seats[seat].away:
        raise Refused("not_away", table=draft.id)
    _present(draft, seat)
    return Answer(Notice("back_on", {"table": draft.id}))


HANDLERS: Final = (
    Change(PlayText, play_text),
    Change(DoVerb, do),
    Change(Offer, offer),
    Change(PlayPicked, play_picked),
    Change(AdvancePass, advance_pass),
    Change(Away, away),
)


_RETRY = 2.0  # Seconds until an answer is tried again that the store did not take
_RANDOM_OUT_OF = 2000  # A ``random`` player chooses among so many of its legal actions at most


@dataclass(frozen=True, slots=True)
class _Job:
    """An answer to prepare: by an AI player of a level, or an action that is known already."""

    question: str
    cause: str
    level: str = ""
    action: Action | None = None
    at_once: bool = False  # The person has given this very answer before, so that it may come without delay


def wake(session: Session, table: Table) -> None:
    """See to it that every decision which no person takes is being answered, and no other. Returns at once, and changes nothing;
    called after each job in a table's mailbox."""
    wanted: dict[int, _Job] = {}
    if not (table.held or table.broken) and session.tables.get(table.id) is table:
        for waited in table.book.awaited:
            job = _job(session, table, waited)
            if job is not None:
                wanted[waited.seat] = job
    table.drop_pending(
        keep=lambda seat, pending: (
            seat in wanted and (pending.question, pending.cause) == (wanted[seat].question, wanted[seat].cause)
        )
    )
    for seat, job in wanted.items():
        if seat not in table.pending:
            pending = table.pending[seat] = PendingAnswer(job.question, job.cause)
            pending.task = session.tasks.start(_prepare(session, table, table.book, seat, job, pending))


def _job(session: Session, table: Table, waited: Awaited) -> _Job | None:
    book = table.book
    held = book.seats[waited.seat]
    question = book.questions[waited.seat]
    if held.user is None:
        return _Job(question, "stand_in" if waited.seat in book.people.stand_ins else "ai", level=held.ai or "")
    never = never_of(session.people.in_seat(held))
    action, said_already = answers.answer_in_advance(book, waited, book.public_view, never)
    if action is not None:
        return _Job(question, "auto", action=action, at_once=said_already)
    return _Job(question, "stand_in", level=rounds.stand_in_level(book)) if held.away else None


async def _prepare(session: Session, table: Table, book: Book, seat: int, job: _Job, pending: PendingAnswer) -> None:
    """Think and wait, both at once; then queue the answer. ``book`` is the table as it was when the seat was asked."""
    delay = 0.0 if job.at_once else session.settings.ai_delay * session.delays.uniform(0.6, 1.4)
    if job.action is None:
        thinking = asyncio.ensure_future(choose(session, book, seat, job.level))
        try:
            await session.clock.sleep(delay)
            while delay and not thinking.done():  # thought that takes longer shows in whole delays only
                await session.clock.sleep(delay)
            action = await thinking
        finally:
            thinking.cancel()
    else:
        await session.clock.sleep(delay)
        action = job.action
    table.mailbox.post(lambda: _answer(session, table, seat, pending, action))


async def choose(session: Session, book: Book, seat: int, level: str) -> Action | None:
    """What an AI player of a level does for a seat, from that seat's view alone; ``None`` if it could not say."""
    action: Action | None = None
    try:
        if level == "random":
            return session.delays.choice(list(islice(book.game.legal(book.play.state, seat), _RANDOM_OUT_OF)))
        whole = level == book.game.levels[-1] and book.row.game in session.thinker.trained
        legal = tuple(book.game.legal(book.play.state, seat)) if whole else ()
        action = await session.thinker.choose(book.row.game, book.game.view(book.play.state, seat), level, legal)
    except Exception as error:  # the table goes on with the fallback
        session.complain("an AI player failed", None, error, game=book.row.game, level=level)
    if action is None:
        session.meter.count("thinker_failures")
    return action


async def _answer(session: Session, table: Table, seat: int, pending: PendingAnswer, action: Action | None) -> None:
    """Take the answer (in the mailbox) if the decision is still open and still this pending's to take."""
    if table.pending.get(seat) is not pending or table.book.questions.get(seat) != pending.question:
        return

    async def work(draft: Book, unit: UnitOfWork) -> None:
        chosen = action if action is not None else draft.game.fallback(draft.play.state, seat)
        try:
            draft.game.check(draft.play.state, seat, chosen)
        except IllegalAction as refusal:
            session.complain("an answer was refused", table, code=refusal.code)
            chosen = draft.game.fallback(draft.play.state, seat)
        apply_action(session, draft, seat, chosen, pending.cause)

    try:
        await change.change(session, table, work)
    except Unavailable:
        session.meter.count("store_errors")
        session.tasks.start(_later(session, table, seat, pending, action))
    except (TableBroken, Elsewhere):
        pass
    except Exception as error:  # nothing has changed; the fallback is tried in a moment, so that nobody waits for ever
        session.complain("an answer could not be carried out", table, error)
        session.tasks.start(_later(session, table, seat, pending, None))


async def _later(session: Session, table: Table, seat: int, pending: PendingAnswer, action: Action | None) -> None:
    await session.clock.sleep(_RETRY)
    table.mailbox.post(lambda: _answer(session, table, seat, pending, action))
