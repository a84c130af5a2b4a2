"""The end of a round: when, places, points, stifled 3s, dues, the next leader, the end of a match (GJ-36 to GJ-43)."""

from collections import Counter
from dataclasses import replace
from typing import Final

from games.base.events import EVERYONE, Event, MatchEnded, RoundEnded, Voided
from games.contract import RoundResult
from games.gouji.events import DueMade, Stifled, Swept
from games.gouji.kinds import THREE
from games.gouji.options import HouseRules
from games.gouji.state import SEATS, Due, MatchSoFar, Round, kept_by, opposite, team_of, turn_order
from games.kit.match import added, hands_left
from games.kit.phases import Ended

__all__ = ["Over", "ends", "match_winner", "settle", "settled", "void"]

_STANDARD: Final = (4, 2, 0, 0, -2, -4)
_POINTS: Final = {"standard": _STANDARD, "small": (2, 1, 0, 0, -1, -2), "team2": (0,) * SEATS, "none": _STANDARD}
"""By the option ``scoring``, place by place; where no score is kept, what the round is worth to who weighs it all the same."""


class Over(Ended[Round, MatchSoFar]):
    """A round that has ended. ``points``, ``team_points``: what it is worth, also where no score is kept; ``places`` are the
    seats, first place to sixth; ``stifled`` the seats left with their 3s, each with the opponent whom it owes."""

    places: tuple[int, ...] = ()
    team_points: tuple[int, int] = (0, 0)
    stifled: tuple[tuple[int, int], ...] = ()
    swept_by: int | None = None

    @property
    def round(self) -> Round:
        """The round at its end."""
        return self.last

    @property
    def next_leader(self) -> int:
        """Who leads the next round (GJ-42)."""
        assert self.after.next_leader is not None
        return self.after.next_leader


def _sweeping_team(round_: Round) -> int | None:
    """Find the team that has swept the other, if one has (GJ-37, GJ-14a)."""
    first = round_.finished[:3]
    if len(first) == 3 and len(round_.revolted) < 2 and len({team_of(seat) for seat in first}) == 1:
        return team_of(first[0])
    return team_of(round_.finished[0]) if _revolter_is_third(round_) else None


def _revolter_is_third(round_: Round) -> bool:
    """Whether a lone revolter's two partners were the first two to go out (GJ-14a)."""
    if not round_.rules.revolter_third or len(round_.revolted) != 1 or len(round_.finished) < 2:
        return False
    (revolter,) = round_.revolted
    return all(team_of(seat) == team_of(revolter) for seat in round_.finished[:2])


def ends(round_: Round) -> bool:
    """Whether the round is over (GJ-37)."""
    return len(round_.actives) <= 1 or _sweeping_team(round_) is not None


def _places(round_: Round) -> tuple[int, ...]:
    """Order the seats, first place to sixth (GJ-38)."""
    fixed: dict[int, int] = {}
    if len(round_.revolted) == 1:
        fixed[2 if _revolter_is_third(round_) else 3] = next(iter(round_.revolted))
    elif round_.revolted:
        in_order = [seat for seat in turn_order(round_.setting.leader) if seat in round_.revolted]
        fixed = dict(zip((2, 3), in_order, strict=True))
    after_last = turn_order(round_.finished[-1]) if round_.finished else turn_order(0)
    holding = sorted(round_.actives, key=lambda seat: (len(round_.hands[seat]), after_last.index(seat)))
    others = iter((*round_.finished, *holding, *reversed(round_.dead)))
    return tuple(fixed[place] if place in fixed else next(others) for place in range(SEATS))


