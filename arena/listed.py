"""Any game in numbers by its rules alone, for those that bring no numbers of their own: the common planes, and actions by where
they stand among the legal ones."""

from collections.abc import Sequence
from typing import Any, Final

from arena.interface import OTHER, Interface
from games import GAMES
from games.base.actions import Action, action_text
from games.base.options import Options
from games.compare import action_key
from games.kit.history import History

__all__ = ["MOST", "Listed"]

MOST: Final = 4_096  # So many legal actions a position may have


class Listed(Interface):
    """A game of which only the rules are known. The legal actions of a position are numbered in the order of their texts, so
    that a number means another one in each position, and ``legal_features`` tell which."""

    actions = MOST
    planes = ()
    fixed = False

    def __init__(self, options: Options, players: int) -> None:
        game = GAMES[self.game]
        self.suited = game.suited
        self.kinds = (*game.kinds, OTHER)
        self.whys = (*dict.fromkeys(("lead", "follow", *filter(None, game.samples))), OTHER)
        self.verbs = (*sorted(game.verbs), OTHER)
        self._listed: tuple[Any, int, list[Action]] = None, -1, []

    def legal(self, state: Any, seat: int) -> Sequence[int]:
        return range(len(self._actions(state, seat)))

    def action(self, number: int, state: Any, seat: int) -> Action:
        listed = self._actions(state, seat)
        if number not in range(len(listed)):
            raise ValueError(f"action {number}: there are {len(listed)} legal ones")
        return listed[number]

    def number(self, action: Action, state: Any, seat: int) -> int:
        """See ``Interface``. Where suits do not matter, that of the same play with other suits."""
        listed = self._actions(state, seat)
        if action in listed:
            return listed.index(action)
        keys = [action_key(one, self.suited) for one in listed]
        if self.suited or (key := action_key(action, self.suited)) not in keys:
            raise ValueError(f"{action_text(action)}: no legal action is that")
        return keys.index(key)

    def history(self, state: Any) -> History:
        own = getattr(state, "history", None)  # of the kit's states, and soonest told
        return own if isinstance(own, History) else History.of(GAMES[self.game].view(state, None).acts)

    def _actions(self, state: Any, seat: int) -> list[Action]:
        last, asked, listed = self._listed
        if last is not state or asked != seat:
            listed = sorted(GAMES[self.game].legal(state, seat), key=action_text)
            if len(listed) > MOST:
                raise ValueError(
                    f"{self.game}: over {MOST:,} legal actions in one position need an interface of its own"
                )
            self._listed = state, seat, listed
        return listed
