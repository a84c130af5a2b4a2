"""The door of presentation: what the manager says → screens, in the reader's language."""

from typing import assert_never

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
from bot.session.port.protocols import PostBody, SeasonCard
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate, StandingsUpdate

__all__ = ["hand", "notice", "past", "post", "reply", "standings", "table", "toast"]


def reply(reply: replies.Reply) -> Screen | None:
    return None if reply.body is None else _body(reply.body, reply.language)


def post(body: PostBody, language: str) -> Screen:
    """A message of its own for a chat."""
    if isinstance(body, replies.Lobby | Notice):
        return _body(body, language)
    return season_screen(body, language) if isinstance(body, SeasonCard) else shared_screen(body, language)


def _body(body: replies.Body, language: str) -> Screen:
    match body:
        case Notice():
            return notice(body, language)
        case replies.Menu():
            return menu_screen(body, language)
        case replies.Lobby():
            return lobby_screen(body, language)
        case replies.PlainLines():
            return plain_screen(body, language)
        case PublicUpdate():
            return table(body)
        case PrivateUpdate():
            return hand(body)
        case replies.Leaders():
            return leaders_screen(body, language)
        case StandingsUpdate():
            return standings(body)
        case replies.StatsCard():
            return stats_screen(body, language)
        case replies.HistoryCard():
            return history_screen(body, language)
        case replies.RulesCard():
            return rules_screen(body, language)
        case replies.SettingsCard():
            return settings_screen(body, language)
        case replies.HouseCard():
            return house_screen(body, language)
        case replies.HelpCard():
            return help_screen(body, language)
        case replies.FairCard():
            return fair_screen(body, language)
        case replies.ReplayCard():
            return replay_screen(body, language)
        case replies.ReviewCard():
            return review_screen(body, language)
        case replies.PlayedCard():
            return played_screen(body, language)
        case replies.PageLink():
            return page_screen(body, language)
        case replies.LessonCard():
            return lesson_screen(body, language)
        case replies.LessonList():
            return lesson_list_screen(body, language)
        case replies.TermCard():
            return term_screen(body, language)
        case replies.DataFile():
            return data_screen(body, language)
        case replies.HostCard():
            return host_screen(body, language)
    assert_never(body)
