"""What a seat could say at this moment, what its person has said in advance, and what a table remembers without storing it.

In advance one can pass for the rest of a trick, which answers what the rules mark as ``Awaited.autopass``, or pass on a
question that has not come up yet (``Game.ahead``). A preference answers a question by itself (``Awaited.preference``), or
takes an extra choice out of it (``Awaited.plain``). When they answer is drawn without looking at a hand.
"""

import json
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from hashlib import blake2s
from itertools import chain, islice

from bot.session.state.book import Book
from games import GAMES
from games.base.actions import Action, Bid, Pass, action_text, verb_of
from games.base.cards import Cards
from games.base.errors import IllegalAction
from games.contract import Awaited, View
from games.kit.history import LAID

__all__ = [
    "InAdvance", "Unsaved", "advance_id", "ahead_of", "answer_in_advance", "can_advance", "digest", "may_come",
    "may_pass", "own_sample", "public_sample", "put_to", "standing_order", "verbs_now",
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
    """What this seat has said in advance and is still good."""
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
    """Which set stands: the number of sets laid so far."""
    return sum(act.verb in LAID for act in view.acts)


def ahead_of(book: Book, seat: int, view: View) -> str:
    """The question that may come to this seat next, with the set that it would be about; ``""`` if none may."""
    if not book.playing:
        return ""
    question = next((entry for entry in book.game.ahead(book.play.state) if entry.seat == seat), None)
    return "" if question is None else f"{question.why}@{_laid(view)}"


def can_advance(view: View, seat: int) -> bool:
    """Tell whether there is something to pass on: a play stands that is another seat's, and this one still holds cards.
    In some games nobody ever passes."""
    if "pass" not in GAMES[view.game].verbs:
        return False
    return view.standing is not None and view.standing.seat != seat and view.seats[seat].count > 0


def may_come(view: View, seat: int) -> bool:
    """Whether there may be something to pass on before this seat is asked next. It stays so from trick to trick, and
    with it the panel of somebody who only waits."""
    return "pass" in GAMES[view.game].verbs and view.phase == "play" and view.seats[seat].count > 0


def advance_id(book: Book, seat: int, view: View, *, waits: bool = False) -> str:
    """Return the question that a pass in advance answers: the decision and the trick, and which question ahead if one
    is. Of a panel that only ``waits`` the decision alone: it is good for the trick in which it is pressed."""
    ahead = ahead_of(book, seat, view)
    if ahead:
        return f"{book.decision(seat)}.{view.trick}{ahead[0]}{_laid(view)}"
    return book.decision(seat) if waits else f"{book.decision(seat)}.{view.trick}"


def may_pass(book: Book, seat: int) -> bool:
    try:
        book.game.check(book.play.state, seat, Pass())
    except IllegalAction:
        return False
    return True


def put_to(waited: Awaited, never: Set[str]) -> Awaited:
    """The question as it is put to a person who never wants some of what it offers."""
    if waited.plain is None or (waited.preference or waited.why) not in never:
        return waited
    return replace(waited, why=waited.plain, seconds=None, preference=None, plain=None)


def answer_in_advance(book: Book, waited: Awaited, view: View, never: Set[str]) -> tuple[Action | None, bool]:
    """What answers an awaited seat in its person's place, ``None`` if the person is asked; and whether it was
    said for this very question, so that nobody has to wait for it."""
    seat = waited.seat
    order = standing_order(book, seat, view)
    if order.ahead.partition("@")[0] == waited.why and may_pass(book, seat):
        return Pass(), True
    if waited.plain is None and (waited.preference or waited.why) in never:
        return book.game.fallback(book.play.state, seat), False
    if book.game.provable_pass(book.play.state, seat) or (waited.autopass and order.trick):
        return (Pass() if may_pass(book, seat) else None), False
    return None, False


_LOOK_AT = 64  # So many suggestions are looked at for the verbs that they use


def verbs_now(book: Book, seat: int) -> tuple[str, ...]:
    """The verbs with which the seat may act now, in the order of its suggestions; all of the game's while it is
    not asked. They depend on the hand, so they are for its owner alone."""
    if all(waited.seat != seat for waited in book.awaited):
        return tuple(dict.fromkeys(entry.verb for entry in book.game.words))
    found = dict.fromkeys(map(verb_of, islice(book.game.suggest(book.play.state, seat), _LOOK_AT)))
    if may_pass(book, seat):
        found.setdefault("pass")
    return tuple(found)


def own_sample(book: Book, seat: int) -> str:
    """A legal action of an awaited seat in exact notation, for its owner alone; rather something than a pass."""
    actions = list(islice(book.game.suggest(book.play.state, seat), _LOOK_AT))
    return action_text(next((action for action in actions if not isinstance(action, Pass)), actions[0]))


def public_sample(book: Book) -> str:
    """An action of this game that fits what is asked now, in notation; it follows from nobody's hand. Which bids may be
    made is known to all."""
    samples = book.game.samples
    for waited in book.awaited:
        bids = (one for one in book.game.legal(book.play.state, waited.seat) if isinstance(one, Bid) and one.amount)
        if waited.why == "bid" and (bid := next(bids, None)) is not None:
            return action_text(bid)
    return next((samples[waited.why] for waited in book.awaited if waited.why in samples), samples[""])


_THINKING = 60.0  # Seconds for which a question whether to end the match can be answered by asking for it again

_REACTION = 2.0  # Seconds in which people see that a trick is over, and their press arrives

_OFFERS_KEPT = 48
"""Offers of one decision that a button may still name: suggestions, a hint, the readings of a few ambiguous plays."""


_WATCHERS_KEPT = 200  # So many people are remembered who look on, the latest


def digest(action: Action) -> str:
    """A short name of an exact action (cards with suits, reading): 8 characters, for buttons."""
    return blake2s(action_text(action).encode(), digest_size=4).hexdigest()


class Unsaved:
    """What one table remembers without storing it: picked cards, opened suits, what buttons offer, who was asked to
    think again, who looks on. All of it is about one seat's present decision or one round, so each question names the
    book (or the draft) that says which. A restart clears it, and the panels that come back show that."""

    __slots__ = ("_endings", "_offers", "_picks", "_suits", "_turned", "_watchers")

    def __init__(self) -> None:
        self._picks: dict[int, tuple[str, Cards]] = {}
        self._suits: dict[int, tuple[int, int]] = {}
        self._offers: dict[int, tuple[str, dict[str, Action]]] = {}
        self._endings: dict[int, tuple[str, float]] = {}
        self._turned: float | None = None
        self._watchers: dict[int, None] = {}

    # -- tricks
    def turn(self, now: float) -> None:
        """Note that a trick has just been won; ``now`` in uptime."""
        self._turned = now

    def has_turned(self, now: float) -> bool:
        """Whether a trick was won so shortly ago that what is pressed now was meant for it."""
        return self._turned is not None and now - self._turned <= _REACTION

    # -- ending the match
    def ask_to_end(self, user: int, round_: str, now: float) -> None:
        """Note that somebody is asked whether they really want to end the match in this round; ``now`` in uptime."""
        self._endings[user] = round_, now

    def was_asked(self, user: int, round_: str, now: float) -> bool:
        asked, at = self._endings.get(user, ("", 0.0))
        return asked == round_ and now - at <= _THINKING

    # -- who looks on
    def watch(self, user: int) -> None:
        """Note that somebody has looked at the table where it stands, so that they may go on elsewhere."""
        self._watchers.pop(user, None)
        self._watchers[user] = None
        if len(self._watchers) > _WATCHERS_KEPT:
            del self._watchers[next(iter(self._watchers))]

    def has_watched(self, user: int) -> bool:
        return user in self._watchers

    # -- picked cards
    def picked(self, book: Book, seat: int) -> Cards:
        decision, cards = self._picks.get(seat, ("", ()))
        return cards if decision == book.decision(seat) else ()

    def pick(self, book: Book, seat: int, cards: Cards) -> None:
        self._picks[seat] = (book.decision(seat), cards)

    def open_suit(self, book: Book, seat: int) -> int | None:
        number, suit = self._suits.get(seat, (0, -1))
        return suit if number == book.row.round and suit >= 0 else None

    def arrange(self, book: Book, seat: int, suit: int) -> None:
        """Look at the cards of a suit, or for -1 at the ranks again."""
        self._suits[seat] = (book.row.round, suit)

    # -- offers
    def offer(self, book: Book, seat: int, action: Action) -> str:
        """Remember an action under its digest, so that a button can name it; returns the digest."""
        decision = book.decision(seat)
        known, actions = self._offers.get(seat, ("", {}))
        if known != decision:
            actions = {}
        name = digest(action)
        actions.pop(name, None)
        actions[name] = action
        while len(actions) > _OFFERS_KEPT:
            del actions[next(iter(actions))]
        self._offers[seat] = (decision, actions)
        return name

    def offered(self, book: Book, seat: int, name: str) -> Action | None:
        """The action that a button names: one that was offered, else one that a panel would offer now. After a
        restart a panel that is still right is not made anew, and its buttons are good all the same."""
        decision, actions = self._offers.get(seat, ("", {}))
        if decision == book.decision(seat) and name in actions:
            return actions[name]
        if not book.playing:
            return None
        passes = (Pass(),) if may_pass(book, seat) else ()
        return next(
            (one for one in chain(passes, book.game.suggest(book.play.state, seat)) if digest(one) == name), None
        )
