"""What is known of a round of Guandan besides the hands (GD-90 to GD-92), field by field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from games.base.cards import Card, Cards, Rank
from games.base.facts import named
from games.contract import CommonFacts, GameView
from games.contract import OwnFacts as NoFacts
from games.guandan.state import Exchange, Exchanging, Over, Playing, StandingPlay, State
from games.guandan.tribute import due_after

__all__ = [
    "DueFact",
    "ExchangeFact",
    "GuandanView",
    "OwnFacts",
    "PublicFacts",
    "StandingFact",
    "own_facts",
    "public_facts",
]


@dataclass(frozen=True, slots=True)
class StandingFact:
    """The play to beat; ``rank`` is the compared rank as text."""

    seat: int
    cards: Cards
    kind: str
    rank: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DueFact:
    """A card that is owed; ``kind`` is ``tribute`` or ``return``. ``taker`` is ``None`` while that depends on what is named."""

    kind: str
    giver: int = named("from")
    taker: int | None = named("to")
    cards: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeFact:
    """A card that has changed hands before all eyes; ``kind`` is ``tribute`` or ``return``."""

    kind: str
    giver: int = named("from")
    taker: int | None = named("to")
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicFacts(CommonFacts):
    """The keys of ``expect`` (section 11 of the sheet).

    By team: ``team_points`` of the round once it is over, ``team_scores``, ``levels``, failed ``tries`` at A. ``level`` is
    what the round is played at, ``declarer`` the team whose level it is. ``round`` counts from 1. ``places``: the seats from
    first to last, once the round is over. ``due`` and ``exchanges``: cards owed and moved; ``resisted``: big jokers spared
    the tribute (GD-52). ``turned``: the card that chose the first leader.
    """

    standing: StandingFact | None
    team_points: tuple[int, ...] | None
    team_scores: tuple[int, ...]
    levels: tuple[Rank, ...]
    level: Rank
    declarer: int | None
    tries: tuple[int, ...]
    round: int
    places: tuple[int, ...] | None
    due: tuple[DueFact, ...]
    resisted: bool
    exchanges: tuple[ExchangeFact, ...]
    turned: Card | None

    @property
    def round_number(self) -> int:
        """Which round of the match this is."""
        return self.round


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFacts(NoFacts):
    """``named``: the card that this seat has named and that nobody else sees before all have named theirs (GD-92)."""

    named: Card | None = None


GuandanView = GameView[PublicFacts, OwnFacts]
"""A view of this game."""


def public_facts(state: State, phase: str, to_act: tuple[int, ...]) -> PublicFacts:
    """Return what everybody may know."""
    setting, ended = state.setting, state if isinstance(state, Over) else None
    now = setting.before if ended is None else ended.after
    return PublicFacts(
        phase=phase,
        to_act=to_act,
        counts=tuple(len(hand) for hand in state.hands),
        finished=() if isinstance(state, Exchanging) else state.finished,
        points=None if ended is None else ended.points,
        scores=now.scores,
        winner=None if ended is None else ended.winner,
        standing=_standing(state.standing) if isinstance(state, Playing) else None,
        team_points=None if ended is None else ended.points[:2],
        team_scores=now.scores[:2],
        levels=now.levels,
        level=setting.level,
        declarer=setting.declarer,
        tries=now.tries,
        round=setting.number,
        places=None if ended is None else ended.places,
        due=_due(state),
        resisted=not isinstance(state, Exchanging) and state.holders is not None,
        exchanges=tuple(_moved(entry) for entry in state.moved),
        turned=setting.turned,
    )


def own_facts(state: State, seat: int) -> OwnFacts:
    """Return what this seat alone knows besides its hand."""
    if not isinstance(state, Exchanging) or (at := state.owed_by(seat)) is None:
        return OwnFacts()
    return OwnFacts(named=state.named[at])


def _standing(play: StandingPlay | None) -> StandingFact | None:
    return None if play is None else StandingFact(play.seat, play.cards, play.reading.kind.value, play.rank)


def _due(state: State) -> tuple[DueFact, ...]:
    owed: tuple[Exchange, ...] = ()
    match state:
        case Exchanging():
            owed = state.owed
        case Over(winner=None) if state.setting.rules.tribute:
            owed = due_after(state.places)
        case Playing() | Over():
            pass
        case _:
            assert_never(state)
    return tuple(DueFact(kind=entry.verb, giver=entry.seat, taker=entry.to) for entry in owed)


def _moved(entry: Exchange) -> ExchangeFact:
    assert entry.card is not None, "it has moved"
    return ExchangeFact(kind=entry.verb, giver=entry.seat, taker=entry.to, card=entry.card)
