"""The play: leading, following, last words, duels and the questions of a burn (GJ-18 to GJ-35), and how a sequence goes on."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.base.actions import Action, Do, Pass, Play
from games.base.cards import Cards, rank_of, sort_cards
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Event, LeadInherited, Passed, Played, TrickWon, WentOut
from games.contract import Act
from games.gouji.before.revolt_try import Trying
from games.gouji.events import FoursDue, No, Nullified, PointOpened, Yielded
from games.gouji.kinds import FOUR, Kind, Makeup, is_gouji, unbeatable
from games.gouji.scoring import Over, ends, settle
from games.gouji.sets import answers, check_beats, check_set, leads
from games.gouji.state import SEATS, Burn, Round, StandingSet, Trick, opposite, removed, team_of

__all__ = [
    "BurnAnswer", "BurnLead", "BurnOffer", "Dueling", "Following", "LastChance", "Leading", "OnSet", "PlayState",
    "after_last_word", "after_pass", "after_yield", "check_lead", "check_offer", "check_on_set", "check_run",
    "goes_out", "is_duel", "keeps_opening", "lay", "lay_lead", "lay_on", "lead_falls_to", "legal_burns",
    "legal_leads", "legal_on_set", "legal_runs", "may_be_asked", "next_in_rotation", "open_point", "opens", "over",
    "passes", "why_no_yield", "window", "won",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Leading:
    """``mode`` ``lead``: ``turn`` opens a new sequence and must play."""

    round: Round
    turn: int


@dataclass(frozen=True, slots=True)
class OnSet:
    """The modes in which ``turn`` is asked about the set that stands."""

    round: Round
    trick: Trick
    turn: int


@dataclass(frozen=True, slots=True)
class BurnAnswer(OnSet):
    """``mode`` ``burn_answer``: ``turn``, the burner's opposite, stops the burn with a set that beats, or passes. What
    beats a set with a joker has a joker itself, or is gouji-level in a burn anyway (GJ-29)."""

    burn: Burn


@dataclass(frozen=True, slots=True)
class BurnLead:
    """``mode`` ``burn_lead``: ``turn``, the burner, leads any set with a joker, and must."""

    round: Round
    turn: int
    burn: Burn


def check_run(state: BurnLead, seat: int, action: Action) -> None:
    """Refuse a lead without a joker."""
    match action:
        case Play(cards, reading):
            made = check_set(cards, reading, state.round.hands[state.turn])
            if not made.jokers:
                raise IllegalAction(No.RUN_NEEDS_JOKER, "GJ-31")
        case Pass():
            raise IllegalAction(Refusal.MUST_LEAD, "GJ-31")
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-31", phase="burn_lead")


def legal_runs(state: BurnLead, seat: int) -> Iterator[Action]:
    """List every set of the hand that holds a joker."""
    yield from (Play(cards) for made, cards in leads(state.round.hands[state.turn]) if made.jokers)


@dataclass(frozen=True, slots=True)
class BurnOffer(OnSet):
    """``mode`` ``burn_offer``: ``turn`` may burn the standing set; ``waiting`` are asked after it. ``burn`` is the burn
    that would be countered, ``None`` in a first window; if nobody burns there, ``duel_follows`` says whether the owner's
    opposite is asked, or has answered already."""

    waiting: tuple[int, ...]
    burn: Burn | None = None
    duel_follows: bool = False


def window(round_: Round, trick: Trick) -> tuple[int, ...]:
    """List who is asked for a first burn of the standing set; nobody if its owner is gone or burns are off (GJ-28)."""
    return may_be_asked(round_, trick) if round_.rules.burn and round_.active(trick.standing.seat) else ()


def may_be_asked(round_: Round, trick: Trick) -> tuple[int, ...]:
    """List the two other opponents of the standing set's owner, as far as they are asked for a burn, in order."""
    owner = trick.standing.seat
    asked = ((owner + 1) % SEATS, (owner + 5) % SEATS)
    return tuple(seat for seat in asked if _is_asked(round_, trick, seat))


def _is_asked(round_: Round, trick: Trick, seat: int) -> bool:
    # By public facts alone: a seat without jokers is asked like any other, else the silence would tell of its hand.
    if not round_.active(seat) or seat in trick.barred:
        return False
    if round_.rules.burn_needs_play and seat not in round_.played:
        return False
    own_open = any(team_of(opener) == team_of(seat) for opener in round_.opened)
    return not (round_.rules.burn_when == "before_own_open" and own_open)


def _too_early(state: BurnOffer) -> bool:
    """Whether a burn has to wait for somebody's opening, as the seat holds a 4 (GJ-35)."""
    early = state.round.rules.burn_when == "after_open" and not state.round.opened
    return early and state.round.holds(state.turn, FOUR) > 0


def check_offer(state: BurnOffer, seat: int, action: Action) -> None:
    """Refuse what is neither a pass nor a burn that GJ-29 and GJ-35 allow."""
    match action:
        case Do("burn", cards):
            made = check_set(cards, None, state.round.hands[state.turn])
            check_beats(made, state.trick.standing, state.round.rules.sets)
            if not made.jokers:
                raise IllegalAction(No.BURN_NEEDS_JOKER, "GJ-29")
            if _too_early(state):
                raise IllegalAction(No.BURN_BEFORE_OPEN, "GJ-35")
        case Pass():
            pass
        case Do("yield", ()):
            raise IllegalAction(No.YIELD_NOT_NOW, "GJ-22")
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-28", phase="burn_offer")


