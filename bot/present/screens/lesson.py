"""Lessons: the choice of games, a step with its position and its answers, and a word that is explained.

In their texts words of a game are marked: ``[burns](burn)`` names the term that explains it. The page makes a button of each;
elsewhere the words stand alone."""

import re
from dataclasses import replace
from typing import Final

from bot.present.screens.elements import bold, button, game_title, in_rows, italic, line, paired, paragraphs
from bot.present.screens.notices import notice_text
from bot.present.screens.panel import position_lines
from bot.present.screens.screen import Button, Line, Rows, Screen
from bot.present.words.plays import event_text, offer_label
from bot.present.words.terms import rule_part
from bot.present.words.text import has, say
from bot.session.port.commands import ChatRef, Learn, ShowRules, UserRef
from bot.session.port.replies import LessonCard, LessonList, TermCard
from bot.session.port.updates import Offered, Panel, PrivateUpdate, TableInfo, TablePlace
from games import GAMES
from games.base.actions import Pass

__all__ = [
    "answer_label", "as_seen", "is_done", "lesson_list_screen", "lesson_screen", "lesson_text", "outcome_text",
    "place_in_lesson", "steps_done", "tally", "term_pieces", "term_screen", "term_words", "told_events", "without_terms",
]  # fmt: skip

_MARK: Final = re.compile(r"\[([^\[\]]+)\]\(([a-z_]+)\)")


def without_terms(text: str) -> str:
    """The text as it is read where nothing can be tapped."""
    return _MARK.sub(r"\1", text)


def term_pieces(text: str) -> tuple[tuple[str, str], ...]:
    """The text in pieces, each with the code of its term, ``""`` for none."""
    found: list[tuple[str, str]] = []
    at = 0
    for match in _MARK.finditer(text):
        found += [(text[at : match.start()], ""), (match[1], match[2])]
        at = match.end()
    return tuple(piece for piece in [*found, (text[at:], "")] if piece[0])


def lesson_list_screen(body: LessonList, language: str) -> Screen:
    lines: list[Line] = [line(say(language, "lessons.intro")), ()]
    buttons = []
    for game, done, steps in body.lessons:
        lines.append(line(bold(game_title(game, language)), " · ", steps_done(done, steps, language)))
        buttons.append(Button(game_title(game, language), Learn(game), key=f"lesson_{game}", style="primary"))
    return Screen(language, say(language, "lessons.title"), tuple(lines), in_rows(buttons, 2))


def steps_done(done: int, steps: int, language: str) -> str:
    key = "lessons.new" if not done else "lessons.finished" if done >= steps else "lessons.begun"
    return say(language, key, n=done, of=steps)


def lesson_screen(card: LessonCard, language: str) -> Screen:
    """A step, or what became of an answer to it."""
    title = f"🎓 {game_title(card.game, language)} · {place_in_lesson(card, language)}"
    lines: list[Line] = []
    if card.outcome:
        lines += paragraphs(without_terms(outcome_text(card, language)))
        lines.append(())
        if card.outcome == "right":
            lines += [line("· ", text) for text in told_events(card, language)]
        else:
            lines += paragraphs(without_terms(lesson_text(card, "text", language)))
    else:
        lines += paragraphs(without_terms(lesson_text(card, "text", language)))
    if card.view.phase != "over":
        lines += [(), *position_lines(replace(as_seen(card, language), panel=None))]
    if card.asked and card.outcome != "right":
        lines += [(), line("👉 ", bold(without_terms(lesson_text(card, "ask", language))))]
    if _ends(card):
        told = tally(card, language)
        lines += [(), *(paragraphs(told) if told else ()), line("🎉 ", italic(say(language, "lessons.end")))]
    return Screen(language, title, tuple(lines), _rows(card, language))


def place_in_lesson(card: LessonCard, language: str) -> str:
    """Which step this is, or which question of the check."""
    if card.check is None:
        return say(language, "lessons.step", n=card.step, of=card.steps)
    return say(language, "lessons.question", n=card.check.number, of=card.check.questions)


def tally(card: LessonCard, language: str) -> str:
    """How the check went, ``""`` as long as it is not over."""
    if card.check is None or not _ends(card):
        return ""
    right, questions = card.check.right, card.check.questions
    return say(language, "lessons.all_right" if right == questions else "lessons.tally", n=right, of=questions)


