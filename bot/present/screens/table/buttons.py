"""The buttons of the table message, each with the command that it gives."""

from __future__ import annotations

from bot.present.screens.elements import button
from bot.present.screens.screen import Button
from bot.present.words.catalogue import say
from bot.present.words.text import name_of
from bot.session.port.commands import (
    Deal,
    Extend,
    FillAi,
    Invite,
    Join,
    Leave,
    Ready,
    Settings,
    Shuffle,
    Substitute,
    Vote,
)
from bot.session.port.updates import Player, PublicUpdate, TableInfo

__all__ = [
    "deal_button",
    "extend_button",
    "fill_ai_button",
    "invite_button",
    "invite_here_button",
    "join_button",
    "leave_button",
    "must_be_ready",
    "private_chat_buttons",
    "ready_button",
    "seat_buttons",
    "settings_button",
    "substitute_buttons",
    "vote_buttons",
]


def deal_button(table: TableInfo, language: str, key: str, style: str = "secondary") -> Button:
    """The button that deals, labelled by ``button.<key>``: a start, a further round, a match taken up again."""
    return button(language, key, Deal(table.id), style)


def ready_button(table: TableInfo, language: str) -> Button:
    """The button that says that one is ready for the next round."""
    return button(language, "ready", Ready(table.id), "success")


def join_button(table: TableInfo, language: str, style: str = "secondary") -> Button:
    """The button that takes a free seat."""
    return button(language, "join", Join(table.id), style)


def invite_button(table: TableInfo, language: str) -> Button:
    """The button that asks for an invitation, at a table that stands in no group: nobody comes there by themselves."""
    return button(language, "invite", Invite(table.id), "success")


def invite_here_button(table: TableInfo, language: str) -> Button:
    """The button that asks for an invitation for people of other places; the answer is for who presses it alone."""
    return button(language, "invite_here", Invite(table.id))


def fill_ai_button(table: TableInfo, language: str) -> Button:
    """The button that seats AI players on all free seats."""
    return button(language, "fill_ai", FillAi(table.id), "secondary")


def extend_button(table: TableInfo, language: str) -> Button:
    """The button that gives people more time to come."""
    return button(language, "extend", Extend(table.id))


def seat_buttons(update: PublicUpdate) -> list[Button]:
    """The host's buttons that draw all seats anew, balanced too where two sides play."""
    table, language = update.table, update.language
    if table.contest is not None:  # which says who sits where
        return []
    teams = set() if update.view is None else {seat.team for seat in update.view.seats}
    drawn = [button(language, "shuffle", Shuffle(table.id))]
    if len(teams - {None}) > 1:
        drawn.append(button(language, "balance", Shuffle(table.id, balanced=True)))
    return drawn


def leave_button(table: TableInfo, language: str) -> Button:
    """The button that gives up one's seat."""
    return button(language, "leave", Leave(table.id))


def settings_button(table: TableInfo, language: str) -> Button:
    """The button that shows the house rules."""
    return button(language, "settings", Settings(table.id))


def must_be_ready(player: Player) -> bool:
    """Whether the next round waits for this player to be ready."""
    return player.kind == "person" and not player.ready and not player.away and not player.stand_in


def substitute_buttons(update: PublicUpdate) -> list[Button]:
    """The host's buttons that seat an AI player for each person who keeps the others waiting, once somebody is
    ready.
    """
    if update.table.state != "between" or not any(player.ready for player in update.seated):
        return []
    missing = [player for player in update.seated if must_be_ready(player)]
    return [
        Button(
            say(update.language, "button.substitute", name=name_of(update.seated, player.seat, update.language)),
            Substitute(update.table.id, player.seat),
            key=f"substitute{player.seat}",
        )
        for player in missing[:3]
    ]


def vote_buttons(update: PublicUpdate) -> list[Button]:
    """The button with which one votes."""
    if update.motion is None:
        return []
    vote = Vote(update.table.id, update.motion.text)
    return [button(update.language, f"vote_{update.motion.kind}", vote, "danger")]


def private_chat_buttons(update: PublicUpdate) -> list[Button]:
    """The button into the private chat, if a private message does not reach everybody."""
    if all(player.reachable for player in update.seated if player.kind == "person"):
        return []
    return [
        Button(say(update.language, "button.private_chat"), key="private_chat", start=update.table.id, style="primary")
    ]
