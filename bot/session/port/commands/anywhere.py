"""Commands that concern no table: oneself, results, rules, help."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from bot.session.port.commands.record import TABLE, Argument, Command, Given, Typed, UserRef, Words, command
from games import GAMES

__all__ = [
    "PREFERENCES", "USUAL_HOURS", "Admin", "AskReview", "ClosePoll", "Fair", "Forget", "History", "Language", "Leaderboard",
    "Link", "MyData", "OpenPage", "Prefer", "Privacy", "Replay", "Report", "ShareRound", "ShowHelp", "ShowRules", "Stats",
    "Unlink",
]  # fmt: skip

_MONTH: Final = {"month", "本月", "月"}
_SEASON: Final = re.compile(r"[0-9]{4}-[0-9]{2}")
_GLOBAL: Final = {"global", "all", "全部", "全局", "总榜"}
_WITH_AI: Final = {"ai", "电脑"}
_YES: Final = {"yes", "sure", "确定", "是"}
_PREFERENCES: Final = {
    "提醒": "reminders", "通知": "alerts", "总榜": "global", "图片": "pictures", "语言": "language",
    "手牌": "hand", "牌面": "faces",
    "安静": "quiet", "免打扰": "quiet", "汇总": "digest", "时区": "zone",
}  # fmt: skip
PREFERENCES: Final[Mapping[str, tuple[str, ...]]] = {
    "reminders": ("on", "off"),
    "alerts": ("on", "off"),
    "global": ("off", "on"),
    "pictures": ("dark", "light"),
    "hand": ("last", "here", "private", "both"),
    "faces": ("drawn", "words"),
}
"""Personal switches with their values, the default first. Hours, ``language`` and what need not be asked stand beside them."""
USUAL_HOURS: Final = {"quiet": ("22-7", "23-8", "0-9"), "digest": ("8", "9", "12", "18", "20")}
"""What people choose most for the preferences that are about hours."""
_VALUES: Final = {
    "开": "on", "关": "off", "深色": "dark", "浅色": "light", "询问": "ask", "问": "ask", "从不": "never", "不问": "never",
    "中文": "zh", "英文": "en", "本群": "here", "群里": "here", "私聊": "private", "都要": "both", "随我": "last",
    "图案": "drawn", "文字": "words",
}  # fmt: skip
"""Preferences and their values as Chinese texts name them."""
_LANGUAGES: Final = {"en": "en", "english": "en", "英文": "en", "英语": "en", "zh": "zh", "chinese": "zh", "中文": "zh"}

_GAME: Final = Argument("game", choices="games")
_ID: Final = Argument("id", suggested=True)
_SHARE: Final = {"share", "分享"}
_ACHIEVEMENTS: Final = {"achievements", "honours", "成就"}


# -- oneself
def _prefer(words: Words) -> Command:
    name, sign, value = words.take().lower().partition("=")
    value = value if sign else words.rest().lower()
    questions = {word: key for game in GAMES.values() for key, others in game.preferences.items() for word in others}
    return Prefer((_PREFERENCES | questions).get(name, name), _VALUES.get(value, value))


@command(
    "f",
    Typed(
        "prefer",
        ("偏好",),
        menu=260,
        arguments=(Argument("name", suggested=True), Argument("value", suggested=True)),
        read=_prefer,
    ),
    private=True,
    personal=True,
    sheet=True,
)
class Prefer(Command):
    """Show or set a personal preference."""

    name: str = ""
    value: str = ""


def _language(words: Words) -> Command:
    word = words.take().lower()
    words.done("language zh")
    return Language(_LANGUAGES.get(word, word))


@command(
    "L",
    Typed(
        "language", ("语言", "lang"), menu=270, arguments=(Argument("language", choices="languages"),), read=_language
    ),
    admin=True,
    personal=True,
)
class Language(Command):
    """Set my language (in a group by an administrator or host: the group's), or offer the choice."""

    language: str = ""


@command("x", Typed("privacy", ("隐私",), menu=280), private=True, personal=True, sheet=True)
class Privacy(Command):
    """What is stored."""


@command(
    "K",
    Typed("link", ("关联",), menu=290, arguments=(Argument("code"),), read=lambda words: Link(words.rest())),
    private=True,
    personal=True,
    sheet=True,
)
class Link(Command):
    """Join two accounts of one person. ``code`` empty: make one."""

    code: str = ""


@command("U", Typed("unlink", ("取消关联",), menu=300), private=True, personal=True, sheet=True)
class Unlink(Command):
    """Part them again."""


@command(
    "G",
    Typed("forgetme", ("忘记我",), menu=310, read=lambda words: Forget(sure=bool(words.take_if(_YES)))),
    private=True,
    personal=True,
)
class Forget(Command):
    """/forgetme."""

    sure: bool = False


@command("md", Typed("mydata", ("我的数据",), menu=305), private=True, personal=True)
class MyData(Command):
    """All that is stored of the sender, as a file."""


def _report(words: Words) -> Command:
    id, _, text = words.said.strip().partition(" ")
    return Report(id, text.strip())


@command(
    "rp",
    Typed(
        "report",
        ("举报",),
        menu=315,
        arguments=(Argument("id", required=True, suggested=True), Argument("text", required=True)),
        read=_report,
    ),
    private=True,
)
class Report(Command):
    """A complaint to the hosts about a round."""

    id: str = ""
    text: str = ""


@command("ad", Typed("admin", read=lambda words: Admin(words.said)))
class Admin(Command):
    """What a host asks for, in words. Nobody else is told that there is such a command."""

    words: str = ""


@command("O", Typed("page", ("网页",), menu=85, arguments=(TABLE,)), private=True, personal=True, page=True)
class OpenPage(Command):
    """Request for the page as one's own hand, by a personal link; ``table`` is shown first."""

    table: int | None = None


# -- results
def _leaderboard(words: Words) -> Command:
    """Return the game, and in any order a page, a month, ``global``, ``ai``."""
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
    return Leaderboard(" ".join(game), page, season, scope, board)


@command(
    "B",
    Typed("leaderboard", ("排行榜", "top"), menu=200, arguments=(_GAME,), read=_leaderboard),
    personal=True,
    sheet=True,
    paged=True,
)
class Leaderboard(Command):
    """Ratings of persons. ``game`` empty: the one that was played last. ``scope`` ``""``: this group (privately: where
    the person played last), ``all``: everywhere, else a chat's id. ``season`` a month ``2026-11``, ``month`` for this
    one, ``""`` for all time. ``board`` ``people`` or ``ai`` (rounds with AI players), ``""``: the one that has somebody
    in it. ``picture``: drawn as well."""

    game: str = ""
    page: int = 0
    season: str = ""
    scope: str = ""
    board: str = ""
    picture: bool = False


def _stats(words: Words) -> Command:
    achievements = bool(words.take_if(_ACHIEVEMENTS))
    return Stats(name=words.rest(), achievements=achievements)


@command(
    "T",
    Typed(
        "stats",
        ("战绩",),
        menu=205,
        arguments=(
            Argument("user", "person"),
            Argument("who", field="name", suggested=True),
            _GAME,
            Argument("achievements", "switch"),
        ),
        read=_stats,
    ),
    personal=True,
    personal_reading=True,
    sheet=True,
    paged=True,
)
class Stats(Command):
    """One person's results, of one game or all. ``picture``: with the course of rating and results, drawn. ``achievements``: in
    their place all achievements."""

    user: UserRef | None = None
    name: str = ""
    game: str = ""
    picture: bool = False
    achievements: bool = False


def _history(words: Words) -> Command:
    page = words.take_number()
    words.done("history 2")
    return History(max(0, (page or 1) - 1))


@command(
    "y",
    Typed("history", ("历史",), menu=210, read=_history),
    personal=True,
    personal_reading=True,
    sheet=True,
    paged=True,
)
class History(Command):
    """Matches of this group or this person, newest first."""

    page: int = 0


def _replay(words: Words) -> Command:
    if words.take_if(_SHARE):
        words.done("replay M17.3 share")
        return ShareRound()
    id = words.take()
    if words.take_if(_SHARE):
        words.done("replay M17.3 share")
        return ShareRound(id)
    step = words.take_number()
    words.done("replay M17.3 12")
    return Replay(id, step)


def _made_replay(given: Given) -> Command:
    id = str(given.get("id", ""))
    return ShareRound(id) if given.get("share") else Replay(id)


@command(
    "R",
    Typed("replay", ("回放",), menu=220, arguments=(_ID, Argument("share", "switch")), read=_replay, make=_made_replay),
    paged=True,
)
class Replay(Command):
    """/replay ID: a round at a glance, or one moment of it (``step`` 0 is the deal), or the choice of a match's rounds.
    Without an id the last round here. ``by`` tells apart the buttons of one message that lead to the same step."""

    id: str = ""
    step: int | None = None
    by: str = ""


def _review(words: Words) -> Command:
    id, step = words.take(), words.take_number()
    words.done("review M17.3")
    return AskReview(id, step)


@command(
    "rv",
    Typed(
        "review",
        ("点评", "复盘"),
        menu=225,
        arguments=(_ID,),
        read=_review,
        make=lambda given: AskReview(str(given.get("id", ""))),
    ),
    paged=True,
)
class AskReview(Command):
    """/review ID: a finished round judged by the strongest player of its game, or one decision of it (``step`` of the
    replay). Without an id the last round here. ``what``: ``cancel`` stops judging it. ``by`` tells apart the buttons of
    one message that lead to the same step."""

    id: str = ""
    step: int | None = None
    what: str = ""
    by: str = ""


@command("2", admin=True)
class ShareRound(Command):
    """/replay ID share: a finished round is posted into the group, for everybody."""

    id: str = ""


@command(
    "F",
    Typed("fair", ("验牌",), menu=230, arguments=(_ID,), read=lambda words: Fair(words.rest(), words.table)),
    personal=True,
)
class Fair(Command):
    """/fair ID; without one the deal that ``table`` has promised next. With both the promise is shown below the round."""

    id: str = ""
    table: int | None = None


# -- reading up
@command(
    "u",
    Typed("rules", ("规则",), menu=190, arguments=(_GAME,), read=lambda words: ShowRules(words.rest(), words.table)),
    sheet=True,
    personal_reading=True,
)
class ShowRules(Command):
    """The rule card of a game, with the house rules of the table here if there is one; ``section``: the part of it that a rule
    number (``DZ-44``) belongs to."""

    game: str = ""
    table: int | None = None
    section: str = ""


@command("?", Typed("help", ("帮助",), menu=320, read=lambda words: ShowHelp(words.rest())), sheet=True, paged=True)
class ShowHelp(Command):
    """What to do next, here; with a ``topic`` the commands that belong to it."""

    topic: str = ""


@command("z")
class ClosePoll(Command):
    """Put a shown choice away (the sender changed their mind)."""
