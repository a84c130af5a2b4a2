"""Any game as an environment of PettingZoo: one agent acts after the other, also where the rules ask several at once.

Hidden decisions are made one after another; what an agent observes never tells what others have decided, as the rules do not
tell it either.
"""

import secrets
from functools import partial
from typing import Any, Final, Literal, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

import arena
from arena.interface import Interface, described, described_width
from arena.mini import mini as small
from arena.observation import Observer
from arena.players import require_one_of
from arena.running import RulesRound, winnings
from games.base.actions import Action, action_text
from games.base.cards import cards_text
from games.base.notation import read
from games.base.options import Options
from games.contract import Carry, Deal, Game
from games.simulate import SeededDice

__all__ = ["Environment", "Episode", "Illegal", "Observation", "Reward"]

Episode = Literal["round", "match"]
Reward = Literal["points", "win", "shaped"]
Illegal = Literal["raise", "penalise"]
Observation = dict[str, NDArray[Any]]
_MOST_ROUNDS: Final = 1_000
"""After so many rounds a match is cut off (*truncated*)."""
_RENDER_MODES: Final = ("ansi",)
_LARGEST_MASK: Final = 10_000
"""So many numbers have a mask in the observation unless it is said otherwise."""
_FINE: Final = 1.0
_SHOWN: Final = 8
"""So many of the latest deeds ``render`` shows."""


class _Unmasked(dict[str, NDArray[Any]]):
    """An observation whose mask is large: it is made for whoever asks for it, and is not among the keys."""

    def __init__(self, observation: NDArray[np.float32], actions: int, legal: NDArray[np.intp]) -> None:
        super().__init__(observation=observation)
        self._actions, self._legal = actions, legal

    def __missing__(self, key: str) -> NDArray[Any]:
        if key != "action_mask":
            raise KeyError(key)
        mask = np.zeros(self._actions, dtype=np.int8)
        mask[self._legal] = 1
        return mask


