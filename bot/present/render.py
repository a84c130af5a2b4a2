"""The door of presentation: what the manager says → screens, in the reader's language."""

from __future__ import annotations

from typing import assert_never

from bot.present.reports.fairness import fair_screen
from bot.present.reports.leaderboard import leaders_screen
from bot.present.reports.matches import history_screen
from bot.present.reports.played import played_screen
from bot.present.reports.replays import replay_screen
from bot.present.reports.reviews import review_screen
from bot.present.reports.seasons import season_screen
from bot.present.reports.shared_rounds import shared_screen
from bot.present.reports.statistics import stats_screen
from bot.present.reports.tournament import standings_screen
from bot.present.screens.hand import hand_screen, waiting_digest
from bot.present.screens.help import help_screen, lobby_screen, plain_screen, rules_screen
from bot.present.screens.lesson import lesson_list_screen, lesson_screen, term_screen
from bot.present.screens.notices import menu_screen, notice_screen, page_screen, toast_text
from bot.present.screens.screen import Screen
from bot.present.screens.settings import house_screen, settings_screen
from bot.present.screens.table import past_screen, table_screen
from bot.session.port.audience import Reply
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
    ReviewCard,
    RulesCard,
    SettingsCard,
    StatsCard,
    TermCard,
)
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate, StandingsUpdate

__all__ = ["hand", "notice", "past", "post", "reply", "standings", "table", "toast", "waiting"]


def table(update: PublicUpdate, *, pictured: bool = True) -> Screen:
    """The table message of a channel; ``pictured``: with its picture, which takes a while to describe."""
    return table_screen(update, pictured=pictured)


def past(update: PublicUpdate) -> Screen:
    """The table message of a round that is over, once the next one has another message."""
    return past_screen(update)


def hand(update: PrivateUpdate, *, pictured: bool = True) -> Screen:
    """The private panel of one seated person; ``pictured`` as for ``table``."""
    return hand_screen(update, pictured=pictured)


def waiting(update: PrivateUpdate) -> str:
    """A digest of the panel of somebody who only waits, made without the panel; ``""``: it has to be made."""
    return waiting_digest(update)


def standings(update: StandingsUpdate) -> Screen:
    """The message of a tournament."""
    return standings_screen(update)


def reply(reply: Reply) -> Screen | None:
    """The immediate answer to a command; ``None``: nothing to say."""
    return None if reply.body is None else _body(reply.body, reply.language)


def notice(notice: Notice, language: str) -> Screen:
    """One sentence to one person."""
    return notice_screen(notice, language)


def post(body: PostBody, language: str) -> Screen:
    """A message of its own for a chat."""
    return season_screen(body, language) if isinstance(body, SeasonCard) else shared_screen(body, language)


def toast(notice: Notice, language: str) -> str:
    """A notice as the short answer to a press, at most 190 characters."""
    return toast_text(notice, language)


def _body(body: Body, language: str) -> Screen:
    match body:
        case Notice():
            return notice_screen(body, language)
        case Menu():
            return menu_screen(body, language)
        case Lobby():
            return lobby_screen(body, language)
        case PlainLines():
            return plain_screen(body, language)
        case PublicUpdate():
            return table_screen(body)
        case PrivateUpdate():
            return hand_screen(body)
        case Leaders():
            return leaders_screen(body, language)
        case StandingsUpdate():
            return standings_screen(body)
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
