"""The play: tricks that go round until both others pass (DZ-40 to DZ-44)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.actions import Action, Pass, Play
from games.contract import Act, Recognised, Step
from games.doudizhu.combos import Kind, Reading, beats, best_reading, legal_plays, pack, readings, take
from games.doudizhu.scoring import settle
from games.doudizhu.state import SEATS, Over, Playing, StandingPlay, State, following
from games.errors import IllegalAction, Refusal
from games.events import EVERYONE, Event, HandShown, MatchEnded, Passed, Played, RoundEnded, TrickWon, WentOut
from games.kit.cards import BIG_JOKER, RANKS, SMALL_JOKER, Cards, cards_text, rank_counts, rank_of, sort_cards

__all__ = ["apply_play", "check_play", "ending_events", "legal_actions", "lowest_lead", "reading_of", "recognise"]


def reading_of(cards: Cards, standing: Reading | None, state: Playing, named: str | None) -> Reading:
    """How cards are taken when they are played now (DZ-18), or ``IllegalAction`` saying why they may not be."""
    rules = state.setting.rules.combos
    kind = None
    if named is not None:
        if named not in Kind.__members__.values():
            raise IllegalAction(Refusal.NO_SUCH_READING, "DZ-18", reading=named)
        kind = Kind(named)
    counts = pack(cards)
    all_readings = readings(counts, rules)
    if not all_readings:
        raise IllegalAction(Refusal.NO_COMBINATION, "DZ-10", cards=cards_text(sort_cards(cards)))
    if kind is not None and all(reading.kind is not kind for reading in all_readings):
        raise IllegalAction(Refusal.NO_SUCH_READING, "DZ-18", reading=kind.value)
    reading = best_reading(counts, standing, rules, kind)
    if reading is None:
        assert standing is not None, "a combination can always be led"
        raise IllegalAction(
            Refusal.DOES_NOT_BEAT,
            "DZ-20",
            kind=(kind or all_readings[0].kind).value,
            standing=standing.kind.value,
            rank=RANKS[standing.top],
            size=standing.size,
        )
    return reading


def check_play(state: Playing, seat: int, action: Action) -> None:
    """Refuse what DZ-44 lists; it must be this seat's turn."""
    match action:
        case Pass():
            if state.standing is None:
                raise IllegalAction(Refusal.MUST_LEAD, "DZ-41")
        case Play(cards, named):
            if not cards:
                raise IllegalAction(Refusal.NO_CARDS, "DZ-40")
            missing = _lacking(cards, state.hands[seat])
            if missing:
                raise IllegalAction(Refusal.NOT_IN_HAND, "DZ-40", cards=cards_text(missing))
            reading_of(cards, state.standing.reading if state.standing else None, state, named)
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "DZ-44", phase="play")


def _lacking(cards: Cards, hand: Cards) -> Cards:
    left = list(hand)
    missing = []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            missing.append(card)
    return tuple(missing)


def legal_actions(state: Playing, seat: int) -> Iterator[Action]:
    """Every set of cards by rank once, whatever its readings, and a pass if one may pass."""
    hand = state.hands[seat]
    standing = state.standing.reading if state.standing else None
    for counts in legal_plays(pack(hand), standing, state.setting.rules.combos):
        yield Play(take(hand, counts))
    if standing is not None:
        yield Pass()


def apply_play(state: Playing, seat: int, action: Action) -> Step[State]:
    """Carry out what ``check_play`` has let through, with the automatic passes that follow (DZ-43)."""
    events: list[Event] = []
    if isinstance(action, Play):
        state = _put_down(state, seat, action, events)
        if not state.hands[seat]:
            over = settle(state, seat)
            events += ending_events(over)
            return Step(over, tuple(events))
    else:
        state = _passed(state, seat, events, auto=False)
    while state.standing is not None and _cannot_follow(state.standing.reading, len(state.hands[state.turn])):
        state = _passed(state, state.turn, events, auto=True)
    return Step(state, tuple(events))


