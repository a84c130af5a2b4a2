"""What to play: every sensible play is weighed in turns.

What counts is how cheap a hand it leaves (``plan``), what the trick is worth times the chance to win it (``odds``), and
what could go wrong when somebody is nearly out. Certain wins are found first, by search over plays that no distribution
of the unseen cards can beat."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from games.doudizhu.ai.odds import chance_beaten, chance_bombed
from games.doudizhu.ai.plan import Planner, Weights
from games.doudizhu.combos import best_reading, tables
from games.doudizhu.kinds import ComboRules, Kind, Reading
from games.kit.counts import as_ranks, size_of

__all__ = ["PASS", "Choices", "Chooser", "Situation", "SureWins"]


class SureWins:
    """Finds certain wins for one decision, against enemies of whom the largest holds so many of the unseen cards."""

    def __init__(self, unseen: int, largest: int, rules: ComboRules, budget: int = 200) -> None:
        self._unseen = unseen
        self._largest = largest
        self._tables = tables(rules)
        self._beatable: dict[Reading, bool] = {}
        self._lost: set[int] = set()
        self._budget = budget
        """How many more hands may be looked into: the search gives up when it is spent."""

    def beatable(self, reading: Reading) -> bool:
        """Whether some distribution of the unseen cards lets an enemy beat a play."""
        known = self._beatable.get(reading)
        if known is None:
            answers = self._tables.answers(reading)(self._unseen)
            known = self._beatable[reading] = any(size_of(answer) <= self._largest for answer in answers)
        return known

    def wins_out(self, hand: int) -> bool:
        """Whether a hand on lead goes out by plays that cannot be beaten, the last one excepted."""
        readings = self._tables.readings
        if not hand or readings[hand]:
            return True
        if hand in self._lost or self._budget <= 0:
            return False
        self._budget -= 1
        for play in reversed(self._tables.leads(hand)):  # bombs and long plays first: fewer are left to make
            if not self.beatable(readings[play][0]) and self.wins_out(hand - play):
                return True
        self._lost.add(hand)
        return False


PASS: Final = 0  # The play of no cards
Choices = list[tuple[int, Reading]]  # Plays with the readings they would have

_TOO_MANY: Final = 15  # Larger hands hardly ever win for certain, and it takes long to find out
_BOMBS: Final = frozenset({Kind.BOMB, Kind.ROCKET})
_RUNS: Final = frozenset({Kind.CHAIN, Kind.PAIR_CHAIN, Kind.AIRPLANE, Kind.AIRPLANE_SMALL, Kind.AIRPLANE_LARGE})
_PER_KIND: Final = 2  # So many leads of one kind are offered before further ones
_ABOUT_EQUAL: Final = 0.5  # Costs that differ by less are no reason to offer a higher card before a lower one


@dataclass(frozen=True, slots=True)
class Situation:
    """What one seat knows when it is to play, by rank."""

    hand: int
    seat: int
    landlord: int
    sizes: tuple[int, int, int]  # Cards in each hand
    unseen: int  # All cards that are neither in the own hand nor played
    standing: Reading | None  # What must be beaten; ``None`` when leading
    standing_seat: int
    known: int = 0
    """Those of the unseen cards that must be in the landlord's hand: what it has not yet played of the kitty."""
    rules: ComboRules = field(default_factory=ComboRules)


