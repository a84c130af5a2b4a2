"""The bidding (DZ-30 to DZ-34)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.base.actions import Action, Bid, Pass
from games.base.cards import sort_cards
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Called, Event, PileShown, RoleTaken, Voided
from games.contract import Act, Step
from games.doudizhu.scoring import void
from games.doudizhu.state import SEATS, Bidding, Playing, State, following

__all__ = ["apply_call", "check_call", "legal_calls"]

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
    """Yield a pass and every higher bid."""
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
