"""The play: tricks, what happens by itself, and the wind (GD-60 to GD-66)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.actions import Action, Pass, Pattern, Play
from games.contract import Act, Recognised, Step
from games.errors import IllegalAction, NotationError, Refusal
from games.events import EVERYONE, Event, LeadInherited, Passed, Played, TrickWon, WentOut
from games.guandan.combos import fitting, in_force, meaning, readings
from games.guandan.kinds import ComboRules, Kind, Reading, beats, least_cards, order_index
from games.guandan.scoring import round_ends, settle
from games.guandan.state import SEATS, Playing, StandingPlay, State, following, partner
from games.guandan.templates import legal_plays
from games.kit.cards import (
    BIG_JOKER,
    RANKS,
    SMALL_JOKER,
    Cards,
    cards_text,
    rank_counts,
    rank_of,
    sort_cards,
)  # fmt: skip
from games.notation import read_cards

__all__ = [
    "apply_play", "check_play", "go_on", "legal_actions", "lowest_lead", "named_reading", "reading_of", "recognise", "to_beat",
]  # fmt: skip


def to_beat(state: Playing, seat: int | None = None) -> Reading | None:
    """The reading that stands, ``None`` for a lead; for ``seat`` its own standing play is nothing to beat."""
    standing = state.standing
    return None if standing is None or standing.seat == seat else standing.reading


def named_reading(cards: Cards, named: str, rules: ComboRules) -> tuple[Reading, ...]:
    """The readings of some cards that a text after ``as`` fits, a kind or cards (GD-32), strongest first."""
    if named in Kind.__members__.values():
        return tuple(reading for reading in readings(cards, rules) if reading.kind == named)
    return fitting(cards, _patterns(named), rules)


def _patterns(named: str) -> Sequence[Pattern]:
    try:
        return read_cards(named)
    except NotationError:
        return ()


def reading_of(cards: Cards, standing: Reading | None, rules: ComboRules, named: str | None) -> Reading:
    """How cards are taken when they are played now (GD-31, GD-32), or ``IllegalAction`` saying why they may not be."""
    possible = readings(cards, rules)
    if not possible:
        raise IllegalAction(Refusal.NO_COMBINATION, "GD-25", cards=cards_text(sort_cards(cards)))
    meant = possible if named is None else named_reading(cards, named, rules)
    if not meant:
        raise IllegalAction(Refusal.NO_SUCH_READING, "GD-32", reading=named or "", kind=possible[0].kind.value)
    found = next((entry for entry in meant if standing is None or beats(entry, standing, rules)), None)
    if found is None:
        assert standing is not None, "a combination can always be led"
        raise IllegalAction(
            Refusal.DOES_NOT_BEAT, "GD-33", kind=meant[0].kind.value, standing=standing.kind.value,
            rank=RANKS[standing.rank], size=standing.size,
        )  # fmt: skip
    return found


def check_play(state: Playing, seat: int, action: Action) -> None:
    """Refuse what GD-65 lists; it must be this seat's turn."""
    match action:
        case Pass():
            if state.standing is None:
                raise IllegalAction(Refusal.MUST_LEAD, "GD-60")
        case Play(cards, named):
            if not cards:
                raise IllegalAction(Refusal.NO_CARDS, "GD-65")
            missing = Counter(cards) - Counter(state.hands[seat])
            if missing:
                raise IllegalAction(Refusal.NOT_IN_HAND, "GD-65", cards=cards_text(sort_cards([*missing.elements()])))
            reading_of(cards, to_beat(state), state.setting.combos, named)
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GD-65", phase="play")


def legal_actions(state: Playing, seat: int) -> Iterator[Action]:
    """Every play by rank once, and a pass if one may pass."""
    yield from (Play(cards) for cards in legal_plays(state.hands[seat], to_beat(state), state.setting.combos))
    if state.standing is not None:
        yield Pass()


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
    """What happens by itself until somebody has a decision or the round is over (GD-66, GD-70)."""
    while True:
        if round_ends(state.finished, play_out=state.setting.rules.play_out):
            over, ending = settle(state)
            return Step(over, (*events, *ending))
        hand = state.hands[state.turn]
        if state.standing is None:
            if len(hand) != 1:
                return Step(state, tuple(events))
            state = _put_down(state, state.turn, Play(hand), events, auto=True)
        elif _cannot_follow(state.standing.reading, len(hand)):
            state = _passed(state, events, auto=True)
        else:
            return Step(state, tuple(events))


