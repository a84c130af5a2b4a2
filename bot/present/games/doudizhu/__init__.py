"""Dou Dizhu in words: the shapes of its kinds, the stake as it grows, the sum at the end."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from bot.present.presentation import COMMON_SHAPES, Presentation
from bot.present.words.text import name_of, say, signed
from bot.session.port.updates import Player
from games.base.events import Event
from games.base.options import Options
from games.contract import Pile, RoundResult
from games.doudizhu.facts import DouDizhuView

__all__ = ["PRESENTATION"]


class Doudizhu(Presentation):
    """What people see of this game."""

    sheet = "DZ"
    bombs, rockets = frozenset({"bomb"}), frozenset({"rocket"})
    singles, run = True, 5
    sections = ((1, "aim"), (4, "order"), (10, "kinds"), (20, "beats"), (30, "bidding"), (40, "beats"), (50, "points"))
    role_art = MappingProxyType({"landlord": "crown", "peasant": "straw_hat"})
    minutes = 5
    difficulty = 1
    shapes = MappingProxyType(
        {
            **COMMON_SHAPES, "trio_single": (3, 1), "trio_pair": (3, 2), "airplane": (3, 0), "airplane_small": (3, 1),
            "airplane_large": (3, 2), "four_two_singles": (4, 2), "four_two_pairs": (4, 4), "shuttle": (4, 0),
            "shuttle_small": (4, 1), "shuttle_large": (4, 2),
        }
    )  # fmt: skip

    def stake(self, view: DouDizhuView, language: str) -> str:
        """Say ``底分 2 × 炸弹 2 = 4`` (DZ-51, DZ-52); the highest bid while they bid, nothing before one."""
        bid, bombs, spring = view.public.bid, view.public.bombs, view.public.spring
        if not bid:
            return ""
        if view.phase == "bid":
            return say(language, "doudizhu.highest_bid", n=bid)
        factors = [say(language, "doudizhu.factor_bid", n=bid)]
        if bombs:
            factors.append(say(language, "doudizhu.factor_bombs", n=2**bombs))
        total = bid * 2**bombs
        if spring is not None:
            by = view.options.get("spring", 2)
            by = by if isinstance(by, int) else 2
            factors.append(say(language, f"doudizhu.factor_spring_{spring}", n=by))
            total *= by
        if len(factors) == 1:
            return say(language, "doudizhu.stake_plain", n=bid)
        return say(language, "doudizhu.stake", factors=" × ".join(factors), total=total)

    def piles(self, view: DouDizhuView) -> tuple[Pile, ...]:
        """The kitty: face down while they bid, afterwards as it was shown to all (DZ-34)."""
        kitty = view.public.kitty
        return (Pile("kitty", len(kitty), kitty),) if kitty else view.piles

    def sums(
        self,
        view: DouDizhuView,
        result: RoundResult,
        events: Sequence[Event],
        players: tuple[Player, ...],
        language: str,
    ) -> tuple[str, ...]:
        """Say who won, what the round was worth, and with ``cards_left`` how many cards were paid for (DZ-53,
        DZ-54)."""
        landlord = view.public.landlord
        if result.void or landlord is None:
            return (say(language, "doudizhu.nobody_bid"),)
        side = "landlord" if landlord in result.won else "peasants"
        lines = [say(language, f"doudizhu.{side}_won", name=name_of(players, landlord, language))]
        if worth := self.stake(view, language):
            lines.append(worth)
        if view.options.get("scoring") == "cards_left":
            losers = [seat for seat in view.seats if seat.seat not in result.won]
            lines += [
                say(language, "doudizhu.cards_left", name=name_of(players, seat.seat, language), n=seat.count,
                    points=signed(result.points[seat.seat]))
                for seat in losers
            ]  # fmt: skip
        return tuple(lines)

    def idle_options(self, options: Options) -> frozenset[str]:
        """Name the share of the peasants, which means nothing with ``scoring: stake``."""
        return frozenset({"share"}) if options.get("scoring") == "stake" else frozenset()


PRESENTATION: Final = Doudizhu()
