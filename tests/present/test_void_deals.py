"""A void deal changes everybody's cards: everybody is told where they see them."""

import pytest

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.session.host.tell import LOOKING
from bot.session.port import commands as c
from tests.memory import MemoryStore
from tests.session.world import World

WORDS = {
    "en": "The deal is void: nobody wanted to be landlord. These are new cards.",
    "zh": "此局作废：没有人叫分。这是重新发的牌。",
}


@pytest.mark.parametrize("language", WORDS)
async def test_whose_hand_is_another_now_reads_why(language: str) -> None:
    world = await World(MemoryStore()).start()
    names = ("ann", "bob", "cat")
    for name in names:
        await world.do(name, c.Language(language), private=True)
    number = await world.dealt(*names)
    last = ""
    for _ in names:
        await world.advance(LOOKING)
        last = names[world.book(number).awaited[0].seat]
        await world.do(last, c.PlayText("pass", number), private=True)
    for name in names:
        hand = world.chat.hand(name, number)
        assert hand.alert == (name != last), "who has just passed looks at it"
        assert WORDS[language] in plain_text(render.hand(hand))
    await world.do(names[world.book(number).awaited[0].seat], c.PlayText("bid 3", number), private=True)
    while world.book(number).play.result is None and not world.chat.hand("ann", number).view.acts[-1].lead:
        await world.one_step(number)
    assert WORDS[language] not in plain_text(render.hand(world.chat.hand("ann", number)))
    await world.stop()
