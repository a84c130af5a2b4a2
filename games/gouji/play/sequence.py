"""How a sequence goes on: laying a set, rotation, its end, the next lead (GJ-5, GJ-18 to GJ-26, GJ-36).

A sequence is no trick of ``games.kit.climb``: there a pass binds nobody and the turn is all that is open between two deeds. Here
a pass bars a seat until the next lead, who has yielded is passed over but has the last word, and a set can open a duel or a
burn, in which others are asked out of turn: each of these is a state of its own (``docs/gouji-modes.md``).
"""

from __future__ import annotations

from dataclasses import replace

from games.base.cards import Cards, sort_cards
from games.base.events import EVERYONE, Event, LeadInherited, Passed, Played, TrickWon, WentOut
from games.contract import Act
from games.gouji.before.revolt_try import Trying
from games.gouji.events import FoursDue, Nullified, PointOpened, Yielded
from games.gouji.kinds import FOUR, unbeatable
from games.gouji.play.burn_answer import BurnAnswer
from games.gouji.play.burn_lead import BurnLead
from games.gouji.play.burn_offer import BurnOffer, window
from games.gouji.play.duel import Dueling, is_duel
from games.gouji.play.follow import Following, next_in_rotation
from games.gouji.play.last_word import LastChance
from games.gouji.play.lead import Leading, keeps_opening
from games.gouji.scoring import Over, ends, settle
from games.gouji.state import Round, StandingSet, Trick, opposite, removed

__all__ = [
    "PlayState", "after_last_word", "after_pass", "after_yield", "goes_out", "lay", "lay_lead", "lay_on", "lead_falls_to",
    "open_point", "over", "passes", "won",
]  # fmt: skip

PlayState = Leading | Following | LastChance | Dueling | BurnOffer | BurnAnswer | BurnLead | Trying | Over
"""Every state of phase ``play``, and the end."""


def over(round_: Round, events: list[Event]) -> Over:
    """End the round."""
    ended, told = settle(round_)
    events += told
    return ended


def goes_out(round_: Round, seat: int, events: list[Event]) -> Round:
    """Put a seat out as soon as its hand is empty (GJ-20)."""
    finished = (*round_.finished, seat)
    events.append(WentOut(audience=EVERYONE, seat=seat, place=len(finished)))
    return replace(round_, finished=finished)


def lay(
    round_: Round,
    standing: StandingSet,
    beaten: StandingSet | None,
    events: list[Event],
    *,
    verb: str = "play",
    auto: bool = False,
) -> Round:
    """Move the cards from the hand to the table; a seat left with its 3s is blocked by whoever beats its last set (GJ-36)."""
    seat, cards = standing.seat, standing.cards
    lead = beaten is None
    kind, rank = standing.kind.value, standing.made.rank
    events.append(Played(audience=EVERYONE, seat=seat, cards=cards, kind=kind, rank=rank, auto=auto, lead=lead))
    act = Act(seat, verb, cards, kind, rank, auto=auto, lead=lead, trick=round_.number)
    round_ = round_.with_hand(seat, removed(round_.hands[seat], cards)).told(act)
    blocked = round_.blocked
    if beaten is not None and round_.active(beaten.seat) and round_.only_threes(beaten.seat):
        blocked = (*blocked, (beaten.seat, seat))
    round_ = replace(round_, played=round_.played | {seat}, blocked=blocked)
    return round_ if round_.hands[seat] else goes_out(round_, seat, events)


def lay_lead(state: Leading, cards: Cards, events: list[Event], *, auto: bool = False) -> PlayState:
    """Begin a new sequence, in which nobody is barred (GJ-18). An opener keeps its opening or loses it (GJ-26)."""
    round_ = replace(state.round, number=state.round.number + 1)
    standing = StandingSet.of(state.turn, cards, round_.rules)
    if round_.must_fours is not None:
        if not keeps_opening(state, standing.made):
            opener = frozenset({state.turn})
            round_ = replace(round_, opened=round_.opened - opener, forfeited=round_.forfeited | opener)
            events.append(Nullified(audience=EVERYONE, seat=state.turn))
        # The 4s are due with this one lead: whatever it is, nothing is due afterwards.
        round_ = replace(round_, must_fours=None)
    round_ = lay(round_, standing, None, events, auto=auto)
    return _stands(round_, Trick(standing), events)


def lay_on(round_: Round, trick: Trick, seat: int, cards: Cards, events: list[Event]) -> PlayState:
    """Beat the standing set; who had yielded to that is barred (GJ-22), unless it is the yielder's own."""
    standing = StandingSet.of(seat, cards, round_.rules)
    round_ = lay(round_, standing, trick.standing, events)
    # ``has_yielded`` stays: a seat yields once in a sequence, also when it has come back with the last word.
    barred = trick.barred if trick.yielder in (None, seat) else trick.barred | {trick.yielder}
    return _stands(round_, replace(trick, standing=standing, barred=barred, yielder=None), events)


