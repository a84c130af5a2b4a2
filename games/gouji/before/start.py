"""The way to the first lead: tributes, purchases, declarations, a revolter's try (GJ-9 to GJ-17)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from games.base.actions import Action, Do
from games.base.cards import RANKS, Card, Cards, Rank, rank_of, sort_cards
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Event, Played
from games.contract import Act
from games.gouji.before.revolt_try import Trying
from games.gouji.events import (
    AnsweredHidden,
    Bought,
    Declared,
    LeadReverted,
    No,
    Returned,
    ReturnSeen,
    TributeDeclined,
    TributeGiven,
    TryBeaten,
    TryHeld,
    TryLaid,
)
from games.gouji.kinds import DEUCE, FOUR, MAIN, THREE, Kind, cards_by_rank, kind_of, makeup_of
from games.gouji.play.sequence import PlayState, goes_out, lead_falls_to, over, passes
from games.gouji.scoring import Over, ends, void
from games.gouji.sets import leads
from games.gouji.state import SEATS, Due, Round, StandingSet, opposite, removed, team_of, turn_order
from games.kit.climb import require_held

__all__ = [
    "Buying", "Declaring", "Hidden", "Returning", "State", "after_buy", "after_declaration", "after_return", "after_try",
    "asked_again", "begin_buying", "begin_declaring", "begin_play", "begin_tributes", "buy_fours", "buy_threes", "check_buy",
    "check_declaration", "check_return", "give_next", "legal_buys", "legal_declarations", "legal_returns", "lowest_returns",
    "returned", "shown",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hidden:
    """An answer that is known to its seat alone: ``challenge``, ``revolt`` (perhaps with the cards of a try), ``decline``."""

    seat: int
    verb: str
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class Declaring:
    """Phase ``declare``: ``asked`` answer in any order, hidden until all have. ``tried``: the lone revolter's try, known
    from the first stage on."""

    round: Round
    stage: Literal["first", "counter"]
    asked: tuple[int, ...]
    answers: tuple[Hidden, ...] = ()
    tried: Hidden | None = None

    @property
    def waiting(self) -> tuple[int, ...]:
        answered = {answer.seat for answer in self.answers}
        return tuple(seat for seat in self.asked if seat not in answered)


def _has_main_cards(hand: Cards) -> bool:
    return rank_of(hand[-1]) >= DEUCE


def check_declaration(state: Declaring, seat: int, action: Action) -> None:
    """Refuse a declaration that the hand or the house rules do not allow."""
    match action:
        case Do("challenge", ()):
            if not state.round.rules.point_challenge:
                raise IllegalAction(No.NO_CHALLENGE, "GJ-17")
            if not state.round.holds(seat, FOUR):
                raise IllegalAction(No.NO_FOUR, "GJ-17")
        case Do("revolt", cards):
            if state.stage == "counter":
                raise IllegalAction(No.COUNTER_ONLY, "GJ-13a")
            _check_revolt(state, seat, cards)
        case Do("decline", ()):
            pass
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-13", phase="declare")


def _check_revolt(state: Declaring, seat: int, cards: Cards) -> None:
    rules, hand = state.round.rules, state.round.hands[seat]
    if not rules.revolution:
        raise IllegalAction(No.NO_REVOLUTION, "GJ-14")
    if _has_main_cards(hand):
        raise IllegalAction(No.MAIN_CARDS, "GJ-14")
    if not cards:
        return
    if not rules.revolt_try:
        raise IllegalAction(No.NO_TRY, "GJ-16")
    require_held(cards, hand, "GJ-16")
    made = makeup_of(cards)
    if made is None or kind_of(made, rules.sets) is not Kind.OPEN:
        raise IllegalAction(No.TRY_NOT_OPEN, "GJ-16")


def legal_declarations(state: Declaring, seat: int) -> Iterator[Action]:
    rules, hand = state.round.rules, state.round.hands[seat]
    if rules.point_challenge and state.round.holds(seat, FOUR):
        yield Do("challenge")
    if state.stage == "first" and rules.revolution and not _has_main_cards(hand):
        yield Do("revolt")
        if rules.revolt_try:
            tries = (cards for made, cards in leads(hand) if kind_of(made, rules.sets) is Kind.OPEN)
            yield from (Do("revolt", cards) for cards in tries)
    yield Do("decline")


def shown(state: Declaring, events: list[Event]) -> Declaring:
    """Show the answers when all are in: valid challenges count, the others are void (GJ-13, GJ-17)."""
    round_ = state.round
    revolters = frozenset(answer.seat for answer in state.answers if answer.verb == "revolt")
    challengers = [answer.seat for answer in state.answers if answer.verb == "challenge"]
    out = round_.revolted | revolters
    valid = frozenset(
        seat
        for seat in challengers
        if round_.holds(opposite(seat), FOUR) and not {seat, opposite(seat)} & out and round_.active(opposite(seat))
    )
    void = tuple(sorted(set(challengers) - valid))
    events.append(
        Declared(
            audience=EVERYONE, stage=state.stage, challengers=tuple(sorted(valid)), void=void,
            revolters=tuple(sorted(revolters)),
        )
    )  # fmt: skip
    for answer in sorted(state.answers, key=lambda answer: answer.seat):
        kind = ("valid" if answer.seat in valid else "void") if answer.verb == "challenge" else ""
        round_ = round_.told(Act(answer.seat, answer.verb, answer.cards, kind))
    # A second revolter makes a try void, also one who lays nothing (GJ-16). After a counter stage, in which nobody can
    # revolt, the try of the first stage still stands.
    tries = [answer for answer in state.answers if answer.cards]
    tried = tries[0] if len(tries) == 1 and len(revolters) == 1 else state.tried
    round_ = replace(round_, challenged=round_.challenged | valid)
    return replace(state, round=round_, answers=(), asked=(), tried=tried)


def asked_again(round_: Round) -> tuple[int, ...]:
    """List the opposites of lone valid challengers (GJ-13a)."""
    if not round_.rules.counter_challenge:
        return ()
    return tuple(sorted(opposite(seat) for seat in round_.challenged if opposite(seat) not in round_.challenged))


@dataclass(frozen=True, slots=True)
class Returning:
    """Phase ``return``: the receiver of ``current`` sends as many cards back as ``given``, or declines if it may.
    ``pending`` are the dues after it."""

    round: Round
    current: Due
    given: Cards
    pending: tuple[Due, ...]

    @property
    def turn(self) -> int:
        return self.current.receiver


def _highest(hand: Cards, count: int) -> Cards:
    """Take the highest cards, equal ranks in the order of suits (GJ-3, GJ-10)."""
    return tuple(sorted(hand, key=lambda card: (-rank_of(card), card))[:count])


def give_next(round_: Round, pending: tuple[Due, ...], events: list[Event]) -> Returning | Round:
    """Pay the next due by itself; return the round alone if none is left. A due from or to an empty hand lapses."""
    for at, due in enumerate(pending):
        if not round_.hands[due.giver] or not round_.hands[due.receiver]:
            continue
        # From the hand as it is now: cards that came in a moment ago may go on at once (GJ-10).
        given = _highest(round_.hands[due.giver], due.cards)
        round_ = _moved(round_, due.giver, due.receiver, given)
        round_ = round_.told(Act(due.giver, "tribute", given, kind=due.kind, number=due.receiver))
        told = TributeGiven(audience=EVERYONE, due=due.kind, seat=due.giver, to=due.receiver, cards=given)
        events.append(told)
        return Returning(round_, due, given, pending[at + 1 :])
    return round_


def _moved(round_: Round, giver: int, receiver: int, cards: Cards) -> Round:
    round_ = round_.with_hand(giver, removed(round_.hands[giver], cards))
    return round_.with_hand(receiver, sort_cards([*round_.hands[receiver], *cards]))


def check_return(state: Returning, seat: int, action: Action) -> None:
    """Refuse what is not as many held cards as were given."""
    match action:
        case Do("return", cards):
            require_held(cards, state.round.hands[state.turn], "GJ-10")
            if len(cards) != len(state.given):
                raise IllegalAction(No.RETURN_COUNT, "GJ-10", count=len(state.given), given=len(cards))
        case Do("decline", ()):
            if not state.round.rules.decline_tribute:
                raise IllegalAction(No.NO_DECLINE, "GJ-10", count=len(state.given))
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-10", phase="return")


def returned(state: Returning, action: Do, events: list[Event]) -> Returning | Round:
    """Send the cards back and pay the next due."""
    seat, to = state.turn, state.current.giver
    if action.verb == "decline":
        round_ = _moved(state.round, seat, to, state.given).told(Act(seat, "decline", state.given, number=to))
        events.append(TributeDeclined(audience=EVERYONE, seat=seat, to=to, cards=state.given))
    else:
        cards = sort_cards(action.cards)
        round_ = _moved(state.round, seat, to, cards).told(Act(seat, "return", number=len(cards)))
        round_ = replace(round_, returns=(*round_.returns, (seat, to, cards)))
        events.append(Returned(audience=EVERYONE, seat=seat, to=to, count=len(cards)))
        events.append(ReturnSeen(audience=frozenset({seat, to}), seat=seat, to=to, cards=cards))
    return give_next(round_, state.pending, events)


def lowest_returns(hand: Cards, count: int) -> Cards:
    """Take the lowest cards that are not 3s, 3s only where these do not suffice."""
    ordered = sorted(hand, key=lambda card: (rank_of(card) == THREE, card))
    return sort_cards(ordered[:count])


def legal_returns(state: Returning, seat: int) -> Iterator[Action]:
    """List every choice of cards by rank, and declining if the house rules let it."""
    ranks = [cards for cards in cards_by_rank(state.round.hands[state.turn]) if cards]
    yield from (Do("return", sort_cards(cards)) for cards in _choices(ranks, 0, len(state.given)))
    if state.round.rules.decline_tribute:
        yield Do("decline")


def _choices(ranks: list[list[Card]], at: int, count: int) -> Iterator[list[Card]]:
    if count == 0:
        yield []
        return
    if at == len(ranks):
        return
    for taken in range(min(count, len(ranks[at])) + 1):
        for rest in _choices(ranks, at + 1, count - taken):
            yield ranks[at][:taken] + rest


@dataclass(frozen=True, slots=True)
class Buying:
    """Phase ``buy``: every active seat says whether it buys a 4, hidden until all have."""

    round: Round
    answers: tuple[tuple[int, str], ...] = ()

    @property
    def waiting(self) -> tuple[int, ...]:
        answered = {seat for seat, _ in self.answers}
        return tuple(seat for seat in self.round.actives if seat not in answered)


def check_buy(state: Buying, seat: int, action: Action) -> None:
    """Refuse buying for a hand that has a 4 or nothing to pay with."""
    match action:
        case Do("buy", ()):
            if state.round.holds(seat, FOUR):
                raise IllegalAction(No.HAS_FOUR, "GJ-12")
            if rank_of(state.round.hands[seat][-1]) < DEUCE:
                raise IllegalAction(No.NOTHING_TO_PAY, "GJ-12")
        case Do("decline", ()):
            pass
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-12", phase="buy")


def legal_buys(state: Buying, seat: int) -> Iterator[Action]:
    """Offer buying if the hand may, and declining."""
    hand = state.round.hands[seat]
    if not state.round.holds(seat, FOUR) and rank_of(hand[-1]) >= DEUCE:
        yield Do("buy")
    yield Do("decline")


def buy_threes(round_: Round, events: list[Event]) -> Round:
    """Get a 3 for each active seat without one, in turn order from the leader."""
    for seat in turn_order(round_.setting.leader):
        if round_.active(seat) and not round_.holds(seat, THREE):
            round_ = _bought(round_, seat, THREE, events)
    return round_


def buy_fours(state: Buying, events: list[Event]) -> Round:
    """Make the purchases that were asked for, in turn order from the leader."""
    round_, buyers = state.round, {seat for seat, answer in state.answers if answer == "buy"}
    for seat in turn_order(round_.setting.leader):
        if seat in buyers:
            round_ = _bought(round_, seat, FOUR, events)
    return round_


def _bought(round_: Round, seat: int, rank: Rank, events: list[Event]) -> Round:
    """Buy one card from the first in the row that can spare one; change nothing if nobody can."""
    order = (opposite(seat), *((seat + step) % SEATS for step in (2, 4, 1, 5)))
    seller = next((other for other in order if round_.active(other) and round_.holds(other, rank) >= 2), None)
    if seller is None:
        return round_
    card = next(card for card in round_.hands[seller] if rank_of(card) == rank)
    paid = () if team_of(seller) == team_of(seat) else _payment(round_, seat)
    mine = sort_cards([*removed(round_.hands[seat], paid), card])
    theirs = sort_cards([*removed(round_.hands[seller], (card,)), *paid])
    round_ = round_.with_hand(seat, mine).with_hand(seller, theirs)
    events.append(Bought(audience=EVERYONE, seat=seat, seller=seller, card=card, paid=paid))
    return round_.told(Act(seat, "bought", paid, rank=RANKS[rank], number=seller))


def _payment(round_: Round, seat: int) -> tuple[Card, ...]:
    """Take one 2, for want of it a small joker, then a big one, then nothing."""
    for rank in MAIN:
        for card in round_.hands[seat]:
            if rank_of(card) == rank:
                return (card,)
    return ()


State = Returning | Buying | Declaring | PlayState


def begin_tributes(round_: Round, due: tuple[Due, ...], events: list[Event]) -> State:
    """Settle the dues of the last round, in their order (GJ-10)."""
    return _after_exchange(give_next(round_, tuple(sorted(due, key=lambda one: one.order)), events), events)


def after_return(state: Returning, action: Do, events: list[Event]) -> State:
    """Go on after a tribute has been answered."""
    return _after_exchange(returned(state, action, events), events)


def _after_exchange(settled: Returning | Round, events: list[Event]) -> State:
    return settled if isinstance(settled, Returning) else begin_buying(settled, events)


def begin_buying(round_: Round, events: list[Event]) -> State:
    """Buy 3s, which goes by itself, and ask about 4s (GJ-11, GJ-12)."""
    round_ = buy_threes(round_, events)
    # Everybody is asked, also a seat that could not buy: to be passed over would tell that it holds a 4 (GJ-44b).
    return Buying(round_) if round_.rules.buy_fours and round_.actives else begin_declaring(round_, events)


def after_buy(state: Buying, seat: int, action: Do, events: list[Event]) -> State:
    """Note an answer; when all are in, make the purchases."""
    events.append(AnsweredHidden(audience=EVERYONE, seat=seat, phase="buy"))
    state = replace(state, answers=(*state.answers, (seat, action.verb)))
    return state if state.waiting else begin_declaring(buy_fours(state, events), events)


def begin_declaring(round_: Round, events: list[Event]) -> State:
    """Ask for revolution and challenges, if the house rules know either (GJ-13)."""
    rules = round_.rules
    if not (rules.revolution or rules.point_challenge) or not round_.actives:
        return begin_play(round_, None, events)
    return Declaring(round_, "first", round_.actives)


def after_declaration(state: Declaring, seat: int, action: Do, events: list[Event]) -> State:
    """Note an answer; when all are in, show them and draw the consequences."""
    events.append(AnsweredHidden(audience=EVERYONE, seat=seat, phase="declare"))
    state = replace(state, answers=(*state.answers, Hidden(seat, action.verb, action.cards)))
    if state.waiting:
        return state
    revolters = frozenset(answer.seat for answer in state.answers if answer.verb == "revolt")
    stage = state.stage
    state = shown(state, events)  # which clears the answers: what is needed of them has been taken above
    if stage == "counter":
        return begin_play(state.round, state.tried, events)
    allowed = 2 if state.round.rules.two_revolts == "allow" else 1
    if len(revolters) > allowed:
        ended, told = void(state.round)
        events += told
        return ended
    # Only now do the revolters leave the round: of a void one nobody has, and all hands are shown.
    round_ = replace(state.round, revolted=state.round.revolted | revolters)
    again = asked_again(round_)
    if again:
        return Declaring(round_, "counter", again, tried=state.tried)
    return begin_play(round_, state.tried, events)


def begin_play(round_: Round, tried: Hidden | None, events: list[Event]) -> State:
    """Give the lead, or lay the lone revolter's try before it (GJ-16, GJ-18)."""
    if ends(round_):
        return over(round_, events)
    if tried is not None and round_.active(opposite(tried.seat)):
        return _lay_try(round_, tried, events)
    return _first_lead(round_, events)


