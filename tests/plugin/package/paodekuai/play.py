"""The play (PK-20 to PK-24) and the points (PK-30, PK-31)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum

from games.actions import Action, Pass, Play
from games.base.round import Act, Recognised, RoundResult, Step
from games.errors import IllegalAction, Refusal
from games.events import EVERYONE, Event, HandShown, MatchEnded, Passed, Played, RoundEnded, TrickWon, WentOut
from games.kit.cards import RANKS, Cards, cards_text, rank_of, sort_cards
from paodekuai.kinds import Kind, Reading, beats, plays, readings, take
from paodekuai.state import SEATS, MatchSoFar, Over, Playing, StandingPlay, State

__all__ = ["No", "apply_play", "check_play", "fallback", "legal_actions", "recognise", "result"]


class No(StrEnum):
    """Reasons for a refusal that only this game knows."""

    MUST_BEAT = "must_beat"
    OPEN_WITH_THREE = "open_with_three"


def _to_beat(state: Playing) -> Reading | None:
    return None if state.standing is None else state.standing.reading


def reading_of(state: Playing, cards: Cards, named: str | None) -> Reading:
    """What cards are at this moment; ``IllegalAction`` if that is nothing, or does not beat."""
    found, standing = readings(cards), _to_beat(state)
    if not found:
        raise IllegalAction(Refusal.NO_COMBINATION, "PK-10")
    if named is not None:
        found = tuple(one for one in found if one.kind == named)
        if not found:
            raise IllegalAction(Refusal.NO_SUCH_READING, "PK-13", reading=named)
    if standing is None:
        return found[0]
    better = [one for one in found if beats(one, standing)]
    if better:
        return better[0]
    raise IllegalAction(
        Refusal.DOES_NOT_BEAT, "PK-21", kind=found[0].kind.value, standing=standing.kind.value, rank=RANKS[standing.top],
        size=standing.size,
    )  # fmt: skip


def check_play(state: Playing, seat: int, action: Action) -> None:
    """Refuse what may not be done; it must be this seat's turn."""
    match action:
        case Pass():
            if state.standing is None:
                raise IllegalAction(Refusal.MUST_LEAD, "PK-23")
            if state.setting.options["must_beat"] and _can_beat(state):
                raise IllegalAction(No.MUST_BEAT, "PK-23")
        case Play(cards, named):
            if not cards:
                raise IllegalAction(Refusal.NO_CARDS, "PK-10")
            missing = Counter(cards) - Counter(state.hands[seat])
            if missing:
                raise IllegalAction(Refusal.NOT_IN_HAND, "PK-21", cards=cards_text(sort_cards([*missing.elements()])))
            reading_of(state, cards, named)
            if state.opening and not any(rank_of(card) == 0 for card in cards):
                raise IllegalAction(No.OPEN_WITH_THREE, "PK-20")
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "PK-21", phase="play")


def _can_beat(state: Playing) -> bool:
    return next(plays(state.hands[state.turn], _to_beat(state)), None) is not None


def legal_actions(state: Playing, seat: int) -> Iterator[Action]:
    """Every play by rank once, and a pass where one may pass."""
    found = False
    for counts, _ in plays(state.hands[seat], _to_beat(state)):
        found = True
        if counts[0] or not state.opening:
            yield Play(take(state.hands[seat], counts))
    if state.standing is not None and not (found and state.setting.options["must_beat"]):
        yield Pass()


def fallback(state: Playing) -> Action:
    """What is done when time is up (PK-24)."""
    if state.standing is None:
        return Play(state.hands[state.turn][:1])
    if state.setting.options["must_beat"]:
        return next(legal_actions(state, state.turn))
    return Pass()


