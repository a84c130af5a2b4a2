"""What is known of a round besides the hands: everything is public (PK-40)."""

from __future__ import annotations

from dataclasses import dataclass

from games.base.cards import Cards
from games.contract import CommonFacts, GameView, OwnFacts
from games.kit.climb import StandingPlay
from paodekuai.kinds import Reading
from paodekuai.state import Over, State

__all__ = ["PaoDeKuaiView", "PublicFacts", "StandingFact", "public_facts"]


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


PaoDeKuaiView = GameView[PublicFacts, OwnFacts]
"""A view of this game."""


def public_facts(state: State) -> PublicFacts:
    """What everybody may know, field by field."""
    counts = tuple(len(hand) for hand in state.hands)
    if isinstance(state, Over):
        after, options = state.after, state.setting.options
        return PublicFacts(
            phase="over", to_act=(), counts=counts, finished=(state.out,), points=state.points, scores=after.scores,
            winner=after.winner(options), plays=state.plays, rounds=after.rounds,
        )  # fmt: skip
    before = state.setting.before
    return PublicFacts(
        phase="play", to_act=(state.turn,), counts=counts, scores=before.scores, standing=_standing(state.standing),
        opening=state.opening, plays=state.plays, rounds=before.rounds,
    )  # fmt: skip


def _standing(play: StandingPlay[Reading] | None) -> StandingFact | None:
    return None if play is None else StandingFact(play.seat, play.cards, play.reading.kind.value)
