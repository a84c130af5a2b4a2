"""Over whole matches nothing that somebody is shown holds a card which that person may not know."""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
import structlog

from bot.session.port import commands as c
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate
from games.base.notation import read_exact
from tests.memory import MemoryStore
from tests.session.world import World

NAMES = ("ann", "bob", "cat")
_CARDS = re.compile(r"(?<![A-Za-z0-9])(?:[3-9TJQKA2][shdc]|[xX])(?![A-Za-z0-9])")


def cards_in(value: Any, name: str = "") -> set[int]:
    """Every card in a value: tuples of cards by the name of their field, and texts in notation."""
    if isinstance(value, str):
        return {card for text in _CARDS.findall(value) for card in read_exact(text)}
    if is_dataclass(value) and not isinstance(value, type):
        return set().union(*(cards_in(getattr(value, field.name), field.name) for field in fields(value)))
    if isinstance(value, Mapping):
        return set().union(*(cards_in(inner, str(key)) for key, inner in value.items())) if value else set()
    if isinstance(value, tuple | list | frozenset | set):
        if name in {"cards", "hand", "shown", "taken", "picked"} and all(isinstance(card, int) for card in value):
            return set(value)
        return set().union(*(cards_in(inner, name) for inner in value)) if value else set()
    if name == "card" and isinstance(value, int):
        return {value}
    return set()


class Watcher:
    """Knows at each moment which cards are public and which lie in which hand."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.number = world, number
        self.checked = 0
        self._seen = [0, 0, 0]

    def look(self) -> None:
        book = self.world.book(self.number)
        hands = book.game.hands(book.play.state)
        open_cards = self._public(book, hands)
        chat = self.world.chat
        for update in chat.tables[self._seen[0] :]:
            assert isinstance(update, PublicUpdate)
            assert cards_in(update) <= open_cards, "a card in the channel"
        for hand in chat.hands[self._seen[1] :]:
            assert isinstance(hand, PrivateUpdate)
            assert cards_in(hand) <= open_cards | set(hands[hand.seat]) | self._offered(hand), "a stranger's card"
        for _, notice in chat.told[self._seen[2] :]:
            assert isinstance(notice, Notice)
            assert cards_in(notice) <= open_cards, "a card in a sentence"
        self.checked += 1
        self._seen = [len(chat.tables), len(chat.hands), len(chat.told)]

    def _offered(self, hand: PrivateUpdate) -> set[int]:
        return set(hand.view.hand or ())

    def _public(self, book: Any, hands: Any) -> set[int]:
        """Cards that are in no hand, and those whose place everybody knows."""
        pack = set(range(54))
        hidden = set().union(*map(set, hands))
        facts = book.game.facts(book.play.state)
        kitty = facts.get("kitty")
        known = set(read_exact(kitty)) if isinstance(kitty, str) else set()
        if kitty is None and book.playing:
            hidden |= pack - hidden if facts["phase"] == "bid" else set()
        if facts["phase"] == "over":
            return pack if not facts["redeal"] else set()
        return (pack - hidden) | known


@pytest.mark.parametrize("seed", range(4))
async def test_nobody_is_shown_a_card_that_they_may_not_know(seed: int) -> None:
    with structlog.testing.capture_logs() as logs:
        world = await World(MemoryStore(), seed=seed).start()
        number = await world.dealt("ann", "bob", deals="2")
        watcher = Watcher(world, number)
        while world.book(number).row.state != "over":
            watcher.look()
            if not world.book(number).playing:
                await world.do("bob", c.DealCards(number))
                continue
            name = NAMES[world.book(number).awaited[0].seat]
            for stranger in ("ann", "bob"):
                reply = await world.do(stranger, c.PlayText("play 2 2 2 2", number))
                if not reply.ok:
                    mine = world.book(number).game.hands(world.book(number).play.state)[NAMES.index(stranger)]
                    assert cards_in(reply.body) <= set(mine)
            if name != "cat":
                await world.do(name, c.Hint(number))
            await world.one_step(number)
        await world.stop()
    assert watcher.checked > 20
    assert not cards_in(str(logs))


async def test_what_a_refused_play_says_does_not_reach_the_group(world: World) -> None:
    number = await world.dealt(*NAMES)
    shown, told = len(world.chat.tables), len(world.chat.told)
    for name in NAMES:
        reply = await world.do(name, c.PlayText("play 2 2 2 2", number))
        assert reply.private
    assert (len(world.chat.tables), len(world.chat.told)) == (shown, told)


def test_the_watcher_can_see_cards() -> None:
    assert cards_in(Notice("played", {"cards": (1, 2)})) == {1, 2}
    assert cards_in("Hand: 3s x") == {0, 52}
    assert cards_in({"why": "bid 2 once"}) == set()
