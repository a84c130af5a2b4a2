"""One's hand: looked at, picked from, a hint for it; what has been played; the last play taken back; a word to the others."""

import json
import math
import re
from collections import Counter
from dataclasses import replace
from typing import Final

from bot.session.host import tell
from bot.session.host.panel import table_info
from bot.session.host.request import Answer, Change, Look, Question, Refused, Request
from bot.session.host.tell import dealt_in, has_outlet, players, private_update, public_update
from bot.session.play import turns
from bot.session.port import commands
from bot.session.port.page import PAGE
from bot.session.port.protocols import FACES, PHRASES, Phrase, PhraseFrontend
from bot.session.port.replies import PlainLines, PlayedCard
from bot.session.port.updates import Notice
from bot.session.state.book import Book, take_back
from games.base.cards import RANKS, Card, Cards, card_text, cards_text, rank_of, sort_cards, sort_key
from games.contract import View
from games.kit.memory import still_out
from storage.api import UnitOfWork

__all__ = [
    "HANDLERS", "arrange", "choose", "clear", "hint", "my_hand", "pick", "pick_card", "played", "say", "show_table", "undo",
]  # fmt: skip

_LISTED: Final = re.compile("[2-9TJQKA][shdc]|[2-9TJQKAxX]")


def _round_seat(request: Question, book: Book) -> int:
    seat = request.seat(book)
    if book.play.state is None or (book.showing and not book.has_seen(seat)):
        raise Refused("not_dealt_yet" if book.row.match is None else "no_round_now", table=book.id)
    return seat


def _my_hand_now(request: Question, decision: str) -> tuple[int, View]:
    """Return the seat that a picking button is for, and what it sees."""
    book = request.table.book
    seat = turns.seat_of_button(book, request.person.user, decision)
    return seat, book.game.view(book.play.state, seat)


async def pick(request: Question, command: commands.Pick) -> Answer:
    seat, view = _my_hand_now(request, command.decision)
    of_rank = [card for card in view.hand or () if rank_of(card) == command.rank]
    if not of_rank:
        raise Refused("card_not_held")
    # A card that can stand for others is taken last, of suits that decide the lowest first.
    of_rank.sort(key=lambda card: (card in view.wild, sort_key(card, view.suits) if view.suits else ()))
    picked = request.unsaved.picked(request.table.book, seat)
    others = [card for card in picked if rank_of(card) != command.rank]
    taken = len(picked) - len(others)
    wanted = (0 if taken == len(of_rank) else len(of_rank)) if command.all else (taken + 1) % (len(of_rank) + 1)
    request.unsaved.pick(request.table.book, seat, sort_cards([*others, *of_rank[:wanted]]))
    return Answer(panel=seat)


async def pick_card(request: Question, command: commands.PickCard) -> Answer:
    """Take one card, or put it back if it (every copy of it) is picked; or pick exactly so many copies."""
    seat, view = _my_hand_now(request, command.decision)
    hand, card = view.hand or (), Card(command.card)
    picked = list(request.unsaved.picked(request.table.book, seat))
    if card not in hand:
        raise Refused("card_not_held")
    wanted = command.count if command.count >= 0 else (picked.count(card) + 1) % (hand.count(card) + 1)
    picked = [other for other in picked if other != card] + [card] * min(wanted, hand.count(card))
    request.unsaved.pick(request.table.book, seat, sort_cards(picked))
    return Answer(panel=seat)


async def choose(request: Question, command: commands.Choose) -> Answer:
    """Pick what is taken from a list, and put the rest of the list back. Cards that are picked already stay the ones picked."""
    seat, view = _my_hand_now(request, command.decision)
    before = Counter(request.unsaved.picked(request.table.book, seat))
    names = _LISTED.findall(command.among)
    taken: dict[str, set[int]] = {}
    for entry in filter(None, command.taken.split(",")):
        found = _LISTED.match(entry)
        name = "" if found is None else found[0]
        count = entry.count(name)
        if name not in names or name * count != entry:
            raise Refused("card_not_held")
        taken.setdefault(name, set()).add(count)
    rest, picked = list(view.hand or ()), list[Card]()
    usual = {rank_of(card) for card in rest if card not in view.wild}
    for name in names:
        pool = [
            card
            for card in rest
            if name == card_text(card)
            or (name == RANKS[rank_of(card)] and (card not in view.wild or rank_of(card) not in usual))
        ]
        rest = [card for card in rest if card not in pool]
        had = (Counter(pool) & before).total()
        wanted = max(taken.get(name, set()) - {had}, default=had if name in taken else 0)
        if wanted > len(pool):
            raise Refused("card_not_held")
        picked += sorted(pool, key=lambda card: card not in before)[:wanted]
    picked += (Counter(rest) & before).elements()
    request.unsaved.pick(request.table.book, seat, sort_cards(picked))
    return Answer(panel=seat)


