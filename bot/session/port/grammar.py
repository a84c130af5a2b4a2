"""Typed commands: a name and the text after it become a ``Command``, once for all platforms.

``#12`` anywhere among the words names the table. People count seats from 1. Names are understood in English and in
Chinese. What cannot be read becomes a ``Notice`` with an example that can.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from bot.session.port import commands as c
from bot.session.port.updates import Notice
from games import GAMES
from games.errors import NotationError
from games.typed import typed
from games.words import begins_with

__all__ = ["ALIASES", "NAMES", "is_spoken", "read_command", "read_line", "read_talk"]

_TABLE: Final = re.compile(r"[#＃]([0-9]{1,9})")
_LEVELS: Final = {
    "简单": "easy",
    "容易": "easy",
    "普通": "normal",
    "中等": "normal",
    "困难": "strong",
    "高手": "strong",
}
_INVITATION: Final = re.compile(r"[0-9]{1,9}-[0-9a-zA-Z]{8}")
_MONTH: Final = {"month", "本月", "月"}
_SEASON: Final = re.compile(r"[0-9]{4}-[0-9]{2}")
_GLOBAL: Final = {"global", "all", "全部", "全局", "总榜"}
_WITH_AI: Final = {"ai", "电脑"}
_YES: Final = {"yes", "sure", "确定", "是"}
_ON: Final = {"on": True, "off": False, "开": True, "关": False}
_PREFERENCES: Final = {
    "提醒": "reminders", "通知": "alerts", "总榜": "global", "图片": "pictures", "语言": "language", "烧牌": "burn", "烧": "burn",
    "让牌": "yield", "让": "yield", "宣点": "declare", "买四": "buy", "还贡": "return", "进贡": "tribute", "亮牌": "expose",
}  # fmt: skip
_VALUES: Final = {
    "开": "on", "关": "off", "深色": "dark", "浅色": "light", "询问": "ask", "问": "ask", "从不": "never", "不问": "never",
    "中文": "zh", "英文": "en",
}  # fmt: skip
"""Preferences and their values as Chinese texts name them."""
_LANGUAGES: Final = {"en": "en", "english": "en", "英文": "en", "英语": "en", "zh": "zh", "chinese": "zh", "中文": "zh"}


class _Unreadable(Exception):
    """A part of a command that cannot be read, and what could."""

    def __init__(self, part: str, example: str) -> None:
        super().__init__(part)
        self.part, self.example = part, example


class _Words:
    """The words after a command's name; whatever nobody takes is an error."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.table: int | None = None
        self._words: list[str] = []
        for word in text.split():
            found = _TABLE.fullmatch(unicodedata.normalize("NFKC", word))
            if found is not None:
                self.table = int(found[1])
            else:
                self._words.append(word)

    def take(self) -> str:
        """The next word, ``""`` if there is none."""
        return self._words.pop(0) if self._words else ""

    def take_if(self, words: Mapping[str, object] | set[str]) -> str:
        """The next word if it is one of these (in lower case)."""
        return self.take().lower() if self._words and self._words[0].lower() in words else ""

    def take_number(self) -> int | None:
        """The next word if it is a number."""
        if self._words and (word := unicodedata.normalize("NFKC", self._words[0])).isascii() and word.isdigit():
            self._words.pop(0)
            return int(word[:9])
        return None

    def take_match(self, pattern: re.Pattern[str]) -> str:
        """The next word if the whole of it fits the pattern."""
        fits = bool(self._words) and pattern.fullmatch(unicodedata.normalize("NFKC", self._words[0])) is not None
        return unicodedata.normalize("NFKC", self._words.pop(0)) if fits else ""

    def rest(self) -> str:
        """All words that are left, as one text."""
        text = " ".join(self._words)
        self._words.clear()
        return text

    def done(self, example: str) -> None:
        """Nothing may be left over."""
        if self._words:
            raise _Unreadable(self._words[0], example)


def _new(words: _Words) -> c.Command:
    game, preset, options = "", "", {}
    resume, fresh = None, False
    while word := words.take():
        name, sign, value = unicodedata.normalize("NFKC", word).partition("=")
        if sign:
            if not name or not value:
                raise _Unreadable(word, "new doudizhu deals=4")
            options[name.lower()] = value
        elif not game:
            game = word
        elif word.lower() in {"fresh", "新开"}:
            fresh = True
        elif not preset:
            preset = word.lower()
        else:
            raise _Unreadable(word, "new doudizhu standard deals=4")
    if not game and words.table is not None:
        resume = words.table
    players = options.pop("players", None)
    if players is not None and not (players.isascii() and players.isdigit()):
        raise _Unreadable(f"players={players}", "new gandengyan players=4")
    return c.NewTable(game, preset, options, None if players is None else int(players[:6]), resume, fresh)