def _put_down(state: Playing, seat: int, action: Play, events: list[Event]) -> Playing:
    standing = state.standing
    reading = reading_of(action.cards, standing.reading if standing else None, state, action.reading)
    left = list(state.hands[seat])
    for card in action.cards:
        left.remove(card)
    cards = sort_cards(action.cards)
    play = StandingPlay(seat, cards, reading)
    lead = standing is None
    kind = reading.kind.value
    events.append(Played(audience=EVERYONE, seat=seat, cards=cards, kind=kind, rank=play.rank, lead=lead))
    act = Act(seat, "play", cards, kind, play.rank, lead=lead, trick=state.trick)
    return replace(
        state,
        hands=_changed(state.hands, seat, tuple(left)),
        standing=play,
        passes=0,
        turn=following(seat),
        bombs=_counted(state.bombs, seat, reading.kind is Kind.BOMB),
        rockets=_counted(state.rockets, seat, reading.kind is Kind.ROCKET),
        plays=_counted(state.plays, seat, True),
        history=state.history.add(act),
    )


def _changed(hands: tuple[Cards, ...], seat: int, hand: Cards) -> tuple[Cards, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _counted(counts: tuple[int, ...], seat: int, happened: bool) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :]) if happened else counts


def _passed(state: Playing, seat: int, events: list[Event], *, auto: bool) -> Playing:
    """A pass; the second in a row ends the trick, and the seat of the standing play leads (DZ-42)."""
    assert state.standing is not None
    events.append(Passed(audience=EVERYONE, seat=seat, auto=auto))
    history = state.history.add(Act(seat, "pass", auto=auto, trick=state.trick))
    if state.passes + 1 < SEATS - 1:
        return replace(state, passes=state.passes + 1, turn=following(seat), history=history)
    winner = state.standing.seat
    events.append(TrickWon(audience=EVERYONE, seat=winner, leader=winner))
    return replace(state, passes=0, turn=winner, standing=None, trick=state.trick + 1, history=history)


def _cannot_follow(standing: Reading, count: int) -> bool:
    """Whether a hand of so many cards could not beat this whatever it held (DZ-43)."""
    if standing.kind is Kind.ROCKET:
        return True
    return count == 1 and (standing.size > 1 or standing.top == rank_of(BIG_JOKER))


def ending_events(over: Over) -> list[Event]:
    """What is told when a seat has gone out: the cards that are left are shown to all (DZ-72)."""
    assert over.out is not None
    events: list[Event] = [WentOut(audience=EVERYONE, seat=over.out, place=1)]
    for seat, hand in enumerate(over.hands):
        if hand:
            events.append(HandShown(audience=EVERYONE, seat=seat, cards=hand))
    events.append(RoundEnded(audience=EVERYONE, points=over.points))
    winners = over.after.winner(over.setting.rules)
    if winners is not None:
        events.append(MatchEnded(audience=EVERYONE, winners=winners))
    return events


def recognise(state: Playing, seat: int, cards: Cards) -> Recognised:
    """What cards of a hand are: against the standing play of another seat if there is one, else as a lead."""
    rules = state.setting.rules.combos
    found = readings(pack(cards), rules) if cards else ()
    if not found:
        return Recognised(None)
    standing = state.standing.reading if state.standing and state.standing.seat != seat else None
    best = best_reading(pack(cards), standing, rules)
    chosen = best or found[0]
    ordered = sort_cards(cards)
    others: dict[Kind, Reading] = {}
    for reading in found:
        if standing is None or beats(reading, standing):
            others.setdefault(reading.kind, reading)
    others.pop(chosen.kind, None)
    return Recognised(
        action=Play(ordered),
        kind=chosen.kind.value,
        rank=RANKS[chosen.top],
        legal=best is not None,
        others=tuple((Play(ordered, kind.value), kind.value, RANKS[reading.top]) for kind, reading in others.items()),
    )


def lowest_lead(hand: Cards) -> Action:
    """The lead when the clock runs out: the lowest solo that breaks neither four of a kind nor the rocket."""
    counts = rank_counts(hand)
    rocket = {SMALL_JOKER, BIG_JOKER} if {SMALL_JOKER, BIG_JOKER} <= set(hand) else set()
    kept = [card for card in hand if counts[rank_of(card)] < 4 and card not in rocket]
    return Play((min(kept or hand),))