class Environment(AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # the library has no types
    """A game with its options and a number of players. Agents are ``seat_0`` … in order of play.

    An observation has ``observation``, a vector whose parts are described by ``planes`` and found by ``slices``, and
    ``action_mask``, 1 for each action that is legal now (all 0 for who is not asked); where there are very many, it is made
    when one asks for it. Rewards come when a round ends, unless they are shaped. ``illegal``: whether an action that is not
    legal is an error, or costs the agent a point and is replaced by what the clock would do. It may be copied and pickled at
    any time.
    """

    two_steps = False

    def __init__(
        self,
        game: Game[Any],
        interface: Interface,
        options: Options,
        players: int,
        *,
        seed: int | None = None,
        episode: Episode = "round",
        reward: Reward = "points",
        render_mode: str | None = None,
        illegal: Illegal = "raise",
        mask: bool | None = None,
        mini: int = 0,
    ) -> None:
        require_one_of("episode", episode, get_args(Episode))
        require_one_of("reward", reward, get_args(Reward) if interface.most_points else ("points", "win"))
        require_one_of("illegal", illegal, get_args(Illegal))
        require_one_of("render_mode", render_mode, (None, *_RENDER_MODES))
        super().__init__()
        self.metadata = {
            "name": f"paiju_{game.key}_v0", "render_modes": [*_RENDER_MODES], "is_parallelizable": False, "render_fps": 1,
        }  # fmt: skip
        self.game, self.interface, self.options, self.mini = game, interface, options, mini
        if mini:
            self.game = game = small(game, interface, mini, players)
            interface.going_on = None  # cores know the whole pack alone
        self.episode, self.reward, self.render_mode, self.illegal = episode, reward, render_mode, illegal
        pack = game.pack(options, players)
        self._observer = Observer(interface, players, pack)
        self.feature_verbs = tuple(sorted(game.verbs))
        """The verbs of ``legal_features``, in their order."""
        board = self._observer.board
        self.actions, self.observation_size = interface.actions, board.size
        self.planes, self.slices = board.planes, board.slices
        """The parts of an observation, in their order, and where each of them stands."""
        self._widen()
        self.mask = self.actions <= _LARGEST_MASK if mask is None else mask
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.actions) for agent in self.possible_agents}
        self._seed = secrets.randbits(32) if seed is None else seed
        self._episodes = 0

    # -- what there is
    def _widen(self) -> None:
        """Add what there is besides the interface's numbers of actions and planes."""

    @property
    def legal_features_size(self) -> int:
        """How many numbers a line of ``legal_features`` has."""
        return described_width(self.feature_verbs)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def _observation_space(self) -> spaces.Dict:
        low = np.concatenate([np.full(plane.size, plane.low, np.float32) for plane in self.planes])
        high = np.concatenate([np.full(plane.size, plane.high, np.float32) for plane in self.planes])
        masks = {"action_mask": spaces.Box(0, 1, (self.actions,), dtype=np.int8)} if self.mask else {}
        return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), **masks})

    # -- episodes
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode. With a ``seed`` the same cards are dealt again; without one the next ones."""
        if seed is not None:
            self._seed, self._episodes = seed, 0
        self._chance = f"{self._seed}/{self._episodes}"
        self._episodes += 1
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.last_rewards: tuple[float, ...] = ()
        """By seat, what the last round that ended was worth."""
        self.last_points: tuple[float, ...] = ()
        """By seat, its points, whatever the rewards are."""
        self.last_won: tuple[int, ...] = ()
        """The seats that have won it."""
        self._rounds = 0
        self._begin_round({})

    def _begin_round(self, carry: Carry) -> None:
        deal = self.game.deal(self.options, len(self._seats), carry, SeededDice(f"{self._chance}/{self._rounds}"))
        if self._rounds:
            deal = Deal(deal.hands, deal.stock, deal.keys, follows=True)
        self._rounds += 1
        self._potentials = [0.0] * len(self._seats)
        self._state = self.game.start(self.options, deal, carry).state
        self._unseen: list[tuple[int, int]] = []
        """What has been done since ``_state``, where a twin runs the round: who, and which number."""
        self._observer.begin()
        twin = self.interface.running(self._state, self._observer.board)
        self._round = twin or RulesRound(self.game, self.interface, self._observer, self._state)
        self._look()

    def _look(self) -> None:
        self._legal: NDArray[np.intp] | None = None
        self._infos: dict[str, dict[str, Any]] | None = None
        asked = self._round.asked
        if asked:
            self.agent_selection = self.possible_agents[min(asked)]

    @property
    def state_now(self) -> Any:
        """The state of the rules, with all that is hidden: for whoever judges, never for agents."""
        if isinstance(self._round, RulesRound):
            return self._round.state
        for seat, number in self._unseen:
            self._state = self.interface.step(self._state, seat, number)
        self._unseen.clear()
        return self._state

    @property
    def rounds(self) -> int:
        """How many rounds of the episode have begun."""
        return self._rounds

    def step(self, action: int | None) -> None:
        """Carry out the action of ``agent_selection``; if it is not legal now, see ``illegal`` (with ``ValueError`` nothing has
        changed)."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seats[agent]
        if action is None or action not in self.legal_actions():
            if self.illegal == "raise":
                raise ValueError(f"action {action} of {agent} is not legal now: see legal_actions")
            self.play(self.game.fallback(self.state_now, seat), fine=_FINE)
            return
        number = self._meant(int(action))
        if number is not None:
            self._round.step(seat, number)
            self._unseen.append((seat, number))
            self._go_on(agent)

    def _meant(self, action: int) -> int | None:
        """Return the number, as the interface has it, of what is to be carried out; ``None`` if nothing is yet."""
        return action

    def play(self, action: Action, *, fine: float = 0.0) -> None:
        """Carry out what ``agent_selection`` does, whether or not it has a number; ``IllegalAction`` if the rules refuse it."""
        agent = self.agent_selection
        if not isinstance(self._round, RulesRound):
            self._round = RulesRound(self.game, self.interface, self._observer, self.state_now)
        self._round.play(self._seats[agent], action)
        self._go_on(agent, fine)

    def _go_on(self, agent: str, fine: float = 0.0) -> None:
        """Let ``agent`` have acted."""
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.rewards[agent] += self._gained(self._seats[agent]) - fine
        self._look()
        if not self._round.asked:
            self._end_round()
        self._accumulate_rewards()
        self._deads_step_first()

    def _gained(self, seat: int) -> float:
        """Return what a seat's prospects have risen by since they were last asked for, where rewards are shaped."""
        if self.reward != "shaped":
            return 0.0
        laid = self._round.observe(seat)[self.slices["laid"]].reshape(len(self._seats), -1).sum(axis=1)
        before, self._potentials[seat] = self._potentials[seat], self.interface.potential(laid)
        return self._potentials[seat] - before

    def _end_round(self) -> None:
        asked = self.episode == "match" or self.reward == "shaped"
        result = self.game.result(self.state_now) if asked else None
        over = self.episode == "round" or result is None or result.winner is not None
        self.last_points, self.last_won = self._round.rewards(), self._round.won()
        won = self.last_won if self.episode == "round" or result is None else result.winner
        if self.reward == "points":
            worth = self.last_points
        elif self.reward == "win":
            worth = winnings((over and won) or (), len(self._seats))
        elif result is not None and result.void:
            worth = tuple(-paid for paid in self._potentials)
        else:
            most = self.interface.most_points
            worth = tuple(self._gained(seat) + points / most for seat, points in enumerate(self.last_points))
        self.last_rewards = worth
        for agent, amount in zip(self.possible_agents, worth, strict=True):
            self.rewards[agent] += amount
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._rounds >= _MOST_ROUNDS:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            assert result is not None, "one round is all there is of an episode"
            self._begin_round(result.carry)

    # -- what is seen
    def observe(self, agent: str) -> Observation:
        """Return what an agent knows, and what it may do if it is the one to act."""
        if self.mask:
            return {"observation": self.observation(agent), "action_mask": self._mask(agent, np.int8)}
        legal = self._legal_numbers() if agent == self.agent_selection else np.zeros(0, dtype=np.intp)
        return _Unmasked(self.observation(agent), self.actions, legal)

    def _mask(self, agent: str, kind: type[Any]) -> NDArray[Any]:
        mask = np.zeros(self.actions, dtype=kind)
        if agent == self.agent_selection:
            mask[self._legal_numbers()] = 1
        return mask

    def action_masks(self) -> NDArray[np.bool_]:
        """Return for each number whether it is legal now, for ``agent_selection``."""
        return self._mask(self.agent_selection, np.bool_)

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """What agents are told besides: whoever acts its ``legal_actions`` and ``legal_features``, and an ``action_mask`` if it
        observes none. All of it is written when it is first looked at after a step."""
        if self._infos is None:
            self._infos = {agent: {} for agent in self.agents}
            if self._round.asked and (acting := self.agent_selection) in self._infos:
                self._infos[acting] = {"legal_actions": self.legal_actions(), "legal_features": self.legal_features()}
                if not self.mask:
                    self._infos[acting]["action_mask"] = self._mask(acting, np.int8)
        return self._infos

    def observation(self, agent: str) -> NDArray[np.float32]:
        """Return what an agent knows, without the mask: learners that go by ``legal_actions`` need no more."""
        return self._round.observe(self._seats[agent])

    def _legal_numbers(self) -> NDArray[np.intp]:
        if self._legal is None:
            self._legal = self._find_legal()
        return self._legal

    def _find_legal(self) -> NDArray[np.intp]:
        seat = self._seats[self.agent_selection]
        return self._round.legal(seat) if seat in self._round.asked else np.zeros(0, dtype=np.intp)

    def legal_actions(self) -> list[int]:
        """Return the numbers of what ``agent_selection`` may do now."""
        found: list[int] = self._legal_numbers().tolist()
        return found

    def legal_features(self) -> NDArray[np.float32]:
        """Return a line for each of ``legal_actions``: copies of each card that it lays, then which verb it is, one of
        ``feature_verbs``; a bid also has its amount, in the last place."""
        return self._described(self._legal_numbers())

    def _described(self, numbers: NDArray[np.intp]) -> NDArray[np.float32]:
        """Return a line for each of these numbers of the interface."""
        seat = self._seats[self.agent_selection]
        found = self._round.features(seat, numbers, self.feature_verbs)
        if found is not None:
            return found
        state = self.state_now
        return described([self.interface.action(int(number), state, seat) for number in numbers], self.feature_verbs)

    # -- words
    def decode(self, action: int, agent: str) -> str:
        """Return the text of an action in the notation, with cards of the agent's hand; ``ValueError`` if it has none such."""
        return action_text(self.interface.action(int(action), self.state_now, self._seats[agent]))

    def encode(self, text: str, agent: str) -> int:
        """Return the number of an action in the notation; ``ValueError`` if there is none."""
        try:
            action = self.game.read(self.state_now, self._seats[agent], read(text))
        except Exception as error:
            raise ValueError(f"{text!r}: {error}") from None
        return self.interface.number(action, self.state_now, self._seats[agent])

    def render(self) -> str | None:
        """Return the table as text, with all hands: for people who look on, never for agents."""
        if self.render_mode != "ansi":
            return None
        turn = self.agent_selection if self._round.asked else ""
        lines = [
            f"{'>' if agent == turn else ' '} {agent}: {cards_text(hand)}"
            for agent, hand in zip(self.possible_agents, self.game.hands(self.state_now), strict=True)
        ]
        acts = self.interface.history(self.state_now).acts()[-_SHOWN:]
        lines += [f"    seat_{act.seat} {act.verb} {cards_text(act.cards)}".rstrip() for act in acts]
        return "\n".join(lines)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __reduce__(self) -> tuple[Any, ...]:
        about: dict[str, Any] = {
            "seed": self._seed, "episode": self.episode, "reward": self.reward, "render_mode": self.render_mode,
            "illegal": self.illegal, "mask": self.mask, "mini": self.mini, "two_steps": self.two_steps,
            "options": dict(self.options), "players": len(self._seats),
        }  # fmt: skip
        return (
            partial(arena.env, self.game.key, **about),
            (),
            self._kept() if self.agents else {"_episodes": self._episodes},
        )

    def _kept(self) -> dict[str, Any]:
        """What a copy goes on from: a round that was run by a core is run by the rules there, to the same end."""
        state = self.state_now
        rebuilt = {"_round", "_observer", "game", "interface", "options", "planes", "slices", "observation_spaces"}
        return {name: value for name, value in vars(self).items() if name not in rebuilt} | {"_state": state}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        if self.agents:
            self._round = RulesRound(self.game, self.interface, self._observer, self._state)