def _join(words: _Words) -> c.Command:
    seat = words.take_number()
    code = "" if seat is not None else words.take_match(_INVITATION).upper()
    words.done("join 2")
    if code:
        return c.Join(code=code)
    if seat == 0:
        raise _Unreadable("0", "join 1")
    return c.Join(words.table, None if seat is None else seat - 1)


def _ai(words: _Words) -> c.Command:
    count, level = None, ""
    for _ in range(2):
        number = words.take_number()
        if number is not None:
            count = number
        else:
            level = level or words.take().lower()
    words.done("ai 2 normal")
    if count == 0:
        raise _Unreadable("0", "ai 1")
    return c.FillAi(words.table, count, _LEVELS.get(level, level) or "normal")


def _settings(words: _Words) -> c.Command:
    name, sign, value = words.take().partition("=")
    value = value if sign else words.rest()
    words.done("settings clock 60")
    if name and not value:
        raise _Unreadable(name, "settings clock 60")
    return c.Settings(words.table, name.lower(), value)


def _play(words: _Words) -> c.Command:
    cards = words.rest()
    if not cards:
        raise _Unreadable(words.name, "play 7 7")
    return c.PlayText(f"play {cards}", words.table)


def _bid(words: _Words) -> c.Command:
    return c.PlayText(f"bid {words.rest()}".strip(), words.table)


def _pass(words: _Words) -> c.Command:
    rest = words.rest()
    if rest.lower() == "in advance":
        return c.AdvancePass(words.table, True)
    return c.PlayText(f"pass {rest}".strip(), words.table)


def _do(words: _Words) -> c.Command:
    verb = words.take()
    if not verb:
        raise _Unreadable(words.name, "do return 5")
    return c.Do(verb.lower(), words.rest(), words.table)


def _autopass(words: _Words) -> c.Command:
    word = words.take_if(_ON)
    words.done("autopass off")
    return c.AdvancePass(words.table, _ON.get(word))


def _prefer(words: _Words) -> c.Command:
    name, sign, value = words.take().lower().partition("=")
    value = value if sign else words.rest().lower()
    return c.Prefer(_PREFERENCES.get(name, name), _VALUES.get(value, value))


def _language(words: _Words) -> c.Command:
    word = words.take().lower()
    words.done("language zh")
    return c.Language(_LANGUAGES.get(word, word))


def _board(words: _Words) -> c.Command:
    """The game, and in any order a page, a month, ``global``, ``ai``."""
    game, page, season, scope, board = [], 0, "", "", ""
    while word := words.take():
        plain = unicodedata.normalize("NFKC", word).lower()
        if plain.isascii() and plain.isdigit():
            page = max(0, int(plain[:6]) - 1)
        elif plain in _MONTH or _SEASON.fullmatch(plain):
            season = "month" if plain in _MONTH else plain
        elif plain in _GLOBAL:
            scope = "all"
        elif plain in _WITH_AI:
            board = "ai"
        else:
            game.append(word)
    return c.Leaderboard(" ".join(game), page, season, scope, board)


def _history(words: _Words) -> c.Command:
    page = words.take_number()
    words.done("history 2")
    return c.History(max(0, (page or 1) - 1))


def _replay(words: _Words) -> c.Command:
    id, step = words.take(), words.take_number()
    words.done("replay M17.3 12")
    return c.Replay(id, step)


def _plain_flag(words: _Words) -> bool:
    flag = words.take_if({"plain", "纯文本"})
    words.done(f"{words.name} plain")
    return bool(flag)


def _bare(make: Callable[[int | None], c.Command]) -> Callable[[_Words], c.Command]:
    """A command that takes nothing but a table."""

    def read(words: _Words) -> c.Command:
        words.done(words.name)
        return make(words.table)

    return read


