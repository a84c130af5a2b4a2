"""Print a whole match as people would read it: ``python -m tests.present.walk [en|zh] [SEED] [GAME] [ROUNDS]``."""

import sys

from bot.present import render
from bot.present.screens.screen import Screen, plain_text
from games import GAMES
from games.contract import Carry
from tests.present.rounds import heard, match_states, panel_of, private, public


def shown(screen: Screen) -> str:
    rows = "\n".join("  " + " ".join(f"[{one.label}]" for one in row) for row in screen.rows)
    return plain_text(screen) + "\n" + rows


def walk(language: str = "en", seed: str = "1", game: str = "doudizhu", rounds: str = "2") -> None:
    """The channel's and the acting seat's screens, one after another."""
    rules = GAMES[game]
    course: tuple[Carry, ...] = ()
    for table, state, recent, events in match_states(seed, game=game, rounds=int(rounds), level="normal"):
        result = rules.result(state)
        course += () if result is None else (result.carry,)
        view = rules.view(state, None)
        totals = tuple(seat.score for seat in view.seats)
        told = {"recent": heard(recent, None), "last": events, "result": result, "totals": totals, "course": course}
        update = public(table, view, language, **told)
        sys.stdout.write("━" * 60 + "\n" + shown(render.table(update)) + "\n")
        seat = view.awaited[0].seat if view.awaited else 0
        own = rules.view(state, seat)
        picked = next((action.cards for action in rules.suggest(state, seat) if hasattr(action, "cards")), ())
        panel = panel_of(rules, state, seat, picked=picked, hinted=len(picked) > 3) if view.awaited else None
        mine = private(table, own, panel, language, recent=heard(recent, seat), result=result, totals=totals)
        sys.stdout.write("┈" * 40 + f" private to seat {seat + 1}\n" + shown(render.hand(mine)) + "\n")


if __name__ == "__main__":
    walk(*sys.argv[1:])
