"""The calls, the tricks, and what happens by itself (DZ-30 to DZ-44, DZ-50)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from games.base.actions import Action, Bid, Pass, Play
from games.base.cards import BIG_JOKER, SMALL_JOKER, Cards, rank_counts, rank_of, sort_cards
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Called, Event, PileShown, RoleTaken, Voided
from games.base.round import Act, Step
from games.doudizhu.combos import legal_plays, readings
from games.doudizhu.kinds import Kind, Reading, beats
from games.doudizhu.options import HouseRules
from games.doudizhu.scoring import settle, void
from games.doudizhu.state import SEATS, Bidding, Over, Playing, State, following
from games.kit.climb import Climb, ClimbRules, StandingPlay, counted
from games.kit.combinations import Combinations
from games.kit.counts import pack, take

__all__ = ["COMBINATIONS", "TRICKS", "apply_call", "check_call", "legal_calls"]

HIGHEST = 3


def check_call(state: Bidding, seat: int, action: Action) -> None:
    """Refuse anything but a pass or a bid from 1 to 3 above all bids so far; ``bid 0`` is a pass (DZ-31)."""
    match action:
        case Pass() | Bid(0):
            return
        case Bid(amount):
            if not 0 <= amount <= HIGHEST:
                bids = "/".join(map(str, range(state.bid + 1, HIGHEST + 1)))
                raise IllegalAction(Refusal.BID_RANGE, "DZ-31", bids=bids)
            if amount <= state.bid:
                raise IllegalAction(Refusal.BID_TOO_LOW, "DZ-31", bid=state.bid, lowest=state.bid + 1)
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "DZ-31", phase="bid")


def legal_calls(state: Bidding, seat: int) -> Iterator[Action]:
    yield Pass()
    for amount in range(state.bid + 1, HIGHEST + 1):
        yield Bid(amount)


def apply_call(state: Bidding, seat: int, action: Action) -> Step[State]:
    """Take a call that ``check_call`` has let through, and end the bidding if it is over (DZ-32, DZ-33)."""
    amount = action.amount if isinstance(action, Bid) else 0
    act = Act(seat, "bid", number=amount) if amount else Act(seat, "pass")
    state = replace(state, calls=(*state.calls, (seat, amount)), turn=following(seat), history=state.history.add(act))
    called = Called(audience=EVERYONE, seat=seat, amount=amount)
    if not _is_over(state):
        return Step(state, (called,))
    if state.bid:
        winner = next(seat for seat, amount in state.calls if amount == state.bid)
        return _to_play(state, winner, state.bid, called)
    if state.setting.rules.all_pass == "force":
        return _to_play(state, state.first, 1, called)
    return Step(void(state), (called, Voided(audience=EVERYONE, why="all_passed")))


def _is_over(state: Bidding) -> bool:
    amounts = [amount for _, amount in state.calls]
    if amounts[-1] == HIGHEST:
        return True
    if state.setting.rules.bidding == "once" or not any(amounts):
        return len(amounts) == SEATS
    return amounts[-2:] == [0, 0]


def _to_play(state: Bidding, landlord: int, stake: int, called: Event) -> Step[State]:
    """Begin the play: the kitty is shown to all and joins the landlord's hand; the landlord leads (DZ-34)."""
    hands = tuple(sort_cards(hand + state.kitty) if seat == landlord else hand for seat, hand in enumerate(state.hands))
    kitty = sort_cards(state.kitty)
    playing = Playing(
        setting=state.setting,
        hands=hands,
        kitty=kitty,
        landlord=landlord,
        bid=stake,
        turn=landlord,
        history=state.history,
    )
    events = (
        called,
        RoleTaken(audience=EVERYONE, seat=landlord, role="landlord", stake=stake),
        PileShown(audience=EVERYONE, pile="kitty", cards=kitty, seat=landlord),
    )
    return Step(playing, events)


class _Combinations(Combinations[Reading, HouseRules]):
    """What cards are (DZ-10 to DZ-18) and what beats what (DZ-20)."""

    def readings(self, cards: Cards, rules: HouseRules) -> tuple[Reading, ...]:
        return readings(pack(cards), rules.combos)

    def beats(self, reading: Reading, standing: Reading, rules: HouseRules) -> bool:
        return beats(reading, standing)

    def plays(self, hand: Cards, standing: Reading | None, rules: HouseRules) -> Iterator[Cards]:
        return (take(hand, play) for play in legal_plays(pack(hand), standing, rules.combos))


COMBINATIONS: Final = _Combinations()


class _Tricks(Climb[Playing, Over]):
    """Tricks of three seats; the round ends with the first empty hand (DZ-40 to DZ-50)."""

    rules = ClimbRules(lead="DZ-41", hand="DZ-40", verbs="DZ-44", combinations="DZ-10", named="DZ-18", beats="DZ-20")
    combinations = COMBINATIONS
    settle = staticmethod(settle)

    def changes(
        self, state: Playing, play: StandingPlay[Reading], hands: tuple[Cards, ...], events: list[Event]
    ) -> dict[str, Any]:
        """Count bombs, rockets and plays (DZ-51, DZ-52)."""
        seat, kind = play.seat, play.reading.kind
        return {
            "bombs": counted(state.bombs, seat, kind is Kind.BOMB),
            "rockets": counted(state.rockets, seat, kind is Kind.ROCKET),
            "plays": counted(state.plays, seat),
        }

    def must_pass(self, state: Playing) -> bool:
        """Whether nothing can beat: no play the rocket, one card only a lower solo (DZ-43)."""
        standing = state.standing
        assert standing is not None, "there is something to follow"
        reading = standing.reading
        if reading.kind is Kind.ROCKET:
            return True
        return len(state.hands[state.turn]) == 1 and (reading.size > 1 or reading.top == rank_of(BIG_JOKER))

    def lowest_lead(self, state: Playing) -> Action:
        """The lead when the clock runs out: the lowest solo that breaks neither four of a kind nor the rocket."""
        hand = state.hands[state.turn]
        counts = rank_counts(hand)
        rocket = {SMALL_JOKER, BIG_JOKER} if {SMALL_JOKER, BIG_JOKER} <= set(hand) else set()
        kept = [card for card in hand if counts[rank_of(card)] < 4 and card not in rocket]
        return Play((min(kept or hand),))


TRICKS: Final = _Tricks()
