"""Rounds that are over: the list of matches, one round to look back on (whole, or moment by moment), one that is shared."""

from itertools import groupby
from typing import Final

from bot.present.pictures.views import replay_picture
from bot.present.presentation import presentation_of
from bot.present.screens.elements import bold, button, code, game_title, italic, line
from bot.present.screens.screen import Button, Document, Line, Rows, Screen
from bot.present.words.plays import cards_text, cause_mark, deed, event_text
from bot.present.words.text import chat_title, clean, day, name_of, say, shorten, signed, team_sign
from bot.session.port.commands import AskReview, History, Replay, ShareRound
from bot.session.port.protocols import SharedRound
from bot.session.port.replies import HistoryCard, HistoryLine, ReplayCard, ReplayFrame
from games.base.events import HandShown
from games.contract import Act

__all__ = [
    "chapter", "chapters", "frame_words", "history_screen", "replay_heading", "replay_screen", "replay_warning",
    "shared_screen", "steps_button",
]  # fmt: skip

_DEEDS: Final = 10  # The most actions of the current trick that a moment shows
_BY: Final = {
    "first": "f", "back": "b", "forward": "n", "last": "l", "trick_back": "p", "trick": "t", "whole": "w", "steps": "s",
}  # fmt: skip
_HIDDEN: Final = (HandShown,)  # Events that only say what the open hands show anyway


def replay_screen(card: ReplayCard, language: str) -> Screen:
    """One moment if one is looked at, else the whole round."""
    return _whole(card, language) if card.step is None else _moment(card, card.step, language)


def replay_heading(card: ReplayCard, language: str) -> str:
    return say(language, "replay.title", id=card.id, game=game_title(card.game, language))


def replay_warning(card: ReplayCard, language: str) -> str:
    """The warning that the record is of older rules, or of a round that did not count; empty if neither is so."""
    told = [say(language, "replay.old_rules", version=card.old_rules)] if card.old_rules else []
    return " ".join([*told, say(language, "table.practice")] if card.practice else told)


def chapter(frame: ReplayFrame) -> int:
    """The trick to which the latest deed of a moment belongs, -1 before the play."""
    return frame.view.acts[-1].trick if frame.view.acts else -1


def chapters(card: ReplayCard) -> tuple[int, ...]:
    """The steps at which a trick begins; the deal is the first of them."""
    tricks = [chapter(frame) for frame in card.frames]
    return (0, *(step for step in range(1, len(tricks)) if tricks[step] != tricks[step - 1]))


def frame_words(card: ReplayCard, step: int, language: str) -> list[str]:
    """What happened at a moment, as sentences; an answer that nobody saw is told by its own text."""
    frame = card.frames[step]
    told = [event for event in frame.events if event.audience is None and not isinstance(event, _HIDDEN)]
    words = [text for event in told if (text := event_text(card.game, event, "", card.players, language))]
    if frame.seat is not None and not words:
        words = [say(language, "list.told", who=name_of(card.players, frame.seat, language), what=frame.text)]
    mark = cause_mark(frame.cause, language)
    return [f"{words[0]} ({mark})", *words[1:]] if words and mark else words


# -- one moment
def _moment(card: ReplayCard, step: int, language: str) -> Screen:
    frame, last = card.frames[step], len(card.frames) - 1
    trick = chapter(frame)
    where = [say(language, "replay.step", n=step, of=last)]
    where.append(say(language, "replay.trick", n=trick + 1) if trick >= 0 else say(language, "replay.before"))
    if stake := presentation_of(card.game).stake(frame.view, language):
        where.append(stake)
    lines: list[Line] = [line(italic(" · ".join(where)))]
    if warning := replay_warning(card, language):
        lines.append(line("⚠ ", warning))
    lines += [line(bold(words)) for words in frame_words(card, step, language)]
    lines.append(())
    lines += _hands(card, frame, step == last, language)
    deeds = [act for act in frame.view.acts if act.trick == trick]
    if deeds:
        said = [_act(card, act, language) for act in deeds[-_DEEDS:]]
        lines += [(), line(("⋯ → " if len(deeds) > _DEEDS else "") + " → ".join(said))]
    return Screen(language, replay_heading(card, language), tuple(lines), _steps(card, step, language))


def _hands(card: ReplayCard, frame: ReplayFrame, over: bool, language: str) -> list[Line]:
    lines: list[Line] = []
    for seat, hand in enumerate(frame.hands):
        about = frame.view.seats[seat]
        words = [say(language, "seat.cards", n=len(hand))]
        if about.role:
            words.append(say(language, f"role.{about.role}", card.game))
        if over and card.scored:
            words.append(signed(card.points[seat]))
        here = "▶ " if seat == frame.seat else ""
        lines.append(
            line(here, bold(f"{seat + 1}. {name_of(card.players, seat, language)}"), f" · {' · '.join(words)}")
        )
        if hand:
            lines.append(line("    ", code(cards_text(card.game, language, hand))))
    return lines


