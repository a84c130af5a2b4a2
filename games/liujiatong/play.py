"""The play: tricks, and what happens by itself (LJ-22 to LJ-27)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from games.actions import Action, Pass, Play
from games.contract import Act, Recognised, Step
from games.errors import IllegalAction, NotationError, Refusal
from games.events import EVERYONE, Event, LeadInherited, Passed, Played, TrickWon, WentOut
from games.kit.cards import Cards, cards_text, rank_of, sort_cards
from games.liujiatong.events import No, PotWon
from games.liujiatong.kinds import Reading, beats, least_cards
from games.liujiatong.moves import legal_plays
from games.liujiatong.readings import in_force, makeup_of, meaning, named, readings
from games.liujiatong.scoring import settle
from games.liujiatong.state import Playing, StandingPlay, State, following, points_in, side_out
from games.notation import read_cards

__all__ = ["apply_play", "check_play", "go_on", "legal_actions", "lowest_lead", "recognise", "to_beat"]


def to_beat(state: Playing, seat: int) -> Reading | None:
    """The reading that stands, ``None`` for a lead; for ``seat`` its own standing play is nothing to beat."""
    standing = state.standing
    return None if standing is None or standing.seat == seat else standing.reading


def _reading_of(cards: Cards, standing: Reading | None, text: str | None) -> Reading:
    """How cards are taken when they are played now (LJ-18), or ``IllegalAction`` saying why they may not be."""
    made = makeup_of(cards)
    first = next(readings(made), None)
    if first is None:
        mixed = not made.ranks and made.small and made.big
        code, rule = (No.MIXED_JOKERS, "LJ-16") if mixed else (Refusal.NO_COMBINATION, "LJ-6")
        raise IllegalAction(code, rule, cards=cards_text(sort_cards(cards)))
    meant = first
    if text is not None:
        try:
            wanted = named(made, read_cards(text))
        except NotationError:
            wanted = None
        if wanted is None:
            one = len(made.ranks) == 1 and made.jokers > 0
            code, rule = (No.ONE_RANK, "LJ-17") if one else (Refusal.NO_SUCH_READING, "LJ-18")
            raise IllegalAction(code, rule, reading=text, kind=first.kind.value, rank=first.top)
        meant = wanted
    elif standing is not None:
        meant = in_force(made, standing) or first
    if standing is not None and not beats(meant, standing):
        raise IllegalAction(
            Refusal.DOES_NOT_BEAT, "LJ-19", kind=meant.kind.value, standing=standing.kind.value, rank=standing.top,
            size=standing.size,
        )  # fmt: skip
    return meant


def check_play(state: Playing, seat: int, action: Action) -> None:
    """Refuse what LJ-22 lists; it must be this seat's turn."""
    match action:
        case Pass():
            if state.standing is None:
                raise IllegalAction(Refusal.MUST_LEAD, "LJ-22")
        case Play(cards, text):
            if not cards:
                raise IllegalAction(Refusal.NO_CARDS, "LJ-22")
            missing = Counter(cards) - Counter(state.hands[seat])
            if missing:
                raise IllegalAction(Refusal.NOT_IN_HAND, "LJ-22", cards=cards_text(sort_cards([*missing.elements()])))
            _reading_of(cards, to_beat(state, seat), text)
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "LJ-22", phase="play")


def legal_actions(state: Playing, seat: int) -> Iterator[Action]:
    """Every play by rank once, and a pass if one may pass."""
    if state.standing is not None:
        yield Pass()
    for cards in legal_plays(state.hands[seat], to_beat(state, seat)):
        yield Play(cards)


def apply_play(state: Playing, seat: int, action: Action) -> Step[State]:
    """Carry out what ``check_play`` has let through, with all that follows by itself."""
    events: list[Event] = []
    match action:
        case Play():
            state = _put_down(state, seat, action, events, auto=False)
        case _:
            state = _passed(state, events, auto=False)
    return go_on(state, events)


def go_on(state: Playing, events: list[Event]) -> Step[State]:
    """What happens by itself until somebody has a decision or the round is over (LJ-26, LJ-27)."""
    while True:
        if side_out(state.hands) is not None:
            over, ending = settle(state)
            return Step(over, (*events, *ending))
        hand = state.hands[state.turn]
        if state.standing is None:
            if len(hand) != 1:
                return Step(state, tuple(events))
            state = _put_down(state, state.turn, Play(hand), events, auto=True)
        elif len(hand) < least_cards(state.standing.reading):
            state = _passed(state, events, auto=True)
        else:
            return Step(state, tuple(events))


