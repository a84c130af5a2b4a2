"""What may be known of a round: but for the hands everything is public (PK-40)."""

from dataclasses import dataclass

from games.base.cards import RANKS, Cards
from games.contract import CommonFacts, GameView, OwnFacts, SeatView, Standing
from games.kit.climb import StandingPlay
from games.kit.door import Common
from paodekuai.kinds import Reading
from paodekuai.state import Over, Playing, State

__all__ = ["PaoDeKuaiView", "PublicFacts", "StandingFact", "public_facts", "seat_view", "standing"]


@dataclass(frozen=True, slots=True)
class StandingFact:
    """The play to beat."""

    seat: int
    cards: Cards
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicFacts(CommonFacts):
    """The keys of ``expect``. ``opening``: the next lead holds a 3. ``plays``: by seat. ``rounds``: finished in the match."""

    standing: StandingFact | None = None
    opening: bool = False
    plays: tuple[int, ...]
    rounds: int


PaoDeKuaiView = GameView[PublicFacts, OwnFacts]  # A view of this game


def public_facts(state: State, common: Common) -> PublicFacts:
    """What everybody may know, field by field."""
    if isinstance(state, Over):
        after, options = state.after, state.setting.options
        return PublicFacts(
            **common, finished=(state.out,), points=state.points, scores=after.scores, winner=after.winner(options),
            plays=state.plays, rounds=after.rounds,
        )  # fmt: skip
    before = state.setting.before
    return PublicFacts(
        **common, scores=before.scores, standing=_standing(state.standing), opening=state.opening, plays=state.plays,
        rounds=before.rounds,
    )  # fmt: skip


def _standing(play: StandingPlay[Reading] | None) -> StandingFact | None:
    return None if play is None else StandingFact(play.seat, play.cards, play.reading.kind.value)


def standing(state: State) -> Standing | None:
    """The play to beat."""
    if isinstance(state, Over) or (play := state.standing) is None:
        return None
    return Standing(play.seat, play.cards, play.reading.kind.value, RANKS[play.reading.top])


def seat_view(state: State, seat: int) -> SeatView:
    """What everybody may know of a seat."""
    count = len(state.hands[seat])
    if isinstance(state, Playing):
        return SeatView(seat, count, state.setting.before.scores[seat])
    place = 1 if seat == state.out else None
    return SeatView(seat, count, state.after.scores[seat], place=place, shown=state.hands[seat])
