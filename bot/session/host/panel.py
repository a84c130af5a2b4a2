"""What a table is, and what a seat can press now, out of the table as it stands and of what its person has picked."""

from collections.abc import Sequence, Set
from itertools import islice
from typing import Final

from bot.session.host.thinker import Weighing
from bot.session.port import commands as c
from bot.session.port.updates import CardCounter, Counter, Offered, Panel, TableInfo, Weighed
from bot.session.state import answers as answering
from bot.session.state.book import Book
from games.base.actions import Action, Do, Pass
from games.base.cards import RANKS, Cards, rank_counts, rank_of, suit_of
from games.contract import View
from games.meant import containing, kind_of

__all__ = ["named", "panel", "table_info"]


_OFFERS: Final = 8


_SINGLE_CARDS: Final = 16  # So many suggested plays a panel shows; where plays are single cards, all of them


def table_info(book: Book, demonstration: bool) -> TableInfo:
    """What the table is; ``demonstration``: its deals are dealt from a seed that is set."""
    row = book.row
    open_deals = bool(row.terms.seed) or demonstration
    return TableInfo(
        id=row.id,
        game=row.game,
        preset=row.preset,
        options=book.options,
        clock=row.terms.clock,
        practice=book.play.practice and (book.playing or book.play.result is not None),
        clock_rests=row.terms.clock > 0 and not book.clock,
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


def panel(
    book: Book,
    unsaved: answering.Unsaved,
    seat: int,
    view: View,
    hinted: Weighing = (),
    never: Set[str] = frozenset(),
) -> Panel:
    decision = book.decision(seat)
    asked = next((entry for entry in view.awaited if entry.seat == seat), None)
    waited = None if asked is None else answering.put_to(asked, never)
    unwanted = asked.why if asked is not None and asked != waited else ""
    picked = unsaved.picked(book, seat)
    held, taken = rank_counts(view.hand or ()), rank_counts(picked)
    order = view.order or tuple(range(len(RANKS)))
    recognised = book.game.recognise(book.play.state, seat, picked) if picked else None
    # Single cards are worth looking at where legal plays depend on suits, or a card of one suit can stand for others.
    suits_matter = bool(view.hand) and (book.game.suited or any(suit_of(card) is not None for card in view.wild))
    suit = unsaved.open_suit(book, seat) if suits_matter else None
    suggested = tuple(islice(book.game.suggest(book.play.state, seat), 4 * _OFFERS)) if waited else ()
    said, ahead = answering.standing_order(book, seat, view), answering.ahead_of(book, seat, view)
    advance_on = bool(said.ahead) if ahead else said.trick
    passing = waited is not None and answering.may_pass(book, seat)
    return Panel(
        decision=decision,
        my_turn=waited is not None,
        why=waited.why if waited else "",
        offers=_offers(book, unsaved, seat, suggested, unwanted),
        counters=tuple(
            [Counter(rank, held[rank], taken[rank], c.Pick(book.id, decision, rank)) for rank in order if held[rank]]
        ),
        picked=picked,
        recognised=recognised,
        play=c.PlayPicked(book.id, decision) if waited and picked else None,
        pass_now=c.Offer(book.id, decision, unsaved.offer(book, seat, Pass())) if passing else None,
        advance=(
            c.AdvancePass(book.id, not advance_on, answering.advance_id(book, seat, view, waits=waited is None))
            if advance_on or (answering.may_come(view, seat) if waited is None else answering.can_advance(view, seat))
            else None
        ),
        advance_on=advance_on,
        advance_why=ahead.partition("@")[0],
        aside=() if (line := book.retractable) is None else (("undo", c.Undo(book.id, line)),),
        hint=c.Hint(book.id) if waited else None,
        weighed=tuple(Weighed(_offered(book, unsaved, seat, one), worth, by) for one, worth, by in hinted)
        if hinted
        else (),
        fitting=_fitting(book, unsaved, seat, suggested, by_card=suit is not None) if waited and picked else (),
        readings=tuple(
            Offered(action, c.Offer(book.id, decision, unsaved.offer(book, seat, action)), kind, rank)
            for action, kind, rank in (recognised.others if waited and recognised is not None else ())
        ),
        suit=suit,
        suits=(tuple((other, c.Arrange(book.id, decision, other)) for other in range(-1, 4)) if suits_matter else ()),
        cards=() if suit is None else _cards_of(book, view, decision, picked, suit),
    )


def _cards_of(book: Book, view: View, decision: str, picked: Cards, suit: int) -> tuple[CardCounter, ...]:
    """The cards of a suit as they follow each other, the deuce below the three, then jokers and wild cards."""
    hand = view.hand or ()
    of_suit = [card for card in dict.fromkeys(hand) if suit_of(card) == suit and card not in view.wild]
    if view.order:
        of_suit.sort(key=lambda card: (rank_of(card) + 1) % 13)  # the kit counts the deuce, rank 12, above the ace
    rest = [card for card in dict.fromkeys(hand) if suit_of(card) is None or card in view.wild]
    return tuple(
        CardCounter(card, hand.count(card), picked.count(card), c.PickCard(book.id, decision, card))
        for card in (*of_suit, *rest)
    )


def _offers(
    book: Book, unsaved: answering.Unsaved, seat: int, suggested: Sequence[Action], unwanted: str = ""
) -> tuple[Offered, ...]:
    """Suggested actions as buttons, without a verb that the person never wants; the pass has a button of its own."""
    offers: list[Offered] = []
    most = _OFFERS if "pass" in book.game.verbs else _SINGLE_CARDS
    for action in suggested:
        with_cards = bool(getattr(action, "cards", ()))
        if isinstance(action, Do) and action.verb == unwanted:
            continue
        if not isinstance(action, Pass) and (len(offers) < most or not with_cards):
            offers.append(_offered(book, unsaved, seat, action))
    return tuple(offers)


def _fitting(
    book: Book, unsaved: answering.Unsaved, seat: int, suggested: Sequence[Action], *, by_card: bool
) -> tuple[Offered, ...]:
    """What the picked cards may be part of, each combination once."""
    fitting: dict[object, Offered] = {}
    picked = unsaved.picked(book, seat)
    for action in containing(book.game, book.play.state, seat, picked, suggested, by_card=by_card):
        cards: Cards = getattr(action, "cards", ())
        suits = {suit_of(card) for card in cards}
        how = *named(book, seat, action), len(cards), *(suits if len(suits) == 1 else ())
        if how not in fitting:
            fitting[how] = _offered(book, unsaved, seat, action)
        if len(fitting) == _OFFERS:
            break
    return tuple(fitting.values())


def _offered(book: Book, unsaved: answering.Unsaved, seat: int, action: Action) -> Offered:
    command = c.Offer(book.id, book.decision(seat), unsaved.offer(book, seat, action))
    kind, rank = named(book, seat, action)
    return Offered(action, command, kind, rank)


def named(book: Book, seat: int, action: Action) -> tuple[str, str]:
    """Kind and compared rank of a play as it would be taken now, ``""`` for what is no play."""
    return kind_of(book.game, book.play.state, seat, action)
