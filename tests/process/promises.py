"""What the program promises to whoever gives a command or presses what is offered, and what breaks it: silence, a sentence that
says no more than that something failed, a refusal that is not true there and then."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from bot.present.words.text import LANGUAGES, catalogue
from bot.session.port import commands as c
from bot.session.port.commands.record import Argument, Typed, records
from tests.process.people import Answer, OnThePage, Someone, Spot, Widget
from tests.sentences import NOTICES

__all__ = ["MOMENTS", "Promises", "Situation", "ways"]

MOMENTS: Final = ("nothing", "lobby", "playing", "between", "over")
"""How the table is at which a command is given; ``nothing``: there is none."""
_ROOT: Final = Path(__file__).resolve().parents[2]
_GENERIC: Final = frozenset(
    {"notice.unknown", "notice.internal_error", "notice.store_lost", "notice.store_unavailable", "notice.stopping"}
    | {"notice.worker_unreachable", "notice.table_is_broken", "notice.review_failed", "notice.hint_busy"}
    | {"notice.unknown_command", "notice.unreadable_command", "notice.slower_please"}
    | {f"web.error.{code}" for code in ("internal", "unreadable", "too_fast")}
)
"""Sentences of which none may be heard by anybody who does what is offered."""
_ALONE: Final = frozenset({"private", "dm", "install"})  # Places without a group


@dataclass(frozen=True)
class Situation:
    """Where and when something is done: ``kind`` of the place, ``moment`` of the table."""

    game: str
    kind: str
    moment: str
    name: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)  # A command, if it is one that was typed
    told: bool = False  # What is pressed stands below the words that the table is closed


_TRUE: Final[dict[str, Callable[[Situation], bool]]] = {
    # no table, or none any more
    "no_table_here": lambda s: s.moment == "nothing",
    "not_seated_anywhere": lambda s: s.moment == "nothing",
    "no_table_of_yours": lambda s: s.moment == "nothing",
    "join_by_code": lambda s: s.moment in {"nothing", "over"} and s.kind in _ALONE,
    "turns_nowhere": lambda s: s.moment in {"nothing", "over"},
    # the moment
    "not_dealt_yet": lambda s: s.moment == "lobby",
    "round_running": lambda s: s.moment == "playing" or not s.name,
    "no_round_now": lambda s: s.moment in {"between", "over"},
    "luck_later": lambda s: s.moment == "playing",
    "settings_locked": lambda s: s.moment not in {"nothing", "lobby"},
    "moving_too_late": lambda s: s.moment not in {"nothing", "lobby"},
    "extend_too_late": lambda s: s.moment not in {"nothing", "lobby"},
    "extend_full": lambda s: s.moment == "lobby",
    "extend_nobody": lambda s: s.moment == "lobby" and s.kind in _ALONE,
    "swap_too_late": lambda s: s.moment in {"playing", "between"},
    "takeback_nothing": lambda s: s.moment == "playing",
    "takeback_too_late": lambda s: s.moment in {"between", "over"},
    "no_hint_now": lambda s: s.moment in {"playing", "between", "over"},
    "autopass_nothing": lambda s: s.moment == "playing",
    "end_sure": lambda s: s.moment == "playing" or not s.name,
    "forget_seated": lambda s: s.moment != "nothing",
    # who sits there
    "already_seated": lambda s: s.moment != "nothing" or not s.name,
    "seat_taken": lambda s: s.moment == "lobby" and "seat" in s.given,
    "no_free_seats": lambda s: s.moment != "nothing",
    "not_away": lambda s: s.moment != "nothing",
    "you_are_host": lambda s: s.moment != "nothing",
    "no_vote_on_oneself": lambda s: s.moment != "nothing",
    "seats_missing": lambda s: not s.name or s.moment == "lobby",
    "seats_missing_private": lambda s: not s.name or s.moment == "lobby",
    "swap_two": lambda s: s.moment in {"lobby", "over"},
    "table_is_closed": lambda s: s.moment == "closed" and not s.told,
    # a round goes on while somebody presses
    "stale_decision": lambda s: s.moment == "playing" or not s.name,
    "hidden_in_private": lambda s: s.kind not in {"private", "dm"},
    "unreadable_action": lambda s: s.moment == "playing" and s.name in {"pass", "bid"},
    "other_question": lambda s: s.moment == "playing",
    # what was given with it
    "players_fixed": lambda s: "players" in s.given,
    "who_to_kick": lambda s: s.name == "kick" and not s.given,
    "no_such_person": lambda s: "who" in s.given,
    "ban_unknown": lambda s: "who" in s.given,
    "not_banned": lambda s: "who" in s.given,
    "no_such_motion": lambda s: s.name == "vote",
    "invitation_unknown": lambda s: "invitation" in s.given,
    "link_wrong": lambda s: "code" in s.given,
    "not_linked": lambda s: s.name == "unlink",
    "unknown_id": lambda s: "id" in s.given and s.moment == "nothing",
    "defaults_game": lambda s: s.name == "defaults" and "game" not in s.given,
    # what has been played by then
    "no_results": lambda s: True,
    "nothing_rated": lambda s: True,
    "no_ratings": lambda s: True,
    "unlisted": lambda s: True,
    "no_history": lambda s: s.moment == "nothing",
    "nothing_finished": lambda s: s.moment == "nothing" or s.kind in {"install", "room"},
    "fair_which": lambda s: s.moment == "nothing",
    "share_too_soon": lambda s: True,
    "review_busy": lambda s: True,
    # a group's own
    "share_group_only": lambda s: s.kind in _ALONE,
    "in_group_only": lambda s: s.kind in _ALONE | {"room"},
    "group_only": lambda s: (
        s.kind in _ALONE | {"room"} and s.name in {"ban", "unban", "defaults", "notify", "tournament"}
    ),
    "admins_only": lambda s: s.kind in {"topic", "dm", "install", "room"},
    "report_enough": lambda s: s.name == "report",
    "tournament_none": lambda s: s.name == "tournament",
    "tournament_page": lambda s: s.kind == "room",
    "tournament_alone": lambda s: "pairs" in s.given,
    "tournament_running": lambda s: s.name == "tournament",
    "tournament_nobody": lambda s: True,
    "tournament_over": lambda s: True,
    "tournament_in_already": lambda s: True,
    "tournament_not_in": lambda s: True,
}
"""Refusals, and when each is true. One that is not here is never heard by who does what is offered."""
_GIVEN: Final[dict[str | tuple[str, str], str]] = {
    "code": "ABCDE-FGHJK", "invitation": "12-ABCDEFGH", "who": "Nobody", "word": "fortune", "until": "3d",
    "one": "1", "other": "2", "verb": "play", "text": "unfair", "preset": "standard", "options": "clock=60",
    ("settings", "name"): "clock", ("settings", "value"): "60", ("prefer", "name"): "pictures", ("prefer", "value"): "dark",
}  # fmt: skip
"""What people give for an argument of free text; ``cards``, ``id`` and ``as`` follow from the table."""
_WITH: Final = {
    "preset": "game", "options": "game", "players": "game", "rounds": "game", "pairs": "game", "value": "name",
}  # fmt: skip
"""Arguments that mean something only together with another."""


def ways(typed: Typed, game: str, known: Mapping[str, str]) -> list[dict[str, Any]]:
    """All ways to give a command: with what it needs, and with each of what else it takes. ``known``: texts of this table."""
    if typed.forms:
        return [{"form": form.name, **way} for form in typed.forms for way in _ways(typed, form.arguments, game, known)]
    return _ways(typed, typed.arguments, game, known)


def _ways(typed: Typed, arguments: Iterable[Argument], game: str, known: Mapping[str, str]) -> list[dict[str, Any]]:
    said = {one.name: value for one in arguments if (value := _value(typed, one, game, known)) is not None}
    need = {one.name: said[one.name] for one in arguments if one.required}
    found = [need]
    for name in said:
        given = need | {one: said[one] for one in (_WITH.get(name, name), name) if one in said}
        if name != "table" and given not in found:
            found.append(given)
    return found


def _value(typed: Typed, argument: Argument, game: str, known: Mapping[str, str]) -> Any:
    if argument.choices:
        return {"games": game, "levels": "easy", "languages": "en"}[argument.choices]
    match argument.kind:
        case "switch":
            return True
        case "number":
            return max(argument.low or 0, 1)
        case "person":
            return None
    if argument.name in known:
        return known[argument.name]
    value = _GIVEN.get((typed.name, argument.name), _GIVEN.get(argument.name))
    assert value is not None, f"/{typed.name} {argument.name}: say here what people give for it"
    return value


@cache
def _refusals() -> frozenset[str]:
    """The codes of all sentences with which the session refuses something."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted((_ROOT / "bot" / "session").rglob("*.py")))
    said = " ".join(re.findall(r"Refused(?:\.with_body)?\([^\n]*", source))
    return (frozenset(re.findall(r'"(\w+)"', said)) & NOTICES.keys()) | _TRUE.keys()