def _stands(round_: Round, trick: Trick, events: list[Event]) -> PlayState:
    """Decide what follows a set that has been laid outside a burn (GJ-8, GJ-19, GJ-23)."""
    standing = trick.standing
    # The order matters: the end of the round comes before all else, and an unbeatable set asks nobody, not even for a
    # duel. Whether there is a duel is judged after the owner has gone out, which may begin an entanglement.
    if ends(round_):
        return over(round_, events)
    if unbeatable(standing.made, round_.rules.sets):
        return won(round_, standing.seat, events)
    if is_duel(round_, standing):
        return _duel(round_, trick)
    return _rotate(round_, trick, standing.seat, events)


def _duel(round_: Round, trick: Trick) -> PlayState:
    """Ask the owner's opposite, by some house rules after those who may burn (GJ-23, GJ-28a)."""
    asked = window(round_, trick) if round_.rules.burn_window == "before" else ()
    if asked:
        return BurnOffer(round_, trick, asked[0], asked[1:], duel_follows=True)
    return Dueling(round_, trick, opposite(trick.standing.seat))


def _rotate(round_: Round, trick: Trick, seat: int, events: list[Event]) -> PlayState:
    """Pass the turn on from this seat, or end the sequence (GJ-19, GJ-22)."""
    following = next_in_rotation(round_, trick, seat)
    if following is not None:
        return Following(round_, trick, following)
    if trick.yielder is not None:
        return LastChance(round_, trick, trick.yielder)
    return won(round_, trick.standing.seat, events)


def passes(round_: Round, seat: int, events: list[Event], *, kind: str = "") -> Round:
    """Tell a pass. ``kind`` ``burn``: no set is passed on, a burn is declined."""
    events.append(Passed(audience=EVERYONE, seat=seat))
    return round_.told(Act(seat, "pass", kind=kind, trick=round_.number))


def after_pass(state: Following, events: list[Event]) -> PlayState:
    """Bar a seat that passes in rotation until the next lead (GJ-19)."""
    round_ = passes(state.round, state.turn, events)
    trick = replace(state.trick, barred=state.trick.barred | {state.turn})
    return _rotate(round_, trick, state.turn, events)


def after_yield(state: Following, events: list[Event]) -> PlayState:
    """Pass the yielder over; it waits for the last word (GJ-22)."""
    seat = state.turn
    events.append(Yielded(audience=EVERYONE, seat=seat))
    round_ = state.round.told(Act(seat, "yield", trick=state.round.number))
    trick = replace(state.trick, yielder=seat, has_yielded=state.trick.has_yielded | {seat})
    return _rotate(round_, trick, seat, events)


def after_last_word(state: LastChance, events: list[Event]) -> PlayState:
    """End the sequence, as the yielder does not beat the set after all."""
    return won(passes(state.round, state.turn, events), state.trick.standing.seat, events)


def open_point(round_: Round, seat: int, events: list[Event]) -> Round:
    """Open the point; the 4s that the seat holds are due with its next lead (GJ-25, GJ-26)."""
    events.append(PointOpened(audience=EVERYONE, seat=seat))
    fours = round_.holds(seat, FOUR)
    if fours:  # told to the opener alone: the others learn by its next lead whether it held any (GJ-44)
        events.append(FoursDue(audience=frozenset({seat}), seat=seat, count=fours))
    return replace(round_, opened=round_.opened | {seat}, must_fours=seat if fours else None)


def won(round_: Round, winner: int, events: list[Event]) -> PlayState:
    """End a sequence: its winner leads, or the next active seat after it (GJ-21)."""
    leader = winner if round_.active(winner) else round_.next_active(winner)
    events.append(TrickWon(audience=EVERYONE, seat=winner, leader=leader))
    if leader != winner:
        events.append(LeadInherited(audience=EVERYONE, seat=leader, winner=winner))
    return lead_falls_to(round_, leader, events)


def lead_falls_to(round_: Round, leader: int, events: list[Event]) -> PlayState:
    """Give this seat the lead; a hand of nothing but 3s is led by itself, all at once (GJ-5)."""
    state = Leading(round_, leader)
    # ``lay_lead`` may come back here for the next leader. It ends: each time one more hand is empty.
    if round_.only_threes(leader):
        return lay_lead(state, sort_cards(round_.hands[leader]), events, auto=True)
    return state