def _cannot_follow(standing: Reading, count: int) -> bool:
    """Whether a hand of so many cards could not beat this whatever it held (GD-66 b, c)."""
    return standing.kind is Kind.JOKER_BOMB or count < least_cards(standing)


def _put_down(state: Playing, seat: int, action: Play, events: list[Event], *, auto: bool) -> Playing:
    rules = state.setting.combos
    reading = reading_of(action.cards, to_beat(state), rules, action.reading)
    cards = sort_cards(action.cards)
    left = list(state.hands[seat])
    for card in cards:
        left.remove(card)
    stands_for = meaning(cards, reading, rules) if rules.wild in cards and len(cards) > 1 else None
    play = StandingPlay(seat, cards, reading, stands_for)
    lead, kind = state.standing is None, reading.kind.value
    events.append(Played(audience=EVERYONE, seat=seat, cards=cards, kind=kind, rank=play.rank, auto=auto, lead=lead))
    act = Act(seat, "play", cards, kind, play.rank, auto=auto, lead=lead, trick=state.trick)
    state = replace(state.with_hand(seat, tuple(left)), standing=play, history=state.history.add(act))
    if not left:
        state = replace(state, finished=(*state.finished, seat))
        events.append(WentOut(audience=EVERYONE, seat=seat, place=len(state.finished)))
        if round_ends(state.finished, play_out=state.setting.rules.play_out):
            return state
    return _turn_on(state, seat, events)


def _passed(state: Playing, events: list[Event], *, auto: bool) -> Playing:
    seat = state.turn
    events.append(Passed(audience=EVERYONE, seat=seat, auto=auto))
    state = replace(state, history=state.history.add(Act(seat, "pass", auto=auto, trick=state.trick)))
    return _turn_on(state, seat, events)


def _turn_on(state: Playing, seat: int, events: list[Event]) -> Playing:
    """The next active seat, or the end of the trick when it comes round to the seat of the standing play (GD-62)."""
    assert state.standing is not None
    winner = state.standing.seat
    following_seat = following(seat)
    while following_seat != winner and not state.hands[following_seat]:
        following_seat = following(following_seat)
    if following_seat != winner:
        return replace(state, turn=following_seat)
    leader = winner if state.hands[winner] else _heir(state, winner)
    events.append(TrickWon(audience=EVERYONE, seat=winner, leader=leader))
    if leader != winner:
        events.append(LeadInherited(audience=EVERYONE, seat=leader, winner=winner))
    return replace(state, turn=leader, standing=None, trick=state.trick + 1)


def _heir(state: Playing, winner: int) -> int:
    """Who leads for a seat that is out: its partner, or the next active seat (GD-63)."""
    if state.setting.rules.wind == "partner" and state.hands[partner(winner)]:
        return partner(winner)
    return next(seat for step in range(1, SEATS) if state.hands[seat := (winner + step) % SEATS])


def recognise(state: Playing, seat: int, cards: Cards) -> Recognised:
    """What cards of a hand are: against the standing play of another seat if there is one, else as a lead."""
    rules, standing = state.setting.combos, to_beat(state, seat)
    found = readings(cards, rules) if cards else ()
    if not found:
        return Recognised(None)
    ordered = sort_cards(cards)
    may = [reading for reading in found if standing is None or beats(reading, standing, rules)]
    chosen = may[0] if may else found[0]
    return Recognised(
        action=Play(ordered),
        kind=chosen.kind.value,
        rank=RANKS[chosen.rank],
        legal=bool(may),
        others=tuple(
            (Play(ordered, meaning(ordered, reading, rules)), reading.kind.value, RANKS[reading.rank])
            for reading in may[1:]
            if in_force(ordered, standing, rules, read_cards(meaning(ordered, reading, rules))) == reading
        ),
    )


def lowest_lead(state: Playing, seat: int) -> Action:
    """The lead when the clock runs out: the lowest single that is no wild card and breaks no bomb."""
    hand, rules = state.hands[seat], state.setting.combos
    index, counts = order_index(rules.level), rank_counts([card for card in hand if card != rules.wild])
    joker_bomb = counts[13] == counts[14] == 2
    jokers = (SMALL_JOKER, BIG_JOKER)
    kept = [
        card
        for card in hand
        if card != rules.wild and (not joker_bomb if card in jokers else counts[rank_of(card)] < 4)
    ]
    if kept:
        return Play((min(kept, key=lambda card: (index[rank_of(card)], card)),))
    return Play((min(hand, key=lambda card: (index[rank_of(card)], card == rules.wild, card)),))
