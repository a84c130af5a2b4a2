"""AI players of Gou Ji: ``easy``, ``normal`` and ``strong``. They know what their seat's view tells and nothing else.

``strong`` has learned to play (``learned.judgement``); what comes before the play it decides as ``normal`` does.
"""

from __future__ import annotations

from games.base.actions import Action, Do, Pass, Play
from games.contract import Dice, Level
from games.gouji.ai.before import declaration, purchase, returned_cards
from games.gouji.ai.burn import best_burn, best_run
from games.gouji.ai.choice import choose_answer, choose_follow
from games.gouji.ai.lead import choose_lead, choose_run
from games.gouji.ai.table import Table
from games.gouji.facts import GouJiView
from games.gouji.sets import answers

__all__ = ["think"]


def think(view: GouJiView, level: Level, dice: Dice) -> Action:
    """Choose for ``view.viewer`` from what it may know."""
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
    """Burn only where the whole hand can go in one run."""
    if level == "easy" or table.standing is None or table.burn_too_early:
        return Pass()
    choices = answers(table.hand, table.standing, table.rules, joker=True)
    most_risk = 1 if table.odds.big_jokers <= 1 or not table.opposite_active else 0
    found = best_burn(table.held, choices, table.rules, most_risk)
    return Pass() if found is None else Do("burn", found[1])
