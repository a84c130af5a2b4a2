"""What may be known of a round: but for the hands everything is public (PK-40)."""

from dataclasses import dataclass

from games.contract import CommonFacts, GameView, OwnFacts
from games.kit.door import Common
from paodekuai.state import Over, State

__all__ = ["PaoDeKuaiView", "PublicFacts", "public_facts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicFacts(CommonFacts):
    """The keys of ``expect``. ``opening``: the next lead holds a 3. ``plays``: by seat. ``rounds``: finished in the match."""

    opening: bool
    plays: tuple[int, ...]
    rounds: int


PaoDeKuaiView = GameView[PublicFacts, OwnFacts]  # A view of this game


def public_facts(state: State, common: Common) -> PublicFacts:
    """What everybody may know, field by field."""
    last, now = (state.last, state.after) if isinstance(state, Over) else (state, state.setting.before)
    return PublicFacts(**common, opening=last.opening, plays=last.plays, rounds=now.rounds)
