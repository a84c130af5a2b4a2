"""Hints held to their word: ``python -m bench.hints [GAME…] [--rounds N]``.

Rounds are played in which everybody does what the hint says. The sentence of each hint is a claim of some kind; each kind is held
against the hands that the seat does not see, against what the rules allow, and where it tells of what will come, against what came.
The exit status is 1 where something that was said was false, or came less often than said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from bot.present.words.hints import Reason, compared, reason
from bot.present.words.text import has
from bot.session.host.thinker import weighed
from bot.session.port import commands as c
from bot.session.port.updates import Offered, Weighed
from games import GAMES
from games.base.actions import Action, Do, Pass, Play
from games.base.cards import Card, Cards, rank_of
from games.contract import Deal, View
from games.kit.history import LAID
from games.meant import kind_of
from games.simulate import SeededDice

__all__ = ["CHECKS", "FOLLOWS", "Hint", "Kind", "hints", "told"]

_OFFERS: Final = 8
_LEGAL: Final = 4_000  # So many legal actions are looked at
_LIKELY: Final = 0.5  # What is called most likely comes at least so often


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint in a state of which all hands are known."""

    rules: Any
    state: Any
    seat: int
    view: View
    best: tuple[Weighed, ...]
    hint: Offered
    why: Reason
    code: str

    @property
    def cards(self) -> Cards:
        return _laid(self.hint.action)

    @property
    def rest(self) -> Cards:
        return tuple((Counter(self.view.hand) - Counter(self.cards)).elements())

    @property
    def other(self) -> Cards:
        """The cards of the play that the sentence speaks of, where it is not what is hinted at."""
        assert self.why.play is not None, self.code
        return _laid(self.why.play.action)

    @property
    def after(self) -> Any:
        return self.rules.apply(self.state, self.seat, self.hint.action).state

    def legal(self, state: Any = None, seat: int | None = None) -> list[Offered]:
        """What may be laid: by this seat, or in another state by who is asked there."""
        now = self.state if state is None else state
        who = self.seat if seat is None else seat
        found = islice(self.rules.legal(now, who), _LEGAL)
        return [_offered(self.rules, now, who, one) for one in found if _laid(one)]

    def place(self, card: Card) -> int:
        order = self.view.order
        return order.index(rank_of(card)) if rank_of(card) in order else rank_of(card)

    def higher(self, cards: Sequence[Card], than: Offered) -> int:
        """How many cards count more than a play."""
        top = compared(self.view, than, _laid(than.action))
        return sum(self.place(card) > top for card in cards)

    def is_ours(self, seat: int) -> bool:
        mine, other = self.view.seats[self.seat], self.view.seats[seat]
        return mine.team == other.team if mine.team is not None else mine.role is not None and mine.role == other.role

    def held(self, card: Card) -> int:
        return sum(rank_of(one) == rank_of(card) for one in self.view.hand or ())

    def asked_after(self, action: Action) -> list[Offered]:
        """What whoever is asked next may lay on an action; nothing where the trick is over."""
        after = self.rules.apply(self.state, self.seat, action).state
        if self.rules.view(after, None).standing is None or not self.rules.awaited(after):
            return []
        return self.legal(after, self.rules.awaited(after)[0].seat)

    def to_friend(self) -> tuple[Any, int] | None:
        """The state in which one of the seat's side is asked, if all before it pass."""
        state = self.after
        while self.rules.view(state, None).standing is not None and (asked := self.rules.awaited(state)):
            seat = asked[0].seat
            if seat == self.seat:
                break
            if self.is_ours(seat):
                return state, seat
            state = self.rules.apply(state, seat, Pass()).state
        return None


def _laid(action: Action) -> Cards:
    return action.cards if isinstance(action, Play) or (isinstance(action, Do) and action.verb in LAID) else ()


def _offered(rules: Any, state: Any, seat: int, action: Action) -> Offered:
    return Offered(action, c.Hint(), *kind_of(rules, state, seat, action))


def hints(game: str, rounds: int, seed: str, language: str = "en") -> Iterator[tuple[Hint, Callable[[], Any]]]:
    """All hints of some rounds in which each is followed, and for each what tells the state in which the trick was over, once it is."""
    rules: Any = GAMES[game]
    dice, carry = SeededDice(seed), dict[str, Any]()
    options = rules.option_set.complete({})
    for _ in range(rounds):
        deal: Deal = rules.deal(options, rules.seats[0], carry, dice)
        state = rules.start(options, deal, carry).state
        while (over := rules.result(state)) is None:
            seat = rules.awaited(state)[0].seat
            hint = _hint(rules, state, seat, dice)
            if hint is None:
                state = rules.apply(state, seat, next(iter(rules.legal(state, seat)))).state
                continue
            yield hint
            state = hint.after
        carry = {} if over.winner is not None else over.carry


def _hint(rules: Any, state: Any, seat: int, dice: SeededDice) -> Hint | None:
    """The hint for a seat that has a choice."""
    if len(tuple(islice(rules.legal(state, seat), 2))) < 2:
        return None
    view = rules.view(state, seat)
    found = weighed(rules.key, view, rules.levels[-1], dice)
    best = tuple(
        Weighed(_offered(rules, state, seat, action), worth, "points") for action, worth in found if worth is not None
    )
    hint = _offered(rules, state, seat, found[0][0])
    offers = tuple(
        _offered(rules, state, seat, one) for one in islice(rules.suggest(state, seat), 16 if rules.suited else _OFFERS)
    )
    why = reason(view, hint, offers, best)
    code = next((one for one in why.codes if has(f"hint_why.{one}.{rules.key}") or has(f"hint_why.{one}")), "")
    return Hint(rules, state, seat, view, best, hint, why, code)
