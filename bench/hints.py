"""Hints held to their word: ``python -m bench.hints [GAME…] [--rounds N]``.

Rounds are played in which everybody does what the hint says. The sentence of each hint is a claim of some kind; each kind is
held against all hands, against what the rules allow, and where it tells of what will come, against what came.
The exit status is 1 where something that was said was false, or came less often than said."""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from bot.present.presentation import presentation_of
from bot.present.words.hints import Reason, compared, is_bomb, reason
from bot.present.words.plays import body_and_rest
from bot.present.words.text import has
from bot.session.host.thinker import weighed
from bot.session.port import commands as c
from bot.session.port.updates import Offered, Weighed
from games import GAMES
from games.base.actions import Action, Do, Pass, Play
from games.base.cards import Card, Cards, rank_of
from games.contract import View
from games.kit.history import LAID
from games.meant import kind_of
from games.simulate import SeededDice

__all__ = ["CHECKS", "LEADS", "Hint", "Kind", "counted", "hints"]

_OFFERS: Final = 8
_LEGAL: Final = 4_000  # So many legal actions are looked at
_LIKELY: Final = 0.5  # What is called most likely comes at least so often
_ENOUGH: Final = 20  # From so many on that is asked


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

    @property
    def keeps_higher(self) -> bool:
        """Whether so many of the cards that stay count more as is said."""
        return self.higher(self.rest, self.hint) == self.why.number

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


def hints(game: str, rounds: int, seed: str) -> Iterator[tuple[int, bool, Hint | None]]:
    """All decisions of some rounds in which hints are followed: whose, whether it leads, and the hint where there is a choice."""
    rules: Any = GAMES[game]
    dice, carry = SeededDice(seed), dict[str, Any]()
    options = rules.option_set.complete({})
    for _ in range(rounds):
        deal = rules.deal(options, rules.seats[0], carry, dice)
        state = rules.start(options, deal, carry).state
        while (over := rules.result(state)) is None:
            seat = rules.awaited(state)[0].seat
            hint = _hint(rules, state, seat, dice)
            yield seat, rules.view(state, None).standing is None, hint
            action = next(iter(rules.legal(state, seat))) if hint is None else hint.hint.action
            state = rules.apply(state, seat, action).state
        carry = {} if over.winner is not None else dict(over.carry)


def _hint(rules: Any, state: Any, seat: int, dice: SeededDice) -> Hint | None:
    """The hint for a seat that has a choice."""
    if len(tuple(islice(rules.legal(state, seat), 2))) < 2:
        return None
    view = rules.view(state, seat)
    found = weighed(rules.key, view, rules.levels[-1], dice)
    best = tuple(Weighed(_offered(rules, state, seat, action), worth, by) for action, worth, by in found)
    hint = best[0].offer
    offers = tuple(
        _offered(rules, state, seat, one) for one in islice(rules.suggest(state, seat), 16 if rules.suited else _OFFERS)
    )
    why = reason(view, hint, offers, best)
    code = next((one for one in why.codes if has(f"hint_why.{one}.{rules.key}") or has(f"hint_why.{one}")), "")
    return Hint(rules, state, seat, view, best, hint, why, code)


# -- what each kind of sentence claims, held against the position
def _beaten_as_said(hint: Hint, action: Action) -> bool:
    """Whether of single cards only those of the named ranks beat a card: what whoever is asked next may lay."""
    named = {rank_of(card) for card in hint.why.cards}
    plays = [_laid(one.action) for one in hint.asked_after(action) if not is_bomb(hint.rules.key, one.kind)]
    return all(rank_of(cards[0]) in named for cards in plays if len(cards) == 1)


def _instead_beaten_as_said(hint: Hint) -> bool:
    assert hint.why.play is not None, "the play of which it is said"
    return _beaten_as_said(hint, hint.why.play.action)


def _kind(hint: Hint, cards: Cards) -> str:
    return hint.rules.recognise(hint.state, hint.seat, cards).kind or ""


def _is_torn(hint: Hint) -> bool:
    """Whether the play takes some of the named cards, which are held, and leaves some."""
    taken = Counter(map(rank_of, hint.other))
    return not Counter(hint.why.cards) - Counter(hint.view.hand) and all(
        0 < taken[rank_of(card)] < hint.held(card) for card in hint.why.cards
    )


def _tears_run(hint: Hint) -> bool:
    """Whether the named cards are a run that is held, and what stays of them is none."""
    size, ranks = presentation_of(hint.rules.key).run, [rank_of(card) for card in hint.why.cards]
    held = Counter(map(rank_of, hint.view.hand or ()))
    left = held - Counter(map(rank_of, hint.other))
    is_run = ranks == list(range(ranks[0], ranks[-1] + 1)) and ranks[-1] < 12 and len(ranks) >= size > 0
    rows = [ranks[at : at + size] for at in range(len(ranks) - size + 1)]
    return is_run and all(held[rank] for rank in ranks) and not any(all(left[rank] for rank in row) for row in rows)


