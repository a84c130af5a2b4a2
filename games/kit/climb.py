"""Tricks of beating or passing: who is asked next, what happens by itself, when a trick ends and who leads then.

One seat leads; the others that hold cards beat in turn what stands, or pass; when the turn comes round to the seat whose
play stands, it has won the trick and leads, or, if it is out, whoever inherits the lead from it. Who has passed may beat in
the next turn of the same trick, unless a pass binds.

A game derives its phase from ``Climbing``, its course from ``Climb``, says by ``Combinations`` what cards are, and answers
the questions in which games differ. Where others are asked between two turns, these are other tricks than those here.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from games.base.actions import Action, Pass, Play
from games.base.cards import Cards, cards_text, sort_cards
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Event, LeadInherited, Passed, Played, TrickWon, WentOut
from games.base.round import Act, Recognised, Step
from games.base.values import Value
from games.base.view import Standing
from games.kit.combinations import Combinations
from games.kit.history import UNTOLD, History

__all__ = [
    "Climb", "ClimbRules", "Climbing", "StandingPlay", "counted", "laid", "next_holding",
    "require_held", "to_beat",
]  # fmt: skip

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class StandingPlay(Generic[R]):
    """The play to beat, with the reading in which it was played; ``rank`` is the one that is compared, as text, ``meaning`` what
    wild cards stand for."""

    seat: int
    cards: Cards
    reading: R
    rank: str = ""
    meaning: str | None = None

    @property
    def shown(self) -> Standing:
        """What everybody sees of it."""
        return Standing(self.seat, self.cards, self.reading.kind.value, self.rank, self.meaning)  # type: ignore[attr-defined]


class Climbing(Value, Generic[R]):
    """A phase of such tricks. ``turn`` is the seat to act, ``standing`` is ``None`` when it leads, ``trick`` counts from 0;
    ``finished`` are the seats that are out, in order, ``barred`` those that have passed where that binds; ``setting`` is what
    stays the same through the round."""

    setting: Any
    hands: tuple[Cards, ...]
    turn: int
    standing: StandingPlay[R] | None = None
    trick: int = 0
    finished: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()
    history: History = UNTOLD


def to_beat(state: Climbing[R], seat: int | None = None) -> R | None:
    """The reading that stands, ``None`` for a lead; for ``seat`` its own standing play is nothing to beat."""
    standing = state.standing
    return None if standing is None or standing.seat == seat else standing.reading


def counted(counts: tuple[int, ...], seat: int, more: int = 1) -> tuple[int, ...]:
    """Numbers by seat, one seat's raised."""
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])


def next_holding(hands: tuple[Cards, ...], seat: int, barred: tuple[int, ...] = ()) -> int:
    """The next seat after this one that holds cards and is not ``barred``; the seat itself if there is no other."""
    seats = len(hands)
    other = (seat + 1) % seats
    while other != seat and (not hands[other] or other in barred):
        other = (other + 1) % seats
    return other


def laid(
    state: Climbing[Any], cards: Cards, kind: str, rank: str, events: list[Event], *, auto: bool = False
) -> tuple[tuple[Cards, ...], int, History]:
    """Take cards out of the hand of the seat to act and append to ``events`` that it played them as ``kind`` with ``rank``.

    Gives what that changes: the hands, the turn, which goes to the next seat that holds cards, and the deeds.
    """
    seat, hands, lead = state.turn, state.hands, state.standing is None
    left = list(hands[seat])
    for card in cards:
        left.remove(card)
    hands = (*hands[:seat], tuple(left), *hands[seat + 1 :])
    events.append(Played(audience=EVERYONE, seat=seat, cards=cards, kind=kind, rank=rank, auto=auto, lead=lead))
    act = Act(seat, "play", cards, kind, rank, auto=auto, lead=lead, trick=state.trick)
    return hands, next_holding(hands, seat, state.barred), state.history.add(act)


@dataclass(frozen=True, slots=True)
class ClimbRules:
    """The rules that refusals name: that a leader may not pass, that one plays cards of one's hand, what else there is to do;
    which combinations there are, what may be said after ``as``, what beats what."""

    lead: str
    hand: str
    verbs: str
    combinations: str = ""
    named: str = ""
    beats: str = ""


T = TypeVar("T", bound=Climbing[Any])
O = TypeVar("O")  # noqa: E741 # Over


