"""From a table to what its channel and its players see. Views come from the rules; nothing here looks into a hand.

The one way to a ``PublicUpdate`` uses the view of nobody and the events that everybody may know; a ``PrivateUpdate``
uses the view of its seat and the events that this seat may know.
"""

from __future__ import annotations

import json
from collections.abc import Set
from dataclasses import replace
from itertools import islice

from bot.session.host.clocks import VOTE_SECONDS
from bot.session.host.session import Session, Surroundings
from bot.session.host.table import Table
from bot.session.people.directory import never_of
from bot.session.port import commands as c
from bot.session.port.page import PAGE
from bot.session.port.updates import (
    CardCounter,
    ClocksShown,
    Counter,
    LobbyShown,
    Motion,
    Notice,
    Offered,
    Panel,
    Player,
    Posting,
    PrivateUpdate,
    PublicUpdate,
    RoundShown,
    ScoreShown,
    TableInfo,
    TablePlace,
)
from bot.session.state import dealing, motions
from bot.session.state.answers import advance_id, ahead_of, can_advance, may_come, may_pass, put_to, standing_order
from bot.session.state.book import Book, Waiter
from bot.session.state.guests import Place
from bot.session.state.moments import seat_moment, table_moment
from bot.session.state.rounds import next_number
from bot.session.state.unsaved import Unsaved
from games.base.actions import Action, Do, Pass
from games.base.cards import RANKS, Cards, rank_counts, rank_of, suit_of
from games.base.events import Event
from games.contract import View
from games.meant import kind_of
from storage.themes.tables import SeatRow

__all__ = ["addressed", "named", "panel", "players", "private_update", "public_update", "table_info"]

_OFFERS, _SINGLE_CARDS = 8, 16
"""So many suggested plays a panel shows; where plays are single cards, all of them."""


def table_info(session: Surroundings, book: Book) -> TableInfo:
    """Return what the table is."""
    row = book.row
    open_deals = bool(row.seed) or session.settings.seed is not None
    return TableInfo(
        id=row.id,
        game=row.game,
        preset=row.preset,
        options=book.options,
        clock=row.clock,
        taken_back=book.play.takeback is not None and (book.playing or book.play.result is not None),
        clock_rests=row.clock > 0 and not book.clock,
        state=row.state,
        seats=row.players,
        round=row.round,
        match=row.match,
        open_deals=open_deals,
        parked=row.parked,
        private=book.home.private,
        adrift=book.home.adrift,
        ratings="off" if open_deals else book.terms.ratings,
        counter=book.terms.counter,
        level=book.terms.level,
        contest=book.contest,
    )


def players(session: Surroundings, book: Book) -> tuple[Player, ...]:
    """Return who holds which seat."""
    return tuple(_player(session, book, seat, book.seats.get(seat)) for seat in range(book.row.players))


def dealt_in(session: Surroundings, book: Book) -> tuple[Player, ...]:
    """Return who played the round that is to be seen: whoever sits there, but of one that is over those who were
    dealt in.
    """
    here = players(session, book)
    if not book.showing or book.round is None:
        return here
    dealt = json.loads(book.round.seats)
    if len(dealt) != len(here):
        return here
    accounts = {one.seat: one for one in book.play.dealt_in}
    return tuple(
        here[seat]
        if book.has_seen(seat) or _is_same_ai(book, seat, ai)
        else _gone(session, book, seat, ai, accounts.get(seat))
        for seat, (_, ai) in enumerate(dealt)
    )


def _is_same_ai(book: Book, seat: int, level: str | None) -> bool:
    held = book.seats.get(seat)
    return level is not None and held is not None and held.ai == level and seat not in book.people.stand_ins


def _gone(session: Surroundings, book: Book, seat: int, level: str | None, who: Waiter | None) -> Player:
    """Return a player of the round who does not sit there any more."""
    if level is not None:
        return Player(seat, "ai", _ai_name(book, seat), level=level)
    person = None if who is None else session.people.at(who.platform, who.external)
    return Player(seat, "person", name="" if person is None else person.name)


def _ai_name(book: Book, seat: int) -> str:
    """Return what an AI player is called by, ``""`` if by its seat."""
    if book.contest is None:
        return ""
    return book.contest.ai_name(seat, {held.seat for held in book.seats.values() if held.user is not None})


