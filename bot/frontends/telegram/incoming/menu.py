"""What Telegram shows about the bot before anything is said: the command menu and the texts of an empty chat."""

from itertools import islice
from typing import Final

import structlog
from telegram import MenuButtonDefault, MenuButtonWebApp, WebAppInfo

from bot.frontends.telegram.outgoing.api import FAILURES, RawBot, call
from bot.present.words.text import LANGUAGES, say
from bot.session.port.commands.record import menu as entries
from bot.session.port.page import PagePlace
from games import GAMES

__all__ = ["announce"]

_NAMED: Final = 2  # So many games are named to somebody who has not seen the bot yet
_OPENS: Final = "牌局"  # What stands on the button beside the text field: it has one text for everybody
_log = structlog.get_logger(__name__)

_DESCRIPTION: Final = (
    "Chinese card games with friends, right in your group: {games} and more.\n\n"
    "Press Start so that I may send you your cards here. Then open a table with /new: in your group with friends, or right "
    "here against AI players.",
    "在群里和朋友一起打牌:{games}等。\n\n"
    "请按「开始」,我才能在这里把手牌发给你。然后用 /new 开一桌:在群里和朋友玩,或就在这里和电脑玩。",
)
_SHORT_DESCRIPTION: Final = ("Chinese card games in your group.", "群里的中国牌戏。")


async def announce(bot: RawBot, page: PagePlace | None) -> None:
    """Set menu and descriptions in both languages; ``page``: where people reach the page, which the button beside the
    text field of private chats then opens (else it lists the commands). Nothing depends on them: a failure is logged,
    no more."""
    try:
        for index, language in enumerate(LANGUAGES):
            await _announce_in(bot, index, language, page=page is not None)
        button = MenuButtonWebApp(_OPENS, WebAppInfo(f"{page.url}/app")) if page is not None else MenuButtonDefault()
        await call(lambda: bot.set_chat_menu_button(menu_button=button))
    except FAILURES as error:
        _log.warning("telegram.menu.not_set", error=type(error).__name__)


async def _announce_in(bot: RawBot, index: int, language: str, *, page: bool) -> None:
    hint = language if index else None  # the first one is shown to everybody who has none of the others
    menu = [
        {"command": typed.name, "description": say(language, f"command.{typed.name}.telegram")}
        | ({"is_ephemeral": True} if record.private or record.personal_reading else {})
        for record, typed in entries(page=page)
    ]
    await call(lambda: bot.ask("setMyCommands", commands=menu, language_code=hint))
    named = (", ", "、")[index].join(say(language, f"game.{game}") for game in islice(GAMES, _NAMED))
    description = _DESCRIPTION[index].format(games=named)
    await call(lambda: bot.set_my_description(description, language_code=hint))
    await call(lambda: bot.set_my_short_description(_SHORT_DESCRIPTION[index], language_code=hint))