def _first_lead(round_: Round, events: list[Event]) -> PlayState:
    leader = round_.setting.leader
    return lead_falls_to(round_, leader if round_.active(leader) else round_.next_active(leader), events)


def _lay_try(round_: Round, tried: Hidden, events: list[Event]) -> Trying:
    seat, to = tried.seat, opposite(tried.seat)
    standing = StandingSet.of(seat, tried.cards, round_.rules)
    round_ = round_.with_hand(seat, removed(round_.hands[seat], tried.cards))
    round_ = replace(round_, number=round_.number + 1, played=round_.played | {seat})
    round_ = round_.told(
        Act(seat, "play", standing.cards, standing.kind.value, standing.made.rank, lead=True, trick=round_.number)
    )
    events.append(TryLaid(audience=EVERYONE, seat=seat, to=to, cards=standing.cards))
    return Trying(round_, standing, to)


def after_try(state: Trying, cards: Cards | None, events: list[Event]) -> PlayState | Over:
    """Go on after the revolter's opposite has passed (``None``) or beaten the try: the leader leads."""
    seat, revolter = state.turn, state.standing.seat
    round_ = state.round
    if cards is None:
        round_ = passes(round_, seat, events)
        round_ = replace(round_, opened=round_.opened | {revolter})
    else:
        standing = StandingSet.of(seat, cards, round_.rules)
        round_ = round_.with_hand(seat, removed(round_.hands[seat], cards))
        kind, rank = standing.kind.value, standing.made.rank
        round_ = round_.told(Act(seat, "play", standing.cards, kind, rank, trick=round_.number))
        round_ = replace(round_, played=round_.played | {seat})
        told = Played(audience=EVERYONE, seat=seat, cards=standing.cards, kind=kind, rank=rank)
        events.append(told)
    events.append((TryHeld if cards is None else TryBeaten)(audience=EVERYONE, seat=revolter))
    if cards is not None and not round_.hands[seat]:
        round_ = goes_out(round_, seat, events)
        if ends(round_):
            return over(round_, events)
    leader = round_.setting.leader
    leader = leader if round_.active(leader) else round_.next_active(leader)
    events.append(LeadReverted(audience=EVERYONE, seat=leader))
    return lead_falls_to(round_, leader, events)
