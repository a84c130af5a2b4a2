"""Print a whole match as people would read it: ``python -m tests.present.walk [en|zh] [SEED]``."""

from __future__ import annotations

import sys

from bot.present import render
from bot.present.screens import Screen, plain_text
from games import GAMES
from tests.present.rounds import heard, match_states, panel_of, private, public


def shown(screen: Screen) -> str:
    """A screen with its buttons, as text."""
    rows = "\n".join("  " + " ".join(f"[{one.label}]" for one in row) for row in screen.rows)
    return plain_text(screen) + "\n" + rows


def walk(language: str, seed: str) -> None:
    """The channel's and the acting seat's screens, one after another."""
    rules = GAMES["doudizhu"]
    for table, state, recent, events in match_states(seed, level="normal"):
        result = rules.result(state)
        view = rules.view(state, None)
        totals = tuple(seat.score for seat in view.seats)
        update = public(table, view, language, recent=heard(recent, None), last=events, result=result, totals=totals)
        sys.stdout.write("━" * 60 + "\n" + shown(render.table(update)) + "\n")
        seat = view.awaited[0].seat if view.awaited else 0
        own = rules.view(state, seat)
        picked = next((action.cards for action in rules.suggest(state, seat) if hasattr(action, "cards")), ())
        panel = panel_of(rules, state, seat, picked=picked, hinted=len(picked) > 3) if view.awaited else None
        mine = private(table, own, panel, language, recent=heard(recent, seat), result=result, totals=totals)
        sys.stdout.write("┈" * 40 + f" private to seat {seat + 1}\n" + shown(render.hand(mine)) + "\n")


if __name__ == "__main__":
    walk(*(sys.argv[1:] + ["en", "1"][len(sys.argv) - 1 :])[:2])
