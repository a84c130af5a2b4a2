"""Answering: what a seat lays, when it passes, when it yields."""

from __future__ import annotations

from games.base.actions import Action, Do, Pass, Play
from games.base.cards import Cards
from games.gouji.ai.exit import certain_exit
from games.gouji.ai.hand import left_after, price
from games.gouji.ai.lead import NEARLY_OUT, holds, torn, worth_of_lead
from games.gouji.ai.table import Table
from games.gouji.kinds import Makeup
from games.gouji.sets import answers

__all__ = ["choose_answer", "choose_follow"]

Choice = tuple[float, Makeup, Cards]


def _answers(table: Table, *, gouji: bool = False) -> list[Choice]:
    """List all sets that beat, with what they cost, cheapest first."""
    assert table.standing is not None
    held, rules = table.held, table.rules
    found = []
    for made, cards in answers(table.hand, table.standing, rules, gouji=gouji):
        cost = price(held, made, rules)
        if torn(table, made):
            cost += 0.5
        found.append((cost, made, cards))
    return sorted(found, key=lambda entry: (entry[0], entry[1].size, entry[1].base))


def _gets_out(table: Table, choices: list[Choice]) -> Cards | None:
    """Find a set that empties the hand, leaves only 3s with a good chance to lead them next, or begins a certain way out."""
    for _, made, cards in choices:
        left = left_after(table.held, made)
        if not left.count or (left.count == left.natural[0] and holds(table, made) >= 0.6):
            return cards
    for _, made, cards in choices:
        if table.odds.sure(made, table.against(made)):
            rest = certain_exit(left_after(table.held, made), lambda other: table.odds.sure(other, table.others))
            if rest is not None:
                return cards
    return None


def choose_follow(table: Table, *, may_yield: bool, easy: bool) -> Action:
    """Choose in rotation and at the last word: lay what costs little, more the more an opponent has to be stopped."""
    choices = _answers(table)
    if not choices:
        return Pass()
    out = _gets_out(table, choices)
    if out is not None:
        return Play(out)
    cost, made, cards = choices[0]
    if table.friend(table.owner) and 0 < table.counts[table.owner or 0] <= NEARLY_OUT:
        return Pass()  # a partner who is nearly out keeps the lead
    if easy:
        return Play(cards) if not made.jokers and made.twos == 0 and not table.friend(table.owner) else Pass()
    budget = _budget(table)
    gain = holds(table, made) * worth_of_lead(table, made)
    if cost <= budget + gain:
        return Play(cards)
    if may_yield and cost <= budget + gain + 1.0:
        return Do("yield")
    return Pass()


def _budget(table: Table) -> float:
    """Say what beating the standing set may cost."""
    assert table.owner is not None
    left = table.counts[table.owner]
    if table.friend(table.owner):
        return -0.6 if left else 0.35
    budget = 0.7
    if left <= NEARLY_OUT:
        budget += 1.2 if left else 0.2
        if not any(table.friend(seat) for seat in table.still_to_act()):
            budget += 1.0
    return budget


def choose_answer(table: Table, why: str, *, easy: bool) -> Action:
    """Choose where this seat alone is asked: a duel, a burner's set, a revolter's try."""
    choices = _answers(table, gouji=why in ("duel", "revolt_try"))
    if not choices:
        return Pass()
    out = _gets_out(table, choices)
    if out is not None:
        return Play(out)
    cost, _, cards = choices[0]
    if why == "burn_answer":
        friend = table.friend(table.view.public.burner)
        return Pass() if friend else Play(cards)
    if easy:
        return Play(cards) if cost <= 1.0 else Pass()
    assert table.owner is not None
    budget = 1.3 + (1.0 if table.would_be_opened or why == "revolt_try" else 0.0)
    if table.counts[table.owner] <= NEARLY_OUT:
        budget += 1.5
    return Play(cards) if cost <= budget else Pass()