class Chooser:
    """Chooses plays under some weights. Keeps what it has worked out about hands, so one should serve for long."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._planner = Planner(weights.prices)

    def cost(self, hand: int) -> float:
        """What a hand costs, in turns."""
        return self._planner.cost(hand)

    def choose(self, seen: Situation) -> int:
        """A legal play as packed counts, or ``PASS``."""
        choices = self.choices(seen)
        certain = self.certain(seen, choices)
        return max(self.weigh(seen, choices))[1] if certain is None else certain

    def choices(self, seen: Situation) -> Choices:
        """The plays worth thinking about; empty if only a pass is legal."""
        return self._sensible(seen.hand, seen.standing, seen.rules)

    def certain(self, seen: Situation, choices: Choices) -> int | None:
        """A choice that needs no weighing: the only one, or one that wins for certain; ``None`` if there is none."""
        if best_reading(seen.hand, seen.standing, seen.rules) is not None:
            return seen.hand
        if not choices:
            return PASS
        if seen.sizes[seen.seat] > _TOO_MANY:
            return None
        # Small hands only: a hand wins for certain if a play cannot be beaten and the rest goes out by such plays, too.
        sure = SureWins(seen.unseen, max(seen.sizes[seat] for seat in _enemies(seen)), seen.rules)
        for play, reading in choices:
            if not sure.beatable(reading) and sure.wins_out(seen.hand - play):
                return play
        return None

    def weigh(self, seen: Situation, choices: Choices) -> list[tuple[float, int]]:
        """The choices, a pass included where it is legal, with what each is worth in turns; never empty."""
        weighed = [(self._value(seen, play, reading), play) for play, reading in choices]
        if seen.standing is not None:
            weighed.append((self._value_of_pass(seen), PASS))
        return weighed

    def worth(self, seen: Situation, play: int, reading: Reading | None) -> float:
        """What one play is worth in turns, or a pass (no reading)."""
        return self._value_of_pass(seen) if reading is None else self._value(seen, play, reading)

    def suggested(self, hand: int, standing: Reading | None, rules: ComboRules) -> list[int]:
        """The sensible plays for a hand on its own: what leaves about equally good hands from low to high, bombs last;
        as a lead first what keeps the rest of the hand whole, two of each kind."""
        choices = [
            (self._planner.cost(hand - play), play, reading) for play, reading in self._sensible(hand, standing, rules)
        ]
        least = min((cost for cost, _, _ in choices), default=0.0)

        def worth(choice: tuple[float, int, Reading]) -> tuple[bool, bool, bool, int, int, float, int]:
            cost, play, reading = choice
            grade, torn = int((cost - least) / _ABOUT_EQUAL), standing is None and _tears(hand, play, reading)
            return play != hand, reading.kind in _BOMBS, torn, grade, reading.top, cost, play

        ranked = sorted(choices, key=worth)
        if standing is None:
            taken: Counter[Kind] = Counter()
            first = []
            for choice in ranked:
                kind = choice[2].kind
                taken[kind] += kind not in _BOMBS
                first.append((kind in _BOMBS, taken[kind] > _PER_KIND))
            ranked = [choice for _, choice in sorted(zip(first, ranked, strict=True), key=lambda one: one[0])]
        return [play for _, play, _ in ranked]

    # -- which plays to think about -------------------------------------------------------------------------
    def _sensible(self, hand: int, standing: Reading | None, rules: ComboRules) -> Choices:
        """The legal plays; of those that differ in kickers alone, only the two that leave the best hands."""
        found = tables(rules)
        plays = found.leads(hand) if standing is None else found.answers(standing)(hand)
        by_reading: dict[Reading, list[int]] = {}
        for play in plays:
            reading = best_reading(play, standing, rules)
            assert reading is not None, "the tables list legal plays only"
            by_reading.setdefault(reading, []).append(play)
        sensible: Choices = []
        for reading, same in by_reading.items():
            if len(same) > 2:
                same = sorted(same, key=lambda play: self._planner.rough_cost(hand - play))[:2]
            sensible += [(play, reading) for play in same]
        return sensible

    # -- weighing -------------------------------------------------------------------------------------------
    def _value(self, seen: Situation, play: int, reading: Reading) -> float:
        """Return what playing is worth: the hand that it leaves, the trick, and who might go out next."""
        weights, enemies = self._weights, _enemies(seen)
        value = (1.0 - self._beaten(seen, reading, enemies)) * self._lead_worth(seen)
        value -= self._planner.cost(seen.hand - play) + self._goes_out(seen, reading, enemies)
        partner = _partner(seen)
        if partner is not None:
            cards = seen.sizes[partner]
            if seen.standing is not None and seen.standing_seat == partner:
                # The landlord sits before or after: if it is not next, it has passed on the partner's play already.
                passed = (seen.seat + 1) % 3 != seen.landlord
                value -= weights.partner_wins if passed else weights.over_partner
                value -= weights.partner_near / cards
            if cards == reading.size:
                value += weights.partner_out * self._may_beat(seen, reading, partner)
        return value

    def _value_of_pass(self, seen: Situation) -> float:
        assert seen.standing is not None, "a leader may not pass"
        value = -self._planner.cost(seen.hand)
        if seen.standing_seat == _partner(seen):
            after = [seat for seat in _enemies(seen) if seat == (seen.seat + 1) % 3]  # else it has passed
            stands = 1.0 - self._beaten(seen, seen.standing, after)
            value += stands * self._lead_worth(seen) * self._weights.partner_lead
            return value - self._goes_out(seen, seen.standing, after)
        return value - self._weights.enemy_leads / seen.sizes[seen.standing_seat] ** 2

    def _lead_worth(self, seen: Situation) -> float:
        nearest = min(seen.sizes[seat] for seat in _enemies(seen))
        return self._weights.lead + self._weights.threat / nearest

    def _beaten(self, seen: Situation, reading: Reading, by: list[int]) -> float:
        """The chance that one of some enemies beats a play, as far as they are willing to."""
        stands = 1.0
        for seat in by:
            stands *= 1.0 - self._weights.willing * self._may_beat(seen, reading, seat)
            bombed = chance_bombed(reading, seen.unseen, seen.sizes[seat], size_of(seen.unseen))
            stands *= 1.0 - self._weights.bombing * bombed
        return 1.0 - stands

    def _may_beat(self, seen: Situation, reading: Reading, seat: int) -> float:
        """The chance that a seat can beat a play without a bomb."""
        unknown = seen.unseen - seen.known
        held = seen.known if seat == seen.landlord else 0
        return chance_beaten(reading, unknown, seen.sizes[seat], held)

    def _goes_out(self, seen: Situation, reading: Reading, enemies: list[int]) -> float:
        """What is at stake when an enemy holds just as many cards as it needs to answer."""
        lost = 0.0
        for seat in enemies:
            if seen.sizes[seat] == reading.size:
                lost += self._weights.enemy_out * self._may_beat(seen, reading, seat)
        return lost


def _enemies(seen: Situation) -> list[int]:
    if seen.seat == seen.landlord:
        return [(seen.seat + 1) % 3, (seen.seat + 2) % 3]
    return [seen.landlord]


def _partner(seen: Situation) -> int | None:
    return None if seen.seat == seen.landlord else 3 - seen.seat - seen.landlord


def _tears(hand: int, play: int, reading: Reading) -> bool:
    """Whether a lead takes a bomb apart or carries something on it, or, being no run, takes equal cards apart."""
    held = Counter(as_ranks(hand))
    for rank, used in Counter(as_ranks(play)).items():
        if held[rank] == 4 or (used < held[rank] and reading.kind not in _RUNS):
            return True
    return False