def apply_play(state: Playing, seat: int, action: Action) -> Step[State]:
    """Carry out what ``check_play`` has let through."""
    if not isinstance(action, Play):
        return _passed(state, seat)
    reading, cards = reading_of(state, action.cards, action.reading), sort_cards(action.cards)
    lead, rank = state.standing is None, RANKS[reading.top]
    left = list(state.hands[seat])
    for card in cards:
        left.remove(card)
    events: list[Event] = [
        Played(audience=EVERYONE, seat=seat, cards=cards, kind=reading.kind.value, rank=rank, lead=lead)
    ]
    act = Act(seat, "play", cards, reading.kind.value, rank, lead=lead, trick=state.trick)
    state = replace(
        state,
        hands=(*state.hands[:seat], tuple(left), *state.hands[seat + 1 :]),
        turn=(seat + 1) % SEATS,
        opening=False,
        plays=_counted(state.plays, seat),
        bombs=_counted(state.bombs, seat) if reading.kind is Kind.BOMB else state.bombs,
        standing=StandingPlay(seat, cards, reading),
        passes=0,
        history=state.history.add(act),
    )
    return Step(state, tuple(events)) if left else _settled(state, seat, events)


def _counted(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])


def _passed(state: Playing, seat: int) -> Step[State]:
    """A pass; when the two others have passed in a row the trick is over (PK-22)."""
    assert state.standing is not None, "there is something to follow"
    events: list[Event] = [Passed(audience=EVERYONE, seat=seat)]
    history = state.history.add(Act(seat, "pass", trick=state.trick))
    if state.passes + 1 < SEATS - 1:
        return Step(replace(state, passes=state.passes + 1, turn=(seat + 1) % SEATS, history=history), tuple(events))
    winner = state.standing.seat
    events.append(TrickWon(audience=EVERYONE, seat=winner, leader=winner))
    after = replace(state, passes=0, turn=winner, standing=None, trick=state.trick + 1, history=history)
    return Step(after, tuple(events))


def _settled(state: Playing, out: int, events: list[Event]) -> Step[State]:
    """End the round: what every other seat pays, and what is left in the hands (PK-30, PK-40)."""
    points = [0] * SEATS
    events.append(WentOut(audience=EVERYONE, seat=out, place=1))
    for seat, hand in enumerate(state.hands):
        if hand:
            paid = (0 if len(hand) == 1 else len(hand)) * (1 if state.plays[seat] else 2)
            points[seat] -= paid
            points[out] += paid
            events.append(HandShown(audience=EVERYONE, seat=seat, cards=hand))
    before = state.setting.before
    totals = tuple(score + won for score, won in zip(before.scores, points, strict=True))
    over = Over(
        state.setting, state.hands, out, state.plays, state.bombs, tuple(points), MatchSoFar(totals, before.rounds + 1),
        state.trick, state.history,
    )  # fmt: skip
    events.append(RoundEnded(audience=EVERYONE, points=over.points))
    winners = over.after.winner(state.setting.options)
    if winners is not None:
        events.append(MatchEnded(audience=EVERYONE, winners=winners))
    return Step(over, tuple(events))


def result(state: Over) -> RoundResult:
    """What the rest of the project learns of a round."""
    return RoundResult(
        points=state.points,
        won=(state.out,),
        carry=state.after.carry(),
        winner=state.after.winner(state.setting.options),
        feats=tuple({"bombs": state.bombs[seat], "first_out": int(seat == state.out)} for seat in range(SEATS)),
    )


def recognise(state: State, seat: int, cards: Cards) -> Recognised:
    """What cards of a hand are: against the standing play of another seat if there is one, else as a lead."""
    found = readings(cards)
    if not found:
        return Recognised(None)
    playing = state if isinstance(state, Playing) else None
    standing = playing.standing if playing is not None else None
    to_beat = standing.reading if standing is not None and standing.seat != seat else None
    may = [one for one in found if to_beat is None or beats(one, to_beat)]
    if (
        playing is not None
        and playing.opening
        and playing.turn == seat
        and not any(rank_of(card) == 0 for card in cards)
    ):
        may = []
    chosen = may[0] if may else found[0]
    others = tuple((Play(sort_cards(cards), one.kind.value), one.kind.value, RANKS[one.top]) for one in may[1:])
    return Recognised(Play(sort_cards(cards)), chosen.kind.value, RANKS[chosen.top], legal=bool(may), others=others)