def _player(session: Surroundings, book: Book, seat: int, held: SeatRow | None) -> Player:
    if held is None:
        return Player(seat, "empty")
    if held.user is None:
        return Player(seat, "ai", _ai_name(book, seat), level=held.ai or "", stand_in=seat in book.people.stand_ins)
    return Player(
        seat,
        "person",
        name=session.people.name_of(held),
        user=c.UserRef(held.platform, held.external),
        away=held.away,
        reachable=not session.reach.is_cut_off(book.people.ephemeral, held),
        ready=held.ready,
        host=held.user == book.row.host,
    )


def _round_shown(book: Book, seat: int | None) -> RoundShown:
    """Return what has happened in the round, as a seat (``None``: everybody) may know it."""
    recent = tuple(entry for entry in book.play.recent if _may_know(entry[0], seat))
    return RoundShown(recent, book.play.result, tuple(one for one in book.play.last if _may_know(one, seat)))


def _may_know(event: Event, seat: int | None) -> bool:
    return event.audience is None or (seat is not None and seat in event.audience)


def public_update(
    session: Session,
    table: Table,
    place: Place | None = None,
    *,
    renew: bool = False,
    ended: bool = False,
    ping: tuple[c.UserRef, ...] = (),
    left: bool = False,
) -> PublicUpdate:
    """Return the table for one of its places, the home if none is named. ``left``: one that it has just left."""
    book = table.book
    place = place or table.places[0]
    shown, here = dealt_in(session, book), players(session, book)
    wait = max(0, round(book.lobby.until - book.row.created_at))
    return PublicUpdate(
        table=replace(table_info(session, book), private=place.private),
        chat=place.ref,
        language=place.chat.language or session.settings.default_language,
        players=shown,
        coming=here if here != shown else (),
        view=None if book.play.state is None else book.public_view,
        play=_round_shown(book, None),
        score=ScoreShown(() if book.match is None else _totals(book), book.score.course, _tally(book)),
        next_players=number if (number := next_number(book)) != book.row.players else None,
        clocks=ClocksShown(seconds_left=session.seconds_left(table), due=session.due(table)),
        motion=_motion(session, table, place),
        lobby=LobbyShown(session.lobby_ends(table), wait, book.lobby.over and book.row.state == "lobby"),
        post=Posting(
            place.message,
            place.message_at,
            renew,
            left,
            session.are_quiet(session.people.in_seat(held) for held in _people_at(table, place)),
            moment=table_moment(book),
            shows=place.shows,
        ),
        ended=ended,
        ping=tuple(user for user in ping if not session.is_quiet(session.people.at(user.platform, user.external))),
        home=place.home,
        elsewhere=tuple(
            _title(session, table, other)
            for other in table.places
            if other.chat.id != place.chat.id and other.chat.platform != PAGE
        ),
        by_page=place.chat.platform != PAGE
        and (table.chat.platform == PAGE or any(held.platform == PAGE for held in book.persons.values())),
        fairness=dealing.public_promises(book, session.people.name_of),
        version=table.version,
    )


def _people_at(table: Table, place: Place) -> list[SeatRow]:
    """Return the seats of those who sit here through a place."""
    return [held for held in table.book.persons.values() if table.place_of(held).chat.id == place.chat.id]


def _title(session: Session, table: Table, place: Place) -> str:
    """Return what a place is called in the others: a private chat by the name of the person who sits here through it, whom
    everybody sees anyway, and not at all where nobody does."""
    if not place.private:
        return place.chat.title or place.chat.group_title
    theirs = sorted(_people_at(table, place), key=lambda held: held.user != table.book.row.host)
    return session.people.name_of(theirs[0]) if theirs else ""


def _totals(book: Book) -> tuple[int, ...]:
    """Return the score by seat; nothing where the house rules keep none."""
    unscored = book.contest is None and book.play.state is not None and book.public_view.public.scores is None
    return () if unscored else book.score.totals