def _stifled(round_: Round, places: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """List (seat, opponent) of the seats left with their 3s, and by whom: in order of blocking, then from the lowest
    place (GJ-40)."""
    blocked = tuple(
        (seat, by)
        for seat, by in round_.blocked
        if round_.active(seat) and round_.only_threes(seat) and team_of(seat) != team_of(by)
    )
    if round_.rules.stifled == "beaten":
        return blocked
    there = [seat for seat, _ in blocked]
    left = (
        seat for seat in reversed(places) if round_.active(seat) and round_.holds(seat, THREE) and seat not in there
    )
    by_last = ((seat, _last_opponent_out(round_, seat)) for seat in left)
    return (*blocked, *((seat, by) for seat, by in by_last if by is not None))


def _last_opponent_out(round_: Round, seat: int) -> int | None:
    """Find the opponent of a seat that went out last, ``None`` if none has."""
    return next((other for other in reversed(round_.finished) if team_of(other) != team_of(seat)), None)


def _dues(
    round_: Round, places: tuple[int, ...], stifled: tuple[tuple[int, int], ...], swept_by: int | None
) -> tuple[Due, ...]:
    """List what the next round begins with (GJ-41)."""
    rules = round_.rules
    if not rules.tribute:
        return ()
    dues = [Due("stifle", seat, by, 2 if at == 0 and len(stifled) > 1 else 1) for at, (seat, by) in enumerate(stifled)]
    for one in range(3):
        dues += _pair_dues(round_, one, opposite(one))
    dues += round_.burn_dues
    if swept_by is not None:
        swept = (seat for seat in range(SEATS) if team_of(seat) != swept_by)
        dues += [
            Due("sweep", seat, opposite(seat), 1) for seat in swept if not {seat, opposite(seat)} & round_.revolted
        ]
    else:
        drops = ((places[5], places[0], 2), (places[4], places[1], 1))
        dues += [
            Due("drop", giver, receiver, cards)
            for giver, receiver, cards in drops
            if rules.drop_within_team or team_of(giver) != team_of(receiver)
        ]
    return tuple(sorted(dues, key=lambda due: due.order))


def _pair_dues(round_: Round, one: int, other: int) -> list[Due]:
    rules, revolted, bets = round_.rules, round_.revolted, len({one, other} & round_.challenged)
    opened = [seat for seat in (one, other) if seat in round_.opened]
    if len(opened) != 1:
        if {one, other} & revolted:
            return []
        cards = {"point": int(rules.point_tie == "exchange")}
        cards["challenge"] = 2 * (bets > 0 and rules.point_challenge and rules.challenge_tie == "exchange")
        both = ((one, other), (other, one))
        return [Due(kind, *pair, count) for kind, count in cards.items() if count for pair in both]
    opener, payer = opened[0], opposite(opened[0])
    if payer in revolted:
        return []
    dues = [Due("point", payer, opener, 1)]
    if bets == 2 and rules.challenge_both != 2:
        mates = [seat for seat in turn_order(opener)[2::2] if seat not in revolted]
        if rules.challenge_both == "split" and mates:
            dues += [Due("challenge", payer, seat, 2) for seat in (opener, mates[0])]
        else:
            dues.append(Due("challenge", payer, opener, 4))
    elif bets:
        dues.append(Due("challenge", payer, opener, 2))
    return dues


def settle(round_: Round) -> tuple[Over, list[Event]]:
    before, rules = round_.setting.before, round_.rules
    places, swept_by = _places(round_), _sweeping_team(round_)
    won = _POINTS[rules.scoring]
    # With ``team2`` seats score nothing, but which team is ahead still goes by the standard points (GJ-39).
    points = tuple(won[places.index(seat)] for seat in range(SEATS))
    standard = [_STANDARD[places.index(seat)] for seat in range(SEATS)]
    sums = (sum(standard[0::2]), sum(standard[1::2]))
    if rules.scoring == "team2":
        team_points = (2 * (sums[0] > sums[1]), 2 * (sums[1] > sums[0]))
    else:
        team_points = (sum(points[0::2]), sum(points[1::2]))
    stifled = _stifled(round_, places)
    sweeps = tuple(count + (team == swept_by) for team, count in enumerate(before.sweeps))
    totals, team_totals = before.scores, before.team_scores
    if rules.scored:
        totals = added(totals, points)
        team_totals = added(team_totals, team_points)
    after = MatchSoFar(
        scores=totals,
        team_scores=team_totals,
        sweeps=sweeps,
        rounds=before.rounds + 1,
        due=_dues(round_, places, stifled, swept_by),
        next_leader=_next_leader(round_, places),
    )
    over = Over(
        last=replace(round_, must_fours=None), places=places, points=points, team_points=team_points, stifled=stifled,
        swept_by=swept_by, after=after, winner=match_winner(after, rules),
    )  # fmt: skip
    return over, _told(over)


def _told(over: Over) -> list[Event]:
    round_ = over.round
    events: list[Event] = []
    if over.swept_by is not None:
        events.append(Swept(audience=EVERYONE, team=over.swept_by))
    events += [Stifled(audience=EVERYONE, seat=seat, by=by) for seat, by in over.stifled]
    events += hands_left(round_.hands)
    if round_.rules.scored:
        events.append(RoundEnded(audience=EVERYONE, points=over.points))
    events += [
        DueMade(audience=EVERYONE, due=due.kind, seat=due.giver, to=due.receiver, count=due.cards)
        for due in over.after.due
    ]
    if over.winner is not None:
        events.append(MatchEnded(audience=EVERYONE, winners=over.winner))
    return events


def _next_leader(round_: Round, places: tuple[int, ...]) -> int:
    rotated = (round_.setting.leader + 1) % SEATS
    return {"head": places[0], "last": places[5], "rotate": rotated}[round_.rules.lead_next]


def match_winner(so_far: MatchSoFar, rules: HouseRules) -> tuple[int, ...] | None:
    """Find the seats that have won the match, none for a draw, ``None`` while it goes on (GJ-43)."""
    by = so_far.team_scores
    match rules.match_end:
        case "score":
            done = rules.scored and max(by) >= rules.target_score
        case "lead":
            done = rules.scored and abs(by[0] - by[1]) >= rules.target_lead
        case "rounds":
            done = so_far.rounds >= rules.match_rounds
        case "sweeps":
            by = so_far.sweeps
            done = max(by) >= rules.sweep_target
        case "single":
            done = so_far.rounds > 0
    if not done:
        return None
    if by[0] == by[1]:
        return ()
    ahead = 0 if by[0] > by[1] else 1
    return tuple(seat for seat in range(SEATS) if team_of(seat) == ahead)


def void(round_: Round) -> tuple[Over, list[Event]]:
    """End a round in which too many have revolted: it does not count and is dealt again (GJ-15)."""
    before = replace(round_.setting.before, due=(), next_leader=round_.setting.leader)
    round_ = replace(round_, finished=())
    over = Over(last=round_, points=(0,) * SEATS, after=before, void=True)
    told: list[Event] = [Voided(audience=EVERYONE, why="revolts"), *hands_left(round_.hands)]
    if round_.rules.scored:
        told.append(RoundEnded(audience=EVERYONE, points=over.points))
    return over, told


def settled(state: Over) -> RoundResult:
    rules = state.round.rules
    carry = state.after.carry(kept_by(rules))
    if state.void:
        return RoundResult(points=state.points, won=(), carry=carry, void=True, scored=rules.scored)
    round_ = state.round
    burned = Counter(due.receiver for due in round_.burn_dues)
    victims = Counter(due.giver for due in round_.burn_dues)
    ahead = None if state.team_points[0] == state.team_points[1] else int(state.team_points[1] > state.team_points[0])
    return RoundResult(
        points=state.points,
        won=tuple(seat for seat in range(SEATS) if team_of(seat) == ahead),
        carry=carry,
        scored=rules.scored,
        places=tuple(state.places.index(seat) + 1 for seat in range(SEATS)),
        roles=("",) * SEATS,
        winner=state.winner,
        feats=tuple(
            {
                "heads": int(state.places[0] == seat),
                "opened": int(seat in round_.opened),
                "burns": burned[seat],
                "burns_stopped": round_.stopped.count(seat),
                "burned": victims[seat],
                "burned_out": round_.dead.count(seat),
                "sweeps": int(state.swept_by == team_of(seat)),
                "stifled": sum(seat == left for left, _ in state.stifled),
                "revolts": int(seat in round_.revolted),
            }
            for seat in range(SEATS)
        ),
    )