def is_done(card: LessonCard) -> bool:
    """Whether one may go on: it was read, or answered rightly; a question of the check takes any answer."""
    return not card.asked or card.outcome == "right" or (card.check is not None and card.outcome != "")


def lesson_text(card: LessonCard, part: str, language: str) -> str:
    code = f"lesson.{card.game}.{card.key}.{part}"
    return say(language, code) if has(code) else ""


def outcome_text(card: LessonCard, language: str) -> str:
    """What is said of an answer: what it brings about, or kindly why it would not have worked."""
    if card.outcome == "right":
        own = lesson_text(card, "right", language)
        return f"✅ {own or say(language, 'lessons.right')}"
    told = lesson_text(card, card.says, language) if card.says else ""
    if not told and card.refusal is not None:
        told = notice_text(card.refusal, language, card.game)
    return f"🤔 {told or say(language, 'lessons.other')}"


def told_events(card: LessonCard, language: str) -> list[str]:
    """What followed from a right answer, as sentences."""
    return [event_text(card.game, event, "", card.players, language) for event in card.events]


def answer_label(card: LessonCard, offer: Offered, language: str) -> str:
    why = next((one.why for one in card.view.awaited if one.seat == card.view.viewer), "")
    return offer_label(card.game, language, offer, why, 1)


def term_screen(card: TermCard, language: str) -> Screen:
    """A word in one sentence, and its rule."""
    lines = [*paragraphs(without_terms(say(language, f"term.{card.game}.{card.term}.line")))]
    rule = rule_part(card.game, card.rule, language)
    if rule:
        lines += [(), *paragraphs(rule)]
    rows = ((button(language, "all_rules", ShowRules(card.game)),),)
    return Screen(language, say(language, f"term.{card.game}.{card.term}.word"), tuple(lines), rows)


def term_words(game: str, term: str, language: str) -> tuple[str, ...]:
    """What a term is called: its own word, then other forms in which a table says it (``also``, apart by ``|``)."""
    code = f"term.{game}.{term}"
    also = say(language, f"{code}.also").split("|") if has(f"{code}.also") else []
    return (say(language, f"{code}.word"), *also)


def _ends(card: LessonCard) -> bool:
    """Whether nothing is left to be done in this lesson."""
    return card.step == card.steps and is_done(card)


def as_seen(card: LessonCard, language: str) -> PrivateUpdate:
    """The position as somebody at a table would see it; as long as an answer is wanted, with a panel of those without cards."""
    seat = card.view.viewer or 0
    table = TableInfo(
        0, card.game, GAMES[card.game].presets[0].key, card.view.options, 0, "playing", len(card.view.seats)
    )
    me = card.players[seat].user or UserRef("", "")
    panel = None
    if card.asked and card.outcome != "right":
        why = next((one.why for one in card.view.awaited if one.seat == seat), "")
        passes = next((offer.command for offer in card.words if isinstance(offer.action, Pass)), None)
        others = tuple(offer for offer in card.words if not isinstance(offer.action, Pass))
        panel = Panel(
            f"{card.game}.{card.step}", True, why, others, (), (), None, None, passes, None, advance_on=False, hint=None
        )
    return PrivateUpdate(table, me, language, seat, card.players, card.view, panel, TablePlace(ChatRef("", "")))


def _rows(card: LessonCard, language: str) -> Rows:
    rows: list[tuple[Button, ...]] = []
    if card.asked and card.outcome != "right":
        answers = [
            Button(answer_label(card, offer, language), offer.command, key=f"answer{at}", style="primary")
            for at, offer in enumerate(card.answers)
        ]
        rows += paired(answers)
    ways = []
    if card.step > 1:
        ways.append(button(language, "lesson_back", Learn(card.game, card.step - 1)))
    ways.append(button(language, "rule", ShowRules(card.game, section=card.rule)))
    if card.step < card.steps:
        style = "success" if is_done(card) else "secondary"
        ways.append(button(language, "lesson_next", Learn(card.game, card.step + 1), style))
    rows.append(tuple(ways))
    if _ends(card) and card.first_round is not None:
        rows.append(
            (button(language, "first_round", card.first_round, "success"), button(language, "lessons", Learn()))
        )
    return tuple(rows)
