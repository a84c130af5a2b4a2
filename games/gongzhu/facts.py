"""What may be known of a round of Gong Zhu (GZ-30), field by field."""

from games.base.cards import RANKS, Cards, rank_of
from games.base.facts import unless_none
from games.base.values import Value
from games.contract import Awaited, CommonFacts, GameView, Standing
from games.contract import OwnFacts as NoFacts
from games.gongzhu.cards import in_show_order, winning
from games.gongzhu.play import KIND, first_leader
from games.gongzhu.scoring import teams
from games.gongzhu.state import SEATS, Exposing, Over, Playing, State
from games.kit.door import Common, OfSeat

__all__ = [
    "GongZhuView", "OwnFacts", "PositionFacts", "PublicFacts", "awaited", "of_seat", "own_facts", "position_facts",
    "public_facts", "standing", "trick",
]  # fmt: skip

_DECIDE_SECONDS = 30  # How long exposing may take: all four are asked at the same time and wait for each other
_LEADS = tuple((Awaited(seat, "lead"),) for seat in range(SEATS))
_FOLLOWS = tuple((Awaited(seat, "follow"),) for seat in range(SEATS))


class PublicFacts(CommonFacts):
    """The keys of ``expect``.

    ``exposed``: all cards exposed in the round. ``trick``: the cards on the table from the leader on. ``leader``: who led
    or leads, ``None`` before the play where that depends on who holds the two of spades (GZ-12). ``taken``: cards won that
    count, ``tricks``: tricks won, both by seat. ``team_points`` and ``team_scores`` where two play together (GZ-28).
    ``losers``: seats that have lost the match. ``next_leader``: who leads the next round, where there is one.
    """

    exposed: Cards
    trick: Cards
    leader: int | None = unless_none()
    taken: tuple[Cards, ...]
    tricks: tuple[int, ...]
    team_points: tuple[int, ...] | None
    team_scores: tuple[int, ...] | None
    losers: tuple[int, ...]
    next_leader: int | None


class OwnFacts(NoFacts):
    """``answer``: the cards that this seat has decided to expose, none if it declined; ``None`` before it has decided and
    once all have (GZ-9)."""

    answer: Cards | None = None


class PositionFacts(Value):
    """What files of positions show beside the public facts and no view does: ``leader``, who leads first, also while only
    the holder of the two of spades knows."""

    leader: int


GongZhuView = GameView[PublicFacts, OwnFacts]  # A view of this game


def awaited(state: State) -> tuple[Awaited, ...]:
    """Who may act: while cards are exposed all that have not decided, in the play one seat."""
    if isinstance(state, Playing):
        return _FOLLOWS[state.turn] if state.trick else _LEADS[state.turn]
    waiting = state.waiting if isinstance(state, Exposing) else ()
    return tuple(Awaited(seat, "expose", private=True, seconds=_DECIDE_SECONDS) for seat in waiting)


def public_facts(state: State, common: Common) -> PublicFacts:
    over, last = (state, state.last) if isinstance(state, Over) else (None, state)
    playing = last if isinstance(last, Playing) else None
    scores = common["scores"] or ()
    return PublicFacts(
        **common,
        exposed=last.exposed,
        trick=() if playing is None or over is not None else playing.trick,
        leader=last.setting.leader if playing is None else playing.leader,
        taken=tuple(in_show_order(cards) for cards in last.taken),
        tricks=(0,) * SEATS if playing is None else playing.won,
        team_points=None if over is None else _by_team(last, over.points),
        team_scores=_by_team(last, scores),
        losers=() if over is None else over.losers,
        next_leader=over.after.pig if over is not None and over.winner is None else None,
    )


def own_facts(state: State, seat: int | None) -> OwnFacts:
    answers = state.answers if isinstance(state, Exposing) else ()
    return OwnFacts(answer=next((answer.cards for answer in answers if answer.seat == seat), None))


def position_facts(state: State) -> PositionFacts:
    last = state.last if isinstance(state, Over) else state
    leads = first_leader(last.setting.leader, last.hands) if isinstance(last, Exposing) else last.leader
    return PositionFacts(leader=leads)


def _by_team(state: Exposing | Playing, numbers: tuple[int, ...]) -> tuple[int, ...] | None:
    rules = state.setting.rules
    return tuple(sum(numbers[seat] for seat in side) for side in teams(rules)) if rules.teams else None


def standing(state: State) -> Standing | None:
    """The card that wins the trick so far."""
    if not isinstance(state, Playing) or not state.trick:
        return None
    at = winning(state.trick)
    card = state.trick[at]
    return Standing((state.leader + at) % SEATS, (card,), KIND, RANKS[rank_of(card)])


def trick(state: State) -> int:
    """The trick that is on, from 0; -1 before the play."""
    last = state.last if isinstance(state, Over) else state
    return -1 if isinstance(last, Exposing) else last.number


def of_seat(state: State, seat: int) -> OfSeat:
    over, last = (state, state.last) if isinstance(state, Over) else (None, state)
    marks: tuple[str, ...] = ("answered",) if isinstance(last, Exposing) and seat not in last.waiting else ()
    shown = tuple(card for card in last.exposed if card in last.hands[seat])
    if over is not None:
        marks, shown = ("loser",) if over.winner is not None and seat in over.losers else (), last.hands[seat]
    team = seat % 2 if last.setting.rules.teams else None
    return {"team": team, "marks": marks, "shown": shown, "taken": in_show_order(last.taken[seat])}
