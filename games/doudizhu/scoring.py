"""From the last card to points and totals (DZ-50 to DZ-61)."""

from games.base.events import Event
from games.base.round import RoundResult
from games.doudizhu.state import NONE, SEATS, Bidding, MatchSoFar, Over, Playing
from games.kit.match import added, ended, hands_left

__all__ = ["points_of", "settle", "settled", "spring_of", "void"]


def spring_of(landlord: int, out: int, plays: tuple[int, ...]) -> str | None:
    """Return ``landlord`` if neither peasant made a play, ``peasants`` if the landlord made exactly one, else
    ``None`` (DZ-52)."""
    if out == landlord:
        peasants_played = any(plays[seat] for seat in range(SEATS) if seat != landlord)
        return None if peasants_played else "landlord"
    return "peasants" if plays[landlord] == 1 else None


def points_of(
    *, landlord: int, out: int, stake: int, left: tuple[int, ...], by_cards: bool, to_winner: bool
) -> tuple[int, ...]:
    """Return points by seat, always adding up to 0 (DZ-53 to DZ-55). ``stake`` is bid × multiplier, ``left`` the cards
    left in each hand, ``by_cards`` the scoring by cards left, ``to_winner`` whether the peasant who went out takes all
    of it."""
    peasants = [seat for seat in range(SEATS) if seat != landlord]
    points = [0] * SEATS
    if out == landlord:
        for seat in peasants:
            points[seat] = -stake * (left[seat] if by_cards else 1)
    elif not by_cards:
        for seat in peasants:
            points[seat] = stake
    else:
        total = stake * left[landlord]
        other = next(seat for seat in peasants if seat != out)
        points[other] = 0 if to_winner else total // 2
        points[out] = total - points[other]  # an odd point goes to the seat that went out
    points[landlord] = -sum(points)
    return tuple(points)


def settle(state: Playing) -> tuple[Over, list[Event]]:
    """End the round: a seat has no cards (DZ-50). What is left is shown to all (DZ-72)."""
    rules, before, (out,) = state.setting.rules, state.setting.before, state.finished
    spring = spring_of(state.landlord, out, state.plays) if rules.spring > 1 else None
    multiplier = 2**state.all_bombs * (rules.spring if spring else 1)
    points = points_of(
        landlord=state.landlord,
        out=out,
        stake=state.bid * multiplier,
        left=tuple(map(len, state.hands)),
        by_cards=rules.scoring == "cards_left",
        to_winner=rules.share == "winner",
    )
    after = MatchSoFar(added(before.scores, points), before.deals + 1, out)
    winner = after.winner(rules)
    over = Over(last=state, points=points, after=after, winner=winner, spring=spring, multiplier=multiplier)
    return over, [*hands_left(state.hands), *ended(points, winner)]


def void(state: Bidding) -> Over:
    """End a round in which nobody bid: it does not count, and the hands are not shown (DZ-56)."""
    return Over(last=state, points=NONE, after=state.setting.before, void=True)


def settled(state: Over) -> RoundResult:
    carry, played = state.after.carry(), state.last
    if isinstance(played, Bidding):
        return RoundResult(points=state.points, won=(), carry=carry, void=True, roles=("",) * SEATS)
    (out,) = played.finished
    landlord_won = out == played.landlord
    won = tuple(seat for seat in range(SEATS) if (seat == played.landlord) is landlord_won)
    return RoundResult(
        points=state.points,
        won=won,
        carry=carry,
        roles=tuple("landlord" if seat == played.landlord else "peasant" for seat in range(SEATS)),
        sides=tuple(int(seat != played.landlord) for seat in range(SEATS)),
        winner=state.winner,
        feats=tuple(
            {
                "bombs": played.bombs[seat],
                "rockets": played.rockets[seat],
                "springs": int(state.spring is not None and seat in won),
                "first_out": int(seat == out),
            }
            for seat in range(SEATS)
        ),
    )
