"""From the last card to points and totals (DZ-50 to DZ-61)."""

from games.contract import RoundResult
from games.doudizhu.state import SEATS, Bidding, MatchSoFar, Over, Playing
from games.kit.match import added

__all__ = ["points_of", "result", "settle", "spring_of", "void"]


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


def settle(state: Playing, out: int) -> Over:
    """End the round: this seat has no cards (DZ-50)."""
    rules, before = state.setting.rules, state.setting.before
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
    return Over(
        setting=state.setting,
        hands=state.hands,
        kitty=state.kitty,
        landlord=state.landlord,
        bid=state.bid,
        out=out,
        bombs_before=state.bombs_before,
        bombs=state.bombs,
        rockets=state.rockets,
        plays=state.plays,
        spring=spring,
        multiplier=multiplier,
        points=points,
        after=MatchSoFar(added(before.scores, points), before.deals + 1, out),
        trick=state.trick,
        history=state.history,
    )


def void(state: Bidding) -> Over:
    """End a round in which nobody bid: it does not count, and the hands are not shown (DZ-56)."""
    none = (0,) * SEATS
    return Over(
        setting=state.setting,
        hands=state.hands,
        kitty=state.kitty,
        landlord=None,
        bid=0,
        out=None,
        bombs_before=0,
        bombs=none,
        rockets=none,
        plays=none,
        spring=None,
        multiplier=1,
        points=none,
        after=state.setting.before,
        trick=-1,
        history=state.history,
    )


def result(state: Over) -> RoundResult:
    carry = state.after.carry()
    if state.landlord is None or state.out is None:
        return RoundResult(points=state.points, won=(), carry=carry, void=True, roles=("",) * SEATS)
    landlord_won = state.out == state.landlord
    won = tuple(seat for seat in range(SEATS) if (seat == state.landlord) is landlord_won)
    return RoundResult(
        points=state.points,
        won=won,
        carry=carry,
        roles=tuple("landlord" if seat == state.landlord else "peasant" for seat in range(SEATS)),
        sides=tuple(int(seat != state.landlord) for seat in range(SEATS)),
        winner=state.after.winner(state.setting.rules),
        feats=tuple(
            {
                "bombs": state.bombs[seat],
                "rockets": state.rockets[seat],
                "springs": int(state.spring is not None and seat in won),
                "first_out": int(seat == state.out),
            }
            for seat in range(SEATS)
        ),
    )