def _is_alone(hint: Hint) -> bool:
    """Whether no lead of several cards has this one in its body, and as many cards are higher as said."""
    game, card = hint.rules.key, hint.cards[0]
    bodies = [body_and_rest(game, _laid(one.action), one.kind, one.rank)[0] for one in hint.legal()]
    return hint.keeps_higher and not any(card in body for body in bodies if len(body) > 1)


def _is_less(hint: Hint, other: Offered) -> bool:
    mine, theirs = hint.cards, _laid(other.action)
    same = (other.kind, len(theirs)) == (hint.hint.kind, len(mine))
    return same and compared(hint.view, other, theirs) < compared(hint.view, hint.hint, mine)


def _less(hint: Hint) -> list[Offered]:
    return [one for one in hint.legal() if _is_less(hint, one)]


def _breaks(hint: Hint, cards: Cards) -> bool:
    used = Counter(map(rank_of, cards))
    return any(hint.held(card) > used[rank_of(card)] or card in hint.view.wild for card in cards)


def _blocks(hint: Hint) -> bool:
    """Whether an opponent is asked next, and whatever it may lay of the kind counts more."""
    asked = hint.rules.awaited(hint.after)
    if not asked or hint.is_ours(asked[0].seat):
        return False
    return not any(_is_less(hint, other) for other in hint.asked_after(hint.hint.action))


def _feeds(hint: Hint) -> bool:
    """Whether whatever one's side beats it with takes them out."""
    found = hint.to_friend()
    if found is None:
        return True
    state, seat = found
    held = hint.rules.hands(state)[seat]
    return len(held) != hint.why.number or all(len(_laid(one.action)) == len(held) for one in hint.legal(state, seat))


def _meets_few(hint: Hint) -> bool:
    """Whether those of whom it is said that they are nearly out can answer with bombs alone."""
    asked = hint.rules.awaited(hint.after)
    if not asked or hint.view.seats[asked[0].seat].count > hint.why.number:
        return True
    return all(is_bomb(hint.rules.key, one.kind) for one in hint.asked_after(hint.hint.action))


def _holds_as_bomb(hint: Hint) -> bool:
    """Whether whoever is asked next can beat it with bombs alone."""
    return all(is_bomb(hint.rules.key, one.kind) for one in hint.asked_after(hint.hint.action))


def _is_best(hint: Hint) -> bool:
    worths = [one.worth for one in hint.best if one.worth is not None]
    return worths == [] or worths[0] == max(worths)


def _has_burn_window(hint: Hint) -> bool:
    """Whether opponents are asked for a burn of the play, if all before them pass."""
    assert hint.why.play is not None, "the play of which it is said"
    state = hint.rules.apply(hint.state, hint.seat, hint.why.play.action).state
    while asked := hint.rules.awaited(state):
        if asked[0].why == "burn" or hint.rules.view(state, None).standing is None:
            return bool(asked[0].why == "burn")
        state = hint.rules.apply(state, asked[0].seat, Pass()).state
    return False


def _of_suit(hint: Hint) -> list[bool]:
    """Of each legal card of the suit that was led whether it stays under the card that wins."""
    assert hint.view.standing is not None, "a trick is on"
    best = hint.view.standing.cards[0]
    found = [card for one in hint.legal() for card in _laid(one.action) if card & 3 == best & 3]
    return [hint.place(card) < hint.place(best) for card in found]


