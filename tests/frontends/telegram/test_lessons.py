"""A lesson on Telegram: from the group into the private chat, one message that is answered step by step, and a first round."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from bot.present.words.plays import action_label
from games.lesson import Lesson, LessonStep, answers_in, lesson_of, right_answers
from tests.simulators.telegram import Message, Person, TelegramSim

from .house import open_house


def _lesson_in(person: Person) -> Message | None:
    return next((one for one in reversed(person.inbox) if "🎓" in one.text and one.labels), None)


def _says(message: Message, words: str) -> bool:
    return words in message.text


def _right(lesson: Lesson, step: LessonStep) -> str:
    """What is on the button of a right answer."""
    right = right_answers(lesson, step)
    action, kind, rank = next(one for one in answers_in(lesson, step) if one[0] in right)
    return action_label(lesson.game, "en", action, kind, rank)


async def test_a_lesson_is_taken_in_the_private_chat_by_buttons_alone(
    sim: TelegramSim, tmp_path: Path, ann: Person
) -> None:
    group = sim.group("friends", [ann])
    lesson = lesson_of("gandengyan")
    assert lesson is not None
    async with open_house(sim, tmp_path):
        await ann.says(group, "/learn gandengyan")
        line = await sim.wait_for(lambda: sim.find(group, "Lessons are given in private"))
        await ann.press(line, line.labels[0])  # a link that opens the private chat
        message = await sim.wait_for(lambda: _lesson_in(ann))
        for number, step in enumerate(lesson.steps, 1):
            await sim.wait_for(partial(_says, message, f"step {number} of 10"))
            if step.key == "next":
                await ann.press(message, "single K")
                await sim.wait_for(lambda: "Only the 7 will do" in message.text)
            if step.asked is not None:
                await ann.press(message, _right(lesson, step))
                await sim.wait_for(lambda: "✅" in message.text)
            if number < len(lesson.steps):
                await ann.press(message, "Next ▶")
        assert "🎉" in message.text
        assert len([one for one in ann.inbox if "🎓" in one.text]) == 1  # one message, turned from step to step
        await ann.press(message, "▶ First round with hints")
        await sim.wait_for(lambda: next((one for one in ann.inbox if "💡 Hint" in one.labels), None))
    assert sim.violations == []
    assert sim.unanswered == 0