def legal_burns(state: BurnOffer, seat: int) -> Iterator[Action]:
    """List every set that may be burned with, and a pass."""
    if not _too_early(state):
        rules, hand = state.round.rules.sets, state.round.hands[state.turn]
        yield from (Do("burn", cards) for _, cards in answers(hand, state.trick.standing.made, rules, joker=True))
    yield Pass()


class Dueling(OnSet):
    """``mode`` ``duel``: ``turn``, the opposite of the standing set's owner, answers it or passes."""


def is_duel(round_: Round, standing: StandingSet) -> bool:
    """Whether only the owner's opposite may answer this set (GJ-23, GJ-24, GJ-27)."""
    if round_.entangled or not round_.active(opposite(standing.seat)):
        return False
    return is_gouji(standing.made, round_.rules.sets)


def opens(round_: Round, standing: StandingSet) -> bool:
    """Whether the owner opens the point if its opposite passes now (GJ-25)."""
    owner = standing.seat
    if standing.kind is not Kind.OPEN or owner in round_.opened or owner in round_.forfeited:
        return False
    return round_.rules.natural_open or round_.holds(owner, FOUR) > 0


class Following(OnSet):
    """``mode`` ``follow``: ``turn`` beats the standing set, passes, or yields where GJ-22 lets it."""


def next_in_rotation(round_: Round, trick: Trick, seat: int) -> int | None:
    """Find the next seat after this one that may act in the sequence (GJ-19), ``None`` if nobody may."""
    for step in range(1, 6):
        other = (seat + step) % 6
        waits = other in (trick.standing.seat, trick.yielder) or other in trick.barred
        if not waits and round_.active(other):
            return other
    return None


def why_no_yield(state: Following) -> tuple[No, str] | None:
    """Say why the seat to act may not yield, ``None`` if it may (GJ-22)."""
    round_, trick = state.round, state.trick
    if opposite(trick.standing.seat) != state.turn:
        return No.YIELD_NOT_OPPOSITE, "GJ-22"
    if round_.entangled:
        return No.YIELD_ENTANGLED, "GJ-27"
    if is_gouji(trick.standing.made, round_.rules.sets):
        return No.YIELD_GOUJI, "GJ-22"
    if state.turn in trick.has_yielded:
        return No.YIELD_ONCE, "GJ-22"
    # Without anybody who could beat the set meanwhile, yielding would only be a pass that may be taken back.
    others = (seat for seat in round_.actives if seat not in (state.turn, trick.standing.seat))
    return (No.YIELD_NOBODY, "GJ-22") if all(seat in trick.barred for seat in others) else None


class LastChance(OnSet):
    """``mode`` ``last_chance``: nobody has beaten the set to which ``turn`` yielded."""


def check_on_set(state: BurnAnswer | Dueling | Following | LastChance, seat: int, action: Action) -> None:
    """Refuse what is neither a set that beats the standing one (in a duel a gouji-level one) nor a pass, nor a yield
    that GJ-22 allows."""
    match action:
        case Play(cards, reading):
            made = check_set(cards, reading, state.round.hands[state.turn])
            check_beats(made, state.trick.standing, state.round.rules.sets, gouji=isinstance(state, Dueling))
        case Pass():
            pass
        case Do("yield", ()) if isinstance(state, Following):
            if (refused := why_no_yield(state)) is not None:
                raise IllegalAction(*refused)
        case Do("yield", ()) if not isinstance(state, BurnAnswer):
            raise IllegalAction(No.YIELD_GOUJI if isinstance(state, Dueling) else No.YIELD_ONCE, "GJ-22")
        case _:
            rule = {BurnAnswer: "GJ-30", Dueling: "GJ-23", Following: "GJ-19", LastChance: "GJ-22"}[type(state)]
            raise IllegalAction(Refusal.WRONG_VERB, rule, phase="burn_answer" if rule == "GJ-30" else "play")


def legal_on_set(state: BurnAnswer | Dueling | Following | LastChance, seat: int) -> Iterator[Action]:
    """List every set that beats the standing one (in a duel the gouji-level ones), a pass, and yielding if it is
    allowed."""
    rules, hand, duel = state.round.rules.sets, state.round.hands[state.turn], isinstance(state, Dueling)
    yield from (Play(cards) for _, cards in answers(hand, state.trick.standing.made, rules, gouji=duel))
    yield Pass()
    if isinstance(state, Following) and why_no_yield(state) is None:
        yield Do("yield")


def keeps_opening(state: Leading, made: Makeup) -> bool:
    """Whether this lead is all the leader's 4s with nothing hung on them, as an opener owes it (GJ-26)."""
    return made == Makeup(FOUR, state.round.holds(state.turn, FOUR))


def check_lead(state: Leading, seat: int, action: Action) -> None:
    match action:
        case Play(cards, reading):
            made = check_set(cards, reading, state.round.hands[state.turn])
            forced = state.round.must_fours == state.turn and state.round.rules.open_fours == "force"
            if forced and not keeps_opening(state, made):
                raise IllegalAction(No.FOURS_FIRST, "GJ-26", count=state.round.holds(state.turn, FOUR))
        case Pass():
            raise IllegalAction(Refusal.MUST_LEAD, "GJ-18")
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-18", phase="play")


def legal_leads(state: Leading, seat: int) -> Iterator[Action]:
    hand = state.round.hands[state.turn]
    if state.round.must_fours == state.turn and state.round.rules.open_fours == "force":
        yield Play(tuple(card for card in hand if rank_of(card) == FOUR))
        return
    yield from (Play(cards) for _, cards in leads(hand))


PlayState = Leading | Following | LastChance | Dueling | BurnOffer | BurnAnswer | BurnLead | Trying | Over
"""Every state of phase ``play``, and the end."""


def over(round_: Round, events: list[Event]) -> Over:
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
