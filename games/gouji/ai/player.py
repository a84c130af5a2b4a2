"""The AI players: rules of thumb before the play and in burns, ``choice`` in the play; ``strong`` by what it has learned."""

from collections.abc import Iterable

from games.base.actions import Action, Do, Pass, Play
from games.base.cards import Card, Cards, rank_counts, rank_of, sort_cards
from games.contract import Dice, Level
from games.gouji.ai.choice import choose_answer, choose_follow, choose_lead, choose_run
from games.gouji.ai.hand import Holding, gouji_by_number, left_after
from games.gouji.ai.table import Table
from games.gouji.facts import GouJiView
from games.gouji.kinds import DEUCE, FOUR, JOKERS_ONLY, THREE, Makeup, SetRules, unbeatable
from games.gouji.sets import answers

__all__ = ["best_burn", "best_run", "can_run", "declaration", "purchase", "returned_cards", "risk", "think"]


def returned_cards(table: Table) -> Cards:
    """Choose the lowest cards that are not 3s, single ones before those that would tear a group."""
    tribute = table.view.public.tribute
    assert tribute is not None, "asked while a tribute waits"
    count = len(tribute.given)
    counts = rank_counts(table.hand)

    def key(card: Card) -> tuple[bool, bool, int, int]:
        rank = rank_of(card)
        return rank == THREE, rank >= 10, rank + 2 * (counts[rank] - 1), card

    return sort_cards(sorted(table.hand, key=key)[:count])


def declaration(table: Table, *, first: bool, bold: bool) -> Action:
    """Challenge with a hand that will open, revolt with one that will not get far."""
    held = table.held
    options = table.house
    may_revolt = first and options.revolution and not held.twos and not held.jokers
    if may_revolt and bold and gouji_by_number(held.groups) < 3:
        return Do("revolt")
    if bold and options.point_challenge and held.natural[FOUR] and _strong(table):
        return Do("challenge")
    return Do("decline")


def purchase(table: Table) -> Action:
    """Buy a 4 where a hand that would open cannot do so, or cannot challenge, without one, and a 2 pays for it (GJ-11,
    GJ-12)."""
    held, options = table.held, table.house
    opens = not options.natural_open and gouji_by_number(held.groups) >= 2
    challenges = options.point_challenge and _strong(table)
    if not held.natural[FOUR] and held.twos and (opens or challenges):
        return Do("buy")
    return Do("decline")


def _strong(table: Table) -> bool:
    """Say whether a hand counts on opening: open sets to lead, and jokers to answer the opposite's."""
    return gouji_by_number(table.held.groups) >= 3 and table.held.jokers >= 3


def can_run(held: Holding) -> bool:
    """Whether everything but the 3s can go with a joker in each set: a joker for every natural group, or for the 2s."""
    groups = len(held.groups) or int(held.twos > 0)
    return held.jokers >= groups


def risk(held: Holding) -> int:
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
        key = (danger + (risk(left) if left.count > left.natural[0] else 0), made.jokers, -made.size)
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


def think(view: GouJiView, level: Level, dice: Dice) -> Action:
    if level == "strong" and view.public.mode is not None:
        from games.gouji.ai.learned.judgement import chosen  # its network is read only where it plays

        return chosen(view, dice)
    table = Table.of(view)
    why = next((entry.why for entry in view.awaited if entry.seat == table.seat), None)
    assert why is not None, "whoever is asked nothing has nothing to choose"
    match why:
        case "return":
            return Do("return", returned_cards(table))
        case "buy":
            return Do("decline") if level == "easy" else purchase(table)
        case "declare" | "counter":
            return declaration(table, first=why == "declare", bold=level != "easy")
        case "lead":
            return Play(choose_lead(table, easy=level == "easy"))
        case "burn_lead":
            return Play(best_run(table.held, choose_run(table), table.rules)[1])
        case "burn":
            return _burn(table, level)
        case "follow" | "yield" | "last_chance":
            return choose_follow(table, may_yield=why == "yield", easy=level == "easy")
        case _:
            return choose_answer(table, why, easy=level == "easy")


def _burn(table: Table, level: Level) -> Action:
    if level == "easy" or table.standing is None or table.burn_too_early:
        return Pass()
    choices = answers(table.hand, table.standing, table.rules, joker=True)
    most_risk = 1 if table.odds.unseen[14] <= 1 or not table.opposite_active else 0
    found = best_burn(table.held, choices, table.rules, most_risk)
    return Pass() if found is None else Do("burn", found[1])