def _tally(book: Book) -> tuple[int | None, ...]:
    """Return what each seat's person has won at this table, where there has been more than this match."""
    seats = [book.seats.get(seat) for seat in range(book.row.players)]
    told = tuple(None if held is None or held.user is None else book.score.tally.get(held.user, 0) for held in seats)
    totals = book.score.totals if book.match is not None else (0,) * book.row.players
    same = all(points is None or points == total for points, total in zip(told, totals, strict=True))
    return () if same else told


def _motion(session: Session, table: Table, place: Place) -> Motion | None:
    book, votes = table.book, table.book.votes
    if not votes:
        return None
    motion = motions.standing(book)
    cast, voters = {vote.seat for vote in votes}, motions.voters(book, motion)
    silent = [
        session.reach.to_ping(held)
        for held in _people_at(table, place)
        if held.seat in voters and held.seat not in cast and not session.is_quiet(session.people.in_seat(held))
    ]
    return Motion(
        kind=motion.partition(":")[0],
        seat=motions.target(motion),
        votes=len(votes),
        needed=motions.needed(book, motion),
        seconds=session.vote_seconds(table.id),
        limit=round(VOTE_SECONDS),
        until=round(session.clock.now()) + session.vote_seconds(table.id),
        called=tuple(user for user in silent if user is not None),
    )


def addressed(update: PrivateUpdate, user: c.UserRef) -> PrivateUpdate:
    """Return the same hand for another account of the same person: its messages stand on another platform."""
    if update.user == user:
        return update
    post, place = replace(update.post, message=None), replace(update.place, message=None)
    return replace(update, user=user, post=post, place=place)


def private_update(
    session: Session,
    table: Table,
    seat: int,
    *,
    alert: bool = False,
    reminder: bool = False,
    notice: Notice | None = None,
    hinted: Action | None = None,
) -> PrivateUpdate:
    """Return the table for one of its players; a round has been dealt. In their quiet hours nothing of it rings."""
    book = table.book
    held = book.seats[seat]
    assert held.user is not None
    place = table.place_of(held)
    person = session.people.in_seat(held)
    quiet = session.is_quiet(person)
    if (alert or reminder) and quiet:
        alert = reminder = False
        table.asked_quietly[seat] = book.questions.get(seat, "")
    view = book.game.view(book.play.state, seat)
    made = (
        panel(book, table.unsaved, seat, view, hinted, never_of(person))
        if book.playing and not book.row.parked
        else None
    )
    stored = made is None or not (made.picked or made.hinted or made.suit is not None)
    return PrivateUpdate(
        table=table_info(session, book),
        user=c.UserRef(held.platform, held.external),
        language=session.language_for(person, place.chat),
        seat=seat,
        players=dealt_in(session, book),
        view=view,
        panel=made,
        place=TablePlace(chat=place.ref, title="" if book.home.adrift else place.chat.title, message=place.message),
        play=_round_shown(book, seat),
        score=ScoreShown(totals=_totals(book)),
        earned=book.play.earned.get(seat, ()) if book.showing and book.has_seen(seat) else (),
        seconds_left=session.seconds_left(table).get(seat),
        due=session.due(table).get(seat),
        post=Posting(held.message, quiet=quiet, moment=seat_moment(book, seat) if stored else "", shows=held.shows),
        alert=alert,
        reminder=reminder,
        notice=notice,
        others=session.others_waiting(held.user, table.id),
        page=session.settings.page is not None,
        version=table.version,
    )


