"""From the last trick to points, totals and the end of the match (GZ-19 to GZ-29)."""

from collections import Counter

from games.base.events import Event
from games.contract import RoundResult
from games.gongzhu.cards import GOAT, HEARTS, PIG, TRANSFORMER, points_of
from games.gongzhu.options import HouseRules
from games.gongzhu.state import SEATS, MatchSoFar, Over, Playing, partner
from games.kit.match import added, ended, hands_left

__all__ = ["losers_and_winners", "pig_taker", "settle", "settled", "teams"]

_LIMIT = 1000


def teams(rules: HouseRules) -> tuple[tuple[int, ...], ...]:
    """Who wins and loses together: each seat alone, or opposite seats (GZ-28)."""
    return ((0, 2), (1, 3)) if rules.teams else tuple((seat,) for seat in range(SEATS))


def losers_and_winners(scores: tuple[int, ...], rules: HouseRules) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return losers and winners of the match at these totals, ``None`` while it goes on (GZ-24, GZ-25, GZ-28)."""
    sides = {side: sum(scores[seat] for seat in side) for side in teams(rules)}
    low = {side for side, total in sides.items() if total <= -_LIMIT}
    high = {side for side, total in sides.items() if total >= _LIMIT and rules.plus_1000 != "off"}
    if not low and not high:
        return None
    lost = low | high if rules.plus_1000 == "loses" else low
    if not lost:
        lost = {side for side, total in sides.items() if total == min(sides.values())}
    others = {side: total for side, total in sides.items() if side not in lost}
    won = {side for side, total in others.items() if total == max(others.values())}
    return _seats(lost), _seats(won)


def _seats(sides: set[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sorted(seat for side in sides for seat in side))


def pig_taker(taken: tuple[tuple[int, ...], ...]) -> int | None:
    """The seat whose tricks hold the pig."""
    return next((seat for seat, cards in enumerate(taken) if PIG in cards), None)


def settle(state: Playing, sweeper: int | None) -> tuple[Over, list[Event]]:
    """End the round. ``sweeper`` has all point cards and wins the match at once (GZ-27)."""
    rules, before = state.setting.rules, state.setting.before
    points = tuple(
        points_of(cards, state.exposed, swapped=rules.pig_is_good) + bonus
        for cards, bonus in zip(state.taken, state.queen, strict=True)
    )
    scores = added(before.scores, points)
    if sweeper is not None:
        winner: tuple[int, ...] | None = tuple(sorted({sweeper, partner(sweeper)})) if rules.teams else (sweeper,)
        losers = tuple(seat for seat in range(SEATS) if seat not in (winner or ()))
    else:
        losers, winner = losers_and_winners(scores, rules) or ((), None)
    pig = pig_taker(state.taken)
    after = MatchSoFar(scores, state.first if pig is None else pig)
    swept = sweeper is not None
    over = Over(last=state, points=points, after=after, losers=losers, winner=winner, swept=swept)
    return over, [*hands_left(state.hands), *ended(points, winner)]  # cards are left after a sweep only


def settled(state: Over) -> RoundResult:
    """What the rest of the project learns of a round. It is won by who (alone, or with a partner) got most points."""
    sides = {side: sum(state.points[seat] for seat in side) for side in teams(state.setting.rules)}
    won = _seats({side for side, points in sides.items() if points == max(sides.values())})
    if state.swept and state.winner is not None:
        won = state.winner
    return RoundResult(
        points=state.points,
        won=won,
        carry=state.after.carry(),
        roles=("",) * SEATS,
        winner=state.winner,
        feats=tuple(_feats(state, seat) for seat in range(SEATS)),
    )


def _feats(state: Over, seat: int) -> dict[str, int]:
    taken = state.last.taken[seat]
    hearts = Counter(card & 3 for card in taken)[HEARTS]
    exposed = sum(len(act.cards) for act in state.history.acts() if act.verb == "expose" and act.seat == seat)
    feats = {
        "pigs": int(PIG in taken),
        "goats": int(GOAT in taken),
        "transformers": int(TRANSFORMER in taken),
        "all_hearts": int(hearts == 13),
        "full_sweeps": int(hearts == 13 and {PIG, GOAT, TRANSFORMER} <= set(taken)),
        "exposed": exposed,
    }
    return {name: number for name, number in feats.items() if number}