async def arrange(request: Question, command: commands.Arrange) -> Answer:
    seat, _ = _my_hand_now(request, command.decision)
    if command.suit not in range(-1, 4):
        raise Refused("stale_decision")
    request.unsaved.arrange(request.table.book, seat, command.suit)
    return Answer(panel=seat)


async def clear(request: Question, command: commands.Clear) -> Answer:
    seat, _ = _my_hand_now(request, command.decision)
    request.unsaved.pick(request.table.book, seat, ())
    return Answer(panel=seat)


async def my_hand(request: Question, command: commands.MyHand) -> Answer:
    book = request.table.book
    seat = _round_seat(request, book)
    _check_reach(request, book, seat)
    if command.plain:
        return Answer(PlainLines((f"Hand: {cards_text(book.game.view(book.play.state, seat).hand or ())}".rstrip(),)))
    return Answer(panel=seat)


def _check_reach(request: Question, book: Book, seat: int) -> None:
    """Refuse to show a hand to somebody whom it could reach only before the eyes of a group."""
    if (
        request.origin.chat is not None
        and not request.origin.ephemeral
        and request.session.reach.to_ping(book.seats[seat]) is not None
    ):
        raise Refused("hand_unreachable", table=book.id, platform=request.origin.user.platform, start_link=book.id)


async def show_table(request: Question, command: commands.ShowTable) -> Answer:
    """Show the public state: posted anew in the place where it was asked for, answered to who asks in another private chat."""
    session, table = request.session, request.table
    if command.plain:
        hidden = table.book.contest is not None and not _alone_there(request)
        view = None if table.book.play.state is None or hidden else table.book.public_view
        return Answer(PlainLines(_plain(table.book, view, table.chat.platform)))
    place = None if request.origin.place is None else table.place_at(request.origin.place)
    elsewhere = request.origin.chat is None and place is None
    update = public_update(session, table, place, renew=True)
    update = replace(update, post=replace(update.post, message=None))
    if elsewhere or not has_outlet(session, update.chat.platform):
        return Answer(update if _alone_there(request) else tell.concealed(update))
    table.version += 1
    tell.show_table(session, replace(update, version=table.version))
    return Answer()


def _alone_there(request: Question) -> bool:
    """Whether the answer is read by somebody alone who sits there."""
    return request.origin.chat is None and request.table.book.seat_of(request.person.user) is not None


def _count_places(book: Book, home: str) -> int:
    """Return in how many places the table is shown; the page is one as soon as somebody sits there by it."""
    page = home != PAGE and any(held.platform == PAGE for held in book.persons.values())
    return 1 + len(book.places) + page


def _plain(book: Book, view: View | None, home: str) -> tuple[str, ...]:
    row = book.row
    head: dict[str, object] = {
        "table": row.id,
        "game": row.game,
        "state": row.state,
        "round": row.round,
        "places": _count_places(book, home),
    }
    if row.match is not None:
        head["match"] = row.match
    facts = {} if view is None else dict(view.facts)
    return tuple(f"{key}: {_value(value)}" for key, value in {**head, **facts}.items())


def _value(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=dict, ensure_ascii=False)


async def hint(request: Question, command: commands.Hint) -> Answer:
    """Tell what the strongest AI player thinks best here, for the sender alone. Thinks outside the table's mailbox."""
    table = request.table

    async def question() -> tuple[Book, int, str]:
        book = table.book
        seat = _round_seat(request, book)
        if all(waited.seat != seat for waited in book.awaited):
            raise Refused("no_hint_now")
        _check_reach(request, book, seat)
        return book, seat, book.decision(seat)

    book, seat, decision = await table.mailbox.call(question)
    view, level = book.game.view(book.play.state, seat), book.game.levels[-1]
    weighing = await request.session.thinker.weigh(book.row.game, view, level)
    if weighing is None:
        request.session.meter.count("thinker_failures")
        raise Refused("hint_busy")

    async def show() -> Answer:
        if table.book.decision(seat) != decision or table.book.seat_of(request.person.user) != seat:
            raise Refused("stale_decision")
        table.version += 1
        return Answer(private_update(request.session, table, seat, hinted=weighing))

    return await table.mailbox.call(show)


