"""What every place and every person has been sent, held against the hands of that very moment."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from bot.present.words.text import grouped
from bot.session.state.dealing import read_deal
from games import GAMES
from games.base.cards import Cards, card_text, cards_text
from games.base.notation import read_action

if TYPE_CHECKING:
    from tests.process.three_places import ThreePlaces

__all__ = ["LEFT", "Secrecy", "moments", "ways"]

_CARDS: Final = re.compile(r"(?:[2-9TJQKA][shdc]|x|X)(?: (?:[2-9TJQKA][shdc]|x|X))*")
_RULES: Final = frozenset({"wild", "order", "high"})
"""Keys under which the page is told how cards count, not where they are."""
_FEW: Final = 3  # A hand of fewer cards looks like a play
LEFT: Final = ("left: ", "剩牌：", "剩：")  # How a result shows what everybody still held


class Secrecy:
    """Looks after every deed at what is new before anybody's eyes. ``own``: how often each person's own hand was among it."""

    def __init__(self, three: ThreePlaces) -> None:
        self._three = three
        self._read: set[tuple[str, str]] = set()
        self._frames = 0
        self._acts: dict[tuple[int, int], int] = {}
        self.own = dict.fromkeys(three.order, 0)

    def look(self) -> None:
        """Assert that nothing new shows anybody a card that they may not see: in chats no hand of another in any of its
        spellings, at the page no card but Eve's own and what has been played."""
        rows = self._three.rows
        rounds = {number: moments(rows, *number) for number in rows("SELECT match, round FROM rounds")}
        if not rounds:
            return
        now = rounds[max(rounds)]
        hands: dict[int, set[Cards]] = {}
        for number, course in rounds.items():
            for moment in course[self._acts.get(number, 0) :]:
                for seat, hand in enumerate(moment):
                    hands.setdefault(seat, set()).add(tuple(hand))
            self._acts[number] = len(course) - 1
        for reader, text in self._new():
            for seat, held in hands.items():
                owner = self._three.order[seat]
                seen = [hand for hand in held if len(hand) >= _FEW and any(way in text for way in ways(hand))]
                assert not seen or reader == owner, (reader, owner, text)
                self.own[owner] += bool(seen)
        dealt = {card for moment in now for hand in moment for card in hand}
        played = dealt - {card for hand in now[-1] for card in hand}
        eve = self._three.order.index("eve")
        mine = {card for hand in (*hands[eve], *(moment[eve] for moment in now)) for card in hand}
        free = {card_text(card) for card in mine | played}
        for message in self._from_the_page():
            shown = {card for text in _texts(message) for card in text.split()}
            assert shown <= free, (shown - free, message)
            self.own["eve"] += message["t"] == "hand" and bool(message["cards"])

    def _new(self) -> Iterator[tuple[str, str]]:
        """Who has been sent what since the last look, in chats: groups and people, old versions, captions, what pictures say of
        themselves. What a result shows of everybody is left out."""
        three = self._three
        group = (each.text for m in three.telegram.messages(three.group, everyone=True) for each in m.history)
        channel = (text for m in three.everything_in_the_channel() for v in m.versions for text in v.texts())
        sent = {"group": group, "channel": channel, "ann": three.ann.sees(), "bob": three.bob.sees()}
        for new in {(reader, text) for reader, texts in sent.items() for text in texts} - self._read:
            self._read.add(new)
            yield new[0], "\n".join(line for line in new[1].splitlines() if not any(one in line for one in LEFT))

    def _from_the_page(self) -> Iterator[Mapping[str, Any]]:
        """What Eve's page has been told since the last look, but for results."""
        frames = self._three.eve.frames
        for frame in frames[self._frames :]:
            yield from (message for message in json.loads(frame) if message.get("result") is None)
        self._frames = len(frames)


def moments(rows: Callable[[str], Any], match: int, number: int) -> list[list[Cards]]:
    """The hands of all seats after each action of a round, the deal first, as the rules have it."""
    where = f"match = {match} AND round = {number}"
    (found,) = rows(f"SELECT game, options FROM matches WHERE id = {match}")
    (dealt,) = rows(f"SELECT deal, carry_in FROM rounds WHERE {where}")
    game = GAMES[found[0]]
    step = game.start(game.option_set.complete(json.loads(found[1])), read_deal(dealt[0]), json.loads(dealt[1]))
    found = [list(game.hands(step.state))]
    for seat, line in rows(f"SELECT seat, line FROM actions WHERE {where} ORDER BY seq"):
        step = game.apply(step.state, seat, read_action(line))
        found.append(list(game.hands(step.state)))
    return found


def ways(hand: Cards) -> tuple[str, ...]:
    """How a hand is spelled in chats."""
    return cards_text(hand), grouped(hand, "en"), grouped(hand, "zh")


def _texts(found: Any) -> Iterator[str]:
    """All texts that are cards, wherever they stand."""
    if isinstance(found, Mapping):
        for key, value in found.items():
            if key not in _RULES:
                yield from _texts(value)
    elif isinstance(found, list):
        for value in found:
            yield from _texts(value)
    elif isinstance(found, str) and _CARDS.fullmatch(found):
        yield found
