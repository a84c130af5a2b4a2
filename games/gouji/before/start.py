"""The way from the deal to the first lead: tributes, purchases, declarations, a revolter's try (GJ-9)."""

from __future__ import annotations

from dataclasses import replace

from games.base.actions import Do
from games.base.cards import Cards
from games.base.events import EVERYONE, Event, Played
from games.contract import Act
from games.gouji.before.declaration import Declaring, Hidden, asked_again, shown
from games.gouji.before.exchange import Returning, give_next, returned
from games.gouji.before.purchase import Buying, buy_fours, buy_threes
from games.gouji.before.revolt_try import Trying
from games.gouji.events import AnsweredHidden, LeadReverted, TryBeaten, TryHeld, TryLaid
from games.gouji.play.sequence import PlayState, goes_out, lead_falls_to, over, passes
from games.gouji.scoring import Over, ends, void
from games.gouji.state import Due, Round, StandingSet, opposite, removed

__all__ = [
    "State", "after_buy", "after_declaration", "after_return", "after_try", "begin_buying", "begin_declaring", "begin_play",
    "begin_tributes",
]  # fmt: skip

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
