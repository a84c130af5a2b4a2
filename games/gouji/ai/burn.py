"""Whether a hand can burn, and how the run goes on (GJ-28 to GJ-34)."""

from __future__ import annotations

from collections.abc import Iterable

from games.base.cards import Cards
from games.gouji.ai.hand import Holding, left_after
from games.gouji.kinds import DEUCE, JOKERS_ONLY, Makeup, SetRules, unbeatable

__all__ = ["best_burn", "best_run", "can_run", "risk"]


def can_run(held: Holding) -> bool:
    """Say whether everything but the 3s can go with a joker in each set: a joker for every natural group, or for the 2s."""
    groups = len(held.groups) or int(held.twos > 0)
    return held.jokers >= groups


def risk(held: Holding, rules: SetRules) -> int:
    """Count the sets of the remaining run that the burner's opposite might beat: those without a big joker."""
    if not held.groups and not held.twos:
        return 0
    return max(0, max(1, len(held.groups)) - held.big)


def best_burn(
    held: Holding, choices: Iterable[tuple[Makeup, Cards]], rules: SetRules, most_risk: int
) -> tuple[Makeup, Cards] | None:
    """Choose the burn after which the run goes through with the least risk, ``None`` if none is worth it."""
    best: tuple[tuple[int, int, int], tuple[Makeup, Cards]] | None = None
    for made, cards in choices:
        left = left_after(held, made)
        if not made.jokers or not can_run(left):
            continue
        danger = 0 if unbeatable(made, rules) or not left.count else 1
        key = (danger + (risk(left, rules) if left.count > left.natural[0] else 0), made.jokers, -made.size)
        if key[0] <= most_risk and (best is None or key < best[0]):
            best = key, (made, cards)
    return None if best is None else best[1]


def best_run(held: Holding, choices: Iterable[tuple[Makeup, Cards]], rules: SetRules) -> tuple[Makeup, Cards]:
    """Choose the next set of a run: whole groups, one joker each, so that the rest can still be run."""

    def key(entry: tuple[Makeup, Cards]) -> tuple[int, ...]:
        made = entry[0]
        left = left_after(held, made)
        whole = made.base >= DEUCE or made.natural == held.natural[made.base]
        spare = made.jokers - 1
        lasts = left.count == left.natural[0]
        return (
            int(not (can_run(left) or lasts)),
            int(not whole),
            0 if lasts else spare,
            int(made.base == JOKERS_ONLY),
            int(not unbeatable(made, rules)),
            -made.size,
            made.base,
        )

    return min(choices, key=key)
