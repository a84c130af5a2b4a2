"""AI players: they see a view and nothing else. ``normal`` gets rid of many low cards at once and keeps bombs; ``easy`` errs."""

from typing import Final

from games.base.actions import Action, Pass, Play
from games.base.cards import RANKS
from games.base.round import Dice, Level
from paodekuai.facts import PaoDeKuaiView
from paodekuai.kinds import Counts, Kind, Reading, plays, take

__all__ = ["think"]

_ERROR: Final = 12
_BOMB: Final = 30
_CLOSE: Final = 4  # With so few cards in another hand nothing is kept back


def think(view: PaoDeKuaiView, level: Level, dice: Dice) -> Action:
    """Choose a legal action for ``view.viewer``, who must be the seat to act."""
    assert view.hand is not None, "the channel does not play"
    assert view.viewer is not None, "a seat sees its hand"
    standing = view.standing
    to_beat = None if standing is None else _reading(standing.kind, standing.rank, len(standing.cards))
    found = [play for play in plays(view.hand, to_beat) if play[0][0] or not view.public.opening]
    close = min(seat.count for seat in view.seats if seat.seat != view.viewer) <= _CLOSE
    priced = [
        (_price(view, counts, reading, close=close) + (dice.below(_ERROR) if level == "easy" else 0), at)
        for at, (counts, reading) in enumerate(found)
    ]
    if not priced:
        return Pass()
    price, at = min(priced)
    may_pass = to_beat is not None and not view.options["must_beat"]
    return Pass() if may_pass and price > _BOMB and not close else Play(take(view.hand, found[at][0]))


def _reading(kind: str, rank: str, size: int) -> Reading:
    return Reading(Kind(kind), RANKS.index(rank), size)


def _price(view: PaoDeKuaiView, counts: Counts, reading: Reading, *, close: bool) -> int:
    """What a play costs: high cards and bombs are dear, cards that go are worth their number."""
    assert view.hand is not None, "a seat sees its hand"
    gone = sum(counts)
    if gone == len(view.hand):
        return -100
    dear = _BOMB if reading.kind is Kind.BOMB and not close else 0
    high = sum(rank * count for rank, count in enumerate(counts)) // gone
    return high + dear - 3 * gone
