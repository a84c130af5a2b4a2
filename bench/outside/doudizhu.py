"""Dou Dizhu by sides against rlcard's agents and the networks of DouZero."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arena.players import Failed
from games.base.actions import Action, Pass, Play
from games.base.cards import Card, Cards, full_pack, rank_of
from games.contract import Game, View
from games.kit.counts import pack, take
from games.simulate import RoundRun

__all__ = ["cards_of", "douzero", "rlcard"]

_RANKS: Final = "3456789TJQKA2BR"
_MOVES: Final = 15  # So many of the latest moves DouZero is shown


class _Agent:
    """An agent in this process, which sees what its seat sees."""

    def __init__(self, name: str) -> None:
        self.name = name

    def sit(self, game: Game[Any], seat: int) -> _Agent:
        return self

    def leave(self, run: RoundRun) -> None:
        pass

    def choose(self, game: Game[Any], state: Any, seat: int) -> Action:
        legal = list(game.legal(state, seat))
        view = game.view(state, seat)
        if view.public.landlord is None:
            raise Failed("illegal", "it has not learned to bid")
        try:
            return legal[0] if len(legal) == 1 else self._best(view, legal)
        except Exception as error:  # whatever goes wrong in code of other people
            raise Failed("crashed", f"{type(error).__name__}: {error}") from error

    def _best(self, view: View, legal: Sequence[Action]) -> Action:
        raise NotImplementedError


def cards_of(action: Action) -> Cards:
    return action.cards if isinstance(action, Play) else ()


class _Sight:
    """What is public, as both count it: by role, 0 the landlord, 1 the next seat, 2 the one after."""

    def __init__(self, view: View) -> None:
        assert view.viewer is not None
        landlord = view.public.landlord
        self.role: int = (view.viewer - landlord) % 3
        self.moves = [((act.seat - landlord) % 3, act.cards) for act in view.acts if act.verb in ("play", "pass")]
        self.left = [view.seats[(landlord + role) % 3].count for role in range(3)]
        self.played = [tuple(card for who, cards in self.moves if who == role for card in cards) for role in range(3)]
        seen = Counter(card for _, cards in self.moves for card in cards) + Counter(view.hand or ())
        self.unseen = tuple((Counter(full_pack()) - seen).elements())

    def latest(self, role: int) -> Cards:
        return next((cards for who, cards in reversed(self.moves) if who == role), ())


class rlcard(_Agent):  # noqa: N801 # called as players are named
    """A model of rlcard by its name there, or an agent of its that PyTorch has saved in a file."""

    def __init__(self, game: str, model: str, seconds: float) -> None:
        import rlcard as library
        from rlcard import models

        super().__init__(model)
        _require(game)
        np.random.seed(1)  # its rule agent draws from the generator of all
        self._env = library.make("doudizhu")
        if Path(model).exists():
            import torch

            self.name, agents = Path(model).stem, [torch.load(model, map_location="cpu", weights_only=False)] * 3
        else:
            try:
                agents = models.load(model).agents
            except ValueError as error:
                raise ValueError(f"rlcard: {error}") from None
        self._agents = agents

    def _best(self, view: View, legal: Sequence[Action]) -> Action:
        from rlcard.games.doudizhu.utils import ACTION_2_ID

        sight = _Sight(view)
        meant = {_text(cards_of(action)) or "pass": action for action in legal}
        raw = {
            "self": sight.role, "landlord": 0, "current_hand": _text(view.hand or ()), "others_hand": _text(sight.unseen),
            "seen_cards": _text(view.public.kitty or ()), "num_cards_left": sight.left,
            "played_cards": [_text(cards) for cards in sight.played],
            "trace": [(role, _text(cards) or "pass") for role, cards in sight.moves],
            "actions": [text for text in meant if text in ACTION_2_ID] or ["pass"],
        }  # fmt: skip
        self._env.game.state = raw
        agent = self._agents[sight.role]
        chosen = agent.eval_step(self._env._extract_state(raw))[0]
        text = chosen if isinstance(chosen, str) else self._env._decode_action(chosen)
        if text == "pass":
            return Pass()
        return Play(
            take(view.hand or (), pack(Card(min(4 * _RANKS.index(rank), 39 + _RANKS.index(rank))) for rank in text))
        )


def _text(cards: Cards) -> str:
    return "".join(_RANKS[rank] for rank in sorted(rank_of(card) for card in cards))


def _require(game: str) -> None:
    if game != "doudizhu":
        raise ValueError(f"these agents play doudizhu, not {game}")


class douzero(_Agent):  # noqa: N801 # called as players are named
    """The three networks of a folder, ``landlord.ckpt``, ``landlord_down.ckpt`` and ``landlord_up.ckpt``."""

    def __init__(self, game: str, folder: str, seconds: float) -> None:
        super().__init__(Path(folder).name)
        _require(game)
        self._networks = [
            _Network(Path(folder).expanduser() / f"{name}.ckpt")
            for name in ("landlord", "landlord_down", "landlord_up")
        ]

    def _best(self, view: View, legal: Sequence[Action]) -> Action:
        sight = _Sight(view)
        ours, others = sight.role, [(sight.role + 2) % 3, (sight.role + 1) % 3]
        last = next((cards for _, cards in reversed(sight.moves[-2:]) if cards), ())
        parts = [_places(view.hand or ()), _places(sight.unseen)]
        if ours == 0:
            parts += [_places(last), *(_places(sight.played[role]) for role in others)]
            parts += [_one_of(17, sight.left[role] - 1) for role in others]
        else:
            both = (0, 3 - ours)
            parts += [_places(sight.played[role]) for role in both]
            parts += [_places(last), *(_places(sight.latest(role)) for role in both)]
            parts += [_one_of(20 if role == 0 else 17, sight.left[role] - 1) for role in both]
        parts.append(_one_of(15, view.public.bombs))
        moves = [(), *[()] * _MOVES, *(cards for _, cards in sight.moves)][-_MOVES:]
        past = np.stack([_places(cards) for cards in moves]).reshape(5, 162)
        sights = np.stack([np.concatenate((*parts, _places(cards_of(action)))) for action in legal])
        return legal[self._networks[ours].best(past, sights)]


def _places(cards: Iterable[Card]) -> NDArray[np.float32]:
    """How many of each rank there are, the first of its four places filled; each joker has one."""
    places = np.zeros(54, dtype=np.float32)
    for rank, count in Counter(rank_of(card) for card in cards).items():
        start = 4 * rank if rank < 13 else 39 + rank
        places[start : start + count] = 1.0
    return places


def _one_of(size: int, place: int) -> NDArray[np.float32]:
    chosen = np.zeros(size, dtype=np.float32)
    chosen[place] = 1.0
    return chosen


class _Network:
    """A memory of the latest moves, and six layers over it and what is seen with each action."""

    def __init__(self, file: Path) -> None:
        import torch

        if not file.exists():
            raise ValueError(f"no network {file}")
        weights = torch.load(file, map_location="cpu", weights_only=True)
        self._torch = torch
        self._memory = torch.nn.LSTM(162, 128, batch_first=True)
        self._memory.load_state_dict({key[5:]: one for key, one in weights.items() if key.startswith("lstm.")})
        self._layers = [(weights[f"dense{at}.weight"], weights[f"dense{at}.bias"]) for at in range(1, 7)]

    def best(self, past: NDArray[np.float32], sights: NDArray[np.float32]) -> int:
        torch = self._torch
        with torch.no_grad():
            memory = self._memory(torch.from_numpy(past)[None])[0][:, -1].expand(len(sights), -1)
            values = torch.cat((memory, torch.from_numpy(sights)), dim=1)
            for at, (weight, bias) in enumerate(self._layers):
                values = torch.nn.functional.linear(values if at == 0 else torch.relu(values), weight, bias)
            best: int = values.argmax().item()
            return best
