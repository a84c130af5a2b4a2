"""What Telegram shows about the bot before anything is said: the command menu and the texts of an empty chat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import structlog
from telegram import Bot, BotCommand

from bot.frontends.telegram.outgoing.calls import Closed, Doubtful, Moved, Rejected, Unchanged, call
from bot.frontends.telegram.outgoing.outbox import Later

__all__ = ["COMMANDS", "DESCRIPTION", "SHORT_DESCRIPTION", "announce"]

_log = structlog.get_logger(__name__)

COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "new": ("Open a table: /new guandan", "开一桌:/new 掼蛋"),
    "join": ("Take a seat", "入座"),
    "invite": ("A code that lets a friend join from anywhere", "邀请码：让朋友从别处加入"),
    "ai": ("Fill empty seats with AI players", "用电脑玩家补满空位"),
    "deal": ("Deal the cards", "发牌"),
    "luck": ("Add a word to the next deal: /luck 88", "给下一副牌加把手气：/luck 88"),
    "hand": ("My cards, to me alone", "只给我看我的手牌"),
    "play": ("Play cards: /play 777 3", "出牌:/play 777 3"),
    "pass": ("Pass", "不要"),
    "bid": ("Bid: /bid 2", "叫分:/bid 2"),
    "hint": ("Suggest something, privately", "私下提示一手"),
    "autopass": ("Pass in advance, or stop doing so", "预先不要,或取消"),
    "do": ("Any other action of the game", "本游戏的其他动作"),
    "table": ("Show the table again", "重新显示牌桌"),
    "away": ("An AI player acts for me", "托管:电脑替我出牌"),
    "back": ("I act again", "我回来了"),
    "leave": ("Give up my seat", "离座"),
    "settings": ("House rules and clock", "房规与时限"),
    "rules": ("The rules in a minute", "一分钟看懂规则"),
    "leaderboard": ("Who leads here", "排行榜"),
    "stats": ("My results", "我的战绩"),
    "history": ("Matches played", "对局记录"),
    "replay": ("Look at a finished round again", "回放一局"),
    "fair": ("Check how a round was dealt", "核对发牌"),
    "kick": ("Remove somebody from the table", "请人离座"),
    "end": ("End the match", "结束对局"),
    "prefer": ("My personal preferences", "个人偏好"),
    "language": ("Language: en or zh", "语言:en 或 zh"),
    "privacy": ("What is stored about me", "保存了我的哪些信息"),
    "link": ("Link my accounts", "关联账号"),
    "unlink": ("Part my accounts", "解除关联"),
    "forgetme": ("Delete what is stored about me", "删除我的信息"),
    "help": ("What to do next", "接下来可以做什么"),
}
"""Command → (English, Chinese)."""

DESCRIPTION: Final = (
    "Chinese card games with friends, right in your group: Dou Dizhu, Guandan and more.\n\n"
    "Press Start so that I may send you your cards here. Then open a table with /new: in your group with friends, or right "
    "here against AI players.",
    "在群里和朋友一起打牌:斗地主、掼蛋等。\n\n"
    "请按「开始」,我才能在这里把手牌发给你。然后用 /new 开一桌:在群里和朋友玩,或就在这里和电脑玩。",
)
SHORT_DESCRIPTION: Final = ("Chinese card games in your group.", "群里的中国牌戏。")
_LANGUAGES: Final = ("", "zh")
"""The first one is shown to everybody who has none of the others."""


async def announce(bot: Bot) -> None:
    """Set menu and descriptions in both languages. Nothing depends on them: a failure is logged, no more."""
    try:
        for index, language in enumerate(_LANGUAGES):
            await _announce_in(bot, index, language)
    except (Later, Closed, Moved, Rejected, Unchanged, Doubtful) as error:
        _log.warning("telegram.menu.not_set", error=type(error).__name__)


async def _announce_in(bot: Bot, index: int, language: str) -> None:
    menu = [BotCommand(name, texts[index]) for name, texts in COMMANDS.items()]
    await call(lambda: bot.set_my_commands(menu, language_code=language or None))
    await call(lambda: bot.set_my_description(DESCRIPTION[index], language_code=language or None))
    await call(lambda: bot.set_my_short_description(SHORT_DESCRIPTION[index], language_code=language or None))
