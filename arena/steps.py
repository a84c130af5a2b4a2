"""Environments with few numbers where a game has very many actions: a kind is chosen first, and in a second step which of the
legal actions of that kind is carried out."""

from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.environment import Environment
from arena.interface import CARDS, Plane, by_rank
from games.base.cards import RANKS

__all__ = ["TwoSteps"]

_PLACES: Final = 1_000
"""So many actions of a kind have a number each."""
_SIZES: Final = 21
"""Kinds are told apart by the number of cards up to 19; 20 and more are one."""
_JOKERS: Final = 13  # The ranks of jokers, and those above


class TwoSteps(Environment):
    """An environment in which an action is decided in two steps.

    The first number is a kind: what is done (one of ``feature_verbs``), with how many cards, and which rank most of them have,
    the lowest such rank, a joker's only where nothing else is laid. The second one, ``kinds`` and more, is a place among the
    legal actions of that kind in ascending order; whatever goes beyond the last place is chosen from in a further step. A kind
    that stands for one action is carried out at once. Nothing happens and nobody hears of it before the action is known.
    """

    two_steps = True

    def _widen(self) -> None:
        self._shape = len(self.feature_verbs), _SIZES, len(RANKS)
        self.kinds = prod(self._shape)
        """How many numbers of kinds there are; those of places follow."""
        self.actions = self.kinds + _PLACES
        parts = " ".join(self.feature_verbs), f"how many cards, 0 to {_SIZES - 1}", " ".join(RANKS)
        about = f"the kind that the observer has chosen, all 0 until it has: {'; '.join(parts)}"
        self.planes += (Plane("kind", (sum(self._shape),), 1.0, "flag", about),)
        self.slices = self.slices | {"kind": slice(self.observation_size, self.observation_size + sum(self._shape))}
        self.observation_size += sum(self._shape)

    def _look(self) -> None:
        self._chosen: tuple[int, NDArray[np.intp]] | None = None
        """The kind, and the actions among which the next step is to choose, as the interface numbers them."""
        super()._look()

    def _meant(self, action: int) -> int | None:
        actions = self._meanings[action]
        if len(actions) == 1:
            return int(actions[0])
        kind = action if self._chosen is None else self._chosen[0]
        self._go_on(self.agent_selection)
        self._chosen = kind, actions
        return None

    def _find_legal(self) -> NDArray[np.intp]:
        if self._chosen is None:
            actions = np.sort(super()._find_legal())
            kinds = self._kinds_of(actions)
            order = np.argsort(kinds, kind="stable")
            numbers, begins = np.unique(kinds[order], return_index=True)
            parts = np.split(actions[order], begins[1:])
        else:
            _, actions = self._chosen
            parts = np.split(actions, range(1, min(len(actions), _PLACES)))
            numbers = self.kinds + np.arange(len(parts))
        self._meanings: dict[int, NDArray[np.intp]] = dict(zip(numbers.tolist(), parts, strict=False))
        """By number that is legal now, the actions for which it stands."""
        return numbers

    def _kinds_of(self, actions: NDArray[np.intp]) -> NDArray[np.intp]:
        if not len(actions):
            return actions
        lines = super()._described(actions)
        ranks = by_rank(lines)
        size = ranks.sum(axis=1).astype(np.intp)
        ranks[:, _JOKERS:] /= CARDS  # they are most only where they are all
        parts = lines[:, CARDS:-1].argmax(axis=1), np.minimum(size, _SIZES - 1), ranks.argmax(axis=1)
        kinds: NDArray[np.intp] = np.ravel_multi_index(parts, self._shape)
        return kinds

    def _described(self, numbers: NDArray[np.intp]) -> NDArray[np.float32]:
        """Return what all actions have in common for which a number stands."""
        parts = [self._meanings[number] for number in numbers.tolist()]
        lines = super()._described(np.concatenate([numbers[:0], *parts]))
        return np.minimum.reduceat(lines, np.cumsum([0, *map(len, parts)])[:-1])

    def observation(self, agent: str) -> NDArray[np.float32]:
        seen = np.concatenate([super().observation(agent), np.zeros(sum(self._shape), dtype=np.float32)])
        if self._chosen is not None and agent == self.agent_selection:
            verb, size, rank = np.unravel_index(self._chosen[0], self._shape)
            verbs = len(self.feature_verbs)
            seen[self.slices["kind"]][[verb, verbs + size, verbs + _SIZES + rank]] = 1.0
        return seen

    # -- words
    def decode(self, action: int, agent: str) -> str:
        """Return the text of an action, or what a kind is made of; ``ValueError`` if a place is not legal now."""
        self._legal_numbers()
        action = int(action)
        actions = self._meanings.get(action) if agent == self.agent_selection else None
        if actions is not None and len(actions) == 1:
            return super().decode(int(actions[0]), agent)
        if action not in range(self.kinds):
            raise ValueError(f"action {action} of {agent} is not legal now: see legal_actions")
        verb, size, rank = np.unravel_index(action, self._shape)
        return self.feature_verbs[verb] + (f": {size} cards, {RANKS[rank]}" if size else "")

    def encode(self, text: str, agent: str) -> int:
        """Return the number that leads to an action in the notation, in this step; ``ValueError`` if there is none."""
        action = super().encode(text, agent)
        found = [number for number in self.legal_actions() if action in self._meanings[number]]
        if not found or agent != self.agent_selection:
            raise ValueError(f"{text!r} is not what {agent} may choose in this step")
        return found[0]