class Climb(Generic[T, O]):
    """The course of the tricks in one game, from ``T``, its phase of play, to ``O``, the end of the round."""

    rules: ClassVar[ClimbRules]
    combinations: Combinations[Any, Any]
    name = "play"
    last_card_leads = False

    # --- what a game says ------------------------------------------------------------------------------------------
    def changes(
        self, state: T, play: StandingPlay[Any], hands: tuple[Cards, ...], events: list[Event]
    ) -> Mapping[str, Any]:
        """What a play means in this game besides: fields of its phase with their new values, and what is told of it."""
        return {}

    def is_over(self, state: T) -> bool:
        """Whether the round has ended, asked after every play and pass: a seat is out, unless a game says otherwise."""
        return not all(state.hands)

    def settle(self, state: T) -> tuple[O, list[Event]]:
        """Give the round its end, and the events that tell of it."""
        raise NotImplementedError

    def must_pass(self, state: T) -> bool:
        """Whether, by public counts alone, no hand of as many cards as the seat to follow holds could beat what stands."""
        raise NotImplementedError

    def may_pass_lead(self, state: T) -> bool:
        """Whether the leader may pass: never, unless a game says otherwise."""
        return False

    def pass_binds(self, state: T) -> bool:
        """Whether who passes is not asked again in this trick: no, unless a game says otherwise."""
        return False

    def forced_lead(self, state: T) -> Play | None:
        """The lead that the engine plays by itself, as there is no other: a last card, where a game says so; ``None``: the
        seat chooses."""
        hand = state.hands[state.turn]
        return Play(hand) if self.last_card_leads and len(hand) == 1 else None

    def heir(self, state: T, winner: int) -> int:
        """Who leads for a winner that is out: the next seat that holds cards, unless a game says otherwise."""
        return next_holding(state.hands, winner)

    def won(self, state: T, winner: int, events: list[Event]) -> T:
        """Give the winner what the trick brings, and tell it in ``events``; the new leader has the turn already.
        Nothing, unless a game says so.
        """
        return state

    def lowest_lead(self, state: T) -> Action:
        """The lead when the clock runs out: the lowest card, unless a game says otherwise."""
        return Play(state.hands[state.turn][:1])

    def no_combination(self, cards: Cards) -> IllegalAction:
        """The refusal of cards that are nothing."""
        return IllegalAction(Refusal.NO_COMBINATION, self.rules.combinations, cards=cards_text(sort_cards(cards)))

    def not_named(self, cards: Cards, named: str, usual: Any) -> IllegalAction:
        """The refusal of a reading that these cards do not have."""
        return IllegalAction(Refusal.NO_SUCH_READING, self.rules.named, reading=named, kind=usual.kind.value)

    def too_low(self, reading: Any, standing: Any) -> IllegalAction:
        """The refusal of a play that does not beat what stands."""
        return IllegalAction(
            Refusal.DOES_NOT_BEAT, self.rules.beats, kind=reading.kind.value, standing=standing.kind.value,
            rank=self.combinations.rank(standing), size=standing.size,
        )  # fmt: skip

    # --- what follows from it --------------------------------------------------------------------------------------
    def reading(self, state: T, cards: Cards, named: str | None) -> Any:
        """How cards of the seat to act are taken when they are played now; ``IllegalAction`` says why they may not be."""
        return self.taken(cards, to_beat(state), state.setting.combos, named)

    def taken(self, cards: Cards, standing: Any, combos: Any, named: str | None) -> Any:
        """How cards are taken on what stands: in the first reading, of those ``named``, that beats."""
        known = self.combinations
        possible = known.readings(cards, combos)
        if not possible:
            raise self.no_combination(cards)
        meant = possible if named is None else known.named(cards, named, combos)
        if not meant:
            raise self.not_named(cards, named or "", possible[0])
        if standing is None:
            return meant[0]
        for reading in meant:
            if known.beats(reading, standing, combos):
                return reading
        raise self.too_low(meant[0], standing)

    def lay(self, state: T, action: Play, events: list[Event], *, auto: bool) -> T:
        """Carry out a play that ``check`` has let through, and all that it means in this game."""
        seat, cards, known = state.turn, sort_cards(action.cards), self.combinations
        reading = self.reading(state, cards, action.reading)
        meaning = known.stand_for(cards, reading, state.setting.combos)
        play = StandingPlay(seat, cards, reading, known.rank(reading), meaning)
        hands, turn, history = laid(state, cards, reading.kind.value, play.rank, events, auto=auto)
        more, finished = self.changes(state, play, hands, events), state.finished
        if not hands[seat]:
            finished = (*finished, seat)
            events.append(WentOut(audience=EVERYONE, seat=seat, place=len(finished)))
        return replace(state, hands=hands, turn=turn, standing=play, finished=finished, history=history, **more)

    def legal(self, state: T, seat: int) -> Iterator[Action]:
        """Every play by rank once, and a pass if one may pass."""
        yield from map(Play, self.combinations.plays(state.hands[seat], to_beat(state), state.setting.combos))
        if state.standing is not None or self.may_pass_lead(state):
            yield Pass()

    def recognise(self, state: Any, seat: int, cards: Cards) -> Recognised:
        """What cards of a hand are: against the standing play of another seat if there is one, else as a lead. Further
        readings are told apart by kind and rank, and can be named; outside the play none may be played."""
        known, combos, playing = self.combinations, state.setting.combos, isinstance(state, Climbing)
        found = known.readings(cards, combos) if cards else ()
        if not found:
            return Recognised(None)
        standing, ordered = to_beat(state, seat) if playing else None, sort_cards(cards)

        def that_beat(readings: Iterable[Any]) -> list[Any]:
            return [one for one in readings if standing is None or known.beats(one, standing, combos)]

        may = that_beat(found) if playing else []
        chosen = may[0] if may else found[0]
        others: dict[tuple[Any, str], tuple[Action, str, str]] = {(chosen.kind, known.rank(chosen)): (Pass(), "", "")}
        for one in may[1:]:
            counts = (one.kind, known.rank(one))
            if counts not in others:
                words = known.words(ordered, one, combos)
                if that_beat(known.named(ordered, words, combos))[0] == one:
                    others[counts] = (Play(ordered, words), one.kind.value, known.rank(one))
        return Recognised(
            Play(ordered), chosen.kind.value, known.rank(chosen), legal=bool(may), others=(*others.values(),)[1:]
        )

    def check(self, state: T, seat: int, action: Action) -> None:
        """Refuse what may not be done; the caller has made sure that it is this seat's turn."""
        match action:
            case Pass():
                if state.standing is None and not self.may_pass_lead(state):
                    raise IllegalAction(Refusal.MUST_LEAD, self.rules.lead)
            case Play(cards, named):
                if not cards:
                    raise IllegalAction(Refusal.NO_CARDS, self.rules.hand)
                require_held(cards, state.hands[seat], self.rules.hand)
                self.reading(state, cards, named)
            case _:
                raise IllegalAction(Refusal.WRONG_VERB, self.rules.verbs, phase="play")

    def apply(self, state: T, seat: int, action: Action) -> Step[T | O]:
        """Carry out what ``check`` has let through, with all that follows by itself."""
        events: list[Event] = []
        if isinstance(action, Play):
            state = self.lay(state, action, events, auto=False)
        else:
            state = self.passed(state, events, auto=False)
        return self.go_on(state, events)

    def go_on(self, state: T, events: list[Event]) -> Step[T | O]:
        """Lay forced leads and make forced passes until somebody has a decision or the round is over."""
        while not self.is_over(state):
            if state.standing is None:
                lead = self.forced_lead(state)
                if lead is None:
                    return Step(state, tuple(events))
                state = self.lay(state, lead, events, auto=True)
            elif state.standing.seat == state.turn:  # nobody is left who may beat
                state = self.gathered(state, events)
            elif self.must_pass(state):
                state = self.passed(state, events, auto=True)
            else:
                return Step(state, tuple(events))
        over, told = self.settle(state)
        return Step(over, (*events, *told))

    def passed(self, state: T, events: list[Event], *, auto: bool) -> T:
        """Let the seat to follow pass: the next seat is asked, or the trick is won and the new leader has the turn."""
        seat, standing = state.turn, state.standing
        assert standing is not None, "there is something to follow"
        events.append(Passed(audience=EVERYONE, seat=seat, auto=auto))
        history = state.history.add(Act(seat, "pass", auto=auto, trick=state.trick))
        barred = (*state.barred, seat) if self.pass_binds(state) else ()
        hands, winner, turn = state.hands, standing.seat, (seat + 1) % len(state.hands)
        while turn != winner and (not hands[turn] or turn in barred):
            turn = (turn + 1) % len(hands)
        state = replace(state, turn=turn, barred=barred, history=history)
        return state if turn != winner else self.gathered(state, events)

    def gathered(self, state: T, events: list[Event]) -> T:
        """Give the trick to the seat whose play stands, and the lead to it or to whoever inherits it."""
        standing, hands = state.standing, state.hands
        assert standing is not None, "there is a trick"
        winner = standing.seat
        leader = winner if hands[winner] else self.heir(state, winner)
        events.append(TrickWon(audience=EVERYONE, seat=winner, leader=leader))
        state = replace(state, turn=leader, standing=None, trick=state.trick + 1, barred=())
        state = self.won(state, winner, events)
        if leader != winner:
            events.append(LeadInherited(audience=EVERYONE, seat=leader, winner=winner))
        return state


def require_held(cards: Cards, hand: Cards, rule: str) -> None:
    """Refuse under this rule cards that the hand does not hold, and name them."""
    missing = Counter(cards) - Counter(hand)
    if missing:
        raise IllegalAction(Refusal.NOT_IN_HAND, rule, cards=cards_text(sort_cards([*missing.elements()])))
