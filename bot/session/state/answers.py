"""What a seat could say at this moment, and what its person has said in advance.

In advance one can pass for the rest of a trick, which answers what the rules mark as ``Awaited.autopass``, or pass on a
question that has not come up yet (``Game.ahead``). A preference answers a question by itself (``Awaited.preference``), or
takes an extra choice out of it (``Awaited.plain``). When they answer is drawn without looking at a hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from itertools import islice

from bot.session.state.book import Book
from games import GAMES
from games.base.actions import Action, Bid, Pass, action_text, verb_of
from games.base.errors import IllegalAction
from games.contract import Awaited, View
from games.kit.history import LAID

__all__ = [
    "InAdvance", "advance_id", "ahead_of", "answer_in_advance", "can_advance", "may_come", "may_pass", "own_sample",
    "public_sample", "put_to", "standing_order", "verbs_now",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class InAdvance:
    """What a seat has said in advance, kept with it: ``trick`` is to be passed for its rest; ``ahead`` names a question
    to pass on, and the set about which it would be asked."""

    trick: bool = False
    ahead: str = ""

    def text(self, book: Book, trick: int) -> str:
        """Write it as it is stored: good for one trick of one round; empty if nothing is said."""
        if not (self.trick or self.ahead):
            return ""
        said: dict[str, object] = {"round": book.row.round, "trick": trick}
        if self.ahead:
            said |= {"pass": self.trick, "ahead": self.ahead}
        return json.dumps(said)


def standing_order(book: Book, seat: int, view: View) -> InAdvance:
    """Return what this seat has said in advance and is still good."""
    held = book.seats.get(seat)
    if held is None or not held.autopass or not book.playing:
        return InAdvance()
    said = json.loads(held.autopass)
    if not isinstance(said, Mapping) or (said.get("round"), said.get("trick")) != (book.row.round, view.trick):
        return InAdvance()
    ahead = str(said.get("ahead", ""))
    still = ahead.rpartition("@")[2] == str(_laid(view))
    return InAdvance(bool(said.get("pass", True)), ahead if still else "")


def _laid(view: View) -> int:
    """Return which set stands: the number of sets laid so far."""
    return sum(act.verb in LAID for act in view.acts)


def ahead_of(book: Book, seat: int, view: View) -> str:
    """Return the question that may come to this seat next, with the set that it would be about; ``""`` if none may."""
    if not book.playing:
        return ""
    question = next((entry for entry in book.game.ahead(book.play.state) if entry.seat == seat), None)
    return "" if question is None else f"{question.why}@{_laid(view)}"


def can_advance(view: View, seat: int) -> bool:
    """Tell whether there is something to pass on: a play stands that is another seat's, and this one still holds
    cards. In some
    games nobody ever passes."""
    if "pass" not in GAMES[view.game].verbs:
        return False
    return view.standing is not None and view.standing.seat != seat and view.seats[seat].count > 0


def may_come(view: View, seat: int) -> bool:
    """Tell whether there may be something to pass on before this seat is asked next. It stays so from trick to trick, and
    with it the panel of somebody who only waits."""
    return "pass" in GAMES[view.game].verbs and view.phase == "play" and view.seats[seat].count > 0


def advance_id(book: Book, seat: int, view: View, *, waits: bool = False) -> str:
    """Return the question that a pass in advance answers: the decision and the trick, and which question ahead if
    one is. Of a panel that only ``waits`` the decision alone: it is good for the trick in which it is pressed.
    """
    ahead = ahead_of(book, seat, view)
    if ahead:
        return f"{book.decision(seat)}.{view.trick}{ahead[0]}{_laid(view)}"
    return book.decision(seat) if waits else f"{book.decision(seat)}.{view.trick}"


def may_pass(book: Book, seat: int) -> bool:
    """Tell whether a pass would be accepted now."""
    try:
        book.game.check(book.play.state, seat, Pass())
    except IllegalAction:
        return False
    return True


def put_to(waited: Awaited, never: Set[str]) -> Awaited:
    """Return the question as it is put to a person who never wants some of what it offers."""
    if waited.plain is None or (waited.preference or waited.why) not in never:
        return waited
    return replace(waited, why=waited.plain, seconds=None, preference=None, plain=None)


def answer_in_advance(book: Book, waited: Awaited, view: View, never: Set[str]) -> tuple[Action | None, bool]:
    """Return what answers an awaited seat in its person's place, ``None`` if the person is asked; and whether it
    was said for
    this very question, so that nobody has to wait for it."""
    seat = waited.seat
    order = standing_order(book, seat, view)
    if order.ahead.partition("@")[0] == waited.why and may_pass(book, seat):
        return Pass(), True
    if waited.plain is None and (waited.preference or waited.why) in never:
        return book.game.fallback(book.play.state, seat), False
    if book.game.provable_pass(book.play.state, seat) or (waited.autopass and order.trick):
        return (Pass() if may_pass(book, seat) else None), False
    return None, False


_LOOK_AT = 64
"""So many suggestions are looked at for the verbs that they use."""


def verbs_now(book: Book, seat: int) -> tuple[str, ...]:
    """Return the verbs with which the seat may act now, in the order of its suggestions; all of the game's while it
    is not asked.

    They depend on the hand, so they are for its owner alone.
    """
    if all(waited.seat != seat for waited in book.awaited):
        return tuple(dict.fromkeys(entry.verb for entry in book.game.words))
    found = dict.fromkeys(map(verb_of, islice(book.game.suggest(book.play.state, seat), _LOOK_AT)))
    if may_pass(book, seat):
        found.setdefault("pass")
    return tuple(found)


def own_sample(book: Book, seat: int) -> str:
    """Return a legal action of an awaited seat in exact notation, for its owner alone; rather something than a pass."""
    actions = list(islice(book.game.suggest(book.play.state, seat), _LOOK_AT))
    return action_text(next((action for action in actions if not isinstance(action, Pass)), actions[0]))


def public_sample(book: Book) -> str:
    """Return an action of this game that fits what is asked now, in notation; it follows from nobody's hand. Which bids may be
    made is known to all."""
    samples = book.game.samples
    for waited in book.awaited:
        bids = (one for one in book.game.legal(book.play.state, waited.seat) if isinstance(one, Bid) and one.amount)
        if waited.why == "bid" and (bid := next(bids, None)) is not None:
            return action_text(bid)
    return next((samples[waited.why] for waited in book.awaited if waited.why in samples), samples[""])
