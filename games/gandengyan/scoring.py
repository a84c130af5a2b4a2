"""From the last card to payments and totals (GY-50 to GY-61)."""

from dataclasses import dataclass, replace
from typing import Final

from games.base.events import EVERYONE, Event, Voided, WentOut
from games.contract import RoundResult
from games.gandengyan.combos import DEUCE, Kind, Reading, held_of, is_bomb, joker_count, naturals, pack, size_of
from games.gandengyan.events import Paid
from games.gandengyan.options import HouseRules
from games.gandengyan.state import MatchSoFar, Over, Playing
from games.kit.match import added, ended, hands_left

__all__ = ["Payment", "factor_of", "payment", "result", "settle", "void"]

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


def settle(state: Playing, out: int) -> tuple[Over, list[Event]]:
    """End the round: this seat has no cards (GY-50). What is left in the hands is shown to all (GY-72)."""
    setting, before = state.setting, state.setting.before
    events: list[Event] = [WentOut(audience=EVERYONE, seat=out, place=1), *hands_left(state.hands)]
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
    over = replace(_ended(state), out=out, points=tuple(points), after=after)
    return over, [*events, *paid, *ended(over.points, after.winner(setting.rules))]


def void(state: Playing) -> tuple[Over, list[Event]]:
    """End a round in which nobody can ever lead: it does not count, the banker stays, no hand is shown (GY-4, GY-37,
    GY-72)."""
    return _ended(state), [Voided(audience=EVERYONE, why=_STUCK)]


def _ended(state: Playing) -> Over:
    setting = state.setting
    return Over(
        setting=setting, hands=state.hands, stock=state.stock, out=None, multiplier=state.multiplier, plays=state.plays,
        bombs=state.bombs, rockets=state.rockets, points=(0,) * state.seats,
        after=setting.before, trick=state.trick, history=state.history,
    )  # fmt: skip


def result(state: Over) -> RoundResult:
    seats = range(len(state.hands))
    carry = state.after.carry()
    roles = tuple("banker" if seat == state.setting.banker else "" for seat in seats)
    if state.out is None:
        return RoundResult(points=state.points, won=(), carry=carry, void=True, roles=roles)
    return RoundResult(
        points=state.points,
        won=(state.out,),
        carry=carry,
        roles=roles,
        winner=state.after.winner(state.setting.rules),
        feats=tuple(
            {
                "bombs": state.bombs[seat],
                "rockets": state.rockets[seat],
                "first_out": int(seat == state.out),
                "unplayed": int(not state.plays[seat]),
                "shutouts": int(seat == state.out and not any(state.plays[other] for other in seats if other != seat)),
            }
            for seat in seats
        ),
    )
