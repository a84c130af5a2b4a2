"""The play: tricks, draws and passed leads (GY-30 to GY-38)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from games.actions import Action, Pass, Play
from games.contract import Act, Recognised, Step
from games.errors import IllegalAction, NotationError, Refusal
from games.events import EVERYONE, Event, Passed, Played, TrickWon
from games.gandengyan.combos import (
    DEUCE,
    ComboRules,
    Kind,
    Reading,
    beats,
    legal_plays,
    pack,
    ranks_in_words,
    readings,
    stands_for,
    take,
)
from games.gandengyan.events import Drew, DrewCards, LeadPassedOn, Multiplied, No
from games.gandengyan.scoring import factor_of, settle, void
from games.gandengyan.state import Playing, StandingPlay, State
from games.kit.cards import RANKS, SMALL_JOKER, Cards, cards_text, rank_counts, rank_of, sort_cards
from games.notation import read_cards

__all__ = [
    "apply_play", "check_play", "is_stuck", "legal_actions", "lowest_lead", "named_ranks", "reading_named", "reading_of",
    "recognise",
]  # fmt: skip

T = TypeVar("T")


def is_stuck(hand: Cards) -> bool:
    """Whether a hand has nothing to lead: it is a lone joker (GY-36)."""
    return len(hand) == 1 and hand[0] >= SMALL_JOKER


def named_ranks(named: str) -> tuple[int, ...] | None:
    """The ranks after ``as``, ascending; ``None`` if it is no list of ranks."""
    try:
        return tuple(sorted(pattern.rank for pattern in read_cards(named)))
    except NotationError:
        return None


def reading_named(play: int, named: str, rules: ComboRules) -> Reading | None:
    """The reading in which packed cards stand for the ranks in ``named`` (GY-15), ``None`` if there is none."""
    ranks = named_ranks(named)
    return next((reading for reading in readings(play, rules) if stands_for(reading, play) == ranks), None)


def reading_of(cards: Cards, standing: Reading | None, rules: ComboRules, named: str | None) -> Reading:
    """How cards are taken when they are played now (GY-15), or ``IllegalAction`` saying why they may not be."""
    play = pack(cards)
    possible = readings(play, rules)
    if not possible:
        code = No.JOKER_ALONE if is_stuck(cards) else Refusal.NO_COMBINATION
        raise IllegalAction(code, "GY-13" if is_stuck(cards) else "GY-10", cards=cards_text(sort_cards(cards)))
    if named is not None:
        meant = reading_named(play, named, rules)
        if meant is None:
            raise IllegalAction(Refusal.NO_SUCH_READING, "GY-15", reading=named, kind=possible[0].kind.value)
        possible = (meant,)
    for reading in possible:
        if standing is None or beats(reading, standing, rules):
            return reading
    assert standing is not None, "a combination can always be led"
    raise _does_not_beat(possible[0], standing)


def _does_not_beat(reading: Reading, standing: Reading) -> IllegalAction:
    """Why not: above all because a higher play that is not the next one is no good (GY-20)."""
    alike = reading.kind is standing.kind and reading.size == standing.size and standing.top < DEUCE
    if alike and reading.kind in (Kind.SOLO, Kind.PAIR, Kind.CHAIN, Kind.PAIR_CHAIN) and reading.top > standing.top:
        return IllegalAction(
            No.ONLY_NEXT_RANK, "GY-20", kind=reading.kind.value, rank=RANKS[standing.top], next=RANKS[standing.top + 1]
        )
    return IllegalAction(
        Refusal.DOES_NOT_BEAT, "GY-20", kind=reading.kind.value, standing=standing.kind.value, rank=RANKS[standing.top],
        size=standing.size,
    )  # fmt: skip


def check_play(state: Playing, seat: int, action: Action) -> None:
    """Refuse what GY-38 lists; it must be this seat's turn."""
    match action:
        case Pass():
            if state.standing is None and not is_stuck(state.hands[seat]):
                raise IllegalAction(Refusal.MUST_LEAD, "GY-32")
        case Play(cards, named):
            if not cards:
                raise IllegalAction(Refusal.NO_CARDS, "GY-31")
            missing = Counter(cards) - Counter(state.hands[seat])
            if missing:
                raise IllegalAction(Refusal.NOT_IN_HAND, "GY-31", cards=cards_text(sort_cards([*missing.elements()])))
            reading_of(cards, _to_beat(state), state.setting.rules.combos, named)
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GY-38", phase="play")


def _to_beat(state: Playing) -> Reading | None:
    return None if state.standing is None else state.standing.reading


def legal_actions(state: Playing, seat: int) -> Iterator[Action]:
    """Every set of cards by rank once, whatever its readings, and a pass where one may pass."""
    hand = state.hands[seat]
    for play in legal_plays(pack(hand), _to_beat(state), state.setting.rules.combos):
        yield Play(take(hand, play))
    if state.standing is not None or is_stuck(hand):
        yield Pass()


def apply_play(state: Playing, seat: int, action: Action) -> Step[State]:
    """Carry out what ``check_play`` has let through, with all that follows by itself."""
    events: list[Event] = []
    if isinstance(action, Play):
        state = _put_down(state, seat, action, events)
        if not state.hands[seat]:
            over, ending = settle(state, seat)
            return Step(over, (*events, *ending))
    elif state.standing is None:
        state = _lead_passed_on(state, seat, events)
        if state.passes == state.seats:
            over, ending = void(state)
            return Step(over, (*events, *ending))
    else:
        state = _passed(state, seat, events, auto=False)
    while state.standing is not None and _cannot_follow(state, state.standing.reading):
        state = _passed(state, state.turn, events, auto=True)
    return Step(state, tuple(events))


