"""Games for OpenSpiel's algorithms, each as ``paiju_`` and its key, once this module is imported and OpenSpiel is installed.
Mini games (``arena.mini``) are ``paiju_mini_`` and the key.

The first node is chance: which of so many deals (parameter ``deals``) is played; everything after it is decided by players. Small
games suit best: each node is a state of the rules, and searches walk over very many.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pyspiel

import arena
from arena.environment import Environment
from arena.games import interface_of
from arena.interface import CARDS, Face
from arena.mini import longest
from arena.observation import PLACES, Observer
from games import GAMES
from games.base.actions import action_text
from games.base.cards import Cards, cards_text
from games.base.facts import notation_of
from games.contract import Act
from games.simulate import SeededDice

__all__ = ["SpielGame", "SpielObserver", "SpielRecaller", "SpielState"]

_LONGEST: Final = 1_000
_MOST_POINTS: Final = 10_000.0
_DEALS: Final = 1_000
_DEALS_MINI: Final = 20
_EACH: Final = 2
_SUIT: Final = re.compile(r"(?<=\b[3-8])[shdc]\b")


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # the library has no types
    """A game with its usual house rules; ``kind`` says which. Parameters: ``players``, ``deals``, of a mini game ``each``: cards
    in each hand."""

    kind: str
    mini: bool

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        players = given.get("players", 0) or (GAMES[self.kind].seats[0] if self.mini else None)
        each = int(given.get("each", _EACH)) if self.mini else 0
        self.table = arena.env(self.kind, players=players, mini=each)
        seats = len(self.table.possible_agents)
        self.deals = int(given.get("deals", _DEALS_MINI if self.mini else _DEALS))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.interface.actions,
            max_chance_outcomes=self.deals,
            num_players=seats,
            min_utility=-_MOST_POINTS,
            max_utility=_MOST_POINTS,
            max_game_length=longest(each, seats) if self.mini else _LONGEST,
            **({"utility_sum": 0.0} if self.mini else {}),
        )
        super().__init__(_type_of(self.kind, mini=self.mini), info, given)

    def new_initial_state(self) -> SpielState:
        """The node at which the cards are dealt."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver | SpielRecaller:
        """What writes observations of this game as vectors, or information states, which forget nothing."""
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return SpielRecaller(self.table, self.max_game_length())
        return SpielObserver(self.table)


class _Kept:
    """A state of the rules and what came before it, which is immutable: copies of a node share it."""

    __slots__ = ("before", "state")

    def __init__(self, state: Any, before: _Kept | None) -> None:
        self.state, self.before = state, before

    def __deepcopy__(self, memo: dict[int, Any]) -> _Kept:
        return self