def panel(
    book: Book, unsaved: Unsaved, seat: int, view: View, hinted: Action | None = None, never: Set[str] = frozenset()
) -> Panel:
    """Return what a seat can press now. ``view`` is that seat's, ``never`` what its person never wants to be asked."""
    decision = book.decision(seat)
    asked = next((entry for entry in view.awaited if entry.seat == seat), None)
    waited = None if asked is None else put_to(asked, never)
    unwanted = asked.why if asked is not None and asked != waited else ""
    picked = unsaved.picked(book, seat)
    held, taken = rank_counts(view.hand or ()), rank_counts(picked)
    order = view.order or tuple(range(len(RANKS)))
    recognised = book.game.recognise(book.play.state, seat, picked) if picked else None
    suit = unsaved.open_suit(book, seat) if view.hand and _suits_matter(book, view) else None
    said, ahead = standing_order(book, seat, view), ahead_of(book, seat, view)
    advance_on = bool(said.ahead) if ahead else said.trick
    passing = waited is not None and may_pass(book, seat)
    return Panel(
        decision=decision,
        my_turn=waited is not None,
        why=waited.why if waited else "",
        offers=_offers(book, unsaved, seat, unwanted) if waited else (),
        counters=tuple(
            Counter(rank, held[rank], taken[rank], c.Pick(book.id, decision, rank)) for rank in order if held[rank]
        ),
        picked=picked,
        recognised=recognised,
        play=c.PlayPicked(book.id, decision) if waited and picked else None,
        pass_now=c.Offer(book.id, decision, unsaved.offer(book, seat, Pass())) if passing else None,
        advance=(
            c.AdvancePass(book.id, not advance_on, advance_id(book, seat, view, waits=waited is None))
            if advance_on or (may_come(view, seat) if waited is None else can_advance(view, seat))
            else None
        ),
        advance_on=advance_on,
        advance_why=ahead.partition("@")[0],
        clear=c.Clear(book.id, decision) if picked else None,
        undo=c.Undo(book.id, book.play.person_line)
        if book.may_take_back and book.play.person_line is not None
        else None,
        hint=c.Hint(book.id) if waited else None,
        hinted=None if hinted is None else _offered(book, unsaved, seat, hinted),
        readings=(
            tuple(_read_as(book, unsaved, seat, *other) for other in recognised.others)
            if waited and recognised is not None
            else ()
        ),
        suit=suit,
        suits=(
            tuple((other, c.Arrange(book.id, decision, other)) for other in range(-1, 4))
            if view.hand and _suits_matter(book, view)
            else ()
        ),
        cards=() if suit is None else _cards_of(book, view, decision, picked, suit),
    )


def _suits_matter(book: Book, view: View) -> bool:
    """Tell whether single cards are worth looking at: legal plays depend on suits, or a card of one
    suit can stand for others."""
    return book.game.suited or any(suit_of(card) is not None for card in view.wild)


def _cards_of(book: Book, view: View, decision: str, picked: Cards, suit: int) -> tuple[CardCounter, ...]:
    """Return the cards of a suit as they follow each other, the deuce below the three, then jokers and wild cards."""
    hand = view.hand or ()
    of_suit = [card for card in dict.fromkeys(hand) if suit_of(card) == suit and card not in view.wild]
    if view.order:
        of_suit.sort(key=lambda card: (rank_of(card) + 1) % 13)  # the kit counts the deuce, rank 12, above the ace
    rest = [card for card in dict.fromkeys(hand) if suit_of(card) is None or card in view.wild]
    return tuple(
        CardCounter(card, hand.count(card), picked.count(card), c.PickCard(book.id, decision, card))
        for card in (*of_suit, *rest)
    )


def _read_as(book: Book, unsaved: Unsaved, seat: int, action: Action, kind: str, rank: str) -> Offered:
    return Offered(action, c.Offer(book.id, book.decision(seat), unsaved.offer(book, seat, action)), kind, rank)


def _offers(book: Book, unsaved: Unsaved, seat: int, unwanted: str = "") -> tuple[Offered, ...]:
    """Suggested actions as buttons, without a verb that the person never wants; the pass has a button of its own."""
    offers: list[Offered] = []
    most = _SINGLE_CARDS if book.game.suited else _OFFERS
    for action in islice(book.game.suggest(book.play.state, seat), 4 * _OFFERS):
        with_cards = bool(getattr(action, "cards", ()))
        if isinstance(action, Do) and action.verb == unwanted:
            continue
        if not isinstance(action, Pass) and (len(offers) < most or not with_cards):
            offers.append(_offered(book, unsaved, seat, action))
    return tuple(offers)


def _offered(book: Book, unsaved: Unsaved, seat: int, action: Action) -> Offered:
    command = c.Offer(book.id, book.decision(seat), unsaved.offer(book, seat, action))
    kind, rank = named(book, seat, action)
    return Offered(action, command, kind, rank)


def named(book: Book, seat: int, action: Action) -> tuple[str, str]:
    """Kind and compared rank of a play as it would be taken now, ``""`` for what is no play."""
    return kind_of(book.game, book.play.state, seat, action)
