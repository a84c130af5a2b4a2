"""Leading and answering: what a seat lays, when it passes, when it yields."""

from __future__ import annotations

from games.actions import Action, Do, Pass, Play
from games.gouji.ai_hand import Holding, left_after, losers, sure, worth
from games.gouji.ai_table import Table
from games.gouji.kinds import DEUCE, FOUR, Makeup, is_gouji
from games.gouji.sets import answers, leads
from games.gouji.state import opposite
from games.kit.cards import Cards, rank_of

__all__ = ["choose_answer", "choose_follow", "choose_lead"]

_NEARLY_OUT = 8
"""Cards with which a seat is watched: its team helps it, the other stops it."""

Choice = tuple[float, Makeup, Cards]


def choose_lead(table: Table, *, easy: bool) -> Cards:
    """The 4s that are due; else what gets the hand out fastest: losers first, strong sets kept for the way out."""
    fours = table.view.own.get("must_fours")
    if fours is not None:
        return tuple(card for card in table.hand if rank_of(card) == FOUR)
    now = worth(table.held, table.rules)
    choices = [(_lead_value(table, made, now), made, cards) for made, cards in leads(table.hand) if _whole(table, made)]
    if easy:
        plain = [(-made.size, made, cards) for _, made, cards in choices if not made.jokers and made.base < DEUCE]
        whole = [entry for entry in plain if entry[1].natural == table.held.natural[entry[1].base]]
        if whole:
            return min(whole, key=lambda entry: entry[1].base)[2]
    return max(choices, key=lambda entry: entry[0])[2]


def _whole(table: Table, made: Makeup) -> bool:
    """Whether a lead is worth a thought: wild cards are hung on whole groups only."""
    return made.base >= DEUCE or made.natural in (made.size, table.held.natural[made.base])


def _lead_value(table: Table, made: Makeup, now: float) -> float:
    held, rules = table.held, table.rules
    left = left_after(held, made)
    if left.count == left.natural[0]:
        return _way_out(table, made, left)
    value = worth(left, rules) - now
    if made.base < DEUCE and made.natural < held.natural[made.base]:
        value -= 1.2
    holds = _holds_lead(table, made)
    value += holds * _worth_of_lead(left, table)
    friends = [seat for seat in table.friends if 1 <= table.counts[seat] <= 3]
    if friends and made.size <= min(table.counts[seat] for seat in friends) and made.base < 8 and not made.jokers:
        value += 0.6
    return value


def _way_out(table: Table, made: Makeup, left: Holding) -> float:
    """The last set: 3s behind it go only if it wins the lead."""
    if not left.count:
        return 100.0
    return 60.0 + 30.0 * _holds_lead(table, made)


def _worth_of_lead(left: Holding, table: Table) -> float:
    """How much it matters to lead again: the more losers are left, the more, and most near the end."""
    waiting = losers(left, table.rules)
    near = 1.0 if left.count > 12 else 1.8
    return near * min(1.5, 0.5 + 0.3 * waiting)


def _holds_lead(table: Table, made: Makeup) -> float:
    """The chance that nobody beats the set."""
    rules = table.rules
    if sure(made, rules):
        return 1.0
    if is_gouji(made, rules) and not table.entangled and table.opposite_active:
        against = [table.counts[opposite(table.seat)]]
    else:
        against = [table.counts[seat] for seat in (*table.foes, *table.friends)]
    chance = 1.0
    for count in against:
        if count >= made.size:
            chance *= 1.0 - _beaten_by(made, count)
    return chance


def _beaten_by(made: Makeup, count: int) -> float:
    """A guess of how likely somebody with so many cards beats the set and wants to."""
    if made.jokers:
        likely = 0.22 if made.size > 1 else 0.45
    else:
        height = 1.0 - min(made.base, 12) / 13
        likely = (0.75 * height + 0.12) * (0.62 ** (made.size - 1)) + 0.08
    return min(0.9, likely * min(1.0, count / 18))


def _answers(table: Table, *, gouji: bool = False) -> list[Choice]:
    """All sets that beat, with what they cost, cheapest first."""
    assert table.standing is not None
    held, rules = table.held, table.rules
    found, now = [], worth(held, rules)
    for made, cards in answers(table.hand, table.standing, rules, gouji=gouji):
        cost = now - worth(left_after(held, made), rules)
        if made.base < DEUCE and made.natural < held.natural[made.base]:
            cost += 0.9
        found.append((cost, made, cards))
    return sorted(found, key=lambda entry: (entry[0], entry[1].size, entry[1].base))


def _gets_out(table: Table, choices: list[Choice]) -> Cards | None:
    """A set that empties the hand, or all but 3s that then go by themselves or nearly so."""
    for _, made, cards in choices:
        left = left_after(table.held, made)
        if not left.count or (left.count == left.natural[0] and _holds_lead(table, made) >= 0.6):
            return cards
    return None


def choose_follow(table: Table, *, may_yield: bool, easy: bool) -> Action:
    """In rotation and at the last word: lay what costs little, more the more an opponent has to be stopped."""
    choices = _answers(table)
    if not choices:
        return Pass()
    out = _gets_out(table, choices)
    if out is not None:
        return Play(out)
    cost, made, cards = choices[0]
    if table.friend(table.owner) and 0 < table.counts[table.owner or 0] <= _NEARLY_OUT:
        return Pass()  # a partner who is nearly out keeps the lead
    if easy:
        return Play(cards) if not made.jokers and made.twos == 0 and not table.friend(table.owner) else Pass()
    budget = _budget(table)
    lead = _holds_lead(table, made)
    gain = lead * _worth_of_lead(left_after(table.held, made), table)
    if cost <= budget + gain:
        return Play(cards)
    if may_yield and cost <= budget + 2.0:
        return Do("yield")
    return Pass()


def _budget(table: Table) -> float:
    """What beating the standing set may cost."""
    assert table.owner is not None
    left = table.counts[table.owner]
    if table.friend(table.owner):
        return -0.6 if left else 0.35
    budget = 0.35
    if left <= _NEARLY_OUT:
        budget += 1.2 if left else 0.2
        if not any(table.friend(seat) for seat in table.still_to_act()):
            budget += 1.0
    return budget


def choose_answer(table: Table, why: str, *, easy: bool) -> Action:
    """Put to this seat alone: a duel, a burner's set, a revolter's try."""
    choices = _answers(table, gouji=why in ("duel", "revolt_try"))
    if not choices:
        return Pass()
    out = _gets_out(table, choices)
    if out is not None:
        return Play(out)
    cost, _, cards = choices[0]
    if why == "burn_answer":
        friend = table.friend(_seat(table, "burner"))
        return Pass() if friend else Play(cards)
    if easy:
        return Play(cards) if cost <= 1.0 else Pass()
    assert table.owner is not None
    budget = 0.8 + (1.0 if table.would_be_opened or why == "revolt_try" else 0.0)
    if table.counts[table.owner] <= _NEARLY_OUT:
        budget += 1.5
    return Play(cards) if cost <= budget else Pass()


def _seat(table: Table, key: str) -> int | None:
    value = table.view.facts[key]
    return value if isinstance(value, int) else None