# -- what has been played
async def played(request: Question, command: commands.PlayedCards) -> Answer:
    return _played_card(request, None)


async def turn(request: Question, command: commands.TurnPlayed) -> Answer:
    """Show other tricks of a round; of a round that is over and gone the newest ones of the one that is on."""
    row = request.table.book.row
    upto = command.upto if command.round == f"{row.match}-{row.round}" else None
    return _played_card(request, upto, picture=command.picture)


def _played_card(request: Question, upto: int | None, *, picture: bool = False) -> Answer:
    """Show what is known of the round: from the seat of who plays it, from nobody's for others."""
    book = request.table.book
    if book.play.state is None or book.row.match is None:
        raise Refused("not_dealt_yet" if book.row.match is None else "no_round_now", table=book.id)
    if book.contest is not None and book.seat_of(request.person.user) is None:
        raise Refused("not_seated", table=book.id)  # other tables may still be playing these cards
    if request.origin.chat is not None:
        request.unsaved.watch(request.person.user)
    seat = book.seat_of(request.person.user)
    if seat is not None and book.showing and not book.has_seen(seat):
        seat = None  # who has come since saw as much of it as everybody
    view = book.public_view if seat is None else book.game.view(book.play.state, seat)
    return Answer(
        PlayedCard(
            table=table_info(book, request.session.settings.seed is not None),
            view=view,
            players=dealt_in(request.session, book, players(request.session, book)),
            round=f"{book.row.match}-{book.row.round}",
            upto=upto,
            out=_out(book, view),
            seated=seat is not None,
            picture=picture,
            theme=str(request.person.prefs.get("pictures", "dark")),
        )
    )


def _out(book: Book, view: View) -> Cards | None:
    """What is still out, if the table lets people ask and it matters any more."""
    if not book.terms.counter or not book.playing:
        return None
    return still_out(view, book.game.pack(book.options, book.row.players))


# -- the last play taken back
async def undo(request: Request, draft: Book, unit: UnitOfWork, command: commands.Undo) -> Answer:
    """Take the sender's last play back; the next one has to be made before another can be."""
    seat = request.seat(draft)
    if not draft.playing:
        raise Refused("takeback_too_late" if draft.round is not None else "not_dealt_yet", table=draft.id)
    if not draft.alone:
        raise Refused("takeback_company")
    if draft.play.person_line is None:
        raise Refused("takeback_nothing")
    if command.line not in (-1, draft.play.person_line):
        raise Refused("stale_decision")
    assert draft.match is not None, "a round is on"
    take_back(draft, await unit.matches.actions(draft.match.id, draft.row.round))
    held = draft.seats[seat]
    draft.seats[seat] = replace(held, away=False, timeouts=0, remaining=None, autopass="")
    return Answer(Notice("taken_back"))


# -- a word to the others
async def say(question: Question, command: commands.Say) -> Answer:
    """Pass a phrase on to every platform that can show what passes; nothing is stored, and nobody's turn is touched."""
    session, table = question.session, question.table
    seat = question.seat(table.book)
    if command.phrase not in (*PHRASES, *FACES):
        raise Refused("unknown_phrase")
    wait = session.talk.wait(question.person.user, session.clocks.uptime())
    if wait > 0:
        raise Refused("talk_slower", seconds=math.ceil(wait))
    chat = table.chat
    said = Phrase(table.id, commands.ChatRef(chat.platform, chat.external, chat.thread), seat, command.phrase)
    for frontend in session.frontends.values():
        if isinstance(frontend, PhraseFrontend):
            frontend.hear(said)
    return Answer()


HANDLERS: Final = (
    Look(commands.MyHand, my_hand),
    Look(commands.ShowTable, show_table),
    Look(commands.Pick, pick),
    Look(commands.PickCard, pick_card),
    Look(commands.Choose, choose),
    Look(commands.Arrange, arrange),
    Look(commands.Clear, clear),
    Look(commands.Hint, hint, slow=True),
    Look(commands.PlayedCards, played),
    Look(commands.TurnPlayed, turn),
    Change(commands.Undo, undo),
    Look(commands.Say, say),
)