CHECKS: Final[dict[str, Callable[[Hint], bool]]] = {
    "bid": _is_best,
    "no_bid": _is_best,
    "pass_friend": lambda hint: hint.view.standing is not None and hint.is_ours(hint.view.standing.seat),
    "pass_nothing": lambda hint: not hint.legal(),
    "pass_burn": lambda hint: not hint.legal(),
    "pass_burn_risk": lambda hint: bool(hint.legal()),
    "pass_burned": _has_burn_window,
    "pass_bomb": lambda hint: is_bomb(hint.rules.key, _kind(hint, hint.other)),
    "pass_topmost": lambda hint: hint.why.play is not None and not hint.asked_after(hint.why.play.action),
    "topmost": lambda hint: not hint.asked_after(hint.hint.action),
    "pass_tear_bomb": lambda hint: is_bomb(hint.rules.key, _kind(hint, hint.why.cards)) and _is_torn(hint),
    "pass_wild": lambda hint: any(card in hint.view.wild for card in hint.other),
    "pass_top": _instead_beaten_as_said,
    "pass_sure": _instead_beaten_as_said,
    "pass_high": lambda hint: (
        hint.why.play is not None
        and not hint.higher(list((Counter(hint.view.hand) - Counter(hint.other)).elements()), hint.why.play)
    ),
    "pass_tear": _is_torn,
    "pass_tear_run": _tears_run,
    "pass_partner": lambda hint: hint.to_friend() is not None,
    "pass_worse": _is_best,
    "last": lambda hint: not hint.rest,
    "then_last": lambda hint: bool(_kind(hint, hint.rest)),
    "lead_alone": _is_alone,
    "lead_long": lambda hint: len(hint.cards) == hint.why.number,
    "lead_safe": _meets_few,
    "lead_feed": _feeds,
    "lead_low": lambda hint: hint.keeps_higher and hint.why.number > 0,
    "lead_high": lambda hint: not hint.higher(hint.rest, hint.hint),
    "lead_wild": lambda hint: any(card in hint.view.wild for card in hint.cards),
    "lead_bomb": _holds_as_bomb,
    "follow": lambda hint: not _less(hint),
    "follow_whole": lambda hint: all(_breaks(hint, _laid(one.action)) for one in _less(hint)),
    "follow_any": lambda hint: hint.keeps_higher and hint.why.number > 0,
    "follow_top": lambda hint: not hint.higher(hint.rest, hint.hint),
    "follow_high": lambda hint: bool(_less(hint)),
    "follow_jump": lambda hint: hint.hint.rank == "2",
    "follow_friend": lambda hint: hint.view.standing is not None and hint.is_ours(hint.view.standing.seat),
    "block": _blocks,
    "keeps_top": lambda hint: (
        not any(
            hint.place(card) > hint.place(hint.why.cards[0])
            for seat, held in enumerate(hint.rules.hands(hint.state))
            if seat != hint.seat
            for card in held
        )
    ),
    "sure": lambda hint: _beaten_as_said(hint, hint.hint.action),
    "top": lambda hint: _beaten_as_said(hint, hint.hint.action),
    "keeps_bomb": lambda hint: _beaten_as_said(hint, hint.hint.action),
    "bomb": lambda hint: all(is_bomb(hint.rules.key, one.kind) for one in hint.legal()) and _holds_as_bomb(hint),
    "bomb_danger": lambda hint: any(0 < one.count <= 2 and not hint.is_ours(one.seat) for one in hint.view.seats),
    "bomb_choice": _holds_as_bomb,
    "trick_lead": lambda hint: hint.view.standing is None,
    "trick_lead_high": lambda hint: hint.view.standing is None,
    "trick_throw": lambda hint: not _of_suit(hint),
    "trick_duck": lambda hint: any(_of_suit(hint)),
    "trick_take": lambda hint: any(_of_suit(hint)) and _is_best(hint),
    "trick_forced": lambda hint: not any(_of_suit(hint)),
    "burn": lambda hint: any(rank_of(card) >= 13 for card in hint.cards),
    "yield": _is_best,
    "challenge": _is_best,
    "revolt": lambda hint: all(rank_of(card) < 12 for card in hint.view.hand or ()),
    "buy": lambda hint: all(rank_of(card) != 1 for card in hint.view.hand or ()),
    "tribute": lambda hint: len({rank_of(one.cards[0]) for one in _verbs(hint)}) == 1,
    "return": _is_best,
    "expose": _is_best,
    "decline": _is_best,
}
"""For each kind of sentence whether what it says of the position is so."""
LEADS: Final = {
    "trick_lead": False,
    "trick_lead_high": True,
    "trick_duck": False,
}
"""Kinds that tell who will lead next, most likely: the seat itself, or another."""


def _verbs(hint: Hint) -> list[Do]:
    return [one for one in islice(hint.rules.legal(hint.state, hint.seat), _LEGAL) if isinstance(one, Do)]


@dataclass(slots=True)
class Kind:
    """How often a kind of sentence was said, how often it was false, and how often the seat then led, where a next lead came."""

    said: int = 0
    false: int = 0
    known: int = 0
    led: int = 0
    example: str = ""

    def comes(self, leads: bool) -> bool:
        """Whether it comes at least as often as said."""
        return (self.led if leads else self.known - self.led) >= _LIKELY * self.known


def counted(game: str, rounds: int, seed: str = "hints", most: int | None = None) -> dict[str, Kind]:
    """Of each kind of sentence how it was kept to, in some rounds or the first so many decisions of them."""
    kinds: dict[str, Kind] = defaultdict(Kind)
    open_: list[Hint] = []
    for seat, leads, hint in islice(hints(game, rounds, seed), most):
        if leads:
            for one in open_:
                kinds[one.code].known += 1
                kinds[one.code].led += seat == one.seat
            open_ = []
        if hint is None:
            continue
        if not hint.view.acts:  # another round
            open_ = []
        kind = kinds[hint.code]
        kind.said += 1
        if hint.code not in CHECKS or not CHECKS[hint.code](hint):
            kind.false += 1
            kind.example = kind.example or repr((hint.seat, hint.view.hand, hint.view.standing, hint.hint, hint.why))
        if hint.cards:
            open_.append(hint)
    return kinds


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.hints", description=__doc__.split("\n", 1)[0])
    parser.add_argument("games", nargs="*", default=[*GAMES])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", default="hints")
    given = parser.parse_args()
    faults, total = 0, 0
    for game in given.games:
        kinds = counted(game, given.rounds, given.seed)
        total += sum(kind.said for kind in kinds.values())
        for code, kind in sorted(kinds.items(), key=lambda entry: -entry[1].said):
            print(
                f"{game:11} {code:16} {kind.said:6} said {kind.false:4} false   leads next {kind.led}/{kind.known} {kind.example}"
            )
            faults += kind.false + (code in LEADS and kind.known >= _ENOUGH and not kind.comes(LEADS[code]))
    print(f"{total} hints, {faults} false")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