class SpielState(pyspiel.State):  # type: ignore[misc]  # the library has no types
    """A node: before the deal, or a state of the rules."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._kept = _Kept(None, None)

    @property
    def _table(self) -> Environment:
        table: Environment = self.get_game().table
        return table

    @property
    def rules_state(self) -> Any:
        """The state of the rules, ``None`` before the deal."""
        return self._kept.state

    @rules_state.setter
    def rules_state(self, state: Any) -> None:
        self._kept = _Kept(state, self._kept)

    @property
    def rules_states(self) -> list[Any]:
        """All states of the rules since the deal, in order."""
        kept: _Kept | None = self._kept
        found = []
        while kept is not None and kept.state is not None:
            found.append(kept.state)
            kept = kept.before
        return found[::-1]

    def current_player(self) -> int:
        """Who acts: chance, a seat (of several that are asked the first), or nobody any more."""
        if self.rules_state is None:
            return int(pyspiel.PlayerId.CHANCE)
        asked = self._table.game.awaited(self.rules_state)
        return min(entry.seat for entry in asked) if asked else int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals, equally likely."""
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._table.interface.legal(self.rules_state, player))

    def _apply_action(self, action: int) -> None:
        table = self._table
        if self.rules_state is None:
            dice = SeededDice(f"openspiel/{action}")
            deal = table.game.deal(table.options, len(table.possible_agents), {}, dice)
            self.rules_state = table.game.start(table.options, deal, {}).state
            return
        self.rules_state = table.interface.step(self.rules_state, self.current_player(), action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return action_text(self._table.interface.action(action, self.rules_state, player))

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """What each seat has won, once the round is over."""
        table = self._table
        result = None if self.rules_state is None else table.game.result(self.rules_state)
        if result is None:
            return [0.0] * len(table.possible_agents)
        return list(table.interface.rewards(self.rules_state, result))

    def __str__(self) -> str:
        if self.rules_state is None:
            return "before the deal"
        acts = self._table.interface.history(self.rules_state).acts()
        return f"{self._table.game.hands(self.rules_state)} {[(act.seat, act.verb, act.cards) for act in acts]}"


class SpielObserver:
    """Writes what a seat observes into ``tensor``; ``dict`` has the planes by name."""

    def __init__(self, table: Environment) -> None:
        self._table = table
        seats = len(table.possible_agents)
        self._observer = Observer(table.interface, seats, table.game.pack(table.options, seats))
        self.verbs = self._observer.board.verbs
        self.tensor = np.zeros(self._observer.board.size, dtype=np.float32)
        self.dict = {
            plane.name: self.tensor[self._observer.board.slices[plane.name]].reshape(plane.shape)
            for plane in table.planes
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what ``player`` observes in a state; nothing before the deal."""
        self.tensor.fill(0.0)
        if state.rules_state is not None:
            whys = {entry.seat: entry.why for entry in self._table.game.awaited(state.rules_state)}
            self._observer.begin()
            self._observer.hear(self._table.interface.history(state.rules_state))
            self.tensor[:] = self._observer.observe(state.rules_state, player, whys.get(player, ""))

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text, which tells apart whatever the planes tell apart."""
        self.set_from(state, player)
        return " ".join(f"{at}:{self.tensor[at]:g}" for at in np.flatnonzero(self.tensor))


class SpielRecaller:
    """Writes all that a seat has ever known into ``tensor``: its observation, then a row for each deed, with its own hand after
    it. As text, cards of mini games have no suits, which decide nothing there."""

    def __init__(self, table: Environment, longest: int) -> None:
        self._table, self._now = table, SpielObserver(table)
        self._seats, verbs = len(table.possible_agents), len(table.interface.verbs)
        size, width = self._now.tensor.size, self._seats + verbs + 2 * CARDS + 3
        self.tensor = np.zeros(size + longest * width, dtype=np.float32)
        self.dict = {"observation": self.tensor[:size], "deeds": self.tensor[size:].reshape(longest, width)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what ``player`` knows in a state; nothing before the deal."""
        self._now.set_from(state, player)
        self.dict["observation"][:] = self._now.tensor
        deeds = self.dict["deeds"]
        deeds.fill(0.0)
        kinds, verbs = self._table.interface.kinds, self._now.verbs
        for row, (act, hand) in zip(deeds, self._deeds(state, player), strict=False):
            row[act.seat] = row[self._seats + verbs[act.verb]] = 1.0
            row[-2 * CARDS - 3 : -CARDS - 3] = np.bincount(act.cards, minlength=CARDS)
            row[-CARDS - 3 : -3] = np.bincount(hand, minlength=CARDS)
            row[-3] = act.number or 0
            row[-2] = PLACES.get(act.rank, -1) + 1
            row[-1] = kinds.index(act.kind) + 1 if act.kind in kinds else 0

    def _deeds(self, state: SpielState, player: int) -> Iterator[tuple[Act, Cards]]:
        """All deeds, each with the hand that ``player`` had after what brought it about."""
        told = 0
        for rules_state in state.rules_states:
            acts = self._table.interface.history(rules_state).acts()
            hand = self._table.game.hands(rules_state)[player]
            yield from ((act, hand) for act in acts[told:])
            told = len(acts)

    def string_from(self, state: SpielState, player: int) -> str:
        if state.rules_state is None:
            return "before the deal"
        whys = {entry.seat: entry.why for entry in self._table.game.awaited(state.rules_state)}
        face: Face = self._table.interface.face(state.rules_state, player, whys.get(player, ""))
        known = [
            f"seat {player}: {cards_text(face.hand)} {notation_of(face.public)} {face.own and notation_of(face.own)}",
            *(
                f"{act.seat} {act.verb} {cards_text(act.cards)} {act.kind} {act.rank} {act.number}: {cards_text(hand)}"
                for act, hand in self._deeds(state, player)
            ),
        ]
        text = "; ".join(known)
        return _SUIT.sub("", text) if self._table.mini else text


def _type_of(kind: str, *, mini: bool) -> Any:
    seats = GAMES[kind].seats
    defaults = {"players": 0, "deals": _DEALS_MINI, "each": _EACH} if mini else {"players": 0, "deals": _DEALS}
    return pyspiel.GameType(
        short_name=f"paiju_mini_{kind}" if mini else f"paiju_{kind}",
        long_name=f"Paiju {kind}{', mini' if mini else ''}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if mini else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults,
    )


_MINI: Final = [kind for kind in GAMES if interface_of(kind).mini_beside is not None]
for _kind, _mini in [*((kind, False) for kind in GAMES), *((kind, True) for kind in _MINI)]:
    _game = type(f"Spiel_{_kind}", (SpielGame,), {"kind": _kind, "mini": _mini})
    pyspiel.register_game(_type_of(_kind, mini=_mini), _game)
