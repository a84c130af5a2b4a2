"""The way from Telegram to the page: a Mini App in private, the registered one's link in groups, nothing without an address."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.frontends.telegram.frontend import TelegramFrontend
from bot.session.port.page import PagePlace
from tests.simulators.telegram import Group, Message, Person, TelegramSim

from .stage import GAME, Notebook, connected, dealt, hand_update, info, table_update

PLACE = PagePlace("https://paiju.example.org", "hand")


@asynccontextmanager
async def _bot(sim: TelegramSim, page: PagePlace | None) -> AsyncIterator[TelegramFrontend]:
    frontend = await connected(sim, Notebook(changed=sim.changed), page=page)
    await sim.wait_for(lambda: [call for call in sim.calls if call.method == "setChatMenuButton"])
    yield frontend
    await frontend.stop()


async def _shown(sim: TelegramSim, frontend: TelegramFrontend, group: Group, ann: Person) -> tuple[Message, Message]:
    """The hand in private and the table in the group."""
    frontend.show_hand(hand_update(group, ann, alert=True, page=True))
    view = GAME.view(dealt().state, None)
    frontend.show_table(table_update(group, ann, table=info(12, "playing", 1), view=view))
    await sim.wait_for(lambda: ann.inbox and sim.messages(group))
    return ann.last, sim.messages(group)[-1]


def _menu_button(sim: TelegramSim) -> object:
    return [call.parameters["menu_button"] for call in sim.calls if call.method == "setChatMenuButton"][-1]


async def test_the_hand_opens_as_a_mini_app_and_the_group_has_the_link_of_the_registered_one(
    sim: TelegramSim, ann: Person
) -> None:
    group = sim.group("friends", [ann])
    async with _bot(sim, PLACE) as frontend:
        hand, table = await _shown(sim, frontend, group, ann)
        way = hand.button("Open my hand")
        assert way is not None
        assert way.web_app == "https://paiju.example.org/app?table=12"
        link = table.button("Open my hand")
        assert link is not None
        assert link.url == f"https://t.me/{sim.username}/hand?startapp=t12"
        assert not any(button.web_app for button in table.buttons)
        assert _menu_button(sim) == {
            "type": "web_app",
            "text": "牌局",
            "web_app": {"url": "https://paiju.example.org/app"},
        }


async def test_without_a_page_the_button_beside_the_text_lists_the_commands(sim: TelegramSim, ann: Person) -> None:
    async with _bot(sim, None):
        assert _menu_button(sim) == {"type": "default"}
