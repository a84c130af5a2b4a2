"""From the last card to places, points, levels, and the end of a match (GD-70 to GD-86)."""

from collections import Counter

from games.base.cards import RANKS, Rank
from games.base.events import EVERYONE, Event, MatchEnded
from games.contract import RoundResult
from games.guandan.combinations.kinds import BOMBS, DEUCE, Kind
from games.guandan.events import LevelFell, LevelsMoved, TryFailed
from games.guandan.state import ACE, SEATS, MatchSoFar, Over, Playing, Setting, partner, team_of
from games.kit.match import added, ended, hands_left
from games.kit.runs import place_of

__all__ = ["settle", "settled"]


def _places(finished: tuple[int, ...], counts: tuple[int, ...]) -> tuple[int, ...]:
    """The four seats, first place to fourth (GD-71)."""
    first = finished[0]
    rest = [seat for seat in range(SEATS) if seat not in finished]
    return (*finished, *sorted(rest, key=lambda seat: (counts[seat], (seat - first) % SEATS)))


def settle(state: Playing) -> tuple[Over, list[Event]]:
    """End the round, in the order of GD-84."""
    setting, before = state.setting, state.setting.before
    order = _places(state.finished, tuple(map(len, state.hands)))
    team = team_of(order[0])
    of_partner = order.index(partner(order[0]))
    steps = 4 - of_partner
    points = tuple(steps if team_of(seat) == team else -steps for seat in range(SEATS))
    scores = added(before.scores, points)
    events = [*hands_left(state.hands), *ended(points, None)]
    levels, tries = list(before.levels), list(before.tries)
    winner: tuple[int, ...] | None = None
    at_stake = _match_point_teams(setting)
    if team in at_stake and _good_enough(setting, of_partner):
        winner = (team, partner(team))
    else:
        levels[team] = _raised(setting, levels[team], steps)
        told = before.levels[0], before.levels[1]
        events.append(LevelsMoved(audience=EVERYONE, team=team, steps=steps, levels_before=_text(told),
                                  levels=_text((levels[0], levels[1]))))  # fmt: skip
        for failed in at_stake:
            tries[failed] += 1
            events.append(TryFailed(audience=EVERYONE, team=failed, tries=tries[failed]))
            if 0 < setting.rules.a_tries <= tries[failed]:
                levels[failed], tries[failed] = DEUCE, 0
                events.append(LevelFell(audience=EVERYONE, team=failed))
        if 0 < setting.rules.rounds <= setting.number:
            winner = _ahead(levels, scores)
    if winner is not None:
        events.append(MatchEnded(audience=EVERYONE, winners=winner))
    after = MatchSoFar((levels[0], levels[1]), tuple(tries), scores, order, setting.number)
    return Over(last=state, points=points, after=after, winner=winner, places=order, steps=steps), events


def _text(levels: tuple[Rank, Rank]) -> tuple[str, str]:
    return RANKS[levels[0]], RANKS[levels[1]]


def _match_point_teams(setting: Setting) -> list[int]:
    """The teams for which this is a match point round (GD-81)."""
    every = setting.rules.match_point == "any"
    return [team for team in (0, 1) if setting.before.levels[team] == ACE and (every or setting.declarer == team)]


def _good_enough(setting: Setting, of_partner: int) -> bool:
    """Whether the partner's place (from 0) wins a match point round (GD-82)."""
    return of_partner <= {"second": 1, "not_last": 2, "any": 3}[setting.rules.a_win]


def _raised(setting: Setting, level: Rank, steps: int) -> Rank:
    """A level so many steps higher, never past A and never past a level that must be played (GD-80)."""
    place = place_of(level)
    for _ in range(min(steps, place_of(ACE) - place)):
        place += 1
        level = DEUCE if place == place_of(DEUCE) else Rank(place - 3)
        if RANKS[level] in setting.rules.stops:
            break
    return level


def _ahead(levels: list[Rank], scores: tuple[int, ...]) -> tuple[int, ...]:
    """Who has won when the rounds are used up: the higher level, then the higher score; nobody if equal (GD-85)."""
    standings = [(place_of(levels[team]), scores[team]) for team in (0, 1)]
    if standings[0] == standings[1]:
        return ()
    best = standings.index(max(standings))
    return best, partner(best)


def settled(state: Over) -> RoundResult:
    team = team_of(state.places[0])
    played = Counter((act.seat, act.kind) for act in state.history.acts() if act.verb == "play")
    declarer = state.setting.declarer
    return RoundResult(
        points=state.points,
        won=tuple(seat for seat in range(SEATS) if team_of(seat) == team),
        carry=state.after.carry(),
        places=tuple(state.places.index(seat) + 1 for seat in range(SEATS)),
        roles=tuple("" if declarer is None else ("declarer" if team_of(seat) == declarer else "defender")
                    for seat in range(SEATS)),
        winner=state.winner,
        feats=tuple(
            {
                "bombs": sum(played[seat, kind.value] for kind in BOMBS),
                "straight_flushes": played[seat, Kind.STRAIGHT_FLUSH.value] + played[seat, Kind.ROYAL_FLUSH.value],
                "joker_bombs": played[seat, Kind.JOKER_BOMB.value],
                "first_places": int(state.places[0] == seat),
                "double_wins": int(state.steps == 3 and team_of(seat) == team),
                "steps": state.points[seat],
            }
            for seat in range(SEATS)
        ),
    )  # fmt: skip