def _cannot_follow(state: Playing, standing: Reading) -> bool:
    """Whether the seat to follow could not beat this whatever it held, by public facts (GY-35)."""
    if standing.kind is Kind.ROCKET and state.setting.rules.combos.rocket_top:
        return True
    return len(state.hands[state.turn]) == 1 and (standing.kind is not Kind.SOLO or standing.top == DEUCE)


def _put_down(state: Playing, seat: int, action: Play, events: list[Event]) -> Playing:
    rules = state.setting.rules
    reading = reading_of(action.cards, _to_beat(state), rules.combos, action.reading)
    left = list(state.hands[seat])
    for card in action.cards:
        left.remove(card)
    cards = sort_cards(action.cards)
    play, lead, kind = StandingPlay(seat, cards, reading), state.standing is None, reading.kind.value
    events.append(Played(audience=EVERYONE, seat=seat, cards=cards, kind=kind, rank=play.rank, lead=lead))
    factor = factor_of(reading, rules)
    multiplier = state.multiplier * factor
    if factor > 1:
        events.append(Multiplied(audience=EVERYONE, seat=seat, factor=factor, multiplier=multiplier))
    act = Act(seat, "play", cards, kind, play.rank, lead=lead, trick=state.trick)
    return replace(
        state,
        hands=_changed(state.hands, seat, tuple(left)),
        standing=play,
        passes=0,
        turn=state.following(seat),
        multiplier=multiplier,
        plays=_counted(state.plays, seat, True),
        bombs=_counted(state.bombs, seat, reading.kind is Kind.BOMB),
        rockets=_counted(state.rockets, seat, reading.kind is Kind.ROCKET),
        drawn=_changed(state.drawn, seat, None),
        history=state.history.add(act),
    )


def _changed(by_seat: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])


def _counted(counts: tuple[int, ...], seat: int, happened: bool) -> tuple[int, ...]:
    return _changed(counts, seat, counts[seat] + 1) if happened else counts


def _lead_passed_on(state: Playing, seat: int, events: list[Event]) -> Playing:
    """A stuck leader gives the lead to the next seat; nobody draws (GY-36)."""
    leader = state.following(seat)
    events += [
        Passed(audience=EVERYONE, seat=seat),
        LeadPassedOn(audience=EVERYONE, seat=seat, leader=leader),
    ]
    history = state.history.add(Act(seat, "pass", trick=state.trick))
    return replace(state, passes=state.passes + 1, turn=leader, history=history)


def _passed(state: Playing, seat: int, events: list[Event], *, auto: bool) -> Playing:
    """A pass; when all others have passed in a row the trick is over (GY-33)."""
    standing = state.standing
    assert standing is not None, "there is something to follow"
    events.append(Passed(audience=EVERYONE, seat=seat, auto=auto))
    history = state.history.add(Act(seat, "pass", auto=auto, trick=state.trick))
    if state.passes + 1 < state.seats - 1:
        return replace(state, passes=state.passes + 1, turn=state.following(seat), history=history)
    winner = standing.seat
    events.append(TrickWon(audience=EVERYONE, seat=winner, leader=winner))
    none = (None,) * state.seats
    state = replace(state, passes=0, turn=winner, standing=None, drawn=none, trick=state.trick + 1, history=history)
    return _drawn(state, winner, events)


def _drawn(state: Playing, winner: int, events: list[Event]) -> Playing:
    """The winner takes the top card of the stock, or everybody one in turn, as long as there are any (GY-34)."""
    everybody = state.setting.rules.draw == "all"
    seats = [(winner + step) % state.seats for step in range(state.seats if everybody else 1)]
    for seat, card in zip(seats, state.stock, strict=False):
        left = len(state.stock) - 1
        state = replace(
            state,
            hands=_changed(state.hands, seat, sort_cards((*state.hands[seat], card))),
            stock=state.stock[1:],
            drawn=_changed(state.drawn, seat, card),
            history=state.history.add(Act(seat, "draw", number=1, auto=True, trick=state.trick)),
        )
        events.append(Drew(audience=EVERYONE, seat=seat, stock=left))
        events.append(DrewCards(audience=frozenset({seat}), seat=seat, cards=(card,)))
    return state


def recognise(state: Playing, seat: int, cards: Cards) -> Recognised:
    """What cards of a hand are: against the standing play of another seat if there is one, else as a lead."""
    rules, play = state.setting.rules.combos, pack(cards)
    found = readings(play, rules)
    if not found:
        return Recognised(None)
    standing = state.standing.reading if state.standing and state.standing.seat != seat else None
    ordered = sort_cards(cards)
    may = [reading for reading in found if standing is None or beats(reading, standing, rules)]
    chosen = may[0] if may else found[0]
    return Recognised(
        action=Play(ordered),
        kind=chosen.kind.value,
        rank=RANKS[chosen.top],
        legal=bool(may),
        others=tuple(
            (Play(ordered, ranks_in_words(stands_for(reading, play))), reading.kind.value, RANKS[reading.top])
            for reading in may[1:]
        ),
    )


def lowest_lead(hand: Cards, rules: ComboRules) -> Action:
    """The lead when the clock runs out: the lowest solo that breaks no bomb, else the lowest natural card; of jokers alone
    the rocket, with a lone joker a pass (GY-36)."""
    natural = [card for card in hand if card < SMALL_JOKER]
    if not natural:
        return Play(hand[:2]) if len(hand) > 1 else Pass()
    counts = rank_counts(hand)
    kept = [card for card in natural if counts[rank_of(card)] < rules.least_bomb]
    return Play((min(kept or natural),))
