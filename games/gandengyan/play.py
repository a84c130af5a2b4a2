"""The play: tricks, draws and passed leads (GY-30 to GY-38)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, TypeVar

from games.base.actions import Action, Pass, Play
from games.base.cards import BIG_JOKER, RANKS, SMALL_JOKER, Cards, cards_text, rank_counts, rank_of, sort_cards
from games.base.errors import IllegalAction, NotationError
from games.base.events import EVERYONE, Event, Passed
from games.base.notation import read_cards
from games.base.round import Act
from games.gandengyan.combos import legal_plays
from games.gandengyan.events import Drew, DrewCards, LeadPassedOn, Multiplied, No
from games.gandengyan.kinds import DEUCE, Kind, Reading, beats, ranks_in_words, readings, stands_for
from games.gandengyan.options import HouseRules
from games.gandengyan.scoring import factor_of, settle, void
from games.gandengyan.state import Over, Playing
from games.kit.climb import Climb, ClimbRules, StandingPlay, counted, next_holding, to_beat
from games.kit.combinations import Combinations
from games.kit.counts import pack, take

__all__ = ["COMBINATIONS", "TRICKS", "WILD", "is_stuck", "named_ranks"]

T = TypeVar("T")
WILD: Final = (SMALL_JOKER, BIG_JOKER)


def is_stuck(hand: Cards) -> bool:
    """Whether a hand has nothing to lead: it is a lone joker (GY-36)."""
    return len(hand) == 1 and hand[0] >= SMALL_JOKER


def named_ranks(named: str) -> tuple[int, ...] | None:
    """The ranks after ``as``, ascending; ``None`` if it is no list of ranks."""
    try:
        return tuple(sorted(pattern.rank for pattern in read_cards(named)))
    except NotationError:
        return None


class _Combinations(Combinations[Reading, HouseRules]):
    """What cards are (GY-10 to GY-15) and what beats what (GY-20 to GY-24); after ``as`` come the ranks they stand for."""

    def readings(self, cards: Cards, rules: HouseRules) -> tuple[Reading, ...]:
        return readings(pack(cards), rules.combos)

    def beats(self, reading: Reading, standing: Reading, rules: HouseRules) -> bool:
        return beats(reading, standing, rules.combos)

    def plays(self, hand: Cards, standing: Reading | None, rules: HouseRules) -> Iterator[Cards]:
        return (take(hand, play) for play in legal_plays(pack(hand), standing, rules.combos))

    def named(self, cards: Cards, words: str, rules: HouseRules) -> list[Reading]:
        ranks, play = named_ranks(words), pack(cards)
        return [one for one in readings(play, rules.combos) if stands_for(one, play) == ranks]

    def words(self, cards: Cards, reading: Reading, rules: HouseRules) -> str:
        return ranks_in_words(stands_for(reading, pack(cards)))

    def stand_for(self, cards: Cards, reading: Reading, rules: HouseRules) -> str | None:
        return self.words(cards, reading, rules) if cards[-1] >= SMALL_JOKER else None


COMBINATIONS: Final = _Combinations()


def _changed(by_seat: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])


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

    rules = ClimbRules(lead="GY-32", hand="GY-31", verbs="GY-38", combinations="GY-10", named="GY-15", beats="GY-20")
    combinations = COMBINATIONS

    def no_combination(self, cards: Cards) -> IllegalAction:
        if is_stuck(cards):
            return IllegalAction(No.JOKER_ALONE, "GY-13", cards=cards_text(cards))
        return super().no_combination(cards)

    def too_low(self, reading: Reading, standing: Reading) -> IllegalAction:
        """The refusal of a play that does not beat: often it is higher, but not the next one (GY-20)."""
        kind, top = reading.kind, standing.top
        alike = kind is standing.kind and reading.size == standing.size and top < DEUCE
        if alike and kind in (Kind.SOLO, Kind.PAIR, Kind.CHAIN, Kind.PAIR_CHAIN) and reading.top > top:
            return IllegalAction(No.ONLY_NEXT_RANK, "GY-20", kind=kind.value, rank=RANKS[top], next=RANKS[top + 1])
        return super().too_low(reading, standing)

    def changes(
        self, state: Playing, play: StandingPlay[Reading], hands: tuple[Cards, ...], events: list[Event]
    ) -> dict[str, Any]:
        """Count plays and bombs; a bomb raises the multiplier (GY-51)."""
        seat, reading = play.seat, play.reading
        factor = factor_of(reading, state.setting.rules)
        multiplier = state.multiplier * factor
        if factor > 1:
            events.append(Multiplied(audience=EVERYONE, seat=seat, factor=factor, multiplier=multiplier))
        return {
            "passes": 0,
            "multiplier": multiplier,
            "plays": counted(state.plays, seat),
            "bombs": counted(state.bombs, seat, reading.kind is Kind.BOMB),
            "rockets": counted(state.rockets, seat, reading.kind is Kind.ROCKET),
            "drawn": _changed(state.drawn, seat, None),
        }

    def is_over(self, state: Playing) -> bool:
        """Whether a seat is out (GY-50), or every seat has passed an open lead on (GY-37)."""
        return state.passes == state.seats or not all(state.hands)

    def settle(self, state: Playing) -> tuple[Over, list[Event]]:
        return void(state) if all(state.hands) else settle(state)

    def must_pass(self, state: Playing) -> bool:
        """Whether nothing can beat: no play a rocket on top, one card only a solo below the two (GY-35)."""
        standing = to_beat(state)
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

    def lowest_lead(self, state: Playing) -> Action:
        """The lead when the clock runs out: the lowest solo that breaks no bomb, else the lowest natural card. Of
        jokers alone it is the rocket, with a lone joker a pass (GY-36)."""
        hand = state.hands[state.turn]
        natural = [card for card in hand if card < SMALL_JOKER]
        if not natural:
            return Play(hand[:2]) if len(hand) > 1 else Pass()
        counts = rank_counts(hand)
        kept = [card for card in natural if counts[rank_of(card)] < state.setting.rules.combos.least_bomb]
        return Play((min(kept or natural),))


TRICKS: Final = _Tricks()
