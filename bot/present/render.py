"""The door of presentation: what the manager says → screens, in the reader's language."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.present.reports.fairness import fair_screen
from bot.present.reports.played import played_screen
from bot.present.reports.ratings import leaders_screen, season_screen, stats_screen
from bot.present.reports.replays import history_screen, replay_screen, shared_screen
from bot.present.reports.reviews import review_screen
from bot.present.reports.tournament import standings_screen as standings
from bot.present.screens.hand import hand_screen as hand
from bot.present.screens.help import help_screen, lobby_screen, plain_screen, rules_screen
from bot.present.screens.lesson import lesson_list_screen, lesson_screen, term_screen
from bot.present.screens.notices import data_screen, host_screen, menu_screen, page_screen
from bot.present.screens.notices import notice_screen as notice
from bot.present.screens.notices import toast_text as toast
from bot.present.screens.screen import Screen
from bot.present.screens.settings import house_screen, settings_screen
from bot.present.screens.table import past_screen as past
from bot.present.screens.table import table_screen as table
from bot.session.port import replies
from bot.session.port.protocols import PostBody, SeasonCard, SharedRound
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate, StandingsUpdate

__all__ = ["SCREENS", "hand", "notice", "past", "post", "reply", "standings", "table", "toast"]


SCREENS: Final[Mapping[type[Any], Callable[[Any, str], Screen]]] = {
    Notice: notice,
    replies.Menu: menu_screen,
    replies.Lobby: lobby_screen,
    replies.PlainLines: plain_screen,
    PublicUpdate: lambda body, _: table(body),
    PrivateUpdate: lambda body, _: hand(body),
    replies.Leaders: leaders_screen,
    StandingsUpdate: lambda body, _: standings(body),
    replies.StatsCard: stats_screen,
    replies.HistoryCard: history_screen,
    replies.RulesCard: rules_screen,
    replies.SettingsCard: settings_screen,
    replies.HouseCard: house_screen,
    replies.HelpCard: help_screen,
    replies.FairCard: fair_screen,
    replies.ReplayCard: replay_screen,
    replies.ReviewCard: review_screen,
    replies.PlayedCard: played_screen,
    replies.PageLink: page_screen,
    replies.LessonCard: lesson_screen,
    replies.LessonList: lesson_list_screen,
    replies.TermCard: term_screen,
    replies.DataFile: data_screen,
    replies.HostCard: host_screen,
}
"""What shows the body of a reply, by its class, to a reader of a language."""


def reply(reply: replies.Reply) -> Screen | None:
    return None if reply.body is None else SCREENS[type(reply.body)](reply.body, reply.language)


def post(body: PostBody, language: str) -> Screen:
    """A message of its own for a chat."""
    if isinstance(body, SeasonCard):
        return season_screen(body, language)
    return shared_screen(body, language) if isinstance(body, SharedRound) else SCREENS[type(body)](body, language)
