"""Programs written for Botzone: its JSON on standard input and output, for Dou Dizhu (*FightTheLandlord*) and Guandan.

Followed are the pages *Bot*, *FightTheLandlord* and *GuanDan* of Botzone's wiki."""

from __future__ import annotations

import shlex
import time
from collections import Counter
from contextlib import suppress
from typing import Any, Final

from arena.players import Failed, Guest
from bench.outside.guandan import combos_of, initial_hand
from bench.outside.programs import Started
from games.base.actions import Action, Pass, Play
from games.base.cards import RANKS, Card, Cards, cards_text, make_card, rank_of, suit_of
from games.base.notation import read_cards
from games.contract import Act, Game, View
from games.guandan.combinations.kinds import Kind, Reading
from games.guandan.combinations.readings import meaning
from games.simulate import RoundRun

__all__ = ["program"]

_KEEPS_RUNNING: Final = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
_SUITS: Final = (2, 0, 1, 3)  # By our suits, s h d c, the place of theirs, h d s c


class program:  # noqa: N801 # called as players are named
    """A program by its command; it is started anew for every turn unless it says that it goes on."""

    def __init__(self, game: str, command: str, seconds: float) -> None:
        if game not in ("doudizhu", "guandan"):
            raise ValueError(f"Botzone's programs play doudizhu and guandan here, not {game}")
        self.name, self.command, self.seconds = command, shlex.split(command), seconds

    def sit(self, game: Game[Any], seat: int) -> Guest:
        return (_Landlord if game.key == "doudizhu" else _Guandan)(self, seat)


class _Conversation:
    """One seat in one round: all that was asked and answered."""

    def __init__(self, of: program, seat: int) -> None:
        self._program, self._seat = of, seat
        self._running: Started | None = None
        self._requests: list[Any] = []
        self._responses: list[Any] = []
        self._kept: dict[str, Any] = {}

    def ask(self, request: dict[str, object]) -> Any:
        self._requests.append(request)
        try:
            if self._running is None:
                self._running = Started(self._program.command, self._program.seconds)
                whole = {"requests": self._requests, "responses": self._responses, **self._kept}
                self._running.send(whole)
            else:
                self._running.send(request)
            answer = self._running.receive()
            if "response" not in answer:
                raise Failed("illegal", "an answer without a response")
            self._kept |= {key: answer[key] for key in ("data", "globaldata") if key in answer}
            if not self._goes_on():
                self.end()
        except (Failed, ValueError) as error:
            self.end()
            raise error if isinstance(error, Failed) else Failed("crashed", str(error)) from error
        self._responses.append(answer["response"])
        return answer["response"]

    def _goes_on(self) -> bool:
        """Whether the program says so after its answer; others end."""
        assert self._running is not None
        until = time.monotonic() + self._program.seconds
        with suppress(Failed):
            while (line := self._running.text(until)) != _KEEPS_RUNNING:
                if line:
                    return False
            return True
        return False

    def end(self) -> None:
        if self._running is not None:
            self._running.close()
            self._running = None

    def leave(self, run: RoundRun) -> None:
        self.end()


def _numbers(value: object, known: int) -> list[int]:
    if not isinstance(value, list) or not all(type(one) is int and 0 <= one < known for one in value):
        raise Failed("illegal", f"no list of cards: {str(value)[:80]}")
    return value


class _Landlord(_Conversation):
    """Dou Dizhu: cards are numbered as ours, and suits do not matter."""

    def choose(self, game: Game[Any], state: Any, seat: int) -> Action:
        view = game.view(state, seat)
        if view.public.landlord is None:
            raise Failed("illegal", "there is no bidding in this dialogue")
        two = [[], [], *([*act.cards] for act in view.acts if act.verb in ("play", "pass"))][-2:]
        request: dict[str, object] = {"history": two}
        if not self._requests:
            own = Counter(view.hand or ()) + Counter(
                card for act in view.acts if act.seat == seat for card in act.cards
            )
            request |= {"own": sorted(own.elements()), "publiccard": list(view.public.kitty or ())}
        cards = tuple(Card(one) for one in _numbers(self.ask(request), 54))
        return Play(cards) if cards else Pass()