@cache
def _sentences() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """All sentences that matter here: the code, the longest piece without a gap, how to find the whole in what is read."""
    found = []
    for language in LANGUAGES:
        for code, text in catalogue(language).items():
            head, _, last = code.partition(".")
            if head == "refusal" or code in _GENERIC or (head == "notice" and last.partition(".")[0] in _refusals()):
                pieces = re.split(r"\{[^{}]*\}", _bare(text))
                found.append((code, max(pieces, key=len), re.compile(".{0,90}?".join(map(re.escape, pieces)))))
    return tuple(found)


def _bare(text: str) -> str:
    return re.sub(r"[*`]", "", text)


def codes_in(text: str) -> set[str]:
    """Which refusals stand in a text."""
    said = _bare(text)
    return {code for code, piece, pattern in _sentences() if piece in said and pattern.search(said)}


@cache
def _of_the_page() -> frozenset[str]:
    """What the page's own script can ask for."""
    scripts = (_ROOT / "bot" / "frontends" / "web" / "static" / "js").rglob("*.js")
    return frozenset(word for path in scripts for word in re.findall(r'\bt: "(\w+)"', path.read_text(encoding="utf-8")))


class Promises:
    """Takes down what was broken, and which kinds of buttons and links have been pressed; ``spared`` ones are not."""

    def __init__(self, *spared: type[c.Command]) -> None:
        self._spared = spared
        self.broken: list[str] = []
        self.pressed: set[tuple[str, ...]] = set()
        self.deeds = 0

    def offered(self, someone: Someone) -> Iterator[Typed]:
        """Every command that this person is offered, by its first name."""
        for record in records():
            for number, typed in enumerate(record.typed):
                on_page = typed.name in _of_the_page() and not number and record.kind not in {c.NewTable, c.PlayText}
                if not (record.page or record.kind is c.Admin) and (
                    on_page if isinstance(someone, OnThePage) else typed.menu or someone.platform == "telegram"
                ):
                    yield typed

    async def give(self, someone: Someone, spot: Spot, typed: Typed, situation: Situation) -> None:
        """Give a command, judge the answer, and press whatever new it shows."""
        given = situation.given
        if isinstance(someone, OnThePage):
            given = {{"id": "round", "language": "to"}.get(name, name): value for name, value in given.items()}
        await self._do(situation, f"/{typed.name} {dict(given)}", lambda: someone.give(spot, typed, given), someone)

    async def press(self, someone: Someone, widget: Widget, situation: Situation, *, again: bool = False) -> None:
        """Press something of a new kind (or ``again``) that was not pressed at such a moment, as long as it is there."""
        kind = (someone.platform, situation.moment, *_kind(widget))
        if isinstance(widget.command, self._spared) or (kind in self.pressed and not again):
            return
        if (widget.command is None and not widget.url) or not someone.still_shows(widget):
            return
        self.pressed.add(kind)
        text = "" if widget.message is None else widget.message.text
        told = any(catalogue(language)["table.closed"] in text for language in LANGUAGES)
        situation = replace(situation, name="", given={}, told=told)
        what, table = f"{widget.label!r} {widget.command or widget.url}", getattr(widget.command, "table", None)
        await self._do(situation, what, lambda: someone.press(widget), someone, table)

    async def _do(
        self, situation: Situation, what: str, deed: Callable[[], Any], someone: Someone, table: int | None = None
    ) -> None:
        self.deeds += 1
        moments = {_moment(someone, table)}
        try:
            answer = await deed()
        except Exception as error:
            self._note([situation], what, f"{type(error).__name__}: {error}")
            return
        changed = (moments | {_moment(someone, table)}) - {situation.moment, ""}
        self._judge([situation, *(replace(situation, moment=moment) for moment in changed)], what, answer)
        for widget in answer.shown:
            await self.press(someone, widget, situation)

    def _judge(self, situations: list[Situation], what: str, answer: Answer) -> None:
        codes = codes_in(answer.text)
        for code in codes & _GENERIC:
            self._note(situations, what, f"{code}: {answer.text}")
        refused = {code.split(".")[1] for code in codes - _GENERIC if code.startswith("notice.")}
        rules = any(code.startswith("refusal.") for code in codes)
        if refused and not any(_TRUE.get(code, _never)(one) for code in refused for one in situations):
            self._note(situations, what, f"{' '.join(sorted(refused))}: {answer.text}")
        elif answer.refused and not refused and not rules:
            self._note(situations, what, f"refused: {answer.text}")

    def _note(self, situations: list[Situation], what: str, why: str) -> None:
        place = f"{situations[0].game}, {situations[0].kind}, {'/'.join(one.moment for one in situations)} {situations[0].told}"
        self.broken.append(f"{place}: {what} -> {' / '.join(why.split(chr(10)))[:400]}")


def _moment(someone: Someone, table: int | None) -> str:
    """How a table of theirs is now; ``closed`` if it is none."""
    return "" if table is None else someone.town.tables_of(someone.name).get(table, "closed")


def _never(_: Situation) -> bool:
    return False


def _kind(widget: Widget) -> tuple[str, ...]:
    """What sort of button or link it is: its command with the fields that are given, or where it leads."""
    if widget.command is None:
        return ("link", re.sub(r"\d+|=.*", "", widget.url)[:60])
    given = [e.name for e in fields(widget.command.record.kind) if getattr(widget.command, e.name) != _usual(e)]
    return (
        type(widget.command).__name__,
        *(name for name in given if name not in {"table", "decision", "digest", "by"}),
    )


def _usual(entry: Any) -> Any:
    return entry.default_factory() if entry.default_factory is not MISSING else entry.default
