"""The door of presentation: what the manager says → screens, in the reader's language."""

from __future__ import annotations

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
from bot.present.screens.notices import menu_screen, page_screen
from bot.present.screens.notices import notice_screen as notice
from bot.present.screens.notices import toast_text as toast
from bot.present.screens.screen import Screen
from bot.present.screens.settings import house_screen, settings_screen
from bot.present.screens.table import past_screen as past
from bot.present.screens.table import table_screen as table
from bot.session.port.protocols import PostBody, SeasonCard
from bot.session.port.replies import (
    Body,
    FairCard,
    HelpCard,
    HistoryCard,
    HouseCard,
    Leaders,
    LessonCard,
    LessonList,
    Lobby,
    Menu,
    PageLink,
    PlainLines,
    PlayedCard,
    ReplayCard,
    Reply,
    ReviewCard,
    RulesCard,
    SettingsCard,
    StatsCard,
    TermCard,
)
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate, StandingsUpdate

__all__ = ["hand", "notice", "past", "post", "reply", "standings", "table", "toast"]


def reply(reply: Reply) -> Screen | None:
    """The immediate answer to a command; ``None``: nothing to say."""
    return None if reply.body is None else _body(reply.body, reply.language)


def post(body: PostBody, language: str) -> Screen:
    """A message of its own for a chat."""
    if isinstance(body, Lobby):
        return lobby_screen(body, language)
    return season_screen(body, language) if isinstance(body, SeasonCard) else shared_screen(body, language)


def _body(body: Body, language: str) -> Screen:
    match body:
        case Notice():
            return notice(body, language)
        case Menu():
            return menu_screen(body, language)
        case Lobby():
            return lobby_screen(body, language)
        case PlainLines():
            return plain_screen(body, language)
        case PublicUpdate():
            return table(body)
        case PrivateUpdate():
            return hand(body)
        case Leaders():
            return leaders_screen(body, language)
        case StandingsUpdate():
            return standings(body)
        case StatsCard():
            return stats_screen(body, language)
        case HistoryCard():
            return history_screen(body, language)
        case RulesCard():
            return rules_screen(body, language)
        case SettingsCard():
            return settings_screen(body, language)
        case HouseCard():
            return house_screen(body, language)
        case HelpCard():
            return help_screen(body, language)
        case FairCard():
            return fair_screen(body, language)
        case ReplayCard():
            return replay_screen(body, language)
        case ReviewCard():
            return review_screen(body, language)
        case PlayedCard():
            return played_screen(body, language)
        case PageLink():
            return page_screen(body, language)
        case LessonCard():
            return lesson_screen(body, language)
        case LessonList():
            return lesson_list_screen(body, language)
        case TermCard():
            return term_screen(body, language)
    assert_never(body)
