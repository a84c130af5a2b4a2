"""From the last card to payments and totals (GY-50 to GY-61)."""

from dataclasses import dataclass
from typing import Final

from games.base.events import EVERYONE, Event, Voided
from games.contract import RoundResult
from games.gandengyan.events import Paid
from games.gandengyan.kinds import DEUCE, Kind, Reading, held_of, is_bomb, joker_count, naturals
from games.gandengyan.options import HouseRules
from games.gandengyan.state import MatchSoFar, Over, Playing
from games.kit.counts import pack, size_of
from games.kit.match import added, ended, hands_left

__all__ = ["Payment", "factor_of", "payment", "settle", "settled", "void"]

_STUCK: Final = "stuck"


@dataclass(frozen=True, slots=True)
class Payment:
    """What one loser pays, and what doubled it or made it less (the codes of ``Paid``)."""

    amount: int
    doubled: tuple[str, ...]


def factor_of(reading: Reading, rules: HouseRules) -> int:
    """By how much a play raises the multiplier (GY-51)."""
    if not is_bomb(reading):
        return 1
    by_size = rules.bomb_factor == "size" and reading.kind is Kind.BOMB
    return 1 << (reading.size - 2) if by_size else 2


def payment(left: int, *, multiplier: int, plays: int, banker: bool, rules: HouseRules) -> Payment:
    """What a loser pays who has these packed cards left and made so many plays (GY-52, GY-53)."""
    cards = size_of(left)
    doubled: list[str] = []
    if plays == 0 and rules.unplayed != "off":
        doubled.append("unplayed")
    elif banker and plays == 1 and rules.unplayed == "banker":
        doubled.append("banker_once")
    if rules.alarm_free and cards == 1:
        return Payment(0, ("alarm_free",))
    if rules.leftover:
        doublings = {
            "jokers": joker_count(left),
            "twos": held_of(left, DEUCE),
            "bombs": sum(count >= rules.combos.least_bomb for _, count in naturals(left)),
        }
        doubled += [name for name in rules.leftover for _ in range(doublings[name])]
    amount = cards * multiplier << len(doubled)
    if 0 < rules.cap < amount:
        return Payment(rules.cap, (*doubled, "cap"))
    return Payment(amount, tuple(doubled))


def settle(state: Playing) -> tuple[Over, list[Event]]:
    """End the round: a seat has no cards (GY-50). What is left in the hands is shown to all (GY-72)."""
    setting, before, (out,) = state.setting, state.setting.before, state.finished
    points = [0] * state.seats
    paid: list[Event] = []
    for seat, hand in enumerate(state.hands):
        if seat == out:
            continue
        owed = payment(
            pack(hand),
            multiplier=state.multiplier,
            plays=state.plays[seat],
            banker=seat == setting.banker,
            rules=setting.rules,
        )
        points[seat] -= owed.amount
        points[out] += owed.amount
        paid.append(
            Paid(audience=EVERYONE, seat=seat, to=out, left=len(hand), multiplier=state.multiplier,
                 doubled=owed.doubled, amount=owed.amount)
        )  # fmt: skip
    after = MatchSoFar(added(before.scores, points), before.deals + 1, out)
    winner = after.winner(setting.rules)
    over = Over(last=state, points=tuple(points), after=after, winner=winner)
    return over, [*hands_left(state.hands), *paid, *ended(over.points, winner)]


def void(state: Playing) -> tuple[Over, list[Event]]:
    """End a round in which nobody can ever lead: it does not count, the banker stays, no hand is shown (GY-4, GY-37,
    GY-72)."""
    over = Over(last=state, points=(0,) * state.seats, after=state.setting.before, void=True)
    return over, [Voided(audience=EVERYONE, why=_STUCK)]


def settled(state: Over) -> RoundResult:
    last, carry, seats = state.last, state.after.carry(), range(len(state.hands))
    roles = tuple("banker" if seat == last.setting.banker else "" for seat in seats)
    if state.void:
        return RoundResult(points=state.points, won=(), carry=carry, void=True, roles=roles)
    (out,) = last.finished
    return RoundResult(
        points=state.points,
        won=(out,),
        carry=carry,
        roles=roles,
        winner=state.winner,
        feats=tuple(
            {
                "bombs": last.bombs[seat],
                "rockets": last.rockets[seat],
                "first_out": int(seat == out),
                "unplayed": int(not last.plays[seat]),
                "shutouts": int(seat == out and not any(last.plays[other] for other in seats if other != seat)),
            }
            for seat in seats
        ),
    )