def _steps(card: ReplayCard, step: int, language: str) -> Rows:
    """The buttons that step through a round: always the same in the same places, so that one can tap on without
    looking."""
    last, begins = len(card.frames) - 1, chapters(card)
    back = max((begin for begin in begins if begin < step), default=0)
    on = min((begin for begin in begins if begin > step), default=last)
    row = (
        _to(card, 0, "first", language),
        _to(card, max(0, step - 1), "back", language),
        _to(card, min(last, step + 1), "forward", language, "primary"),
        _to(card, last, "last", language),
    )
    tricks = (_to(card, back, "trick_back", language), _to(card, on, "trick", language))
    return row, tricks, (_to(card, None, "whole", language),)


def _to(card: ReplayCard, step: int | None, key: str, language: str, style: str = "secondary") -> Button:
    return Button(say(language, f"replay.button.{key}"), Replay(card.id, step, _BY[key]), style=style, key=key)


# -- the whole round
def _whole(card: ReplayCard, language: str) -> Screen:
    """The whole round. Passes are left out, as who is not named in a trick has passed."""
    warning = replay_warning(card, language)
    lines: list[Line] = [line("⚠ ", warning)] if warning else []
    for player, hand in zip(card.players, card.hands, strict=True):
        name = name_of(card.players, player.seat, language)
        points = f" {signed(card.points[player.seat])}" if card.scored else ""
        lines.append(line(bold(f"{player.seat + 1}. {name}"), points))
        lines.append(line(f"    {cards_text(card.game, language, hand)}"))
    for trick, acts in groupby(card.acts, key=lambda act: act.trick):
        said = [_act(card, act, language) for act in acts if trick < 0 or act.verb != "pass"]
        if said:
            number = say(language, "replay.before") if trick < 0 else f"{trick + 1}"
            lines += [()] if trick <= 0 else []
            lines.append(line(italic(f"{number}  "), " → ".join(said)))
    share = (button(language, "share_round", ShareRound(card.id)),) if card.shareable else ()
    review = (button(language, "review_round", AskReview(card.id)),) if card.reviewable else ()
    rows = ((steps_button(card, language), *review, *share),) if card.frames else ()
    return Screen(language, replay_heading(card, language), tuple(lines), rows)


def steps_button(card: ReplayCard, language: str) -> Button:
    """The button that leads through a round step by step, from the deal on."""
    return _to(card, 0, "steps", language, "primary")


def _act(card: ReplayCard, act: Act, language: str) -> str:
    return f"{name_of(card.players, act.seat, language)} {deed(card.game, act, language)}"


def history_screen(card: HistoryCard, language: str) -> Screen:
    """The list of matches, newest first."""
    lines: list[Line] = []
    for entry in card.lines:
        lines += _match(entry, language)
    if not card.lines:
        lines.append(line(say(language, "notice.no_history")))
    elif finished := next((entry for entry in card.lines if entry.rounds), None):
        lines.append(line(italic(say(language, "history.more", id=finished.id))))
    pages = []
    if card.page > 0:
        pages.append(Button("‹", History(card.page - 1), key="earlier"))
    if card.more:
        pages.append(Button("›", History(card.page + 1), key="later"))
    place = (
        say(language, "history.mine") if card.title is None else chat_title(card.title) or say(language, "board.here")
    )
    return Screen(language, say(language, "history.title", place=place), tuple(lines), (tuple(pages),) if pages else ())


def _match(entry: HistoryLine, language: str) -> list[Line]:
    head = [game_title(entry.game, language), say(language, "history.rounds", n=entry.rounds), day(entry.at, language)]
    status = say(language, f"status.{entry.status}")
    race = [line(code(text)) for text in presentation_of(entry.game).race(entry.course, {}, language)]
    people = []
    for seat in range(len(entry.players)):
        sign = (team_sign(seat % 2) if race else "") + ("🏆" if seat in entry.won else "")
        points = f" {signed(entry.points[seat])}" if entry.points else ""
        people.append(f"{sign}{shorten(name_of(entry.players, seat, language), 14)}{points}")
    id = code(entry.id) if entry.rounds else entry.id  # the page leads from a marked one to its rounds
    return [line(id, " " + " · ".join([*head, status])), line("    " + " · ".join(people)), *race]


def shared_screen(shared: SharedRound, language: str) -> Screen:
    """The post; its button leads to the same round step by step."""
    card = shared.card
    lines: list[Line] = [line(italic(say(language, "share.by", name=clean(shared.by))))]
    if warning := replay_warning(card, language):
        lines.append(line("⚠ ", warning))
    best = sorted(range(len(card.points)), key=lambda seat: (-card.points[seat], seat))
    lines += [
        line(
            f"{seat + 1}. {name_of(card.players, seat, language)} ",
            bold(signed(card.points[seat]) if card.scored else ""),
        )
        for seat in best
    ]
    rows = ((steps_button(card, language),),)
    document = Document(f"{card.id}.json", shared.record)
    return Screen(
        language, replay_heading(card, language), tuple(lines), rows, replay_picture(card, language), document
    )