_READERS: Final[Mapping[str, Callable[[_Words], c.Command]]] = MappingProxyType(
    {
        "new": _new,
        "join": _join,
        "invite": _bare(c.Invite),
        "leave": _bare(c.Leave),
        "ai": _ai,
        "deal": _bare(c.Deal),
        "ready": _bare(c.Ready),
        "luck": lambda words: c.Luck(words.table, words.rest()),
        "hand": lambda words: c.MyHand(plain=_plain_flag(words), table=words.table),
        "play": _play,
        "pass": _pass,
        "bid": _bid,
        "do": _do,
        "hint": _bare(c.Hint),
        "table": lambda words: c.ShowTable(plain=_plain_flag(words), table=words.table),
        "autopass": _autopass,
        "away": _bare(c.Away),
        "back": _bare(c.Back),
        "prefer": _prefer,
        "settings": _settings,
        "leaderboard": _board,
        "stats": lambda words: c.Stats(name=words.rest()),
        "history": _history,
        "replay": _replay,
        "fair": lambda words: c.Fair(words.rest(), words.table),
        "rules": lambda words: c.Rules(words.rest(), words.table),
        "help": lambda words: c.Help(words.rest()),
        "start": lambda words: c.Started(words.rest()),
        "language": _language,
        "privacy": _bare(lambda table: c.Privacy()),
        "link": lambda words: c.Link(words.rest()),
        "unlink": _bare(lambda table: c.Unlink()),
        "forgetme": lambda words: c.Forget(sure=bool(words.take_if(_YES))),
        "kick": lambda words: c.Kick(words.table, name=words.rest()),
        "end": _bare(c.End),
        "vote": lambda words: c.Vote(words.table, words.take().lower() or "end"),
    }
)

NAMES: Final = tuple(_READERS)
"""Every command that can be typed."""

ALIASES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "开桌": "new", "新桌": "new", "加入": "join", "坐下": "join", "离开": "leave", "退出": "leave", "电脑": "ai",
        "机器人": "ai", "邀请": "invite", "发牌": "deal", "开始": "deal", "开局": "deal", "准备": "ready", "手牌": "hand",
        "我的牌": "hand",
        "出": "play", "出牌": "play", "打": "play", "过": "pass", "过牌": "pass", "不要": "pass", "不出": "pass",
        "要不起": "pass", "叫": "bid", "叫分": "bid", "做": "do", "提示": "hint", "牌桌": "table",
        "桌面": "table", "自动过": "autopass", "自动不要": "autopass",
        "预先不出": "autopass", "预先不要": "autopass", "暂离": "away", "托管": "away", "回来": "back",
        "偏好": "prefer", "设置": "settings", "排行榜": "leaderboard", "战绩": "stats", "历史": "history", "回放": "replay",
        "验牌": "fair", "规则": "rules", "帮助": "help", "语言": "language", "隐私": "privacy", "关联": "link",
        "取消关联": "unlink", "忘记我": "forgetme", "踢": "kick", "踢出": "kick", "结束": "end", "同意": "vote",
        "手气": "luck", "加把手气": "luck", "p": "play", "cards": "hand", "lang": "language", "top": "leaderboard",
    }
)  # fmt: skip
"""Other names, most of them Chinese."""


def read_command(name: str, text: str = "") -> c.Command | Notice:
    """A command by its name (without slash) and the text after it; a ``Notice`` says what cannot be read."""
    plain = unicodedata.normalize("NFKC", name).strip().lstrip("/").partition("@")[0].lower()
    key = ALIASES.get(plain, plain)
    reader = _READERS.get(key)
    if reader is None and is_spoken(f"{name} {text}"):
        return read_talk(f"{name} {text}")
    if reader is None:
        return Notice("unknown_command", {"name": plain[:40], "example": "help"})
    try:
        return reader(_Words(key, text))
    except _Unreadable as error:
        return Notice("unreadable_command", {"part": error.part[:40], "example": f"/{error.example}"})


def read_talk(text: str) -> c.PlayText:
    """What somebody says at a table without a command: ``777 3``, ``让``, ``burn 5 x``; ``#12`` names the table here too."""
    words = _Words("play", text)
    return c.PlayText(words.rest(), words.table)


def is_spoken(text: str) -> bool:
    """Whether a text begins with a verb of some game, in any of its words, and only cards (if anything) follow."""
    plain = unicodedata.normalize("NFKC", text).strip().lstrip("/")
    for game in GAMES.values():
        if begins_with(plain, game.words) is not None:
            with suppress(NotationError):
                return bool(typed(read_talk(plain).text, game.words).said.verb)
    return False


def read_line(line: str) -> c.Command | Notice | None:
    """A whole line: ``/play 77 #12``, ``出 77``, ``过``; ``None`` if it does not begin with the name of a command.

    A line that begins with a slash is always a command.
    """
    head, _, rest = line.strip().partition(" ")
    slashed = head.startswith(("/", "／"))
    plain = unicodedata.normalize("NFKC", head).lstrip("/").partition("@")[0].lower()
    if slashed or plain in _READERS or plain in ALIASES:
        return read_command(plain, rest)
    return None
