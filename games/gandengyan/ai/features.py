"""What ``strong`` is shown: a decision in numbers. The first ones are the same for all actions (``shared``), the others differ
(``own``)."""

from typing import Final

from games.base.cards import Rank
from games.gandengyan.ai.plan import Planner
from games.gandengyan.ai.scene import Option, Scene
from games.gandengyan.ai.worth import chance_alone
from games.gandengyan.kinds import DEUCE, Kind, Reading, held_of, joker_count, naturals
from games.gandengyan.options import HouseRules
from games.gandengyan.state import SEATS
from games.gandengyan.tables import Meaning
from games.kit.counts import size_of

__all__ = ["OWN", "SHARED", "Features"]

_OTHERS: Final = SEATS[-1] - 1
_KINDS: Final = tuple(Kind)
Numbers = tuple[float, ...]
_SAFE: Final = 0.15  # A play that is beaten less often than this keeps the lead, more or less
_NO_OTHERS: Final = (0.0,) * _OTHERS


class Features:
    """Puts decisions under some rules in numbers. It remembers what recurs, so one should serve for long."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        self._planner = Planner(rules.combos)
        self._hands: dict[int, Numbers] = {}
        self._meanings: dict[tuple[Meaning | None, int], Numbers] = {}
        self._rules = _rules_told(rules)
        self._risky: Scene | None = None
        self._risks: tuple[list[float], list[float]] = ([], [])

    def shared(self, scene: Scene) -> list[float]:
        """The numbers that all actions have in common."""
        others, unseen, rules = len(scene.counts), scene.unseen, scene.rules
        packs = rules.packs
        numbers = [*self._rules, *[float(others == seats) for seats in range(1, _OTHERS + 1)]]
        numbers += [(unseen >> 4 * rank & 15) / (4 * packs) for rank in range(14)]
        nearest = min(scene.counts)
        cap = min(1.0, rules.cap / (scene.multiplier * 20)) if rules.cap else 1.0
        numbers += [
            scene.stock / 32, float(not scene.stock), scene.multiplier.bit_length() / 4, cap,
            float(scene.own_plays == 0), float(scene.own_plays == 1), float(scene.banker == 0),
            1 / nearest, float(nearest == 1), float(nearest == 2), sum(scene.counts) / 20,
        ]  # fmt: skip
        for place in range(_OTHERS):
            if place < others:
                count, lacks = scene.counts[place], scene.lacks[place]
                numbers += [
                    count / 8, float(count == 1), float(count == 2), float(count == 3), float(scene.plays[place] == 0),
                    min(scene.silences[place], 6) / 4, (lacks[0] | lacks[2]).bit_count() / 8,
                ]  # fmt: skip
            else:
                numbers += _ABSENT
        numbers += _standing_told(scene.standing)
        owner = [0.0] * _OTHERS
        if scene.standing is not None:
            owner[scene.owner] = 1.0
            numbers.append((others - 1 - scene.owner) / 4)
        else:
            numbers.append(0.0)
        return numbers + owner

    def own(self, scene: Scene, option: Option) -> Numbers:
        play, meaning = option.play, option.meaning
        left = scene.hand - play
        told = self._hands.get(left)
        if told is None:
            if len(self._hands) > 50_000:
                self._hands.clear()
            told = self._hands[left] = self._hand_told(left)
        jokers = play >> 52 & 15
        spent = self._meanings.get((meaning, jokers))
        if spent is None:
            spent = self._meanings[meaning, jokers] = _meaning_told(meaning, jokers)
        return (
            *told, *spent, *self._chances(scene, option), *self._fits(left, scene.unseen), *self._control(left, scene),
        )  # fmt: skip

    def _hand_told(self, hand: int) -> Numbers:
        plan, cards = self._planner.plan(hand), size_of(hand)
        held = [hand >> 4 * rank & 15 for rank in range(13)]
        jokers = joker_count(hand)
        ranks = [rank for rank, count in enumerate(held) for _ in range(count)]
        return (
            *[float(count >= 1) for count in held], *[float(count >= 2) for count in held],
            *[float(count >= 3) for count in held],
            float(jokers >= 1), float(jokers >= 2), float(cards == 1 and jokers == 1),
            cards / 6, float(cards == 0), float(cards == 1), float(cards == 2), float(cards == 3),
            plan.plays / 4, float(plan.plays == 1), float(plan.plays == 2), float(plan.plays == 3),
            plan.loose / 3, float(plan.bombs), plan.price / 40, held[DEUCE] / 2,
            sum(ranks) / max(1, len(ranks)) / 12, float(ranks[0] if ranks else 12) / 12,
        )  # fmt: skip

    def _chances(self, scene: Scene, option: Option) -> Numbers:
        """Return what is to be feared of each other seat: how likely it beats, and whether it has shown that it cannot."""
        meaning, standing = option.meaning, scene.standing
        others = len(scene.counts)
        if meaning is None:
            if standing is None:
                return (*_NO_OTHERS, *_NO_OTHERS, 0.0)
            meaning, until = standing, scene.owner
        else:
            until = others
        reading, combos, unseen = meaning.reading, scene.rules.combos, scene.unseen
        total = size_of(unseen)
        chances, shown = [0.0] * _OTHERS, [0.0] * _OTHERS
        which = 0 if reading.kind is Kind.SOLO else 1 if reading.kind is Kind.PAIR else 2
        bit, safe = 2 << reading.top, 1.0
        for place in range(until):
            chance = min(1.0, chance_alone(reading, unseen, total, scene.counts[place], combos))
            chances[place] = chance
            if which < 2:
                lacks = scene.lacks[place]
                if lacks[which] & bit:
                    shown[place] = 1.0
                    chance *= 0.25
                elif lacks[which + 2] & bit:
                    shown[place] = 0.5
                    chance *= 0.5
            safe *= 1.0 - chance
        return (*chances, *shown, 1.0 - safe)

    def _control(self, left: int, scene: Scene) -> Numbers:
        """How well the single cards and pairs of what is left would keep the lead one day."""
        alone, paired = self._risks_of(scene)
        kept = least = most = safe = exposed = pairs = worst = holds = 0.0
        first = True
        for rank, count in naturals(left):
            risk = alone[rank]
            holds += risk < _SAFE
            if count == 1:
                kept += 1.0 - risk
                least = risk if first else min(least, risk)
                most = max(most, risk)
                safe += risk < _SAFE
                exposed += risk > 0.5
                first = False
            elif count == 2:
                pairs += 1.0 - paired[rank]
                worst = max(worst, paired[rank])
        return (kept / 3, least, most, safe / 2, exposed / 2, pairs / 2, worst, holds / 3)

    def _risks_of(self, scene: Scene) -> tuple[list[float], list[float]]:
        """Return by rank how likely somebody would beat a single card and a pair that is led."""
        if self._risky is scene:
            return self._risks
        total, found = size_of(scene.unseen), []
        for which, kind in enumerate((Kind.SOLO, Kind.PAIR)):
            risks = []
            for rank in range(13):
                reading, safe, bit = Reading(kind, Rank(rank), which + 1), 1.0, 2 << rank
                for count, lacks in zip(scene.counts, scene.lacks, strict=True):
                    chance = min(1.0, chance_alone(reading, scene.unseen, total, count, scene.rules.combos))
                    safe *= 1.0 - chance * (0.25 if lacks[which] & bit else 0.5 if lacks[which + 2] & bit else 1.0)
                risks.append(1.0 - safe)
            found.append(risks)
        self._risky, self._risks = scene, (found[0], found[1])
        return self._risks

    def _fits(self, left: int, unseen: int) -> Numbers:
        """Return how the rest of the hand fits what is out: what can follow its cards, and what its cards can follow."""
        after = before = stuck = alone = 0.0
        ranks = naturals(left)
        for rank, count in ranks:
            following = held_of(unseen, rank + 1) if rank < DEUCE else 0
            after += following
            stuck += following == 0
            if rank and rank < DEUCE:
                leading = held_of(unseen, rank - 1)
                before += leading
                alone += leading == 0 and count == 1
        return (after / 12, before / 12, stuck / 2, alone / 2)


_ABSENT: Final = (0.0,) * 7


def _standing_told(standing: Meaning | None) -> Numbers:
    if standing is None:
        return (0.0,) * (len(_KINDS) + 3)
    kind, top, size = standing.reading
    return (*[float(kind is one) for one in _KINDS], 1.0, top / 12, size / 5)


def _meaning_told(meaning: Meaning | None, jokers: int) -> Numbers:
    if meaning is None:
        return (*[0.0] * (len(_KINDS) + 21), 1.0)
    kind, top, size = meaning.reading
    tops = [0.0] * 15
    tops[top] = 1.0
    factor = meaning.factor.bit_length() - 1
    return (
        *[float(kind is one) for one in _KINDS], *tops, size / 5, size * (kind is Kind.BOMB) / 5, float(factor), jokers / 2,
        top * (kind is Kind.SOLO) / 12, top * (kind is Kind.CHAIN) / 12, 0.0,
    )  # fmt: skip


def _rules_told(rules: HouseRules) -> Numbers:
    return tuple(
        map(
            float,
            (
                rules.packs == 2, rules.draw == "all", rules.combos.trio_set, not rules.combos.rocket_top,
                rules.bomb_factor == "size", rules.unplayed == "off", rules.unplayed == "banker",
                "jokers" in rules.leftover, "twos" in rules.leftover, "bombs" in rules.leftover, rules.alarm_free, rules.cap > 0,
            ),
        )
    )  # fmt: skip


SHARED: Final = 12 + _OTHERS + 14 + 11 + 7 * _OTHERS + len(_KINDS) + 3 + 1 + _OTHERS
"""How many numbers all actions of a decision have in common."""
OWN: Final = 57 + len(_KINDS) + 22 + 2 * _OTHERS + 1 + 4 + 8  # How many numbers each has of its own
