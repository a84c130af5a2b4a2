"""What a table remembers without storing it: picked cards, opened suits, what buttons offer, who was asked to think
again, who looks on.

All of it is about one seat's present decision or one round, so each question names the book (or the draft) that says which.
A restart clears it, and the panels that come back show that.
"""

from __future__ import annotations

from hashlib import blake2s
from itertools import chain

from bot.session.state.answers import may_pass
from bot.session.state.book import Book
from games.base.actions import Action, Pass, action_text
from games.base.cards import Cards

__all__ = ["Unsaved", "digest"]

_THINKING = 60.0
"""Seconds for which a question whether to end the match can be answered by asking for it again."""

_REACTION = 2.0
"""Seconds in which people see that a trick is over, and their press arrives."""

_OFFERS_KEPT = 48
"""Offers of one decision that a button may still name: suggestions, a hint, the readings of a few ambiguous plays."""


_WATCHERS_KEPT = 200
"""So many people are remembered who look on, the latest."""


def digest(action: Action) -> str:
    """Return a short name of an exact action (cards with suits, reading): 8 characters, for buttons."""
    return blake2s(action_text(action).encode(), digest_size=4).hexdigest()


class Unsaved:
    """The unsaved part of one table."""

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
        """Tell whether a trick was won so shortly ago that what is pressed now was meant for it."""
        return self._turned is not None and now - self._turned <= _REACTION

    # -- ending the match

    def ask_to_end(self, user: int, round_: str, now: float) -> None:
        """Note that somebody is asked whether they really want to end the match in this round; ``now`` in uptime."""
        self._endings[user] = round_, now

    def was_asked(self, user: int, round_: str, now: float) -> bool:
        """Tell whether they have been asked that a moment ago."""
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
        """Tell whether they have done so."""
        return user in self._watchers

    # -- picked cards

    def picked(self, book: Book, seat: int) -> Cards:
        """Return the cards that a seat has picked for the decision it has before it."""
        decision, cards = self._picks.get(seat, ("", ()))
        return cards if decision == book.decision(seat) else ()

    def pick(self, book: Book, seat: int, cards: Cards) -> None:
        """Replace the picked cards."""
        self._picks[seat] = (book.decision(seat), cards)

    def open_suit(self, book: Book, seat: int) -> int | None:
        """Return the suit whose cards a seat looks at one by one in this round, ``None`` for ranks."""
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
        """Return the action that a button names: one that was offered, else one that a panel would offer now.

        After a restart a panel that is still right is not made anew, and its buttons are good all the same.
        """
        decision, actions = self._offers.get(seat, ("", {}))
        if decision == book.decision(seat) and name in actions:
            return actions[name]
        if not book.playing:
            return None
        passes = (Pass(),) if may_pass(book, seat) else ()
        return next(
            (one for one in chain(passes, book.game.suggest(book.play.state, seat)) if digest(one) == name), None
        )
