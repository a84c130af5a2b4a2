"""Which set to lead, and what to lay on one that stands."""

from collections.abc import Iterator

from games.base.actions import Action, Do, Pass, Play
from games.base.cards import Cards, rank_of
from games.gouji.ai.hand import certain_exit, left_after, losers, price
from games.gouji.ai.table import Table
from games.gouji.kinds import DEUCE, FOUR, Kind, Makeup, is_gouji, kind_of
from games.gouji.sets import answers, leads
from games.gouji.state import opposite

__all__ = [
    "NEARLY_OUT", "choose_answer", "choose_follow", "choose_lead", "choose_run", "holds", "torn", "worth_of_lead",
]  # fmt: skip

NEARLY_OUT = 8  # Cards with which a seat is watched: its team helps it, the other stops it
_MOST_HUNG = 3  # More wild cards than these are hung on a group only to be out with it


def choose_lead(table: Table, *, easy: bool) -> Cards:
    """Choose the 4s that are due; else the certain way out; else losers first, strong sets kept for the way out."""
    if table.view.own.fours_due:
        return tuple(card for card in table.hand if rank_of(card) == FOUR)
    choices = list(sensible(table))
    if easy:
        plain = [entry for entry in choices if not entry[0].jokers and not entry[0].twos and not torn(table, entry[0])]
        return min(plain or choices, key=lambda entry: (entry[0].base, entry[0].jokers))[1]
    run = certain_exit(table.held, lambda made: table.odds.sure(made, table.against(made)))
    if run is not None:
        return next(cards for made, cards in leads(table.hand) if made == run)
    return max(choices, key=lambda entry: _lead_value(table, entry[0]))[1]


def sensible(table: Table) -> Iterator[tuple[Makeup, Cards]]:
    """List what is worth a thought: wild cards hung on whole groups only, and more than a few only to be out with them."""
    held = table.held
    for made, cards in leads(table.hand):
        wild = made.twos + made.jokers
        few = wild <= _MOST_HUNG and not (wild and torn(table, made))
        if made.base >= DEUCE or few or made.size == held.count - held.natural[0]:
            yield made, cards


def torn(table: Table, made: Makeup) -> bool:
    """Whether a set leaves part of its group behind."""
    return made.base < DEUCE and made.natural < table.held.natural[made.base]


def _lead_value(table: Table, made: Makeup) -> float:
    held = table.held
    left = held.count - made.size
    lead = holds(table, made)
    if left == held.natural[0] and made.base:
        return 100.0 if not left else 60.0 + 30.0 * lead
    value = -price(held, made, table.rules) + lead * worth_of_lead(table, made)
    if torn(table, made):
        value -= 1.2
    if _opens(table, made):
        value += 0.4 * lead
    return value + _to_partners(table, made) - _to_opponents(table, made)


def _opens(table: Table, made: Makeup) -> bool:
    """Whether a set opens the point for this seat if the opposite cannot answer it."""
    duel = table.opposite_active and not table.entangled
    return duel and table.may_open(table.seat) and kind_of(made, table.rules) is Kind.OPEN


def _to_partners(table: Table, made: Makeup) -> float:
    """Value a low set that suits a partner who is nearly out."""
    few = [table.counts[seat] for seat in table.friends if table.counts[seat] <= 3]
    return 0.6 if few and made.size <= min(few) and made.base < 8 and not made.jokers else 0.0


def _to_opponents(table: Table, made: Makeup) -> float:
    """Value the risk that a set has just the size with which an opponent goes out."""
    if made.jokers or (is_gouji(made, table.rules) and not table.entangled and table.opposite_active):
        risk = [opposite(table.seat)] if table.opposite_active else []
    else:
        risk = list(table.foes)
    return sum(
        1.5 * table.odds.beaten(made, seat, 1.0) for seat in risk if table.counts[seat] in (made.size, made.size + 1)
    )


def worth_of_lead(table: Table, made: Makeup) -> float:
    """Value leading again after this set: the more losers are left, the more, and most near the end."""
    near = 0.5 if table.held.count - made.size > 12 else 1.0
    return near * min(1.5, 0.5 + 0.3 * losers(table.held, made, table.rules))


def holds(table: Table, made: Makeup) -> float:
    """Estimate the chance that nobody beats the set."""
    against = table.against(made)
    if table.odds.sure(made, against):
        return 1.0
    chance = 1.0
    duel = is_gouji(made, table.rules) and not table.entangled and table.opposite_active
    for seat in against:
        if table.friend(seat):
            chance *= 1.0 - 0.2 * table.odds.beaten(made, seat, 0.1)
        elif not duel or seat == opposite(table.seat):
            chance *= 1.0 - table.odds.beaten(made, seat, 0.35)
    return chance


def choose_run(table: Table) -> Iterator[tuple[Makeup, Cards]]:
    """List the sets that a burner may lead on with."""
    return ((made, cards) for made, cards in sensible(table) if made.jokers)


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
