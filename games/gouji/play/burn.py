"""How a burn goes: the window, the run, its success and its failure, counter-burns (GJ-28 to GJ-34)."""

from dataclasses import replace

from games.base.cards import Cards, rank_of
from games.base.events import EVERYONE, Event
from games.gouji.events import BurnBegan, BurnCounted, BurnCountered, BurnRanOut, BurnStopped, LeadReverted
from games.gouji.kinds import DEUCE, unbeatable
from games.gouji.play import sequence
from games.gouji.scoring import ends
from games.gouji.state import Burn, Due, Round, StandingSet, Trick, opposite

__all__ = ["after_answer_passed", "after_burn", "after_duel_passed", "after_offer_passed", "after_run", "after_stopped"]


def after_duel_passed(state: sequence.Dueling, events: list[Event]) -> sequence.PlayState:
    """Open the point (GJ-25), or ask for burns (GJ-28) unless that was done before the answer (GJ-28a)."""
    round_ = sequence.passes(state.round, state.turn, events)
    owner = state.trick.standing.seat
    if sequence.opens(round_, state.trick.standing):
        return sequence.won(sequence.open_point(round_, owner, events), owner, events)
    asked = sequence.window(round_, state.trick) if round_.rules.burn_window == "after" else ()
    if asked:
        return sequence.BurnOffer(round_, state.trick, asked[0], asked[1:])
    return sequence.won(round_, owner, events)


def after_offer_passed(state: sequence.BurnOffer, events: list[Event]) -> sequence.PlayState:
    """Ask the other opponent; if there is none, go on to the duel if its answer is still open, else end the sequence
    or resume the burner's run."""
    round_ = sequence.passes(state.round, state.turn, events, kind="burn")
    if state.waiting:
        return replace(state, round=round_, turn=state.waiting[0], waiting=state.waiting[1:])
    owner = state.trick.standing.seat
    if state.duel_follows:
        return sequence.Dueling(round_, state.trick, opposite(owner))
    return sequence.won(round_, owner, events) if state.burn is None else _run_on(round_, state.burn, events)


def after_burn(state: sequence.BurnOffer, cards: Cards, events: list[Event]) -> sequence.PlayState:
    """Begin a burn, or a counter-burn, which kills the burner before (GJ-29, GJ-34)."""
    seat, victim = state.turn, state.trick.standing.seat
    standing = StandingSet.of(seat, cards, state.round.rules)
    chain = 1 if state.burn is None else state.burn.chain + 1
    burn = Burn(seat, victim, chain)
    told: list[Event] = []
    # The sequence and its bars go on: who has passed in it is not asked for a counter-burn either.
    round_ = _without_going_out(state.round, standing, state.trick.standing, told, verb="burn")
    events += [*told, BurnBegan(audience=EVERYONE, seat=seat, victim=victim, chain=chain)]
    if state.burn is not None:
        round_ = _dies(round_, state.burn, BurnCountered(audience=EVERYONE, seat=state.burn.burner, by=seat), events)
        # With an empty hand the counter-burn has to succeed first, which gives this seat its place.
        if round_.hands[seat] and ends(round_):
            return sequence.over(round_, events)
    return _burned(round_, replace(state.trick, standing=standing), burn, events)


def after_run(state: sequence.BurnLead, cards: Cards, events: list[Event]) -> sequence.PlayState:
    """Lay the burner's next set, a lead: nobody is barred."""
    round_ = replace(state.round, number=state.round.number + 1)
    standing = StandingSet.of(state.turn, cards, round_.rules)
    round_ = _without_going_out(round_, standing, None, events)
    return _burned(round_, Trick(standing), state.burn, events)


def after_stopped(state: sequence.BurnAnswer, cards: Cards, events: list[Event]) -> sequence.PlayState:
    """Beat the burner's set: the burner is dead, the answerer has won the sequence (GJ-33)."""
    seat = state.turn
    standing = StandingSet.of(seat, cards, state.round.rules)
    round_ = sequence.lay(state.round, standing, state.trick.standing, events)
    round_ = _dies(round_, state.burn, BurnStopped(audience=EVERYONE, seat=state.burn.burner, by=seat), events)
    round_ = replace(round_, stopped=(*round_.stopped, seat))
    return sequence.over(round_, events) if ends(round_) else sequence.won(round_, seat, events)


