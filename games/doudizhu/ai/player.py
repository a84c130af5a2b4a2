"""The AI players, and their bids: high cards count for most of a bid, the plan of the hand tells far less.

``normal`` weighs its plays in full and is deterministic; ``easy`` looks at its own hand alone, and errs by the dice;
``strong`` has learned what plays come to (``strong``). Hints and suggestions come from the same weighing."""

from functools import lru_cache
from math import exp
from operator import mul
from typing import Final

from games.base.actions import Action, Bid, Pass, Play
from games.base.cards import RANKS, Rank, full_pack
from games.contract import Dice, Level, Standing
from games.doudizhu.ai.choice import Chooser, Situation
from games.doudizhu.ai.features import hand_numbers
from games.doudizhu.ai.plan import LANDLORD, PEASANT, Weights
from games.doudizhu.facts import DouDizhuView
from games.doudizhu.kinds import ComboRules, Kind, Reading
from games.doudizhu.options import house_rules
from games.kit.counts import pack, take
from games.kit.memory import laid_cards

__all__ = [
    "NORMAL", "STRONG", "WEIGHTS", "Bids", "call", "landlord_wins", "normal", "situation", "suggested_plays", "think",
    "worth_of_call",
]  # fmt: skip

Bids = tuple[tuple[int, float], ...]  # Bids with the chance to win that each asks for, the highest first

WEIGHTS: Final = (
    0.608, -0.888, -0.265, 0.0, 0.004, 1.173, 0.596, 0.512, 0.244, 0.134, 0.353, 0.084, -0.277, -0.425, -0.138,
)  # fmt: skip
"""The logarithm of the odds for no hand at all, and what each of ``hand_numbers`` adds: fitted to 50,000 rounds with a landlord
drawn by lot (``arena.lessons.doudizhu``)."""
NORMAL: Final = ((3, 0.55), (2, 0.47), (1, 0.40))
"""How often a landlord with such a hand must win for each bid. Against the plan's cost alone they bring 0.44 points a round."""
STRONG: Final = ((3, 0.46), (2, 0.42), (1, 0.38))
"""Less than half is enough for the highest bid: who passes pays for the better hand of another landlord."""
_DOUBLED: Final = 1.35  # What bombs and springs make of the stake, on average
_OTHERS_WIN: Final = 0.66  # How often those win who have bid


def landlord_wins(hand: int) -> float:
    """How often a hand of 17 wins as landlord, between players who play as ``normal`` does."""
    return 1 / (1 + exp(-WEIGHTS[0] - sum(map(mul, WEIGHTS[1:], hand_numbers(hand, True)))))


def call(hand: int, highest: int, bids: Bids = NORMAL) -> int:
    """The bid for a hand of 17 when ``highest`` has been bid so far; 0 to pass (DZ-31)."""
    chance = landlord_wins(hand)
    amount = next((amount for amount, least in bids if chance >= least), 0)
    return amount if amount > highest else 0


def worth_of_call(hand: int, highest: int, amount: int, *, last: bool) -> float:
    """About how many points a bid brings, or a pass (0); ``last``: nobody speaks after this seat."""
    if amount:
        return 2 * amount * _DOUBLED * (2 * landlord_wins(hand) - 1)
    stake = highest or (0 if last else 2)
    return -stake * _DOUBLED * (2 * _OTHERS_WIN - 1)


_PACK: Final = pack(full_pack())
_EASY_ERROR: Final = 1.2  # How far, in turns, an easy player may misjudge a play


@lru_cache(maxsize=2)
def normal(landlord: bool) -> Chooser:
    return Chooser(LANDLORD if landlord else PEASANT)


@lru_cache(maxsize=1)
def _easy() -> Chooser:
    return Chooser(Weights(threat=0.0, enemy_out=0.0, enemy_leads=0.0, partner_out=0.0, over_partner=1.0))


def think(view: DouDizhuView, level: Level, dice: Dice) -> Action:
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
    """A few sensible plays, smallest first: what goes out, then what leaves good hands from low to high; bombs
    last. A play leaves a good hand if it just beats and breaks nothing, or as a lead is the low part of a plan. Empty
    only if nothing beats."""
    return normal(True).suggested(hand, standing, rules)[:most]