def _put_down(state: Playing, seat: int, action: Play, events: list[Event], *, auto: bool) -> Playing:
    reading = _reading_of(action.cards, to_beat(state, seat), action.reading)
    cards = sort_cards(action.cards)
    left = list(state.hands[seat])
    for card in cards:
        left.remove(card)
    lead, kind = state.standing is None, reading.kind.value
    events.append(Played(audience=EVERYONE, seat=seat, cards=cards, kind=kind, rank=reading.top, auto=auto, lead=lead))
    act = Act(seat, "play", cards, kind, reading.top, auto=auto, lead=lead, trick=state.trick)
    state = replace(
        state,
        hands=(*state.hands[:seat], tuple(left), *state.hands[seat + 1 :]),
        standing=StandingPlay(seat, cards, reading),
        pot=state.pot + points_in(cards),
        history=state.history.add(act),
    )
    if not left:
        state = replace(state, finished=(*state.finished, seat))
        events.append(WentOut(audience=EVERYONE, seat=seat, place=len(state.finished)))
        if side_out(state.hands) is not None:
            return _pot_taken(state, seat, events)
    return _turn_on(state, seat, events)


def _passed(state: Playing, events: list[Event], *, auto: bool) -> Playing:
    seat = state.turn
    events.append(Passed(audience=EVERYONE, seat=seat, auto=auto))
    state = replace(state, history=state.history.add(Act(seat, "pass", auto=auto, trick=state.trick)))
    return _turn_on(state, seat, events)


def _turn_on(state: Playing, seat: int, events: list[Event]) -> Playing:
    """The next seat that holds cards, or the end of the trick when it comes round to the standing play (LJ-24, LJ-25)."""
    assert state.standing is not None
    winner = state.standing.seat
    turn = following(seat)
    while turn != winner and not state.hands[turn]:
        turn = following(turn)
    if turn != winner:
        return replace(state, turn=turn)
    leader = winner
    while not state.hands[leader]:
        leader = following(leader)
    events.append(TrickWon(audience=EVERYONE, seat=winner, leader=leader))
    state = _pot_taken(state, winner, events)
    if leader != winner:
        events.append(LeadInherited(audience=EVERYONE, seat=leader, winner=winner))
    return replace(state, turn=leader, standing=None, trick=state.trick + 1)


def _pot_taken(state: Playing, seat: int, events: list[Event]) -> Playing:
    """The points of the trick go to a seat."""
    if not state.pot:
        return state
    events.append(PotWon(audience=EVERYONE, seat=seat, points=state.pot))
    taken = tuple(points + state.pot * (at == seat) for at, points in enumerate(state.taken))
    return replace(state, taken=taken, pot=0)


def recognise(state: Playing, seat: int, cards: Cards) -> Recognised:
    """What cards of a hand are: against the standing play of another seat if there is one, else as a lead.

    Further readings are told apart by what counts, kind and rank; of flights that differ in their pairs alone there is
    the one with the highest.
    """
    standing, made = to_beat(state, seat), makeup_of(cards)
    first = next(readings(made), None)
    if first is None:
        return Recognised(None)
    ordered = sort_cards(cards)
    chosen = in_force(made, standing)
    if chosen is None:
        return Recognised(Play(ordered), first.kind.value, first.top)
    counted = {(chosen.kind, chosen.rank)}
    others: list[tuple[Action, str, str]] = []
    for reading in readings(made):
        if (reading.kind, reading.rank) not in counted and (standing is None or beats(reading, standing)):
            counted.add((reading.kind, reading.rank))
            others.append((Play(ordered, meaning(reading)), reading.kind.value, reading.top))
    return Recognised(Play(ordered), chosen.kind.value, chosen.top, legal=True, others=tuple(others))


def lowest_lead(state: Playing, seat: int) -> Action:
    """The lead when the clock runs out: the lowest single that breaks no bomb, else the lowest card."""
    hand = state.hands[seat]
    counts = Counter(map(rank_of, hand))
    harmless = (card for card in hand if counts[rank_of(card)] < 4)
    return Play((next(harmless, hand[0]),))