def after_answer_passed(state: sequence.BurnAnswer, events: list[Event]) -> sequence.PlayState:
    """Leave the burner's set unbeaten; others may counter it, or the run goes on."""
    return _unanswered(sequence.passes(state.round, state.turn, events), state.trick, state.burn, events)


def _without_going_out(
    round_: Round, standing: StandingSet, beaten: StandingSet | None, events: list[Event], *, verb: str = "play"
) -> Round:
    """Lay a burner's set; whether its hand is empty then is for the burn to settle (GJ-32)."""
    told: list[Event] = []
    laid = sequence.lay(round_, standing, beaten, told, verb=verb)
    # A burner without cards is out when its burn counts (``_succeeds``); to let ``lay`` put it out too would give it two
    # places. So only the set itself is told here, which ``lay`` tells first.
    events.append(told[0])
    return replace(laid, finished=round_.finished)


def _burned(round_: Round, trick: Trick, burn: Burn, events: list[Event]) -> sequence.PlayState:
    """Decide what follows a set of the burner (GJ-30)."""
    if not round_.hands[burn.burner]:
        return _succeeds(round_, burn, events)
    if unbeatable(trick.standing.made, round_.rules.sets):
        return _run_on(round_, burn, events)
    if round_.active(opposite(burn.burner)):
        return sequence.BurnAnswer(round_, trick, opposite(burn.burner), burn)
    return _unanswered(round_, trick, burn, events)


def _unanswered(round_: Round, trick: Trick, burn: Burn, events: list[Event]) -> sequence.PlayState:
    if round_.rules.counter_burn:
        asked = sequence.may_be_asked(round_, trick)
        if asked:
            return sequence.BurnOffer(round_, trick, asked[0], asked[1:], burn)
    return _run_on(round_, burn, events)


def _run_on(round_: Round, burn: Burn, events: list[Event]) -> sequence.PlayState:
    """Let the burner lead again, its last 3s by themselves; without a joker the burn has failed (GJ-31)."""
    hand = round_.hands[burn.burner]
    if round_.only_threes(burn.burner):
        round_ = replace(round_, number=round_.number + 1)
        standing = StandingSet.of(burn.burner, hand, round_.rules)
        told: list[Event] = []
        round_ = replace(sequence.lay(round_, standing, None, told, auto=True), finished=round_.finished)
        events.append(told[0])
        return _succeeds(round_, burn, events)
    if rank_of(hand[-1]) > DEUCE:  # hands are sorted: a joker, if there is one, lies last
        return sequence.BurnLead(round_, burn.burner, burn)
    round_ = _dies(round_, burn, BurnRanOut(audience=EVERYONE, seat=burn.burner), events)
    return sequence.over(round_, events) if ends(round_) else _reverts(round_, burn.victim, events)


def _succeeds(round_: Round, burn: Burn, events: list[Event]) -> sequence.PlayState:
    """End a burn whose hand is empty: the burner is out, its victim owes it, the next active seat leads (GJ-32)."""
    cards = 2 ** (burn.chain - 1)
    round_ = sequence.goes_out(round_, burn.burner, events)
    round_ = replace(round_, burn_dues=(*round_.burn_dues, Due("burn", burn.victim, burn.burner, cards)))
    events.append(BurnCounted(audience=EVERYONE, seat=burn.burner, victim=burn.victim, count=cards))
    return sequence.over(round_, events) if ends(round_) else _reverts(round_, burn.burner, events)


def _dies(round_: Round, burn: Burn, told: Event, events: list[Event]) -> Round:
    events.append(told)
    return replace(round_, dead=(*round_.dead, burn.burner))


def _reverts(round_: Round, seat: int, events: list[Event]) -> sequence.PlayState:
    """Give the lead to this seat, or to the next active one after it."""
    leader = seat if round_.active(seat) else round_.next_active(seat)
    events.append(LeadReverted(audience=EVERYONE, seat=leader))
    return sequence.lead_falls_to(round_, leader, events)
