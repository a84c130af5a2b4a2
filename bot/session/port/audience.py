"""The answer to a command: what it says, who may read it and where it stands, both decided by the one table ``MANNERS``.

Frontends read the two values and ask nothing more about who reads along. What no row allows is for the sender alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from bot.session.port.commands import Command, TableSettings
from bot.session.port.commands.record import record_of
from bot.session.port.origin import Origin
from bot.session.port.replies import Body, Menu
from bot.session.port.updates import Notice

__all__ = ["MANNERS", "SHOWN_BY", "Audience", "Manner", "Manners", "Placement", "Reply", "reply_to", "subject_of"]


class Audience(Enum):
    """Who may read an answer."""

    SENDER = "sender"
    """Whoever asked, and nobody else: a group learns at most that there is an answer."""
    TABLE = "table"
    """It is meant for whoever asked and is no secret at the table: where they cannot be told alone, the group may read it."""
    EVERYBODY = "everybody here"
    """It is meant for the whole group, which reads it together."""


class Placement(Enum):
    """Where an answer stands."""

    BELOW = "below"
    """In a message of its own, below what was asked."""
    IN_PASSING = "in passing"
    """The same, and it can be put away where the platform has that."""
    IN_PLACE = "in place"
    """In the place of the card on which it was pressed."""
    PANEL = "panel"
    """Where the sender's hand is shown."""
    OFFERED = "offered"
    """Long to read: a platform that cannot tell one person alone there only says in a line how to get it."""
    PRIVATE = "private"
    """Before the sender's eyes alone: in their private chat, or inside the group where the platform can do that."""
    LED_TO = "led to"
    """The same, and a press leads them there, as it is something to read."""


class Manner(NamedTuple):
    """Who may read an answer, and where it stands."""

    audience: Audience
    placement: Placement


_ALONE: Final = Manner(Audience.SENDER, Placement.PRIVATE)
_LED: Final = Manner(Audience.SENDER, Placement.LED_TO)
_PANEL: Final = Manner(Audience.SENDER, Placement.PANEL)
_TOLD: Final = Manner(Audience.TABLE, Placement.BELOW)
_TOLD_ALONE: Final = Manner(Audience.TABLE, Placement.PRIVATE)
_READ: Final = Manner(Audience.TABLE, Placement.LED_TO)
_OFFERED: Final = Manner(Audience.TABLE, Placement.OFFERED)
_TURNED: Final = Manner(Audience.TABLE, Placement.IN_PLACE)
_FOR_ALL: Final = Manner(Audience.EVERYBODY, Placement.BELOW)
_LOOKED_AT_TOGETHER: Final = Manner(Audience.EVERYBODY, Placement.IN_PLACE)


@dataclass(frozen=True, slots=True)
class Manners:
    """How one subject is answered, by how it was asked. ``typed`` and ``pressed``: in a group; ``private``: there, by a command
    that is private by its record; ``refused``: there, if it was not carried out. ``alone``: where nobody reads along."""

    typed: Manner = _ALONE
    pressed: Manner = _ALONE
    private: Manner = _ALONE
    refused: Manner = _ALONE
    alone: Placement = Placement.BELOW


