"""Fast rounds compared in all they hold, whichever door they came in by, at any moment of rounds that AI players play."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.base.actions import Action, verb_of
from games.base.options import Options
from games.contract import Carry, Deal, Game
from games.simulate import SeededDice

__all__ = ["fields_of", "moments"]


def fields_of(thing: Any, *but: str) -> dict[str, Any]:
    """Return every field of an object with slots, and of those within it, so that two of them can be compared."""
    names = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ()) if name not in but]
    return {name: _plain(getattr(thing, name)) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(one) for one in value]
    compared = "__eq__" in vars(type(value)) or callable(value)
    return fields_of(value) if "__slots__" in vars(type(value)) and not compared else value


def moments(
    game: Game[Any], options: Options, deal: Deal, carry: Carry, seed: str, stray: float = 0.15
) -> Iterator[tuple[Any, int, Action]]:
    """Go through a round as AI players play it, now and then with whatever is legal: each state, who acts then, and how."""
    random = Random(seed)
    state = game.start(options, deal, carry).state
    while asked := game.awaited(state):
        seat = random.choice(asked).seat
        if random.random() < stray:
            legal = list(game.legal(state, seat))
            verb = random.choice(sorted({verb_of(one) for one in legal}))  # what is done rarely is done now
            action = random.choice([one for one in legal if verb_of(one) == verb])
        else:
            level = random.choice(("easy", "normal"))
            action = game.think(game.view(state, seat), level, SeededDice(f"{seed}/{random.random()}"))
        yield state, seat, action
        state = game.apply(state, seat, action).state
