"""The AI players: they see one seat's view and nothing else.

``normal`` weighs its plays in full and is deterministic; ``easy`` looks at its own hand alone, and errs by the
dice; ``strong`` has learned what plays come to (``strong``). Hints and suggestions come from the same weighing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.base.actions import Action, Bid, Pass, Play
from games.base.cards import RANKS, Rank, full_pack
from games.contract import Dice, Level, Standing
from games.doudizhu.ai.bidding import call
from games.doudizhu.ai.choice import Chooser, Situation
from games.doudizhu.ai.weights import LANDLORD, PEASANT, Weights
from games.doudizhu.combos import ComboRules, Kind, Reading, pack, take
from games.doudizhu.facts import DouDizhuView
from games.doudizhu.options import house_rules
from games.kit.memory import laid_cards

__all__ = ["normal", "situation", "suggested_plays", "think"]

_PACK: Final = pack(full_pack())
_EASY_ERROR: Final = 1.2
"""How far, in turns, an easy player may misjudge a play."""


@lru_cache(maxsize=2)
def normal(landlord: bool) -> Chooser:
    """Return what chooses for a normal player in one of the two roles."""
    return Chooser(LANDLORD if landlord else PEASANT)


@lru_cache(maxsize=1)
def _easy() -> Chooser:
    """Return the chooser of an easy player, which thinks of nothing but its own hand."""
    return Chooser(Weights(threat=0.0, enemy_out=0.0, enemy_leads=0.0, partner_out=0.0, over_partner=1.0))


def think(view: DouDizhuView, level: Level, dice: Dice) -> Action:
    """Choose a legal action for ``view.viewer``, who must be the seat to act."""
    assert view.hand is not None, "the channel does not play"
    if level == "strong":
        from games.doudizhu.ai.strong import chosen  # its network is read only where it plays

        return chosen(view)
    if view.phase == "bid":
        amount = call(pack(view.hand), view.public.bid)
        return Bid(amount) if amount else Pass()
    seen = situation(view)
    chooser = normal(seen.seat == seen.landlord)
    play = _easily(seen, dice) if level == "easy" else chooser.choose(seen)
    return Play(take(view.hand, play)) if play else Pass()


def _easily(seen: Situation, dice: Dice) -> int:
    weighed = _easy().weigh(seen, _easy().choices(seen))
    return max((value + _EASY_ERROR * dice.below(1000) / 1000, play) for value, play in weighed)[1]


def situation(view: DouDizhuView) -> Situation:
    """Return what the seat of a view knows, by rank."""
    assert view.viewer is not None, "the channel does not play"
    assert view.hand is not None, "a seat sees its hand"
    landlord = view.public.landlord
    assert landlord is not None, "there is a landlord in the play"
    hand = pack(view.hand)
    standing = view.standing
    sizes = tuple(seat.count for seat in view.seats)
    assert len(sizes) == 3
    return Situation(
        hand=hand,
        seat=view.viewer,
        landlord=landlord,
        sizes=sizes,
        unseen=_PACK - hand - pack(laid_cards(view.acts)),
        standing=None if standing is None else _reading(standing),
        standing_seat=view.viewer if standing is None else standing.seat,
        known=0 if view.viewer == landlord else pack(view.seats[landlord].shown),
        rules=house_rules(view.options).combos,
    )


def _reading(standing: Standing) -> Reading:
    return Reading(Kind(standing.kind), Rank(RANKS.index(standing.rank)), len(standing.cards))


# -- suggestions --------------------------------------------------------------------------------------------


def suggested_plays(hand: int, standing: Reading | None, rules: ComboRules, most: int = 8) -> list[int]:
    """Return a few sensible plays, smallest first: what goes out, then what leaves good hands from low to high; bombs
    last.

    A play leaves a good hand if it just beats and breaks nothing, or as a lead is the low part of a plan. Empty only if
    nothing beats.
    """
    return normal(True).suggested(hand, standing, rules)[:most]