_UNKNOWN: Final = Manners()
MANNERS: Final[Mapping[str, Manners]] = {
    "Notice": Manners(_TOLD, _TOLD, refused=_TOLD_ALONE, alone=Placement.IN_PASSING),
    # Nothing arrives in that person's private chat yet: this is how they learn it.
    "Notice to start the private chat": Manners(_TOLD, _TOLD, _TOLD, _TOLD, alone=Placement.IN_PASSING),
    "Notice to hand on": Manners(private=_LED),
    "Menu": Manners(_TOLD, _TOLD, alone=Placement.IN_PASSING),
    "Menu of who is banned": Manners(alone=Placement.IN_PASSING),
    "Menu whether the match is to end": Manners(_TOLD, _TOLD, refused=_TOLD_ALONE, alone=Placement.IN_PASSING),
    "PublicUpdate": Manners(_FOR_ALL, _TOLD),
    "PrivateUpdate": Manners(_PANEL, _PANEL, _PANEL, _PANEL, alone=Placement.PANEL),
    "StandingsUpdate": Manners(_TOLD, _TOLD),
    "PlainLines": Manners(_FOR_ALL, _TOLD),
    "HistoryCard": Manners(_FOR_ALL, _TURNED),
    "Leaders": Manners(_FOR_ALL, _TURNED),
    "StatsCard": Manners(_FOR_ALL, _TURNED),
    "ReplayCard": Manners(_FOR_ALL, _LOOKED_AT_TOGETHER),
    "ReviewCard": Manners(_FOR_ALL, _LOOKED_AT_TOGETHER),
    "PlayedCard": Manners(private=_LED, alone=Placement.IN_PASSING),
    "RulesCard": Manners(_OFFERED, _LED),
    "FairCard": Manners(_TOLD, _READ),
    "HelpCard": Manners(_TOLD, _READ),
    "SettingsCard": Manners(_TOLD, _READ),
    "SettingsCard on which a rule was set": Manners(_TOLD, _TURNED, alone=Placement.IN_PLACE),
    "HouseCard": Manners(_TOLD, _TURNED),
    "Lobby": Manners(_TOLD, _TOLD),
    "PageLink": Manners(alone=Placement.IN_PASSING),
    "TermCard": _UNKNOWN,
    "LessonCard": _UNKNOWN,
    "LessonList": _UNKNOWN,
}
"""By subject: the class of a body, or what is said with it."""
SHOWN_BY: Final[dict[str, frozenset[str]]] = {
    "pressed": frozenset({"ai_seated", "dealt", "extended", "moved", "ready_noted", "resumed", "swapped"}),
    "group": frozenset({
        "table_opened", "resumed", "joined", "moved", "left", "left_stand_in", "ai_seated", "dealt", "setting_changed",
        "vote_started", "vote_counted", "table_closed", "ended", "extended", "extended_for_ever", "swapped",
    }),  # a message more would cost one of its twenty a minute
    "alone": frozenset({"table_opened", "resumed"}),  # about a table that stands there; others may be about another
    "page": frozenset({
        "played", "passed", "passed_bid", "passed_burn", "bid", "did", "did_alone", "dealt", "joined", "ai_seated", "moved",
        "table_opened", "autopass_on", "autopass_off", "away_on", "back_on", "ready_noted", "closed", "language_set",
        "already_done",
    }),
}  # fmt: skip
"""What need not be said once it is done, by what shows it anyway: the pressed message, the table in a group, the table in the
private chat, the page."""


def subject_of(command: Command, body: Body) -> str:
    """Tell which row of ``MANNERS`` an answer falls under."""
    match body:
        case Notice() if body.start_link is not None:
            return "Notice to start the private chat"
        case Notice() if body.share:
            return "Notice to hand on"
        case Menu(Notice("bans" | "no_bans")):
            return "Menu of who is banned"
        case Menu(Notice("end_sure")):
            return "Menu whether the match is to end"
    if isinstance(command, TableSettings) and command.name and type(body).__name__ == "SettingsCard":
        return "SettingsCard on which a rule was set"
    return type(body).__name__


@dataclass(frozen=True, slots=True)
class Reply:
    """The immediate answer to a command, once its effect is durable; made by ``reply_to``.

    ``ok``: the command was carried out. ``body`` ``None``: nothing to say besides what goes out through the port anyway (answer a
    button press empty). ``toast``: a short sentence for the platforms' press answers, if it differs from the body.
    """

    language: str
    ok: bool
    body: Body | None = None
    toast: Notice | None = None
    audience: Audience = Audience.SENDER
    placement: Placement = Placement.PRIVATE
    repeated: bool = False
    """The update had been handled before; nothing was changed."""

    @property
    def private(self) -> bool:
        """It is to be told to the sender alone wherever that can be done."""
        return self.audience is Audience.SENDER or self.placement in (Placement.PRIVATE, Placement.LED_TO)


def reply_to(
    origin: Origin, command: Command, language: str, body: Body | None, *, ok: bool = True, toast: Notice | None = None
) -> Reply:
    """Make the reply to a command that was asked there, with its audience and its placement."""
    return Reply(language, ok, body, toast, *_manner(origin, command, body, ok))


def _manner(origin: Origin, command: Command, body: Body | None, ok: bool) -> Manner:
    row = _UNKNOWN if body is None else MANNERS.get(subject_of(command, body), _UNKNOWN)
    if origin.chat is None or origin.page:
        return Manner(Audience.SENDER, row.alone)
    if record_of(command).private:
        return row.private
    if not ok:
        return row.refused
    return row.typed if origin.message is None else row.pressed