class _Guandan(_Conversation):
    """Guandan without tributes: each copy of a card has a number of its own, and wild cards say what they stand for."""

    def __init__(self, of: program, seat: int) -> None:
        super().__init__(of, seat)
        self._history: list[dict[str, object]] = []
        self._copies: Counter[Card] = Counter()  # of each card: so many have a number
        self._own: dict[Card, list[int]] = {}
        self._told = 0

    def choose(self, game: Game[Any], state: Any, seat: int) -> Action:
        view = game.view(state, seat)
        if view.options["tribute"]:
            raise Failed("illegal", "this dialogue is spoken with tribute=false only")
        round_of = {"level": RANKS[view.public.level], "tribute": 0, "first": None, "last": None}
        if not self._requests:
            for card in initial_hand(view).elements():
                self._own.setdefault(card, []).append(self._numbered(card))
            deliver = [number for held in self._own.values() for number in held]
            self.ask({"stage": "deal", "deliver": deliver, "your_id": seat, "global": round_of})
        for act in view.acts[self._told :]:
            self._hear(view, act)
        self._told = len(view.acts)
        last = next((act.seat for act in reversed(view.acts) if act.verb == "play"), seat)
        answer = self.ask({
            "stage": "play", "history": [[], [], [], [], *self._history][-4:], "done": [*view.public.finished],
            "pass_on": last if view.standing is None and last != seat else -1,
            "global": {**round_of, "tribute_cards": {}, "return_cards": {}, "resist": False},
        })  # fmt: skip
        if not isinstance(answer, list) or len(answer) != 2:
            raise Failed("illegal", "a response is two lists, the cards and what they stand for")
        cards, meant = (tuple(_card(one) for one in _numbers(part, 108)) for part in answer)
        return Play(cards, cards_text(meant) if sorted(cards) != sorted(meant) else None) if cards else Pass()

    def _numbered(self, card: Card) -> int:
        copy = min(self._copies[card], 1)
        self._copies[card] += 1
        return _number(card) + 54 * copy

    def _hear(self, view: View, act: Act) -> None:
        own = act.seat == view.viewer
        cards = [self._own[card].pop() if own else self._numbered(card) for card in act.cards]
        meant = cards
        rules = combos_of(view)
        if act.verb == "play" and rules.wild in act.cards and len(act.cards) > 1:
            reading = Reading(Kind(act.kind), rank_of(read_card(act.rank)), len(act.cards))
            meant = [_number(card) for card in _stood_for(act.cards, meaning(act.cards, reading, rules), rules.wild)]
        self._history.append({"player": act.seat, "response": [cards, meant]})


def read_card(rank: str) -> Card:
    return make_card(RANKS.index(rank))


def _stood_for(cards: Cards, named: str, wild: Card) -> list[Card]:
    """The cards with what the wild ones among them stand for in their place."""
    natural = [card for card in cards if card != wild]
    left = list(read_cards(named))
    for card in natural:
        left.remove(next(one for one in left if one.rank == rank_of(card) and one.suit in (None, suit_of(card))))
    suit = suit_of(natural[0]) if natural else 0
    return natural + [
        make_card(one.rank, suit if one.suit is None and suit is not None else one.suit or 0) for one in left
    ]


def _number(card: Card) -> int:
    """Theirs: rank by rank from the ace to the king, in each hearts, diamonds, spades, clubs; then the jokers."""
    suit = suit_of(card)
    return int(card) if suit is None else (rank_of(card) + 2) % 13 * 4 + _SUITS[suit]


def _card(number: int) -> Card:
    number %= 54
    return Card(number) if number >= 52 else make_card((number // 4 - 2) % 13, _SUITS.index(number % 4))
