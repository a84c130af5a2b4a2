"""The play: tricks, draws and passed leads (GY-30 to GY-38)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, TypeVar

from games.base.actions import Action, Pass, Play
from games.base.cards import RANKS, SMALL_JOKER, Cards, cards_text, rank_counts, rank_of, sort_cards
from games.base.errors import IllegalAction, NotationError, Refusal
from games.base.events import EVERYONE, Event, Passed
from games.base.notation import read_cards
from games.contract import Act, Recognised
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
from games.gandengyan.state import Over, Playing, StandingPlay
from games.kit.climb import Climb, ClimbRules, laid, next_holding

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
    """Return how cards are taken when they are played now (GY-15); raise ``IllegalAction`` with the reason if they
    may not be."""
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
    """The refusal of a play that does not beat: often it is higher, but not the next one (GY-20)."""
    alike = reading.kind is standing.kind and reading.size == standing.size and standing.top < DEUCE
    if alike and reading.kind in (Kind.SOLO, Kind.PAIR, Kind.CHAIN, Kind.PAIR_CHAIN) and reading.top > standing.top:
        return IllegalAction(
            No.ONLY_NEXT_RANK, "GY-20", kind=reading.kind.value, rank=RANKS[standing.top], next=RANKS[standing.top + 1]
        )
    return IllegalAction(
        Refusal.DOES_NOT_BEAT, "GY-20", kind=reading.kind.value, standing=standing.kind.value, rank=RANKS[standing.top],
        size=standing.size,
    )  # fmt: skip


def _to_beat(state: Playing) -> Reading | None:
    return None if state.standing is None else state.standing.reading


def legal_actions(state: Playing, seat: int) -> Iterator[Action]:
    """Yield every set of cards by rank once, whatever its readings, and a pass where one may pass."""
    hand = state.hands[seat]
    for play in legal_plays(pack(hand), _to_beat(state), state.setting.rules.combos):
        yield Play(take(hand, play))
    if state.standing is not None or is_stuck(hand):
        yield Pass()


def _changed(by_seat: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])


def _counted(counts: tuple[int, ...], seat: int, happened: bool) -> tuple[int, ...]:
    return _changed(counts, seat, counts[seat] + 1) if happened else counts


def _lead_passed_on(state: Playing, events: list[Event]) -> Playing:
    """Give the lead of a stuck leader to the next seat; nobody draws (GY-36)."""
    seat = state.turn
    leader = next_holding(state.hands, seat)
    events += [Passed(audience=EVERYONE, seat=seat), LeadPassedOn(audience=EVERYONE, seat=seat, leader=leader)]
    history = state.history.add(Act(seat, "pass", trick=state.trick))
    return replace(state, passes=state.passes + 1, turn=leader, history=history)


def _drawn(state: Playing, winner: int, events: list[Event]) -> Playing:
    """Let the winner take the top card of the stock, or everybody one in turn, as long as there are any (GY-34)."""
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


class _Tricks(Climb[Playing, Over]):
    """Tricks of up to six seats, drawing after each; the round ends with the first empty hand, or when nobody can lead."""

    rules = ClimbRules(lead="GY-32", hand="GY-31", verbs="GY-38")

    def reading(self, state: Playing, cards: Cards, named: str | None) -> Reading:
        """Return the reading of GY-15; raise ``IllegalAction`` if there is none."""
        return reading_of(cards, _to_beat(state), state.setting.rules.combos, named)

    def lay(self, state: Playing, action: Play, events: list[Event], *, auto: bool) -> Playing:
        """Lay the cards; a bomb raises the multiplier (GY-51)."""
        seat, cards, rules = state.turn, sort_cards(action.cards), state.setting.rules
        reading = self.reading(state, cards, action.reading)
        play = StandingPlay(seat, cards, reading)
        hands, turn, history = laid(state, cards, reading.kind.value, play.rank, events, auto=auto)
        factor = factor_of(reading, rules)
        multiplier = state.multiplier * factor
        if factor > 1:
            events.append(Multiplied(audience=EVERYONE, seat=seat, factor=factor, multiplier=multiplier))
        return replace(
            state,
            hands=hands,
            standing=play,
            passes=0,
            turn=turn,
            multiplier=multiplier,
            plays=_counted(state.plays, seat, True),
            bombs=_counted(state.bombs, seat, reading.kind is Kind.BOMB),
            rockets=_counted(state.rockets, seat, reading.kind is Kind.ROCKET),
            drawn=_changed(state.drawn, seat, None),
            history=history,
        )

    def is_over(self, state: Playing) -> bool:
        """Whether a seat is out (GY-50), or every seat has passed an open lead on (GY-37)."""
        return state.passes == state.seats or not all(state.hands)

    def settle(self, state: Playing) -> tuple[Over, list[Event]]:
        return void(state) if all(state.hands) else settle(state, state.hands.index(()))

    def must_pass(self, state: Playing) -> bool:
        """Whether nothing can beat: no play a rocket on top, one card only a solo below the two (GY-35)."""
        standing = _to_beat(state)
        assert standing is not None, "there is something to follow"
        if standing.kind is Kind.ROCKET and state.setting.rules.combos.rocket_top:
            return True
        return len(state.hands[state.turn]) == 1 and (standing.kind is not Kind.SOLO or standing.top == DEUCE)

    def may_pass_lead(self, state: Playing) -> bool:
        """Whether the leader is stuck: it holds a lone joker, which cannot be led (GY-36)."""
        return is_stuck(state.hands[state.turn])

    def passed(self, state: Playing, events: list[Event], *, auto: bool) -> Playing:
        """Pass; a leader who passes gives the lead on."""
        if state.standing is None:
            return _lead_passed_on(state, events)
        return super().passed(state, events, auto=auto)

    def won(self, state: Playing, winner: int, events: list[Event]) -> Playing:
        """Let cards be drawn after a trick (GY-34)."""
        return _drawn(replace(state, drawn=(None,) * state.seats), winner, events)


_TRICKS: Final = _Tricks()
check_play = _TRICKS.check
apply_play = _TRICKS.apply


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
    """The lead when the clock runs out: the lowest solo that breaks no bomb, else the lowest natural card. Of
    jokers alone it is the rocket, with a lone joker a pass (GY-36)."""
    natural = [card for card in hand if card < SMALL_JOKER]
    if not natural:
        return Play(hand[:2]) if len(hand) > 1 else Pass()
    counts = rank_counts(hand)
    kept = [card for card in natural if counts[rank_of(card)] < rules.least_bomb]
    return Play((min(kept or natural),))
